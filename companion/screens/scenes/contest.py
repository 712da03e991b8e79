"""Where everybody stands whose number is measured from the middle, or from what all aim at (G10, G16).

Lengths are in rem of the TV's frame.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from companion.i18n.messages import format_decimal, translate
from companion.room.events import Seat
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Aim
from companion.rules.results import Leaf, ShowdownRound
from companion.screens.reveals import compared, numbers_of, targets
from companion.screens.scenes.actors import (
    LONG,
    MOST_ON_CHEST,
    WIDE,
    Actor,
    around_light,
    place_on_line,
    rows_on_podium_line,
    sample,
    short,
)
from companion.screens.scenes.numbers import NumbersScene, disqualified

LINE = 51.5
_PODIUM = 7.0  # height
_EDGE = 8.0  # the nearest place of those who lie to the edge of the frame
_WIDEST, _WIDEST_OF_MEAN, _LIT_WIDTH = 12.5, 9.0, 12.5  # of guests
_LEVEL, _STEP = 1.12, 0.4
_APART, _APART_IF_LONG = 14.0, 17.0  # of two on the podium; with long numbers
_SPREAD = 0.95  # how far equal numbers that turned over lie from each other, for each width
_VOTER = 4.7  # width of those who cannot win any more
_VOTERS = (4.6, WIDE - 4.6)
_MOST_PLATES = 6  # guests whose long numbers are written above them


@dataclass(frozen=True, slots=True)
class Voter:
    """A number of somebody who cannot win any more: it counts for the middle, unless it is out."""

    seat: Seat
    number: str
    at: float
    out: bool


@dataclass(frozen=True, slots=True)
class Contest:
    """A round as the screen needs it: who is measured, who is closest, and where the middle is.

    `shown` are those who are measured, lowest first: the tied of a showdown, else all whose number counts.
    """

    plays: Mapping[Seat, int]
    shown: tuple[Seat, ...]
    nearest: tuple[Seat, ...]
    out: frozenset[Seat]
    values: Mapping[Seat, int | Fraction]
    """The numbers as they are compared: with a fraction where equal ones are put in order (G19)."""
    middle: tuple[Fraction, ...]
    line: tuple[int, int]
    aim: Aim | None = None

    @property
    def at(self) -> float:
        """Where the lamp stops; in the middle of the frame if no number counts."""
        places = [place_on_line(each, self.line) for each in self.middle]
        return sum(places) / len(places) if places else WIDE / 2

    @property
    def apart(self) -> float:
        """How far both middle numbers are from each other."""
        return 2 * (self.at - place_on_line(self.middle[0], self.line)) if self.middle else 0.0

    @property
    def mean_at(self) -> float:
        """Where the mean is; the place of the lamp where nothing aims at a multiple of it."""
        return place_on_line(self.aim.mean, self.line) if self.aim else self.at

    @property
    def flag(self) -> str:
        """What is written at the mean, where that is not what the numbers aim at."""
        if self.aim is None or self.aim.factor == 1:
            return ""
        return translate("mean {mean}", mean=format_decimal(self.aim.mean))

    def true(self, seat: Seat) -> float:
        """Return the place of a player's number."""
        return place_on_line(self.values[seat], self.line)

    @property
    def rows(self) -> tuple[int, float]:
        """In how many rows they stand, and how wide each is."""
        return rows_on_podium_line(len(self.shown), _WIDEST_OF_MEAN if self.aim else _WIDEST)

    @property
    def podium_pitch(self) -> float:
        """The distance of two on the podium."""
        is_long = any(len(short(self.plays[seat])) > LONG for seat in self.nearest)
        return min(_APART_IF_LONG if is_long else _APART, 56 / max(1, len(self.nearest)))

    @property
    def reach(self) -> float:
        """How far the closest is from the middle."""
        return min(
            (max(0.0, abs(self.true(seat) - self.at) - self.apart / 2) for seat in self.nearest), default=0.0
        )


def contest_of(rules: Game, leaf: Leaf, line: tuple[int, int]) -> Contest:
    """Return a round as it was played; in one of a showdown only the tied are measured."""
    plays, values, out = numbers_of(leaf), compared(rules, leaf), disqualified(rules, leaf)
    measured = leaf.tied if isinstance(leaf, ShowdownRound) else plays.keys() - out
    ordered = sorted((seat for seat in plays if seat in measured), key=values.__getitem__)
    return Contest(
        plays=plays,
        shown=sample(ordered, leaf.winners),
        nearest=leaf.winners,
        out=out,
        values=values,
        middle=targets(rules, leaf),
        line=line,
        aim=rules.aim(leaf),
    )


def contestants(contest: Contest, drops: Mapping[Seat, int], *, has_plates: bool = True) -> Iterator[Actor]:
    """Place those who are shown, lowest first: the closest in the light, the others beside it.

    `drops` are the turns in which guests fall. `has_plates`: whether long numbers are written above a few.
    """
    (levels, width), ends = contest.rows, _ends(contest)
    for rank, seat in enumerate(contest.shown):
        is_lit, is_out = seat in contest.nearest, seat in contest.out
        floor = LINE - rank % levels * (width * _LEVEL + _STEP)
        number, (lands, turn) = short(contest.plays[seat]), _landing(contest, seat)
        is_plated = has_plates and len(number) > MOST_ON_CHEST and len(contest.shown) <= _MOST_PLATES
        yield Actor(
            seat=seat,
            number=number,
            role="middle" if is_lit else "out" if is_out else "outer",
            true=contest.true(seat),
            slot=lands,
            floor=floor,
            x=ends[rank],
            y=LINE - _PODIUM if is_lit else floor,
            width=min(_LIT_WIDTH, contest.podium_pitch * 0.9) if is_lit else width,
            rank=rank,
            level=rank % levels,
            side=0 if is_lit else turn if is_out else -1 if contest.true(seat) < contest.at else 1,
            drop=drops[seat],
            plate="small" if is_plated else "",
        )


def _ends(contest: Contest) -> list[float]:
    """Return where everybody is at the end: on the podium, or beside it near the true places."""
    levels, width = contest.rows
    inside = [rank for rank, seat in enumerate(contest.shown) if seat in contest.nearest]
    if not inside:
        return [_landing(contest, seat)[0] for seat in contest.shown]
    trues, free = [contest.true(seat) for seat in contest.shown], 4.5 + width / 2
    return around_light(trues, inside, contest.at, contest.podium_pitch, free, width * 0.92 / levels)


def _landing(contest: Contest, seat: Seat) -> tuple[float, int]:
    """Return where a guest lands, and to which side it turns over if its number is out.

    All with that number lie side by side, within the frame, and take turns.
    """
    levels, width = contest.rows
    equal = [each for each in contest.shown if contest.plays[each] == contest.plays[seat]]
    place, true = equal.index(seat), contest.true(seat)
    if seat not in contest.out or len(equal) < 2:
        return true, -1
    apart = _SPREAD * width / levels
    half = (len(equal) - 1) / 2 * apart
    centre = min(max(true, _EDGE + half), WIDE - _EDGE - half)
    return centre - half + place * apart, 1 if place % 2 else -1


@dataclass(frozen=True, slots=True, kw_only=True)
class RailScene(NumbersScene):
    """A round for which the lamp runs along a rail, and opens over the closest.

    `marks` name what it stops over. `times` says when each phase begins, by its name.
    """

    contest: Contest
    marks: tuple[str, ...]
    times: Mapping[str, int]


def voters(contest: Contest, tied: Collection[Seat]) -> Iterator[Voter]:
    """Yield the others who presented a number, lowest first; of those who would overlap, the first one."""
    others = sorted((seat for seat in contest.plays if seat not in tied), key=contest.values.__getitem__)
    left, right = _VOTERS
    free = 0.0
    for seat in others:
        at = min(max(contest.true(seat), left), right)
        if at >= free:
            free = at + _VOTER
            yield Voter(seat, short(contest.plays[seat]), at, seat in contest.out)
