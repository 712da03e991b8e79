"""The chart of all players' points over the parts of a game: a line each, and the band that wins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from companion.i18n.messages import N_, capitalize_first, format_count, format_list, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.results import Branch, Kind, count_parts
from companion.screens import headings
from companion.screens.charts.frame import FRAME, MAX_CHART_PLAYERS, MAX_NAMED, AxisTick, Point, whole_ticks
from companion.screens.guests import guest_of
from companion.screens.naming import drawn_seats, name_or_count, player_names

LABEL_ROWS = 18
"""The lines of text that fit one below the other at the right edge of a frame."""

MAX_COLOURED = 8
"""Up to this many players, each line has its own colour and label."""

_MARGIN = 40  # above the highest and below the lowest points
_LINE_GAP, _NARROW_LINE_GAP = 14, 6  # between lines that would overlap
_MIN_BAND = 12  # the least half height of the winning band


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A player's line: the points after each part, and the corners of the line.

    `tone` is 1 to `MAX_COLOURED`, each with its own dash, and 0 with more players than that.
    `winning`: the last points are in the winning range. `wins`: the player has won.
    """

    seat: Seat
    name: str
    points: tuple[int, ...]
    corners: tuple[Point, ...]
    tone: int
    winning: bool
    wins: bool

    @property
    def colour(self) -> int:
        """The colour of the player's guest."""
        return guest_of(self.seat).colour


@dataclass(frozen=True, slots=True)
class LineLabel:
    """A label at the end of lines: from `row` (1 to `LABEL_ROWS`) downwards, `span` lines of text high.

    `ends` are the heights at which its lines end, and `at` is its own; `more` counts the players not named.
    `seats` are those of the named players; there are none in a crowd.
    """

    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    more: int
    points: int
    row: int
    span: int
    ends: tuple[int, ...]
    tone: int
    colour: int
    winning: bool
    wins: bool

    @property
    def at(self) -> int:
        """The height of the middle of the label."""
        return FRAME * (2 * self.row - 2 + self.span) // (2 * LABEL_ROWS)


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """All players' points over the parts of a game; `band` outlines the winning range after each part.

    `steps` names the parts, which are the columns of the figures. `winning_label` names the winning range.
    """

    heading: str
    name: str
    steps: tuple[str, ...]
    across: tuple[AxisTick, ...]
    upwards: tuple[AxisTick, ...]
    band: tuple[Point, ...]
    winning_label: str
    is_middle: bool
    """Whether the winning range is a middle, which is shown in gold."""
    lines: tuple[ChartLine, ...]
    labels: tuple[LineLabel, ...]
    crowded: bool


def score_chart(room: Room, game: GameState, *, whole: bool = False) -> ScoreChart | None:
    """Build the chart of the last innermost game or, with `whole`, of all games.

    None before two parts are finished, and with more than `MAX_CHART_PLAYERS` players.
    """
    rules = game.record.rules
    level = game.score.root if whole else rules.inner_level(game.score.root)
    parts = [part for part in level.parts if part.finished]
    players = game.record.players
    if len(parts) < 2 or len(players) > MAX_CHART_PLAYERS:
        return None
    totals = {seat: tuple(accumulate(rules.gain(part, seat) for part in parts)) for seat in players}
    return _chart(room, rules, level, _Layout(totals))


class _Layout:
    """The positions of points in the frame; `totals` are the running totals of each player."""

    def __init__(self, totals: Mapping[Seat, tuple[int, ...]]) -> None:
        self.totals = totals
        self.seats = tuple(totals)
        self.parts = len(next(iter(totals.values())))
        self.low = min(0, *(min(points) for points in totals.values()))
        self.high = max(1, *(max(points) for points in totals.values()))
        self.unit = (FRAME - 2 * _MARGIN) / (self.high - self.low + 1)
        most = _LINE_GAP if len(totals) <= MAX_COLOURED else _NARROW_LINE_GAP
        room = 2 * _MARGIN if len(totals) <= MAX_COLOURED else 0
        self.line_gap = min(most, max(0.75 * self.unit, room / 3) / len(totals))

    def x(self, part: int) -> int:
        return FRAME * part // self.parts

    def y(self, points: float) -> float:
        return _MARGIN + self.unit * (self.high + 0.5 - points)

    def corners(self, seat: Seat) -> tuple[Point, ...]:
        """Return the corners of a line from 0 on, shifted so that equal lines do not overlap."""
        lane = self.line_gap * (self.seats.index(seat) - (len(self.seats) - 1) / 2)
        points = (0, *self.totals[seat])
        steps = [after - before for before, after in pairwise(points)]
        bends = (n for n in range(1, self.parts) if steps[n - 1] != steps[n])
        return tuple((self.x(n), round(self.y(points[n]) + lane)) for n in (0, *bends, self.parts))

    def band(self, winning: Sequence[tuple[int, ...]]) -> tuple[Point, ...]:
        """Return the outline of the winning range after each part, from the start on."""
        half = max(self.unit / 2, _MIN_BAND)
        upper = [(self.x(n), round(self.y(max(each)) - half)) for n, each in enumerate(winning)]
        lower = [(self.x(n), round(self.y(min(each)) + half)) for n, each in enumerate(winning)]
        return (*upper, *reversed(lower))


def _chart(room: Room, rules: Game, level: Branch, layout: _Layout) -> ScoreChart:
    winning_rule, figure = rules.winning_rule(level), translate(rules.chart_label(level))
    kind = level.parts[0].kind
    winning_label, find = str(winning_rule.label), winning_rule.find
    standings = ([0] * len(layout.totals), *zip(*layout.totals.values(), strict=True))
    winning = [find(points) for points in standings]
    lines = tuple(_lines(room, level, layout, winning[-1]))
    return ScoreChart(
        heading=translate(_HEADINGS[kind], figure=figure),
        name=_chart_name(figure, kind, winning_label, lines, layout),
        steps=tuple(capitalize_first(headings.part_name(kind, n)) for n in range(1, layout.parts + 1)),
        across=tuple(AxisTick(layout.x(n), format_value(n)) for n in whole_ticks(1, layout.parts)),
        upwards=tuple(
            AxisTick(round(layout.y(n)), format_value(n)) for n in whole_ticks(layout.low, layout.high)
        ),
        band=layout.band(winning),
        winning_label=winning_label,
        is_middle=winning_rule.is_middle,
        lines=lines,
        labels=_labels(room, lines),
        crowded=len(lines) > MAX_COLOURED,
    )


_HEADINGS: Mapping[Kind, str] = {
    "round": N_("{figure}, round by round"),
    "hand": N_("{figure}, hand by hand"),
    "game": N_("{figure}, game by game"),
    "match": N_("{figure}, match by match"),
}


def _chart_name(
    figure: str, kind: Kind, winning_label: str, lines: Sequence[ChartLine], layout: _Layout
) -> str:
    winning = [line for line in lines if line.winning]
    return translate(
        "{figure} of {players} over {parts}: in the end {light} is {points}: {who}",
        figure=figure,
        players=format_count(len(lines), "{n} player", "{n} players"),
        parts=count_parts(kind, layout.parts),
        light=winning_label,
        points=format_list(sorted({line.points[-1] for line in winning})),
        who=name_or_count([line.name for line in winning], MAX_NAMED),
    )


def _lines(room: Room, level: Branch, layout: _Layout, winning: Sequence[int]) -> Iterator[ChartLine]:
    for number, (seat, points) in enumerate(layout.totals.items(), 1):
        yield ChartLine(
            seat=seat,
            name=player_names(room, [seat])[0],
            points=points,
            corners=layout.corners(seat),
            tone=number if len(layout.totals) <= MAX_COLOURED else 0,
            winning=points[-1] in winning,
            wins=seat in level.winners,
        )


def _labels(room: Room, lines: Sequence[ChartLine]) -> tuple[LineLabel, ...]:
    """Build the labels of the lines: one each or, if crowded, one for each group of highlighted lines."""
    groups: dict[object, list[ChartLine]] = {}
    for line in lines:
        if line.tone or line.winning or line.wins:
            groups.setdefault(line.tone or (line.points[-1], line.wins), []).append(line)
    ordered = sorted(groups.values(), key=_mean_end)
    least = 3 if len(lines) < 6 else 2
    spans = [least if len(group) < 3 else 5 for group in ordered]
    rows = _rows_for_labels([_mean_end(group) for group in ordered], spans)
    return tuple(_label(room, *each) for each in zip(ordered, rows, spans, strict=True))


def _mean_end(group: Sequence[ChartLine]) -> float:
    return sum(line.corners[-1][1] for line in group) / len(group)


def _label(room: Room, group: Sequence[ChartLine], row: int, span: int) -> LineLabel:
    first = group[0]
    return LineLabel(
        seats=drawn_seats(room, (line.seat for line in group[:MAX_NAMED])),
        names=tuple(line.name for line in group[:MAX_NAMED]),
        more=max(0, len(group) - MAX_NAMED),
        points=first.points[-1],
        row=row,
        span=span,
        ends=tuple(line.corners[-1][1] for line in group),
        tone=first.tone,
        colour=first.colour,
        winning=first.winning,
        wins=first.wins,
    )


def _rows_for_labels(wanted: Sequence[float], spans: Sequence[int]) -> list[int]:
    """Return rows for labels wanted at these heights, moved so that no two overlap."""
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
