"""Where the guests of a reveal of numbers stand: on the line, in their ranks, and at the end.

Lengths are in rem of the TV's frame, which is 128 wide and 72 high; a place is where the feet are.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from companion.i18n.messages import format_value
from companion.room.events import Seat
from companion.rules.games.contract import Game
from companion.rules.results import Leaf, ShowdownRound
from companion.screens.reveals import compared, numbers_of, targets

WIDE, MIDDLE, FLOOR = 128.0, 64.0, 55.5
RAIL_FLOOR = 51.5
"""The floor where the lamp runs along a rail, and the line is below the feet."""
_LEFT, _RIGHT = 10.0, 118.0  # the ends of the line
_HEIGHT = 126 / 108  # of a guest whose width is 1
_LEVEL, _STEP = 1.12, 0.4  # the height of a row, for each width of a guest and for all
_CORNER, _CORNER_WIDTH = (6.4, 25.4), 35.0
_DROPS_APART = 7919  # a prime: the guests do not fall in the order of their seats

MOST_SHOWN = 60  # guests in the ranks; of more, each stands for several
MOST_OUT = 14  # guests in the corner
MOST_ON_CHEST = 4  # letters of a number
_LONGEST = 10  # letters of a number anywhere

Role = Literal["middle", "out", "outer", "left"]
"""`middle` scores, `out` is disqualified, `outer` leaves the light, `left` stays where nobody scores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A guest with its number: where it falls on the line, stands in its rank, and is at the end.

    `side` is -1 below the middle and 1 above; `tick` is when it leaves the light, outermost first; `drop` is
    its turn in falling. `plate` is the size of the plate at its feet with a long number, if there is room.
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
    drop: int
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


def sample(valid: Sequence[Seat], scoring: Collection[Seat]) -> tuple[Seat, ...]:
    """Return at most `MOST_SHOWN` seats: those that score, and of each side some in even distances."""
    inside = [index for index, seat in enumerate(valid) if seat in scoring]
    if len(valid) <= MOST_SHOWN:
        return tuple(valid)
    first, last = (inside[0], inside[-1] + 1) if inside else (len(valid) // 2,) * 2
    each = (MOST_SHOWN - (last - first)) // 2
    return (*_thin(valid[:first], each), *valid[first:last], *_thin(valid[last:], each))


def _thin(seats: Sequence[Seat], most: int) -> Sequence[Seat]:
    """Return so many seats in even distances, the first and the last among them."""
    if len(seats) <= most:
        return seats
    return [seats[index * (len(seats) - 1) // (most - 1)] for index in range(most)]


def drops_of(seats: Sequence[Seat]) -> Mapping[Seat, int]:
    """Return the turns in which guests fall: not in the order of their seats, but always the same."""
    mixed = sorted(seats, key=lambda seat: (int(seat) * _DROPS_APART % 101, int(seat)))
    return {seat: turn for turn, seat in enumerate(mixed)}


def disqualified_shown(plays: Mapping[Seat, int], out: Collection[Seat]) -> tuple[Seat, ...]:
    """Return those who are out and shown, lowest first, and of equal numbers who joined first."""
    return tuple(sorted((seat for seat in plays if seat in out), key=plays.__getitem__)[:MOST_OUT])


def _lying(
    seats: Sequence[Seat],
    plays: Mapping[Seat, int],
    line: tuple[int, int],
    drops: Mapping[Seat, int],
    corner: tuple[float, float] = _CORNER,
) -> Iterator[Actor]:
    """Place those who are out side by side; their left upper corner is given."""
    left, top = corner
    width = 4.4 if len(seats) > 6 else 6.4
    step = min(width + 1, (_CORNER_WIDTH - width) / max(1, len(seats) - 1))
    for index, seat in enumerate(seats):
        yield Actor(
            seat=seat,
            number=short(plays[seat]),
            role="out",
            true=place_on_line(plays[seat], line),
            x=left + width / 2 + index * step,
            y=top + width * _HEIGHT,
            width=width,
            side=1 if index % 2 else -1,
            drop=drops[seat],
        )


# Where the order of the numbers decides: ranks, and a light in the middle of the frame

_PODIUM = 8.4  # height
_ALONE_WIDTH = 13.0  # of a guest in the light
_ROW = 110.0  # width of all ranks
_MOST_IN_ONE_ROW = 9  # guests; with more there are rows above each other, up to the corner
_WIDEST, _WIDEST_STACKED, _BELOW_CORNER = 13.5, 9.5, 31.5
_EDGE = 9.0  # the nearest place to the edge of the frame


@dataclass(init=False, unsafe_hash=True)
class Ranks:
    """How so many guests are laid out who are not disqualified, of whom some score.

    `levels` is the number of rows, `pitch` the distance of two neighbours, and `width` that of a guest; in
    the light on the floor, which is `beam` wide, they are `apart`.
    """

    count: int
    scoring: int

    def __init__(self, count: int, scoring: int) -> None:
        self.count, self.scoring = count, scoring
        self.pitch = min(24.0, _ROW / max(count, 1))
        self.levels = 1
        if count > _MOST_IN_ONE_ROW:
            self.levels = max(range(2, 6), key=lambda levels: (round(self._widest(levels), 2), -levels))
        self.width = self._widest(self.levels)
        self.beam = min(85.0, 25.0 + 15.0 * (scoring - 1)) if scoring else 0.0
        self.apart = 18.0 if scoring <= 2 else (self.beam - 4) / scoring
        self.scoring_width = max(self.width, _ALONE_WIDTH) if scoring <= 2 else self.apart * 0.72

    def _widest(self, levels: int) -> float:
        """Return how wide guests can be in so many rows, below the corner."""
        beside = self.pitch * levels * (0.74 if levels == 1 else 0.8 if levels == 2 else 0.7)
        if levels == 1:
            return min(_WIDEST, beside)
        above = (FLOOR - _BELOW_CORNER - _STEP * (levels - 1)) / (_LEVEL * (levels - 1) + _HEIGHT)
        return min(_WIDEST_STACKED, beside, above)

    def slot(self, rank: int) -> float:
        """Return where the guest of a rank stands as long as all are lit."""
        return MIDDLE + (rank - (self.count - 1) / 2) * self.pitch

    def outside(self, of: int) -> tuple[float, float]:
        """Return how far from the edge the outermost of so many on a side ends, and the distance of two."""
        near = self.beam / 2 + (self.width if self.levels > 1 else min(self.pitch, self.width)) / 2
        first = min(self.slot(0), max(_EDGE, MIDDLE - near - self.pitch * (of - 1)))
        return first, min(self.pitch, (MIDDLE - near - first) / max(1, of - 1))


class Cast:
    """The guests of a round whose order decides, lowest first, then those who are out.

    `pairs` is how many times somebody leaves the light.
    """

    def __init__(
        self,
        plays: Mapping[Seat, int],
        scoring: Collection[Seat],
        out: Collection[Seat],
        line: tuple[int, int],
        values: Mapping[Seat, int | Fraction] = MappingProxyType({}),
    ) -> None:
        """`values` are the numbers as they are compared, where that is not as they were presented (G19)."""
        values = values or plays
        shown = sample(sorted((seat for seat in plays if seat not in out), key=values.__getitem__), scoring)
        self._inside = [rank for rank, seat in enumerate(shown) if seat in scoring]
        self.ranks = Ranks(len(shown), len(self._inside))
        sides = [self._side(rank) for rank in range(len(shown))]
        outside = {side: self.ranks.outside(sides.count(side)) for side in (-1, 1)}
        letters = max((len(short(plays[seat])) for seat in shown), default=1)
        room = min(step for _, step in outside.values()) * 0.9 / (0.62 * letters)
        plate = "" if self.ranks.levels > 1 or room < 2.4 else "large" if room >= 4.4 else "medium"
        plate = "small" if plate and room < 3.2 else plate
        pile = disqualified_shown(plays, out)
        drops = drops_of((*shown, *pile))
        standing = []
        for rank, (seat, side) in enumerate(zip(shown, sides, strict=True)):
            scores, turn = rank in self._inside, rank if side < 0 else len(shown) - 1 - rank
            floor = FLOOR - rank % self.ranks.levels * (self.ranks.width * _LEVEL + _STEP)
            slot = x = self.ranks.slot(rank)
            if scores:
                x = MIDDLE + (self._inside.index(rank) - (len(self._inside) - 1) / 2) * self.ranks.apart
            elif side:
                first, step = outside[side]
                x = MIDDLE + side * (MIDDLE - first - turn * step)
            standing.append(
                Actor(
                    seat=seat,
                    number=short(plays[seat]),
                    role="middle" if scores else "outer" if side else "left",
                    true=place_on_line(values[seat], line),
                    slot=slot,
                    floor=floor,
                    x=x,
                    y=FLOOR - _PODIUM if scores else floor,
                    width=self.ranks.scoring_width if scores else self.ranks.width,
                    side=side,
                    tick=turn if side else 0,
                    drop=drops[seat],
                    plate=plate,
                )
            )
        self.pairs = max((each.tick + 1 for each in standing if each.side), default=0)
        self.actors = (*standing, *_lying(pile, plays, line, drops))

    def _side(self, rank: int) -> int:
        """Return on which side of those who score a rank is; 0 for themselves, and where nobody scores."""
        if not self._inside or rank in self._inside:
            return 0
        return -1 if 2 * rank < self._inside[0] + self._inside[-1] else 1


# Where the distance from something decides: the lamp runs along a rail, and opens over the closest (G10, G16)

_RAIL_PODIUM = 7.0  # height
_LIT_WIDTH, _WIDEST_TIED, _WIDEST_OF_MEAN = 12.5, 12.5, 9.0  # of guests
_APART, _APART_IF_LONG = 14.0, 17.0  # of two on the podium; with numbers of more letters than this
_LONG = 8
_TURNED = 0.95  # how far equal numbers that turned over lie from each other, for each width
_TURNED_EDGE, _BESIDE_EDGE = (
    8.0,
    7.0,
)  # the nearest places of those who lie, and who stand, to the frame's edge
_PODIUM_EDGE, _PODIUM_EDGE_BEHIND = 8.0, 16.0  # of a podium; where somebody stands between it and the edge
_OTHER, _OTHERS = 4.7, (4.6, WIDE - 4.6)  # width and places of those who cannot win any more
_MOST_PLATES = 6  # guests whose long numbers are written above them
_CORNERS = {"left": (6.4, 23.0), "right": (86.6, 23.0)}


@dataclass(frozen=True)
class Contest:
    """A round as the screen needs it: who is measured, who is closest, and what they are measured from.

    `shown` are those who are measured, lowest first: the tied of a showdown, else all whose number counts.
    `values` are the numbers as they are compared: with a fraction where equal ones have an order (G19). The
    `mean` is given where the numbers aim at it, and `is_multiple` where they aim at a multiple of it.
    """

    plays: Mapping[Seat, int]
    shown: tuple[Seat, ...]
    nearest: tuple[Seat, ...]
    out: frozenset[Seat]
    values: Mapping[Seat, int | Fraction]
    middle: tuple[Fraction, ...]
    line: tuple[int, int]
    mean: Fraction | None = None
    is_multiple: bool = False

    @cached_property
    def at(self) -> float:
        """Where the lamp stops; in the middle of the frame if no number counts."""
        places = [place_on_line(each, self.line) for each in self.middle]
        return sum(places) / len(places) if places else MIDDLE

    @cached_property
    def apart(self) -> float:
        """How far both middle numbers are from each other."""
        return 2 * (self.at - place_on_line(self.middle[0], self.line)) if self.middle else 0.0

    @cached_property
    def mean_at(self) -> float:
        """Where the mean is; the place of the lamp where the numbers do not aim at it."""
        return self.at if self.mean is None else place_on_line(self.mean, self.line)

    def true(self, seat: Seat) -> float:
        """Return the place of a player's number."""
        return place_on_line(self.values[seat], self.line)

    @cached_property
    def rows(self) -> tuple[int, float]:
        """In how many rows they stand, and how wide each is."""
        count = len(self.shown)
        levels = 1 if count <= 10 else 2 if count <= 24 else 3
        above = (20.0 - _STEP * (levels - 1)) / (_LEVEL * (levels - 1) + _HEIGHT)  # between line and words
        widest = _WIDEST_TIED if self.mean is None else _WIDEST_OF_MEAN
        return levels, min(widest, above, _ROW * levels * 0.7 / max(count, 1))

    @cached_property
    def podium_pitch(self) -> float:
        """The distance of two on the podium."""
        is_long = any(len(short(self.plays[seat])) > _LONG for seat in self.nearest)
        return min(_APART_IF_LONG if is_long else _APART, 56 / max(1, len(self.nearest)))

    @cached_property
    def reach(self) -> float:
        """How far the closest is from the middle."""
        ways = (abs(self.true(seat) - self.at) - self.apart / 2 for seat in self.nearest)
        return max(0.0, min(ways, default=0.0))

    @property
    def corner_side(self) -> str:
        """Where there is room beside the light."""
        return "right" if self.at <= MIDDLE else "left"

    def actors(self, *, has_corner: bool) -> tuple[Actor, ...]:
        """Place those who are shown, lowest first: the closest in the light, the others beside it.

        `has_corner`: whether who is out lies there; else who is out and shown turns over, and long numbers
        are written above a few.
        """
        pile = disqualified_shown(self.plays, self.out) if has_corner else ()
        drops = drops_of((*self.shown, *pile))
        lying = _lying(pile, self.plays, self.line, drops, _CORNERS[self.corner_side])
        return (*self._standing(drops, has_plates=not has_corner), *lying)

    def _standing(self, drops: Mapping[Seat, int], *, has_plates: bool) -> Iterator[Actor]:
        (levels, width), ends = self.rows, self._ends()
        has_plates = has_plates and len(self.shown) <= _MOST_PLATES
        for rank, seat in enumerate(self.shown):
            is_lit, is_out, true = seat in self.nearest, seat in self.out, self.true(seat)
            floor = RAIL_FLOOR - rank % levels * (width * _LEVEL + _STEP)
            number, (lands, turn) = short(self.plays[seat]), self._landing(seat)
            yield Actor(
                seat=seat,
                number=number,
                role="middle" if is_lit else "out" if is_out else "outer",
                true=true,
                slot=lands,
                floor=floor,
                x=ends[rank],
                y=RAIL_FLOOR - _RAIL_PODIUM if is_lit else floor,
                width=min(_LIT_WIDTH, self.podium_pitch * 0.9) if is_lit else width,
                side=0 if is_lit else turn if is_out else -1 if true < self.at else 1,
                drop=drops[seat],
                plate="small" if has_plates and len(number) > MOST_ON_CHEST else "",
            )

    def _landing(self, seat: Seat) -> tuple[float, int]:
        """Return where a guest lands, and to which side it turns over if its number is out.

        All with that number lie side by side, within the frame, and take turns.
        """
        levels, width = self.rows
        equal = [each for each in self.shown if self.plays[each] == self.plays[seat]]
        place, true = equal.index(seat), self.true(seat)
        if seat not in self.out or len(equal) < 2:
            return true, -1
        apart = _TURNED * width / levels
        half = (len(equal) - 1) / 2 * apart
        centre = min(max(true, _TURNED_EDGE + half), WIDE - _TURNED_EDGE - half)
        return centre - half + place * apart, 1 if place % 2 else -1

    def _ends(self) -> list[float]:
        """Return where everybody is at the end: on the podium, or beside it near the true places."""
        if not self.nearest:
            return [self._landing(seat)[0] for seat in self.shown]
        levels, width = self.rows
        ends = [self.true(seat) for seat in self.shown]
        inside = [rank for rank, seat in enumerate(self.shown) if seat in self.nearest]
        others = [rank for rank in range(len(ends)) if rank not in inside]
        below = [rank for rank in reversed(others) if ends[rank] < self.at]
        above = [rank for rank in others if ends[rank] >= self.at]
        half = (len(inside) - 1) / 2 * self.podium_pitch
        left, right = ((_PODIUM_EDGE_BEHIND if ranks else _PODIUM_EDGE) + half for ranks in (below, above))
        centre = min(max(self.at, left), WIDE - right)
        for turn, rank in enumerate(inside):
            ends[rank] = centre + turn * self.podium_pitch - half
        reach = half + self.podium_pitch / 2 + 4.5 + width / 2
        for ranks, side in ((below, -1), (above, 1)):
            trues = [ends[rank] for rank in ranks]
            for rank, place in zip(
                ranks, beside(trues, centre + side * reach, side, width * 0.92 / levels), strict=True
            ):
                ends[rank] = place
        return ends

    def others(self, tied: Collection[Seat]) -> Iterator[tuple[Seat, str, float, bool]]:
        """Yield the others who presented a number, lowest first; of those who would overlap, the first one.

        Each with its number, its place, and whether it is out: else it counts for the middle.
        """
        left, right = _OTHERS
        free = 0.0
        for seat in sorted((seat for seat in self.plays if seat not in tied), key=self.values.__getitem__):
            at = min(max(self.true(seat), left), right)
            if at >= free:
                free = at + _OTHER
                yield seat, short(self.plays[seat]), at, seat in self.out


def contest_of(rules: Game, leaf: Leaf, line: tuple[int, int]) -> Contest:
    """Return a round as it was played; in one of a showdown only the tied are measured."""
    plays, values, out, aim = (
        numbers_of(leaf),
        compared(rules, leaf),
        disqualified(rules, leaf),
        rules.aim(leaf),
    )
    measured = leaf.tied if isinstance(leaf, ShowdownRound) else plays.keys() - out
    ordered = sorted((seat for seat in plays if seat in measured), key=values.__getitem__)
    return Contest(
        plays,
        sample(ordered, leaf.winners),
        leaf.winners,
        out,
        values,
        targets(rules, leaf),
        line,
        mean=aim.mean if aim else None,
        is_multiple=aim is not None and aim.factor != 1,
    )


def disqualified(rules: Game, leaf: Leaf) -> frozenset[Seat]:
    """Return the seats that could not score."""
    return frozenset(seat for seat, fate in rules.fates(leaf).items() if fate == "disqualified")


def beside(trues: Sequence[float], edge: float, side: int, apart: float) -> list[float]:
    """Return places from an edge outwards, each so far from the one before, and all within the frame."""
    limit = _BESIDE_EDGE if side < 0 else WIDE - _BESIDE_EDGE
    edge = max(edge, limit - apart) if side < 0 else min(edge, limit + apart)  # else they change places
    places: list[float] = []
    for true in trues:
        places.append(min(true, edge) if side < 0 else max(true, edge))
        edge = places[-1] + side * apart
    over = (places[-1] - limit) * side if places else 0.0
    if over <= 0:
        return places
    return [place - side * over * (index + 1) / len(places) for index, place in enumerate(places)]
