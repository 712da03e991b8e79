"""The story of an evening in five facts, each a figure and a sentence that goes on from it.

Each is true alone and tells only what is certain: a number was picked "more than any other" only if it was.
They are pure functions of games that are over, so the same evening always has the same facts.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from companion.rules.insights.facts import cards, entered, length, numbers, points
from companion.rules.insights.facts.fact import Fact, Found
from companion.rules.insights.facts.story import FinishedGame, Story

__all__ = ["MOST_FACTS", "Fact", "FinishedGame", "Story", "facts", "tell"]

MOST_FACTS = 5


def facts(story: Story) -> tuple[Fact, ...]:
    """Return the five facts that say most, or as many as there are, in the order in which they are told."""
    return tuple(islice(tell(story), MOST_FACTS))


def tell(story: Story) -> Iterator[Fact]:
    """Yield all that could be told, the most telling first."""
    return (Fact(find.__name__, *each) for find in _FINDERS for each in find(story))


_FINDERS: Sequence[Callable[[Story], Found]] = (
    length.evening,
    length.showdown,
    length.peeled,
    numbers.nearest_truth,
    numbers.thrown_out,
    numbers.drifted,
    numbers.favourite,
    numbers.same_number,
    numbers.winners_distance,
    points.comeback,
    numbers.twins,
    points.longest_run,
    numbers.widest_miss,
    points.longest_drought,
    points.nobody_scored,
    cards.discarded,
    cards.tied,
    cards.won_by_winner,
    cards.common_card,
    entered.most_at_once,
    entered.highest_lost,
    entered.taken_by_winner,
    entered.most_left,
    entered.taken_by_nobody,
    numbers.never_picked,
    points.most_points,
    points.right_score,
    points.margin,
    points.spread,
    length.played,
)
"""What is looked for, the most telling first."""
