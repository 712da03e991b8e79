"""Pictures of a game and of an evening: the way everybody took, and the light in the middle of it.

Each lies in a frame that is `FRAME` wide and high, whatever its size on a screen, with the origin at the
top left; and each carries the figures it was drawn from, which are its alternative in words.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Literal

from companion.acts import Seat
from companion.evening import Evening
from companion.games import good_enough, median_game, mediocrity, saichugen
from companion.games.numbers import digits
from companion.journal import Room, Table
from companion.score import Branch, Kind, Leaf, Node, counted
from companion.standing import judge
from companion.views import places
from companion.views.people import names, persons, sentences
from companion.views.reveals import number_fate
from companion.words import count, headed, listing, mark, say, tell

FRAME = 1000
LINES = 18
"""How many lines of text stand one below the other at the right edge of a frame."""

FEW = 8
"""Up to so many players have a line of their own colour and a label each."""

MOST = 100
"""With more players than this there is no picture: nobody would find a line."""

_MARGIN = 40  # above the highest and below the lowest line
_APART, _CROWDED = 14, 6  # how far lines are kept apart where they would lie on each other
_BAND = 12  # the least half height of the light
_NAMED = 8  # names in a label; more are counted
_SHORTEST = 3  # games that fill a row where nobody has won more
_TICKS = 7
_ROWS = 16  # rows of rounds, each of one round or of several
_LONG = 7  # digits of a number that is written in full beside a row

Point = tuple[int, int]
Number = Literal["middle", "disqualified", "outside"]


@dataclass(frozen=True, slots=True)
class Tick:
    """A figure beside the frame, and how far along its edge it stands."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A player's way: the standing after each part, the corners of the line, and how it ends.

    `tone` is 1 to `FEW`, each with a colour and a dash of its own, and 0 where there are too many
    players for that. `lit`: it ends with what would win. `wins`: it has won.
    """

    name: str
    points: tuple[int, ...]
    corners: tuple[Point, ...]
    tone: int
    lit: bool
    wins: bool
    you: bool


@dataclass(frozen=True, slots=True)
class Label:
    """What stands at the end of lines: from `row` (1 to `LINES`) downwards, `span` lines of text high.

    `ends` are the heights at which its lines end, and `at` is its own; `more` counts who is not named.
    """

    names: tuple[str, ...]
    more: int
    points: int
    row: int
    span: int
    ends: tuple[int, ...]
    tone: int
    lit: bool
    wins: bool
    you: bool

    @property
    def at(self) -> int:
        """The height of its middle."""
        return FRAME * (2 * self.row - 2 + self.span) // (2 * LINES)


@dataclass(frozen=True, slots=True)
class Course:
    """Everybody's points over the parts of a game; `band` outlines what would have won at any time.

    `steps` names the parts: the columns of the figures. `light` says what is lit.
    """

    heading: str
    name: str
    steps: tuple[str, ...]
    across: tuple[Tick, ...]
    upwards: tuple[Tick, ...]
    band: tuple[Point, ...]
    light: str
    lines: tuple[Line, ...]
    labels: tuple[Label, ...]
    crowded: bool


@dataclass(frozen=True, slots=True)
class Dot:
    """A number that somebody showed, where it lies, and what became of it."""

    number: str
    at: Point
    fate: Number


@dataclass(frozen=True, slots=True)
class Shown:
    """All numbers of a player, round by round; None where the player showed none."""

    name: str
    you: bool
    dots: tuple[Dot | None, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the range, for a round or for several: `middle` are the lowest and highest middle numbers."""

    text: str
    at: int
    middle: str


@dataclass(frozen=True, slots=True)
class Fallen:
    """Where everybody's numbers fell; `centres` are the middles of the rounds that had one."""

    heading: str
    name: str
    low: str
    high: str
    rounds: tuple[str, ...]
    rows: tuple[Row, ...]
    centres: tuple[Point, ...]
    players: tuple[Shown, ...]

    def dots(self, fate: Number) -> Iterator[Dot]:
        """Yield the numbers that met a fate."""
        return (dot for each in self.players for dot in each.dots if dot and dot.fate == fate)

    @property
    def yours(self) -> tuple[Dot, ...]:
        """The numbers of whoever looks."""
        return tuple(dot for each in self.players if each.you for dot in each.dots if dot)


@dataclass(frozen=True, slots=True)
class Won:
    """Who has won so many games: the most mediocre of them, and the others.

    `lit` where that is the middle, `most` where nobody has won more.
    """

    games: int
    mediocre: tuple[str, ...]
    others: tuple[str, ...]
    lit: bool
    most: bool


@dataclass(frozen=True, slots=True)
class Wins:
    """The standing of an evening, most games first; `most` games fill a row."""

    heading: str
    name: str
    most: int
    rows: tuple[Won, ...]
    sentences: tuple[str, ...]


# Points over the parts of a game


def course(room: Room, table: Table, you: Seat | None = None, *, whole: bool = False) -> Course | None:
    """Draw the points over the parts of the innermost game that is or was played, or (`whole`) of all.

    `you` is whose line is to be told from the others. None before two parts have ended, since one
    step is no way, and beyond `MOST` players.
    """
    level = table.score.root if whole else _innermost(table)
    parts = [part for part in level.parts if part.finished]
    players = table.record.players
    if len(parts) < 2 or len(players) > MOST:
        return None
    ways = {seat: tuple(accumulate(_gain(part, seat) for part in parts)) for seat in players}
    return _course(room, level, _Ground(ways), _judge(table, level), you)


def _innermost(table: Table) -> Branch:
    """Follow the last parts to the level whose parts give the points of the scoreboard."""
    level = table.score.root
    if isinstance(table.record.options, mediocrity.Options):
        return level
    while level.parts and isinstance(part := level.parts[-1], good_enough.Game | saichugen.Game):
        level = part
    return level


def _gain(part: Node, seat: Seat) -> int:
    """Say what a part brought to a player."""
    match part:
        case saichugen.Round():
            return part.kept[seat]
        case saichugen.Game():
            return part.points[seat]
        case median_game.Round():
            return part.takes if seat in part.winners else 0
    return int(seat in part.winners)


Judge = tuple[str, Callable[[Sequence[int]], tuple[int, ...]]]


def _judge(table: Table, level: Branch) -> Judge:
    """Return what wins on this level, in words and as a function of everybody's points."""
    options = table.record.options
    if isinstance(options, good_enough.Options):
        players = table.record.players
        return tell("the middle"), lambda points: judge(dict(zip(players, points, strict=True))).middle
    if isinstance(level, saichugen.Game):
        return tell("the middle"), lambda points: (sorted(points)[len(points) // 2],)
    if isinstance(options, mediocrity.Options):
        target = options.target
        light = tell("the most below {target}", target=target)
        return light, lambda points: (max(n for n in points if n < target),)
    return tell("the most"), lambda points: (max(points),)


class _Ground:
    """The frame of some ways: where so many points after so many parts are."""

    def __init__(self, ways: Mapping[Seat, tuple[int, ...]]) -> None:
        self.ways = ways
        self.seats = tuple(ways)
        self.parts = len(next(iter(ways.values())))
        self.low = min(0, *(min(way) for way in ways.values()))
        self.high = max(1, *(max(way) for way in ways.values()))
        self.unit = (FRAME - 2 * _MARGIN) / (self.high - self.low + 1)
        most = _APART if len(ways) <= FEW else _CROWDED
        room = 2 * _MARGIN if len(ways) <= FEW else 0
        self.apart = min(most, max(0.75 * self.unit, room / 3) / len(ways))

    def across(self, part: int) -> int:
        return FRAME * part // self.parts

    def height(self, points: float) -> float:
        return _MARGIN + self.unit * (self.high + 0.5 - points)

    def corners(self, seat: Seat) -> tuple[Point, ...]:
        """Draw a way in a lane of its own, from nothing at the start, with a corner where it bends."""
        lane = self.apart * (self.seats.index(seat) - (len(self.seats) - 1) / 2)
        way = (0, *self.ways[seat])
        bends = [0, *(n for n in range(1, self.parts) if way[n] - way[n - 1] != way[n + 1] - way[n])]
        return tuple((self.across(n), round(self.height(way[n]) + lane)) for n in (*bends, self.parts))

    def band(self, lit: Sequence[tuple[int, ...]]) -> tuple[Point, ...]:
        """Outline what was lit after each part, from the start on."""
        half = max(self.unit / 2, _BAND)
        upper = [(self.across(n), round(self.height(max(each)) - half)) for n, each in enumerate(lit)]
        lower = [(self.across(n), round(self.height(min(each)) + half)) for n, each in enumerate(lit)]
        return (*upper, *reversed(lower))


def _course(room: Room, level: Branch, ground: _Ground, how: Judge, you: Seat | None) -> Course:
    light, winning = how
    kind = level.parts[0].kind
    ways = ground.ways
    at_each = [winning([way[n] for way in ways.values()]) for n in range(ground.parts)]
    lit = (winning([0] * len(ways)), *at_each)
    lines = tuple(_lines(room, level, ground, lit[-1], you))
    return Course(
        heading=tell(_BY[kind], figure=_figure(level)),
        name=_course_name(level, kind, light, lines, ground),
        steps=tuple(headed(places.part(kind, n)) for n in range(1, ground.parts + 1)),
        across=tuple(Tick(ground.across(n), say(n)) for n in _ticks(1, ground.parts)),
        upwards=tuple(Tick(round(ground.height(n)), say(n)) for n in _ticks(ground.low, ground.high)),
        band=ground.band(lit),
        light=light,
        lines=lines,
        labels=_labels(lines),
        crowded=len(lines) > FEW,
    )


_BY: Mapping[Kind, str] = {
    "round": mark("{figure}, round by round"),
    "hand": mark("{figure}, hand by hand"),
    "game": mark("{figure}, game by game"),
    "match": mark("{figure}, match by match"),
}


def _figure(level: Branch) -> str:
    """Name what is counted on a level."""
    part = level.parts[0]
    if isinstance(level, good_enough.Game) and part.kind == "game":
        return tell("Games won")
    if isinstance(level, good_enough.Game) and part.kind == "match":
        return tell("Matches won")
    if isinstance(level, saichugen.Game):
        return tell("Totals")
    return tell("Rounds taken") if isinstance(part, median_game.Round) else tell("Points")


def _course_name(level: Branch, kind: Kind, light: str, lines: Sequence[Line], ground: _Ground) -> str:
    lit = [line for line in lines if line.lit]
    return tell(
        "{figure} of {players} over {parts}: in the end {light} is {points}: {who}",
        figure=_figure(level),
        players=count(len(lines), "{n} player", "{n} players"),
        parts=counted(kind, ground.parts),
        light=light,
        points=listing(sorted({line.points[-1] for line in lit})),
        who=_who([line.name for line in lit]),
    )


def _ticks(low: int, high: int) -> Iterator[int]:
    """Choose some whole numbers, at round distances."""
    steps = (step * 10**power for power in range(100) for step in (1, 2, 5))
    step = next(each for each in steps if (high - low) // each < _TICKS)
    yield from (n for n in range(-(-low // step) * step, high + 1, step))


def _lines(
    room: Room, level: Branch, ground: _Ground, lit: Sequence[int], you: Seat | None
) -> Iterator[Line]:
    for number, (seat, way) in enumerate(ground.ways.items(), 1):
        yield Line(
            name=names(room, [seat])[0],
            points=way,
            corners=ground.corners(seat),
            tone=number if len(ground.ways) <= FEW else 0,
            lit=way[-1] in lit,
            wins=seat in level.winners,
            you=seat == you,
        )


def _labels(lines: Sequence[Line]) -> tuple[Label, ...]:
    """Put the names to the ends of the lines: each its own, or (if crowded) those that matter together."""
    groups: dict[object, list[Line]] = {}
    for line in lines:
        if line.tone or line.lit or line.wins or line.you:
            groups.setdefault(line.tone or (line.points[-1], line.wins, line.you), []).append(line)
    ordered = sorted(groups.values(), key=_end)
    least = 3 if len(lines) < 6 else 2
    spans = [least if len(group) < 3 else 5 for group in ordered]
    rows = _spread([_end(group) for group in ordered], spans)
    return tuple(_label(*each) for each in zip(ordered, rows, spans, strict=True))


def _end(group: Sequence[Line]) -> float:
    return sum(line.corners[-1][1] for line in group) / len(group)


def _label(group: Sequence[Line], row: int, span: int) -> Label:
    first = group[0]
    return Label(
        names=tuple(line.name for line in group[:_NAMED]),
        more=max(0, len(group) - _NAMED),
        points=first.points[-1],
        row=row,
        span=span,
        ends=tuple(line.corners[-1][1] for line in group),
        tone=first.tone,
        lit=first.lit,
        wins=first.wins,
        you=first.you,
    )


def _spread(wanted: Sequence[float], spans: Sequence[int]) -> list[int]:
    """Find rows for labels that would stand at these heights, so that none lies on another."""
    rows: list[int] = []
    free = 1
    for height, span in zip(wanted, spans, strict=True):
        rows.append(max(free, round(height * LINES / FRAME - span / 2) + 1))
        free = rows[-1] + span
    end = LINES + 1
    for place in reversed(range(len(rows))):
        rows[place] = min(rows[place], end - spans[place])
        end = rows[place]
    return rows


# Where the numbers fell


def fallen(room: Room, table: Table, you: Seat | None = None, *, whole: bool = False) -> Fallen | None:
    """Draw all numbers of the innermost game that is or was played, or (`whole`) of all its games.

    `you` is whose numbers are to be told from the others. None in the card games, before a round was
    revealed, and beyond `MOST` players.
    """
    options, players = table.record.options, table.record.players
    if not isinstance(options, good_enough.Options) or len(players) > MOST:
        return None
    rounds = tuple(table.score.leaves()) if whole else tuple(_rounds(_innermost(table)))
    if not rounds:
        return None
    low, high = (1, options.cards) if options.cards else (options.low, options.high)
    plan = _Plan(rounds, low, high)
    return Fallen(
        heading=tell("Where the numbers fell"),
        name=tell(
            "The numbers of {players} in {rounds}, on lines from {low} to {high}",
            players=count(len(players), "{n} player", "{n} players"),
            rounds=count(len(rounds), "{n} round", "{n} rounds"),
            low=_brief(low),
            high=_brief(high),
        ),
        low=_brief(low),
        high=_brief(high),
        rounds=tuple(headed(places.part("round", n)) for n in range(1, len(rounds) + 1)),
        rows=tuple(plan.rows()),
        centres=tuple(plan.centres()),
        players=tuple(Shown(names(room, [seat])[0], seat == you, tuple(plan.dots(seat))) for seat in players),
    )


def _rounds(level: Branch) -> Iterator[Leaf]:
    return (part for part in level.parts if isinstance(part, Leaf))


class _Plan:
    """Rounds on lines of the range: some of them share a line where there are many."""

    def __init__(self, rounds: Sequence[Leaf], low: int, high: int) -> None:
        self.rounds = rounds
        self.low, self.high = low, high
        self.each = -(-len(rounds) // _ROWS)
        self.many = -(-len(rounds) // self.each)

    def across(self, number: int) -> int:
        return FRAME * (number - self.low) // max(1, self.high - self.low)

    def down(self, index: int, lane: float = 0.0) -> int:
        """Find the height of a round; `lane` is from -½ to ½ of the height it has to itself."""
        row, place = divmod(index, self.each)
        within = (place + 0.5 + lane) / self.each - 0.5
        return round(FRAME * (row + 0.5 + 0.8 * within) / self.many)

    def dots(self, seat: Seat) -> Iterator[Dot | None]:
        """Place a player's numbers; the same numbers of a round lie one below the other."""
        for index, leaf in enumerate(self.rounds):
            if seat not in leaf.plays:
                yield None
                continue
            number: int = leaf.plays[seat]  # type: ignore[assignment]
            same = [other for other, play in leaf.plays.items() if play == number]
            lane = (same.index(seat) + 0.5) / len(same) - 0.5 if len(same) > 1 else 0.0
            place = self.across(number), self.down(index, lane)
            yield Dot(digits(number), place, number_fate(leaf, seat))

    def middle(self, leaf: Leaf) -> list[int]:
        return sorted(leaf.plays[seat] for seat in leaf.winners)  # type: ignore[misc]

    def centres(self) -> Iterator[Point]:
        for index, leaf in enumerate(self.rounds):
            if central := self.middle(leaf):
                yield (self.across(central[0]) + self.across(central[-1])) // 2, self.down(index)

    def rows(self) -> Iterator[Row]:
        for row in range(self.many):
            first, last = row * self.each + 1, min((row + 1) * self.each, len(self.rounds))
            central = [number for leaf in self.rounds[first - 1 : last] for number in self.middle(leaf)]
            yield Row(
                text=say(first) if first == last else f"{first}–{last}",
                at=round(FRAME * (row + 0.5) / self.many),
                middle=_span(sorted(set(central)), "–" if self.each > 1 else ", "),
            )


def _span(numbers: Sequence[int], between: str) -> str:
    """Write the outer two of some numbers; nothing where that would be too long to stand beside a row."""
    text = between.join(map(digits, sorted({*numbers[:1], *numbers[-1:]})))
    return text if len(text) < 2 * _LONG else ""


def _brief(number: int) -> str:
    """Write a number, cut where it is too long to stand at the end of a line."""
    text = digits(number)
    return text if len(text) <= _LONG else f"{text[: _LONG - 2]}…"


# The evening


def wins(room: Room, found: Evening) -> Wins | None:
    """Draw the games won in an evening, whose players are seats; None before a game is finished."""
    if found.decided_by is None:
        return None
    return Wins(
        heading=tell("Games won this evening"),
        name=tell(
            "Games won by {players}. Most mediocre: {mediocre}. Won most: {most}",
            players=count(len(found.scores), "{n} player", "{n} players"),
            mediocre=_who(names(room, found.mediocre)),
            most=_who(names(room, found.most)),
        ),
        most=max(_SHORTEST, *found.scores.values()),
        rows=tuple(_won(room, found)),
        sentences=sentences(room, found.because),
    )


def _who(those: Sequence[str]) -> str:
    return persons(those) if len(those) <= _NAMED else count(len(those), "{n} player", "{n} players")


def _won(room: Room, found: Evening) -> Iterator[Won]:
    middle = judge(found.scores).middle
    ordered = sorted(found.scores, key=lambda seat: -found.scores[seat])
    for games, seats in groupby(ordered, key=found.scores.__getitem__):
        having = tuple(seats)
        yield Won(
            games=games,
            mediocre=names(room, (seat for seat in having if seat in found.mediocre)),
            others=names(room, (seat for seat in having if seat not in found.mediocre)),
            lit=games in middle,
            most=having[0] in found.most,
        )
