"""Which numbers were picked, and how often, and what stands out."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from heapq import nlargest
from typing import TypeVar

from companion.rules.games.contract import Game
from companion.rules.results import Leaf

T = TypeVar("T")


def standout(found: Iterable[T], figure: Callable[[T], int | Fraction], least: int = 0) -> T | None:
    """Return the one with the highest figure; None if another has the same, or if it is below the least."""
    highest = nlargest(2, found, key=figure)
    if not highest or figure(highest[0]) < least:
        return None
    return highest[0] if len({*map(figure, highest)}) == len(highest) else None


def picks(rules: Game, leaves: Sequence[Leaf]) -> Mapping[int, int]:
    """Return how often each number was picked, also if disqualified; lowest first, and only those picked."""
    if rules.number_line is None:
        return {}
    found = Counter(play for leaf in leaves for play in leaf.plays.values() if isinstance(play, int))
    return {number: found[number] for number in sorted(found)}


def favourite(counts: Mapping[int, int]) -> int | None:
    """Return the number that was picked more often than any other, and at least twice; else None."""
    return standout(counts, counts.__getitem__, 2)
