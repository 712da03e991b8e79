"""The rating of a player: how near to the middle of all the numbers stood, from 0 to 100.

A round in which a number counted is worth 100 x (1 - |rank - middle| / half the field): ranks go from 0 to
n - 1 among the n numbers that count, the middle is (n - 1) / 2, and half the field n / 2. So the middle one
of an odd number has 100, and all together have 50 on average, or little more. Rounds in which a player was
absent or disqualified are not counted. A rating is the average of the counted rounds and of five more
with 50, so that one lucky round does not lead the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.rules.games.contract import Game
from companion.rules.results import Leaf, PlayerId

_ADDED, _ADDED_WORTH = 5, 50


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: what the counted rounds are worth in sum, and how many they are. Ratings can be added."""

    total: Fraction = Fraction()
    rounds: Fraction = Fraction()

    def __add__(self, other: "Rating") -> "Rating":
        return Rating(self.total + other.total, self.rounds + other.rounds)

    @property
    def value(self) -> Fraction:
        """The rating, from 0 to 100; 50 without a counted round."""
        return (self.total + _ADDED * _ADDED_WORTH) / (self.rounds + _ADDED)


def ratings(rules: Game, leaves: Sequence[Leaf], players: Sequence[PlayerId]) -> Mapping[PlayerId, Rating]:
    """Return the rating of each player over all rounds; nobody's in a game without numbers."""
    if rules.number_line is None:
        return {}
    found = dict.fromkeys(players, Rating())
    for leaf in leaves:
        numbers = rules.counting_numbers(leaf)
        for rank, player in enumerate(sorted(numbers, key=numbers.__getitem__)):
            if player in found:
                found[player] += Rating(rank_worth(rank, len(numbers)), Fraction(1))
    return found


def rank_worth(rank: int, field: int) -> Fraction:
    """Return what a round is worth to the number of that rank (from 0) of so many that count."""
    return 100 * (1 - abs(Fraction(2 * rank - field + 1, field)))
