"""A fact: a figure, and the sentence that goes on from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from companion.i18n.messages import Count, PluralTemplate
from companion.rules.results import PlayerId, Reason, count_parts

LEAST_TIMES = 2
"""How often something must have happened: what happened once happens to everybody."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure, and the sentence that goes on from it; `kind` is the name of the function that finds it."""

    kind: str
    figure: int | Fraction
    reason: Reason


Found = Iterator[tuple[int | Fraction, Reason]]
"""What a finder of facts yields: the figure and the sentence of each."""


def reason(template: str | PluralTemplate, *players: PlayerId, **values: object) -> Reason:
    """Return a sentence that names these players."""
    return Reason("", template, players, values)


def count_players(number: int) -> Count:
    """Return a number of players."""
    return Count(number, "{n} player", "{n} players")


def count_rounds(number: int) -> Count:
    """Return a number of rounds."""
    return count_parts("round", number)


def count_times(number: int) -> Count:
    """Return how often something happened."""
    return Count(number, "{n} time", "{n} times")
