"""The coordinates, axes and limits that all charts share."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from companion.rules.games.numbers import format_integer

FRAME = 1000

MAX_CHART_PLAYERS = 100
"""With more players than this there is no chart, as no line could be made out."""

MAX_NAMED = 8
"""The most names in a label or a sentence; more players are counted."""

_MAX_DIGITS = 7  # longer numbers are truncated beside an axis
_MAX_TICKS = 7

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class AxisTick:
    """A number beside the frame, and its position along the edge."""

    at: int
    text: str


def along(value: int | Fraction, low: int, high: int) -> int:
    """Return the position of a value on an axis from low to high."""
    return min(max(int(FRAME * (value - low) // max(1, high - low)), 0), FRAME)


def whole_ticks(low: int, high: int) -> Iterator[int]:
    """Yield the whole numbers of an axis, at steps of 1, 2 or 5 times a power of ten."""
    steps = (step * 10**power for power in range(100) for step in (1, 2, 5))
    step = next(each for each in steps if (high - low) // each < _MAX_TICKS)
    yield from (n for n in range(-(-low // step) * step, high + 1, step))


def truncated(number: int) -> str:
    """Return a number as text, truncated where it is too long for the label of an axis."""
    text = format_integer(number)
    return text if len(text) <= _MAX_DIGITS else f"{text[: _MAX_DIGITS - 2]}…"
