"""Which numbers would have scored for a player, as a sentence."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Literal

from companion.i18n.messages import N_, PluralTemplate, format_message, format_value, translate
from companion.rules.games.outcomes import Ranges

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


def would_score(ranges: Ranges, taken: Collection[int], verb: Verb = "scored") -> str:
    """Return the sentence; `taken` are the numbers that others presented.

    `verb`: in a round of a showdown a player who is close does not score, but stays; and in a crowd all are
    told the same, which holds for one more player.
    """
    words = _WORDS[verb]
    if not ranges:
        return translate(words.none)
    gaps = [range(one.stop, other.start) for one, other in pairwise(ranges)]
    if not all(_is_taken(gap, taken) for gap in gaps):
        return translate(words.these, numbers=tuple(map(_text, ranges[:_MOST_LISTED])))
    whole = _text(range(ranges[0].start, ranges[-1].stop))
    between = tuple(chain.from_iterable(gaps))
    if not between:
        return translate(words.these, numbers=whole)
    if len(between) > _MOST_LISTED:
        return translate(words.but_some, numbers=whole)
    return format_message(words.but_for.translate_for(len(between)), {"numbers": whole, "taken": between})


def _is_taken(gap: range, taken: Collection[int]) -> bool:
    return gap.stop - gap.start <= len(taken) and all(number in taken for number in gap)


def _text(numbers: range) -> str:
    first, last = numbers.start, numbers.stop - 1
    return format_value(first) if first == last else translate("{first} to {last}", first=first, last=last)
