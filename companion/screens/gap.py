"""How far a number was from those that score, as a player's phone draws it on a line."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, pairwise, takewhile
from typing import Literal

from companion.i18n.messages import N_, PluralTemplate, format_message, format_value, translate
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Ranges
from companion.rules.results import Leaf, PlayerId, ShowdownRound

_MOST_NUMBERS, _MOST_PLAYERS = 1000, 60
_MOST_LISTED = 3  # ranges, or numbers between them, that are told one by one


Verb = Literal["scored", "stayed", "newcomer"]


@dataclass(frozen=True, slots=True)
class _Words:
    """How to say it; `but_for` are numbers between the others that were taken, `but_some` that there are."""

    these: str
    but_for: PluralTemplate
    but_some: str
    none: str


_SCORED = _Words(
    N_("{numbers} would have scored."),
    PluralTemplate(
        "{numbers} would have scored. Not {taken}: that was taken.",
        "{numbers} would have scored. Not {taken}: those were taken.",
    ),
    N_("{numbers} would have scored, but for those that were taken."),
    N_("No other number would have scored."),
)
_STAYED = _Words(
    N_("{numbers} would have stayed."),
    PluralTemplate(
        "{numbers} would have stayed. Not {taken}: that was taken.",
        "{numbers} would have stayed. Not {taken}: those were taken.",
    ),
    N_("{numbers} would have stayed, but for those that were taken."),
    N_("No other number would have stayed."),
)
_ONE_MORE = _Words(
    N_("One more player would have scored with {numbers}."),
    PluralTemplate(
        "One more player would have scored with {numbers}. Not {taken}: that was taken.",
        "One more player would have scored with {numbers}. Not {taken}: those were taken.",
    ),
    N_("One more player would have scored with {numbers}, but for those that were taken."),
    N_("One more player would have scored with no number."),
)
_WORDS: Mapping[Verb, _Words] = {"scored": _SCORED, "stayed": _STAYED, "newcomer": _ONE_MORE}


def scoring_numbers(rules: Game, leaf: Leaf, player: PlayerId) -> Ranges | None:
    """Return the numbers with which a player would have scored, or stayed in a showdown, lowest first.

    All others present what they did; a player who presented nothing is taken as one more, after them. The
    round is scored again with each number: None for too many of them, and where the game does not say.
    """
    low, high = rules.number_line or (0, _MOST_NUMBERS)
    if high - low >= _MOST_NUMBERS or len(leaf.plays) > _MOST_PLAYERS:
        return None
    if rules.scorers_with(leaf, {}) is None or (isinstance(leaf, ShowdownRound) and player not in leaf.tied):
        return None
    plays = {each: play for each, play in leaf.plays.items() if isinstance(play, int)}
    taken = {play for each, play in plays.items() if each != player}

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


def _ranges(numbers: Iterable[int]) -> Ranges:
    """Return numbers, lowest first, as ranges that do not touch."""
    found: list[range] = []
    for number in numbers:
        first = found.pop().start if found and found[-1].stop == number else number
        found.append(range(first, number + 1))
    return tuple(found)


def would_score(ranges: Ranges, taken: Collection[int], verb: Verb = "scored") -> str:
    """Return the sentence; `taken` are the numbers that others presented.

    `verb`: in a round of a showdown a player who is close does not score, but stays; and in a crowd all are
    told the same, which holds for one more player.
    """
    words = _WORDS[verb]
    if not ranges:
        return translate(words.none)
    gaps = [range(one.stop, other.start) for one, other in pairwise(ranges)]
    if not all(len(gap) <= len(taken) and all(number in taken for number in gap) for gap in gaps):
        return translate(words.these, numbers=tuple(map(_text, ranges[:_MOST_LISTED])))
    whole = _text(range(ranges[0].start, ranges[-1].stop))
    between = tuple(chain.from_iterable(gaps))
    if not between:
        return translate(words.these, numbers=whole)
    if len(between) > _MOST_LISTED:
        return translate(words.but_some, numbers=whole)
    return format_message(words.but_for.translate_for(len(between)), {"numbers": whole, "taken": between})


def _text(numbers: range) -> str:
    first, last = numbers.start, numbers.stop - 1
    return format_value(first) if first == last else translate("{first} to {last}", first=first, last=last)


LENGTH = 300
"""The length of the line, in the units of the positions on it."""
_DIGIT = 14  # units that a digit is wide
_APART = 10  # units between two labels
_PILL = 28  # units: the least width of a band, which is as high


@dataclass(frozen=True, slots=True)
class Band:
    """Numbers that would have scored, as a part of the line; the label is empty where it has no room."""

    start: int
    width: int
    label: str

    @property
    def centre(self) -> int:
        """Where the label stands."""
        return self.start + self.width // 2


@dataclass(frozen=True, slots=True)
class Gap:
    """A player's number and the nearest one that scored, with their positions on the line.

    `distance` is below 0 for a number that was too low. `bands` are the numbers that would have scored;
    without any the line shows the nearest one that did.
    """

    number: str
    middle: str
    at: int
    middle_at: int
    low: str
    high: str
    distance: int | Fraction
    bands: tuple[Band, ...] = ()

    @property
    def is_below(self) -> bool:
        """Whether the player's number stands below the line, so that two labels do not overlap."""
        room = _DIGIT * (len(self.number) + len(self.middle)) // 2 + _APART
        return bool(self.bands) or abs(self.at - self.middle_at) < room

    def label_at(self, at: int, text: str) -> int:
        """Return where the middle of a label stands so that it stays within the line and its margins."""
        half = _DIGIT * len(text) // 2 - _DIGIT
        return min(max(at, half), LENGTH - half)

    def leaves_room(self, end: str) -> bool:
        """Return whether the label of an end (`low` or `high`) has room beside the player's own one."""
        at = 0 if end == "low" else LENGTH
        return not self.is_below or abs(self.at - at) > _DIGIT * (len(self.number) + len(self.high)) // 2


def find_gap(
    number: int, scoring: Sequence[int | Fraction], low: int, high: int, would_score: Ranges = ()
) -> Gap:
    """Return the gap between a number and the nearest of those that scored, on a line from low to high.

    In place of those, it may be what numbers aim at.
    """
    nearest = min(scoring, key=lambda each: abs(Fraction(each) - number))
    return Gap(
        number=format_value(number),
        middle=format_value(nearest),
        at=_position(number, low, high),
        middle_at=_position(nearest, low, high),
        low=format_value(low),
        high=format_value(high),
        distance=number - nearest,
        bands=tuple(_bands(would_score, low, high)),
    )


def _position(number: int | Fraction, low: int, high: int) -> int:
    return min(max(int(LENGTH * (number - low) // max(1, high - low)), 0), LENGTH)


def _bands(ranges: Ranges, low: int, high: int) -> Iterator[Band]:
    """Yield a band for each range, and one for several between which no gap could be seen."""
    merged: list[range] = []
    for numbers in ranges:
        gap = (
            _position(numbers.start, low, high) - _position(merged[-1].stop - 1, low, high)
            if merged
            else _PILL
        )
        if gap < _PILL:
            numbers = range(merged.pop().start, numbers.stop)  # noqa: PLW2901
        merged.append(numbers)
    for numbers in merged:
        first, last = _position(numbers.start, low, high), _position(numbers.stop - 1, low, high)
        more = -(-max(0, _PILL - (last - first)) // 2)
        yield Band(first - more, last - first + 2 * more, _label(numbers) if len(merged) == 1 else "")


def _label(numbers: range) -> str:
    """Return the lowest and the highest number; empty where they are too long to stand over the line."""
    low, high = format_value(numbers.start), format_value(numbers.stop - 1)
    dash = "–" if numbers.start >= 0 else " – "
    text = low if low == high else f"{low}{dash}{high}"
    return text if _DIGIT * len(text) <= LENGTH else ""
