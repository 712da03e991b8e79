"""How the scores of a level decide it: the middle of the distinct points (G5), and peeling (G6, G7)."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Protocol, Self

from companion.rules.median import middle
from companion.rules.results import Branch, DecidedBy, PlayerId

Gains = Mapping[PlayerId, int]
"""What a part brought to each of those who scored in it: a point, or more (G18)."""

MOST_NAMED = 6
"""The most players that one sentence about a standing names; more are counted."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How G5 decides a standing: the distinct scores, the middle ones, and the players who have those."""

    distinct: tuple[int, ...]
    middle: tuple[int, ...]
    contenders: tuple[PlayerId, ...]

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """The one player who wins, or nobody where it is a tie."""
        return self.contenders if len(self.middle) == len(self.contenders) == 1 else ()


@dataclass(frozen=True, slots=True)
class Peel:
    """One step of G6: the parts `first` to `last` (from 1) that still count, and their standing.

    All fields but `verdict` are the keys of the result document, in order.
    """

    first: int
    last: int
    scores: Mapping[PlayerId, int]
    winners: tuple[PlayerId, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class PeeledResult(Branch):
    """A level that G5 and G6 decide: the rule that decided it, and the peels tried."""

    decided_by: DecidedBy | None
    peels: tuple[Peel, ...] = ()


class Scored(Protocol):
    """A level, or an evening, with its scores; it may have been peeled."""

    @property
    def scores(self) -> Mapping[PlayerId, int]:
        """The scores over all parts."""


def deciding_scores(node: Scored) -> Mapping[PlayerId, int]:
    """Return the scores that decide a level: those of the peel with a winner (G6), or over all parts."""
    peels: Sequence[Peel] = getattr(node, "peels", ())
    return peels[-1].scores if peels and peels[-1].winners else node.scores


def judge(scores: Mapping[PlayerId, int]) -> Verdict:
    """Apply G5: equal scores count once, and a player alone in the middle wins."""
    distinct = tuple(sorted(set(scores.values())))
    central = middle(distinct)
    return Verdict(distinct, central, tuple(p for p, points in scores.items() if points in central))


class StandingTally:
    """A standing that is updated point by point, and knows at any time whether G5 decides it.

    An update costs time for the points given, where `judge` costs time for all players.
    """

    __slots__ = ("_count", "_distinct", "points")

    def __init__(self, points: Mapping[PlayerId, int]) -> None:
        self.points = dict(points)
        self._count = Counter(self.points.values())
        self._distinct = sorted(self._count)

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        other.points, other._count = self.points.copy(), self._count.copy()
        other._distinct = self._distinct.copy()
        return other

    @property
    def decided(self) -> bool:
        """Whether one player alone has the one middle value (G5)."""
        half, odd = divmod(len(self._distinct), 2)
        return odd == 1 and self._count[self._distinct[half]] == 1

    def change(self, gains: Gains, by: int) -> None:
        """Give what a part brought (`by` 1), or take it away (`by` -1)."""
        for player, gain in gains.items():
            before = self.points[player]
            self.points[player] = before + by * gain
            self._remove(before)
            self._insert(before + by * gain)

    def _remove(self, points: int) -> None:
        self._count[points] -= 1
        if not self._count[points]:
            del self._count[points]
            del self._distinct[bisect_left(self._distinct, points)]

    def _insert(self, points: int) -> None:
        if points not in self._count:
            insort(self._distinct, points)
        self._count[points] += 1


def peel_steps(scores: Mapping[PlayerId, int], parts: Sequence[Gains]) -> Iterator[Peel]:
    """Yield the steps of G6 until one decides or no part is left (G7).

    `parts` are what each part brought, and `scores` the standing over all of them. Every
    step subtracts the points of two parts, so that the cost is linear.
    """
    for first, last, tally in _peeled_tallies(scores, parts):
        verdict = judge(tally.points)
        yield Peel(first, last, dict(tally.points), verdict.winners, verdict)
        if verdict.winners:
            return


def peeling_decides(scores: Mapping[PlayerId, int], parts: Sequence[Gains]) -> bool:
    """Return whether any step of G6 decides, without building the steps."""
    return any(tally.decided for _, _, tally in _peeled_tallies(scores, parts))


def _peeled_tallies(
    scores: Mapping[PlayerId, int], parts: Sequence[Gains]
) -> Iterator[tuple[int, int, StandingTally]]:
    """Yield the first and last part that each peel leaves, and the tally of those, updated in place."""
    tally = StandingTally(scores)
    for first in range(1, (len(parts) + 1) // 2):
        last = len(parts) - first
        tally.change(parts[first - 1], -1)
        tally.change(parts[last], -1)
        yield first + 1, last, tally
