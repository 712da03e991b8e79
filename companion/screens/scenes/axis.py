"""Where the guests of a round stand in which a distance decides: each on its own number.

The axis is zoomed to what matters. Whoever finds no room there gets longer legs, and no other place.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count, pairwise

from companion.room.events import Seat
from companion.rules.games.outcomes import MeanTarget
from companion.screens.scenes.positions import (
    HEIGHT,
    MIDDLE,
    MOST_ON_CHEST,
    WIDE,
    GuestPosition,
    Layout,
    Line,
    Numbers,
    Role,
    position_on_line,
    short,
)

Box = tuple[float, float, float, float]
"""What takes space above the axis: its place, its width, and from which height to which."""

_STANDING, _UPSIDE_DOWN = (0.24, 1.14), (0.0, 1.16)  # what a guest takes, for each width
_WIDTHS = ((5, 9.2), (8, 8.0), (12, 6.6), (20, 5.6), (30, 4.6), (60, 3.8), (61, 3.2), (62, 2.6))
_LEAST_SPAN, _PAD = 10, 2  # of an axis; what it has beyond what matters, if that is more than a tenth
_MOST_OFF, _SHORTER = 3, 2  # outliers; how many times shorter an axis without them is at least
_SIDE_BY_SIDE = 24  # small guests on an axis


def zoomed(low: Fraction | int, high: Fraction | int, line: Line | None = None) -> Line:
    """Return the ends of an axis with some more than what matters, in round numbers within the line.

    They are multiples of about a tenth of the span.
    """
    step = _step(max(high - low, _LEAST_SPAN), 10)
    pad = max(Fraction(_PAD), Fraction(high - low) / 10)
    ends = math.floor((low - pad) / step) * step, math.ceil((high + pad) / step) * step
    return (max(line[0], ends[0]), min(line[1], ends[1])) if line else ends


Value = Fraction | int
Values = Sequence[Value]


def without_outliers(numbers: Values, kept: Values, room: Values) -> tuple[Value, Value]:
    """Return the ends of what matters: of numbers, lowest first, and of those that are kept.

    A few numbers with which the others do not fit side by side are left out, if that leaves `room` too.
    """
    low, high = _ends([*numbers, *kept])
    for off in range(1, min(_MOST_OFF, (len(numbers) - 1) // 2) + 1):
        parts = (numbers[below : len(numbers) - off + below] for below in range(off + 1))
        near = min(parts, key=lambda part: part[-1] - part[0])
        ends = _ends([*near, *kept, *room])
        is_crowded = _SIDE_BY_SIDE * (near[-1] - near[0]) < len(near) * (high - low)
        if is_crowded and _SHORTER * max(ends[1] - ends[0], _LEAST_SPAN) < high - low:
            low, high = ends
    return low, high


def _ends(values: Values) -> tuple[Value, Value]:
    return min(values), max(values)


def beyond(numbers: Iterable[int], line: Line) -> tuple[str, str]:
    """Return the numbers that are below a line, and those above it."""
    low, high = line
    ordered = sorted(numbers)
    below = ", ".join(short(number) for number in ordered if number < low)
    above = ", ".join(short(number) for number in ordered if number > high)
    return below and f"‹ {below}", above and f"{above} ›"


def _step(span: Fraction | int, most: int) -> int:
    """Return the least round number of which at most so many make a span: 1, 2 or 5, with zeros."""
    steps = (each * int(10**zeros) for zeros in count() for each in (1, 2, 5))
    return next(step for step in steps if span <= most * step)


def packed(people: Iterable[tuple[float, bool]], width: float, solid: Sequence[Box] = ()) -> Sequence[float]:
    """Return how far above the axis the feet of each are, who keeps the place and covers nobody before.

    Each with its place, and whether it stands on its head.
    """
    boxes, lifts = [*solid], list[float]()
    for x, upside in people:
        low, high = (each * width for each in (_UPSIDE_DOWN if upside else _STANDING))
        beside = [box for box in boxes if abs(box[0] - x) < (width * 0.98 + box[1]) / 2]
        up = 0.0
        while tops := [t for _, _, b, t in beside if up + low < t - 0.1 and up + high > b + 0.1]:
            up = max(0.0, min(tops) - low + 0.02 * width)
        boxes.append((x, width, up + low, up + high))
        lifts.append(up)
    return lifts


def fitted(
    people: Mapping[Seat, tuple[float, bool]], room: float, solid: Sequence[Box] = (), *, widest: float = 9.2
) -> tuple[float, Mapping[Seat, float]]:
    """Return the largest width in which all fit below a height, and how far the feet are up of each who does.

    `people` are as in `packed`.
    """
    widths = [width for most, width in _WIDTHS if len(people) <= most and width <= widest]
    for width in widths or [_WIDTHS[-1][1]]:
        lifts = packed(people.values(), width, solid)
        found = {seat: up for seat, up in zip(people, lifts, strict=True) if up + width * HEIGHT <= room}
        if len(found) == len(people):
            break
    return width, found


_ROOM = 27.0  # above the floor, up to below the lamp
_PODIUMS = ((8.6, 6.0, 18.0), (6.4, 5.0, 13.2))  # least width, height, and that with its guest: large, small
_MORE_LIT, _LEAST_LIT = 1.12, 7.0  # how much larger who scores is drawn on it; the least width
_MOST_PLATES = 6  # guests whose long numbers are written above them
_BEAM = 13.2  # its least width at the floor
_OTHERS_ROOM, _OTHERS_WIDEST = 7.2, 5.6
_OTHERS_FLOOR = 60.6


class AxisLayout(Layout):
    """A round in which the closest score: who is measured, lowest first, and what from.

    The lamp stops at `at`: if no number counts, as far on the other side of the frame as it started. Two
    middle numbers are `apart`. It is at `mean_at` before, where a multiple of it decides (`is_multiple`). The
    closest is within `reach`, and the light is as wide as `beam`. Who is out turns over where it fell. The
    `cuts` are where the axis does not reach the end of the range; who would squeeze the others stands beside
    it. Layouts of equal values are equal.
    """

    starts: float | None
    floor: float
    at: float
    apart: float
    mean_at: float
    reach: float
    beam: float
    podium: tuple[float, float, float]
    cuts: Sequence[float]

    def __init__(
        self,
        numbers: Numbers,
        middle: Sequence[Fraction],
        target: MeanTarget | None = None,
        *,
        searched_from: int | None = None,
        tied: Collection[Seat] | None = None,
    ) -> None:
        """`middle` are the numbers that they are measured from, lowest first.

        `searched_from`: the end from which the lamp runs to who scores, if it does not start in the middle.
        `tied` are measured where only some can win; else everybody is.
        """
        self.starts, self.floor = (MIDDLE, 50.0) if tied is None else (None, 45.0)
        seen = numbers.ordered(numbers.plays if tied is None else tied)
        decisive = [*middle, *([target.mean] if target else [])]
        if searched_from is not None:
            middle = [Fraction(numbers.plays[seat]) for seat in numbers.scoring]
            decisive = [*middle, Fraction(searched_from)]
            self.starts = position_on_line(searched_from, numbers.line)
        lit = [numbers.values[seat] for seat in seen if seat in numbers.scoring]
        room = [
            2 * each_number - number for each_number in middle for number in lit
        ]  # for the light on both sides
        words = [2 * target.mean - target.number] if target else []  # for what is written at the mean
        self._zoom(numbers, seen, [*decisive, *lit], [*room, *words])
        axis = self.numbers.line
        self.is_multiple = target is not None and target.factor != 1
        beyond = MIDDLE if self.starts is None else WIDE - self.starts
        positions = [position_on_line(number, axis) for number in middle] or [beyond]
        self.at = sum(positions) / len(positions)
        self.apart = 2 * (self.at - positions[0])
        self.mean_at = position_on_line(target.mean, axis) if target else self.at
        self._position_guests(seen)

    def _zoom(self, numbers: Numbers, seen: Sequence[Seat], kept: Values, room: Values) -> None:
        """Let the axis have what is seen and kept, but no outliers, and cut it where the line goes on."""
        low, high = line = numbers.line
        values = [numbers.values[seat] for seat in seen]
        axis = zoomed(*without_outliers(values, kept, room), line) if values or kept else line
        self.cuts = [x for x, is_cut in ((8.0, axis[0] > low), (119.2, axis[1] < high)) if is_cut]
        self.numbers = replace(numbers, line=axis)

    def _position_guests(self, seen: Sequence[Seat]) -> None:
        """Put everybody on the own number, beside the podiums on which guests are the largest."""
        lit = [seat for seat in seen if seat in self.numbers.scoring]
        at = {seat: self.numbers.true(seat) for seat in seen}
        fits = [(podium, *self._fitted(seen, lit, podium)) for podium in self._podiums(lit)]
        self.podium, self.width, up = max(fits, key=lambda fit: fit[1])
        self.shown = [seat for seat in seen if seat in up]
        self.scoring = len(lit)
        self.guests = tuple(self._guest_position(seat, at[seat], up[seat]) for seat in self.shown)
        ways = [abs(at[seat] - self.at) for seat in lit]
        self.reach = max(0.0, min(ways, default=0.0) - self.apart / 2)
        self.beam = max(_BEAM, 2 * max(ways, default=0.0) + 8)

    def _fitted(
        self, seen: Sequence[Seat], lit: Sequence[Seat], podium: tuple[float, float, float]
    ) -> tuple[float, Mapping[Seat, float]]:
        """Return how wide guests are beside podiums, and how far up: who scores first, then who is out."""
        numbers, (wide, high, whole) = self.numbers, podium
        on_podiums = lit if high else []
        order = sorted(seen, key=lambda seat: (seat not in lit, seat not in numbers.out, numbers.true(seat)))
        people = {seat: (numbers.true(seat), seat in numbers.out) for seat in order if seat not in on_podiums}
        solid = [(x, wide, 0.0, whole) for x in self._solid(on_podiums)]
        width, lifts = fitted(people, self.floor - (50.0 - _ROOM), solid)
        return width, {**dict.fromkeys(on_podiums, 0.0), **lifts}

    def _solid(self, on_podiums: Sequence[Seat]) -> Sequence[float]:
        """Return the places that guests leave free."""
        return [self.numbers.true(seat) for seat in on_podiums]

    def _podiums(self, lit: Sequence[Seat]) -> Sequence[tuple[float, float, float]]:
        """Return the podiums that there is room for, beside each other; none in a showdown."""
        letters = max((len(short(self.numbers.plays[seat])) for seat in lit), default=0)
        positions = pairwise(map(self.numbers.true, lit))
        nearest = min((after - before for before, after in positions), default=WIDE)
        sized = [(max(wide, 2 + 1.8 * letters), high, whole) for wide, high, whole in _PODIUMS]
        found = [each for each in sized if each[0] <= nearest and self.starts is not None]
        return found or [(0.0, 0.0, 0.0)]

    def _guest_position(self, seat: Seat, x: float, up: float) -> GuestPosition:
        is_lit, is_out = seat in self.numbers.scoring, seat in self.numbers.out
        role: Role = "lit" if is_lit else "out" if is_out else "outer"
        side = 0 if is_lit else -1 if x < self.at or is_out else 1
        floor, width, high = self.floor - up, self.width, self.podium[1] if is_lit else 0.0
        if high:
            width = _LEAST_LIT if high == _PODIUMS[1][1] else max(_LEAST_LIT, width * _MORE_LIT)
        is_long = len(short(self.numbers.plays[seat])) > MOST_ON_CHEST
        has_plate = is_long and len(self.shown) <= _MOST_PLATES and self.numbers.is_on_line(seat)
        geometry = {"floor": floor, "x": x, "y": floor - high, "width": width, "legs": 0.0 if is_out else up}
        return self.numbers.guest_position(
            seat, role, **geometry, side=side, plate="small" if has_plate else ""
        )

    @property
    def on_line(self) -> Sequence[GuestPosition]:
        """Those whose number the axis has."""
        return [guest for guest in self.guests if self.numbers.is_on_line(guest.seat)]

    @property
    def ticks(self) -> Sequence[float]:
        """The places of round numbers on the axis."""
        low, high = self.numbers.line
        return [
            position_on_line(number, (low, high)) for number in range(low, high + 1, _step(high - low, 24))
        ]

    @property
    def middles(self) -> Sequence[float]:
        """The places of what they are measured from: one or two."""
        return sorted({self.at - self.apart / 2, self.at + self.apart / 2})

    def others(self, tied: Collection[Seat]) -> tuple[float, Sequence[tuple[Seat, str, float, float, bool]]]:
        """Return how wide the others are drawn who presented a number, and each of them on the axis.

        Each with its number, its place below the line, and whether it is out: else it counts for the middle.
        """
        numbers = self.numbers
        others = [seat for seat in numbers.plays if seat not in tied and numbers.is_on_line(seat)]
        others.sort(key=lambda seat: abs(numbers.true(seat) - self.at))
        people = {seat: (numbers.true(seat), False) for seat in others}
        width, lifts = fitted(people, _OTHERS_ROOM, widest=_OTHERS_WIDEST)
        return width, [
            (seat, short(numbers.plays[seat]), people[seat][0], _OTHERS_FLOOR - up, seat in numbers.out)
            for seat, up in lifts.items()
        ]
