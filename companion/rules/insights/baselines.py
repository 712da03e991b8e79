"""What a player would have got who was not there: one who always says the same, and one who picks at random.

Nothing is changed for the others. In each round the newcomer has the points and the rating that its number
would bring to one more player, while all other numbers, and the length of the game, stay as they were. In a
game without disqualification the number has no fraction added, so it ranks below all that are equal to it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from companion.rules.games.contract import Game
from companion.rules.insights.rating import Rating, rank_shares
from companion.rules.results import Leaf

NEWCOMER = ""
"""The name of one more player; no player is called so."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The points and the rating that somebody would have got."""

    points: Fraction
    rating: Rating


def middle_of_range(rules: Game) -> int:
    """Return the number in the middle of the range, the lower one of two; 50 from 0 to 100."""
    low, high = rules.number_line or (0, 0)
    return (low + high) // 2


def always(rules: Game, leaves: Sequence[Leaf], number: int) -> Baseline:
    """Return what a player would have got who presents the same number in every round."""
    return _sum_up(rules, leaves, range(number, number + 1))


def at_random(rules: Game, leaves: Sequence[Leaf]) -> Baseline:
    """Return what a player would have got on average who picks each number of the range equally often.

    It is the exact average over all choices, computed from ranges: the range may have any size.
    """
    low, high = rules.number_line or (0, 0)
    return _sum_up(rules, leaves, range(low, high + 1))


def _sum_up(rules: Game, leaves: Sequence[Leaf], choices: range) -> Baseline:
    if rules.number_line is None:
        return Baseline(Fraction(), Rating())
    size, points, rating = _size(choices), 0, Rating()
    for leaf in leaves:
        would = rules.scoring_numbers(leaf, [NEWCOMER]).get(NEWCOMER, ())
        points += sum(rules.worth(leaf, _overlap(each, choices)) for each in would)
        rating += _rating(rules, leaf, choices)
    return Baseline(Fraction(points, size), Rating(rating.total / size, rating.rounds / size))


def _rating(rules: Game, leaf: Leaf, choices: range) -> Rating:
    """Return the sum of the ratings of all choices in one round, each as if it were the only one."""
    ranked = sorted(rules.counting_numbers(leaf).values())
    is_taken = _count_taken(leaf) if rules.equal_numbers_are_out else lambda _: 0
    free = [_size(numbers) - is_taken(numbers) for numbers in _gaps(ranked, choices)]
    worth = sum(count * rank_shares(rank, len(free)) for rank, count in enumerate(free))
    return Rating(Fraction(100 * worth, len(free)), Fraction(sum(free)))


def _gaps(ranked: Sequence[Fraction], choices: range) -> Iterator[range]:
    """Yield the choices of each rank: those above so many of the ranked numbers, and not above the next."""
    first = choices.start
    for number in ranked:
        stop = max(first, min(floor(number) + 1, choices.stop))
        yield range(first, stop)
        first = stop
    yield range(first, choices.stop)


def _count_taken(leaf: Leaf) -> Callable[[range], int]:
    """Return a function that counts the numbers of a range that were presented."""
    taken = sorted({play for play in leaf.plays.values() if isinstance(play, int)})
    return lambda numbers: bisect_left(taken, numbers.stop) - bisect_left(taken, numbers.start)


def _overlap(one: range, other: range) -> range:
    start = max(one.start, other.start)
    return range(start, max(start, min(one.stop, other.stop)))


def _size(numbers: range) -> int:
    """Return the length of a range, for which `len` is too small a function where the range is huge."""
    return numbers.stop - numbers.start
