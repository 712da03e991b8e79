"""The charts of a game and of an evening: the scores, how the middle moved, and which numbers were picked.

Each is one value, which `parts/plots.html` draws on pages and on the poster. Coordinates go from 0 to
`FRAME` in both directions, from the top left, whatever the size on a screen.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from operator import attrgetter
from statistics import fmean

from companion.i18n.messages import N_, capitalize_first, format_count, format_list, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights import RoundMiddle, drift, favourite, picks, to_half
from companion.rules.plays import Bounds, Kind
from companion.rules.results import Branch, count_parts, open_levels
from companion.screens import headings
from companion.screens.naming import is_crowd, name_or_count, player_names
from companion.screens.would_score import range_text
from companion.values import frozen

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
Tick = tuple[int, str]
"""A number beside a chart, after its place along the edge."""


@frozen(kw_only=True)
class Chart:
    """What charts have in common: `name` describes the picture, and `rows` are the figures it was drawn from.

    `across` and `upwards` are the numbers beside it, and `crosses` the places of numbers that did not count.
    `is_middle`: it shows a middle, in gold. `crowded`: too many lines for each to have its own colour.
    """

    heading: str
    name: str
    across: Sequence[Tick]
    rows: Sequence[Sequence[str]]
    upwards: Sequence[Tick] = ()
    crosses: Sequence[Point] = ()
    is_middle: bool = False
    crowded: bool = False


@frozen(kw_only=True)
class DriftChart(Chart):
    """The middles of rounds from left to right; `dots` are all numbers that counted, each place once."""

    centres: Sequence[Point]
    dots: Sequence[Point]


@frozen(kw_only=True)
class PicksChart(Chart):
    """Columns, each with its left edge and how often its numbers were picked: at most `most` times.

    `is_stacked`: each pick is a brick of its own.
    """

    width: int
    most: int
    is_stacked: bool
    columns: Sequence[tuple[int, int]]


@frozen
class ScoreLine:
    """A player's points at the start and after each part, and the corners of the line.

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
        """Whether the line is highlighted."""
        return self.winning or self.wins

    @property
    def end(self) -> int:
        """The height at which the line ends."""
        return self.corners[-1][1]


@frozen
class Label:
    """The label of some lines: from `row` (1 to `LABEL_ROWS`) downwards, `span` lines of text high.

    `at` is the height of its middle.
    """

    lines: Sequence[ScoreLine]
    row: int
    span: int
    at: int


@frozen(kw_only=True)
class ScoreChart(Chart):
    """The points of all players. `steps` names the parts, which are the columns of the figures.

    `band` outlines the winning range after each part, which `winning_label` names.
    """

    steps: Sequence[str]
    band: Sequence[Point]
    winning_label: str
    lines: Sequence[ScoreLine]
    labels: Sequence[Label]


def _whole_ticks(low: int, high: int) -> Iterator[int]:
    """Yield the whole numbers of an axis, at steps of 1, 2 or 5 times a power of ten."""
    steps = (step * 10**power for power in range(100) for step in (1, 2, 5))
    step = next(each_step for each_step in steps if (high - low) // each_step < _MAX_TICKS)
    yield from range(-(-low // step) * step, high + 1, step)


def _truncated(number: int) -> str:
    """Return a number as text, truncated where it is too long for the label of an axis."""
    text = format_value(number)
    return text if len(text) <= _MAX_DIGITS else f"{text[: _MAX_DIGITS - 2]}…"


# How the middle moved


def drift_chart(rounds: Sequence[RoundMiddle], line: Bounds) -> DriftChart | None:
    """Return the middles of rounds over all other numbers; None for fewer than two.

    `line` is the range of numbers. A round is named by its number: rounds without a middle are left out, and
    no other is renamed by that.
    """
    if len(rounds) < 2:
        return None
    low, high = line

    def x(index: int) -> int:
        return round(FRAME * (index + 0.5) / len(rounds))

    def y(value: int | Fraction) -> int:
        return FRAME - min(max(int(FRAME * (value - low) // max(1, high - low)), 0), FRAME)

    dots, crosses, rows = dict[Point, None](), dict[Point, None](), list[Sequence[str]]()
    for index, round_middle in enumerate(rounds):
        out = dict.fromkeys(round_middle.disqualified)
        for number in round_middle.numbers:
            (crosses if number in out else dots)[x(index), y(number)] = None
        figures = (
            round_middle.number,
            round_middle.middle,
            round_middle.numbers[0],
            round_middle.numbers[-1],
            tuple(out),
        )
        rows.append([*map(format_value, figures)])
    return DriftChart(
        heading=translate("How your middle moved"),
        name=translate(
            "The middle of {rounds}: {first} at first, {last} at the end",
            rounds=format_count(len(rounds), "{n} round", "{n} rounds"),
            first=to_half(rounds[0].centre),
            last=to_half(rounds[-1].centre),
        ),
        upwards=[(y(n), _truncated(n)) for n in (low, (low + high) // 2, high)],
        across=[(x(n - 1), format_value(rounds[n - 1].number)) for n in _whole_ticks(1, len(rounds))],
        centres=[(x(index), y(round_middle.centre)) for index, round_middle in enumerate(rounds)],
        dots=tuple(dots),
        crosses=tuple(crosses),
        rows=rows,
    )


# Which numbers were picked


def picks_chart(counts: Mapping[int, int], line: Bounds) -> PicksChart | None:
    """Return the columns of all numbers on a line; None where none was picked."""
    if not counts:
        return None
    low, high = line
    size = high - low + 1
    columns = size if size <= _MOST_COLUMNS else _SHARED_COLUMNS
    times: Counter[int] = Counter()
    for number, picked in counts.items():
        times[(number - low) * columns // size] += picked
    most, found = max(times.values()), sorted(times.items())

    def first(column: int) -> int:
        return low - (-column * size // columns)

    return PicksChart(
        heading=translate("What you picked"),
        name=_name_of_picks(counts),
        across=[
            (FRAME * (2 * ((n - low) * columns // size) + 1) // (2 * columns), _truncated(n))
            for n in (low, (low + high) // 2, high)
        ],
        width=max(1, FRAME // columns),
        most=most,
        is_stacked=most <= _MOST_BRICKS,
        columns=[(FRAME * column // columns, picked) for column, picked in found],
        rows=[(range_text(range(first(n), first(n + 1))), str(picked)) for n, picked in found],
    )


def _name_of_picks(counts: Mapping[int, int]) -> str:
    most = favourite(counts)
    numbers = format_count(sum(counts.values()), "{n} number", "{n} numbers")
    if most is None:
        return translate("All {numbers} on a line", numbers=numbers)
    template = N_("All {numbers} on a line; {favourite} was picked {times}, more than any other")
    times = format_count(counts[most], "{n} time", "{n} times")
    return translate(template, numbers=numbers, favourite=most, times=times)


def number_charts(games: Sequence[GameState]) -> tuple[DriftChart | None, PicksChart | None]:
    """Return the charts of numbers over some games, whose rounds are numbered through.

    There is none where the ranges of numbers differ, as these cannot be added up.
    """
    lines = {game.rules.number_line or (0, 0) for game in games}
    if len(lines) != 1:
        return None, None
    [line], middles, picked, before = lines, list[RoundMiddle](), Counter[int](), 0
    for game in games:
        rules, leaves = game.rules, tuple(game.score.leaves())
        middles += (
            replace(round_middle, number=before + round_middle.number)
            for round_middle in drift(rules, leaves)
        )
        picked.update(picks(rules, leaves))
        before += len(leaves)
    return drift_chart(middles, line), picks_chart(picked, line)


# The scores


def score_chart(room: Room, game: GameState) -> ScoreChart | None:
    """Return all players' points over the parts of a game, or of its only part.

    None before two parts of that are finished, and with more than `MAX_CHART_PLAYERS` players.
    """
    rules, root, players = game.rules, game.root, game.players
    level = root if len(root.parts) > 1 else open_levels(root)[-1]
    parts = [*filter(attrgetter("finished"), level.parts)]
    if len(parts) < 2 or len(players) > MAX_CHART_PLAYERS:
        return None
    totals = [(0, *accumulate(rules.gain(part, seat) for part in parts)) for seat in players]
    frame, ranking, kind = _Frame(totals), rules.ranking(level), level.parts[0].kind
    figure = translate(ranking.heading)
    winning = [*map(ranking.find, zip(*totals, strict=True))]
    lines = [*_lines(room, level, frame, winning[-1], players)]
    return ScoreChart(
        heading=translate(_HEADINGS[kind], figure=figure),
        name=_name_of_scores(figure, lines, str(count_parts(kind, len(parts))), str(ranking.wins)),
        steps=tuple(capitalize_first(headings.part_name(kind, n)) for n, _ in enumerate(parts, 1)),
        across=[(frame.x(n), format_value(n)) for n in _whole_ticks(1, len(parts))],
        upwards=[(round(frame.y(n)), format_value(n)) for n in _whole_ticks(frame.low, frame.high)],
        rows=[(line.name, *map(format_value, line.points[1:])) for line in lines],
        band=frame.band(winning),
        winning_label=str(ranking.wins),
        is_middle=ranking.is_middle,
        lines=lines,
        labels=[*_labels(lines)],
        crowded=len(lines) > MAX_COLOURED,
    )


def _name_of_scores(figure: str, lines: Sequence[ScoreLine], parts: str, light: str) -> str:
    lit = [line for line in lines if line.winning]
    players = format_count(len(lines), "{n} player", "{n} players")
    points = format_list(sorted({line.points[-1] for line in lit}))
    who = name_or_count([line.name for line in lit], _MAX_NAMED)
    template = N_("{figure} of {players} over {parts}: in the end {light} is {points}: {who}")
    return translate(
        template, figure=figure, players=players, parts=parts, light=light, points=points, who=who
    )


_HEADINGS: Mapping[Kind, str] = {
    "round": N_("{figure}, round by round"),
    "hand": N_("{figure}, hand by hand"),
    "game": N_("{figure}, game by game"),
    "match": N_("{figure}, match by match"),
}


class _Frame:
    """The positions of points in the frame; `totals` are the running totals of each player, from 0 on."""

    def __init__(self, totals: Sequence[tuple[int, ...]]) -> None:
        self.totals, self.last = totals, len(totals[0]) - 1
        self.low, self.high = min(map(min, totals)), max(1, *map(max, totals))
        self.unit = (FRAME - 2 * _MARGIN) / (self.high - self.low + 1)

    def x(self, part: int) -> int:
        return FRAME * part // self.last

    def y(self, points: float) -> float:
        return _MARGIN + self.unit * (self.high + 0.5 - points)

    def corners(self, points: Sequence[int], index: int) -> tuple[Point, ...]:
        """Return the corners of the line in that place, shifted so that equal lines do not overlap."""
        few = len(self.totals) <= MAX_COLOURED
        most, room = (_LINE_GAP, 2 * _MARGIN) if few else (_NARROW_LINE_GAP, 0)
        spacing = min(most, max(0.75 * self.unit, room / 3) / len(self.totals))
        lane = spacing * (index - (len(self.totals) - 1) / 2)
        return tuple((self.x(n), round(self.y(point) + lane)) for n, point in enumerate(points))

    def band(self, winning: Sequence[tuple[int, ...]]) -> tuple[Point, ...]:
        """Return the outline of the winning range after each part, from the start on."""
        half = max(self.unit / 2, _MIN_BAND)
        upper = [(self.x(n), round(self.y(max(each)) - half)) for n, each in enumerate(winning)]
        lower = [(self.x(n), round(self.y(min(each)) + half)) for n, each in enumerate(winning)]
        return (*upper, *reversed(lower))


def _lines(
    room: Room, level: Branch, frame: _Frame, winning: Sequence[int], players: Sequence[Seat]
) -> Iterator[ScoreLine]:
    """Yield a line for each player; `winning` are the last points in the winning range."""
    named = zip(players, player_names(room, players), frame.totals, strict=True)
    for index, (seat, name, points) in enumerate(named):
        yield ScoreLine(
            seat="" if is_crowd(room) else seat,
            name=name,
            points=points,
            corners=frame.corners(points, index),
            tone=index + 1 if len(players) <= MAX_COLOURED else 0,
            winning=points[-1] in winning,
            wins=seat in level.winners,
        )


def _labels(lines: Sequence[ScoreLine]) -> Iterator[Label]:
    """Yield the labels of the lines: one each or, if crowded, one for each group of highlighted lines.

    Each stands where its lines end, but so that no two overlap.
    """
    groups: dict[object, list[ScoreLine]] = {}
    for line in lines:
        if line.tone or line.is_lit:
            groups.setdefault(line.tone or (line.points[-1], line.wins), []).append(line)
    ordered = sorted(groups.values(), key=_mean_end)
    least = 3 if len(lines) < 6 else 2
    spans = [least if len(group) < 3 else 5 for group in ordered]
    free, left = 1, sum(spans)
    for group, span in zip(ordered, spans, strict=True):
        wanted = round(_mean_end(group) * LABEL_ROWS / FRAME - span / 2) + 1
        row = min(max(free, wanted), LABEL_ROWS + 1 - left)
        free, left = row + span, left - span
        yield Label(group, row, span, at=FRAME * (row + free - 2) // (2 * LABEL_ROWS))


def _mean_end(group: Sequence[ScoreLine]) -> float:
    return fmean(line.end for line in group)
