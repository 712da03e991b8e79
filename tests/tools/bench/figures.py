"""Statistics of measurements."""

import math
import statistics
from collections.abc import Sequence


def median(values: Sequence[float]) -> float:
    """Return the middle value, or the mean of the two in the middle."""
    return statistics.median(values)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest of the values that at least so many percent do not exceed (nearest rank)."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(len(ranked) * percent / 100) - 1)]


def middles(numbers: Sequence[int]) -> frozenset[int]:
    """Return which numbers win a round of It's Good Enough: the middle of those that one player sent.

    Worked out here once more, and not by the rules that are measured.
    """
    once = sorted(number for number in set(numbers) if numbers.count(number) == 1)
    return frozenset({once[(len(once) - 1) // 2], once[len(once) // 2]}) if once else frozenset()
