"""The charts of a poster, in one colour that comes from around them, and gold for the middle.

Each fills a box of a width and a height. They need no style sheet, as the picture has none.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.room.events import Seat
from companion.rules.games.pictures import GuestFigure
from companion.views.charts.drift_chart import DriftChart
from companion.views.charts.frame import FRAME, AxisTick, Point
from companion.views.charts.picks_chart import PicksChart
from companion.views.charts.score_chart import ChartLine, ScoreChart
from companion.web.pictures import COLOURS, GOLD, INK
from companion.web.posters.guests import guest
from companion.web.posters.lettering import Letters, n, text

_BRICK = 13  # the greatest height of one number in the chart of picks
_LEAST_WIDTH = 6  # of a pile: those of neighbours may touch
_LETTERS = 20
_RULE = 'stroke="currentColor" stroke-opacity=".2"'


@dataclass(frozen=True, slots=True)
class _Area:
    """Where the frame of a chart lies in its box."""

    left: float
    top: float
    width: float
    height: float

    def x(self, at: int) -> float:
        return self.left + at * self.width / FRAME

    def y(self, at: int) -> float:
        return self.top + at * self.height / FRAME

    def labels(self, upwards: Iterable[AxisTick], across: Iterable[AxisTick]) -> str:
        """Draw the numbers beside the area and below it."""
        beside = [_label(self.left - 8, self.y(tick.at) + 7, tick.text, "end") for tick in upwards]
        foot = self.y(FRAME) + 26
        return "".join((*beside, *(_label(self.x(tick.at), foot, tick.text) for tick in across)))


def drift_chart(chart: DriftChart, width: float, height: float) -> str:
    """Draw the numbers of each round as dots, and the middle of each in gold."""
    margin = 12 + 13 * max(len(tick.text) for tick in chart.upwards)
    area = _Area(margin, 10, width - margin, height - 42)
    radius = min(10.0, max(3.0, area.width / len(chart.centres) * 0.4))
    dots = dict.fromkeys(f"M{area.x(x):.0f} {area.y(y):.0f}h0" for x, y in (*chart.dots, *chart.crosses))
    spans = [f"M{n(area.x(x))} {n(area.y(top))}V{n(area.y(foot))}" for x, top, foot in chart.spans]
    corners = [(n(area.x(x)), n(area.y(y))) for x, y in chart.centres]
    look = f'r="{n(radius)}" fill="{GOLD}" stroke="{INK}" stroke-width="{n(radius * 0.3)}"'
    middles = "".join(f'<circle cx="{x}" cy="{y}" {look}/>' for x, y in corners)
    grid = "".join(f"M{margin} {n(area.y(tick.at))}H{n(width)}" for tick in chart.upwards)
    return (
        f'<path d="{grid}" {_RULE} stroke-width="1.5"/>'
        f'<path d="{"".join((*dots, *spans))}" stroke="currentColor" stroke-opacity=".5" '
        f'stroke-width="{n(radius * 0.75)}" stroke-linecap="round"/>'
        f'<path d="M{"L".join(map(" ".join, corners))}" fill="none" stroke="currentColor" '
        f'stroke-width="{n(radius * 0.4)}" stroke-linejoin="round"/>'
        f"{middles}{area.labels(chart.upwards, chart.across)}"
    )


def picks_chart(chart: PicksChart, width: float, height: float) -> str:
    """Draw every number that was picked as a brick on the line; numbers close to each other share a pile."""
    area = _Area(8, 8, width - 16, height - 36)
    floor = area.y(FRAME)
    brick = min(_BRICK, area.height / chart.most)
    gap, thick = min(2.5, brick * 0.25), max(_LEAST_WIDTH, area.x(chart.width) - area.left)
    bars = "".join(
        f"M{n(area.x(each.at + chart.width // 2))} {n(floor - 3)}v{n(-brick * each.times)}"
        for each in chart.columns
    )
    low, half, high = (tick.text for tick in chart.across)
    return (
        f'<path d="{bars}" stroke="currentColor" stroke-width="{n(thick)}" '
        f'stroke-dasharray="{n(brick - gap)} {n(gap)}"/>'
        f'<path d="M2 {n(floor)}H{n(width)}" stroke="currentColor" stroke-width="3"/>'
        + _label(4, height - 6, low, "start")
        + _label(width / 2, height - 6, half)
        + _label(width - 4, height - 6, high, "end")
    )


def picks_height(chart: PicksChart) -> int:
    """Return the height in which no brick is smaller than it can be."""
    return _BRICK * chart.most + 40


def scores_chart(chart: ScoreChart, width: float, height: float) -> str:
    """Draw the scores of all players as lines that end at their guests, over the band of what would win."""
    area = _Area(34, 0, width - 84, height - 28)

    def corners(points: Iterable[Point]) -> str:
        return " ".join(f"{area.x(x):.0f},{area.y(y):.0f}" for x, y in points)

    band = f'fill="{GOLD}"' if chart.is_middle else 'fill="currentColor" fill-opacity=".15"'
    drawn = "".join(
        _line(each, corners(each.corners), 4 if chart.crowded else 6)
        for each in sorted(chart.lines, key=lambda each: each.wins)
    )
    ends = [(label.seats[0], area.y(label.at)) for label in chart.labels if label.seats]
    return (
        f'<polygon points="{corners(chart.band)}" {band}/>{drawn}'
        f"{area.labels(chart.upwards, chart.across)}{_ends(ends, width - 20, height)}"
    )


def _line(line: ChartLine, corners: str, width: float) -> str:
    """Draw a line in the colour of its guest, within an outline."""
    thick = width + 2 if line.wins else width - 1
    look = f'points="{corners}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return (
        f'<polyline {look} stroke="{INK}" stroke-width="{n(thick + 4)}"/>'
        f'<polyline {look} stroke="{COLOURS[line.colour]}" stroke-width="{n(thick)}"/>'
    )


def _ends(ends: list[tuple[Seat, float]], x: float, height: float) -> str:
    size = min(36.0, height / max(1, len(ends)))
    return "".join(guest(GuestFigure(int(seat), x, at + size * 0.6, size, lit=True)) for seat, at in ends)


def _label(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return text(x, y, words, Letters(_LETTERS, "currentColor", 700, anchor))  # type: ignore[arg-type]
