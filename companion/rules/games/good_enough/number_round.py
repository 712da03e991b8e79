"""The results of rounds of numbers."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.results import Leaf, PlayerId, ShowdownRound, aside


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRound(Leaf):
    """A round's result, with the players who showed the same number as another player (G3).

    `plays` are in the order of the players. `number` counts through the whole record, from 1: the offsets
    depend on it (G19).
    """

    plays: Mapping[PlayerId, int]
    disqualified: tuple[PlayerId, ...]
    number: int = aside(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberShowdown(NumberRound, ShowdownRound):
    """The result of one round of a showdown (G16)."""
