"""Where the guests of a reveal of numbers stand: on the line, in their ranks, and at the end.

Lengths are in rem of the TV's frame, which is 128 wide and 72 high; a place is where the feet are.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from companion.i18n.messages import format_value
from companion.room.events import Seat
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import MeanTarget
from companion.rules.results import Leaf
from companion.screens import reveals

WIDE, MIDDLE, FLOOR = 128.0, 64.0, 55.5
RAIL_FLOOR = 51.5
"""The floor where the lamp runs along a rail, and the line is below the feet."""
_LEFT, _RIGHT = 10.0, 118.0  # the ends of the line
_HEIGHT = 126 / 108  # of a guest whose width is 1
_LEVEL, _STEP = 1.12, 0.4  # the height of a row, for each width of a guest and for all
_ROW, _BESIDE = 110.0, 0.74  # width of all rows, and how much of its place a guest takes
_MOST_IN_ROWS = (9, 25, 45)  # guests in 1, 2 and 3 rows above each other
_CORNERS, _CORNER_WIDTH = {"reveal": (6.4, 25.4), "left": (6.4, 23.0), "right": (86.6, 23.0)}, 35.0
_DROPS_APART, _DROPS = 41, 101  # primes: the guests do not fall in the order of their seats

MOST_SHOWN = 60  # guests in the ranks or so; of more, each stands for several
MOST_OUT = 14  # guests in the corner
MOST_ON_CHEST = 4  # letters of a number
_LONGEST = 10  # letters of a number anywhere

Role = Literal["lit", "out", "outer", "left"]
"""`lit` scores, or stays in a showdown; `out` is disqualified, `outer` leaves the light, `left` stays where
nobody scores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A guest with its number: where it falls on the line, stands in its rank, and is at the end.

    `side` is -1 below the middle and 1 above; `tick` is when it leaves the light, outermost first; `drop` is
    when it falls, from 0 to 1. `plate` is the size of the plate at its feet with a long number, if there is
    room.
    """

    seat: Seat
    number: str
    role: Role
    true: float
    slot: float = 0.0
    floor: float = FLOOR
    x: float
    y: float
    width: float
    side: int = 0
    tick: int = 0
    drop: float
    plate: str = ""

    @property
    def on_chest(self) -> str:
        """The number on the chest; empty for a long one."""
        return self.number if len(self.number) <= MOST_ON_CHEST else ""

    @property
    def height(self) -> float:
        """The height of the guest."""
        return self.width * _HEIGHT


def short(number: int) -> str:
    """Write a number, and cut it if no screen has room for it."""
    text = format_value(number)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def place_on_line(number: int | Fraction, line: tuple[int, int]) -> float:
    """Return where a number is on the line."""
    low, high = line
    return _LEFT + (_RIGHT - _LEFT) * float(Fraction(number - low) / max(1, high - low))


def sample(valid: Sequence[Seat], scoring: Collection[Seat]) -> Sequence[Seat]:
    """Return `MOST_SHOWN` seats of more in even distances, and all that score."""
    last, most = len(valid) - 1, min(len(valid), MOST_SHOWN)
    shown = {index * last // max(1, most - 1) for index in range(most)}
    return [seat for rank, seat in enumerate(valid) if rank in shown or seat in scoring]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a round, who scores, and who is out; `values` are the numbers as they are compared.

    These have a fraction where equal ones have an order (G19).
    """

    plays: Mapping[Seat, int]
    values: Mapping[Seat, int | Fraction]
    scoring: Collection[Seat]
    out: frozenset[Seat]
    line: tuple[int, int]

    def true(self, seat: Seat) -> float:
        """Return the place of a player's number."""
        return place_on_line(self.values[seat], self.line)

    def ordered(self, seats: Collection[Seat]) -> Sequence[Seat]:
        """Return those of the seats who presented a number, lowest first; of a crowd not all."""
        presented = [seat for seat in self.plays if seat in seats]
        return sample(sorted(presented, key=self.values.__getitem__), self.scoring)

    def actor(self, seat: Seat, role: Role, **places: Any) -> Actor:
        """Return a guest with its number; all fall in the same order each time."""
        drop = int(seat) * _DROPS_APART % _DROPS / _DROPS
        number = short(self.plays[seat])
        return Actor(seat=seat, number=number, role=role, true=self.true(seat), drop=drop, **places)

    def lying(self, corner: str) -> Iterator[Actor]:
        """Yield those who are out, side by side in a corner; of equal numbers first who joined first."""
        out = sorted(self.out & self.plays.keys(), key=lambda seat: (self.plays[seat], int(seat)))[:MOST_OUT]
        left, top = _CORNERS[corner]
        width = 4.4 if len(out) > 6 else 6.4
        step = min(width + 1, (_CORNER_WIDTH - width) / max(1, len(out) - 1))
        for index, seat in enumerate(out):
            x, side = left + width / 2 + index * step, 1 if index % 2 else -1
            yield self.actor(seat, "out", x=x, y=top + width * _HEIGHT, width=width, side=side)


def numbers_in(rules: Game, leaf: Leaf, line: tuple[int, int]) -> Numbers:
    """Return the numbers of a round as it was played."""
    out = frozenset(seat for seat, fate in rules.fates(leaf).items() if fate == "disqualified")
    return Numbers(reveals.numbers_of(leaf), reveals.compared(rules, leaf), leaf.winners, out, line)


class Placed:
    """Guests in their places; two with the same are equal, so that views can be compared.

    They stand in so many `levels`, each so wide.
    """

    actors: Sequence[Actor]

    def __init__(
        self, numbers: Numbers, measured: Collection[Seat], floor: float, room: float, widest: float
    ) -> None:
        """`room` is the height that their rows have above the `floor`."""
        self.numbers, self.shown = numbers, numbers.ordered(measured)
        self.inside = [rank for rank, seat in enumerate(self.shown) if seat in numbers.scoring]
        self.scoring, count = len(self.inside), len(self.shown)
        self.levels = 1 + bisect_left(_MOST_IN_ROWS, count)
        above = (room - _STEP * (self.levels - 1)) / (_LEVEL * (self.levels - 1) + _HEIGHT)
        self.width = min(widest, above, _ROW * self.levels * _BESIDE / max(count, 1))
        level = self.width * _LEVEL + _STEP
        self.floors = [floor - rank % self.levels * level for rank in range(count)]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


# Where the order of the numbers decides: ranks, and a light in the middle of the frame

_PODIUM = 8.4  # height
_ALONE_WIDTH = 13.0  # of a guest in the light
_WIDEST, _BELOW_CORNER = 13.5, 24.0
_EDGE = 9.0  # the nearest place to the edge of the frame
_PLATES = ((4.4, "large"), (3.2, "medium"), (2.4, "small"))  # by how large its letters can be


class Cast(Placed):
    """The guests of a round whose order decides, lowest first, then those who are out.

    `pitch` is the distance of two neighbours; on the podium those who score are `apart`. `pairs` is how many
    times somebody leaves the light.
    """

    def __init__(self, numbers: Numbers) -> None:
        super().__init__(numbers, numbers.plays.keys() - numbers.out, FLOOR, _BELOW_CORNER, _WIDEST)
        self.pitch = min(24.0, _ROW / max(len(self.shown), 1))
        beam = min(85.0, 25.0 + 15.0 * (self.scoring - 1)) if self.inside else 0.0
        self.apart = 18.0 if self.scoring <= 2 else (beam - 4) / self.scoring
        near = MIDDLE - beam / 2 - (self.width if self.levels > 1 else min(self.pitch, self.width)) / 2
        sides = [_side(rank, self.inside) for rank in range(len(self.shown))]
        ends = {side: self._outside(near, sides.count(side)) for side in (-1, 1)}
        letters = max((len(short(numbers.plays[seat])) for seat in self.shown), default=1)
        room = min(step for _, step in ends.values()) * 0.9 / (0.62 * letters)
        plate = next((size for least, size in _PLATES if room >= least and self.levels == 1), "")
        standing = [self._standing(rank, side, ends, plate) for rank, side in enumerate(sides)]
        self.pairs = max((each.tick + 1 for each in standing if each.side), default=0)
        self.actors = (*standing, *numbers.lying("reveal"))

    def _standing(self, rank: int, side: int, ends: Mapping[int, tuple[float, float]], plate: str) -> Actor:
        """Return a guest on the line, in its rank, and on the podium or outside the light."""
        turn = rank if side < 0 else len(self.shown) - 1 - rank
        slot, floor = self._slot(rank), self.floors[rank]
        role: Role = "outer" if side else "left"
        x, y, width = slot, floor, self.width
        if rank in self.inside:
            role, y = "lit", FLOOR - _PODIUM
            x = MIDDLE + (rank - (self.inside[0] + self.inside[-1]) / 2) * self.apart
            width = max(self.width, _ALONE_WIDTH) if self.scoring <= 2 else self.apart * 0.72
        elif side:
            first, step = ends[side]
            x = MIDDLE + side * (MIDDLE - first - turn * step)
        place = {"slot": slot, "floor": floor, "x": x, "y": y, "width": width}
        tick = turn if side else 0
        return self.numbers.actor(self.shown[rank], role, **place, side=side, tick=tick, plate=plate)

    def _slot(self, rank: int) -> float:
        return MIDDLE + (rank - (len(self.shown) - 1) / 2) * self.pitch

    def _outside(self, near: float, count: int) -> tuple[float, float]:
        """Return how far from the edge the outermost of so many on a side ends, and the distance of two."""
        first = min(self._slot(0) if self.shown else MIDDLE, max(_EDGE, near - self.pitch * (count - 1)))
        return first, min(self.pitch, (near - first) / max(1, count - 1))


def _side(rank: int, inside: Sequence[int]) -> int:
    """Return on which side of those who score a rank is; 0 for themselves, and where nobody scores."""
    if not inside or rank in inside:
        return 0
    return -1 if rank < inside[0] else 1


# Where the distance from something decides: the lamp runs along a rail, and opens over the closest (G10, G16)

_RAIL_PODIUM = 7.0  # height
_LIT_WIDTH, _WIDEST_OF_MEAN, _BELOW_WORDS = 12.5, 9.0, 20.0  # of guests; the last: height
_APART, _APART_IF_LONG = 14.0, 17.0  # of two on the podium; with numbers of more letters than this
_LONG = 8
_TURNED = 0.95  # how far equal numbers that turned over lie from each other, for each width
_TURNED_EDGE = 8.0  # the nearest place of those who lie to the frame's edge
_BESIDE_EDGE = 7.0  # the nearest place of those who stand
_PODIUM_EDGE, _PODIUM_EDGE_BEHIND = 8.0, 16.0  # of a podium; where somebody stands between it and the edge
_OTHER, _OTHERS = 4.7, (4.6, WIDE - 4.6)  # width and places of those who cannot win any more
_MOST_PLATES = 6  # guests whose long numbers are written above them


class Contest(Placed):
    """A round in which the closest score: who is measured, lowest first, and what from.

    The lamp stops at `at`: if no number counts, as far on the other side of the frame as it started. Two
    middle numbers are `apart`. It is at `mean_at` before, where a multiple of it decides (`is_multiple`). The
    closest is within `reach`. Who is out lies in the corner `corner_side` of the light, or, if that is empty,
    turns over where it fell: then long numbers are written above a few.
    """

    def __init__(
        self,
        numbers: Numbers,
        measured: Collection[Seat],
        middle: Sequence[Fraction],
        target: MeanTarget | None = None,
        *,
        starts: float | None = None,
    ) -> None:
        """`middle` are the numbers that they are measured from, lowest first.

        `starts`: where the lamp starts; None in a showdown, in which it looks at all first.
        """
        widest = _LIT_WIDTH if target is None and starts is None else _WIDEST_OF_MEAN
        super().__init__(numbers, measured, RAIL_FLOOR, _BELOW_WORDS, widest)
        self.starts = starts
        self.is_multiple = target is not None and target.factor != 1
        places = [place_on_line(each, numbers.line) for each in middle]
        beyond = MIDDLE if starts is None else WIDE - starts
        self.at = sum(places) / len(places) if places else beyond
        self.apart = 2 * (self.at - places[0]) if places else 0.0
        self.mean_at = place_on_line(target.mean, numbers.line) if target else self.at
        self.trues = [numbers.true(seat) for seat in self.shown]
        ways = (abs(self.trues[rank] - self.at) - self.apart / 2 for rank in self.inside)
        self.reach = max(0.0, min(ways, default=0.0))
        is_long = any(len(self._number(rank)) > _LONG for rank in self.inside)
        self.pitch = min(_APART_IF_LONG if is_long else _APART, 56 / max(1, self.scoring))
        self.corner_side = "" if starts is None else "right" if self.at <= MIDDLE else "left"
        lying = numbers.lying(self.corner_side) if self.corner_side else ()
        self.actors = (*self._standing(), *lying)

    def _number(self, rank: int) -> str:
        return short(self.numbers.plays[self.shown[rank]])

    def _standing(self) -> Iterator[Actor]:
        landings = [self._landing(seat) for seat in self.shown]
        ends = self._ends() if self.inside else [place for place, _ in landings]
        has_plates = not self.corner_side and len(self.shown) <= _MOST_PLATES
        for rank, seat in enumerate(self.shown):
            floor, (lands, turn) = self.floors[rank], landings[rank]
            role: Role = "out" if seat in self.numbers.out else "outer"
            side = turn if role == "out" else -1 if self.trues[rank] < self.at else 1
            y, width = floor, self.width
            if rank in self.inside:
                role, side, y = "lit", 0, RAIL_FLOOR - _RAIL_PODIUM
                width = min(_LIT_WIDTH, self.pitch * 0.9)
            plate = "small" if has_plates and len(self._number(rank)) > MOST_ON_CHEST else ""
            place = {"slot": lands, "floor": floor, "x": ends[rank], "y": y, "width": width}
            yield self.numbers.actor(seat, role, **place, side=side, plate=plate)

    def _landing(self, seat: Seat) -> tuple[float, int]:
        """Return where a guest lands, and to which side it turns over if its number is out.

        All with that number lie side by side, within the frame, and take turns.
        """
        plays, true = self.numbers.plays, self.numbers.true(seat)
        equal = [each for each in self.shown if plays[each] == plays[seat]]
        if seat not in self.numbers.out or len(equal) < 2:
            return true, -1
        place, apart = equal.index(seat), _TURNED * self.width / self.levels
        half = (len(equal) - 1) / 2 * apart
        centre = min(max(true, _TURNED_EDGE + half), WIDE - _TURNED_EDGE - half)
        return centre - half + place * apart, 1 if place % 2 else -1

    def _ends(self) -> Sequence[float]:
        """Return where everybody is at the end: on the podium, or beside it near the true places."""
        ends, half = [*self.trues], (len(self.inside) - 1) / 2 * self.pitch
        others = [rank for rank in range(len(ends)) if rank not in self.inside]
        below = [rank for rank in reversed(others) if ends[rank] < self.at]
        above = [rank for rank in others if ends[rank] >= self.at]
        left, right = ((_PODIUM_EDGE_BEHIND if ranks else _PODIUM_EDGE) + half for ranks in (below, above))
        centre = min(max(self.at, left), WIDE - right)
        for turn, rank in enumerate(self.inside):
            ends[rank] = centre + turn * self.pitch - half
        reach = half + self.pitch / 2 + 4.5 + self.width / 2
        for ranks, side in ((below, -1), (above, 1)):
            trues = [ends[rank] for rank in ranks]
            places = beside(trues, centre + side * reach, side, self.width * 0.92 / self.levels)
            for rank, place in zip(ranks, places, strict=True):
                ends[rank] = place
        return ends

    def others(self, tied: Collection[Seat]) -> Iterator[tuple[Seat, str, float, bool]]:
        """Yield the others who presented a number, lowest first; of those who would overlap, the first one.

        Each with its number, its place, and whether it is out: else it counts for the middle.
        """
        (left, right), free, numbers = _OTHERS, 0.0, self.numbers
        others = (seat for seat in numbers.plays if seat not in tied)
        for seat in sorted(others, key=numbers.values.__getitem__):
            at = min(max(numbers.true(seat), left), right)
            if at >= free:
                free = at + _OTHER
                yield seat, short(numbers.plays[seat]), at, seat in numbers.out


def beside(trues: Sequence[float], edge: float, side: int, apart: float) -> list[float]:
    """Return places from an edge outwards, each so far from the one before, and all within the frame."""
    limit, first = (_BESIDE_EDGE, max) if side < 0 else (WIDE - _BESIDE_EDGE, min)
    edge = first(edge, limit + side * apart)  # else they change places
    places: list[float] = []
    for true in trues:
        places.append(min(true, edge) if side < 0 else max(true, edge))
        edge = places[-1] + side * apart
    over = max(0.0, (places[-1] - limit) * side) if places else 0.0
    return [place - side * over * (index + 1) / len(places) for index, place in enumerate(places)]


def searched(rules: Game, leaf: Leaf, shown: Numbers) -> Contest:
    """Return a round in which the lamp runs to the mean or its multiple, or from an end to who scores."""
    target, targets, starts = rules.mean_target(leaf), reveals.targets(rules, leaf), MIDDLE
    if rules.searched_from is not None:
        targets = tuple(Fraction(shown.plays[seat]) for seat in leaf.winners)
        starts = place_on_line(rules.searched_from, shown.line)
    return Contest(shown, shown.plays.keys() - shown.out, targets, target, starts=starts)
