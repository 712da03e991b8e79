"""What to expect of one innermost game: what decides it, and how long a tie lasts (G5 to G7, G12, G16)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from statistics import mean

from companion.rules.games.good_enough.levels import LevelLength, game_length
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.random_rounds import names, number_draw, size_chances, stays
from companion.rules.odds.crowd import Crowd
from companion.rules.odds.decisions import Decisions, decisions, estimated
from companion.rules.odds.scorers import Chances
from companion.rules.odds.simulation import (
    Draw,
    Lengths,
    SimulatedGame,
    added_rounds,
    lengths,
    random_gains,
    showdown_rounds,
)

_FEWEST = 50
"""The fewest games that are simulated, but for crowds."""
_LONGEST = 99
"""The most rounds of a game that is simulated: longer ones are taken to end alike."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work an outlook may be: states of exact chances, and rounds and plays to simulate.

    `longest` is the longest tie-break that is followed.
    """

    states: int
    rounds: int
    plays: int
    longest: int
    most_players: int
    """The most players for whom sudden death is simulated; with more it lasts too long."""


QUICK = Effort(states=260, rounds=400, plays=1200, longest=40, most_players=12)
THOROUGH = Effort(states=3000, rounds=12_000, plays=24_000, longest=100, most_players=60)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What to expect: how many score in a round, what decides, and how many rounds a tie adds.

    `rounds` is how long the game is on average. `sudden_death` follows a tie that the standing leaves (G12),
    `after_peels` one that the peels leave too; and so do the showdowns (G16). None where it is not known.
    """

    scorers: Chances
    rounds: float
    decisions: Decisions
    sudden_death: Lengths | None
    after_peels: Lengths | None
    showdown: Lengths | None


@lru_cache(maxsize=128)
def outlook(rules: GoodEnoughOptions, players: int, crowd: Crowd, effort: Effort = QUICK) -> Outlook:
    """Return what to expect of so many players of this crowd; they must be able to play.

    In longer games than are simulated nothing else is to be expected.
    """
    scorers = size_chances(rules, players, crowd, max(40, effort.plays // (4 * players)))
    draw = (
        random_gains(names(players), scorers)
        if rules.points == "one"
        else number_draw(rules, names(players), crowd)
    )
    length, chance = game_length(rules, players), Random(players)  # noqa: S311 - a forecast, not a secret
    exact = None
    if rules.points == "one" and length.target is None and (length.parts or 0) <= _LONGEST:
        exact = decisions(scorers, players, length.parts or 0, effort.states)
    simulated = _Simulated(players, length, draw, chance, effort)
    found = exact or simulated.decisions()
    return Outlook(
        scorers,
        simulated.rounds if length.target is not None else float(length.parts or 0),
        found,
        simulated.added(peels=False) if "sudden-death" in rules.tie_break else None,
        simulated.added(peels=True),
        _showdown(rules, players, crowd, found, effort),
    )


class _Simulated:
    """Simulated games of one length."""

    def __init__(self, players: int, length: LevelLength, draw: Draw, chance: Random, effort: Effort) -> None:
        self._players, self._draw, self._chance = players, draw, chance
        self._length, self._effort = length, effort
        self._most = min(effort.longest, length.most - (length.parts or 0) if length.most else effort.longest)
        self._layers: list[tuple[int, SimulatedGame]] = []
        self._steps = 0

    def _games(self) -> Iterator[tuple[int, SimulatedGame]]:
        """Yield what decides each simulated game, and the game, until the effort is used up."""
        yield from self._layers
        fewest = _FEWEST if self._players <= _FEWEST else 1
        while self._steps < self._effort.rounds or len(self._layers) < fewest:
            game = SimulatedGame(names(self._players))
            while len(game.rounds) < min(self._length.parts or _LONGEST, _LONGEST):
                game.add(self._draw(self._chance))
                if self._length.target is not None and game.awarded >= self._length.target:
                    break
            self._steps += len(game.rounds) + self._players // 8
            self._layers.append((game.deciding_layer(), game))
            yield self._layers[-1]

    @property
    def rounds(self) -> float:
        """How many rounds a game has on average."""
        return mean(len(game.rounds) for _, game in self._games())

    def decisions(self) -> Decisions:
        """Return what decides the games."""
        found = [(layer, len(game.tied)) for layer, game in self._games()]
        return estimated(found, max(0, *(layer for layer, _ in found)))

    def added(self, *, peels: bool) -> Lengths | None:
        """Return how many rounds sudden death adds to the games that tie; None where that takes too long."""
        if self._players > self._effort.most_players:
            return None
        taken, steps = [], 0
        for layer, game in self._games():
            if layer == 0 or (peels and layer > 0):
                continue
            again = game.copy()
            most = self._most + 1 if self._length.most else self._most
            added = added_rounds(again, self._draw, self._chance, peels=peels, most=most)
            taken.append(min(added, self._most))
            steps += added * (1 + len(again.rounds) // 8 if peels else 1)
            if steps > self._effort.rounds:
                break
        return lengths(taken, self._most)


def _showdown(
    rules: GoodEnoughOptions, players: int, crowd: Crowd, found: Decisions, effort: Effort
) -> Lengths | None:
    """Return how many rounds a showdown takes; None where there can be none."""
    if rules.entry != "each-round" or not found.ties:
        return None
    most = min(effort.longest, 3 + effort.plays // players)
    everybody, chance = names(players), Random(players)  # noqa: S311 - a forecast, not a secret
    stay, taken, plays = stays(rules, everybody, crowd), [], 0
    numbers, weights = list(found.ties), list(found.ties.values())
    while plays < effort.plays:
        tied = everybody[: chance.choices(numbers, weights)[0]]
        taken.append(showdown_rounds(tied, stay, chance, most=most))
        plays += taken[-1] * players
    return lengths(taken, most)
