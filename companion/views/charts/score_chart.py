"""Everybody's points over the parts of a game: a line each, and the light in the middle of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from companion.i18n.messages import N_, capitalize_first, format_count, format_list, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.results import Branch, Kind, count_parts
from companion.views import headings
from companion.views.charts.frame import (
    FRAME,
    MAX_CHART_PLAYERS,
    MAX_NAMED,
    Point,
    name_or_count,
)
from companion.views.naming import player_names

LABEL_ROWS = 18
"""How many lines of text stand one below the other at the right edge of a frame."""

MAX_COLOURED = 8
"""Up to so many players have a line of their own colour and a label each."""

_MARGIN = 40  # above the highest and below the lowest line
_APART, _CROWDED = 14, 6  # how far lines are kept apart where they would lie on each other
_BAND = 12  # the least half height of the light
_TICKS = 7


@dataclass(frozen=True, slots=True)
class AxisTick:
    """A figure beside the frame, and how far along its edge it stands."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class ChartLine:
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
class LineLabel:
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
        return FRAME * (2 * self.row - 2 + self.span) // (2 * LABEL_ROWS)


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """Everybody's points over the parts of a game; `band` outlines what would have won at any time.

    `steps` names the parts: the columns of the figures. `light` says what is lit.
    """

    heading: str
    name: str
    steps: tuple[str, ...]
    across: tuple[AxisTick, ...]
    upwards: tuple[AxisTick, ...]
    band: tuple[Point, ...]
    light: str
    lines: tuple[ChartLine, ...]
    labels: tuple[LineLabel, ...]
    crowded: bool


def score_chart(
    room: Room, game: GameState, you: Seat | None = None, *, whole: bool = False
) -> ScoreChart | None:
    """Draw the points over the parts of the innermost game that is or was played, or (`whole`) of all.

    `you` is whose line is to be told from the others. None before two parts have ended, since one
    step is no way, and beyond `MOST` players.
    """
    rules = game.record.rules
    level = game.score.root if whole else rules.inner_level(game.score.root)
    parts = [part for part in level.parts if part.finished]
    players = game.record.players
    if len(parts) < 2 or len(players) > MAX_CHART_PLAYERS:
        return None
    ways = {seat: tuple(accumulate(rules.gain(part, seat) for part in parts)) for seat in players}
    return _course(room, rules, level, _Ground(ways), you)


class _Ground:
    """The frame of some ways: where so many points after so many parts are."""

    def __init__(self, ways: Mapping[Seat, tuple[int, ...]]) -> None:
        self.ways = ways
        self.seats = tuple(ways)
        self.parts = len(next(iter(ways.values())))
        self.low = min(0, *(min(way) for way in ways.values()))
        self.high = max(1, *(max(way) for way in ways.values()))
        self.unit = (FRAME - 2 * _MARGIN) / (self.high - self.low + 1)
        most = _APART if len(ways) <= MAX_COLOURED else _CROWDED
        room = 2 * _MARGIN if len(ways) <= MAX_COLOURED else 0
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


def _course(room: Room, rules: Game, level: Branch, ground: _Ground, you: Seat | None) -> ScoreChart:
    winning_rule, figure = rules.winning_rule(level), translate(rules.chart_label(level))
    light, winning = str(winning_rule.label), winning_rule.find
    kind = level.parts[0].kind
    ways = ground.ways
    at_each = [winning([way[n] for way in ways.values()]) for n in range(ground.parts)]
    lit = (winning([0] * len(ways)), *at_each)
    lines = tuple(_lines(room, level, ground, lit[-1], you))
    return ScoreChart(
        heading=translate(_BY[kind], figure=figure),
        name=_course_name(figure, kind, light, lines, ground),
        steps=tuple(capitalize_first(headings.part_name(kind, n)) for n in range(1, ground.parts + 1)),
        across=tuple(AxisTick(ground.across(n), format_value(n)) for n in _ticks(1, ground.parts)),
        upwards=tuple(
            AxisTick(round(ground.height(n)), format_value(n)) for n in _ticks(ground.low, ground.high)
        ),
        band=ground.band(lit),
        light=light,
        lines=lines,
        labels=_labels(lines),
        crowded=len(lines) > MAX_COLOURED,
    )


_BY: Mapping[Kind, str] = {
    "round": N_("{figure}, round by round"),
    "hand": N_("{figure}, hand by hand"),
    "game": N_("{figure}, game by game"),
    "match": N_("{figure}, match by match"),
}


def _course_name(figure: str, kind: Kind, light: str, lines: Sequence[ChartLine], ground: _Ground) -> str:
    lit = [line for line in lines if line.lit]
    return translate(
        "{figure} of {players} over {parts}: in the end {light} is {points}: {who}",
        figure=figure,
        players=format_count(len(lines), "{n} player", "{n} players"),
        parts=count_parts(kind, ground.parts),
        light=light,
        points=format_list(sorted({line.points[-1] for line in lit})),
        who=name_or_count([line.name for line in lit]),
    )


def _ticks(low: int, high: int) -> Iterator[int]:
    """Choose some whole numbers, at round distances."""
    steps = (step * 10**power for power in range(100) for step in (1, 2, 5))
    step = next(each for each in steps if (high - low) // each < _TICKS)
    yield from (n for n in range(-(-low // step) * step, high + 1, step))


def _lines(
    room: Room, level: Branch, ground: _Ground, lit: Sequence[int], you: Seat | None
) -> Iterator[ChartLine]:
    for number, (seat, way) in enumerate(ground.ways.items(), 1):
        yield ChartLine(
            name=player_names(room, [seat])[0],
            points=way,
            corners=ground.corners(seat),
            tone=number if len(ground.ways) <= MAX_COLOURED else 0,
            lit=way[-1] in lit,
            wins=seat in level.winners,
            you=seat == you,
        )


def _labels(lines: Sequence[ChartLine]) -> tuple[LineLabel, ...]:
    """Put the names to the ends of the lines: each its own, or (if crowded) those that matter together."""
    groups: dict[object, list[ChartLine]] = {}
    for line in lines:
        if line.tone or line.lit or line.wins or line.you:
            groups.setdefault(line.tone or (line.points[-1], line.wins, line.you), []).append(line)
    ordered = sorted(groups.values(), key=_end)
    least = 3 if len(lines) < 6 else 2
    spans = [least if len(group) < 3 else 5 for group in ordered]
    rows = _spread([_end(group) for group in ordered], spans)
    return tuple(_label(*each) for each in zip(ordered, rows, spans, strict=True))


def _end(group: Sequence[ChartLine]) -> float:
    return sum(line.corners[-1][1] for line in group) / len(group)


def _label(group: Sequence[ChartLine], row: int, span: int) -> LineLabel:
    first = group[0]
    return LineLabel(
        names=tuple(line.name for line in group[:MAX_NAMED]),
        more=max(0, len(group) - MAX_NAMED),
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
        rows.append(max(free, round(height * LABEL_ROWS / FRAME - span / 2) + 1))
        free = rows[-1] + span
    end = LABEL_ROWS + 1
    for place in reversed(range(len(rows))):
        rows[place] = min(rows[place], end - spans[place])
        end = rows[place]
    return rows
