"""A tie that is peeled (G6): rounds are columns, points are stars, and the dark takes the outer rounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.i18n.messages import N_, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import Kind
from companion.rules.standing import PeeledResult, judge
from companion.screens import headings
from companion.screens.endings import standing_steps
from companion.screens.hidden_scores import hides_scores
from companion.screens.podium import StandingGuest, label_of_scores, standing_guests
from companion.screens.scenes.scene import Scene, Telling
from companion.screens.scenes.titles import halt_scene

_READ = 1500  # ms for which the whole standing is shown first
_PEEL = 3000  # ms for a peel that is shown at full length
_SOON = 400  # ms for one of many: fast, but no more than 3 changes a second
_REST = 1200  # ms for which the last standing is shown
_LONGEST = 15_000  # ms for all of it
_LIT = 2000  # ms after a peel begins until the middle of its standing is lit
_UNHURRIED = 3  # peels that are all shown at full length

_MOST_ROWS = 10  # with more players the last row counts the others
_MOST_COLUMNS = 120  # parts that have a column; with more there is only the standing
_MOST_BOXES = 7
_MOST_GUESTS = 4  # in a box; more are counted


@dataclass(frozen=True, slots=True)
class Box:
    """Players with the same points; at both ends of a long standing, with points of several values."""

    label: str
    guests: tuple[StandingGuest, ...]
    more: int
    central: bool


@dataclass(frozen=True, slots=True)
class Layer:
    """One standing, numbered from 0: the parts `first` to `last` count, and those outside of them are dark.

    `at` is when the layer before it is peeled off, and `pace` how long this takes until the next, in ms.
    """

    number: int
    heading: str
    first: int
    last: int
    boxes: tuple[Box, ...]
    decides: bool
    at: int
    pace: int

    @property
    def parts(self) -> int:
        """How many parts count."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Sum:
    """A player's points in the layers `first` to `last` (from 0)."""

    points: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class TieRow:
    """A player with the parts that gave a point (from 1), and the sums that they have in the layers."""

    guest: StandingGuest
    stars: tuple[int, ...]
    sums: tuple[Sum, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TieScene(Scene):
    """A tie that is peeled; `more` counts the players who have no row, `columns` the parts (0: not shown)."""

    kind: ClassVar[str] = "tie"
    telling: ClassVar[Telling] = "part"
    kicker: str
    stands: str
    """The kicker after the last layer, where the tie stands; empty if a layer decides."""
    columns: int
    rows: tuple[TieRow, ...]
    more: int
    layers: tuple[Layer, ...]

    @property
    def labelled(self) -> tuple[int, ...]:
        """The parts whose number is written: all that have room, always the first and the last."""
        every = next(step for most, step in _LABELLED.items() if self.columns <= most)
        between = (
            number for number in range(every, self.columns, every) if self.columns - number > every / 2
        )
        return tuple(dict.fromkeys((1, *between, self.columns)))

    def layer_of(self, column: int) -> int:
        """Return the layer that takes the light from a part; 0: none does."""
        taking = (index for index, layer in enumerate(self.layers) if not layer.first <= column <= layer.last)
        return next(taking, 0)


_LABELLED: Mapping[int, int] = {20: 1, 60: 5, _MOST_COLUMNS: 10}
"""With at most so many columns, every how manyth has its number written."""


def tie_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield a title and the peels of every level that ended with the last reveal by them, innermost first.

    What a showdown decides afterwards has been peeled before it.
    """
    parts = [part for _, part in reversed(headings.latest_parts(game))]
    for depth, level in enumerate([*parts, game.score.root]):
        if not isinstance(level, PeeledResult) or hides_scores(room, game):
            continue
        if level.peels and not level.showdown:
            goes_on = level is game.score.root and game.next_round is not None
            halt, tie = (f"{headings.reveal_key(game, what)}-{depth}" for what in ("halt", "tie"))
            lead = translate(_LEADS[level.parts[0].kind])
            yield halt_scene(room, halt, translate("A tie"), lead, level.scores)
            yield _tie_scene(room, level, tie, goes_on)


def _tie_scene(room: Room, level: PeeledResult, key: str, goes_on: bool) -> TieScene:
    kind, parts = level.parts[0].kind, len(level.parts)
    shown = shown_layers(len(level.peels))
    layers = tuple(_layers(room, level, shown))
    seats = _seats_in_rows(level)
    return TieScene(
        key=key,
        told=layers[-1].at + _LIT,
        length=layers[-1].at + layers[-1].pace + _REST,
        kicker=translate(_KICKERS[kind]),
        stands="" if layers[-1].decides else _undecided(goes_on),
        columns=parts if parts <= _MOST_COLUMNS else 0,
        rows=tuple(_row(room, level, seat, shown) for seat in seats),
        more=len(level.scores) - len(seats),
        layers=layers,
    )


def _undecided(goes_on: bool) -> str:
    """Return what becomes of a tie that no peel decides; `goes_on`: a showdown or one more round follows."""
    if goes_on:
        return translate("No peel decides: the game goes on")
    return translate("No peel decides: the tie stands")


_KICKERS: Mapping[Kind, str] = {
    "round": N_("A tie: the outer rounds go"),
    "game": N_("A tie: the outer games go"),
    "match": N_("A tie: the outer matches go"),
}
_LEADS: Mapping[Kind, str] = {
    "round": N_("The first round and the last are left out, until somebody is alone in the middle."),
    "game": N_("The first game and the last are left out, until somebody is alone in the middle."),
    "match": N_("The first match and the last are left out, until somebody is alone in the middle."),
}


# The layers, and when they come


def shown_layers(peels: int) -> tuple[int, ...]:
    """Return which standings are shown: 0 is the whole one, then the peels, the last one always.

    Of very many some are passed over: their parts go together with those of the next that is shown.
    """
    most = 2 + (_LONGEST - _READ - 2 * _PEEL - _REST) // _SOON
    if peels <= most:
        return tuple(range(peels + 1))
    return (0, *(1 + round(step * (peels - 1) / (most - 1)) for step in range(most)))


def paces(peels: int) -> tuple[int, ...]:
    """Return how long each of the peels that are shown takes, in ms; of many, the first and last longest."""
    if peels <= _UNHURRIED:
        return (_PEEL,) * peels
    others = (_LONGEST - _READ - 2 * _PEEL - _REST) // (peels - 2)
    return (_PEEL, *[min(_PEEL, others)] * (peels - 2), _PEEL)


def _layers(room: Room, level: PeeledResult, shown: Sequence[int]) -> Iterator[Layer]:
    steps = tuple(standing_steps(room, level, level.parts[0].kind, len(level.parts)))
    spans = [(1, len(level.parts)), *((peel.first, peel.last) for peel in level.peels)]
    at = 0
    for number, (which, pace) in enumerate(zip(shown, (_READ, *paces(len(shown) - 1)), strict=True)):
        boxes = _boxes(room, _scores(level, which))
        yield Layer(number, steps[which].heading, *spans[which], boxes, steps[which].decides, at, pace)
        at += pace


def _scores(level: PeeledResult, layer: int) -> Mapping[Seat, int]:
    return level.peels[layer - 1].scores if layer else level.scores


def _boxes(room: Room, scores: Mapping[Seat, int]) -> tuple[Box, ...]:
    verdict = judge(scores)
    groups = _grouped(verdict.distinct, verdict.middle)
    return tuple(
        _box(room, [seat for seat in scores if scores[seat] in group], group, group[0] in verdict.middle)
        for group in groups
    )


def _grouped(distinct: Sequence[int], middle: Sequence[int]) -> tuple[Sequence[int], ...]:
    """Group the values of a standing into boxes: one each, or of many the outer ones together."""
    each = [(value,) for value in distinct]
    if len(distinct) <= _MOST_BOXES:
        return tuple(each)
    around = (_MOST_BOXES - 2 - len(middle)) // 2  # single boxes on each side of the middle
    first, last = distinct.index(middle[0]) - around, distinct.index(middle[-1]) + around + 1
    return (distinct[:first], *each[first:last], distinct[last:])


def _box(room: Room, seats: Sequence[Seat], points: Sequence[int], central: bool) -> Box:
    shown = seats[:_MOST_GUESTS]
    return Box(label_of_scores(points), standing_guests(room, shown), len(seats) - len(shown), central)


# The rows


def _seats_in_rows(level: PeeledResult) -> tuple[Seat, ...]:
    """Return whom the picture shows: who wins, who is in the tie, then others; in the order of the seats."""
    tied = judge(level.scores).contenders
    chosen = dict.fromkeys((*level.winners, *tied, *level.scores))
    kept = frozenset([*chosen][: _MOST_ROWS if len(chosen) <= _MOST_ROWS else _MOST_ROWS - 1])
    return tuple(seat for seat in level.scores if seat in kept)


def _row(room: Room, level: PeeledResult, seat: Seat, shown: Sequence[int]) -> TieRow:
    stars = tuple(number for number, part in enumerate(level.parts, 1) if seat in part.winners)
    [guest] = standing_guests(room, [seat])
    return TieRow(guest, stars, tuple(_sums(_scores(level, layer)[seat] for layer in shown)))


def _sums(points: Iterable[int]) -> Iterator[Sum]:
    """Join equal sums of consecutive layers."""
    run: Sum | None = None
    for layer, each in enumerate(points):
        if run and run.points == each:
            run = Sum(each, run.first, layer)
            continue
        if run:
            yield run
        run = Sum(each, layer, layer)
    if run:
        yield run
