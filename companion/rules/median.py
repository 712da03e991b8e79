"""The middle of a sorted list, which most of the games use."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def middle(ordered: Sequence[T]) -> tuple[T, ...]:
    """Return the middle value of a sorted sequence, or both of them when its length is even.

    An empty sequence has no middle.

    >>> middle([1, 2, 4]), middle([1, 2, 4, 8]), middle([])
    ((2,), (2, 4), ())
    """
    half = len(ordered) // 2
    return tuple(ordered[half - 1 + len(ordered) % 2 : half + 1]) if ordered else ()
