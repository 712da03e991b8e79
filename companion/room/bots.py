"""Bots: players without a person, which choose by a simple strategy from what every player can see.

A bot gets a `BotSight` and nothing else, so that it cannot know hidden plays. All functions are pure, except
that they draw from the `rng` they get.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from statistics import median_low

from companion.i18n.messages import N_
from companion.rules.games.contract import Game
from companion.rules.plays import AllowedPlay, Call, Play
from companion.rules.results import Leaf
from companion.values import frozen


@frozen
class BotSight:
    """All that a bot knows: game, its allowed plays (its hand), the reveals (of long games the last)."""

    rules: Game
    allowed: AllowedPlay
    revealed: Sequence[Leaf]


ChooseFunction = Callable[[BotSight, Sequence[Play], Random], int]
"""Chooses an index of what a bot may play now, which is sorted, the lowest first."""


@frozen
class Strategy:
    """A way to choose: its key in the event log, its title, and the name of its bots.

    `has_middle`: its title speaks of the middle, so that it is offered where the game has one.
    """

    key: str
    title: str
    name: str
    choose: ChooseFunction
    has_middle: bool = False


_LEANS = (0.5, 0.3, 0.7)
"""Where in the range of a question bots answer, in turn: near the middle, low or high."""


def _value(rules: Game, play: Play) -> int:
    """Put a play on one scale; cards of one rank stand close together."""
    rank, suit = rules.sort_key(play)
    return 5 * rank + suit


def find_choices(rules: Game, allowed: AllowedPlay) -> Sequence[Play]:
    """Return what a bot may present, lowest first; there may be nothing."""
    choices = allowed.choices()
    return choices if isinstance(choices, range) else sorted(choices, key=partial(_value, rules))


def choose_play(strategy: str, sight: BotSight, rng: Random) -> Play:
    """Choose a bot's play; there must be a choice. A strategy that only a later release knows is random."""
    plays = find_choices(sight.rules, sight.allowed)
    return plays[STRATEGIES.get(strategy, STRATEGIES["random"]).choose(sight, plays, rng)]


def choose_answer(turn: int, allowed: AllowedPlay, rng: Random) -> Play:
    """Choose a bot's answer to a question from its range alone; it leans to one side by its `turn`."""
    plays = allowed.choices()
    lean = _LEANS[turn % len(_LEANS)]
    return plays[_near(int(_size(plays) * lean), plays, 0.12, rng)]


def choose_call(sight: BotSight, rng: Random) -> Call:
    """Call high or low as the leader (D5): high if the middle of the hand is above the plays so far."""
    plays, crowd = find_choices(sight.rules, sight.allowed), _shown(sight)
    if not plays or not crowd:
        return rng.choice(("high", "low"))
    own = _value(sight.rules, plays[_size(plays) // 2])
    return "high" if own >= median_low(_value(sight.rules, play) for play in crowd) else "low"


def _shown(sight: BotSight) -> Sequence[Play]:
    return [play for leaf in sight.revealed for play in leaf.plays.values()]


def _size(plays: Sequence[Play]) -> int:
    """Return how many there are; `len` does not count a range of a hundred digits."""
    return plays.stop - plays.start if isinstance(plays, range) else len(plays)


def _near(index: int, plays: Sequence[Play], spread: float, rng: Random) -> int:
    """Return an index near another one; `spread` is the standard deviation as a part of all there are."""
    return min(max(index + round(_size(plays) * rng.gauss(0, spread)), 0), _size(plays) - 1)


def _nearest(sight: BotSight, plays: Sequence[Play], play: Play) -> int:
    """Return the index of the choice nearest to a play of another player."""
    if isinstance(plays, range) and isinstance(play, int):
        return min(max(play - plays.start, 0), _size(plays) - 1)
    value = _value(sight.rules, play)
    return min(range(len(plays)), key=lambda index: abs(_value(sight.rules, plays[index]) - value))


def _middle(sight: BotSight, plays: Sequence[Play], rng: Random) -> int:
    """Choose near the middle; of bids near what the prize is worth."""
    worth = sight.allowed.worth
    if worth is None:
        return _near(_size(plays) // 2, plays, 0.05, rng)
    return _near(int(_size(plays) * worth), plays, 0.15, rng)


def _copycat(sight: BotSight, plays: Sequence[Play], rng: Random) -> int:
    """Choose near the play of a winner of the last round."""
    last = sight.revealed[-1] if sight.revealed else None
    won = [last.plays[player] for player in last.winners if player in last.plays] if last else []
    if not won:
        return _random(sight, plays, rng)
    return _near(_nearest(sight, plays, rng.choice(won)), plays, 0.03, rng)


def _random(_sight: BotSight, plays: Sequence[Play], rng: Random) -> int:
    return rng.randrange(_size(plays))


def _edge(_sight: BotSight, plays: Sequence[Play], rng: Random) -> int:
    """Choose near the lowest or the highest."""
    return _near(rng.choice((0, _size(plays) - 1)), plays, 0.07, rng)


def _crowd(sight: BotSight, plays: Sequence[Play], rng: Random) -> int:
    """Choose near the middle of all plays so far, or what numbers aimed at in the last round (G17)."""
    shown = sorted(_shown(sight), key=partial(_value, sight.rules))
    if not shown:
        return _middle(sight, plays, rng)
    target = sight.rules.mean_target(sight.revealed[-1])
    wanted = round(target.number) if target else shown[len(shown) // 2]
    return _near(_nearest(sight, plays, wanted), plays, 0.05, rng)


STRATEGIES: Mapping[str, Strategy] = {
    each_strategy.key: each_strategy
    for each_strategy in (
        Strategy("middle", N_("Always the middle"), "Middle Mia", _middle, has_middle=True),
        Strategy("copycat", N_("Copycat: near the last winner"), "Copycat Cleo", _copycat),
        Strategy("random", N_("Random"), "Random Rita", _random),
        Strategy("edge", N_("Edge: goes for the extremes"), "Edge Ed", _edge),
        Strategy(
            "crowd", N_("Crowd reader: the middle of all so far"), "Crowd Chris", _crowd, has_middle=True
        ),
    )
}
"""All strategies, by their keys."""


def strategies_for(rules: Game) -> Sequence[Strategy]:
    """Return the strategies that are offered for a game."""
    return [strategy for strategy in STRATEGIES.values() if rules.has_middle or not strategy.has_middle]


STAND_IN = "middle"
"""The strategy of the bot that plays on for a player who is gone."""
