"""Median game (D1 to D9)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.cards import Card
from companion.rules.games.median_game.game import MedianGame
from companion.rules.games.median_game.rounds import MedianGameRound, middle_card
from companion.rules.games.runs import Record
from companion.rules.plays import Call, Position, Reveal
from companion.rules.results import Score
from tests.support import naive_cards
from tests.support.card_games import NAMES, card, deal, reasons_of, record, score, sentences
from tests.support.contract_games import ContractGame, played
from tests.support.examples import at_most

UP = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def rounds(players: int, *tricks: str, **options: object) -> list[MedianGameRound]:
    """Score rounds and return their results."""
    return results(score("median", players, *tricks, **options))


def results(found_score: Score) -> list[MedianGameRound]:
    return [leaf for leaf in found_score.leaves() if isinstance(leaf, MedianGameRound)]


@pytest.mark.parametrize(
    ("rule", "players", "tricks", "winners"),
    [
        ("D1: aces are high, 2 is low", 3, ["A K 2", "Q K A", "2 A 3", "3 2 4"], "Bob Bob Cyd Ann"),
        ("D1: suits do not matter", 3, ["5S 5H JD", "5D 4H JS"], "- Ann"),
        ("D4: the middle card", 3, ["5 8 J", "5 5 J"], "Bob -"),
        ("D4: a rank repeated outside the middle does not tie", 5, ["3 3 7 9 9", "3 4 7 7 9"], "Cyd -"),
        ("D5: the second highest or lowest of four", 4, ["high 3 5 9 J", "low 3 5 9 J"], "Cyd Bob"),
        ("D5: a pair in the middle", 4, ["high 3 3 5 9", "low 3 3 5 9"], "Cyd -"),
        ("D9: of two", 2, ["high 3 9", "low 3 9", "high 6 6", "low J J"], "Bob Ann - -"),
    ],
)
def test_D1_D4_D5_D9_the_card_in_the_middle_wins(
    rule: str, players: int, tricks: list[str], winners: str
) -> None:
    found_rounds = rounds(players, *tricks)
    assert winners.split() == ["".join(each.winners) or "-" for each in found_rounds], rule
    calls_ = [trick.split()[0] for trick in tricks] if players % 2 == 0 else [None] * len(tricks)
    assert calls_ == [each.call for each in found_rounds]


def assert_agrees(ranks: Sequence[str], call: Call | None) -> None:
    """Compare who takes a trick with a second scorer."""
    who = NAMES[: len(ranks)]
    cards = dict(zip(who, ranks, strict=True))
    [taker] = [
        p for p, took in naive_cards.taken([*who], {"plays": cards, "call": call}).items() if took
    ] or [None]
    assert taker == middle_card({player: Card(rank) for player, rank in cards.items()}, call)


@pytest.mark.parametrize("calls_", [(3, None), (2, "high"), (2, "low"), (4, "high"), (4, "low")])
def test_D4_D5_D9_every_trick_of_two_to_four_cards_agrees_with_a_second_scorer(
    calls_: tuple[int, Call | None],
) -> None:
    players, call = calls_
    for ranks in product(UP[::2], repeat=players):
        assert_agrees(ranks, call)


@given(st.lists(st.sampled_from(UP), min_size=5, max_size=8), st.sampled_from(["high", "low"]))
def test_D4_D5_tricks_of_five_to_eight_cards_agree_with_a_second_scorer(ranks: list[str], call: Call) -> None:
    assert_agrees(ranks, call if len(ranks) % 2 == 0 else None)


def test_D6_the_winner_takes_the_pool_and_D8_a_round_won_with_k_in_the_pool_counts_k_plus_one() -> None:
    root = score("median", 3, "5 5 J", "6 6 J", "5 8 J", "2 3 4").root
    assert [(0, 1), (0, 2), (3, 0), (1, 0)] == [(part.takes, part.pool) for part in root.parts]  # type: ignore[attr-defined]
    assert {"Ann": 0, "Bob": 4, "Cyd": 0} == root.scores


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        (2, {}, 26),
        (3, {}, 17),
        (10, {}, 5),
        (3, {"decks": 4}, 69),
        (3, {"lowest": "7"}, 10),
        (5, {"lowest": "A", "hand": 1, "decks": 2}, 1),
        (2, {"lowest": "7"}, 16),
        (3, {"hand": 17}, 17),
    ],
)
def test_D7_a_game_has_deck_size_over_players_rounds(
    players: int, options: dict[str, object], expected: int
) -> None:
    names = tuple(f"P{n}" for n in range(players))
    ask = games.score(Record("median", MedianGame.read_options(options), names)).next_round
    assert (Position("round", 1, expected),) == (ask and ask.position)


def test_D5_a_missing_call_is_the_leaders_problem_and_the_round_has_no_result() -> None:
    found_score = games.score(record("median", 4, "high 3 5 9 J", "3 5 9 J", "high 4 6 10 Q"))
    assert ["round 2, Cyd: must call high or low before the round"] == sentences(found_score)
    assert [(True, 1, 0), (False, 0, 0), (True, 1, 0)] == [
        (result.finished, result.takes, result.pool) for result in results(found_score)
    ]
    assert {"Ann": 0, "Bob": 0, "Cyd": 2, "Dan": 0} == found_score.root.scores


def test_D5_a_call_among_an_odd_number_of_players_is_a_problem_and_does_not_count() -> None:
    found_score = games.score(record("median", 3, "high 5 8 J"))
    assert ["round 1: with an odd number of players nobody calls high or low"] == sentences(found_score)
    assert [(("Bob",), None)] == [(result.winners, result.call) for result in results(found_score)]


@pytest.mark.parametrize(
    ("tricks", "options", "at", "problem"),
    [
        ("7H 8 J, 9H 7H QH, 2 2 7H", {}, "2, Bob|3, Cyd", "the 7 of hearts was already laid in round 1"),
        ("7H 7H 7D", {}, "1, Bob", "the 7 of hearts was already laid in round 1"),
        ("7H 7H J, 2 4 7H", {"decks": 2}, "2, Cyd", "the 7 of hearts was already laid 2 times, in round 1"),
        ("7 7 7H, 2 4 7, 3 4 7D", {}, "3, Cyd", "the 7 was already laid 4 times, in round 1 and round 2"),
        ("6 A 7", {"lowest": "7"}, "1, Ann", "the 6 is not in this deck: its lowest is the 7"),
    ],
)
def test_a_card_that_is_not_or_no_longer_in_the_decks_is_a_problem(
    tricks: str, options: dict[str, object], at: str, problem: str
) -> None:
    found_score = games.score(record("median", 3, *tricks.split(", "), **options))
    assert [f"round {each}: {problem}" for each in at.split("|")] == sentences(found_score)


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (0, {}, "Median game needs 2 to 208 players, not 0"),
        (1, {}, "Median game needs 2 to 208 players, not 1"),
        (3, {"hand": 18}, "3 players with 18 cards each need 54 cards: the deck has 52"),
        (5, {"hand": 1, "lowest": "A"}, "5 players with 1 card each need 5 cards: the deck has 4"),
        (3, {"dealer": "Zed"}, "dealer: Zed does not play"),
        (3, {"dealer": ""}, "dealer:  does not play"),
        (3, {"lead": "loser"}, "lead: loser is for two players only"),
    ],
)
def test_D2_options_that_need_too_many_cards_are_refused(
    players: int, options: dict[str, object], message: str
) -> None:
    found_score = games.score(record("median", players, **options))
    assert ([message], None) == (sentences(found_score), found_score.next_round)
    assert (False, ()) == (found_score.root.finished, found_score.root.parts)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"decks": 0}, "there are 1 to 4 decks, not 0"),
        ({"decks": 5}, "there are 1 to 4 decks, not 5"),
        ({"hand": 0}, "a hand has 1 card or more, not 0"),
        ({"hand": 27}, "2 players with 27 cards each need 54 cards: the deck has 52"),
        ({"lowest": "1"}, "lowest: 1 is not one of 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K and A"),
        ({"lead": "dealer"}, "lead: dealer is not one of winner, alternate and loser"),
    ],
)
def test_D2_D9_invalid_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(Refused) as refused:
        MedianGame.read_options(options)
    assert message == str(refused.value)


def test_a_round_with_an_invalid_card_has_no_result_and_moves_no_cards() -> None:
    start = record("median", 3, "5 5 J", "5 8 J")
    odd = Reveal({"Ann": card("5"), "Bob": 7, "Cyd": card("9")})
    found_score = games.score(
        Record("median", start.rules, start.players, (start.reveals[0], odd, start.reveals[1]))
    )
    assert ["round 2, Bob: 7 is not a card: write it like 10H or K"] == sentences(found_score)
    first, second, third = results(found_score)
    assert [(0, 1), (0, 1), (2, 0)] == [(each.takes, each.pool) for each in (first, second, third)]
    drawn = ["D3 Ann led as the dealer.", "D7 Everybody draws a card; 31 cards are left."]
    assert drawn == reasons_of(second)


@at_most(12)
@given(st.integers(2, 4), st.integers(1, 5), st.integers(0, 10**6))
def test_D7_with_a_deal_players_may_lay_the_cards_they_hold_and_draw(
    players: int, hand: int, seed: int
) -> None:
    made = played(ContractGame(MedianGame, {"hand": hand, "lowest": "9"}, players), seed).record
    [dealt] = made.deals
    held, stock = {player: set(own) for player, own in dealt.hands.items()}, list(dealt.stock)
    for number, reveal in enumerate(made.reveals):
        ask = games.score(replace(made, reveals=made.reveals[:number])).next_round
        assert ask is not None
        assert held == {player: set(each.choices()) for player, each in ask.allowed.items()}
        for player, play in reveal.plays.items():
            held[player].remove(play)  # type: ignore[arg-type]
            if len(stock) >= players:
                held[player].add(stock[list(held).index(player)])
        stock = stock[players:] if len(stock) >= players else stock
    assert {player: set() for player in held} == held


@pytest.mark.parametrize(
    ("tricks", "problems"),
    [
        ("KC KD AH", ""),
        ("KD KC AH", "round 1, Ann: the king of diamonds|round 1, Bob: the king of clubs"),
        ("K A K, K A A", "round 2, Ann: the king|round 2, Bob: the ace"),  # a rank uses up a card
    ],
)
def test_with_a_deal_only_cards_in_the_players_hand_can_be_laid(tricks: str, problems: str) -> None:
    dealt = deal(NAMES[:3], MedianGame(hand=2, lowest="K").deck.cards(), 2)
    assert ["KC", "AC"] == [str(each) for each in dealt.hands["Ann"]]
    found_score = games.score(record("median", 3, *tricks.split(", "), hand=2, lowest="K", deals=[dealt]))
    assert [f"{each} is not in the hand" for each in problems.split("|") if each] == sentences(found_score)
