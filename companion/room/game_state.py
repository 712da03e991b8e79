"""The state of one game: its rounds as revealed and corrected, and the hidden plays of the open round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from companion.room import game_events
from companion.room.events import Device, Seat, Seats
from companion.room.fast_replace import replace
from companion.rules import games
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Standing
from companion.rules.games.runs import Record, ScoredRecord
from companion.rules.games.voided import OVER, VoidedPlay, void_impossible, voided_plays
from companion.rules.plays import Call, Deal, NextRound, Play, Plays, Reveal
from companion.rules.results import Branch, Score
from companion.values import frozen

_NOTHING = NextRound(0, (), {}, everyone_must_play=False)
BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
"""The time of events whose time is unknown."""

T = TypeVar("T")

NEW_ROUND: Mapping[str, Any] = {
    "hidden": {},
    "entered": frozenset(),
    "call": None,
    "question": "",
    "drawn": None,
    "asked_round": None,
}
"""The fields of the open round, as it begins."""

EVERYBODY: Device = "*"
"""The sender of a play that everybody has seen, in a round that was reopened; no browser has this name."""


class QueuedEvent(NamedTuple):
    """An event of a later round, and the phone of its player that sent it; empty for any other browser."""

    event: game_events.RoundEvent
    sender: Device


@frozen
class PlayedRound:
    """A revealed round with its corrections; a `void` one does not count.

    `players` are those who were in the game then; `corrected` are the seats whose plays were corrected.
    """

    reveal: Reveal
    players: Seats = ()
    void: bool = False
    corrected: frozenset[Seat] = frozenset()
    drawn: game_events.QuestionDrawn | None = None
    """The question that the app had drawn for it."""

    @property
    def is_skipped(self) -> bool:
        """Whether the host skipped its question: then it is void, and no screen speaks of it."""
        return self.void and self.drawn is not None and not self.players


@frozen
class RoundTimer:
    """The timer of a round: when it ends, or (`until` is None: paused) the time that remains.

    `expired`: it is paused because its time was up and nothing could be revealed.
    """

    until: datetime | None
    remaining: timedelta = timedelta()
    expired: bool = False


@dataclass(frozen=True)
class GameState:
    """One game of a room. `scored` is derived from `rounds`, which include the void ones.

    `lists` are the numbers submitted for the coming rounds, of which the last `lists_left` are still to be
    revealed (G14); `lists_left` is 0 as long as lists may be submitted.
    """

    number: int
    scored: ScoredRecord
    rounds: tuple[PlayedRound, ...] = ()
    hidden: Plays = field(default_factory=dict)
    entered: frozenset[Seat] = frozenset()
    """The seats whose hidden plays the score-keeper knows, having entered them on the score sheet."""
    most_rounds: int = 0
    """How many rounds that count were revealed at most, also such as are taken back since."""
    ended: bool = False
    throws_away: bool = False
    """Whether the host has ended it for nobody to win; see `is_thrown_away`."""
    evening_number: int = 1
    """Which game of the evening it is called, counted without practice rounds and what was taken back."""
    practice: bool = False
    """Whether it is a practice round: its first reveal ends it, and it counts for nothing."""
    is_ending_open: bool = False
    """Whether the host has left to the app how it ends."""
    dealt: bool = False
    """Whether the app deals the cards."""
    awaits_deal: bool = False
    """Whether play must wait for a deal."""
    spare_deals: tuple[Deal, ...] = ()
    """Deals that were taken back with a round, to be used again."""
    call: Call | None = None
    question: str = ""
    """What is asked in the open round."""
    drawn: game_events.QuestionDrawn | None = None
    """The question that the app has drawn for it."""
    asked_round: NextRound | None = None
    """What is wanted next with this question."""
    truths: tuple[int, ...] = ()
    """The numbers of the rounds whose truth was told, or told again, in that order."""
    fresh_truths: int = 0
    """How many of them were told since the last reveal."""
    has_clash: bool = False
    """Whether the hidden plays contradict each other: two players have named the same card."""
    clashing: Seats = ()
    """Then: whose plays cannot be there together; nobody's where all of them are wrong."""
    lists: Mapping[Seat, tuple[Play, ...]] = field(default_factory=dict)
    lists_left: int = 0
    senders: Mapping[Seat, Device] = field(default_factory=dict)
    """Which phone of its player each hidden play or list came from; empty where it was no such phone."""
    bets: Mapping[int, Mapping[Device, Seats]] = field(default_factory=dict)
    """On whom those who watch have bet in each round, by its number; of each the last bet counts."""
    queued: tuple[QueuedEvent, ...] = ()
    """Events of later rounds, from before the host reopened this one."""
    away: frozenset[Seat] = frozenset()
    """The seats that rounds do not wait for."""
    stand_ins: Seats = ()
    """The seats whose players are away, and for which a bot plays on meanwhile."""
    auto_reveal: bool = True
    """Whether a round reveals as soon as it is complete."""
    is_reopened: bool = False
    """Whether this round was reopened: then it reveals only when the host closes it."""
    timer: RoundTimer | None = None
    waiting_since: datetime = BEGINNING
    """When the round began to wait as it does now: it began, was dealt, or its leader called or laid."""

    @property
    def record(self) -> Record:
        """The record of the rounds that count."""
        return self.scored.record

    @property
    def rules(self) -> Game:
        """The rules with the options of this game."""
        return self.scored.record.rules

    @property
    def players(self) -> Seats:
        """The seats of all who are in the game, also those who have left."""
        return self.scored.record.players

    @property
    def reveals(self) -> tuple[Reveal, ...]:
        """The reveals of the rounds that count."""
        return self.scored.record.reveals

    @property
    def score(self) -> Score:
        """The score of the record."""
        return self.scored.score

    @property
    def root(self) -> Branch:
        """The result of the whole game."""
        return self.scored.score.root

    @property
    def is_final(self) -> bool:
        """Whether it is a grand final, which decides an evening and is none of its games (H4)."""
        return games.evening_of(self.record.rules) is not None

    @property
    def round_number(self) -> int:
        """The number of the open round, counting every revealed one, also void ones."""
        return len(self.rounds) + 1

    @property
    def next_round(self) -> NextRound | None:
        """What is wanted next; None once the game is over."""
        return None if self.ended else self.asked_round or self.scored.next_round

    @property
    def open_round(self) -> NextRound:
        """What is wanted next; nothing of anybody once the game is over."""
        return self.next_round or _NOTHING

    @property
    def here(self) -> tuple[int, int]:
        """The numbers of the game and of its open round, as the events of that begin."""
        return self.number, self.round_number

    @property
    def inner_standing(self) -> Standing:
        """The standing of the innermost level."""
        return self.rules.standings(self.root)[-1]

    @property
    def time_up(self) -> datetime | None:
        """When the time of the open round is up; None while no timer runs."""
        return self.timer.until if self.timer else None

    @property
    def is_thrown_away(self) -> bool:
        """Whether the game is over, and nobody has won: the host has thrown it away, or it was for practice.

        A correction can show that a game had been over before; then it counts.
        """
        return self.ended and self.throws_away and (self.practice or not self.score.root.finished)

    @property
    def late_rounds(self) -> Sequence[tuple[int, PlayedRound]]:
        """The rounds that do not count because a correction has ended the game before them; with numbers."""
        counting = [each for each in enumerate(self.rounds, 1) if not each[1].void]
        return counting[len(self.record.reveals) :]

    @property
    def takes_newcomers(self) -> bool:
        """Whether whoever joins now plays in it (G8, R5): nobody does once a showdown has begun (G16).

        Elsewhere newcomers move the middle, as everybody does who cannot win (H4, E6).
        """
        rules = self.record.rules
        is_open = self.next_round is not None and not self.open_round.is_showdown
        return is_open and rules.takes_newcomers and len(self.record.players) < rules.max_players

    @property
    def takes_lists(self) -> bool:
        """Whether players submit lists now (G14)."""
        return self.open_round.plays_at_once > 1 and not self.lists_left

    @property
    def takes_plays(self) -> bool:
        """Whether players submit single numbers or cards now."""
        open_round = self.next_round
        return (
            open_round is not None
            and open_round.plays_at_once == 1
            and not (self.awaits_deal or self.awaits_question or self.lists_left)
        )

    @property
    def awaits_question(self) -> bool:
        """Whether the app must draw the question of the open round."""
        return self.drawn is None and self.next_round is not None and bool(self.record.rules.question_aims)

    @property
    def awaits_truth(self) -> bool:
        """Whether the open round is revealed by its truth, which the host gives once guesses are in."""
        return self.drawn is not None and self.drawn.truth is None and not self.drawn.ends

    @property
    def thinking(self) -> Seats:
        """The seats that the round waits for: absent ones only where everybody must play (M2, D3, S3)."""
        return tuple(filter(self.waits_for, self.open_round.allowed))

    @property
    def is_complete(self) -> bool:
        """Whether the round waits for no seat: the same as `not thinking`, without a loop over all seats."""
        open_round = self.next_round
        if open_round is None or self.lists_left or self.awaits_question:
            return True
        missing = len(open_round.allowed) - self.submitted_count
        if open_round.everyone_must_play or missing > len(self.away):
            return missing == 0
        return missing == self.absent_count

    @property
    def submitted_count(self) -> int:
        """How many players have submitted a number, a card or a list."""
        return len(self.hidden) + len(self.lists)

    @property
    def absent_count(self) -> int:
        """How many players of the game are absent and have submitted nothing."""
        return len((self.open_round.allowed.keys() & self.away).difference(self.hidden, self.lists))

    @property
    def waits_for_spoilers(self) -> bool:
        """Whether only those are missing who cannot win any more, and can move the middle (G16, E4)."""
        tied = self.open_round.contenders
        if not tied or self.open_round.everyone_must_play or not any(map(self.has_submitted, tied)):
            return False
        return not (self.is_complete or any(map(self.waits_for, tied)))

    @property
    def finalists(self) -> Seats:
        """Those who can still win, and are in or waited for; it stays as it is for who has gone (G16, E6)."""
        return tuple(filter(self.counts_on, self.open_round.contenders))

    @property
    def awaited_count(self) -> int:
        """How many players the round needs: those who have submitted, and those it waits for."""
        if self.next_round is None or self.awaits_question:
            return self.submitted_count
        return len(self.open_round.allowed) - (0 if self.open_round.everyone_must_play else self.absent_count)

    @property
    def is_deserted(self) -> bool:
        """Whether the game goes on, and all its players are absent, with no bot in place of any."""
        absent = self.away.difference(self.stand_ins)
        return self.next_round is not None and absent.issuperset(self.record.players)

    @property
    def leader(self) -> Seat | None:
        """Who leads: where a result is asked for and the leader has gone, the dealer, or nobody (R5)."""
        open_round = self.open_round
        if not open_round.is_result or open_round.leader not in self.away:
            return open_round.leader
        return None if open_round.dealer in self.away else open_round.dealer

    @property
    def must_lead(self) -> Seat | None:
        """The seat that all others wait for: the leader, until the leader has called and laid (D3, D5)."""
        leader = self.leader
        return None if leader in self.hidden else leader

    @property
    def must_call(self) -> Seat | None:
        """The seat that must call high or low before any card is laid (D5)."""
        return None if self.call else self.open_round.caller

    @property
    def has_any(self) -> bool:
        """Whether any player has submitted."""
        return bool(self.hidden or self.lists)

    @property
    def can_close(self) -> bool:
        """Whether the hidden plays may be revealed now."""
        if self.next_round is None or not self.has_any or self.must_call or self.has_clash:
            return False
        if self.lists_left or self.awaits_deal or self.awaits_truth:
            return False
        return not self.open_round.everyone_must_play or self.is_complete

    @property
    def closes_when_entered(self) -> bool:
        """Whether the score-keeper closes the round: it is complete, or a result of those who were there."""
        return self.can_close and (self.is_complete or self.open_round.is_result)

    @property
    def voided_plays(self) -> tuple[VoidedPlay, ...]:
        """The revealed plays that do not count, though their rounds are not void; by `round_number`."""
        late = (
            VoidedPlay(number, seat, play, OVER)
            for number, played in self.late_rounds
            for seat, play in played.reveal.plays.items()
        )
        if not self.scored.problems:
            return tuple(late)
        counting = [number for number, played in enumerate(self.rounds, 1) if not played.void]
        found_voided_plays = (
            replace(voided_play, round=counting[voided_play.round - 1])
            for voided_play in voided_plays(self.scored)
        )
        return (*found_voided_plays, *late)

    @property
    def exported_record(self) -> Record:
        """The record with all voided plays, and without what must stay secret as long as it goes on.

        It has the same score. That stays secret also after the host has ended the game: that can
        be undone, and the game goes on with the same cards.
        """
        record = void_impossible(self.scored)
        late = (
            replace(played.reveal, plays={}, call=None, last=False, struck=played.reveal.plays)
            for _, played in self.late_rounds
            if played.reveal.plays
        )
        record = replace(record, reveals=(*record.reveals, *late))
        return record.rules.public_record(record, self.most_rounds, goes_on=self.can_go_on)

    @property
    def can_go_on(self) -> bool:
        """Whether the game goes on, or would if the host took back its end."""
        return self.ended or self.next_round is not None

    @property
    def hides_hands(self) -> bool:
        """Whether the app dealt hands that only their players may know yet; see `exported_record`."""
        return self.dealt and self.can_go_on

    def takes_stand_in(self, seat: Seat) -> bool:
        """Tell whether a bot can play on for a seat: with a hand that the app dealt, and that must be played.

        Elsewhere the host enters for whoever is gone, or rounds go on without (G8).
        """
        is_held = self.dealt and self.open_round.everyone_must_play
        return is_held and seat in self.record.players and seat not in self.stand_ins

    def waits_for(self, seat: Seat) -> bool:
        """Tell whether the round still waits for a seat: see `thinking`."""
        if self.lists_left or self.awaits_question:
            return False
        if seat not in self.open_round.allowed or self.has_submitted(seat):
            return False
        return self.open_round.everyone_must_play or seat not in self.away

    def counts_on(self, seat: Seat) -> bool:
        """Tell whether a seat is in the open round, or is waited for: who has gone is neither."""
        return self.has_submitted(seat) or self.waits_for(seat)

    def has_submitted(self, seat: Seat) -> bool:
        """Tell whether a player has submitted a number, a card or a list."""
        return seat in self.hidden or seat in self.lists

    def shows_play(self, seat: Seat, device: Device) -> bool:
        """Tell whether a phone may show what a player has submitted: the phone that sent it, and no other."""
        sender = self.senders.get(seat, "")
        return sender == EVERYBODY or (sender == device != "")

    def played_round(self, number: int) -> PlayedRound | None:
        """Return the revealed round of that number."""
        return self.revealed(number) if 0 < number < self.round_number else None

    def revealed(self, number: int) -> PlayedRound:
        """Return the revealed round of a number, which counts from 1."""
        return self.rounds[number - 1]

    def can_void(self, number: int) -> bool:
        """Return whether a revealed round can be void, or count again: later ones do not follow from it."""
        return self.record.rules.has_independent_rounds or number == len(self.rounds)
