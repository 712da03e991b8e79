"""How standings decide a level (G5, G6, G7), and an evening (H1)."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.results import Players
from companion.rules.standing import EveningStanding, evening_standing, judge, middle, peel_steps
from tests.support.naive_numbers import middle_of

PLAYERS = "ABCD"


def points(rounds):
    return {player: sum(player in played for played in rounds) for player in PLAYERS}


@pytest.mark.parametrize(
    ("scores", "distinct", "middle", "contenders", "winners"),
    [
        ({"A": 1, "B": 2, "C": 3, "D": 3}, (1, 2, 3), (2,), "B", "B"),
        ({"A": 0, "B": 1, "C": 1, "D": 2}, (0, 1, 2), (1,), "BC", ""),
        ({"A": 0, "B": 3, "C": 1, "D": 2, "E": 2}, (0, 1, 2, 3), (1, 2), "CDE", ""),
        ({"A": 0, "B": 1}, (0, 1), (0, 1), "AB", ""),
    ],
)
def test_G5_who_has_a_middle_value_ties_and_one_who_alone_has_the_only_one_wins(
    scores, distinct, middle, contenders, winners
):
    found_judge = judge(scores)
    assert (distinct, middle) == (found_judge.distinct, found_judge.middle)
    assert (tuple(contenders), tuple(winners)) == (found_judge.contenders, found_judge.winners)


def test_G5_every_standing_of_four_players_agrees_with_a_second_implementation():
    for standing in product(range(5), repeat=4):
        scores = dict(zip(PLAYERS, standing, strict=True))
        assert tuple(map(tuple, middle_of(scores))) == (judge(scores).winners, judge(scores).contenders)


@settings(deadline=None)
@given(st.lists(st.sets(st.sampled_from(PLAYERS), max_size=2), max_size=9))
def test_G6_peeling_equals_rescoring_the_shortened_game(rounds):
    found_peel_steps = list(peel_steps(points(rounds), [dict.fromkeys(played, 1) for played in rounds]))
    for number, peel in enumerate(found_peel_steps, 1):
        left = points(rounds[number:-number])
        assert left == peel.scores
        assert (number + 1, len(rounds) - number) == (peel.first, peel.last)
        assert (judge(left).middle, judge(left).winners) == (peel.middle, peel.winners)
    assert [] == [peel for peel in found_peel_steps[:-1] if peel.winners]
    is_decided = found_peel_steps and found_peel_steps[-1].winners
    assert is_decided or len(found_peel_steps) == max(0, len(rounds) - 1) // 2, "G7: while a round is left"


# The middle of a sorted list.


@pytest.mark.parametrize(
    ("ordered", "central"),
    [((), ()), ((7,), (7,)), ((1, 2, 9), (2,)), ((1, 8), (1, 8)), ((1, 2, 3, 9), (2, 3)), (range(5), (2,))],
)
def test_an_odd_count_has_one_middle_value_and_an_even_one_two_lower_first(ordered, central):
    assert central == middle(list(ordered))


# The evening standing (H1).


WHO = ("Ann", "Bob", "Cyd")


def won(*winners: Players) -> list[tuple[Players, Players]]:
    """Return games of the three, by their winners."""
    return [(WHO, winner) for winner in winners]


def reason_sentences(found_evening_standing: EveningStanding) -> list[str]:
    return [f"{reason.rule} {reason.sentence()}" for reason in found_evening_standing.reasons]


def test_H1_there_is_no_standing_before_a_game_is_finished() -> None:
    found_evening_standing = evening_standing([])
    assert {} == found_evening_standing.scores
    assert (
        ()
        == found_evening_standing.mediocre
        == found_evening_standing.most
        == found_evening_standing.peels
        == tuple(found_evening_standing.reasons)
    )
    assert found_evening_standing.decided_by is None


def test_H1_G5_the_middle_number_of_wins_is_the_most_mediocre() -> None:
    found_evening_standing = evening_standing(won(("Ann", "Cyd"), ("Ann",), ()))
    assert {"Ann": 2, "Bob": 0, "Cyd": 1} == found_evening_standing.scores  # a shared win counts 1 for each
    assert (("Cyd",), ("Ann",)) == (found_evening_standing.mediocre, found_evening_standing.most)
    assert ("median", ()) == (found_evening_standing.decided_by, found_evening_standing.peels)
    assert [
        "G5 Games won: 0, 1 and 2; the middle is 1, and only Cyd has it.",
        "H1 Ann (2) has won most.",
    ] == reason_sentences(found_evening_standing)


def test_H1_G6_a_tie_is_peeled_with_the_games_as_parts() -> None:
    wins = [("Yvonne",), ("Yvonne",), ("Zachary",), ("Zachary",), ()]
    found_evening_standing = evening_standing([(("Xander", "Yvonne", "Zachary"), win) for win in wins])
    assert [(2, 4, {"Xander": 0, "Yvonne": 1, "Zachary": 2}, ("Yvonne",))] == [
        (peel.first, peel.last, peel.scores, peel.winners) for peel in found_evening_standing.peels
    ]
    assert (("Yvonne",), ("Yvonne", "Zachary"), "peel") == (
        found_evening_standing.mediocre,
        found_evening_standing.most,
        found_evening_standing.decided_by,
    )
    assert [
        "G5 Games won: 0 and 2; 0 and 2 are both in the middle, so Xander, Yvonne and Zachary tie.",
        "G6 Games won, counting only games 2 to 4: 0, 1 and 2; the middle is 1, and only Yvonne has it.",
        "H1 Yvonne (2) and Zachary (2) have won most.",
    ] == reason_sentences(found_evening_standing)


def test_H1_G7_a_tie_that_no_peel_decides_stands() -> None:
    found_evening_standing = evening_standing(won(("Ann",), ("Bob",), ("Cyd",)))
    assert ("shared", WHO, WHO) == (
        found_evening_standing.decided_by,
        found_evening_standing.mediocre,
        found_evening_standing.most,
    )
    assert [
        "G5 Games won: 1; the middle is 1, and Ann, Bob and Cyd have it: a tie.",
        (
            "G6 Games won, counting only game 2: 0 and 1; "
            "0 and 1 are both in the middle, so Ann, Bob and Cyd tie."
        ),
        "G7 No peel decides, so the tie stands: Ann, Bob and Cyd are equally mediocre.",
        "H1 Ann (1), Bob (1) and Cyd (1) have won most.",
    ] == reason_sentences(found_evening_standing)


def test_H1_whoever_was_in_a_game_that_counts_stands_in_the_evening() -> None:
    found_evening_standing = evening_standing([*won(("Ann",), ("Bob",)), (("Ann", "Cyd", "Dan"), ("Dan",))])
    assert {"Ann": 1, "Bob": 1, "Cyd": 0, "Dan": 1} == found_evening_standing.scores


@pytest.mark.parametrize(
    ("players", "who", "most"),
    [
        ("ABCDEF", "A, B, C, D, E and F", "A (1), B (1), C (1), D (1), E (1) and F (1)"),
        ("ABCDEFG", "7 players", "7 players (1)"),
    ],
)
def test_H1_six_players_are_named_and_seven_are_counted(players: str, who: str, most: str) -> None:
    assert [
        f"G5 Games won: 1; the middle is 1, and {who} have it: a tie.",
        f"G7 No peel decides, so the tie stands: {who} are equally mediocre.",
        f"H1 {most} have won most.",
    ] == reason_sentences(evening_standing([(tuple(players), tuple(players))]))


WINS = st.lists(st.lists(st.sampled_from(WHO), max_size=3, unique=True), max_size=9)


@given(WINS, st.permutations(WHO))
def test_H1_the_order_of_the_players_does_not_matter(games: list[list[str]], other: list[str]) -> None:
    one, two = (evening_standing([(tuple(who), tuple(game)) for game in games]) for who in (WHO, other))
    assert (one.scores, {*one.mediocre}, {*one.most}) == (two.scores, {*two.mediocre}, {*two.most})


@given(WINS)
def test_H1_wins_add_up(games: list[list[str]]) -> None:
    found_evening_standing = evening_standing(won(*map(tuple, games)))
    assert sum(map(len, games)) == sum(found_evening_standing.scores.values())
    assert all(
        found_evening_standing.scores[player] == max(found_evening_standing.scores.values())
        for player in found_evening_standing.most
    )
    assert bool(games) == bool(found_evening_standing.mediocre) == bool(found_evening_standing.most)
