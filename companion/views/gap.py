"""How far a number was from those that score, as a player's phone draws it on a line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.i18n.messages import format_value
from companion.rules.games.outcomes import Ranges

LENGTH = 300
"""The length of the line, in the units of the positions on it."""
_DIGIT = 14  # units that a digit is wide
_APART = 10  # units between two labels
_PILL = 28  # units: the least width of a band, which is as high


@dataclass(frozen=True, slots=True)
class Band:
    """Numbers that would have scored, as a part of the line; the label is empty where it has no room."""

    start: int
    width: int
    label: str

    @property
    def centre(self) -> int:
        """Where the label stands."""
        return self.start + self.width // 2


@dataclass(frozen=True, slots=True)
class Gap:
    """A player's number and the nearest one that scored, with their positions on the line.

    `distance` is below 0 for a number that was too low. `bands` are the numbers that would have scored;
    without any the line shows the nearest one that did.
    """

    number: str
    middle: str
    at: int
    middle_at: int
    low: str
    high: str
    distance: int | Fraction
    bands: tuple[Band, ...] = ()

    @property
    def is_below(self) -> bool:
        """Whether the player's number stands below the line, so that two labels do not overlap."""
        room = _DIGIT * (len(self.number) + len(self.middle)) // 2 + _APART
        return bool(self.bands) or abs(self.at - self.middle_at) < room

    def label_at(self, at: int, text: str) -> int:
        """Return where the middle of a label stands so that it stays within the line and its margins."""
        half = _DIGIT * len(text) // 2 - _DIGIT
        return min(max(at, half), LENGTH - half)

    def leaves_room(self, end: str) -> bool:
        """Return whether the label of an end (`low` or `high`) has room beside the player's own one."""
        at = 0 if end == "low" else LENGTH
        return not self.is_below or abs(self.at - at) > _DIGIT * (len(self.number) + len(self.high)) // 2


def find_gap(
    number: int, scoring: Sequence[int | Fraction], low: int, high: int, would_score: Ranges = ()
) -> Gap:
    """Return the gap between a number and the nearest of those that scored, on a line from low to high.

    In place of those, it may be what numbers aim at.
    """
    nearest = min(scoring, key=lambda each: abs(Fraction(each) - number))
    return Gap(
        number=format_value(number),
        middle=format_value(nearest),
        at=_position(number, low, high),
        middle_at=_position(nearest, low, high),
        low=format_value(low),
        high=format_value(high),
        distance=number - nearest,
        bands=tuple(_bands(would_score, low, high)),
    )


def _position(number: int | Fraction, low: int, high: int) -> int:
    return min(max(int(LENGTH * (number - low) // max(1, high - low)), 0), LENGTH)


def _bands(ranges: Ranges, low: int, high: int) -> Iterator[Band]:
    """Yield a band for each range, and one for several between which no gap could be seen."""
    merged: list[range] = []
    for numbers in ranges:
        gap = (
            _position(numbers.start, low, high) - _position(merged[-1].stop - 1, low, high)
            if merged
            else _PILL
        )
        if gap < _PILL:
            numbers = range(merged.pop().start, numbers.stop)  # noqa: PLW2901
        merged.append(numbers)
    for numbers in merged:
        first, last = _position(numbers.start, low, high), _position(numbers.stop - 1, low, high)
        more = -(-max(0, _PILL - (last - first)) // 2)
        yield Band(first - more, last - first + 2 * more, _label(numbers) if len(merged) == 1 else "")


def _label(numbers: range) -> str:
    """Return the lowest and the highest number; empty where they are too long to stand over the line."""
    low, high = format_value(numbers.start), format_value(numbers.stop - 1)
    dash = "–" if numbers.start >= 0 else " – "
    text = low if low == high else f"{low}{dash}{high}"
    return text if _DIGIT * len(text) <= LENGTH else ""
