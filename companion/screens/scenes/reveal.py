"""The reveal of numbers: all fall on a line, equal ones are out, the others leave the light two by two."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import Leaf, ShowdownRound
from companion.screens import headings, reveals
from companion.screens.reveals import compared, numbers_of
from companion.screens.scenes.actors import Actor, Ranks, cast
from companion.screens.scenes.aim import aim_scene
from companion.screens.scenes.numbers import (
    LISTED,
    NumbersScene,
    disqualified,
    is_explained,
    revealed_numbers,
    sayings,
)
from companion.screens.scenes.scene import Scene
from companion.screens.scenes.showdown import showdown_scene

_FALL_ALL = 900  # ms until all have fallen, however many they are
_BOUNCE, _SHUFFLE, _REST, _RISE, _FLY = 700, 450, 200, 500, 650
_TICKS, _TICK = 1200, 420  # ms of all ticks, and of one at most
_READ = 120  # ms after the light in which the heading appears
_LONGEST = 5500
_EXPLAINED = 900  # ms more, if there is time, for what the first reveal explains


def times(pairs: int, *, some_out: bool, scores: bool, explained: bool = False) -> Mapping[str, int]:
    """Return when each phase begins, in ms, if so many pairs leave the light.

    `bounce`: equal numbers leave; `shuffle`: the others close up; `ticks`: pairs leave the light, one after
    each `each` ms; `light`: it turns gold, or out where nobody scores; `told`: the heading says it; `point`:
    a star flies to the score.
    """
    shuffle = _FALL_ALL + (_BOUNCE if some_out else 0)
    ticks = shuffle + _SHUFFLE + _REST
    each = min(_TICK, _TICKS // pairs) if pairs else 0
    light = ticks + each * pairs + _REST
    after = _RISE + _REST + _FLY + 100 if scores else _RISE + _REST
    if explained:
        light += max(0, min(_EXPLAINED, _LONGEST - light - after))
    return {
        "bounce": _FALL_ALL,
        "shuffle": shuffle,
        "ticks": ticks,
        "each": each,
        "light": light,
        "told": light + _READ,
        "point": light + _RISE + _REST,
        "length": light + after,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealScene(NumbersScene):
    """A round of numbers whose order decides."""

    kind: ClassVar[str] = "reveal"
    times: Mapping[str, int]
    ranks: Ranks

    @property
    def pairs(self) -> int:
        """How many times the light steps inwards."""
        return count_pairs(self.numbers.actors)


def number_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the last reveal, if it was one of numbers on a line."""
    leaf, rules = reveals.latest_leaf(game), game.record.rules
    line = rules.number_line
    if leaf is None or line is None:
        return
    if isinstance(leaf, ShowdownRound):
        yield showdown_scene(room, game, leaf, line)
    elif aim := rules.aim(leaf):
        yield aim_scene(room, game, leaf, line, aim)
    else:
        yield _reveal_scene(room, game, leaf, line)


def _reveal_scene(room: Room, game: GameState, leaf: Leaf, line: tuple[int, int]) -> RevealScene:
    """Return the last reveal, in which the order of the numbers decides."""
    rules = game.record.rules
    out = disqualified(rules, leaf)
    actors = cast(numbers_of(leaf), frozenset(leaf.winners), out, line, compared(rules, leaf))
    valid = [each for each in actors if each.role != "out"]
    pairs = count_pairs(actors)
    when = times(pairs, some_out=bool(out), scores=bool(leaf.winners), explained=is_explained(game))
    pace = when["length"] / LISTED if rules.takes_lists else 1.0
    phases = tuple(_phases(when, out=bool(out), pairs=pairs > 0))
    return RevealScene(
        key=headings.reveal_key(game),
        told=round(when["told"] / pace),
        length=round(when["length"] / pace),
        numbers=revealed_numbers(room, game, leaf, line, actors),
        sayings=tuple(sayings(game, phases, when["light"])),
        times=when,
        ranks=Ranks(len(valid), sum(each.role == "middle" for each in valid)),
        pace=pace,
    )


def count_pairs(actors: Iterable[Actor]) -> int:
    """Return how many times somebody leaves the light."""
    return max((each.tick + 1 for each in actors if each.role == "outer"), default=0)


def _phases(when: Mapping[str, int], *, out: bool, pairs: bool) -> Iterator[tuple[int, int]]:
    yield 0, 0
    if out:
        yield 1, when["bounce"]
    if pairs:
        yield 2, when["shuffle"]
        yield 3, (when["ticks"] + when["light"]) // 2
