"""Which numbers would have scored for a player who did not, and how far the own one was off."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, pairwise, takewhile
from operator import itemgetter
from typing import NamedTuple

from companion.i18n.messages import N_, format_either, format_value, translate
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Ranges
from companion.rules.plays import PlayerId
from companion.rules.results import KnockoutRound, Leaf
from companion.screens import reveals
from companion.screens.podium import label_of_scores

MOST_PLAYERS = 60
"""The most players of whom each is told which numbers would have scored."""
_MOST_NUMBERS = 1000
_MOST_LISTED = 3  # ranges, or numbers between them, that are told one by one


class OtherNumbers:
    """What other numbers would have brought the players of a round, who share most of the work."""

    def __init__(self, rules: Game, leaf: Leaf) -> None:
        low, high = rules.number_line or (0, _MOST_NUMBERS)
        line, is_small = range(low, high + 1), high - low < _MOST_NUMBERS and len(leaf.plays) <= MOST_PLAYERS
        self._leaf, self._would_score = leaf, rules.scores_with(leaf) if is_small else None
        if self._would_score is None:
            return
        counts_order = not (isinstance(leaf, KnockoutRound) or rules.mean_target(leaf))
        self._taken = Counter(leaf.plays.values())
        self._pieces = _alike(line, set(reveals.numbers_of(leaf).values()) if counts_order else line)
        middle = rules.middle_numbers(leaf) if counts_order else ()
        ends = [bisect_right(self._pieces, int(n), key=itemgetter(0)) for n in middle]
        self._first, self._stop = (ends[0], ends[-1]) if ends else (1, len(self._pieces))

    def scoring(self, player: PlayerId) -> Ranges | None:
        """Return those with which a player would have scored, or stayed in a showdown, lowest first.

        They are tried from the middle outwards: None for too many of them, and where the game does not say.
        """
        leaf, scores = self._leaf, self._would_score
        if scores is None or (isinstance(leaf, KnockoutRound) and player not in leaf.contenders):
            return None
        own = leaf.plays.get(player)

        def goes_on(piece: range) -> bool:
            by_others = self._taken[piece[0]] - (piece[0] == own)
            return by_others > 0 or scores(player, piece[0])

        below = takewhile(goes_on, reversed(self._pieces[: self._first - 1]))
        above = takewhile(goes_on, self._pieces[self._stop :])
        near = (*reversed([*below]), *self._pieces[self._first - 1 : self._stop], *above)
        return joined(numbers for numbers in near if scores(player, numbers[0]))


def _alike(line: range, numbers: Iterable[int]) -> Sequence[range]:
    """Return these numbers, and what lies between, where only the order tells numbers apart."""
    cuts = (line.start, *chain.from_iterable((n, n + 1) for n in sorted(numbers)), line.stop)
    return [range(*ends) for ends in pairwise(cuts) if ends[0] < ends[1]]


_SCORED, _STAYED = (
    (
        N_("You needed {numbers}."),
        N_("You needed {numbers}, not {taken}."),
        N_("You needed {numbers}, and none that was taken."),
        N_("No other number would have scored."),
    ),
    (
        N_("You needed {numbers} to stay."),
        N_("You needed {numbers} to stay, not {taken}."),
        N_("You needed {numbers} to stay, and none that was taken."),
        N_("No other number would have stayed."),
    ),
)
"""With all of them, with a few between them taken, with many taken, and with none; and in a knockout."""


def would_score(leaf: Leaf, player: PlayerId, ranges: Ranges | None) -> str:
    """Return which numbers would have scored for a player who did not; empty where that is not known."""
    if ranges is None:
        return ""
    these, but_for, but_some, none = _STAYED if isinstance(leaf, KnockoutRound) else _SCORED
    if not ranges:
        return translate(none)
    whole, taken = with_taken(leaf, player, ranges)
    if len(whole) > 1 or not taken:
        return translate(these, numbers=format_either(map(range_text, ranges[:_MOST_LISTED])))
    if len(taken) > _MOST_LISTED:
        return translate(but_some, numbers=range_text(whole[0]))
    return translate(but_for, numbers=range_text(whole[0]), taken=format_either(taken))


def joined(ranges: Iterable[range]) -> Ranges:
    """Return ranges, lowest first, with those in one that touch."""
    found_numbers: list[range] = []
    for numbers in ranges:
        touches = found_numbers and found_numbers[-1].stop == numbers.start
        found_numbers.append(range(found_numbers.pop().start if touches else numbers.start, numbers.stop))
    return tuple(found_numbers)


def with_taken(leaf: Leaf, player: PlayerId, ranges: Ranges) -> tuple[Ranges, tuple[int, ...]]:
    """Return the ranges, as one if all numbers between them were taken by others, and then these."""
    between = tuple(n for one, other in pairwise(ranges) for n in range(one.stop, other.start))
    if between and {n for play, n in leaf.plays.items() if play != player}.issuperset(between):
        return (range(ranges[0].start, ranges[-1].stop),), between
    return ranges, ()


def range_text(numbers: range) -> str:
    """Return the ends of a range, or its only number."""
    first, last = numbers[0], numbers[-1]
    return format_value(first) if first == last else translate("{first} to {last}", first=first, last=last)


# How far off a number was, as a picture

LENGTH = 300
"""The length of the line, in the units of the positions on it."""
DIGIT = 14
"""How wide a digit is, in these units."""
_PILL = 28  # units: the least width of a band, which is as high


class NearMiss(NamedTuple):
    """A player's number and those that `scored`, on a line from `low` to `high`.

    `would` are the numbers that would have scored; without any the line shows the nearest one that did.
    `has_middle`: whether that is the middle.
    """

    number: int
    scored: tuple[int | Fraction, ...]
    low: int
    high: int
    would: Ranges
    has_middle: bool
    taken: tuple[int, ...]
    """The numbers within those that would have scored that others had taken."""
    scored_text: str
    """Those that `scored`, in words."""

    @property
    def distance(self) -> int | Fraction:
        """How far the nearest number that would have scored is; below 0 for one that was too low."""
        ends = [end for numbers in self.would for end in (numbers[0], numbers[-1])]
        return self.number - self._nearest(ends or self.scored)

    @property
    def nearest(self) -> int | Fraction:
        """The nearest number that scored."""
        return self._nearest(self.scored)

    def _nearest(self, numbers: Iterable[int | Fraction]) -> int | Fraction:
        return min(numbers, key=lambda each: max(each - self.number, self.number - each))

    def at(self, number: int | Fraction) -> int:
        """Return where a number is on the line."""
        return int(LENGTH * (number - self.low) // max(1, self.high - self.low))

    def bands(self) -> Iterator[tuple[int, int]]:
        """Yield the start and width of a band for each range."""
        for numbers in self.would:
            first, last = self.at(numbers[0]), self.at(numbers[-1])
            more = -(-max(0, _PILL - (last - first)) // 2)
            yield first - more, last - first + 2 * more

    def cuts(self) -> list[int]:
        """Return where a band is cut by a taken number, unless it is too short to show that."""
        is_long = any(width > 2 * _PILL for _, width in self.bands())
        return [self.at(number) for number in self.taken if is_long]

    def labels(self) -> Iterator[tuple[int, str]]:
        """Yield the place and text of the labels of the only band: of both ends, or one where it is short."""
        for first, last in ((numbers[0], numbers[-1]) for numbers in self.would if len(self.would) == 1):
            ends = [(self.at(number), format_value(number)) for number in (first, last)]
            is_long = ends[1][0] - ends[0][0] > DIGIT * (2 + len(ends[0][1]) + len(ends[1][1])) // 2
            yield from ends if is_long else [((ends[0][0] + ends[1][0]) // 2, label_of_scores((first, last)))]
