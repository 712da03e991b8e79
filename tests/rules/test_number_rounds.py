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
    found = rounds.score_round(plays, tuple(plays), RULES[scoring])
    return found.winners, found.disqualified


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


def test_G3_two_or_more_with_the_same_number_are_disqualified_and_left_out_of_the_median():
    found = play(1, 90, 90, 5, 7, 1, 90)
    assert ("Ann", "Bob", "Cem", "Fay", "Gil") == found.disqualified
    assert ("Dee", "Eve") == found.winners


@pytest.mark.parametrize("scoring", ["median", "mean"])
@pytest.mark.parametrize(("players", "most"), [(3, 6), (4, 5), (5, 3)])
def test_G3_G4_G10_every_round_with_small_numbers_agrees_with_a_second_implementation(players, most, scoring):
    for numbers in product(range(-1, most), repeat=players):
        found = play(*numbers, scoring=scoring)
        assert [PLAYERS[place] for place in naive(numbers, scoring)] == list(found.winners)
        alike = [who for who, n in zip(PLAYERS, numbers, strict=False) if numbers.count(n) > 1]
        assert alike == list(found.disqualified)


def test_G8_absent_players_do_not_affect_the_round_and_without_any_nobody_scores():
    found, empty = play(1, None, 2, None, 3), play(None, None, None)
    assert (("Cem",), {"Ann": 1, "Cem": 2, "Eve": 3}) == (found.winners, found.plays)
    assert ((), {}) == (empty.winners, empty.plays)


def test_results_keep_the_order_of_the_players_for_any_order_of_plays():
    plays = {"Dee": 3, "Bob": 2, "Ann": 1, "Cem": 4}
    found = score_round(plays, PLAYERS[:4], "median")
    assert ["Ann", "Bob", "Cem", "Dee"] == list(found.plays)
    assert ("Bob", "Dee") == found.winners
    found = score_round({"Ann": 1, "Zoe": 2}, ("Zoe", "Ann"), "median")
    assert (["Zoe", "Ann"], ("Zoe", "Ann")) == (list(found.plays), found.winners)
    found = score_round({"Dee": 3, "Bob": 3, "Ann": 1, "Cem": 4}, PLAYERS[:4], "median")
    assert ("Bob", "Dee") == found.disqualified


numbers = st.dictionaries(st.sampled_from(PLAYERS), st.integers(-4, 4))
scorings = st.sampled_from(["median", "mean"])


@settings(deadline=None)
@given(numbers, scorings, st.randoms(use_true_random=False))
def test_the_order_of_the_players_does_not_matter(plays, scoring, chance):
    shuffled = list(plays.items())
    chance.shuffle(shuffled)
    winners, disqualified = find_scorers(dict(shuffled), scoring)
    assert (set(winners), set(disqualified)) == tuple(map(set, find_scorers(plays, scoring)))


@settings(deadline=None)
@given(numbers, scorings, st.integers())
def test_G9_nothing_changes_when_all_numbers_shift(plays, scoring, by):
    assert find_scorers(plays, scoring) == find_scorers({who: n + by for who, n in plays.items()}, scoring)


@settings(deadline=None)
@given(numbers)
def test_G9_the_median_is_the_same_from_above_as_from_below(plays):
    assert find_scorers(plays, "median") == find_scorers({who: -n for who, n in plays.items()}, "median")


@settings(deadline=None)
@given(numbers, scorings)
def test_G3_without_the_disqualified_the_same_players_score(plays, scoring):
    winners, disqualified = find_scorers(plays, scoring)
    left = {who: number for who, number in plays.items() if who not in disqualified}
    assert (winners, ()) == find_scorers(left, scoring)


@settings(deadline=None)
@given(numbers)
def test_G4_one_player_scores_of_an_odd_number_and_two_of_an_even_one(plays):
    winners, disqualified = find_scorers(plays, "median")
    left = len(plays) - len(disqualified)
    assert (0 if not left else 2 - left % 2) == len(winners)


@settings(deadline=None)
@given(numbers, scorings)
def test_the_reasons_give_the_points_to_those_who_score(plays, scoring):
    found = score_round(plays, PLAYERS, scoring)
    given = [reason for reason in found.reasons if "middle" in reason.values]
    assert [set(found.winners)] == [set(reason.players) for reason in given]


@settings(deadline=None)
@given(numbers, scorings)
def test_every_player_is_named_in_exactly_one_reason_of_a_round(plays, scoring):
    reasons = score_round(plays, PLAYERS, scoring).reasons
    assert sorted(PLAYERS) == sorted(who for reason in reasons for who in reason.players)


@pytest.mark.parametrize(
    ("scoring", "numbers", "reasons"),
    [
        (
            "median",
            (1, 90, 90, 5, 7, None, 90),
            """Bob, Cem and Gil all picked 90: disqualified.
            5 is in the middle of the 3 numbers that count: 1 point for Dee.
            Ann (1) is below the middle: no point.
            Eve (7) is above the middle: no point.
            Fay showed no number: no point.""",
        ),
        (
            "median",
            (-1, 2, 3, 4, 5, 6),
            """3 and 4 are in the middle of the 6 numbers that count: 1 point each for Cem and Dee.
            Ann (−1) and Bob (2) are below the middle: no point.
            Eve (5) and Fay (6) are above the middle: no point.""",
        ),
        (
            "median",
            (50, 50, 7, 7),
            """Cem and Dee both picked 7: disqualified.
            Ann and Bob both picked 50: disqualified.
            No number is left, so nobody scores.""",
        ),
        (
            "median",
            (9, 9, 1, 4),
            """Ann and Bob both picked 9: disqualified.
            1 and 4 are the only numbers left: 1 point each for Cem and Dee.""",
        ),
        (
            "mean",
            (1, 2, 3, 4),
            """The mean is 2½, and 2 and 3 are equally close to it: 1 point each for Bob and Cem.
            Ann (1) and Dee (4) are farther from the mean: no point.""",
        ),
        (
            "mean",
            (0, 1, 100),
            """The mean is 33 2/3, and 1 is closest to it: 1 point for Bob.
            Ann (0) and Cem (100) are farther from the mean: no point.""",
        ),
        (
            "mean",
            (0, 1, 40, 100, 2),
            """The mean is 28 3/5, and 40 is closest to it: 1 point for Cem.
            Ann (0), Bob (1), Eve (2) and Dee (100) are farther from the mean: no point.""",
        ),
    ],
)
def test_G3_G4_G8_G10_the_reasons_of_a_round(scoring, numbers, reasons):
    found = play(*numbers, scoring=scoring).reasons
    assert [line.strip() for line in reasons.splitlines()] == [reason.sentence() for reason in found]


def test_every_reason_cites_its_rule():
    def rules(*numbers, scoring):
        return [reason.rule for reason in play(*numbers, scoring=scoring).reasons]

    assert ["G3", "G4", "G4", "G4", "G8"] == rules(9, 9, 1, 2, 3, None, scoring="median")
    assert ["G3", "G10", "G10", "G8"] == rules(9, 9, 1, 2, 3, None, scoring="mean")
    assert ["G10"] == rules(1, 2, scoring="mean")


def test_the_reasons_contain_their_values():
    median, mean = play(1, 2, 3).reasons[0], play(1, 2, 6, scoring="mean").reasons[0]
    assert {"count": 3, "middle": (2,)} == median.values
    assert {"count": 3, "mean": 3, "middle": (2,)} == mean.values
