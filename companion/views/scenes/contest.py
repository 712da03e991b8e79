"""Where everybody stands in a round of a showdown (G16); lengths are in rem of the TV's frame."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.i18n.messages import format_decimal
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.rules.games.outcomes import Aim
from companion.rules.results import ShowdownRound
from companion.views.reveals import compared, numbers_of, targets
from companion.views.scenes.actors import (
    LONG,
    MOST_ON_CHEST,
    WIDE,
    Actor,
    around_light,
    drops_of,
    place_on_line,
    rows_on_podium_line,
    sample,
    short,
)

LINE = 51.5
_PODIUM = 7.0  # height
_EDGE = 8.0  # the nearest place of those who lie to the edge of the frame
_WIDEST, _WIDEST_OF_MEAN, _STAYING_WIDTH = 12.5, 9.0, 12.5  # of guests
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
    """A round of a showdown as the screen needs it: who is tied, who stays, and where the middle is."""

    plays: Mapping[Seat, int]
    tied: tuple[Seat, ...]
    nearest: tuple[Seat, ...]
    out: frozenset[Seat]
    values: Mapping[Seat, int | Fraction]
    """The numbers as they are compared: with a fraction where equal ones are put in order (G19)."""
    middle: tuple[Fraction, ...]
    line: tuple[int, int]
    aim: Aim | None = None
    marks: tuple[str, ...] = ()
    """What the lamp stops over, in figures."""

    @property
    def at(self) -> float:
        """Where the lamp stops; in the middle of the frame if no number counts."""
        places = self._places
        return sum(places) / len(places) if places else WIDE / 2

    @property
    def apart(self) -> float:
        """How far both middle numbers are from each other."""
        places = self._places
        return max(places) - min(places) if places else 0.0

    @property
    def _places(self) -> list[float]:
        return [place_on_line(each, self.line) for each in self.middle]

    def true(self, seat: Seat) -> float:
        """Return the place of a player's number."""
        return place_on_line(self.values[seat], self.line)

    @property
    def rows(self) -> tuple[int, float]:
        """In how many rows the tied stand, and how wide each is."""
        count = sum(seat in self.plays for seat in self.tied)
        return rows_on_podium_line(count, _WIDEST_OF_MEAN if self.aim else _WIDEST)

    @property
    def podium_pitch(self) -> float:
        """The distance of two on the podium."""
        is_long = any(len(short(self.plays[seat])) > LONG for seat in self.nearest)
        return min(_APART_IF_LONG if is_long else _APART, 56 / max(1, len(self.nearest)))

    @property
    def reach(self) -> float:
        """How far the closest of the tied is from the middle."""
        return min(
            (max(0.0, abs(self.true(seat) - self.at) - self.apart / 2) for seat in self.nearest), default=0.0
        )


def contest_of(game: GameState, leaf: ShowdownRound, line: tuple[int, int]) -> Contest:
    """Return a round of a showdown as it was played."""
    rules = game.record.rules
    return Contest(
        plays=numbers_of(leaf),
        tied=leaf.tied,
        nearest=leaf.winners,
        out=frozenset(leaf.disqualified),
        values=compared(rules, leaf),
        middle=targets(rules, leaf),
        line=line,
        aim=rules.aim(leaf),
        marks=tuple(map(_short, rules.middle_numbers(leaf))),
    )


def _short(number: Fraction) -> str:
    return short(int(number)) if number.denominator == 1 else format_decimal(number)


def contestants(contest: Contest) -> tuple[Actor, ...]:
    """Place the tied who presented a number, lowest first: the closest in the light, the others beside it."""
    tied = sorted((seat for seat in contest.tied if seat in contest.plays), key=contest.values.__getitem__)
    shown = sample(tied, contest.nearest)
    drops, ends = drops_of(shown), _ends(contest, shown)
    return tuple(
        _contestant(contest, shown, rank, drops[shown[rank]], ends[rank]) for rank in range(len(shown))
    )


def _contestant(contest: Contest, shown: Sequence[Seat], rank: int, drop: int, end: float) -> Actor:
    seat, (levels, width) = shown[rank], contest.rows
    stays = seat in contest.nearest
    floor = LINE - rank % levels * (width * _LEVEL + _STEP)
    return Actor(
        seat=seat,
        number=short(contest.plays[seat]),
        role="middle" if stays else "out" if seat in contest.out else "outer",
        true=contest.true(seat),
        slot=_lying(contest, shown, rank),
        floor=floor,
        x=end,
        y=LINE - _PODIUM if stays else floor,
        width=min(_STAYING_WIDTH, contest.podium_pitch * 0.9) if stays else width,
        rank=rank,
        level=rank % levels,
        side=0 if stays else _turn(contest, shown, rank) if seat in contest.out else _side(contest, seat),
        drop=drop,
        plate="small"
        if len(short(contest.plays[seat])) > MOST_ON_CHEST and len(shown) <= _MOST_PLATES
        else "",
    )


def _ends(contest: Contest, shown: Sequence[Seat]) -> list[float]:
    """Return where everybody is at the end: on the podium, or beside it near the true places."""
    levels, width = contest.rows
    trues = [contest.true(seat) for seat in shown]
    inside = [rank for rank, seat in enumerate(shown) if seat in contest.nearest]
    if not inside:
        return [_lying(contest, shown, rank) for rank in range(len(shown))]
    return around_light(
        trues, inside, contest.at, contest.podium_pitch, 4.5 + width / 2, width * 0.92 / levels
    )


def _side(contest: Contest, seat: Seat) -> int:
    return -1 if contest.true(seat) < contest.at else 1


def _turn(contest: Contest, shown: Sequence[Seat], rank: int) -> int:
    """Return to which side one of several equal numbers turns over: they take turns."""
    equal = [seat for seat in shown if contest.plays[seat] == contest.plays[shown[rank]]]
    return 1 if equal.index(shown[rank]) % 2 else -1


def _lying(contest: Contest, shown: Sequence[Seat], rank: int) -> float:
    """Return where a guest lands that turns over: all with its number side by side, and within the frame."""
    levels, width = contest.rows
    equal = [seat for seat in shown if contest.plays[seat] == contest.plays[shown[rank]]]
    if shown[rank] not in contest.out or len(equal) < 2:
        return contest.true(shown[rank])
    apart = _SPREAD * width / levels
    half = (len(equal) - 1) / 2 * apart
    centre = min(max(contest.true(shown[rank]), _EDGE + half), WIDE - _EDGE - half)
    return centre - half + equal.index(shown[rank]) * apart


def voters(contest: Contest) -> Iterator[Voter]:
    """Yield the others who presented a number, lowest first; of those who would overlap, the first one."""
    others = sorted(
        (seat for seat in contest.plays if seat not in contest.tied), key=contest.values.__getitem__
    )
    left, right = _VOTERS
    free = 0.0
    for seat in others:
        at = min(max(contest.true(seat), left), right)
        if at >= free:
            free = at + _VOTER
            yield Voter(seat, short(contest.plays[seat]), at, seat in contest.out)
