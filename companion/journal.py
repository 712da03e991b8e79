"""The journal of a room: what people did, act by act, and the room that follows from it.

Nothing here is ever changed or taken back: the room is worked out from its acts alone. A round, for
one, is revealed because everybody who is asked has shown a number or the host closed it; no act says so.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion import games
from companion.acts import (
    Act,
    Advertised,
    Began,
    Called,
    Closed,
    Dealt,
    Device,
    Ended,
    Joined,
    Listed,
    Next,
    Opened,
    PlayedOn,
    Seat,
    Showed,
)
from companion.score import Ask, Call, Deal, Play, Record, Refused, Reveal, Score


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: the name people read, and the browser that may act for it."""

    seat: Seat
    name: str
    device: Device


@dataclass(frozen=True, slots=True)
class Table:
    """One game of a room: what was revealed, and what lies hidden in the round that is going on.

    `lists` are the numbers handed in for the rounds to come, of which the last `left` are still to be
    revealed (G14); `left` is 0 as long as lists may be handed in.
    """

    number: int
    record: Record
    score: Score
    hidden: Mapping[Seat, Play] = field(default_factory=dict)
    ended: bool = False
    dealt: bool = False
    """Whether the app deals the cards."""
    undealt: bool = False
    """Whether play must wait for a deal."""
    call: Call | None = None
    clash: bool = False
    """Whether all are in, but their cards cannot all be: two people have named the same one."""
    lists: Mapping[Seat, tuple[Play, ...]] = field(default_factory=dict)
    left: int = 0

    @property
    def ask(self) -> Ask | None:
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
        """The seats that the round still waits for."""
        if self.ask is None or self.left:
            return ()
        return tuple(seat for seat in self.ask.wants if not self.is_in(seat))

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
    def known(self) -> Record:
        """What anybody may read of the record: nothing of a deal before the game is over."""
        return self.record if self.ask is None else replace(self.record, deals=())

    def is_in(self, seat: Seat) -> bool:
        """Tell whether somebody has put down a number or a card, or handed in a list."""
        return seat in self.hidden or seat in self.lists


@dataclass(frozen=True, slots=True)
class Room:
    """A room as its journal makes it; `version` is the number of acts it was made from."""

    code: str
    version: int = 0
    hosts: frozenset[Device] = frozenset()
    players: tuple[Player, ...] = ()
    game: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The game and the options (as in a record) that the room plays, or will play next."""
    tables: tuple[Table, ...] = ()
    begun: int = 0
    """How many games were begun, also those that were ended before anything was revealed."""
    address: str | None = None
    """The address that the QR code shows, as the host chose it or first came by it."""

    @property
    def table(self) -> Table | None:
        """The game that is going on, or the last one."""
        return self.tables[-1] if self.tables else None

    @property
    def playing(self) -> bool:
        """Whether a game is going on."""
        return self.table is not None and self.table.ask is not None

    def name(self, seat: Seat) -> str:
        """Return the name of whoever sits there."""
        return self.players[int(seat) - 1].name

    def sits(self, device: Device | None) -> Player | None:
        """Find the player whose browser this is."""
        return next((player for player in self.players if device and player.device == device), None)


def replay(code: str, acts: Iterable[Act | None]) -> Room:
    """Work out a room from its acts, in their order."""
    room = Room(code)
    for act in acts:
        room = after(room, act)
    return room


def after(room: Room, act: Act | None) -> Room:
    """Return the room after one more act; one that means nothing (any more, or yet) changes nothing.

    Never raises: what was done was done, and a room must open whatever is in its journal.
    """
    return replace(_follow(room, act), version=room.version + 1)


def _follow(room: Room, act: Act | None) -> Room:
    match act:
        case Opened():
            return _opened(room, act)
        case Joined():
            return _joined(room, Player(act.seat, act.name, act.device))
        case Began():
            return _began(replace(room, game=act.game, options=act.options), act.dealt)
        case Called() | Showed() | Listed() | Closed() | Next():
            table = _current(room, act.game, act.round)
            return _with(room, _played(table, act)) if table else room
        case Dealt() if (table := room.table) and (table.number, table.undealt) == (act.game, True):
            return _with(room, _dealt(table, Deal(act.hands, act.stock)))
        case Ended() if (table := room.table) and table.number == act.game:
            return _ended(room, table)
        case PlayedOn() if (table := room.table) and table.number == act.game:
            return _played_on(room, table)
        case Advertised():
            return replace(room, address=act.address)
    return room


def _opened(room: Room, act: Opened) -> Room:
    hosts = room.hosts | {act.host}
    return replace(room, hosts=hosts, game=act.game, options=act.options, address=act.address)


def _current(room: Room, game: int, number: int) -> Table | None:
    """Return the table if this very round is going on."""
    table = room.table
    return table if table and table.ask and (table.number, table.ask.round) == (game, number) else None


def _with(room: Room, table: Table) -> Room:
    return replace(room, tables=(*room.tables[:-1], table))


def _played(table: Table, act: Called | Showed | Listed | Closed | Next) -> Table:
    """Follow what somebody did in the round that is going on."""
    match act:
        case Called():
            return replace(table, call=act.call)
        case Showed() if table.laying:
            return _revealed_if_full(replace(table, hidden={**table.hidden, act.seat: act.play}))
        case Listed() if table.listing and table.ask and len(act.plays) == table.ask.at_once:
            return _closed_if_full(replace(table, lists={**table.lists, act.seat: act.plays}))
        case Closed():
            return _closed(table)
        case Next() if table.left:
            return _next(table)
    return table


def _joined(room: Room, player: Player) -> Room:
    """Seat a player, who was absent so far in a game that is going on (G8), or waits for the next one."""
    seated = replace(room, players=(*room.players, player))
    table = room.table
    if table is None or not room.playing or not games.takes_newcomers(table.record):
        return seated
    return _with(seated, _scored(table, replace(table.record, players=(*table.record.players, player.seat))))


def _began(room: Room, dealt: bool) -> Room:
    try:
        record = fresh(room, room.options)
    except Refused:
        return room
    table = Table(room.begun + 1, record, games.score(record), dealt=dealt)
    return replace(room, tables=(*room.tables, _scored(table, record)), begun=table.number)


def fresh(room: Room, options: Mapping[str, Any]) -> Record:
    """Return the record of the room's game before anything has happened; raises `Refused` for the options."""
    read = games.game(room.game).read_options(options)
    return Record(room.game, read, tuple(player.seat for player in room.players))


def _dealt(table: Table, deal: Deal) -> Table:
    return _scored(table, replace(table.record, deals=(*table.record.deals, deal)))


def _ended(room: Room, table: Table) -> Room:
    """Close a game as it stands; one of which nothing was revealed never was."""
    *before, final = table.record.reveals or (None,)
    if final is None:
        return replace(room, tables=room.tables[:-1])
    record = replace(table.record, reveals=(*before, replace(final, last=True)))
    bare = Table(table.number, record, table.score, dealt=table.dealt)
    return _with(room, replace(_scored(bare, record), undealt=False, ended=True))


def _played_on(room: Room, table: Table) -> Room:
    try:
        return _with(room, _scored(table, games.play_on(table.record)))
    except Refused:
        return room


def _revealed_if_full(table: Table) -> Table:
    return table if table.thinking or table.must_call else _revealed(table)


def _closed_if_full(table: Table) -> Table:
    return table if table.thinking else _closed(table)


def _closed(table: Table) -> Table:
    """Reveal the round without those who are missing, or go from handing in lists to revealing them."""
    if table.listing and table.ask:
        return replace(table, left=table.ask.at_once)
    return _revealed(table) if table.laying and table.ask and not table.ask.all_must else table


def _next(table: Table) -> Table:
    """Reveal one more round of the lists."""
    left = table.left - 1
    shown = replace(table, hidden={seat: plays[-table.left] for seat, plays in table.lists.items()})
    return replace(_revealed(shown), left=left, lists=table.lists if left else {})


def _revealed(table: Table) -> Table:
    """Reveal what lies hidden, unless these cards cannot all have been laid: then somebody must change."""
    record = replace(table.record, reveals=(*table.record.reveals, Reveal(table.hidden, table.call)))
    revealed = _scored(table, record)
    if len(revealed.score.problems) > len(table.score.problems):
        return replace(table, clash=True)
    return replace(revealed, hidden={}, call=None)


def _scored(table: Table, record: Record) -> Table:
    score = games.score(record)
    undealt = table.dealt and score.ask is not None and games.deal(record, _unshuffled) is not None
    return replace(table, record=record, score=score, undealt=undealt, clash=False)


def _unshuffled(_cards: list[Play]) -> None:
    """Leave the cards as they are: only whether a deal is wanted is asked."""
