"""How a standing decides a level: the middle of the distinct points (G5), and peeling (G6, G7)."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Self

from companion.rules.median import middle
from companion.rules.results import Branch, DecidedBy, PlayerId


@dataclass(frozen=True, slots=True)
class Verdict:
    """What G5 says of a standing: the distinct values, the middle ones, and who has those."""

    distinct: tuple[int, ...]
    middle: tuple[int, ...]
    contenders: tuple[PlayerId, ...]

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """The one player who wins outright, or nobody where it is a tie."""
        return self.contenders if len(self.middle) == len(self.contenders) == 1 else ()


@dataclass(frozen=True, slots=True)
class Peel:
    """One step of G6: the parts `first` to `last` (from 1) that are left, and their standing.

    The fields but `verdict` are the keys of the written result, in order.
    """

    first: int
    last: int
    scores: Mapping[PlayerId, int]
    winners: tuple[PlayerId, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class PeeledResult(Branch):
    """A level that the middle of its standing decides: how it was decided, and the peels tried (G5, G6)."""

    decided_by: DecidedBy | None
    peels: tuple[Peel, ...] = ()


def judge(scores: Mapping[PlayerId, int]) -> Verdict:
    """Apply G5: duplicate points count once, and one player alone in the middle wins."""
    distinct = tuple(sorted(set(scores.values())))
    central = middle(distinct)
    return Verdict(distinct, central, tuple(p for p, points in scores.items() if points in central))


class StandingTally:
    """A standing that changes a point at a time and always knows whether G5 decides it.

    Judging anew after every added round would cost as much as there are players each time; this
    costs as much as there are points given.
    """

    __slots__ = ("_distinct", "_having", "points")

    def __init__(self, points: Mapping[PlayerId, int]) -> None:
        self.points = dict(points)
        self._having = Counter(self.points.values())
        self._distinct = sorted(self._having)

    def copied(self) -> Self:
        """Return another tally of the same standing: what changes there leaves this one alone."""
        other = copy(self)
        other.points, other._having = self.points.copy(), self._having.copy()
        other._distinct = self._distinct.copy()
        return other

    @property
    def decided(self) -> bool:
        """Whether one player alone has the one middle value (G5)."""
        half, odd = divmod(len(self._distinct), 2)
        return odd == 1 and self._having[self._distinct[half]] == 1

    def change(self, players: Iterable[PlayerId], by: int) -> None:
        """Give each of the players a point (`by` 1), or take one away (`by` -1)."""
        for player in players:
            before = self.points[player]
            self.points[player] = before + by
            self._leave(before)
            self._enter(before + by)

    def _leave(self, points: int) -> None:
        self._having[points] -= 1
        if not self._having[points]:
            del self._having[points]
            del self._distinct[bisect_left(self._distinct, points)]

    def _enter(self, points: int) -> None:
        if points not in self._having:
            insort(self._distinct, points)
        self._having[points] += 1


def peel_steps(scores: Mapping[PlayerId, int], parts: Sequence[Sequence[PlayerId]]) -> Iterator[Peel]:
    """Yield the steps of G6 until one decides or no part would be left (G7).

    `parts` names those who got a point in each part, and `scores` is the standing over all of them,
    so that every step only takes the points of two parts away: the cost is linear.
    """
    for first, last, left in _peeled(scores, parts):
        verdict = judge(left.points)
        yield Peel(first, last, dict(left.points), verdict.winners, verdict)
        if verdict.winners:
            return


def peeling_decides(scores: Mapping[PlayerId, int], parts: Sequence[Sequence[PlayerId]]) -> bool:
    """Whether any step of G6 decides: the answer of `peels` without the steps."""
    return any(left.decided for _, _, left in _peeled(scores, parts))


def _peeled(
    scores: Mapping[PlayerId, int], parts: Sequence[Sequence[PlayerId]]
) -> Iterator[tuple[int, int, StandingTally]]:
    """Yield the first and the last part that each peel leaves, with one tally that goes along."""
    left = StandingTally(scores)
    for first in range(1, (len(parts) + 1) // 2):
        last = len(parts) - first
        left.change(parts[first - 1], -1)
        left.change(parts[last], -1)
        yield first + 1, last, left
