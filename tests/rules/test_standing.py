"""How standings decide a level (G5, G6, G7)."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.standing import judge, peel_steps
from tests.support.naive_numbers import middle_of

PLAYERS = "ABCD"


def points(rounds):
    return {player: sum(player in each for each in rounds) for player in PLAYERS}


def peeled(rounds):
    """Peel rounds that have these winners."""
    return list(peel_steps(points(rounds), [dict.fromkeys(each, 1) for each in rounds]))


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
    found = judge(scores)
    assert (distinct, middle) == (found.distinct, found.middle)
    assert (tuple(contenders), tuple(winners)) == (found.contenders, found.winners)


def test_G5_every_standing_of_four_players_agrees_with_a_second_implementation():
    for standing in product(range(5), repeat=4):
        scores = dict(zip(PLAYERS, standing, strict=True))
        assert tuple(map(tuple, middle_of(scores))) == (judge(scores).winners, judge(scores).contenders)


def test_G6_each_peel_leaves_out_two_more_outer_rounds():
    found = peeled(["A", "B", "", "C", "D", "A", "B"])
    assert [(2, 6), (3, 5), (4, 4)] == [(peel.first, peel.last) for peel in found]
    assert {"A": 1, "B": 1, "C": 1, "D": 1} == found[0].scores


def test_G6_peeling_stops_at_the_first_peel_that_decides():
    rounds = ["C", "A", "A", "B", ""]
    assert () == judge(points(rounds)).winners
    assert [(2, 4, ("B",))] == [(peel.first, peel.last, peel.winners) for peel in peeled(rounds)]


@pytest.mark.parametrize(("count", "steps"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3)])
def test_G7_peeling_continues_while_at_least_one_round_is_left(count, steps):
    assert steps == len(peeled([""] * count))


@settings(deadline=None)
@given(st.lists(st.sets(st.sampled_from(PLAYERS), max_size=2), max_size=9))
def test_G6_peeling_equals_rescoring_the_shortened_game(rounds):
    found = peeled(rounds)
    for number, peel in enumerate(found, 1):
        left = points(rounds[number:-number])
        assert left == peel.scores
        assert (number + 1, len(rounds) - number) == (peel.first, peel.last)
        assert judge(left) == peel.verdict
        assert judge(left).winners == peel.winners
    assert [] == [peel for peel in found[:-1] if peel.winners]
