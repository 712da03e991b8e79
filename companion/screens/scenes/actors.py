"""Where the guests of a reveal stand: on the line, in their ranks, and at the end beside the light.

Lengths are in rem of the TV's frame, which is 128 wide and 72 high; a place is where the feet are.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Literal

from companion.i18n.messages import format_value
from companion.room.events import Seat

WIDE, MIDDLE, FLOOR = 128.0, 64.0, 55.5
_LINE = (10.0, 118.0)  # the ends of the line
_PODIUM = 8.4  # height
_ALONE_WIDTH = 13.0  # of a guest in the light
_WIDEST = 13.5
_ROW = 110.0  # width of all ranks
_SHELF = (6.4, 25.4)
_SHELF_WIDTH = 35.0
_HEIGHT = 126 / 108  # of a guest whose width is 1
_MOST_IN_ONE_ROW = 9  # guests
_STACKED = (2, 3, 4, 5)  # rows of more
_WIDEST_STACKED = 9.5
_LEVEL, _STEP = 1.12, 0.4  # the height of a row, for each width of a guest and for all
_BELOW_SHELF = 31.5
_EDGE = 9.0  # the nearest place to the edge of the frame
_BESIDE = 7.0  # the same for those who stand beside a light that moves
_PODIUM_EDGE = 8.0  # the same for a podium in that light
_PODIUM_EDGE_BEHIND = 16.0  # the same where somebody stands between the podium and the edge

MOST_SHOWN = 60  # guests in the ranks; of more, each stands for several
MOST_OUT = 14  # guests on the shelf
MOST_ON_CHEST = 4  # letters of a number
LONG = 8  # letters of a number, above which its podium is wider
_LONGEST = 10  # letters of a number anywhere
_DROPS_APART = 7919  # a prime: the guests do not fall in the order of their seats

Role = Literal["middle", "out", "outer", "left"]
"""`middle` scores, `out` is disqualified, `outer` leaves the light, `left` stays where nobody scores."""
PlateSize = Literal["", "large", "medium", "small"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A guest with its number: where it falls on the line, stands in its rank, and is at the end.

    `rank` counts from the lowest number; `side` is -1 below the middle and 1 above; `tick` is when it leaves
    the light, outermost first. `drop` is its turn in falling. `worn` is the number on its chest, empty for a
    long one, which is on a plate at its feet, if there is room.
    """

    seat: Seat
    number: str
    role: Role
    true: float
    slot: float
    floor: float
    x: float
    y: float
    width: float
    rank: int = 0
    level: int = 0
    side: int = 0
    tick: int = 0
    drop: int = 0
    plate: PlateSize = ""

    @property
    def worn(self) -> str:
        """The number on the chest."""
        return self.number if len(self.number) <= MOST_ON_CHEST else ""

    @property
    def height(self) -> float:
        """The height of the guest."""
        return self.width * _HEIGHT


@dataclass(frozen=True, slots=True)
class Ranks:
    """How so many guests are laid out who are not disqualified: rows, distance and width of each."""

    count: int
    scoring: int

    @property
    def levels(self) -> int:
        """The number of rows, one above the other."""
        return _levels(self.count)

    @property
    def pitch(self) -> float:
        """The distance of two neighbours."""
        return _pitch(self.count)

    @property
    def width(self) -> float:
        """The width of a guest."""
        return _widest(self.pitch, self.levels)

    @property
    def beam(self) -> float:
        """The width of the light on the floor."""
        return min(85.0, 25.0 + 15.0 * (self.scoring - 1)) if self.scoring else 0.0

    @property
    def apart(self) -> float:
        """The distance of two in the light."""
        return 18.0 if self.scoring <= 2 else (self.beam - 4) / self.scoring

    @property
    def scoring_width(self) -> float:
        """The width of a guest in the light."""
        return max(self.width, _ALONE_WIDTH) if self.scoring <= 2 else self.apart * 0.72

    @property
    def gate(self) -> float:
        """How near to the middle those come who have left the light."""
        return self.beam / 2 + (self.width if self.levels > 1 else min(self.pitch, self.width)) / 2

    def slot(self, rank: int) -> float:
        """Return where the guest of a rank stands as long as all are lit."""
        return MIDDLE + (rank - (self.count - 1) / 2) * self.pitch

    def floor(self, rank: int) -> float:
        """Return the height of a guest's row."""
        return FLOOR - rank % self.levels * (self.width * _LEVEL + _STEP)

    def outside(self, turn: int, of: int) -> float:
        """Return how far from the edge of the frame the guest is who leaves the light in that turn."""
        first = min(self.slot(0), max(_EDGE, MIDDLE - self.gate - self.pitch * (of - 1)))
        return first + turn * self.step(of)

    def step(self, of: int) -> float:
        """Return the distance of two who have left the light, if so many leave it on their side."""
        first = min(self.slot(0), max(_EDGE, MIDDLE - self.gate - self.pitch * (of - 1)))
        return min(self.pitch, (MIDDLE - self.gate - first) / max(1, of - 1))


def _pitch(count: int) -> float:
    return min(24.0, _ROW / max(count, 1))


@cache  # it is asked several times for each guest
def _levels(count: int) -> int:
    """Return in how many rows so many guests are largest."""
    if count <= _MOST_IN_ONE_ROW:
        return 1
    return max(_STACKED, key=lambda levels: (round(_widest(_pitch(count), levels), 2), -levels))


def _widest(pitch: float, levels: int) -> float:
    """Return how wide guests can be in so many rows, below the shelf."""
    beside = pitch * levels * (0.74 if levels == 1 else 0.8 if levels == 2 else 0.7)
    if levels == 1:
        return min(_WIDEST, beside)
    above = (FLOOR - _BELOW_SHELF - _STEP * (levels - 1)) / (_LEVEL * (levels - 1) + _HEIGHT)
    return min(_WIDEST_STACKED, beside, above)


@dataclass(frozen=True, slots=True)
class _Stage:
    """What the places of all guests follow from: `shown` are in the ranks, lowest first."""

    plays: Mapping[Seat, int]
    values: Mapping[Seat, int | Fraction]
    line: tuple[int, int]
    shown: tuple[Seat, ...]
    inside: tuple[int, ...]
    ranks: Ranks
    drops: Mapping[Seat, int]

    def side(self, rank: int) -> int:
        """Return on which side of those who score a rank is; 0 for themselves, and where nobody scores."""
        if not self.inside or rank in self.inside:
            return 0
        return -1 if 2 * rank < self.inside[0] + self.inside[-1] else 1

    def on_side(self, side: int) -> int:
        """Return how many leave the light on a side."""
        return sum(self.side(rank) == side for rank in range(len(self.shown)))


def cast(
    plays: Mapping[Seat, int],
    scoring: Collection[Seat],
    out: Collection[Seat],
    line: tuple[int, int],
    values: Mapping[Seat, int | Fraction] = MappingProxyType({}),
) -> tuple[Actor, ...]:
    """Place the guests who presented numbers on a line, lowest first; those who are out come last.

    `values` are the numbers as they are compared, where that is not as they were presented (G19).
    """
    values = values or plays
    shown = sample(sorted((seat for seat in plays if seat not in out), key=values.__getitem__), scoring)
    pile = pile_of(plays, out)
    inside = tuple(rank for rank, seat in enumerate(shown) if seat in scoring)
    ranks = Ranks(len(shown), len(inside))
    stage = _Stage(plays, values, line, shown, inside, ranks, drops_of((*shown, *pile)))
    letters = max((len(short(plays[seat])) for seat in shown), default=1)
    plate = _plate(min(map(ranks.step, map(stage.on_side, (-1, 1)))), letters) if ranks.levels == 1 else ""
    standing = (_standing(stage, rank, plate) for rank in range(len(shown)))
    return (*standing, *lying(pile, plays, line, stage.drops))


def pile_of(plays: Mapping[Seat, int], out: Collection[Seat]) -> tuple[Seat, ...]:
    """Return those who are out and shown, lowest first, and of equal numbers who joined first."""
    return tuple(sorted((seat for seat in plays if seat in out), key=plays.__getitem__)[:MOST_OUT])


def sample(valid: Sequence[Seat], scoring: Collection[Seat]) -> tuple[Seat, ...]:
    """Return at most `MOST_SHOWN` seats: those that score, and of each side some in even distances."""
    inside = [index for index, seat in enumerate(valid) if seat in scoring]
    if len(valid) <= MOST_SHOWN:
        return tuple(valid)
    first, last = (inside[0], inside[-1] + 1) if inside else (len(valid) // 2,) * 2
    each = (MOST_SHOWN - (last - first)) // 2
    return (*_thin(valid[:first], each), *valid[first:last], *_thin(valid[last:], each))


def _thin(seats: Sequence[Seat], most: int) -> tuple[Seat, ...]:
    """Return so many seats in even distances, the first and the last among them."""
    if len(seats) <= most:
        return tuple(seats)
    return tuple(seats[index * (len(seats) - 1) // (most - 1)] for index in range(most))


def drops_of(seats: Sequence[Seat]) -> Mapping[Seat, int]:
    """Return the turns in which guests fall: not in the order of their seats, but always the same."""
    mixed = sorted(seats, key=lambda seat: (int(seat) * _DROPS_APART % 101, int(seat)))
    return {seat: turn for turn, seat in enumerate(mixed)}


def place_on_line(number: int | Fraction, line: tuple[int, int]) -> float:
    """Return where a number is on the line."""
    (low, high), (left, right) = line, _LINE
    return left + (right - left) * float(Fraction(number - low) / max(1, high - low))


def beside(trues: Sequence[float], edge: float, side: int, apart: float) -> list[float]:
    """Return places from an edge outwards, each so far from the one before, and all within the frame."""
    limit = _BESIDE if side < 0 else WIDE - _BESIDE
    edge = max(edge, limit - apart) if side < 0 else min(edge, limit + apart)  # else they change places
    places: list[float] = []
    for true in trues:
        places.append(min(true, edge) if side < 0 else max(true, edge))
        edge = places[-1] + side * apart
    over = (places[-1] - limit) * side if places else 0.0
    if over <= 0:
        return places
    return [place - side * over * (index + 1) / len(places) for index, place in enumerate(places)]


def podium_places(at: float, count: int, pitch: float, sides: Collection[int]) -> list[float]:
    """Return the places of those in a light that moves: side by side under it, and within the frame.

    `sides` are those on which others stand beside the light.
    """
    half = (count - 1) / 2 * pitch
    left, right = ((_PODIUM_EDGE_BEHIND if side in sides else _PODIUM_EDGE) + half for side in (-1, 1))
    centre = min(max(at, left), WIDE - right)
    return [centre + turn * pitch - half for turn in range(count)]


def rows_on_podium_line(count: int, widest: float) -> tuple[int, float]:
    """Return in how many rows so many guests stand beside a light that moves, and how wide each is."""
    levels = 1 if count <= 10 else 2 if count <= 24 else 3
    above = (20.0 - _STEP * (levels - 1)) / (_LEVEL * (levels - 1) + _HEIGHT)  # rem between line and words
    return levels, min(widest, above, 110 * levels * 0.7 / max(count, 1))


def around_light(  # noqa: PLR0913, PLR0917
    trues: Sequence[float], inside: Sequence[int], at: float, pitch: float, room: float, apart: float
) -> list[float]:
    """Return where everybody is at the end whose true places are given, lowest first.

    Those `inside` stand under the light at `at`, `pitch` from each other, the others beside it near their
    true places: `room` is kept free beside the light, and they are `apart`.
    """
    ends, others = list(trues), [rank for rank in range(len(trues)) if rank not in inside]
    below, above = ([rank for rank in others if (trues[rank] < at) == is_below] for is_below in (True, False))
    sides = [side for ranks, side in ((below, -1), (above, 1)) if ranks]
    podium = podium_places(at, max(1, len(inside)), pitch, sides)
    for rank, place in zip(inside, podium, strict=False):
        ends[rank] = place
    middle, reach = sum(podium) / len(podium), pitch / 2 * len(podium) + room
    for ranks, side in ((below[::-1], -1), (above, 1)):
        places = beside([trues[rank] for rank in ranks], middle + side * reach, side, apart)
        for rank, place in zip(ranks, places, strict=True):
            ends[rank] = place
    return ends


def short(number: int) -> str:
    """Write a number, and cut it if no screen has room for it."""
    text = format_value(number)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _standing(stage: _Stage, rank: int, plate: PlateSize) -> Actor:
    ranks, seat, side = stage.ranks, stage.shown[rank], stage.side(rank)
    scores = rank in stage.inside
    turn = rank if side < 0 else len(stage.shown) - 1 - rank
    x, y = _end(stage, rank, turn)
    return Actor(
        seat=seat,
        number=short(stage.plays[seat]),
        role="middle" if scores else "outer" if side else "left",
        true=place_on_line(stage.values[seat], stage.line),
        slot=ranks.slot(rank),
        floor=ranks.floor(rank),
        x=x,
        y=y,
        width=ranks.scoring_width if scores else ranks.width,
        rank=rank,
        level=rank % ranks.levels,
        side=side,
        tick=turn if side else 0,
        drop=stage.drops[seat],
        plate=plate,
    )


def _end(stage: _Stage, rank: int, turn: int) -> tuple[float, float]:
    """Return where a guest is at the end."""
    ranks, side = stage.ranks, stage.side(rank)
    if rank in stage.inside:
        at = stage.inside.index(rank) - (len(stage.inside) - 1) / 2
        return MIDDLE + at * ranks.apart, FLOOR - _PODIUM
    if side == 0:
        return ranks.slot(rank), ranks.floor(rank)
    far = ranks.outside(turn, stage.on_side(side))
    return (far if side < 0 else WIDE - far), ranks.floor(rank)


def _plate(apart: float, letters: int) -> PlateSize:
    """Return how large numbers on plates can be without touching; empty if there are too many."""
    room = apart * 0.9 / (0.62 * letters)
    if room < 2.4:
        return ""
    return "large" if room >= 4.4 else "medium" if room >= 3.2 else "small"


def lying(
    pile: Sequence[Seat],
    plays: Mapping[Seat, int],
    line: tuple[int, int],
    drops: Mapping[Seat, int],
    corner: tuple[float, float] = _SHELF,
) -> Iterator[Actor]:
    """Place those who are out on the shelf, whose left upper corner is given."""
    left, top = corner
    width = 4.4 if len(pile) > 6 else 6.4
    step = min(width + 1, (_SHELF_WIDTH - width) / max(1, len(pile) - 1))
    for index, seat in enumerate(pile):
        yield Actor(
            seat=seat,
            number=short(plays[seat]),
            role="out",
            true=place_on_line(plays[seat], line),
            slot=0,
            floor=FLOOR,
            x=left + width / 2 + index * step,
            y=top + width * _HEIGHT,
            width=width,
            side=1 if index % 2 else -1,
            drop=drops[seat],
        )
