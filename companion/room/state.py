"""A room as its journal makes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion.room import events
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.rules.results import Call, Play


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of a journal: its number from 1, when and by whose browser, and what was done.

    `act` is None for one that only a later release knows.
    """

    number: int
    at: datetime
    device: Device
    event: events.Event | None


EventLog = tuple[LogEntry, "EventLog | None"]
"""A journal, the last line first: one more line costs the same however long it is."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something the host or a player changed, to be told: `was` is what stood there before."""

    entry: LogEntry
    was: Play | Call | str | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: the name people read, and the browsers that may act for it.

    `away`: has left, or was removed, and may come back. `out`: sits out, and is not waited for.
    `bot`: the strategy by which the app plays for this seat; empty for a person.
    """

    seat: Seat
    name: str
    devices: frozenset[Device] = frozenset()
    away: bool = False
    sits_out: bool = False
    bot: str = ""

    @property
    def has_no_phone(self) -> bool:
        """Whether this is a person without a phone, for whom others enter."""
        return not (self.devices or self.bot)

    @property
    def is_present(self) -> bool:
        """Whether this player is to take part."""
        return not (self.away or self.sits_out)


@dataclass(frozen=True, slots=True)
class Room:
    """A room as its journal makes it.

    `former` are the seats that were merged into others. `seated` and `begun` count the seats and the
    games there ever were, so that no number is given twice. `undo` and `redo` are the numbers of the
    host's acts that can be taken back, and those that were; the last one comes first to be.
    """

    code: str
    version: int = 0
    """The number of acts it was made from."""
    log: EventLog | None = field(default=None, compare=False, repr=False)
    hosts: frozenset[Device] = frozenset()
    recovery: str = ""
    seats: Mapping[Seat, Player] = field(default_factory=dict)
    seat_by_name: Mapping[str, Seat] = field(default_factory=dict)
    """Who bears which name, by what two names must differ in."""
    former: Mapping[Seat, Player] = field(default_factory=dict)
    devices: Mapping[Device, Seat] = field(default_factory=dict)
    bots: tuple[Seat, ...] = ()
    """The seats for which the app plays."""
    seats_given: int = 0
    blocked: frozenset[Device] = frozenset()
    claims: Mapping[Device, Seat] = field(default_factory=dict)
    """Browsers that say that they belong to a player, and have not been answered."""
    links: frozenset[str] = frozenset()
    """The links that were used."""
    game_name: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The game and the options (as in a record) that the room plays, or will play next."""
    games: tuple[GameState, ...] = ()
    games_begun: int = 0
    address: str | None = None
    """The address that the QR code shows, as the host chose it or first came by it."""
    locked: bool = False
    auto_reveal: bool = True
    seconds: int = 0
    """How long a round may take; 0: as long as it takes."""
    undo: tuple[int, ...] = ()
    redo: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    recent_changes: tuple[Change, ...] = ()
    """The changes since the last reveal."""

    @property
    def current_game(self) -> GameState | None:
        """The game that is going on, or the last one."""
        return self.games[-1] if self.games else None

    @property
    def is_playing(self) -> bool:
        """Whether a game is going on."""
        return self.current_game is not None and self.current_game.next_round is not None

    @property
    def players(self) -> tuple[Player, ...]:
        """All who have a seat, in the order of joining."""
        return tuple(self.seats.values())

    @property
    def present(self) -> tuple[Player, ...]:
        """Those who are to take part: neither away nor sitting out."""
        return tuple(player for player in self.seats.values() if player.is_present)

    def name(self, seat: Seat) -> str:
        """Return the name of whoever sits, or sat, there."""
        player = self.seats.get(seat) or self.former.get(seat)
        return player.name if player else "?"

    def player_of(self, device: Device | None) -> Player | None:
        """Find the player whose browser this is."""
        return self.seats.get(self.devices.get(device, "")) if device else None

    def find_game(self, number: int) -> GameState | None:
        """Find a game by its number."""
        return next((game for game in self.games if game.number == number), None)

    def entries(self) -> Iterator[LogEntry]:
        """Go through the journal, from the last line back to the first."""
        past = self.log
        while past:
            entry, past = past
            yield entry

    def entry(self, number: int) -> LogEntry | None:
        """Find a line of the journal by its number."""
        past = self.log
        while past and past[0].number > number:
            past = past[1]
        return past[0] if past and past[0].number == number else None
