"""How people pick who all know the game: the symmetric equilibrium of one round (G3, G4).

In it all players pick alike, and none could score more often by picking otherwise. It is found by letting
what scores more often than the average be picked more often, round after round, from random picks on
(replicator dynamics). The middle of the range is nothing special but for that start: the same crowd anywhere
else is an equilibrium too.
"""

from cmath import exp
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import pi
from random import Random

from companion.rules.odds.crowd import Crowd, crowd_of
from companion.rules.odds.scorers import circle

Scores = Callable[[Sequence[int]], Sequence[int]]
"""Takes the numbers of all players; returns the places of those who score."""

MOST_PLAYERS = 60
"""The most players whose equilibrium is worked out exactly."""
_NUMBERS = 161
"""The most numbers that are looked at, around the middle of the range."""
_STEPS, _SAMPLED_STEPS = 120, 80
_STEADY = 12
"""The most players with whom a whole step is taken; with more it would overshoot."""
_SAMPLES = 30
_NEGLIGIBLE = 1e-6
_RARELY = 1 / 200
"""The share of the picks that may lie outside the crowd."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """An equilibrium: how everybody picks, and how often each player then scores.

    `gain` is by how much a player could raise that chance at most: the error of the method. `is_exact` says
    whether the chances were worked out, or estimated from random rounds.
    """

    crowd: Crowd
    scoring: float
    gain: float
    is_exact: bool

    def bounds(self) -> tuple[int, int]:
        """Return the first and the last number of the crowd: but for 1 in 200, all pick one from there."""
        picks = [(number, chance) for number, chance in self.crowd.chances().items() if chance]
        outside = 0.0
        while len(picks) > 1:
            ends = {end: picks[end][1] for end in (0, -1)}
            if abs(ends[0] - ends[-1]) < min(ends.values()) * 1e-3 and len(picks) > 2:
                outside += ends[0] + ends[-1]
                cut = picks[1:-1]
            else:
                end = min(ends, key=lambda each: ends[each])
                outside += ends[end]
                cut = picks[1:] if end == 0 else picks[:-1]
            if outside > _RARELY:
                break
            picks = cut
        return picks[0][0], picks[-1][0]


@lru_cache(maxsize=64)
def median_equilibrium(low: int, high: int, players: int) -> Equilibrium:
    """Return the equilibrium of a round whose middle scores, for up to `MOST_PLAYERS` players."""
    first, last = _window(low, high)
    weights = [1 / (last - first + 1)] * (last - first + 1)
    power = min(1.0, _STEADY / players)
    for _ in range(_STEPS):
        weights = _after(weights, scoring_chances(weights, players), power)
        weights = [(one + other) / 2 for one, other in zip(weights, reversed(weights), strict=True)]
    chances = scoring_chances(weights, players)
    mean = _mean(weights, chances)
    return Equilibrium(crowd_of(first, weights), mean, max(0.0, max(chances) - mean), is_exact=True)


def sampled_equilibrium(low: int, high: int, players: int, scores: Scores) -> Equilibrium:
    """Return the equilibrium of a round with any rule of scoring, estimated from random rounds."""
    chance = Random(players)  # noqa: S311 - a forecast, not a secret
    first, last = _window(low, high)
    count = last - first + 1
    weights = [1 / count] * count
    total = [0.0] * count
    for step in range(_SAMPLED_STEPS):
        chances = sampled_chances(crowd_of(first, weights), players, scores, chance, _SAMPLES)
        weights = _after(weights, [each + 0.05 for each in chances], 1.0)
        if step * 2 >= _SAMPLED_STEPS:
            total = [one + other for one, other in zip(total, weights, strict=True)]
    crowd = crowd_of(first, total)
    chances = sampled_chances(crowd, players, scores, chance, 20 * _SAMPLES)
    mean = _mean(list(crowd.chances().values()), chances)
    return Equilibrium(crowd, mean, max(0.0, max(chances) - mean), is_exact=False)


def scoring_chances(weights: Sequence[float], players: int) -> list[float]:
    """Return for each number how often a player scores with it whose opponents pick by the weights: exactly.

    A player scores (G4) if nobody else picks that number, and the numbers that count below it and above it
    differ by one at most in how many they are. Both are powers in a product over all numbers; Cauchy's
    formula, on one circle for the players and one for that difference, gives the coefficients wanted.
    """
    picked = [at for at, weight in enumerate(weights) if weight]
    ends = range(max(0, picked[0] - 1), min(len(weights), picked[-1] + 2))
    inner = _inner_chances([weights[at] for at in ends], players)
    before, after = ends.start, len(weights) - ends.stop
    return [inner[0]] * before + inner + [inner[-1]] * after


def _inner_chances(weights: Sequence[float], players: int) -> list[float]:
    """Return the chances where no number far outside the crowd is left: they are all alike."""
    others = players - 1
    points, scale = circle(others)
    turns = players + 1
    found = [0.0] * len(weights)
    for point in range(points // 2 + 1):
        turn = 2j * pi * point / points
        at = others * exp(turn)
        both = 1 if point in (0, points / 2) else 2
        phase = both * exp(-turn * others) * scale / turns
        nobody = [exp(-weight * others).real for weight in weights]
        factors = [
            (exp(weight * (at - others)) - weight * at * absent, weight * at * absent, absent)
            for weight, absent in zip(weights, nobody, strict=True)
        ]
        for step in range(turns):
            tilt = exp(2j * pi * step / turns)
            near = phase * (1 + 2 * tilt.real)  # the differences -1, 0 and 1
            _add_products(found, factors, tilt, near)
    return [max(0.0, each) for each in found]


def _add_products(
    found: list[float], factors: Sequence[tuple[complex, complex, float]], tilt: complex, near: complex
) -> None:
    """Add for each number the product over those below it, itself, and those above it.

    The factors of a number: any but one player pick it, one does, and nobody does.
    """
    back = 1 / tilt
    above = [near]
    for other, one, _ in reversed(factors[1:]):
        above.append(above[-1] * (other + one * back))
    below: complex = 1.0
    for at, (other, one, nobody) in enumerate(factors):
        found[at] += (below * above[-1 - at]).real * nobody
        below *= other + one * tilt


def sampled_chances(crowd: Crowd, players: int, scores: Scores, chance: Random, samples: int) -> list[float]:
    """Return for each number how often a player scores with it, among random opponents of this crowd."""
    weights = crowd.chances()
    wanted = [number for number, weight in weights.items() if weight > 1e-6]
    found = dict.fromkeys(weights, 0)
    for _ in range(samples):
        others = crowd.picks(players - 1, chance)
        taken = set(others)
        for number in wanted:
            if number not in taken and players - 1 in scores([*others, number]):
                found[number] += 1
    return [found[number] / samples for number in weights]


def _window(low: int, high: int) -> tuple[int, int]:
    """Return the numbers that are looked at: all, or those around the middle."""
    if high - low < _NUMBERS:
        return low, high
    middle = (low + high) // 2
    return middle - _NUMBERS // 2, middle + _NUMBERS // 2


def _after(weights: Sequence[float], chances: Sequence[float], power: float) -> list[float]:
    """Return the weights after one step: each grows with how often its number scores."""
    grown = [weight * each**power for weight, each in zip(weights, chances, strict=True)]
    total = sum(grown) or 1.0
    return [weight / total if weight > _NEGLIGIBLE * total else 0.0 for weight in grown]


def _mean(weights: Sequence[float], chances: Sequence[float]) -> float:
    return sum(weight * chance for weight, chance in zip(weights, chances, strict=True))
