"""Which numbers would have scored, and how far a player's number was from those that did, on a line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, pairwise, takewhile

from companion.i18n.messages import N_, PluralTemplate, format_message, format_value, translate
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Ranges
from companion.rules.results import Leaf, PlayerId, ShowdownRound

MOST_PLAYERS = 60
"""The most players of whom each is told which numbers would have scored."""
_MOST_NUMBERS = 1000
_MOST_LISTED = 3  # ranges, or numbers between them, that are told one by one


def scoring_numbers(rules: Game, leaf: Leaf, player: PlayerId) -> Ranges | None:
    """Return the numbers with which a player would have scored, or stayed in a showdown, lowest first.

    All others present what they did; a player who presented nothing is taken as one more, after them. The
    round is scored again with each number: None for too many of them, and where the game does not say.
    """
    low, high = rules.number_line or (0, _MOST_NUMBERS)
    if high - low >= _MOST_NUMBERS or len(leaf.plays) > MOST_PLAYERS:
        return None
    if rules.scorers_with(leaf, {}) is None or (isinstance(leaf, ShowdownRound) and player not in leaf.tied):
        return None
    plays = {each: play for each, play in leaf.plays.items() if isinstance(play, int)}
    taken = _taken(leaf, player)

    @cache
    def scores(number: int) -> bool:
        plays[player] = number
        return player in (rules.scorers_with(leaf, plays) or ())

    centre = [int(number) for number in rules.middle_numbers(leaf)]
    if rules.aim(leaf) or isinstance(leaf, ShowdownRound) or not centre:
        return _ranges(number for number in range(low, high + 1) if scores(number))
    # only the order counts: from the middle outwards, up to the first free number that would not score
    below = takewhile(lambda number: number in taken or scores(number), range(min(centre) - 1, low - 1, -1))
    above = takewhile(lambda number: number in taken or scores(number), range(max(centre) + 1, high + 1))
    near = (*reversed(tuple(below)), *range(min(centre), max(centre) + 1), *above)
    return _ranges(number for number in near if scores(number))


def _taken(leaf: Leaf, player: PlayerId) -> set[int]:
    """Return the numbers that others presented."""
    return {play for each, play in leaf.plays.items() if each != player and isinstance(play, int)}


def _ranges(numbers: Iterable[int]) -> Ranges:
    """Return numbers, lowest first, as ranges that do not touch."""
    found: list[range] = []
    for number in numbers:
        first = found.pop().start if found and found[-1].stop == number else number
        found.append(range(first, number + 1))
    return tuple(found)


_SCORED, _STAYED = (
    (
        N_("{numbers} would have scored."),
        PluralTemplate(
            "{numbers} would have scored. Not {taken}: that was taken.",
            "{numbers} would have scored. Not {taken}: those were taken.",
        ),
        N_("{numbers} would have scored, but for those that were taken."),
        N_("No other number would have scored."),
    ),
    (
        N_("{numbers} would have stayed."),
        PluralTemplate(
            "{numbers} would have stayed. Not {taken}: that was taken.",
            "{numbers} would have stayed. Not {taken}: those were taken.",
        ),
        N_("{numbers} would have stayed, but for those that were taken."),
        N_("No other number would have stayed."),
    ),
)
"""With all of them, with a few between them taken, with many taken, and with none; and in a showdown."""


def would_score(leaf: Leaf, player: PlayerId, ranges: Ranges | None) -> str:
    """Return which numbers would have scored for a player who did not; empty where that is not known."""
    if ranges is None:
        return ""
    these, but_for, but_some, none = _STAYED if isinstance(leaf, ShowdownRound) else _SCORED
    if not ranges:
        return translate(none)
    taken, gaps = _taken(leaf, player), [range(one.stop, other.start) for one, other in pairwise(ranges)]
    if not all(len(gap) <= len(taken) and taken.issuperset(gap) for gap in gaps):
        return translate(these, numbers=tuple(map(_text, ranges[:_MOST_LISTED])))
    whole, between = _text(range(ranges[0].start, ranges[-1].stop)), tuple(chain.from_iterable(gaps))
    if not between:
        return translate(these, numbers=whole)
    if len(between) > _MOST_LISTED:
        return translate(but_some, numbers=whole)
    return format_message(but_for.translate_for(len(between)), {"numbers": whole, "taken": between})


def _text(numbers: range) -> str:
    first, last = numbers.start, numbers.stop - 1
    return format_value(first) if first == last else translate("{first} to {last}", first=first, last=last)


LENGTH = 300
"""The length of the line, in the units of the positions on it."""
_DIGIT = 14  # units that a digit is wide
_APART = 10  # units between two labels
_PILL = 28  # units: the least width of a band, which is as high


@dataclass(frozen=True, slots=True)
class Gap:
    """A player's number and the nearest one that scored, on a line from `low` to `high`.

    `would` are the numbers that would have scored; without any the line shows the nearest one that did.
    """

    number: int
    nearest: int | Fraction
    low: int
    high: int
    would: Ranges = ()

    @property
    def distance(self) -> int | Fraction:
        """How far the number was off; below 0 for one that was too low."""
        return self.number - self.nearest

    def at(self, number: int | Fraction) -> int:
        """Return where a number is on the line."""
        position = int(LENGTH * (number - self.low) // max(1, self.high - self.low))
        return min(max(position, 0), LENGTH)

    def bands(self) -> Iterator[tuple[int, int, str]]:
        """Yield the start and width of a band for each range, and one for several that nearly touch.

        With it goes a label, which is empty if there are several bands, or it has no room.
        """
        merged: list[range] = []
        for numbers in self.would:
            is_near = merged and self.at(numbers.start) - self.at(merged[-1].stop - 1) < _PILL
            merged.append(range(merged.pop().start, numbers.stop) if is_near else numbers)
        for numbers in merged:
            first, last = self.at(numbers.start), self.at(numbers.stop - 1)
            more = -(-max(0, _PILL - (last - first)) // 2)
            yield first - more, last - first + 2 * more, _label(numbers) if len(merged) == 1 else ""

    @property
    def is_below(self) -> bool:
        """Whether the player's number stands below the line, so that two labels do not overlap."""
        room = _DIGIT * len(format_value(self.number) + format_value(self.nearest)) // 2 + _APART
        return bool(self.would) or abs(self.at(self.number) - self.at(self.nearest)) < room

    def leaves_room(self, at: int) -> bool:
        """Return whether the label of an end of the line has room beside the player's own one."""
        room = len(format_value(self.number)) + len(format_value(self.high))
        return not self.is_below or abs(self.at(self.number) - at) > _DIGIT * room // 2

    @staticmethod
    def label_at(at: int, text: str) -> int:
        """Return where the middle of a label stands so that it stays within the line and its margins."""
        half = _DIGIT * len(text) // 2 - _DIGIT
        return min(max(at, half), LENGTH - half)


def _label(numbers: range) -> str:
    """Return the lowest and the highest number; empty where they are too long to stand over the line."""
    low, high = format_value(numbers.start), format_value(numbers.stop - 1)
    dash = "–" if numbers.start >= 0 else " – "
    text = low if low == high else f"{low}{dash}{high}"
    return text if _DIGIT * len(text) <= LENGTH else ""
