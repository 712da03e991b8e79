"""How far the middle of a crowd was from the truth of a question that its numbers answered."""

from fractions import Fraction

from companion.rules.games.contract import Game
from companion.rules.results import Leaf


def crowd_middle(rules: Game, leaf: Leaf) -> Fraction | None:
    """Return the middle of the numbers that count, or their mean where that decides; None if none counts.

    A multiple of the mean (G17) decides who scores, and is no answer of the crowd.
    """
    if target := rules.mean_target(leaf):
        return target.mean
    middle = rules.middle_numbers(leaf)
    return sum(middle, Fraction()) / len(middle) if middle else None
