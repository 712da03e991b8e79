"""How many players score in a round whose middle scores, when all pick alike (G3, G4): exact chances.

The numbers that count are those that exactly one player has picked. If none is, nobody scores; if they are
odd in number, one player does, and otherwise two. So it takes the chance that there are none, and that they
are even in number. Both are coefficients of a product over the numbers of the range (an exponential
generating function), which Cauchy's formula gives to nearly all digits of a float, also for thousands.
"""

from cmath import exp as complex_exp
from cmath import log as complex_log
from collections import Counter
from math import exp, lgamma, log, pi, sqrt

from companion.rules.odds.crowd import Crowd

Chances = tuple[float, ...]
"""The chance that nobody scores, that one player does, two, and so on. They add up to 1."""

_SMALL = 1e-4


def scorer_chances(crowd: Crowd, players: int) -> Chances:
    """Return the chances that nobody, one and two score, of so many players."""
    none = _single_numbers(crowd, players, 0)
    even = (1 + _single_numbers(crowd, players, -1)) / 2
    found = (max(0.0, none), max(0.0, 1 - even), max(0.0, even - none))
    return tuple(chance / sum(found) for chance in found)


def parity_chances(players: int) -> Chances:
    """Return the same where no two numbers are alike: everybody counts."""
    if not players:
        return 1.0, 0.0, 0.0
    return (0.0, 1.0, 0.0) if players % 2 else (0.0, 0.0, 1.0)


def circle(players: int) -> tuple[int, float]:
    """Return how many points of a circle are enough for Cauchy's formula, and the scale of its mean.

    The radius is the number of players, around which the terms are largest.
    """
    points = int(9 * sqrt(players)) + 16
    return points, exp(lgamma(players + 1) - players * log(players) + players) / points


def _single_numbers(crowd: Crowd, players: int, value: int) -> float:
    """Return the mean of `value` to the power of how many numbers exactly one player has picked."""
    points, scale = circle(players)
    times: Counter[float] = Counter()
    for weight, count in crowd.runs:
        times[weight] += count
    total = 0.0
    for point in range(points // 2 + 1):
        turn = 2j * pi * point / points
        at = players * complex_exp(turn)
        exponent = -turn * players - players
        exponent += sum(count * _log_factor(weight * at, value) for weight, count in times.items() if weight)
        both = 1 if point in (0, points / 2) else 2  # the other half of the circle is its mirror image
        total += both * complex_exp(exponent).real
    return total * scale


def _log_factor(weight: complex, value: int) -> complex:
    """Return the logarithm of one number's factor: any players pick it, and one counts as `value`."""
    less = 1 - value
    if abs(weight) > _SMALL:
        return complex_log(complex_exp(weight) - less * weight)
    small = (1 - less) * weight + weight * weight / 2 + weight**3 / 6
    return small - small * small / 2 + small**3 / 3
