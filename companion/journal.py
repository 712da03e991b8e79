"""The journal of a room: what people did, act by act, and the room that follows from it.

Nothing here is ever changed or taken back: the room is worked out from its acts alone. A round, for
one, is revealed because everybody who is asked has shown a number or the host closed it; no act says so.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, get_args

from companion import games
from companion.score import Ask, Play, Record, Refused, Reveal, Score

Seat = str
"""A player's place in a room: "1", "2", ... in the order of joining. Never the name, which may change."""

Device = str
"""The fingerprint of the secret that one browser holds; see `companion.web.device`."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A host opened the room, meaning to play this game."""

    host: Device
    game: str
    options: Mapping[str, Any]
    address: str | None
    """The address under which the host's own browser reached us, if phones could use it too."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody took a seat."""

    seat: Seat
    name: str
    device: Device


@dataclass(frozen=True, slots=True)
class Began:
    """The host began a game, with everybody who sits in the room."""

    game: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Showed:
    """A player put down a number, hidden from the others; a later one for the same round replaces it."""

    seat: Seat
    game: int
    round: int
    play: int


@dataclass(frozen=True, slots=True)
class Closed:
    """The host closed a round without waiting for those who were missing."""

    game: int
    round: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The host ended a game after the last round that was revealed."""

    game: int


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The host had a tie that stood played on, a round at a time (G12)."""

    game: int


@dataclass(frozen=True, slots=True)
class Advertised:
    """The host chose the address that the QR code shows."""

    address: str


Act = Opened | Joined | Began | Showed | Closed | Ended | PlayedOn | Advertised
_KINDS: Mapping[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Act)}


def dumps(act: Act) -> str:
    """Write an act as the text that is stored."""
    return json.dumps({"act": type(act).__name__.lower(), **asdict(act)}, ensure_ascii=False)


def loads(text: str) -> Act | None:
    """Read an act from its stored text; None for one that only a later release knows."""
    document = json.loads(text)
    try:
        act: Act = _KINDS[document.pop("act")](**document)
    except (KeyError, TypeError):
        return None
    return act


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: the name people read, and the browser that may act for it."""

    seat: Seat
    name: str
    device: Device


@dataclass(frozen=True, slots=True)
class Table:
    """One game of a room: what was revealed, and what lies hidden in the round that is going on."""

    number: int
    record: Record
    score: Score
    hidden: Mapping[Seat, Play] = field(default_factory=dict)
    ended: bool = False

    @property
    def ask(self) -> Ask | None:
        """What the rules want next; None once the game is over."""
        return None if self.ended else self.score.ask

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The seats that the round still waits for."""
        return tuple(seat for seat in self.ask.wants if seat not in self.hidden) if self.ask else ()


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
        return next((player for player in self.players if player.device == device), None)


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
            return _began(replace(room, game=act.game, options=act.options))
        case Showed() if table := _current(room, act.game, act.round):
            return _with(room, _revealed_if_full(replace(table, hidden={**table.hidden, act.seat: act.play})))
        case Closed() if table := _current(room, act.game, act.round):
            return _with(room, _revealed(table))
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


def _joined(room: Room, player: Player) -> Room:
    """Seat a player; in a game that is going on, he or she was absent so far (G8)."""
    seated = replace(room, players=(*room.players, player))
    table = room.table
    if table is None or not room.playing:
        return seated
    return _with(seated, _scored(table, replace(table.record, players=(*table.record.players, player.seat))))


def _began(room: Room) -> Room:
    try:
        options = games.game(room.game).read_options(room.options)
    except Refused:
        return room
    record = Record(room.game, options, tuple(player.seat for player in room.players))
    table = Table(room.begun + 1, record, games.score(record))
    return replace(room, tables=(*room.tables, table), begun=table.number)


def _ended(room: Room, table: Table) -> Room:
    """Close a game as it stands; one of which nothing was revealed never was."""
    *before, final = table.record.reveals or (None,)
    if final is None:
        return replace(room, tables=room.tables[:-1])
    record = replace(table.record, reveals=(*before, replace(final, last=True)))
    return _with(room, replace(_scored(table, record), hidden={}, ended=True))


def _played_on(room: Room, table: Table) -> Room:
    try:
        return _with(room, _scored(table, games.play_on(table.record)))
    except Refused:
        return room


def _revealed_if_full(table: Table) -> Table:
    return table if table.thinking else _revealed(table)


def _revealed(table: Table) -> Table:
    record = replace(table.record, reveals=(*table.record.reveals, Reveal(table.hidden)))
    return replace(_scored(table, record), hidden={})


def _scored(table: Table, record: Record) -> Table:
    return replace(table, record=record, score=games.score(record))
