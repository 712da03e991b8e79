"""How people pick a number: the chance of each number of a range."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from random import Random

_WIDEST = 6
"""How many standard deviations from its middle a crowd still has anybody."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """How every player picks, independently of the others: runs of numbers from `low` on, without gaps.

    Each run is the chance of each of its numbers, and how many numbers it has. So a range can be of any size.
    """

    low: int
    runs: tuple[tuple[float, int], ...]

    @property
    def meeting(self) -> float:
        """The chance that two players pick the same number."""
        return sum(weight * weight * count for weight, count in self.runs)

    def single(self, players: int) -> float:
        """Return the chance that a player picks a number that none of the others picks."""
        return sum(weight * count * (1 - weight) ** (players - 1) for weight, count in self.runs)

    def chances(self) -> dict[int, float]:
        """Return the chance of every number; only for small ranges."""
        single = [weight for weight, count in self.runs for _ in range(count)]
        return dict(enumerate(single, self.low))

    def picks(self, players: int, chance: Random) -> list[int]:
        """Let the players pick."""
        if len(self.runs) == 1:
            return [self.low + int(chance.random() * self.runs[0][1]) for _ in range(players)]
        first = [self.low, *accumulate((count for _, count in self.runs), initial=self.low)][1:]
        masses = [weight * count for weight, count in self.runs]
        runs = chance.choices(range(len(masses)), masses, k=players)
        return [first[run] + int(chance.random() * self.runs[run][1]) for run in runs]


def random_crowd(low: int, high: int) -> Crowd:
    """Return players who pick any number of the range with the same chance."""
    count = high - low + 1
    return Crowd(low, ((1 / count, count),))


def crowd_of(low: int, weights: Sequence[float]) -> Crowd:
    """Return players who pick each number from `low` on in proportion to its weight."""
    total = sum(weights)
    return Crowd(low, tuple((weight / total, 1) for weight in weights))


def bell_crowd(low: int, high: int, deviation: float, share: float = 1.0) -> Crowd:
    """Return players who crowd around the middle of the range, in a bell curve.

    `deviation` is its standard deviation. Only a `share` of the picks does so; the others are random.
    """
    middle, reach = (low + high) // 2, int(_WIDEST * deviation) + 1
    first, last = max(low, middle - reach), min(high, middle + reach)
    centre = (low + high) / 2 if high - low < 2**50 else middle
    bell = [exp(-(((number - centre) / deviation) ** 2) / 2) for number in range(first, last + 1)]
    total, rest = sum(bell), (1 - share) / (high - low + 1)
    ends = ((rest, first - low), (rest, high - last))
    inner = tuple((share * weight / total + rest, 1) for weight in bell)
    return Crowd(low, tuple(run for run in (ends[0], *inner, ends[1]) if run[1]))
