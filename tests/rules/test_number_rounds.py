"""One round of numbers: who is disqualified, who scores, and why (G1, G3, G4, G8, G10)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.games.good_enough import rounds
from companion.rules.games.good_enough.game import GoodEnough

PLAYERS = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gil")

RULES = {scoring: GoodEnough(scoring=scoring) for scoring in ("median", "mean")}


def score_round(plays, players, scoring):
    return rounds.score_round(plays, players, RULES[scoring])


def find_scorers(plays, scoring):
    found_round = rounds.score_round(plays, tuple(plays), RULES[scoring])
    return found_round.winners, found_round.disqualified


def play(*numbers, scoring="median"):
    """Score a round of these numbers by Ann, Bob and so on; None is an absence."""
    players = PLAYERS[: len(numbers)]
    plays = {p: number for p, number in zip(players, numbers, strict=True) if number is not None}
    return score_round(plays, players, scoring)


def naive(numbers, scoring):
    """Score numbers in another way: return the indexes of those who score."""
    left = [number for number in numbers if 1 == numbers.count(number)]
    if "mean" == scoring:
        mean = Fraction(sum(left), max(len(left), 1))
        least = min((abs(number - mean) for number in left), default=None)
        return [
            place for place, number in enumerate(numbers) if number in left and abs(number - mean) == least
        ]
    while len(left) > 2:
        left.remove(min(left))
        left.remove(max(left))
    return [place for place, number in enumerate(numbers) if number in left]


HUGE = 10**30


@pytest.mark.parametrize(
    ("scoring", "numbers", "winners"),
    [
        ("median", (9, 9, 9, 1, 100), "Dee Eve"),  # two, one or none are left after disqualification
        ("median", (9, 9, 9, 9, 1), "Eve"),
        ("median", (9, 9, 9, 9, 9), ""),
        ("median", (50, 50, 7, 7), ""),
        ("median", (0, 1, 40, 100, 2), "Eve"),
        ("mean", (0, 1, 40, 100, 2), "Cem"),
        ("mean", (1, 2, 3, 4), "Bob Cem"),  # equally close
        ("mean", (100, 100, 0, 3, 7), "Dee"),  # without the disqualified
        ("mean", (), ""),
        ("mean", (HUGE, HUGE + 1, HUGE + 2), "Bob"),  # where floating point is not exact
        ("mean", (0, 3 * HUGE + 1), "Ann Bob"),
    ],
)
def test_G4_G10_the_middle_of_what_counts_or_the_closest_to_its_mean_scores(scoring, numbers, winners):
    assert tuple(winners.split()) == play(*numbers, scoring=scoring).winners


@pytest.mark.parametrize("scoring", ["median", "mean"])
@pytest.mark.parametrize(("players", "most"), [(3, 6), (4, 5), (5, 3)])
def test_G3_G4_G10_every_round_with_small_numbers_agrees_with_a_second_implementation(players, most, scoring):
    for numbers in product(range(-1, most), repeat=players):
        found_play = play(*numbers, scoring=scoring)
        assert [PLAYERS[place] for place in naive(numbers, scoring)] == list(found_play.winners)
        alike = [who for who, n in zip(PLAYERS, numbers, strict=False) if numbers.count(n) > 1]
        assert alike == list(found_play.disqualified)


def test_G8_absent_players_do_not_affect_the_round_and_without_any_nobody_scores():
    found, empty = play(1, None, 2, None, 3), play(None, None, None)
    assert (("Cem",), {"Ann": 1, "Cem": 2, "Eve": 3}) == (found.winners, found.plays)
    assert ((), {}) == (empty.winners, empty.plays)


def test_results_keep_the_order_of_the_players_for_any_order_of_plays():
    plays = {"Dee": 3, "Bob": 2, "Ann": 1, "Cem": 4}
    found_round = score_round(plays, PLAYERS[:4], "median")
    assert ["Ann", "Bob", "Cem", "Dee"] == list(found_round.plays)
    assert ("Bob", "Dee") == found_round.winners
    found_round = score_round({"Dee": 3, "Bob": 3, "Ann": 1, "Cem": 4}, PLAYERS[:4], "median")
    assert ("Bob", "Dee") == found_round.disqualified


numbers = st.dictionaries(st.sampled_from(PLAYERS), st.integers(-4, 4))
scorings = st.sampled_from(["median", "mean"])


@settings(deadline=None)
@given(numbers, scorings, st.integers(), st.randoms(use_true_random=False))
def test_G3_G9_neither_order_nor_shift_nor_the_disqualified_change_who_scores(plays, scoring, by, chance):
    winners, out = find_scorers(plays, scoring)
    shuffled = find_scorers(dict(chance.sample([*plays.items()], len(plays))), scoring)
    assert ({*winners}, {*out}) == ({*shuffled[0]}, {*shuffled[1]})
    assert (winners, out) == find_scorers({who: n + by for who, n in plays.items()}, scoring)
    assert (winners, ()) == find_scorers({who: n for who, n in plays.items() if who not in out}, scoring)
    mirrored = find_scorers({who: -n for who, n in plays.items()}, "median")
    assert mirrored == find_scorers(plays, "median")


@settings(deadline=None)
@given(numbers, scorings)
def test_every_player_is_named_in_exactly_one_reason_of_a_round(plays, scoring):
    found_round = score_round(plays, PLAYERS, scoring)
    assert sorted(PLAYERS) == sorted(who for reason in found_round.reasons for who in reason.players)
    given_ = [reason for reason in found_round.reasons if "middle" in reason.values]
    assert [set(found_round.winners)] == [set(reason.players) for reason in given_]


def test_the_reasons_contain_their_values():
    median, mean = play(1, 2, 3).reasons[0], play(1, 2, 6, scoring="mean").reasons[0]
    assert {"count": 3, "middle": (2,)} == median.values
    assert {"count": 3, "mean": 3, "middle": (2,)} == mean.values
