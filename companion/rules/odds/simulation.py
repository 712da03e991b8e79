"""Random games and their tie-breaks, where exact chances would take too long (G6, G12, G16)."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Self

from companion.rules.odds.scorers import Chances
from companion.rules.results import PlayerId
from companion.rules.standing import Gains, StandingTally, judge

Draw = Callable[[Random], Gains]
"""Draws a random round: what it brings to each player who scores."""
Stay = Callable[[Sequence[PlayerId], Random], Sequence[PlayerId]]
"""Draws a random round of a showdown: takes the players still tied, and returns those who stay."""


class SimulatedGame:
    """A game while it is simulated: its rounds, and the standing over all of them."""

    def __init__(self, players: Iterable[PlayerId]) -> None:
        """Begin a game without any round."""
        self.rounds: list[Gains] = []
        self.tally = StandingTally(dict.fromkeys(players, 0))
        self.awarded = 0

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        other.rounds, other.tally = self.rounds.copy(), self.tally.copy()
        return other

    def add(self, gains: Gains) -> None:
        """Add a round."""
        self.rounds.append(gains)
        self.awarded += sum(gains.values())
        self.tally.change(gains, 1)

    def deciding_layer(self) -> int:
        """Return what decides: 0 for the standing (G5), 1 and up for that peel (G6), -1 for nothing."""
        if self.tally.decided:
            return 0
        tally, number = self.tally.copy(), len(self.rounds)
        for layer in range(1, (number + 1) // 2):
            tally.change(self.rounds[layer - 1], -1)
            tally.change(self.rounds[number - layer], -1)
            if tally.decided:
                return layer
        return -1

    @property
    def tied(self) -> tuple[PlayerId, ...]:
        """The players with middle points (G5)."""
        return judge(self.tally.points).contenders


def random_gains(players: Sequence[PlayerId], chances: Chances) -> Draw:
    """Return draws of rounds: `chances` decide how many score, and all players are equally likely to."""
    numbers = range(len(chances))

    def draw(chance: Random) -> Gains:
        return dict.fromkeys(chance.sample(players, chance.choices(numbers, chances)[0]), 1)

    return draw


def added_rounds(game: SimulatedGame, draw: Draw, chance: Random, *, peels: bool, most: int) -> int:
    """Play a tied game on (G12); return how many rounds that adds, `most` if it takes so many or more."""
    for number in range(1, most):
        game.add(draw(chance))
        if game.tally.decided or (peels and game.deciding_layer() >= 0):
            return number
    return most


def showdown_rounds(tied: Sequence[PlayerId], stay: Stay, chance: Random, *, most: int) -> int:
    """Play a showdown (G16); return how many rounds it takes, `most` if it takes so many or more."""
    for number in range(1, most):
        tied = stay(tied, chance)
        if len(tied) == 1:
            return number
    return most


@dataclass(frozen=True, slots=True)
class Lengths:
    """How many rounds something took in simulated games: in half of them, and in nine of ten, at most.

    `most` is where the simulation stopped: a length of so many means that or more. `games` is how many games
    were simulated.
    """

    half: int
    most_of_ten: int
    mean: float
    most: int
    games: int


def lengths(taken: Sequence[int], most: int) -> Lengths | None:
    """Sum up how many rounds simulated games took; None if there are none."""
    if not taken:
        return None
    ordered = sorted(taken)
    ninth = ordered[min(len(ordered) - 1, (9 * len(ordered)) // 10)]
    return Lengths(ordered[(len(ordered) - 1) // 2], ninth, sum(ordered) / len(ordered), most, len(ordered))
