"""How a record is scored: a `GameRun` plays its reveals, and a `ScoredRecord` can play more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Self

from companion.i18n.errors import Refused
from companion.rules.results import Branch, NextRound, Problem, Record, Reveal, Score


class GameRun(ABC):
    """The state of a game while its reveals are played; each game implements what a reveal does to it.

    Nothing raises: a play that breaks a rule is added to `problems` and does not count.
    """

    def __init__(self, record: Record) -> None:
        """Start before the first reveal of a record. Its reveals are not played yet."""
        self.players = record.players
        self.deals = record.deals
        self.rules: Any = record.rules
        self.problems: list[Problem] = []
        self.rounds_played = 0
        """The number of reveals so far, including those that do not count."""
        self.is_over = False
        self._has_late_round = False

    def play_rounds(self, reveals: Iterable[Reveal]) -> None:
        """Play some more reveals, in place. None counts after the end; only the first such is a problem."""
        for reveal in reveals:
            self.rounds_played += 1
            if not self.is_over:
                self.play_round(self.rounds_played, reveal)
            elif not self._has_late_round:
                self._has_late_round = True
                late = Refused("the game is over: no round can follow")
                self.problems.append(Problem(late, self.rounds_played))

    def score(self) -> Score:
        """Return the score of the reveals so far, with what the rules ask for next."""
        next_round = None if self.is_over else self.next_round(self.rounds_played + 1)
        return Score(self.result(), next_round, tuple(self.problems))

    def copy(self) -> Self:
        """Return an independent copy: playing on it does not change this run.

        Attributes with a `copy` method (lists, dicts, `CardsInPlay`) are copied with it. A game overrides
        this only to copy deeper.
        """
        other = copy(self)
        for name, value in vars(self).items():
            if hasattr(value, "copy"):
                setattr(other, name, value.copy())
        return other

    @abstractmethod
    def play_round(self, number: int, reveal: Reveal) -> None:
        """Play one reveal (`number` from 1), and set `is_over` if the game ends with it."""

    @abstractmethod
    def result(self) -> Branch:
        """Return the result of everything played so far."""

    @abstractmethod
    def next_round(self, number: int) -> NextRound:
        """Return what the rules ask for in the round of that number."""


@dataclass(frozen=True, slots=True)
class ScoredRecord:
    """A record with its score. Immutable; `after` continues from it without scoring it anew."""

    record: Record
    score: Score
    _run: GameRun = field(compare=False, repr=False)

    def after(self, *reveals: Reveal) -> ScoredRecord:
        """Return the record with more reveals, and the same score as scoring it from the start would give.

        The cost depends on these reveals and the standing, not on how many reveals came before. Any other
        change (a correction, a new player, another deal) needs scoring from the start.
        """
        run = self._run.copy()
        return score_from(replace(self.record, reveals=(*self.record.reveals, *reveals)), run, reveals)


def score_from(record: Record, run: GameRun, reveals: Iterable[Reveal] | None = None) -> ScoredRecord:
    """Play the reveals (by default all of the record) on a run, which the result then owns."""
    run.play_rounds(record.reveals if reveals is None else reveals)
    return ScoredRecord(record, run.score(), run)
