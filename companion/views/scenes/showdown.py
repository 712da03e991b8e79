"""A showdown (G16): the tied stand alone, then in each round the light opens until it touches the closest.

Lengths are in rem of the TV's frame, times in milliseconds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Literal

from companion.i18n.messages import (
    PluralTemplate,
    capitalize_first,
    format_count,
    format_decimal,
    format_message,
    translate,
)
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.games.outcomes import Aim
from companion.rules.results import ShowdownRound
from companion.views import headings, reveals, scoreboard
from companion.views.lineup import Area, Lineup, line_up
from companion.views.naming import name_or_count, player_names
from companion.views.podium import StandingGuest, standing_guests
from companion.views.scenes.actors import (
    LONG,
    MOST_ON_CHEST,
    WIDE,
    Actor,
    beside,
    drops_of,
    place_on_line,
    sample,
    short,
)
from companion.views.scenes.aim import flag_of, told_aim
from companion.views.scenes.desk import Desk
from companion.views.scenes.numbers import RevealedNumbers, Saying, numbers_of, shelf_words
from companion.views.scenes.scene import Scene, Telling
from companion.views.scoreboard import ScoreRow

LINE = 51.5
_PODIUM = 7.0  # height
_EDGE = 8.0  # the nearest place on the podium to the edge of the frame
_EDGE_BEHIND = 16.0  # the same where somebody stands between the podium and the edge
_WIDEST, _WIDEST_OF_MEAN, _STAYING_WIDTH = 12.5, 9.0, 12.5  # of guests
_LEVEL, _STEP, _HEIGHT = 1.12, 0.4, 126 / 108
_BELOW_HEADING = 31.5
_APART, _APART_IF_LONG = 14.0, 17.0  # of two on the podium; with long numbers
_SPREAD = 0.3  # how far equal numbers move apart, for each width
_VOTER = 4.7  # width of those who cannot win any more
_VOTERS = (4.6, WIDE - 4.6)
_MOST_NAMED = 3  # in a heading
_MOST_WITH_NAMES = 6  # at the desk
_MOST_PLATES = 6  # guests whose long numbers are written above them

_FALL_ALL, _BOUNCE = 900, 700
_LOWEST, _HIGHEST, _STOPS = 560, 600, 540  # ways of the lamp
_TO_MEAN, _BREATH = 700, 400
_THREAD = 500
_OPENS = (350, 1400, 70)  # at least, at most, and for each rem
_HOP, _TOLD, _READ = 250, 650, 450
_TITLE_TOLD, _TITLE = 500, 2000


@dataclass(frozen=True, slots=True)
class ShowdownTimes:
    """When each phase of a round begins: the only place where that is known.

    `bounce`: equal numbers turn over; `slide`: the lamp leaves for the lowest number of the tied, `highest`:
    it has left that for the highest, `aim`: for the middle; `stop`: it is there; `open`: its light opens;
    `touch`: that has reached somebody, or nobody; `told`: heading and desk say it.
    """

    bounce: int
    slide: int
    highest: int
    aim: int
    stop: int
    open: int
    touch: int
    told: int
    length: int


def showdown_times(reach: float, *, some_near: bool) -> ShowdownTimes:
    """Return when everything happens, if the closest stands so far from the middle."""
    stop = _FALL_ALL + _LOWEST + _HIGHEST + _STOPS
    least, most, each = _OPENS
    touch = stop + _THREAD + (round(max(least, min(most, each * reach))) if some_near else most)
    return ShowdownTimes(
        bounce=_FALL_ALL,
        slide=_FALL_ALL,
        highest=_FALL_ALL + _LOWEST,
        aim=_FALL_ALL + _LOWEST + _HIGHEST,
        stop=stop,
        open=stop + _THREAD,
        touch=touch,
        told=touch + _TOLD,
        length=touch + _TOLD + _READ,
    )


# The title


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelScene(Scene):
    """The title of a showdown: the tied alone in the half-dark."""

    kind: ClassVar[str] = "duel"
    telling: ClassVar[Telling] = "part"
    kicker: str
    heading: str
    lead: str
    guests: Lineup


_FLOOR = Area(width=116, height=25.5, largest=17)
_LARGE = (14, 10, 8)  # guests are so large before names are shown whole


def duel_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the title, if the last reveal brought a showdown."""
    halt = game.record.rules.halt(game.score.root) if game.next_round else None
    if not halt or not halt.players:
        return
    yield DuelScene(
        key=f"duel-{game.number}-{len(game.record.reveals)}",
        told=_TITLE_TOLD,
        length=_TITLE,
        kicker=_tie_kicker(game, halt.players),
        heading=translate(halt.heading),
        lead=str(halt.lead),
        guests=_alone(_rows(room, halt.players)),
    )


def _alone(rows: tuple[ScoreRow, ...]) -> Lineup:
    """Line up the tied, as large as they can be with their names, which may be cut."""
    tried = (line_up(rows, replace(_FLOOR, smallest=smallest)) for smallest in _LARGE)
    return next((each for each in tried if each.named), None) or line_up(rows, _FLOOR)


def _tie_kicker(game: GameState, tied: Sequence[Seat]) -> str:
    """Return the title of the game, and what the tied have, if they all have the same."""
    title = translate(game.record.rules.title)
    scores = {game.score.root.scores[seat] for seat in tied}
    if len(scores) > 1:
        return title
    each = format_count(scores.pop(), "{n} point each", "{n} points each")
    return translate("{game}: {each}", game=title, each=each)


def _rows(room: Room, seats: Sequence[Seat]) -> tuple[ScoreRow, ...]:
    players = (room.seats.get(seat) or Player(seat, room.name(seat)) for seat in seats)
    return tuple(
        replace(row, points=None, wider=(), central=False) for row in scoreboard.rows_of(room, players)
    )


# A round

DuelState = Literal["stays", "gone", "gone before"]


@dataclass(frozen=True, slots=True)
class DuelPlace:
    """A player at the desk who has been tied, and what the round means for that player."""

    guest: StandingGuest
    state: DuelState

    @property
    def was(self) -> str:
        """The state before the round is told."""
        return "" if self.state != "gone before" else self.state


@dataclass(frozen=True, slots=True)
class Voter:
    """A number of somebody who cannot win any more: it counts for the middle, unless it is out."""

    seat: Seat
    number: str
    at: float
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownScene(Scene):
    """A round of a showdown; `numbers.actors` are the tied, `voters` the others, `duel` is the desk.

    `at` is where the lamp stops: over what is aimed at, or between both middle numbers, which are `apart`.
    `marks` name them. `flag` names the mean, at `mean_at`, where something else is aimed at. `reach` is how
    far the light opens. `lowest` and `highest` are the places of the tied that the lamp visits first.
    """

    kind: ClassVar[str] = "showdown"
    numbers: RevealedNumbers
    told_kicker: str
    sayings: tuple[Saying, ...]
    at: float
    apart: float
    marks: tuple[str, ...]
    mean_at: float
    flag: str
    reach: float
    lowest: float
    highest: float
    width: float
    times: ShowdownTimes
    voters: tuple[Voter, ...]
    duel: tuple[DuelPlace, ...]
    podium_width: float
    is_stacked: bool
    pace: float = 1.0

    @property
    def scoring(self) -> int:
        """How many the light touches."""
        return sum(each.role == "middle" for each in self.numbers.actors)

    @property
    def lit(self) -> str:
        """The same as a class of the style sheet."""
        return ("none", "one", "two")[self.scoring] if self.scoring <= 2 else "more"

    @property
    def size(self) -> str:
        """How much room there is for names at the desk, as a class of the style sheet."""
        count = len(self.duel)
        return (
            "few" if count <= _MOST_WITH_NAMES else "dense" if count <= 2 * _MOST_WITH_NAMES else "nameless"
        )


@dataclass(frozen=True, slots=True)
class Contest:
    """A round of a showdown as the screen needs it: who is tied, who stays, and where the middle is."""

    plays: Mapping[Seat, int]
    tied: tuple[Seat, ...]
    nearest: tuple[Seat, ...]
    out: frozenset[Seat]
    values: Mapping[Seat, Fraction]
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


def showdown_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the last reveal, if it was a round of a showdown."""
    leaf, rules = reveals.latest_leaf(game), game.record.rules
    if not isinstance(leaf, ShowdownRound) or rules.number_line is None:
        return
    contest = _contest(game, leaf, rules.number_line)
    actors, when = contestants(contest), showdown_times(contest.reach, some_near=bool(leaf.winners))
    falls = [each.true for each in actors] or [contest.at]
    aim = contest.aim if contest.aim and contest.aim.factor != 1 else None
    yield ShowdownScene(
        key=reveals.reveal_key(game),
        told=when.told,
        length=when.length,
        numbers=_numbers(room, game, leaf, contest, actors),
        told_kicker=_told_kicker(game, contest),
        sayings=(Saying(translate("Who is closest?"), 0, when.touch + _HOP),),
        at=contest.at,
        apart=contest.apart,
        marks=contest.marks,
        mean_at=place_on_line(aim.mean, contest.line) if aim else contest.at,
        flag=flag_of(aim) if aim else "",
        reach=contest.reach,
        lowest=max(16.0, min(falls)),
        highest=min(112.0, max(falls)),
        width=_width(contest)[1],
        times=when,
        voters=tuple(voters(contest)),
        duel=tuple(_duel(room, game, leaf)),
        podium_width=contest.podium_pitch - 1,
        is_stacked=_width(contest)[0] > 1,
    )


def _contest(game: GameState, leaf: ShowdownRound, line: tuple[int, int]) -> Contest:
    rules = game.record.rules
    return Contest(
        plays=numbers_of(leaf),
        tied=leaf.tied,
        nearest=leaf.winners,
        out=frozenset(leaf.disqualified),
        values={seat: number + rules.offset(leaf, seat) for seat, number in numbers_of(leaf).items()},
        middle=rules.targets(leaf),
        line=line,
        aim=rules.aim(leaf),
        marks=tuple(_short(number) for number in reveals.middle_numbers(rules, leaf)),
    )


def _short(number: int | Fraction) -> str:
    return short(number) if isinstance(number, int) else format_decimal(number)


# Where everybody stands


def contestants(contest: Contest) -> tuple[Actor, ...]:
    """Place the tied who presented a number, lowest first: the closest in the light, the others beside it."""
    tied = sorted((seat for seat in contest.tied if seat in contest.plays), key=contest.values.__getitem__)
    shown = sample(tied, contest.nearest)
    drops, ends = drops_of(shown), _ends(contest, shown)
    return tuple(
        _contestant(contest, shown, rank, drops[shown[rank]], ends[rank]) for rank in range(len(shown))
    )


def _contestant(contest: Contest, shown: Sequence[Seat], rank: int, drop: int, end: float) -> Actor:
    seat, (levels, width) = shown[rank], _width(contest)
    stays = seat in contest.nearest
    floor = LINE - rank % levels * (width * _LEVEL + _STEP)
    return Actor(
        seat=seat,
        number=short(contest.plays[seat]),
        role="middle" if stays else "out" if seat in contest.out else "outer",
        true=contest.true(seat),
        slot=0,
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


def _width(contest: Contest) -> tuple[int, float]:
    """Return in how many rows the tied stand, and how wide each is."""
    count = sum(seat in contest.plays for seat in contest.tied)
    levels = 1 if count <= 10 else 2 if count <= 24 else 3
    above = (LINE - _BELOW_HEADING - _STEP * (levels - 1)) / (_LEVEL * (levels - 1) + _HEIGHT)
    widest = _WIDEST_OF_MEAN if contest.aim else _WIDEST
    return levels, min(widest, above, 110 * levels * 0.7 / max(count, 1))


def _ends(contest: Contest, shown: Sequence[Seat]) -> list[float]:
    """Return where everybody is at the end: on the podium, or beside it near the true places."""
    levels, width = _width(contest)
    ends = [contest.true(seat) for seat in shown]
    inside = [rank for rank, seat in enumerate(shown) if seat in contest.nearest]
    if not inside:
        spread = (_turn(contest, shown, rank) * _SPREAD * width for rank in range(len(shown)))
        return [end + by for end, by in zip(ends, spread, strict=True)]
    for rank, place in zip(inside, _podium_places(contest, shown, len(inside)), strict=True):
        ends[rank] = place
    middle = sum(ends[rank] for rank in inside) / len(inside)
    reach = contest.podium_pitch / 2 * len(inside) + 4.5 + width / 2
    for side in (-1, 1):
        ranks = [
            rank for rank in range(len(shown)) if rank not in inside and _side(contest, shown[rank]) == side
        ]
        outwards = ranks if side > 0 else ranks[::-1]
        places = beside([ends[rank] for rank in outwards], middle + side * reach, side, width * 0.92 / levels)
        for rank, place in zip(outwards, places, strict=True):
            ends[rank] = place
    return ends


def _side(contest: Contest, seat: Seat) -> int:
    return -1 if contest.true(seat) < contest.at else 1


def _turn(contest: Contest, shown: Sequence[Seat], rank: int) -> int:
    """Return to which side one of several equal numbers turns over: they take turns; 0 for any other."""
    equal = [seat for seat in shown if contest.plays[seat] == contest.plays[shown[rank]]]
    if shown[rank] not in contest.out:
        return 0
    return 1 if equal.index(shown[rank]) % 2 else -1


def _podium_places(contest: Contest, shown: Sequence[Seat], near: int) -> list[float]:
    """Return the places of those who stay: side by side in the light, and within the frame."""
    pitch = contest.podium_pitch
    half = (near - 1) / 2 * pitch
    sides = {_side(contest, seat) for seat in shown if seat not in contest.nearest}
    left, right = ((_EDGE_BEHIND if side in sides else _EDGE) + half for side in (-1, 1))
    centre = min(max(contest.at, left), WIDE - right)
    return [centre + turn * pitch - half for turn in range(near)]


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


# What is said


def _numbers(
    room: Room, game: GameState, leaf: ShowdownRound, contest: Contest, actors: tuple[Actor, ...]
) -> RevealedNumbers:
    low, high = contest.line
    return RevealedNumbers(
        kicker=capitalize_first(headings.latest_parts(game)[-1][0]),
        verdict=_verdict(room, leaf),
        low=short(low),
        high=short(high),
        actors=actors,
        gains={},
        names={},
        shelf="",
        notes=tuple(_notes(room, game, leaf, contest)),
        standing=(),
        desk=Desk(),
    )


def _verdict(room: Room, leaf: ShowdownRound) -> str:
    """Return who stays, in a few words."""
    if not leaf.winners:
        return translate("Nobody counts: all stay")
    if len(leaf.left) == 1:
        return translate("{who} is closest", who=player_names(room, leaf.left)[0])
    if len(leaf.left) == len(leaf.tied):
        both = translate("Equally close: both stay")
        return both if len(leaf.left) == 2 else translate("Equally close: all stay")
    return translate("{who} stay", who=name_or_count(player_names(room, leaf.left), _MOST_NAMED))


def _told_kicker(game: GameState, contest: Contest) -> str:
    """Return the name of the round with what was aimed at: `..., round 1: the middle is 40`."""
    where, aim = capitalize_first(headings.latest_parts(game)[-1][0]), contest.aim
    if not contest.middle:
        return translate("{round}: no number is left", round=where)
    if aim and aim.factor != 1:
        return translate("{round}: {told}", round=where, told=told_aim(aim))
    if aim:
        return translate("{round}: the mean is {mean}", round=where, mean=aim.mean)
    template = PluralTemplate("{round}: the middle is {middle}", "{round}: the middle is between {middle}")
    return format_message(
        template.translate_for(len(contest.marks)), {"round": where, "middle": contest.marks}
    )


def _notes(room: Room, game: GameState, leaf: ShowdownRound, contest: Contest) -> Iterator[str]:
    """Yield short lines on who is out, who was corrected, and who of the tied presented nothing."""
    if words := shelf_words(contest.plays, [seat for seat in contest.tied if seat in contest.out]):
        yield words
    if corrected := reveals.corrected_seats(game):
        yield translate(
            "Corrected: {players}",
            players=_names(room, [seat for seat in contest.plays if seat in corrected]),
        )
    if absent := [seat for seat in leaf.tied if seat not in leaf.plays]:
        yield translate("No number: {players}", players=_names(room, absent))


def _names(room: Room, seats: Sequence[Seat]) -> str:
    return name_or_count(player_names(room, seats), _MOST_NAMED)


def _duel(room: Room, game: GameState, leaf: ShowdownRound) -> Iterator[DuelPlace]:
    """Yield all who were tied at first, in their order."""
    for guest in standing_guests(room, game.score.root.showdown[0].tied):
        state: DuelState = (
            "stays" if guest.seat in leaf.left else "gone" if guest.seat in leaf.tied else "gone before"
        )
        yield DuelPlace(guest, state)
