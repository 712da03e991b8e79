"""How far a number was from the nearest one that scored, as a player's phone draws it on a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.i18n.messages import format_value

LENGTH = 300
"""The length of the line, in the units of the positions on it."""
_DIGIT = 14  # units that a digit is wide
_APART = 10  # units between two labels


@dataclass(frozen=True, slots=True)
class Gap:
    """A player's number and the nearest one that scored, with their positions on the line.

    `distance` is below 0 for a number that was too low.
    """

    number: str
    middle: str
    at: int
    middle_at: int
    low: str
    high: str
    distance: int | Fraction

    @property
    def is_narrow(self) -> bool:
        """Whether the labels of both numbers would overlap if they stood side by side."""
        return abs(self.at - self.middle_at) < _DIGIT * (len(self.number) + len(self.middle)) // 2 + _APART

    def label_at(self, at: int, text: str) -> int:
        """Return where the middle of a label stands so that it stays within the line and its margins."""
        half = _DIGIT * len(text) // 2 - _DIGIT
        return min(max(at, half), LENGTH - half)

    def leaves_room(self, end: str) -> bool:
        """Return whether the label of an end (`low` or `high`) has room beside the player's own one."""
        at = 0 if end == "low" else LENGTH
        return not self.is_narrow or abs(self.at - at) > _DIGIT * (len(self.number) + len(self.high)) // 2


def find_gap(number: int, scoring: Sequence[int | Fraction], low: int, high: int) -> Gap:
    """Return the gap between a number and the nearest of those that scored, on a line from low to high.

    In place of those, it may be what numbers aim at.
    """
    nearest = min(scoring, key=lambda each: abs(Fraction(each) - number))

    def position(value: int | Fraction) -> int:
        return min(max(int(LENGTH * (value - low) // max(1, high - low)), 0), LENGTH)

    return Gap(
        number=format_value(number),
        middle=format_value(nearest),
        at=position(number),
        middle_at=position(nearest),
        low=format_value(low),
        high=format_value(high),
        distance=number - nearest,
    )
