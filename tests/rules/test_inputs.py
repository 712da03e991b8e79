"""Cards that may be presented: those of a stack, each once (G13)."""

from contextlib import suppress

import pytest

from companion.i18n.errors import Refused
from companion.rules.plays import Deal, Position
from tests.support.number_games import problems, record, score, sentences

# Each card exists once, so no player is disqualified. A, B and C win the rounds.
TIED = """
A 2 4 7
B 1 5 9
C 3 6 8
"""
STILL_TIED = """
A 2 4 7 11
B 1 5 9 10
C 3 6 8 12
"""


def cards(game=TIED, **options):
    return score(game, **{"entry": "cards", "cards": 12, "rounds": 3, **options})


def allowed(found, player):
    """Return the cards that a player may present next: of -1 to 13, those that are not refused."""
    taken = []
    for number in range(-1, 14):
        with suppress(Refused):
            taken.append(found.next_round.allowed[player].check(number))
    return taken


def test_G13_only_the_labels_1_to_n_can_be_presented():
    found_cards = cards("A\nB\nC")
    assert list(range(1, 13)) == allowed(found_cards, "A")
    # the range of numbers does not apply to cards
    assert [] == problems(score("A 101 2 3\nB 102 5 6\nC 103 8 9", entry="cards", cards=200, rounds=3))
    for label in (0, 13):
        with pytest.raises(Refused, match=rf"^there is no card {label}: they are labelled 1 to 12$"):
            found_cards.next_round.allowed["A"].check(label)


def test_G13_a_presented_card_cannot_be_presented_again():
    found_cards = cards("A 1 5\nB 2 -\nC 3 6")
    assert [4, 7, 8, 9, 10, 11, 12] == allowed(found_cards, "A") == allowed(found_cards, "B")
    with pytest.raises(Refused, match=r"^card 6 was laid in round 2 already$"):
        found_cards.next_round.allowed["A"].check(6)


def test_G13_a_card_is_parsed_as_any_number_is():
    wanted = cards("A 1 5\nB 2 4\nC 3 6").next_round.allowed["A"]
    assert 12 == wanted.read(" １２ ")
    for read, said, sentence in (
        (wanted.read, " ", "Enter the number of a card, from 1 to 12"),
        (wanted.read, "x", "x is not a whole number"),
        (wanted.check, True, "True is not a whole number"),
    ):
        with pytest.raises(Refused, match=f"^{sentence}$"):
            read(said)


def test_G13_a_card_presented_twice_is_a_problem_of_the_second_player():
    assert ["round 2, B: card 1 was laid in round 1 already"] == problems(cards("A 1 5\nB 2 1\nC 3 6"))
    found_cards = cards("A 1 5\nB 2 5\nC 3 6")
    assert ["round 2, B: card 5 was laid in round 2 already"] == problems(found_cards)
    assert {"A": 5, "C": 6} == found_cards.root.parts[1].plays
    assert () == found_cards.root.parts[1].disqualified


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        ("ABC", {"cards": 12}, None),
        ("ABC", {"cards": 11}, "3 players need 4 cards each, 12 in all, and the stack has 11"),
        ("ABCD", {"cards": 23, "rounds": 5}, "4 players need 6 cards each, 24 in all, and the stack has 23"),
        ("ABC", {"cards": 6, "points_target": 1}, None),
        (
            "ABC",
            {"cards": 5, "points_target": 1},
            "3 players need 2 cards each, 6 in all, and the stack has 5",
        ),
    ],
)
def test_G11_G13_the_stack_has_one_card_more_than_rounds_for_each_or_two_with_a_target(
    players, options, message
):
    assert ([message] if message else []) == problems(cards("\n".join(players), **options))


@pytest.mark.parametrize("tie_break", ["sudden-death", "peel+sudden-death"])
def test_G12_G13_the_spare_card_allows_one_extra_round_and_a_tie_after_that_stands(tie_break):
    assert (Position("round", 4),) == cards(tie_break=tie_break).next_round.position
    found_cards = cards(STILL_TIED, tie_break=tie_break)
    assert ("shared", None) == (found_cards.root.decided_by, found_cards.next_round)
    first, *_, last = sentences(found_cards)
    assert "To break the tie, 1 round was added." == first
    why = "No peel decides" if "peel" in tie_break else "Nothing can be added"
    assert f"{why}, so the tie stands: A, B and C share the win." == last
    tied = record(STILL_TIED, entry="cards", cards=12, rounds=3, tie_break=tie_break)
    with pytest.raises(Refused):
        tied.rules.break_tie(tied, showdown=False)


def test_G11_G13_with_a_target_all_cards_are_dealt_and_one_is_spare():
    options = {"points_target": 9, "cards": 14}
    found_cards = cards(**options)
    assert (True, 3) == (found_cards.root.finished, len(found_cards.root.parts))
    assert "The cards are used up before the target of 9 is reached." == sentences(found_cards)[0]
    assert "G13" == found_cards.root.reasons[0].rule


def test_G13_G15_every_game_of_a_match_starts_with_all_cards():
    found_cards = cards("A 1 5 8 1\nB 2 4 9 2\nC 3 6 7 3", nesting=[3, 2], rounds=3)
    assert [] == problems(found_cards)
    assert [4, 5, 6, 7, 8, 9, 10, 11, 12] == allowed(found_cards, "A")


# Cards dealt by the app

DEAL = Deal({"A": (1, 2, 3, 4), "B": (5, 6, 7, 8), "C": (9, 10, 11, 12)}, ())


def test_G13_only_the_remaining_cards_of_a_players_own_hand_can_be_presented():
    found_cards = cards("A 1\nB 5\nC 9", deals=(DEAL,))
    assert [[2, 3, 4], [6, 7, 8], [10, 11, 12]] == [allowed(found_cards, player) for player in "ABC"]
    assert [(2, 3, 4), (6, 7, 8)] == [found_cards.next_round.allowed[player].choices() for player in "AB"]
    assert [3, 3, 3] == [found_cards.next_round.allowed[player].hand_size for player in "ABC"]
    assert ["round 1, A: card 5 is not in the hand"] == problems(cards("A 5\nB 6\nC 9", deals=(DEAL,)))
    anybody = cards("A 1\nB 5\nC 9").next_round.allowed["A"]  # without a deal
    assert ((2, 3, 4, 6, 7, 8, 10, 11, 12), None) == (anybody.choices(), anybody.hand_size)
    deal = Deal({"A": (1, 2, 3, 4), "B": (5, 6, 7, 8)}, (9, 10, 11, 12))  # none to C
    assert () == cards("A 1\nB 5\nC -", deals=(deal,)).next_round.allowed["C"].choices()


def test_G13_G15_every_game_has_its_own_deal():
    second = Deal({"A": (9, 10, 11, 12), "B": (5, 6, 7, 8), "C": (1, 2, 3, 4)}, ())
    found_cards = cards("A 1 2 3 9\nB 5 6 7 5\nC 9 10 11 1", nesting=[3, 3], deals=(DEAL, second))
    assert [] == problems(found_cards)
    assert [(10, 11, 12), (6, 7, 8), (2, 3, 4)] == [
        found_cards.next_round.allowed[player].choices() for player in "ABC"
    ]
    third = "A 1 2 3 9 10 11 1\nB 5 6 7 5 6 7 5\nC 9 10 11 1 2 3 9"
    assert [] == problems(cards(third, nesting=[3, 3], deals=(DEAL, second, DEAL)))
    found_cards = cards("A 1 2 3\nB 5 6 7\nC 9 10 11", nesting=[3, 3], deals=(DEAL,))
    assert tuple(range(1, 13)) == found_cards.next_round.allowed["A"].choices()


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        (Deal({"A": (1, 2, 3)}, ()), "deal 1, A: 3 cards instead of 4"),
        (Deal({"Zed": (1, 2, 3, 4)}, ()), "deal 1, Zed: no such player in this game"),
        (Deal({"A": (1, 2, 3, 13)}, ()), "deal 1, A: there is no card 13"),
        (Deal({"A": (0, 1, 2, 3)}, ()), "deal 1, A: there is no card 0"),
        (Deal({}, (True,)), "deal 1, the stock: there is no card True"),
        (Deal({"A": (1, 2, 3, 1)}, ()), "deal 1, A: card 1 was dealt already"),
        (Deal({"A": (1, 2, 3, 4)}, (4,)), "deal 1, the stock: card 4 was dealt already"),
    ],
)
def test_G13_an_invalid_deal_is_refused_with_a_sentence(deal, message):
    assert [message] == problems(cards("A\nB\nC", deals=(deal,)))


def test_G11_G13_with_a_target_a_hand_may_have_any_number_of_cards():
    assert [] == problems(cards("A\nB\nC", points_target=5, deals=(Deal({"A": (1, 2, 3)}, ()),)))


def test_cards_can_be_dealt_only_in_games_with_cards():
    assert ["cards can be dealt only where cards are laid"] == problems(score("A\nB\nC", deals=(DEAL,)))
