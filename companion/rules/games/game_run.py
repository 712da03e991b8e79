"""The course of a game: its reveals one after another, and a score from which scoring can go on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Self

from companion.i18n.errors import Refused
from companion.rules.results import Branch, NextRound, Problem, Record, Reveal, Score


class GameRun(ABC):
    """A record while it is played through. Each game says what a reveal does to it.

    What breaks a rule becomes a problem and does not count.
    """

    def __init__(self, record: Record) -> None:
        """Stand before the first reveal of a record."""
        self.players = record.players
        self.deals = record.deals
        self.rules: Any = record.rules
        self.problems: list[Problem] = []
        self.number = 0
        """How many reveals there were, those that do not count among them."""
        self.over = False
        self.overrun = False
        """Whether a reveal came after the end: the first one is a problem, and others are passed over."""

    def follow(self, reveals: Iterable[Reveal]) -> None:
        """Play some more reveals, in place; none counts after the end."""
        for reveal in reveals:
            self.number += 1
            if not self.over:
                self.play(self.number, reveal)
            elif not self.overrun:
                self.overrun = True
                late = Refused("the game is over: no round can follow")
                self.problems.append(Problem(late, self.number))

    def score(self) -> Score:
        """Return what the rules make of the reveals so far, and want next."""
        ask = None if self.over else self.ask(self.number + 1)
        return Score(self.root(), ask, tuple(self.problems))

    def copied(self) -> Self:
        """Return another course that stands where this one does: what is played on it leaves this one alone.

        A game adds copies of whatever it changes in place.
        """
        other = copy(self)
        other.problems = self.problems.copy()
        return other

    @abstractmethod
    def play(self, number: int, reveal: Reveal) -> None:
        """Play one reveal, and say in `over` whether the game has ended with it."""

    @abstractmethod
    def root(self) -> Branch:
        """Return the result of all that was played."""

    @abstractmethod
    def ask(self, number: int) -> NextRound:
        """Return what the rules want next."""


@dataclass(frozen=True, slots=True)
class ScoredRecord:
    """A record with its score, from which scoring can go on when more is revealed.

    A value like both of them: whatever follows from it leaves it as it is, so that several may.
    """

    record: Record
    score: Score
    _course: GameRun = field(compare=False, repr=False)

    def after(self, *reveals: Reveal) -> ScoredRecord:
        """Return the record with some more reveals and its score, as scoring it from the start would find it.

        That costs as much as these reveals and the standing do, however many came before. What is said of
        earlier reveals stays: a correction, a player more or a deal more make another record, to be scored
        from its start.
        """
        course = self._course.copied()
        course.follow(reveals)
        record = replace(self.record, reveals=(*self.record.reveals, *reveals))
        return ScoredRecord(record, course.score(), course)


def score_from(record: Record, course: GameRun) -> ScoredRecord:
    """Score a record from its start; the course stands there, and is the result's from now on."""
    course.follow(record.reveals)
    return ScoredRecord(record, course.score(), course)
