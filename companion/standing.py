"""How a standing decides a level: the middle of the distinct points (G5), and peeling (G6, G7)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.median import middle
from companion.score import Player


@dataclass(frozen=True, slots=True)
class Verdict:
    """What G5 says of a standing: the distinct values, the middle ones, and who has those."""

    distinct: tuple[int, ...]
    middle: tuple[int, ...]
    contenders: tuple[Player, ...]

    @property
    def winners(self) -> tuple[Player, ...]:
        """The one player who wins outright, or nobody where it is a tie."""
        return self.contenders if len(self.middle) == len(self.contenders) == 1 else ()


@dataclass(frozen=True, slots=True)
class Peel:
    """One step of G6: the parts `first` to `last` (from 1) that are left, and their standing.

    The fields but `verdict` are the keys of the written result, in order.
    """

    first: int
    last: int
    scores: Mapping[Player, int]
    winners: tuple[Player, ...]
    verdict: Verdict


def judge(scores: Mapping[Player, int]) -> Verdict:
    """Apply G5: duplicate points count once, and one player alone in the middle wins."""
    distinct = tuple(sorted(set(scores.values())))
    central = middle(distinct)
    return Verdict(distinct, central, tuple(p for p, points in scores.items() if points in central))


def peels(scores: Mapping[Player, int], parts: Sequence[Sequence[Player]]) -> Iterator[Peel]:
    """Yield the steps of G6 until one decides or no part would be left (G7).

    `parts` names those who got a point in each part, and `scores` is the standing over all of them,
    so that every step only takes the points of two parts away: the cost is linear.
    """
    left = dict(scores)
    for first in range(1, (len(parts) + 1) // 2):
        last = len(parts) - first
        for player in (*parts[first - 1], *parts[last]):
            left[player] -= 1
        verdict = judge(left)
        yield Peel(first + 1, last, dict(left), verdict.winners, verdict)
        if verdict.winners:
            return
