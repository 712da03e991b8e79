"""Bots: players without a person, which choose by a simple strategy from what every player can see.

A bot gets a `BotSight` and nothing else, so that it cannot know hidden plays. All functions are pure, except
that they draw from the `rng` they get.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import median_low

from companion.i18n.messages import N_
from companion.rules.games.contract import Game
from companion.rules.results import AllowedPlay, Call, Leaf, Play


@dataclass(frozen=True, slots=True)
class BotSight:
    """All that a bot knows: the game, its own allowed plays (its hand), and what was revealed so far.

    Of a long game, `revealed` holds only the last rounds.
    """

    rules: Game
    allowed: AllowedPlay
    revealed: Sequence[Leaf]


@dataclass(frozen=True, slots=True)
class _Range:
    """The whole numbers of a range, however wide."""

    low: int
    high: int

    @property
    def size(self) -> int:
        return self.high - self.low + 1

    def at(self, index: int) -> Play:
        return self.low + index

    def nearest(self, play: Play) -> int:
        """Return the index of the choice nearest to a play of another player."""
        return min(max(play, self.low), self.high) - self.low if isinstance(play, int) else 0


@dataclass(frozen=True)
class _Plays:
    """Some plays, whose values depend on the game."""

    rules: Game
    plays: Sequence[Play]

    @cached_property
    def _values(self) -> tuple[int, ...]:
        return tuple(_value(self.rules, play) for play in self.plays)

    @property
    def size(self) -> int:
        return len(self.plays)

    def at(self, index: int) -> Play:
        return self.plays[index]

    def nearest(self, play: Play) -> int:
        value = _value(self.rules, play)
        return min(range(self.size), key=lambda index: abs(self._values[index] - value))


BotChoices = _Range | _Plays
"""What a bot may play now, lowest first: a strategy chooses an index from 0 to `size` - 1."""

ChooseFunction = Callable[[BotSight, BotChoices, Random], int]


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to choose: its key in the event log, its title, and the name of its bots."""

    key: str
    title: str
    name: str
    choose: ChooseFunction


def _value(rules: Game, play: Play) -> int:
    """Put a play on one scale; cards of one rank stand close together."""
    rank, suit = rules.sort_key(play)
    return 5 * rank + suit


def find_choices(rules: Game, allowed: AllowedPlay) -> BotChoices:
    """Return what a bot may present, lowest first; there may be nothing."""
    choices = allowed.choices()
    if isinstance(choices, range):
        return _Range(choices.start, choices.stop - 1)
    return _Plays(rules, sorted(choices, key=lambda play: _value(rules, play)))


def choose_play(strategy: str, sight: BotSight, rng: Random) -> Play:
    """Choose a bot's play; there must be a choice."""
    found = find_choices(sight.rules, sight.allowed)
    return found.at(_strategy(strategy).choose(sight, found, rng))


def choose_list(strategy: str, sight: BotSight, rng: Random, many: int) -> tuple[Play, ...]:
    """Choose the list of numbers that a bot submits for `many` rounds (G14)."""
    found, choose = find_choices(sight.rules, sight.allowed), _strategy(strategy).choose
    return tuple(found.at(choose(sight, found, rng)) for _ in range(many))


def choose_call(sight: BotSight, rng: Random) -> Call:
    """Call high or low as the leader (D5): high if the middle of the hand is above the plays so far."""
    found, crowd = find_choices(sight.rules, sight.allowed), _shown(sight)
    if not found.size or not crowd:
        return rng.choice(("high", "low"))
    own = _value(sight.rules, found.at(found.size // 2))
    return "high" if own >= median_low(_value(sight.rules, each) for each in crowd) else "low"


def _strategy(key: str) -> Strategy:
    """Return a strategy; the random one for a key that only a later release knows."""
    return STRATEGIES.get(key, STRATEGIES["random"])


def _shown(sight: BotSight) -> Sequence[Play]:
    return [each for leaf in sight.revealed for each in leaf.plays.values()]


def _near(index: int, size: int, spread: float, rng: Random) -> int:
    """Return an index near another one; `spread` is the standard deviation as a part of `size`."""
    return min(max(index + round(size * rng.gauss(0, spread)), 0), size - 1)


def _middle(_sight: BotSight, found: BotChoices, rng: Random) -> int:
    return _near(found.size // 2, found.size, 0.05, rng)


def _copycat(sight: BotSight, found: BotChoices, rng: Random) -> int:
    """Choose near the play of a winner of the last round."""
    last = sight.revealed[-1] if sight.revealed else None
    won = [last.plays[player] for player in last.winners] if last else []
    return _near(found.nearest(rng.choice(won)), found.size, 0.03, rng) if won else _random(sight, found, rng)


def _random(_sight: BotSight, found: BotChoices, rng: Random) -> int:
    return rng.randrange(found.size)


def _edge(_sight: BotSight, found: BotChoices, rng: Random) -> int:
    """Choose near the lowest or the highest."""
    return _near(rng.choice((0, found.size - 1)), found.size, 0.07, rng)


def _crowd(sight: BotSight, found: BotChoices, rng: Random) -> int:
    """Choose near the middle of all plays so far, or what numbers aimed at in the last round (G17)."""
    shown = sorted(_shown(sight), key=lambda each: _value(sight.rules, each))
    if not shown:
        return _middle(sight, found, rng)
    aim = sight.rules.aim(sight.revealed[-1])
    wanted = round(aim.target) if aim else shown[len(shown) // 2]
    return _near(found.nearest(wanted), found.size, 0.05, rng)


STRATEGIES: Mapping[str, Strategy] = {
    each.key: each
    for each in (
        Strategy("middle", N_("Always the middle"), "Middle Mia", _middle),
        Strategy("copycat", N_("Copycat: near the last winner"), "Copycat Cleo", _copycat),
        Strategy("random", N_("Random"), "Random Rita", _random),
        Strategy("edge", N_("Edge: goes for the extremes"), "Edge Ed", _edge),
        Strategy("crowd", N_("Crowd reader: the middle of all so far"), "Crowd Chris", _crowd),
    )
}
"""All strategies, by their keys."""

STAND_IN = "middle"
"""The strategy of the bot that plays on for a player who is gone."""
