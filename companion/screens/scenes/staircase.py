"""Where the stairs of an evening are, and who stands where on them; `scenes/stairs.py` says what they mean.

Lengths are those of the drawing, which is 1280 wide and 720 high; a place is where the feet are. Steps get
wider downwards. One on which nobody stands is thin, but there, so that steps can be counted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.i18n.lettering import ems, short_names
from companion.room.events import Seat
from companion.rules.results import Scores
from companion.screens.podium import StandingGuest
from companion.values import frozen

MIDDLE, BOTTOM, WIDEST = 640.0, 712.0, 1250.0
MOST_NAMED, MOST_APART = 12, 30
"""Up to how many guests have their names below them, and a place of their own each."""
HEIGHT = 1.2
"""The height of a guest whose width is 1."""
_NAME, _NO_NAME, _AIR = 38.0, 8.0, 4.0  # below the feet with and without a name, and above a head
_BESIDE, _APART = 1.1, 1.16  # from guest to guest, for each width: on top, and below where no names are
_SNUG = 1.04  # the least distance of guests, for each width
_MOST_RISE = 40.0  # of a step, more than a guest needs
_LEAST_NAMED = 36.0  # guests that would be smaller have their initials
_SIZES = (28, 26, 24)  # of names
_WORDS_END, _FROM_WORDS = 280.0, 236.0  # down to where words are beside the stairs, how far from the middle
_MARGIN, _GAP = 20.0, 10.0  # beside the guests of a step, and between names
_SHADES = 8


@frozen(kw_only=True)
class Plan:
    """The sizes of stairs: `top` is the height of the top step, which is `wide`, and has a front of `front`.

    Guests are at most `most` wide, `apart` from each other, and those on top `winner`, together `room`.
    """

    top: float
    wide: float = 180.0
    front: float = 34.0
    most: float = 90.0
    apart: float = 150.0
    carpet: float = 96.0
    thin: float = 14.0
    edge: float = 40.0
    named: bool = False
    winner: float = 0.0
    room: float = 460.0


class Tread(NamedTuple):
    """A step: how many steps it is from the top, where, and how many stand on it."""

    steps: int
    y: float
    width: float
    guests: int

    @property
    def left(self) -> float:
        """Where it begins."""
        return MIDDLE - self.width / 2

    @property
    def shade(self) -> int:
        """How dark it is: lower steps are darker."""
        return min(self.steps, _SHADES)


class Name(NamedTuple):
    """A name below a guest, or beside the carpet where it needs the room of the whole side."""

    text: str
    x: float
    y: float
    size: int
    anchor: str


@frozen
class StairGuest:
    """A guest where it stands; `way`: from where it has come, how far right and down of its own, in turn."""

    seat: Seat
    x: float
    y: float
    width: float
    initial: str
    name: Name | None
    way: Sequence[tuple[float, float]] = ()

    @property
    def ways(self) -> tuple[str, str]:
        """The way as two lists of numbers, for the script that plays it."""
        right, down = zip(*self.way, strict=True) if self.way else ((), ())
        return " ".join(map(str, right)), " ".join(map(str, down))


@frozen
class Staircase:
    """Stairs with all who stand on them, those on top apart from the others."""

    plan: Plan
    treads: Sequence[Tread]
    top: Sequence[StairGuest]
    others: Sequence[StairGuest]
    width: float

    @property
    def size(self) -> float:
        """The size of the numbers of steps."""
        return round(min(48.0, self.width * 0.96), 1)

    @property
    def below(self) -> float:
        """Where the front of the top step ends."""
        return self.plan.top + self.plan.front


Rows = Sequence[Sequence[StandingGuest]]
"""Who stands on each step, from the top."""


def staircase(plan: Plan, rows: Rows, walked: Scores | None = None, *, climbed: int = 0) -> Staircase:
    """Return stairs with these guests, who have `walked` so many steps; those on top have `climbed` up."""
    layout = _Layout(plan, rows)
    if plan.named and layout.width < _LEAST_NAMED:
        layout = _Layout(replace(plan, named=False), rows)
    treads = tuple(layout.treads())
    below = [
        replace(guest, way=_way(guest, treads, tread.steps, (walked or {}).get(guest.seat, 0)))
        for tread, row in zip(treads[1:], rows[1:], strict=True)
        for guest in layout.guests_on(tread, row)
    ]
    climb = [(0.0, round(tread.y - treads[0].y, 1)) for tread in treads[climbed:0:-1]]
    top = tuple(replace(guest, way=climb) for guest in layout.guests_on_top())
    return Staircase(layout.plan, treads, top, below, round(layout.width, 1))


def beside_words(plan: Plan, rows: Rows, walked: Scores) -> Staircase:
    """Return the highest stairs on which no guest stands in the words beside them."""
    last = _WORDS_END - plan.front - _AIR
    found = staircase(plan, rows, walked)
    while plan.top < last and not _leaves_words(found):
        plan = replace(plan, top=min(last, plan.top + 20))
        found = staircase(plan, rows, walked)
    return found


def _leaves_words(stairs: Staircase) -> bool:
    return all(
        guest.y - HEIGHT * guest.width >= _WORDS_END or abs(guest.x - MIDDLE) + guest.width / 2 <= _FROM_WORDS
        for guest in stairs.others
    )


class _Layout:
    """How large all on the stairs is, and where."""

    def __init__(self, plan: Plan, rows: Rows) -> None:
        self.plan, self._rows = plan, rows
        self._counts = [len(row) for row in rows[1:]]
        self._names = [guest.name for row in rows for guest in row]
        space = BOTTOM - plan.top - plan.front
        self._thin = min(plan.thin, 0.3 * space / max(1, self._counts.count(0)))
        self._below = _NAME if plan.named else min(_NO_NAME, 0.1 * space / max(1, len(self._counts)))
        self._shares = len(self._names) > MOST_APART
        self.width = self._width(space - self._thin * self._counts.count(0))
        count = max(1, len(rows[0]))
        self._rise = self._spare(space - self._thin * self._counts.count(0))
        self._each = min(_BESIDE * (plan.winner or self.width), plan.room / count)

    def _width(self, space: float) -> float:
        """Return how wide guests can be: all steps are on the screen, and two of a crowd share a place."""
        taken = [count for count in self._counts if count]
        if not taken:
            return self.plan.most
        high = (space - (self._below + _AIR) * len(taken)) / HEIGHT / len(taken)
        beside = self._apart(max(taken), WIDEST) * (2 if self._shares else 1)
        return min(self.plan.most, high, beside / _SNUG)

    def _spare(self, space: float) -> float:
        """Return how much higher each step can be, where guests leave room."""
        taken = sum(map(bool, self._counts))
        used = (HEIGHT * self.width + self._below + _AIR) * taken
        return min(_MOST_RISE, (space - used) / max(1, taken))

    def _apart(self, count: int, width: float) -> float:
        """Return how far from each other guests are on a step."""
        return min(self.plan.apart, (width - self.plan.carpet - _MARGIN) / (2 * _half(count)))

    def treads(self) -> Iterator[Tread]:
        """Yield the steps, from the top."""
        plan, on_top = self.plan, len(self._rows[0])
        y, width = plan.top, max(plan.wide, on_top * self._each + (80 if plan.winner else 20))
        yield Tread(0, y, round(width, 1), on_top)
        y += plan.front
        for steps, row in enumerate(self._rows[1:], 1):
            y += HEIGHT * self.width + _AIR + self._rise if row else self._thin
            width = min(WIDEST, max(width + plan.edge * (2 if row else 1), self._least_width(row)))
            yield Tread(steps, round(y, 1), round(width, 1), len(row))
            y += self._below if row else 0

    def _least_width(self, row: Sequence[StandingGuest]) -> float:
        """Return how wide a step must be for its guests, and for a long name with a side for itself."""
        if not row:
            return 0.0
        guests = 2 * _half(len(row)) * self._apart(len(row), WIDEST) + _MARGIN
        longest = max(ems(guest.name) for guest in row) * _SIZES[-1]
        is_alone = self.plan.named and len(row) < 3 and longest > self.plan.apart - _GAP
        return self.plan.carpet + max(guests, 2 * longest + 100 if is_alone else 0)

    def guests_on_top(self) -> Iterator[StairGuest]:
        """Yield those on the top step, from the left."""
        y, row = self.plan.top, self._rows[0]
        for turn, guest in enumerate(row):
            x = MIDDLE + (turn - (len(row) - 1) / 2) * self._each
            initial = "" if self.plan.winner else self._initial(guest)
            yield StairGuest(guest.seat, round(x, 1), y, round(self._each / _BESIDE, 1), initial, None)

    def guests_on(self, tread: Tread, row: Sequence[StandingGuest]) -> Iterator[StairGuest]:
        """Yield the guests of a step, from the carpet outward; the side with more changes each step."""
        half = _half(len(row))
        left = half if tread.steps % 2 else len(row) - half
        apart = self._apart(len(row), tread.width) if row else 0.0
        apart = apart if self.plan.named else min(apart, _APART * self.width)
        for side, part in ((-1, row[:left]), (1, row[left:])):
            for turn, guest in enumerate(part):
                x = MIDDLE + side * (self.plan.carpet / 2 + _AIR + apart * (turn + 0.5))
                name = self._name(guest.name, tread, x, apart, alone=side if len(part) == 1 else 0)
                initial = self._initial(guest)
                yield StairGuest(guest.seat, round(x, 1), tread.y, round(self.width, 1), initial, name)

    def _initial(self, guest: StandingGuest) -> str:
        return "" if self.plan.named or self._shares else guest.initial

    def _name(self, name: str, tread: Tread, x: float, apart: float, *, alone: int) -> Name | None:
        """Return a name below its guest; a long one that is `alone` on a side begins at the carpet."""
        if not self.plan.named:
            return None
        wide, room, anchor = ems(name), apart - _GAP, "middle"
        if alone and wide * _SIZES[-1] > room:
            room = (tread.width - self.plan.carpet) / 2 - 30
            x, anchor = MIDDLE + alone * (self.plan.carpet / 2 + 12), "end" if alone < 0 else "start"
        size = next((size for size in _SIZES if wide * size <= room), _SIZES[-1])
        if wide * size > room:
            name = dict(zip(self._names, short_names(self._names, room / size), strict=True))[name]
        return Name(name, round(x, 1), round(tread.y + _NAME / 2 + 12, 1), size, anchor)


def _half(count: int) -> int:
    return -(-count // 2)


def _way(
    guest: StairGuest, treads: Sequence[Tread], steps: int, walked: int
) -> Sequence[tuple[float, float]]:
    """Return the places on the steps above from which a guest has come, relative to its own."""
    away, way = abs(guest.x - MIDDLE), []
    for tread in treads[max(0, steps - walked) : steps]:
        inside = min(away, max(30.0, tread.width / 2 - guest.width * 0.4))
        right = (inside - away) * (1 if guest.x > MIDDLE else -1)
        way.append((round(right, 1), round(tread.y - guest.y, 1)))
    return way
