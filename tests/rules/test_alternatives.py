"""Which numbers would have scored, compared with trying every number by the rules as they are written."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.games.good_enough.alternatives import RoundScoring, scoring_ranges

NAMES = "abcdefgh"


def values(plays: Mapping[str, int], scoring: RoundScoring) -> dict[str, Fraction]:
    """Return the numbers that count: all that nobody shares (G3), or all with their fractions (G19)."""
    if scoring.turn is not None:
        k = len(plays)
        return {p: n + Fraction((i + scoring.turn) % k, k) for i, (p, n) in enumerate(plays.items())}
    times = Counter(plays.values())
    return {p: Fraction(n) for p, n in plays.items() if times[n] == 1}


def targets(counting: Mapping[str, Fraction], scoring: RoundScoring) -> list[Fraction]:
    """Return the middle value or values (G4), or the multiple of the mean (G10, G17)."""
    ordered = sorted(counting.values())
    if scoring.factor is not None:
        return [scoring.factor * sum(ordered) / len(ordered)]
    return [ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]]


def scores(player: str, plays: Mapping[str, int], scoring: RoundScoring) -> bool:
    """Return whether a player scores in a round, or stays in a round of a showdown (G16)."""
    counting = values(plays, scoring)
    if scoring.tied is not None and player not in scoring.tied:
        return False
    rivals = [p for p in counting if scoring.tied is None or p in scoring.tied]
    if not rivals:
        return scoring.tied is not None
    aims = targets(counting, scoring)
    away = {p: min(abs(counting[p] - aim) for aim in aims) for p in rivals}
    return away.get(player) == min(away.values())


def tried(player: str, plays: Mapping[str, int], scoring: RoundScoring) -> tuple[range, ...]:
    """Return the same as `scoring_ranges` by trying every number."""
    found: list[range] = []
    for number in range(scoring.low, scoring.high + 1):
        if scores(player, {**plays, player: number}, scoring):
            if found and found[-1].stop == number:
                found[-1] = range(found[-1].start, number + 1)
            else:
                found.append(range(number, number + 1))
    return tuple(found)


FACTORS = st.sampled_from([None, *map(Fraction, ("1", "0.8", "2/3", "1/10", "3/2", "1.7", "2"))])


@st.composite
def rounds(draw: st.DrawFn) -> tuple[dict[str, int], RoundScoring]:
    low = draw(st.integers(-6, 3))
    high = low + draw(st.integers(1, 14))
    players = NAMES[: draw(st.integers(0, len(NAMES)))]
    plays = {player: draw(st.integers(low, high)) for player in players}
    turn = draw(st.none() | st.integers(1, 9))
    tied = draw(st.none() | st.sets(st.sampled_from(NAMES), min_size=1))
    return plays, RoundScoring(low, high, draw(FACTORS), turn, tied)


@given(rounds())
def test_the_ranges_are_the_numbers_that_score_when_each_is_tried(
    each: tuple[dict[str, int], RoundScoring],
) -> None:
    plays, scoring = each
    for player, ranges in scoring_ranges(plays, scoring, NAMES).items():
        assert ranges == tried(player, plays, scoring), player


@pytest.mark.parametrize(
    ("plays", "player", "expected"),
    [
        ({"a": 24, "b": 37, "c": 41, "d": 64}, "d", (range(25, 37), range(38, 41))),
        ({"a": 24, "b": 41, "c": 64}, "c", (range(25, 41),)),
        ({"a": 10, "b": 50, "c": 50, "d": 90}, "b", (range(11, 50), range(51, 90))),
        ({"a": 7, "b": 7, "c": 7}, "a", (range(7), range(8, 101))),
        ({"a": 3}, "a", (range(101),)),
    ],
)
def test_of_the_numbers_next_to_the_middle_those_that_are_taken_do_not_score(
    plays: dict[str, int], player: str, expected: tuple[range, ...]
) -> None:
    assert scoring_ranges(plays, RoundScoring(0, 100), [player])[player] == expected


def test_a_range_may_have_more_numbers_than_can_be_tried() -> None:
    far = 10**100
    plays = {"a": -far, "b": 5, "c": far}
    assert scoring_ranges(plays, RoundScoring(-far, far), ["b"])["b"] == (range(1 - far, far),)
    mean = scoring_ranges(plays, RoundScoring(-far, far, Fraction(2, 3)), ["b"])["b"]
    assert all(
        scores("b", {**plays, "b": n}, RoundScoring(-far, far, Fraction(2, 3)))
        for n in (mean[0][0], mean[0][-1])
    )
    assert not scores("b", {**plays, "b": mean[0].stop}, RoundScoring(-far, far, Fraction(2, 3)))
