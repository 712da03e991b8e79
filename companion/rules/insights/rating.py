"""The rating of a player: how near to the middle of all the numbers stood, from 0 to 100.

A round in which a number counted is worth 100 x (1 - |rank - middle| / half the field): ranks go from 0 to
n - 1 among the n numbers that count, the middle is (n - 1) / 2, and half the field n / 2. So the middle one
of an odd number has 100, and all together have 50 on average, or little more. Rounds in which a player was
absent or disqualified are not counted. A rating is the average of the counted rounds and of five more
with 50, so that one lucky round does not lead the table.
"""

from collections import Counter
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
    shares: dict[PlayerId, Counter[int]] = {player: Counter() for player in players}
    rounds: Counter[PlayerId] = Counter()
    for leaf in leaves:
        numbers = rules.counting_numbers(leaf)
        for rank, player in enumerate(sorted(numbers, key=numbers.__getitem__)):
            if player in shares:
                shares[player][len(numbers)] += rank_shares(rank, len(numbers))
                rounds[player] += 1
    return {player: Rating(_worth(found), Fraction(rounds[player])) for player, found in shares.items()}


def _worth(shares: Mapping[int, int]) -> Fraction:
    """Return what rounds are worth, by the numbers that counted in them; whole numbers are added first."""
    return 100 * sum((Fraction(share, field) for field, share in shares.items()), Fraction())


def rank_shares(rank: int, field: int) -> int:
    """Return what a round is worth to the number of that rank (from 0) of `field` that count.

    It is a count of parts: `field` of them are 100.
    """
    return field - abs(2 * rank - field + 1)
