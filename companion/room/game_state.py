"""One game of a room: its rounds as they were revealed and mended, and what lies hidden in the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.events import Seat
from companion.rules import games
from companion.rules.games.game_run import ScoredRecord
from companion.rules.results import Call, Deal, NextRound, Play, Record, Reveal, Score

BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
"""When things happened of which no time is known."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that was revealed, as it stands: `void` ones do not count; whose plays were corrected.

    `players` are those who were in the game by then.
    """

    reveal: Reveal
    players: tuple[Seat, ...] = ()
    void: bool = False
    corrected: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class RoundTimer:
    """The time of a round: until when it lasts, or (while it is paused) what is left of it.

    `expired`: it stands because its time was up and nothing could be revealed.
    """

    until: datetime | None
    remaining: timedelta = timedelta()
    expired: bool = False


@dataclass(frozen=True, slots=True)
class GameState:
    """One game of a room. `scoring` follows from `rows`, in which no void round is missing.

    `lists` are the numbers handed in for the rounds to come, of which the last `left` are still to be
    revealed (G14); `left` is 0 as long as lists may be handed in.
    """

    number: int
    scored: ScoredRecord
    scored_before: ScoredRecord | None = field(default=None, compare=False, repr=False)
    """What it was before the last reveal, where nothing before that has changed since."""
    rounds: tuple[PlayedRound, ...] = ()
    hidden: Mapping[Seat, Play] = field(default_factory=dict)
    ended: bool = False
    dealt: bool = False
    """Whether the app deals the cards."""
    awaits_deal: bool = False
    """Whether play must wait for a deal."""
    spare_deals: tuple[Deal, ...] = ()
    """Deals that were made already, for when they are wanted again."""
    call: Call | None = None
    has_clash: bool = False
    """Whether all are in, but their cards cannot all be: two people have named the same one."""
    lists: Mapping[Seat, tuple[Play, ...]] = field(default_factory=dict)
    lists_left: int = 0
    queued: tuple[events.RoundEvent, ...] = ()
    """What was done in rounds to come, before the host took back the one that is going on now."""
    away: frozenset[Seat] = frozenset()
    """Who is not waited for."""
    auto_reveal: bool = True
    """Whether a round reveals when all who are waited for are in."""
    is_reopened: bool = False
    """Whether this round was reopened: then it reveals when the host says so."""
    timer: RoundTimer | None = None
    waiting_since: datetime = BEGINNING
    """Since when the round waits as it does now: it began, was dealt, or its leader has called or laid."""

    @property
    def record(self) -> Record:
        """What was done in the rounds that count."""
        return self.scored.record

    @property
    def score(self) -> Score:
        """What the rules make of it."""
        return self.scored.score

    @property
    def round_number(self) -> int:
        """The number of the round that is going on, counting every one that was revealed."""
        return len(self.rounds) + 1

    @property
    def next_round(self) -> NextRound | None:
        """What the rules want next; None once the game is over."""
        return None if self.ended else self.score.next_round

    @property
    def takes_lists(self) -> bool:
        """Whether lists are being handed in (G14)."""
        return self.next_round is not None and self.next_round.plays_at_once > 1 and not self.lists_left

    @property
    def takes_plays(self) -> bool:
        """Whether a single number or card may be put down now."""
        return self.next_round is not None and not (self.awaits_deal or self.takes_lists or self.lists_left)

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The seats that the round still waits for: the away ones only where everybody must (M2, D3, S3)."""
        return tuple(filter(self.waits_for, self.next_round.allowed)) if self.next_round else ()

    @property
    def is_complete(self) -> bool:
        """Whether the round waits for nobody: nobody is `thinking`, which is found without a look at each."""
        if self.next_round is None or self.lists_left:
            return True
        out = len(self.next_round.allowed) - self.submitted_count
        if self.next_round.everyone_must_play or out > len(self.away):
            return out == 0
        return out == self.absent_count

    @property
    def submitted_count(self) -> int:
        """How many have put down a number or a card, or handed in a list."""
        return len(self.hidden) + len(self.lists)

    @property
    def absent_count(self) -> int:
        """How many players of the game are away and have put down nothing."""
        wanted = self.next_round.allowed if self.next_round else {}
        return len((wanted.keys() & self.away).difference(self.hidden, self.lists))

    @property
    def must_lead(self) -> Seat | None:
        """Whom all others wait for: the leader, until the call is made and his or her card lies (D3, D5)."""
        leader = self.next_round.leader if self.next_round else None
        return None if leader in self.hidden else leader

    @property
    def must_call(self) -> Seat | None:
        """Who has to call high or low before anybody lays a card (D5)."""
        return self.next_round.caller if self.next_round and not self.call else None

    @property
    def has_any(self) -> bool:
        """Whether anybody has put down anything."""
        return bool(self.hidden or self.lists)

    @property
    def can_close(self) -> bool:
        """Whether what lies hidden may be revealed now."""
        if (
            not self.has_any
            or self.next_round is None
            or self.lists_left
            or self.awaits_deal
            or self.has_clash
            or self.must_call
        ):
            return False
        return self.is_complete or not self.next_round.everyone_must_play

    @property
    def public_record(self) -> Record:
        """What anybody may read of the record: nothing of a deal before the game is over.

        Nor after the host has ended it: that can be taken back, and the game goes on with the same hands.
        """
        return replace(self.record, deals=()) if self.ended or self.next_round else self.record

    def waits_for(self, seat: Seat) -> bool:
        """Tell whether the round still waits for somebody: see `thinking`."""
        if (
            self.next_round is None
            or self.lists_left
            or seat not in self.next_round.allowed
            or self.has_submitted(seat)
        ):
            return False
        return self.next_round.everyone_must_play or seat not in self.away

    def has_submitted(self, seat: Seat) -> bool:
        """Tell whether somebody has put down a number or a card, or handed in a list."""
        return seat in self.hidden or seat in self.lists

    def played_round(self, number: int) -> PlayedRound | None:
        """Return a revealed round by its number."""
        return self.rounds[number - 1] if 0 < number < self.round_number else None

    def counted_index(self, number: int) -> int | None:
        """Return which of the rounds that count this one is, from 0; None if it is void."""
        row = self.played_round(number)
        return None if row is None or row.void else sum(not each.void for each in self.rounds[: number - 1])


def rescore(game: GameState, record: Record | None = None) -> GameState:
    """Work out what follows from the rounds of a table as they stand now, from the first one on.

    `record`: its players, options and deals, where these are others now.
    """
    reveals = tuple(row.reveal for row in game.rounds if not row.void)
    scoring = games.score_record(replace(record or game.record, reveals=reveals))
    ended = game.ended and bool(reveals)
    if ended and scoring.score.next_round is not None:
        final = replace(reveals[-1], last=True)
        scoring = games.score_record(replace(scoring.record, reveals=(*reveals[:-1], final)))
    return _following(replace(game, scored=scoring, scored_before=None, ended=ended))


def add_round(game: GameState, reveal: Reveal) -> GameState:
    """Add the round that is going on as it is revealed; its score follows from the one before alone."""
    earlier = game.scored
    rows, scoring = (*game.rounds, PlayedRound(reveal, game.record.players)), earlier.after(reveal)
    fresh = replace(game, rounds=rows, scored=scoring, scored_before=earlier)
    return _following(replace(fresh, hidden={}, call=None, is_reopened=False))


def _following(game: GameState) -> GameState:
    """Bring what lies hidden, and what is still to be dealt, in line with the score."""
    fresh = replace(game, has_clash=False)
    fresh = replace(fresh, hidden=_still_allowed(fresh), awaits_deal=_wants_deal(fresh))
    return _dealt_again(fresh) if fresh.awaits_deal and fresh.spare_deals else fresh


def _dealt_again(game: GameState) -> GameState:
    """Give out a deal that was made already, if it was made for these players."""
    deal, *others = game.spare_deals
    game = replace(game, spare_deals=tuple(others))
    return add_deal(game, deal) if set(deal.hands) == set(game.record.players) else _following(game)


def _wants_deal(game: GameState) -> bool:
    return (
        game.dealt
        and game.next_round is not None
        and game.record.rules.deal(game.scored, _unshuffled) is not None
    )


def _unshuffled(_cards: list[Play]) -> None:
    """Leave the cards as they are: only whether a deal is wanted is asked."""


def _still_allowed(game: GameState) -> Mapping[Seat, Play]:
    return {seat: play for seat, play in game.hidden.items() if is_allowed(game, seat, play)}


def is_allowed(game: GameState, seat: Seat, play: Play) -> bool:
    """Tell whether the rules let a player put this down now."""
    allowed = game.next_round.allowed.get(seat) if game.next_round else None
    try:
        return allowed is not None and allowed.check(play) == play
    except Refused:
        return False


def add_deal(game: GameState, deal: Deal) -> GameState:
    """Give out cards; they are kept for later where none are wanted now."""
    if not game.awaits_deal:
        return replace(game, spare_deals=(*game.spare_deals, deal))
    return rescore(game, replace(game.record, deals=(*game.record.deals, deal)))


def add_player_to_game(game: GameState, seat: Seat) -> GameState:
    """Seat somebody who was absent so far (G8)."""
    return rescore(game, replace(game.record, players=(*game.record.players, seat)))


def end_now(game: GameState) -> GameState:
    """Close a game as it stands, after the last round that was revealed."""
    bare = replace(
        game, hidden={}, lists={}, lists_left=0, call=None, queued=(), timer=None, is_reopened=False
    )
    return rescore(replace(bare, ended=True))
