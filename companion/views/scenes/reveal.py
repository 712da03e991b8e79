"""The reveal of numbers: all fall on a line, equal ones are out, the others leave the light two by two."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import ShowdownRound
from companion.views import reveals
from companion.views.reveals import compared, numbers_of
from companion.views.scenes.actors import Actor, Ranks, cast
from companion.views.scenes.numbers import (
    LISTED,
    NumbersScene,
    disqualified,
    is_explained,
    revealed_numbers,
    sayings,
)
from companion.views.scenes.scene import Scene

_FALL_ALL = 900  # ms until all have fallen, however many they are
_BOUNCE, _SHUFFLE, _REST, _RISE, _FLY = 700, 450, 200, 500, 650
_TICKS, _TICK = 1200, 420  # ms of all ticks, and of one at most
_READ = 120  # ms after the light in which the heading appears
_LONGEST = 5500
_EXPLAINED = 900  # ms more, if there is time, for what the first reveal explains


@dataclass(frozen=True, slots=True)
class Times:
    """When each phase of a reveal begins, in ms: the only place where that is known.

    `bounce`: equal numbers leave; `shuffle`: the others close up; `ticks`: pairs leave the light, one after
    each `each` ms; `light`: it turns gold, or out where nobody scores; `point`: a star flies to the score.
    """

    bounce: int
    shuffle: int
    ticks: int
    each: int
    light: int
    told: int
    point: int
    length: int


def times(pairs: int, *, some_out: bool, scores: bool, explained: bool = False) -> Times:
    """Return when everything happens, if so many pairs leave the light."""
    shuffle = _FALL_ALL + (_BOUNCE if some_out else 0)
    ticks = shuffle + _SHUFFLE + _REST
    each = min(_TICK, _TICKS // pairs) if pairs else 0
    light = ticks + each * pairs + _REST
    after = _RISE + _REST + _FLY + 100 if scores else _RISE + _REST
    if explained:
        light += max(0, min(_EXPLAINED, _LONGEST - light - after))
    return Times(
        bounce=_FALL_ALL,
        shuffle=shuffle,
        ticks=ticks,
        each=each,
        light=light,
        told=light + _READ,
        point=light + _RISE + _REST,
        length=light + after,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealScene(NumbersScene):
    """A round of numbers whose order decides."""

    kind: ClassVar[str] = "reveal"
    times: Times
    ranks: Ranks

    @property
    def pairs(self) -> int:
        """How many times the light steps inwards."""
        return count_pairs(self.numbers.actors)


def reveal_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the last reveal, if it was one of numbers on a line whose order decides."""
    leaf, rules = reveals.latest_leaf(game), game.record.rules
    if leaf is None or rules.number_line is None or isinstance(leaf, ShowdownRound):
        return
    if rules.aim(leaf) is not None:
        return
    plays, out = numbers_of(leaf), disqualified(rules, leaf)
    actors = cast(plays, frozenset(leaf.winners), out, rules.number_line, compared(rules, leaf))
    valid = [each for each in actors if each.role != "out"]
    lit = Ranks(len(valid), sum(each.role == "middle" for each in valid))
    pairs = count_pairs(actors)
    when = times(pairs, some_out=bool(out), scores=bool(leaf.winners), explained=is_explained(game))
    pace = when.length / LISTED if rules.takes_lists else 1.0
    yield RevealScene(
        key=reveals.reveal_key(game),
        told=round(when.told / pace),
        length=round(when.length / pace),
        numbers=revealed_numbers(room, game, leaf, rules.number_line, actors),
        sayings=tuple(sayings(game, tuple(_phases(when, out=bool(out), pairs=pairs > 0)), when.light)),
        times=when,
        ranks=lit,
        pace=pace,
    )


def count_pairs(actors: Iterable[Actor]) -> int:
    """Return how many times somebody leaves the light."""
    return max((each.tick + 1 for each in actors if each.role == "outer"), default=0)


def _phases(when: Times, *, out: bool, pairs: bool) -> Iterator[tuple[int, int]]:
    yield 0, 0
    if out:
        yield 1, when.bounce
    if pairs:
        yield 2, when.shuffle
        yield 3, (when.ticks + when.light) // 2
