"""The charts of a game and of an evening: the scores, how the middle moved, and which numbers were picked.

Each is one value, which `parts/charts.html` draws on pages and on the poster. Coordinates go from 0 to
`FRAME` in both directions, from the top left, whatever the size on a screen.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import NamedTuple

from companion.i18n.messages import N_, capitalize_first, format_count, format_list, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.numbers import format_integer
from companion.rules.insights.drift import RoundMiddle, to_half
from companion.rules.insights.picks import favourite
from companion.rules.results import Branch, Kind, count_parts, open_levels
from companion.screens import headings
from companion.screens.naming import is_crowd, name_or_count, player_names

FRAME = 1000

MAX_CHART_PLAYERS = 100
"""With more players than this there is no chart of scores, as no line could be made out."""

MAX_COLOURED = 8
"""Up to this many players, each line has its own colour and label."""

LABEL_ROWS = 18
"""The lines of text that fit one below the other at the right edge of a frame."""

_MAX_NAMED = 8  # in a sentence; more players are counted
_MAX_DIGITS = 7  # longer numbers are truncated beside an axis
_MAX_TICKS = 7
_MARGIN = 40  # above the highest and below the lowest points
_LINE_GAP, _NARROW_LINE_GAP = 14, 6  # between lines that would overlap
_MIN_BAND = 12  # the least half height of the winning band
_MOST_COLUMNS, _SHARED_COLUMNS = 128, 64  # in a range wider than the first, several numbers share a column
_MOST_BRICKS = 12  # higher columns are drawn as one bar

Point = tuple[int, int]


class Tick(NamedTuple):
    """A number beside the frame, and its position along the edge."""

    at: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """What all charts have: `name` describes the picture, and `rows` are the figures it was drawn from.

    `crosses` are the places of numbers that did not count.
    """

    heading: str
    name: str
    across: tuple[Tick, ...]
    upwards: tuple[Tick, ...] = ()
    crosses: tuple[Point, ...] = ()
    rows: tuple[tuple[str, ...], ...]


def whole_ticks(low: int, high: int) -> Iterator[int]:
    """Yield the whole numbers of an axis, at steps of 1, 2 or 5 times a power of ten."""
    steps = (step * 10**power for power in range(100) for step in (1, 2, 5))
    step = next(each for each in steps if (high - low) // each < _MAX_TICKS)
    yield from range(-(-low // step) * step, high + 1, step)


def _truncated(number: int) -> str:
    """Return a number as text, truncated where it is too long for the label of an axis."""
    text = format_integer(number)
    return text if len(text) <= _MAX_DIGITS else f"{text[: _MAX_DIGITS - 2]}…"


# How the middle moved


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftChart(Chart):
    """The middles from left to right, in the order played: gold for each, over all other numbers.

    `dots` are all numbers that counted, each place once.
    """

    centres: tuple[Point, ...]
    dots: tuple[Point, ...]


def drift_chart(rounds: Sequence[RoundMiddle], line: tuple[int, int]) -> DriftChart | None:
    """Build the chart of rounds with a middle, on numbers from `line`; None for fewer than two rounds.

    A round is named by its number: rounds without a middle are left out, and no other is renamed by that.
    """
    if len(rounds) < 2:
        return None
    low, high = line

    def x(place: int) -> int:
        return round(FRAME * (place + 0.5) / len(rounds))

    def y(value: int | Fraction) -> int:
        return FRAME - min(max(int(FRAME * (value - low) // max(1, high - low)), 0), FRAME)

    dots, crosses = dict[Point, None](), dict[Point, None]()
    for place, each in enumerate(rounds):
        out = frozenset(each.disqualified)
        for number in each.numbers:
            (crosses if number in out else dots)[x(place), y(number)] = None
    return DriftChart(
        heading=translate("How your middle moved"),
        name=translate(
            "The middle of {rounds}: {first} at first, {last} at the end",
            rounds=format_count(len(rounds), "{n} round", "{n} rounds"),
            first=to_half(rounds[0].centre),
            last=to_half(rounds[-1].centre),
        ),
        upwards=tuple(Tick(y(n), _truncated(n)) for n in (low, (low + high) // 2, high)),
        across=tuple(Tick(x(n - 1), format_value(rounds[n - 1].number)) for n in whole_ticks(1, len(rounds))),
        centres=tuple((x(place), y(each.centre)) for place, each in enumerate(rounds)),
        dots=tuple(dots),
        crosses=tuple(crosses),
        rows=tuple(
            tuple(map(format_value, (each.number, each.middle, each.numbers[0], each.numbers[-1], out)))
            for each in rounds
            for out in [tuple(dict.fromkeys(each.disqualified))]
        ),
    )


# Which numbers were picked


@dataclass(frozen=True, slots=True, kw_only=True)
class PicksChart(Chart):
    """The columns of all numbers picked, with left edge and how often; the highest is `most` high."""

    width: int
    most: int
    columns: tuple[Point, ...]

    @property
    def is_stacked(self) -> bool:
        """Whether each pick is a brick of its own."""
        return self.most <= _MOST_BRICKS


def picks_chart(counts: Mapping[int, int], line: tuple[int, int]) -> PicksChart | None:
    """Build the map of numbers and how often each was picked, on a line; None where none was picked."""
    if not counts:
        return None
    low, high = line
    size = high - low + 1
    columns = size if size <= _MOST_COLUMNS else _SHARED_COLUMNS
    times: Counter[int] = Counter()
    for number, picked in counts.items():
        times[(number - low) * columns // size] += picked
    return PicksChart(
        heading=translate("What you picked"),
        name=_name_of_picks(counts),
        across=tuple(
            Tick(FRAME * (2 * ((n - low) * columns // size) + 1) // (2 * columns), _truncated(n))
            for n in (low, (low + high) // 2, high)
        ),
        width=max(1, FRAME // columns),
        most=max(times.values()),
        columns=tuple((FRAME * column // columns, times[column]) for column in sorted(times)),
        rows=tuple(
            (
                _range(low - (-column * size // columns), low - (-(column + 1) * size // columns) - 1),
                str(times[column]),
            )
            for column in sorted(times)
        ),
    )


def _range(first: int, last: int) -> str:
    return format_value(first) if first == last else translate("{first} to {last}", first=first, last=last)


def _name_of_picks(counts: Mapping[int, int]) -> str:
    most = favourite(counts)
    numbers = format_count(sum(counts.values()), "{n} number", "{n} numbers")
    if most is None:
        return translate("All {numbers} on a line", numbers=numbers)
    return translate(
        "All {numbers} on a line; {favourite} was picked {times}, more than any other",
        numbers=numbers,
        favourite=most,
        times=format_count(counts[most], "{n} time", "{n} times"),
    )


# The scores


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A player's line: the points at the start and after each part, and the corners of the line.

    `tone` is 1 to `MAX_COLOURED`, each with its own dash, and 0 with more players than that. In a crowd
    nobody has a `seat`. `winning`: the last points are in the winning range. `wins`: the player has won.
    """

    seat: Seat
    name: str
    points: tuple[int, ...]
    corners: tuple[Point, ...]
    tone: int
    winning: bool
    wins: bool

    @property
    def is_lit(self) -> bool:
        """Whether it is highlighted."""
        return self.winning or self.wins


@dataclass(frozen=True, slots=True)
class LineLabel:
    """A label at the end of lines: from `row` (1 to `LABEL_ROWS`) downwards, `span` lines of text high."""

    lines: tuple[ChartLine, ...]
    row: int
    span: int

    @property
    def at(self) -> int:
        """The height of the middle of the label."""
        return FRAME * (2 * self.row - 2 + self.span) // (2 * LABEL_ROWS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreChart(Chart):
    """All players' points over the parts of a game; `band` outlines the winning range after each part.

    `steps` names the parts, which are the columns of the figures. `winning_label` names the winning range.
    `is_middle`: it is a middle, which is shown in gold.
    """

    steps: tuple[str, ...]
    band: tuple[Point, ...]
    winning_label: str
    is_middle: bool
    lines: tuple[ChartLine, ...]
    labels: tuple[LineLabel, ...]

    @property
    def crowded(self) -> bool:
        """Whether there are too many lines for each to have its own colour."""
        return len(self.lines) > MAX_COLOURED


def score_chart(room: Room, game: GameState) -> ScoreChart | None:
    """Build the chart of all parts of a game, or of its only part.

    None before two parts of that are finished, and with more than `MAX_CHART_PLAYERS` players.
    """
    rules, root, players = game.record.rules, game.score.root, game.record.players
    level = root if len(root.parts) > 1 else open_levels(root)[-1]
    parts = [part for part in level.parts if part.finished]
    if len(parts) < 2 or len(players) > MAX_CHART_PLAYERS:
        return None
    layout = _Layout([(0, *accumulate(rules.gain(part, seat) for part in parts)) for seat in players])
    ranking, kind = rules.ranking(level), level.parts[0].kind
    figure = translate(ranking.heading)
    winning = [ranking.find(points) for points in zip(*layout.totals, strict=True)]
    lines = tuple(_lines(room, level, layout, winning[-1], players))
    return ScoreChart(
        heading=translate(_HEADINGS[kind], figure=figure),
        name=translate(
            "{figure} of {players} over {parts}: in the end {light} is {points}: {who}",
            figure=figure,
            players=format_count(len(lines), "{n} player", "{n} players"),
            parts=count_parts(kind, layout.parts),
            light=str(ranking.wins),
            points=format_list(sorted({line.points[-1] for line in lines if line.winning})),
            who=name_or_count([line.name for line in lines if line.winning], _MAX_NAMED),
        ),
        steps=tuple(capitalize_first(headings.part_name(kind, n)) for n in range(1, layout.parts + 1)),
        across=tuple(Tick(layout.x(n), format_value(n)) for n in whole_ticks(1, layout.parts)),
        upwards=tuple(
            Tick(round(layout.y(n)), format_value(n)) for n in whole_ticks(layout.low, layout.high)
        ),
        rows=tuple((line.name, *map(format_value, line.points[1:])) for line in lines),
        band=layout.band(winning),
        winning_label=str(ranking.wins),
        is_middle=ranking.is_middle,
        lines=lines,
        labels=tuple(_labels(lines)),
    )


_HEADINGS: Mapping[Kind, str] = {
    "round": N_("{figure}, round by round"),
    "hand": N_("{figure}, hand by hand"),
    "game": N_("{figure}, game by game"),
    "match": N_("{figure}, match by match"),
}


class _Layout:
    """The positions of points in the frame; `totals` are the running totals of each player, from 0 on."""

    def __init__(self, totals: Sequence[tuple[int, ...]]) -> None:
        self.totals = totals
        self.parts = len(totals[0]) - 1
        self.low, self.high = min(map(min, totals)), max(1, *map(max, totals))
        self.unit = (FRAME - 2 * _MARGIN) / (self.high - self.low + 1)
        few = len(totals) <= MAX_COLOURED
        most, room = (_LINE_GAP, 2 * _MARGIN) if few else (_NARROW_LINE_GAP, 0)
        self.gap = min(most, max(0.75 * self.unit, room / 3) / len(totals))

    def x(self, part: int) -> int:
        return FRAME * part // self.parts

    def y(self, points: float) -> float:
        return _MARGIN + self.unit * (self.high + 0.5 - points)

    def corners(self, player: int) -> tuple[Point, ...]:
        """Return the corners of a line, shifted so that equal lines do not overlap."""
        lane = self.gap * (player - (len(self.totals) - 1) / 2)
        points = self.totals[player]
        steps = [after - before for before, after in pairwise(points)]
        bends = (n for n in range(1, self.parts) if steps[n - 1] != steps[n])
        return tuple((self.x(n), round(self.y(points[n]) + lane)) for n in (0, *bends, self.parts))

    def band(self, winning: Sequence[tuple[int, ...]]) -> tuple[Point, ...]:
        """Return the outline of the winning range after each part, from the start on."""
        half = max(self.unit / 2, _MIN_BAND)
        upper = [(self.x(n), round(self.y(max(each)) - half)) for n, each in enumerate(winning)]
        lower = [(self.x(n), round(self.y(min(each)) + half)) for n, each in enumerate(winning)]
        return (*upper, *reversed(lower))


def _lines(
    room: Room, level: Branch, layout: _Layout, winning: Sequence[int], players: Sequence[Seat]
) -> Iterator[ChartLine]:
    names = player_names(room, players)
    for player, (seat, points) in enumerate(zip(players, layout.totals, strict=True)):
        yield ChartLine(
            seat="" if is_crowd(room) else seat,
            name=names[player],
            points=points,
            corners=layout.corners(player),
            tone=player + 1 if len(players) <= MAX_COLOURED else 0,
            winning=points[-1] in winning,
            wins=seat in level.winners,
        )


def _labels(lines: Sequence[ChartLine]) -> Iterator[LineLabel]:
    """Yield the labels of the lines: one each or, if crowded, one for each group of highlighted lines.

    Each stands where its lines end, but so that no two overlap.
    """
    groups: dict[object, list[ChartLine]] = {}
    for line in lines:
        if line.tone or line.is_lit:
            groups.setdefault(line.tone or (line.points[-1], line.wins), []).append(line)
    ordered = sorted(groups.values(), key=_mean_end)
    least = 3 if len(lines) < 6 else 2
    spans = [least if len(group) < 3 else 5 for group in ordered]
    rows = [0] * len(spans)
    free = 1
    for place, group in enumerate(ordered):
        rows[place] = max(free, round(_mean_end(group) * LABEL_ROWS / FRAME - spans[place] / 2) + 1)
        free = rows[place] + spans[place]
    end = LABEL_ROWS + 1
    for place in reversed(range(len(rows))):
        rows[place] = end = min(rows[place], end - spans[place])
    for group, row, span in zip(ordered, rows, spans, strict=True):
        yield LineLabel(tuple(group), row, span)


def _mean_end(group: Sequence[ChartLine]) -> float:
    return sum(line.corners[-1][1] for line in group) / len(group)
