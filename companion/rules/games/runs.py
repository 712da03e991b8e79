"""A record, and the run of a game that plays it: what the players did goes in, the score comes out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from companion.i18n.errors import Refused
from companion.i18n.messages import Text
from companion.rules.plays import AllowedPlay, Deal, NextRound, PlayerId, Players, Positions, Reveal
from companion.rules.results import Branch, Problem, Score
from companion.values import frozen

if TYPE_CHECKING:
    from companion.rules.games.contract import Game

T = TypeVar("T")


@frozen
class Record:
    """The input of scoring: everything the players did in one game, and nothing that follows from it."""

    game: str
    rules: Game
    players: Players
    reveals: tuple[Reveal, ...] = ()
    deals: tuple[Deal, ...] = ()
    late: Players = ()
    """Who of the players joined after the first reveal, in a game that asks for it (E6)."""


class GameRun(ABC):
    """The state of a game while its reveals are played; each game implements what a reveal does to it.

    Nothing raises: a play that breaks a rule is added to `problems` and does not count.
    """

    everyone_must_play: bool = False
    """Whether no player may be absent (G8, R5)."""
    is_unplayable = False
    """Whether these players cannot play with these options: then no round is played, and none asked for."""
    allowed_to_all: AllowedPlay | None = None
    """What all of them alike may present in every round; None where that differs."""

    def __init__(self, record: Record) -> None:
        """Start before the first reveal of a record. Its reveals are not played yet."""
        self.players = record.players
        self.known = frozenset(record.players)
        self.deals = record.deals
        self.rules: Any = record.rules
        self.problems: list[Problem] = []
        self.is_over = False

    def check_players(self) -> None:
        """Add a problem for each reason why these players cannot play: then no round is played."""
        self.problems.extend(map(Problem, self.refusals()))
        self.is_unplayable = bool(self.problems)

    def check_voided(self, number: int, reveal: Reveal) -> None:
        """Add a problem for a voided play of nobody, and of a player who has another that counts."""
        for player in reveal.struck:
            if player not in self.known:
                self.problems.append(Problem(Refused("no such player in this game"), number, player))
            elif player in reveal.plays:
                twice = Refused("stands among the plays and among the struck ones")
                self.problems.append(Problem(twice, number, player))

    def accept(
        self, number: int, reveal: Reveal, check: Callable[[PlayerId, object], T], missing: str = ""
    ) -> dict[PlayerId, T]:
        """Return the plays of a round as `check` returns them, in the order of the record.

        Every other one becomes a problem. With `missing` everybody must present one: then they are in the
        order of the players, and that is the problem of a player who has none.
        """
        plays = {}
        for player in dict.fromkeys((*self.players, *reveal.plays)) if missing else reveal.plays:
            try:
                if player not in self.known:
                    raise Refused("no such player in this game")
                if player not in reveal.struck:
                    if player not in reveal.plays:
                        raise Refused(missing)
                    plays[player] = check(player, reveal.plays[player])
            except Refused as refused:
                self.problems.append(Problem(refused, number, player))
        return plays

    def refusals(self) -> Iterator[Refused]:
        """Yield why these players cannot play with these options: by default too few or too many."""
        fewest, most, count = self.rules.min_players, self.rules.max_players, len(self.players)
        values = {"title": Text(self.rules.title), "fewest": fewest, "most": most, "count": count}
        if fewest <= count <= most:
            return
        if fewest == most:
            yield Refused("{title} needs exactly {fewest} players, not {count}", **values)
        else:
            yield Refused("{title} needs {fewest} to {most} players, not {count}", **values)

    @abstractmethod
    def play_round(self, number: int, reveal: Reveal) -> None:
        """Play one reveal (`number` from 1), and set `is_over` if the game ends with it.

        Whoever has a play in `reveal.struck` is not refused for a missing play.
        """

    @abstractmethod
    def result(self) -> Branch:
        """Return the result of everything played so far."""

    @abstractmethod
    def position(self, number: int) -> Positions:
        """Return where the round of that number stands, which is to be played now."""

    @abstractmethod
    def allowed(self, player: PlayerId) -> AllowedPlay:
        """Return what a player may present next."""

    def next_round(self, number: int) -> NextRound:
        """Return what the rules ask for in the round of that number."""
        allowed = (
            {player: self.allowed(player) for player in self.players}
            if self.allowed_to_all is None
            else dict.fromkeys(self.players, self.allowed_to_all)
        )
        return NextRound(number, self.position(number), allowed, everyone_must_play=self.everyone_must_play)


@dataclass(frozen=True)
class ScoredRecord:
    """A record and its score; `surplus` is the number of its last reveals that came after its end."""

    record: Record
    next_round: NextRound | None
    problems: tuple[Problem, ...]
    surplus: int
    unused: list[GameRun] = field(compare=False, repr=False)
    """The run that has played the record; none once it has given the score, or has played on."""

    @cached_property
    def score(self) -> Score:
        """The score of the record."""
        runs = self.unused or score_record(self.record).unused
        return Score(runs.pop().result(), self.next_round, self.problems)

    def after(self, reveal: Reveal) -> ScoredRecord:
        """Return the record with one more reveal, scored from its start if anybody has asked for the score.

        Else, as in a replay, its run plays on, and this `next_round` may change.
        """
        record = replace(self.record, reveals=(*self.record.reveals, reveal))
        if self.next_round is None or not self.unused:
            return score_record(record)
        return _play(record, self.unused.pop(), len(self.record.reveals))


def score_record(record: Record) -> ScoredRecord:
    """Score a record from its start. Plays that break a rule become `problems` and do not count."""
    return _play(record, record.rules.run(record))


def _play(record: Record, run: GameRun, played: int = 0) -> ScoredRecord:
    """Play the reveals of a record after those that its run has `played`.

    What is voided does not count: `play_round` takes it for a play that is missing. Of the reveals after the
    end only the first is a problem.
    """
    in_time = len(record.reveals) if run.is_unplayable else played
    for number, reveal in enumerate(record.reveals[in_time:], in_time + 1):
        run.check_voided(number, reveal)
        if not run.is_over:
            run.play_round(number, reveal)
            in_time = number
    for number, reveal in enumerate(record.reveals[in_time:], in_time + 1):
        if not reveal.is_voided:
            run.problems.append(Problem(Refused("the game is over: no round can follow"), number))
            break
    following = None if run.is_over or run.is_unplayable else run.next_round(len(record.reveals) + 1)
    return ScoredRecord(record, following, tuple(run.problems), len(record.reveals) - in_time, [run])
