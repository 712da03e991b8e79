"""The charts of a poster, in one colour that comes from around them, and gold for the middle.

Each fills a box of a width and a height. They need no style sheet, as the picture has none.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from companion.i18n.messages import format_value
from companion.room.events import Seat
from companion.rules.games.pictures import GuestFigure
from companion.views.charts.frame import FRAME, Point
from companion.views.charts.score_chart import ChartLine, ScoreChart
from companion.views.poster import Poster
from companion.web.pictures import COLOURS, GOLD, INK
from companion.web.posters.guests import guest
from companion.web.posters.lettering import Letters, n, text

BRICK = 13
"""The greatest height of one number in the chart of picks."""

_LETTERS = 20
_MOST_LABELS = 12
_PILES = 100  # the places along the line of picks
_RULE = 'stroke="currentColor" stroke-opacity=".2"'


def drift_chart(poster: Poster, width: float, height: float) -> str:
    """Draw the numbers of each round as dots, and the middle of each in gold."""
    x, y, step = _scales(poster, width, height)
    radius = 10 if step >= 24 else max(3.0, step * 0.4)
    rounds = [*enumerate(poster.drift)]
    dots = dict.fromkeys(f"M{x(at):.0f} {y(number):.0f}h0" for at, each in rounds for number in each.numbers)
    corners = [(x(at), y(each.centre)) for at, each in rounds]
    line = "L".join(f"{n(a)} {n(b)}" for a, b in corners)
    middles = "".join(
        f'<circle cx="{n(a)}" cy="{n(b)}" r="{n(radius)}" fill="{GOLD}" stroke="{INK}" '
        f'stroke-width="{n(radius * 0.3)}"/>'
        for a, b in corners
    )
    return (
        f'{_grid(poster, width, y)}<path d="{"".join(dots)}" stroke="currentColor" stroke-opacity=".5" '
        f'stroke-width="{n(radius * 0.75)}" stroke-linecap="round"/>'
        f'<path d="M{line}" fill="none" stroke="currentColor" stroke-width="{n(radius * 0.4)}" '
        f'stroke-linejoin="round"/>{middles}{_round_numbers(poster, x, height)}'
    )


_Scale = Callable[[int | Fraction], float]


def _scales(poster: Poster, width: float, height: float) -> tuple[Callable[[int], float], _Scale, float]:
    """Return the place of a round, the height of a number, and how far apart the rounds are."""
    (low, high), count = poster.line, len(poster.drift)
    top, floor = 10, height - 32
    room = width - _margin(poster) - 30
    step = room / max(1, count - 1)

    def x(place: int) -> float:
        return _margin(poster) + 16 + (step * place if count > 1 else room / 2)

    def y(number: int | Fraction) -> float:
        return floor - (floor - top) * float((number - low) / Fraction(max(1, high - low)))

    return x, y, step


def _margin(poster: Poster) -> int:
    """Return the width of the labels beside the numbers."""
    return 12 + 13 * max(len(format_value(each)) for each in poster.line)


def _grid(poster: Poster, width: float, y: _Scale) -> str:
    (low, high), margin = poster.line, _margin(poster)
    return "".join(
        f'<path d="M{margin} {n(y(each))}H{n(width)}" {_RULE} stroke-width="1.5"/>'
        + _label(margin - 8, y(each) + 7, format_value(each), "end")
        for each in sorted({low, (low + high) // 2, high})
    )


def _round_numbers(poster: Poster, x: Callable[[int], float], height: float) -> str:
    every = -(-len(poster.drift) // _MOST_LABELS)
    shown = [*enumerate(poster.drift)][::every]
    return "".join(_label(x(at), height - 6, format_value(each.number)) for at, each in shown)


def picks_chart(poster: Poster, width: float, height: float) -> str:
    """Draw every number that was picked as a brick on the line; numbers close to each other share a pile."""
    (low, high), piles = poster.line, _piles(poster)
    floor, left = height - 28, 8
    brick = min(BRICK, (floor - 8) / max(piles.values()))
    gap = min(2.5, brick * 0.25)
    scale = (width - 2 * left) / _PILES
    bars = "".join(
        f"M{n(left + at * scale)} {n(floor - 3)}v{n(-brick * count)}" for at, count in piles.items()
    )
    return (
        f'<path d="{bars}" stroke="currentColor" stroke-width="{n(scale * 1.8)}" '
        f'stroke-dasharray="{n(brick - gap)} {n(gap)}"/>'
        f'<path d="M{left - 6} {n(floor)}H{n(width)}" stroke="currentColor" stroke-width="3"/>'
        + _label(left - 4, height - 6, format_value(low), "start")
        + _label(width / 2, height - 6, format_value((low + high) // 2))
        + _label(width - 4, height - 6, format_value(high), "end")
    )


def picks_height(poster: Poster) -> int:
    """Return the height in which no brick is smaller than it can be."""
    return BRICK * max(_piles(poster).values(), default=0) + 40


def _piles(poster: Poster) -> Mapping[int, int]:
    """Count the numbers picked in each hundredth of the line."""
    low, high = poster.line
    piles: Counter[int] = Counter()
    for number, count in poster.picks.items():
        piles[(number - low) * _PILES // max(1, high - low)] += count
    return piles


def scores_chart(chart: ScoreChart, width: float, height: float) -> str:
    """Draw the scores of all players as lines that end at their guests, over the band of what would win."""
    left, right, floor = 34, width - 50, height - 28
    across, upwards = (right - left) / FRAME, floor / FRAME

    def corners(points: Iterable[Point]) -> str:
        return " ".join(f"{left + x * across:.0f},{y * upwards:.0f}" for x, y in points)

    band = f'fill="{GOLD}"' if chart.is_middle else 'fill="currentColor" fill-opacity=".15"'
    drawn = "".join(
        _line(each, corners(each.corners), 4 if chart.crowded else 6)
        for each in sorted(chart.lines, key=lambda each: each.wins)
    )
    up = "".join(_label(left - 10, tick.at * upwards + 7, tick.text, "end") for tick in chart.upwards)
    along = "".join(_label(left + tick.at * across, height - 2, tick.text) for tick in chart.across)
    ends = [(label.seats[0], label.at * upwards) for label in chart.labels if label.seats]
    return (
        f'<polygon points="{corners(chart.band)}" {band}/>{up}{drawn}{along}{_ends(ends, right + 30, height)}'
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
