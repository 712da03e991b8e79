"""What stands out: higher than anything else of its kind."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from heapq import nlargest
from typing import TypeVar

T = TypeVar("T")


def standout(found: Iterable[T], figure: Callable[[T], int | Fraction], least: int = 0) -> T | None:
    """Return the one with the highest figure; None if another has the same, or if it is below the least."""
    highest = nlargest(2, found, key=figure)
    if not highest or figure(highest[0]) < least:
        return None
    return highest[0] if len({*map(figure, highest)}) == len(highest) else None
