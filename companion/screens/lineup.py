"""How many guests stand on the TV, in how many lines, how large, and whether their names fit.

Lengths are in rem of the TV, whose frame is 128 wide and 72 high. The style sheet has a class for each size.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from companion.i18n.lettering import ems, short_names
from companion.i18n.messages import format_value
from companion.screens.scoreboard import ScoreRow, ScoreRows
from companion.values import frozen

T = TypeVar("T")

SIZES = (25, 20, 17, 14, 12, 10, 9, 8, 7, 6, 5, 4)
"""The widths of a guest that the style sheet has, largest first."""
MOST_NAMED = 30
"""With more guests than this, none has a name: they wear initials."""
MOST_DRAWN = 60
_SMALLEST_WITH_INITIAL = 6  # narrower guests would wear letters that nobody can read
_TALL = 1.17  # the height of a guest of width 1
_GAP = 0.4  # between guests, and between lines
_MOST_LINES = 5
_CUTS = (math.inf, 9, 6, 5)
"""Letters (ems) after which names are cut, in the order in which they are tried."""

Lines = tuple[ScoreRows, ...]


@frozen
class Lineup:
    """Guests in lines: their width in rem (see `SIZES`), and whether their names stand under them.

    `more` counts who is not drawn.
    """

    lines: Lines
    size: int
    named: bool
    more: int = 0


@frozen
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
    """Put guests into lines, as large as the area allows, with whole names if these fit in any way.

    Where no names fit they wear initials; of those who do not fit even then, the first ones are drawn.
    """
    for cut in _CUTS if len(rows) <= MOST_NAMED else ():
        labels = short_names([row.name for row in rows], cut)
        labelled = [row._replace(name=label) for row, label in zip(rows, labels, strict=True)]
        if found := _largest(labelled, [_caption_ems(row) for row in labelled], area):
            return Lineup(*found, named=True)
    area = replace(area, smallest=_SMALLEST_WITH_INITIAL)
    in_line = int(area.width / (area.smallest + _GAP))
    lines = int(area.height / (_TALL * area.smallest + _GAP))
    shown = rows[: min(in_line * lines, MOST_DRAWN)]
    found = _largest(shown, (), area) or ((tuple(shown),), area.smallest)
    return Lineup(*found, named=False, more=len(rows) - len(shown))


def in_tiers(rows: Sequence[ScoreRow], area: Area) -> Lineup:
    """Put guests with initials into lines of which each hides the legs of the one behind it."""
    shown = rows[:MOST_DRAWN]
    lines = 1 if len(shown) <= 13 else 2 if len(shown) <= 40 else 3
    widest = min(area.largest, (area.width + 2) / (-(-len(shown) // lines) or 1))
    size = next((size for size in SIZES if size <= widest), _SMALLEST_WITH_INITIAL)
    return Lineup(_split(shown, lines, [1.0] * len(shown)), size, named=False, more=len(rows) - len(shown))


def _largest(rows: Sequence[ScoreRow], captions: Sequence[float], area: Area) -> tuple[Lines, int] | None:
    """Return the fewest lines in the largest size in which all fit, with captions so many ems wide."""
    for size in filter(lambda each: area.smallest <= each <= area.largest, SIZES):
        font = area.font or font_size(size)
        widths = [max(size + _GAP, font * ems + 1.2) for ems in captions or [0.0] * len(rows)]
        high = _TALL * size + _GAP + (1.25 * font if captions else 0)
        most = min(_MOST_LINES, len(rows) or 1, int(area.height / high))
        fewest = max(1, math.ceil(sum(widths) / area.width - 1e-9))
        for lines in range(fewest, most + 1):
            if all(sum(line) <= area.width for line in _split(widths, lines, widths)):
                return _split(rows, lines, widths), size
    return None


def _caption_ems(row: ScoreRow) -> float:
    points = 1.1 + ems(format_value(row.points)) if row.points is not None else 0
    return (
        ems(row.name)
        + points
        + (1.5 if row.cards is not None else 0)
        + (2.3 if row.bot else 0)
        + 3 * row.first
    )


def _split(items: Sequence[T], lines: int, widths: Sequence[float]) -> tuple[tuple[T, ...], ...]:
    """Split into lines that are about equally wide."""
    split: list[list[T]] = [[] for _ in range(max(1, min(lines, len(items))))]
    total, before = sum(widths), 0.0
    for item, width in zip(items, widths, strict=True):
        split[int(round((before + width / 2) / total * len(split), 9))].append(item)
        before += width
    return tuple(map(tuple, split))
