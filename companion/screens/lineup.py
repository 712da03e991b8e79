"""How many guests stand on the TV, in how many lines, how large, and whether their names fit.

Lengths are in rem of the TV, whose frame is 128 wide and 72 high. The style sheet has a class for each size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from companion.i18n.lettering import ems
from companion.i18n.messages import format_value
from companion.screens.scoreboard import ScoreRow

T = TypeVar("T")

SIZES = (25, 20, 17, 14, 12, 10, 9, 8, 7, 6, 5, 4)
"""The widths of a guest that the style sheet has, largest first."""
MOST_NAMED = 30
"""With more guests than this, none has a name: they wear initials."""
MOST_DRAWN = 60
_SMALLEST_WITH_INITIAL = 6  # narrower guests would wear letters that nobody can read
_TALL = 1.17  # the height of a guest of width 1
_GAP = 0.4  # between guests, and between lines
_LINES = range(1, 6)
_CUTS = (
    0,
    9,
    6,
    5,
)  # letters (ems) after which names are cut, in the order in which they are tried; 0: never


@dataclass(frozen=True, slots=True)
class Lineup:
    """Guests in lines: their width in rem (see `SIZES`), and whether their names stand under them.

    `cut` is the width in ems to which long names are cut; 0 if all fit. `more` counts who is not drawn.
    """

    lines: tuple[tuple[ScoreRow, ...], ...]
    size: int
    named: bool
    cut: int = 0
    more: int = 0


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the frame where guests stand; `largest` is the most that a guest may be wide there.

    `font` is the size of the names; 0: it follows the size of the guests.
    """

    width: float
    height: float
    largest: int = SIZES[0]
    smallest: int = _SMALLEST_WITH_INITIAL
    font: float = 0.0


def font_size(size: int) -> float:
    """Return the size of the names under guests of a size; 2.4 is the smallest that can be read."""
    return 3.4 if size > 12 else 2.8 if size > 9 else 2.4


def line_up(rows: Sequence[ScoreRow], area: Area) -> Lineup:
    """Put guests into lines, as large as the area allows, with whole names if these fit in any way."""
    shown = tuple(islice(rows, MOST_DRAWN))
    more = len(rows) - len(shown)
    for cut in _CUTS if len(shown) <= MOST_NAMED else ():
        widths = [_caption_ems(row, cut) for row in shown]
        if found := _largest(widths, area):
            size, lines = found
            split = _split(shown, lines, _rems(widths, size, area))
            return Lineup(split, size, named=True, cut=cut, more=more)
    return _with_initials(rows, area)


def in_tiers(rows: Sequence[ScoreRow], area: Area) -> Lineup:
    """Put guests with initials into lines of which each hides the legs of the one behind it."""
    shown = tuple(islice(rows, MOST_DRAWN))
    lines = 1 if len(shown) <= 13 else 2 if len(shown) <= 40 else 3
    longest = -(-len(shown) // lines) or 1
    size = next(
        (size for size in SIZES if size <= area.largest and size * longest <= area.width + 2),
        _SMALLEST_WITH_INITIAL,
    )
    return Lineup(_split(shown, lines), size, named=False, more=len(rows) - len(shown))


def _largest(widths: Sequence[float], area: Area) -> tuple[int, int] | None:
    """Return the largest size in which guests with captions of these widths fit, and in how few lines."""
    sizes = (size for size in SIZES if size <= area.largest)
    return next(
        ((size, lines) for size in sizes for lines in _LINES if _fits(widths, lines, size, area)), None
    )


def _fits(widths: Sequence[float], lines: int, size: int, area: Area) -> bool:
    """Return whether guests with captions of these widths (in ems) fit into so many lines."""
    high = lines * (_TALL * size + 1.25 * (area.font or font_size(size)) + _GAP)
    if size < area.smallest or high > area.height or lines > len(widths):
        return lines == 1 and not widths
    each = _rems(widths, size, area)
    return all(sum(line) <= area.width for line in _split(each, lines, each))


def _rems(widths: Sequence[float], size: int, area: Area) -> list[float]:
    """Return the widths in rem of guests with captions of so many ems."""
    font = area.font or font_size(size)
    return [max(size + _GAP, font * width + 1.2) for width in widths]


def _caption_ems(row: ScoreRow, cut: int) -> float:
    name = min(ems(row.name), cut) if cut else ems(row.name)
    points = 1.1 + ems(format_value(row.points)) if row.points is not None else 0
    return name + points + (1.5 if row.cards is not None else 0) + (2.3 if row.bot else 0) + 3 * row.first


def _with_initials(rows: Sequence[ScoreRow], area: Area) -> Lineup:
    """Line up guests with initials; of those who do not fit, the first ones are drawn."""
    most = _in_line(_SMALLEST_WITH_INITIAL, area) * _lines_of(_SMALLEST_WITH_INITIAL, area)
    shown = rows[: min(most, MOST_DRAWN)]
    found = (
        (size, -lines)
        for size in SIZES
        if _SMALLEST_WITH_INITIAL <= size <= area.largest
        for lines in range(1, _lines_of(size, area) + 1)
        if -(-len(shown) // lines) <= _in_line(size, area)
    )
    size, lines = max(found, default=(_SMALLEST_WITH_INITIAL, -1))
    return Lineup(_split(shown, -lines), size, named=False, more=len(rows) - len(shown))


def _in_line(size: int, area: Area) -> int:
    return int(area.width / (size + _GAP))


def _lines_of(size: int, area: Area) -> int:
    return int(area.height / (_TALL * size + _GAP))


def _split(rows: Sequence[T], lines: int, widths: Sequence[float] = ()) -> tuple[tuple[T, ...], ...]:
    """Split into lines that are about equally wide; without `widths` all have the same."""
    split: list[list[T]] = [[] for _ in range(max(1, min(lines, len(rows))))]
    each = widths or [1.0] * len(rows)
    total, before = sum(each), 0.0
    for row, width in zip(rows, each, strict=True):
        split[int((before + width / 2) / total * len(split))].append(row)
        before += width
    return tuple(map(tuple, split))
