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
    rest: timedelta = timedelta()
    expired: bool = False


@dataclass(frozen=True, slots=True)
class GameState:
    """One game of a room. `scoring` follows from `rows`, in which no void round is missing.

    `lists` are the numbers handed in for the rounds to come, of which the last `left` are still to be
    revealed (G14); `left` is 0 as long as lists may be handed in.
    """

    number: int
    scoring: ScoredRecord
    earlier: ScoredRecord | None = field(default=None, compare=False, repr=False)
    """What it was before the last reveal, where nothing before that has changed since."""
    rows: tuple[PlayedRound, ...] = ()
    hidden: Mapping[Seat, Play] = field(default_factory=dict)
    ended: bool = False
    dealt: bool = False
    """Whether the app deals the cards."""
    undealt: bool = False
    """Whether play must wait for a deal."""
    spare: tuple[Deal, ...] = ()
    """Deals that were made already, for when they are wanted again."""
    call: Call | None = None
    clash: bool = False
    """Whether all are in, but their cards cannot all be: two people have named the same one."""
    lists: Mapping[Seat, tuple[Play, ...]] = field(default_factory=dict)
    left: int = 0
    ahead: tuple[events.RoundEvent, ...] = ()
    """What was done in rounds to come, before the host took back the one that is going on now."""
    away: frozenset[Seat] = frozenset()
    """Who is not waited for."""
    by_itself: bool = True
    """Whether a round reveals when all who are waited for are in."""
    held: bool = False
    """Whether this round was reopened: then it reveals when the host says so."""
    clock: RoundTimer | None = None
    since: datetime = BEGINNING
    """Since when the round waits as it does now: it began, was dealt, or its leader has called or laid."""

    @property
    def record(self) -> Record:
        """What was done in the rounds that count."""
        return self.scoring.record

    @property
    def score(self) -> Score:
        """What the rules make of it."""
        return self.scoring.score

    @property
    def turn(self) -> int:
        """The number of the round that is going on, counting every one that was revealed."""
        return len(self.rows) + 1

    @property
    def ask(self) -> NextRound | None:
        """What the rules want next; None once the game is over."""
        return None if self.ended else self.score.ask

    @property
    def listing(self) -> bool:
        """Whether lists are being handed in (G14)."""
        return self.ask is not None and self.ask.at_once > 1 and not self.left

    @property
    def laying(self) -> bool:
        """Whether a single number or card may be put down now."""
        return self.ask is not None and not (self.undealt or self.listing or self.left)

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The seats that the round still waits for: the away ones only where everybody must (M2, D3, S3)."""
        return tuple(filter(self.waits_for, self.ask.wants)) if self.ask else ()

    @property
    def is_full(self) -> bool:
        """Whether the round waits for nobody: nobody is `thinking`, which is found without a look at each."""
        if self.ask is None or self.left:
            return True
        out = len(self.ask.wants) - self.entered
        if self.ask.all_must or out > len(self.away):
            return out == 0
        return out == self.absent

    @property
    def entered(self) -> int:
        """How many have put down a number or a card, or handed in a list."""
        return len(self.hidden) + len(self.lists)

    @property
    def absent(self) -> int:
        """How many players of the game are away and have put down nothing."""
        wanted = self.ask.wants if self.ask else {}
        return len((wanted.keys() & self.away).difference(self.hidden, self.lists))

    @property
    def first(self) -> Seat | None:
        """Whom all others wait for: the leader, until the call is made and his or her card lies (D3, D5)."""
        leader = self.ask.leader if self.ask else None
        return None if leader in self.hidden else leader

    @property
    def must_call(self) -> Seat | None:
        """Who has to call high or low before anybody lays a card (D5)."""
        return self.ask.caller if self.ask and not self.call else None

    @property
    def has_any(self) -> bool:
        """Whether anybody has put down anything."""
        return bool(self.hidden or self.lists)

    @property
    def can_close(self) -> bool:
        """Whether what lies hidden may be revealed now."""
        if not self.has_any or self.ask is None or self.left or self.undealt or self.clash or self.must_call:
            return False
        return self.is_full or not self.ask.all_must

    @property
    def known(self) -> Record:
        """What anybody may read of the record: nothing of a deal before the game is over.

        Nor after the host has ended it: that can be taken back, and the game goes on with the same hands.
        """
        return replace(self.record, deals=()) if self.ended or self.ask else self.record

    def waits_for(self, seat: Seat) -> bool:
        """Tell whether the round still waits for somebody: see `thinking`."""
        if self.ask is None or self.left or seat not in self.ask.wants or self.is_in(seat):
            return False
        return self.ask.all_must or seat not in self.away

    def is_in(self, seat: Seat) -> bool:
        """Tell whether somebody has put down a number or a card, or handed in a list."""
        return seat in self.hidden or seat in self.lists

    def row(self, number: int) -> PlayedRound | None:
        """Return a revealed round by its number."""
        return self.rows[number - 1] if 0 < number < self.turn else None

    def counted(self, number: int) -> int | None:
        """Return which of the rounds that count this one is, from 0; None if it is void."""
        row = self.row(number)
        return None if row is None or row.void else sum(not each.void for each in self.rows[: number - 1])


def rescore(table: GameState, record: Record | None = None) -> GameState:
    """Work out what follows from the rounds of a table as they stand now, from the first one on.

    `record`: its players, options and deals, where these are others now.
    """
    reveals = tuple(row.reveal for row in table.rows if not row.void)
    scoring = games.score_record(replace(record or table.record, reveals=reveals))
    ended = table.ended and bool(reveals)
    if ended and scoring.score.ask is not None:
        final = replace(reveals[-1], last=True)
        scoring = games.score_record(replace(scoring.record, reveals=(*reveals[:-1], final)))
    return _following(replace(table, scoring=scoring, earlier=None, ended=ended))


def add_round(table: GameState, reveal: Reveal) -> GameState:
    """Add the round that is going on as it is revealed; its score follows from the one before alone."""
    earlier = table.scoring
    rows, scoring = (*table.rows, PlayedRound(reveal, table.record.players)), earlier.after(reveal)
    fresh = replace(table, rows=rows, scoring=scoring, earlier=earlier)
    return _following(replace(fresh, hidden={}, call=None, held=False))


def _following(table: GameState) -> GameState:
    """Bring what lies hidden, and what is still to be dealt, in line with the score."""
    fresh = replace(table, clash=False)
    fresh = replace(fresh, hidden=_still_allowed(fresh), undealt=_wants_deal(fresh))
    return _dealt_again(fresh) if fresh.undealt and fresh.spare else fresh


def _dealt_again(table: GameState) -> GameState:
    """Give out a deal that was made already, if it was made for these players."""
    deal, *others = table.spare
    table = replace(table, spare=tuple(others))
    return add_deal(table, deal) if set(deal.hands) == set(table.record.players) else _following(table)


def _wants_deal(table: GameState) -> bool:
    return table.dealt and table.ask is not None and games.deal_cards(table.scoring, _unshuffled) is not None


def _unshuffled(_cards: list[Play]) -> None:
    """Leave the cards as they are: only whether a deal is wanted is asked."""


def _still_allowed(table: GameState) -> Mapping[Seat, Play]:
    return {seat: play for seat, play in table.hidden.items() if is_allowed(table, seat, play)}


def is_allowed(table: GameState, seat: Seat, play: Play) -> bool:
    """Tell whether the rules let a player put this down now."""
    allowed = table.ask.wants.get(seat) if table.ask else None
    try:
        return allowed is not None and allowed.check(play) == play
    except Refused:
        return False


def add_deal(table: GameState, deal: Deal) -> GameState:
    """Give out cards; they are kept for later where none are wanted now."""
    if not table.undealt:
        return replace(table, spare=(*table.spare, deal))
    return rescore(table, replace(table.record, deals=(*table.record.deals, deal)))


def add_player_to_game(table: GameState, seat: Seat) -> GameState:
    """Seat somebody who was absent so far (G8)."""
    return rescore(table, replace(table.record, players=(*table.record.players, seat)))


def end_now(table: GameState) -> GameState:
    """Close a game as it stands, after the last round that was revealed."""
    bare = replace(table, hidden={}, lists={}, left=0, call=None, ahead=(), clock=None, held=False)
    return rescore(replace(bare, ended=True))
