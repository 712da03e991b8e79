"""How the middle of the numbers moved from round to round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.rules.games.contract import Game
from companion.rules.results import Leaf


@dataclass(frozen=True, slots=True)
class RoundMiddle:
    """The middle of one round: the value that numbers were measured by, or both values.

    `number` counts all rounds of the game from 1; `numbers` are all that were presented, lowest first, and
    `disqualified` those of them that did not count.
    """

    number: int
    middle: tuple[Fraction, ...]
    numbers: tuple[int, ...]
    disqualified: tuple[int, ...] = ()

    @property
    def centre(self) -> Fraction:
        """The middle as one number: half way between two."""
        return sum(self.middle, Fraction()) / len(self.middle)


def to_half(value: Fraction) -> Fraction:
    """Round a number to halves, so that it can be read at a glance."""
    return Fraction(round(value * 2), 2)


def drift(rules: Game, leaves: Sequence[Leaf]) -> Iterator[RoundMiddle]:
    """Yield the middle of each round that had one, in the order played."""
    for number, leaf in enumerate(leaves, 1):
        middle = rules.middle_numbers(leaf)
        if middle:
            numbers = sorted(play for play in leaf.plays.values() if isinstance(play, int))
            fates = rules.fates(leaf)
            out = {play for player, play in leaf.plays.items() if fates.get(player) == "disqualified"}
            yield RoundMiddle(number, middle, tuple(numbers), tuple(n for n in numbers if n in out))
