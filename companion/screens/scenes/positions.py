"""Where the guests of a reveal of numbers stand: on the line, in their ranks, and at the end.

Lengths are in rem of the TV's frame, which is 128 wide and 72 high; a place is where the feet are.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, product
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple

from companion.i18n.lettering import ems
from companion.i18n.messages import format_value
from companion.room.events import Seat
from companion.rules.games.contract import Game
from companion.rules.results import Leaf
from companion.screens import reveals
from companion.values import frozen

WIDE, MIDDLE, FLOOR = 128.0, 64.0, 50.5
_LEFT, _RIGHT, _OFF = 10.0, 118.0, 5.0  # the ends of the line; how far from the edge is who is off it
HEIGHT = 126 / 108
"""The height of a guest whose width is 1."""
_LEVEL, _STEP = 1.12, 0.4  # the height of a row, for each width of a guest and for all
_ROW, _BESIDE = 110.0, 0.74  # width of all rows, and how much of its place a guest takes
_MOST_IN_ROWS = (9, 30, 50)  # guests in 1, 2 and 3 rows above each other
_DROPS_APART, _DROPS = 41, 101  # primes: the guests do not fall in the order of their seats

MOST_SHOWN = 60  # guests in the ranks or so; of more, each stands for several
MOST_ON_CHEST = 4  # letters of a number
_LETTER = 1.25  # the least width of a guest for each of them
_LONGEST = 10  # letters of a number anywhere

Line = tuple[int, int]
"""The numbers at the ends of a line."""
Groups = Mapping[int, Sequence[Seat]]
"""Who showed each number, lowest first."""
Role = Literal["lit", "out", "outer", "left"]
"""`lit` scores or stays in a showdown; `out` is disqualified, `outer` leaves, `left`: nobody scores."""


@frozen(kw_only=True)
class GuestPosition:
    """A guest with its number: where it falls on the line, stands in its rank, and is at the end.

    `side` is -1 below the middle and 1 above; `tick` is when it leaves the light, outermost first; `drop` is
    when it falls, from 0 to 1. `plate` is the size of the plate at its feet with a long number, if there is
    room; `legs` is how much longer they are, and `first_legs` how much before it moves. `is_on_line`: it
    stands on the line at the end too, and on no podium.
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
    legs: float = 0.0
    first_legs: float = 0.0
    is_on_line: bool = False

    @property
    def is_tall(self) -> bool:
        """Whether it ever stands on longer legs."""
        return max(self.legs, self.first_legs) > 0

    @property
    def at_end(self) -> str:
        """The number on the chest at the end; a podium has it."""
        return self.on_chest if self.is_on_line or self.y == self.floor else ""

    @property
    def on_chest(self) -> str:
        """The number on the chest; empty for one that is too long for any guest, or for one so small."""
        most = min(MOST_ON_CHEST, self.width // _LETTER)
        return self.number if len(self.number) <= most else ""

    @property
    def is_unwritten(self) -> bool:
        """Whether its number stands on its chest alone, or on no plate that stays."""
        return not self.plate or self.role == "lit"

    @property
    def height(self) -> float:
        """The height of the guest."""
        return self.width * HEIGHT


def short(number: int) -> str:
    """Write a number, and cut it if no screen has room for it."""
    text = format_value(number)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def position_on_line(number: int | Fraction, line: Line) -> float:
    """Return where a number is on a line, or beside its end."""
    low, high = line
    if not low <= number <= high:
        return _OFF if number < low else WIDE - _OFF
    return _LEFT + (_RIGHT - _LEFT) * float((number - low) / max(1, high - low))


def sample(valid: Sequence[Seat], scoring: Collection[Seat]) -> Sequence[Seat]:
    """Return `MOST_SHOWN` seats of more in even distances, and all that score."""
    last, most = len(valid) - 1, min(len(valid), MOST_SHOWN)
    shown = {index * last // max(1, most - 1) for index in range(most)}
    return [seat for rank, seat in enumerate(valid) if rank in shown or seat in scoring]


@frozen
class Numbers:
    """A round's numbers, who scores, who is out; `values` are as compared, with fractions to order (G19)."""

    plays: Mapping[Seat, int]
    values: Mapping[Seat, int | Fraction]
    scoring: Collection[Seat]
    out: frozenset[Seat]
    line: Line

    def is_on_line(self, seat: Seat) -> bool:
        """Return whether the line has a player's number."""
        return self.line[0] <= self.values[seat] <= self.line[1]

    def true(self, seat: Seat) -> float:
        """Return the place of a player's number."""
        return position_on_line(self.values[seat], self.line)

    def ordered(self, seats: Collection[Seat]) -> Sequence[Seat]:
        """Return those of the seats who presented a number, lowest first; of a crowd not all."""
        presented = [seat for seat in self.plays if seat in seats]
        return sample(sorted(presented, key=self.values.__getitem__), self.scoring)

    def guest_position(self, seat: Seat, role: Role, **geometry: Any) -> GuestPosition:
        """Return a guest with its number; all fall in the same order each time."""
        drop = int(seat) * _DROPS_APART % _DROPS / _DROPS
        number = short(self.plays[seat])
        return GuestPosition(seat=seat, number=number, role=role, true=self.true(seat), drop=drop, **geometry)

    def groups(self) -> Groups:
        """Return who is out, by number, lowest first; of one number first who joined first."""
        out = sorted(self.out & self.plays.keys(), key=lambda seat: (self.plays[seat], int(seat)))
        return {number: [*seats] for number, seats in groupby(out, key=self.plays.__getitem__)}


def numbers_in(rules: Game, leaf: Leaf, line: Line) -> Numbers:
    """Return the numbers of a round as it was played."""
    out = frozenset(seat for seat, fate in rules.fates(leaf).items() if fate == "disqualified")
    return Numbers(reveals.numbers_of(leaf), reveals.compared(rules, leaf), leaf.winners, out, line)


# Who is out: to six guests side by side below the words, more by number, on rails left and right of the lamp

_SIDES = ((6.4, 44.6), (85.0, 122.4))
_SHELF, _FREE, _BELOW_NOTES, _LOWEST = 24.6, 31.5, 31.0, 38.5  # heights, the last where all of them end
_ON_RAIL, _BELOW_NUMBER = (3.8, 2.6), 3.1  # widths of guests; how far below the top of the number
_SPELT, _SPELT_WIDTH, _SPELT_EMS = 6, 5.6, 14.5  # guests, their width, and that of their numbers


class Rail(NamedTuple):
    """A rail that those hang from who had the same number, and where it is."""

    number: str
    x: float
    y: float
    width: float
    seats: Sequence[Seat]


def listed_numbers(groups: Groups) -> str:
    """Return the numbers that are out, one for each guest, if they fit into a line: `42, 42, 50, 50`."""
    numbers = ", ".join(short(number) for number, seats in groups.items() for _ in seats)
    return numbers if sum(map(len, groups.values())) <= _SPELT and ems(numbers) <= _SPELT_EMS else ""


def rails(groups: Groups, *, has_notes: bool) -> tuple[float, Sequence[Rail]]:
    """Return how wide guests are that hang from rails, and these; of a crowd as many as there is room for.

    `has_notes`: there are notes on the right side.
    """
    everybody, tops = sum(map(len, groups.values())), (_SHELF, _BELOW_NOTES if has_notes else _SHELF)
    for width, left in product(_ON_RAIL, (everybody / 2, everybody)):
        found_rails = [*_railed(groups, width, left, tops)]
        if len(found_rails) == len(groups):
            break
    return width, found_rails


def _railed(groups: Groups, width: float, left: float, tops: tuple[float, float]) -> Iterator[Rail]:
    """Yield the rails row by row: on the left side until as many hang there, then on the right one."""
    high, each, hung = _BELOW_NUMBER + width * HEIGHT + 0.5, width + 0.2, 0
    rows = [
        (side, top + row * high)
        for side, top in zip(_SIDES, tops, strict=True)
        for row in range(int((_LOWEST - top) / high))
    ]
    x = rows[0][0][0]
    for number, all_seats in groups.items():
        seats = all_seats[: int((_SIDES[0][1] - _SIDES[0][0]) / each)]
        wide = max(len(seats) * each, 2.4 * ems(short(number)) + 0.6)
        while rows and (x + wide > rows[0][0][1] or (hung >= left and rows[0][0] == _SIDES[0])):
            del rows[0]
            x = rows[0][0][0] if rows else 0.0
        if not rows:
            return
        yield Rail(short(number), x, rows[0][1], wide, seats)
        x, hung = x + wide + 1.6, hung + len(seats)


# Where the order of the numbers decides: ranks, and a light in the middle of the frame

_PODIUM = 8.4  # height
_LIT_ALONE = 13.0  # width of a guest in the light
_WIDEST, _APART = 13.5, 18.0
_BEAMS = (0.0, 25.0, 40.0)  # by how many score
_EDGE = 9.0  # the nearest place to the edge of the frame
_PLATES = ((4.4, "large"), (3.2, "medium"), (2.4, "small"))  # by how large its letters can be


class Layout(SimpleNamespace):
    """The guests of a round of numbers, each in its place; `scoring` counts those who score."""

    numbers: Numbers
    guests: tuple[GuestPosition, ...]
    scoring: int
    width: float
    middle = MIDDLE

    @property
    def lit(self) -> str:
        """How many the light falls on, as the style sheet has it."""
        return ("none", "one", "two", "more")[min(self.scoring, 3)]

    @property
    def ends(self) -> tuple[str, str]:
        """The numbers at the ends of the line."""
        low, high = self.numbers.line
        return short(low), short(high)

    @property
    def crowding(self) -> str:
        """Of narrow guests, how large numbers are on their chests, as the style sheet has it."""
        return crowding(self.width)


def crowding(width: float) -> str:
    """Return how large numbers fill the chests of narrow guests, so that they can be read."""
    return "smallest" if width < 5.46 else "smaller" if width < 6.67 else ""


class RevealLayout(Layout):
    """The guests of a round whose order decides, lowest first, then those who are out.

    They stand in so many `levels`, each so wide. `pitch` is the distance of two neighbours; on the podium
    there is one who scores, or two. `pairs` is how many times somebody leaves the light. `rails` are empty
    where few are out, or nobody. Layouts of equal values are equal.
    """

    rails: Sequence[Rail]
    levels: int
    pitch: float
    pairs: int
    floor = FLOOR

    def __init__(self, numbers: Numbers, *, has_notes: bool = False) -> None:
        groups = numbers.groups()
        self.hung, self.rails = (0.0, ()) if listed_numbers(groups) else rails(groups, has_notes=has_notes)
        above = max((rail.y + _BELOW_NUMBER + self.hung * HEIGHT for rail in self.rails), default=_FREE)
        self.numbers, self.shown = numbers, numbers.ordered(numbers.plays.keys() - numbers.out)
        self.inside = [rank for rank, seat in enumerate(self.shown) if seat in numbers.scoring]
        self.scoring, count = len(self.inside), len(self.shown)
        self.levels = 1 + bisect_left(_MOST_IN_ROWS, count)
        room = (FLOOR - above - 0.5 - _STEP * (self.levels - 1)) / (_LEVEL * (self.levels - 1) + HEIGHT)
        self.width = min(_WIDEST, room, _ROW * self.levels * _BESIDE / max(count, 1))
        self.pitch = min(24.0, _ROW / max(count, 1))
        self.slots = [MIDDLE + (rank - (count - 1) / 2) * self.pitch for rank in range(count)]
        first, last = (self.inside[0], self.inside[-1]) if self.inside else (0, count)
        sides = [(rank > last) - (rank < first) for rank in range(count)]
        self.pairs = max(sides.count(-1), sides.count(1))
        ends = {side: self._outside(sides.count(side)) for side in (-1, 1)}
        plate = self._plate(min(ends[-1][1], ends[1][1]))
        standing = [self._standing(rank, side, ends, plate) for rank, side in enumerate(sides)]
        self.guests = (*standing, *(self._hanging() if self.rails else self._lying(groups)))

    def _plate(self, apart: float) -> str:
        """Return the size of the plates of guests who stand so far apart; empty if there is no room."""
        letters = max((len(short(self.numbers.plays[seat])) for seat in self.shown), default=1)
        room = apart * 0.9 / (0.62 * letters)
        return next((size for least, size in _PLATES if room >= least and self.levels == 1), "")

    def _lying(self, groups: Groups) -> Iterator[GuestPosition]:
        """Yield a few who are out, side by side."""
        geometry, width = (
            {"y": _SHELF + 0.8 + _SPELT_WIDTH * HEIGHT, "width": _SPELT_WIDTH},
            _SPELT_WIDTH + 0.8,
        )
        lying = [(group, seat) for group, seats in enumerate(groups.values()) for seat in seats]
        for index, (group, seat) in enumerate(lying):
            x = _SIDES[0][0] + _SPELT_WIDTH / 2 + index * width + group * 1.4
            yield self.numbers.guest_position(seat, "out", x=x, side=1 if index % 2 else -1, **geometry)

    def _hanging(self) -> Iterator[GuestPosition]:
        """Yield those who are out, and hang from rails."""
        for rail in self.rails:
            geometry = {"y": rail.y + _BELOW_NUMBER + self.hung * HEIGHT, "width": self.hung}
            for index, seat in enumerate(rail.seats):
                x = rail.x + rail.width / 2 + (index - (len(rail.seats) - 1) / 2) * (self.hung + 0.2)
                yield self.numbers.guest_position(seat, "out", x=x, side=1 if index % 2 else -1, **geometry)

    def _standing(
        self, rank: int, side: int, ends: Mapping[int, tuple[float, float]], plate: str
    ) -> GuestPosition:
        """Return a guest on the line, in its rank, and on the podium or outside the light."""
        turn = rank if side < 0 else len(self.shown) - 1 - rank
        slot, floor = self.slots[rank], FLOOR - rank % self.levels * (self.width * _LEVEL + _STEP)
        role: Role = "outer" if side else "left"
        x, y, width = slot, floor, self.width
        if rank in self.inside:
            role, y = "lit", FLOOR - _PODIUM
            x = MIDDLE + (rank - (self.inside[0] + self.inside[-1]) / 2) * _APART
            width = max(self.width, _LIT_ALONE)
        elif side:
            first, step = ends[side]
            x = MIDDLE + side * (MIDDLE - first - turn * step)
        geometry = {"slot": slot, "floor": floor, "x": x, "y": y, "width": width}
        tick = turn if side else 0
        return self.numbers.guest_position(
            self.shown[rank], role, **geometry, side=side, tick=tick, plate=plate
        )

    def _outside(self, count: int) -> tuple[float, float]:
        """Return how far from the edge the outermost of so many on a side ends, and the distance of two."""
        near = MIDDLE - _BEAMS[min(self.scoring, 2)] / 2
        near -= (self.width if self.levels > 1 else min(self.pitch, self.width)) / 2
        first = min(*self.slots[:1], MIDDLE, max(_EDGE, near - self.pitch * (count - 1)))
        return first, min(self.pitch, (near - first) / max(1, count - 1))
