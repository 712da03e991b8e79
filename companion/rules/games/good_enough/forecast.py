"""How likely a tie is in It's Good Enough (G7), and how long playing on would take (G12).

Found by simulation, in which all players pick at random. The seed is fixed, so that a forecast never varies.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from companion.i18n.messages import Count, Text, translate
from companion.rules.games.good_enough.inputs import start_problems
from companion.rules.games.good_enough.levels import Level, game_length
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.rounds import find_scorers
from companion.rules.results import Leaf, PlayerId

FARTHEST = 100
"""The most rounds that a simulated game adds."""

_PLAYS, _STEPS = 8_000, 12_000
"""The most plays and scoring steps of a forecast, so that it is ready at once."""

_SHARES = [(part, whole) for whole in (2, 3, 4, 5, 10, 20) for part in range(1, whole)]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to expect of one innermost game.

    `tie` is the chance of a tie (0 to 1), None where hardly anybody scores. `further` is the mean number of
    rounds added where it ties, None for more than `FARTHEST` or without ties.
    """

    players: int
    options: GoodEnoughOptions
    tie: float | None
    further: float | None

    def sentence(self) -> str:
        """Return the forecast as a sentence, in the current language."""
        about: dict[str, object] = {"players": self.players, "length": self._length}
        if self.tie is None:
            return translate("{players} players and {length}: hardly anybody will score.", **about)
        if self.tie < 0.025:
            return translate("{players} players and {length}: hardly any game ends in a tie.", **about)
        about |= {"share": _share(self.tie), "further": _further(self.further)}
        if self.options.plays_on:
            return translate(
                "{players} players and {length}: a tie comes up in {share}; expect {further} more then.",
                **about,
            )
        return translate(
            "{players} players and {length}: a tie stands in {share}; with play on expect {further} more.",
            **about,
        )

    @property
    def _length(self) -> Count:
        if self.options.points_target is not None:
            return Count(self.options.points_target, "{n} point", "{n} points")
        return Count(self.options.rounds, "{n} round", "{n} rounds")


def _share(chance: float) -> Text:
    """Write a chance as a share: `19 games of 20`."""
    if chance > 0.975:
        return Text("nearly every game")
    part, whole = min(_SHARES, key=lambda share: abs(share[0] / share[1] - chance))
    return Text("{games} of {whole}", {"games": Count(part, "{n} game", "{n} games"), "whole": whole})


def _further(rounds: float | None) -> Text:
    """Write how many rounds are added, if that is known."""
    if rounds is None:
        return Text("more than {rounds} rounds", {"rounds": FARTHEST})
    return Text("about {rounds}", {"rounds": Count(max(1, round(rounds)), "{n} round", "{n} rounds")})


@lru_cache(maxsize=256)
def forecast(players: int, rules: GoodEnoughOptions) -> Forecast:
    """Forecast one innermost game of so many players; raises `Refused` if they cannot play it."""
    names = tuple(map(str, range(players)))
    for problem in start_problems(rules, names, ()):
        raise problem.refused
    added = list(_games(rules, names, Random(0)))  # noqa: S311 - a forecast, not a secret
    ties = [rounds for rounds in added if rounds]
    return Forecast(players, rules, len(ties) / len(added) if added else None, _mean(ties))


def _mean(added: Sequence[int]) -> float | None:
    """Return the mean of the rounds added; None without ties, or where too many games reached `FARTHEST`."""
    far = sum(rounds >= FARTHEST for rounds in added)
    return sum(added) / len(added) if added and far * 4 < len(added) else None


def _games(rules: GoodEnoughOptions, names: Sequence[PlayerId], chance: Random) -> Iterator[int]:
    """Play games until the steps are used up; yield how many rounds each added."""
    sizes = _sizes(rules, names, chance)
    on = replace(rules, tie_break="peel+sudden-death" if rules.peels else "sudden-death")
    length = game_length(on, len(names))
    steps = 0
    while steps < _STEPS:
        level = Level(0, length, on, names)
        while not level.add(_round(chance.sample(names, chance.choice(sizes)))) and level.added < FARTHEST:
            steps += _cost(level, len(names))
            if steps > 2 * _STEPS:
                if level.added:
                    yield FARTHEST
                return
        steps += len(names) // 4
        yield level.added


def _cost(level: Level, players: int) -> int:
    """Estimate the steps of a round; an added one also looks at all players and peels all rounds."""
    return 1 + (players + len(level.parts)) // 4 if level.added else 1


def _sizes(rules: GoodEnoughOptions, names: Sequence[PlayerId], chance: Random) -> list[int]:
    """Play single rounds, and return how many players score in each.

    Where all pick at random, every player is equally likely to score. So a game can draw its scorers by lot,
    and needs only their number.
    """
    low, high = (1, rules.cards) if rules.cards else (rules.low, rules.high)
    found = []
    for _ in range(max(20, _PLAYS // len(names))):
        if rules.cards:
            numbers = chance.sample(range(low, high + 1), len(names))
        else:
            numbers = [chance.randint(low, high) for _ in names]
        found.append(len(find_scorers(dict(zip(names, numbers, strict=True)), rules)[0]))
    return found


def _round(winners: Sequence[PlayerId]) -> Leaf:
    return Leaf(kind="round", winners=tuple(winners), finished=True, plays={})
