"""How standings decide a level (G5, G6, G7)."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.standing import judge, peel_steps

PLAYERS = "ABCD"


def parts(*winners):
    return [tuple(each) for each in winners]


def gains(found):
    return [dict.fromkeys(part, 1) for part in found]


def points(found):
    return {player: sum(player in part for part in found) for player in PLAYERS}


def naive_winner(scores):
    """Find the winner of a standing in another way: remove the outermost values in pairs."""
    values = set(scores.values())
    while len(values) > 2:
        values -= {min(values), max(values)}
    if 2 == len(values):
        return None
    have = [player for player, value in scores.items() if value in values]
    return have[0] if 1 == len(have) else None


def test_G5_the_only_player_with_a_single_middle_value_wins():
    verdict = judge({"Alice": 1, "Bob": 2, "Carol": 3, "Dave": 3})
    assert ((1, 2, 3), (2,), ("Bob",), ("Bob",)) == (
        verdict.distinct,
        verdict.middle,
        verdict.contenders,
        verdict.winners,
    )


def test_G5_two_players_with_the_middle_value_tie():
    verdict = judge({"A": 0, "B": 1, "C": 1, "D": 2})
    assert (("B", "C"), ()) == (verdict.contenders, verdict.winners)


def test_G5_with_two_middle_values_all_players_with_either_tie():
    verdict = judge({"A": 0, "B": 3, "C": 1, "D": 2, "E": 2})
    assert ((1, 2), ("C", "D", "E"), ()) == (verdict.middle, verdict.contenders, verdict.winners)


def test_G5_with_two_middle_values_two_single_players_tie_too():
    assert () == judge({"A": 0, "B": 1}).winners


def test_G5_every_standing_of_four_players_agrees_with_a_second_implementation():
    for standing in product(range(5), repeat=4):
        scores = dict(zip(PLAYERS, standing, strict=True))
        winner = naive_winner(scores)
        assert ((winner,) if winner else ()) == judge(scores).winners


def test_G6_each_peel_leaves_out_two_more_outer_rounds():
    rounds = parts("A", "B", "", "C", "D", "A", "B")
    found = list(peel_steps(points(rounds), gains(rounds)))
    assert [(2, 6), (3, 5), (4, 4)] == [(peel.first, peel.last) for peel in found]
    assert {"A": 1, "B": 1, "C": 1, "D": 1} == found[0].scores


def test_G6_peeling_stops_at_the_first_peel_that_decides():
    rounds = parts("C", "A", "A", "B", "")
    assert () == judge(points(rounds)).winners
    assert [(2, 4, ("B",))] == [
        (p.first, p.last, p.winners) for p in peel_steps(points(rounds), gains(rounds))
    ]


@pytest.mark.parametrize(("count", "steps"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3)])
def test_G7_peeling_continues_while_at_least_one_round_is_left(count, steps):
    rounds = parts(*[""] * count)
    assert steps == len(list(peel_steps(points(rounds), gains(rounds))))


@settings(deadline=None)
@given(st.lists(st.sets(st.sampled_from(PLAYERS), max_size=2), max_size=9))
def test_G6_peeling_equals_rescoring_the_shortened_game(winners):
    rounds = parts(*winners)
    found = list(peel_steps(points(rounds), gains(rounds)))
    for number, peel in enumerate(found, 1):
        left = points(rounds[number:-number])
        assert left == peel.scores
        assert (number + 1, len(rounds) - number) == (peel.first, peel.last)
        assert judge(left) == peel.verdict
        assert judge(left).winners == peel.winners
    assert [] == [peel for peel in found[:-1] if peel.winners]
