"""How far a player's number was from the middle of a round, and which numbers would have scored."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Ranges
from companion.rules.results import Leaf, PlayerId

Side = Literal["low", "high", ""]


@dataclass(frozen=True, slots=True)
class Distance:
    """A player's number, the middle value nearest to it, and the numbers that would have scored.

    `would_score` holds for this player with the numbers of all others unchanged, as ranges, lowest first.
    `number` is None for a player who presented none.
    """

    number: int | None
    middle: Fraction | None
    would_score: Ranges

    @property
    def by(self) -> Fraction | None:
        """How far the number was from the middle, never below 0; None without a number or a middle."""
        if self.number is None or self.middle is None:
            return None
        return abs(self.number - self.middle)

    @property
    def side(self) -> Side:
        """On which side of the middle it was; empty for the middle itself, and where there is no distance."""
        if self.number is None or self.middle is None or self.number == self.middle:
            return ""
        return "low" if self.number < self.middle else "high"


def distances(rules: Game, leaf: Leaf, players: Iterable[PlayerId]) -> Mapping[PlayerId, Distance]:
    """Return the distances of some players in one round; nobody's in a round without numbers.

    The cost is one sort of the round, and little for each player.
    """
    if rules.number_line is None:
        return {}
    asked = tuple(players)
    would, middle = rules.scoring_numbers(leaf, asked), rules.middle_numbers(leaf)
    return {player: _distance(leaf, player, middle, would.get(player, ())) for player in asked}


def _distance(leaf: Leaf, player: PlayerId, middle: Sequence[Fraction], would: Ranges) -> Distance:
    number = leaf.plays.get(player)
    if not isinstance(number, int):
        return Distance(None, None, would)
    nearest = min(middle, key=lambda each: abs(number - each)) if middle else None
    return Distance(number, nearest, would)


def mean_distance(rules: Game, leaves: Sequence[Leaf], player: PlayerId) -> Fraction | None:
    """Return how far a player's numbers were from the middle on average; None without such a round."""
    away = list(_away(rules, leaves, player))
    return sum(away, Fraction()) / len(away) if away else None


def _away(rules: Game, leaves: Sequence[Leaf], player: PlayerId) -> Iterator[Fraction]:
    for leaf in leaves:
        by = _distance(leaf, player, rules.middle_numbers(leaf), ()).by
        if by is not None:
            yield by
