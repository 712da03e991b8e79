"""How standings decide a level (G5, G6, G7)."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.standing import judge, middle, peel_steps
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
