"""The state of a room, as derived from its event log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from companion.room import events
from companion.room.events import Device, Options, Seat, Seats
from companion.room.fast_replace import replace
from companion.room.game_state import GameState
from companion.rules.evening import EveningStanding, evening_standing
from companion.rules.games import find_game
from companion.rules.games.contract import Game
from companion.rules.plays import Play
from companion.values import frozen

T = TypeVar("T")


class LogEntry(NamedTuple):
    """An event (None: only a later release knows it) with its number from 1, time and browser."""

    number: int
    at: datetime
    device: Device
    event: events.Event | None


EventLog = tuple[LogEntry, "EventLog | None"]
"""A linked list, the last entry first: adding an entry costs the same however long the log is."""

ValueBefore = str | Mapping[tuple[int, Seat], Play] | None
"""A value that a change replaces: of corrected plays, each by its round and player."""


class Change(NamedTuple):
    """A change that screens report; `was` is the value before it, where there was one.

    `by` is the seat that whoever made the change had then; empty for a browser without one. Who let a phone
    in made the change, not that phone. `since` is `Room.settled` at that time.
    """

    entry: LogEntry
    was: ValueBefore
    by: Seat
    since: int


ChangeLog = tuple[Change, "ChangeLog | None"]
"""A linked list like `EventLog`."""


@frozen
class Takeover:
    """A change by which a phone plays for a seat without the word of its player, as the TV tells it.

    `phones` are those that are new there. It ends when one of `own_phones` answers: own phones of the player,
    and none of two who were merged, as either may be who wanted it. `has_stayed`: a round was revealed since.
    """

    change: Change
    seat: Seat
    phones: frozenset[Device]
    own_phones: frozenset[Device] = frozenset()
    has_stayed: bool = False


class PhoneQuestion(NamedTuple):
    """What an own phone of a player is asked: whether a phone that has taken the seat is the player's too."""

    phone: Device
    recipient: Device


@dataclass(frozen=True, slots=True, order=True)
class Milestone:
    """How far a room has come: its game, how many rounds are revealed, whether it is over, and what is told.

    `game` is its number, and `truths` counts the answers that the host has told. `at` is when it came there,
    and `entry` the number of the log entry that brought it there.
    Milestones are ordered by how far, not by when.
    """

    game: int
    rounds: int
    over: bool
    truths: int = field(default=0, kw_only=True)
    at: datetime = field(compare=False)
    entry: int = field(default=0, compare=False, kw_only=True)


@dataclass(frozen=True)
class Player:
    """The player on a seat: the name people read, and the browsers that may act for the seat.

    `own` are those of `devices` that are known to be the player's, by joining or by the player's word: they
    alone show a hand that the app deals. `questions` are about others, also those that have left the seat
    since, and not answered yet.
    `away`: has left, or was removed, and may come back. `sits_out`: rounds do not wait for the player.
    `bot`: the strategy by which the app plays for this seat; empty for a person.
    """

    seat: Seat
    name: str
    devices: frozenset[Device] = frozenset()
    own: frozenset[Device] = frozenset()
    questions: frozenset[PhoneQuestion] = frozenset()
    away: bool = False
    sits_out: bool = False
    bot: str = ""

    @property
    def has_no_phone(self) -> bool:
        """Whether this is a person without a phone, for whom the host submits."""
        return not (self.devices or self.bot)

    @property
    def is_present(self) -> bool:
        """Whether this player takes part."""
        return not (self.away or self.sits_out)


class Watcher(NamedTuple):
    """Somebody who watches and bets: its number, by the order of first bets, and where it came from."""

    number: int
    source: str


class ChosenGuest(NamedTuple):
    """How a seat is drawn that is not drawn by its own number, and how many times its player has chosen."""

    number: int
    times: int = 0


@frozen
class NextGame:
    """What a room plays, or will play next: the name of a game, and the options that the host chose.

    `dealt` is whether the app deals the cards, None where the host has not said; see `table_choices`.
    """

    name: str
    options: Options
    dealt: bool | None

    @property
    def rules(self) -> Game:
        """The rules with these options."""
        return find_game(self.name).read_options(self.options)


@dataclass(frozen=True)
class Room:
    """The state of a room.

    `former` are the seats that were merged into others. `seats_given` and `games_begun` count all seats
    and games there ever were, so that no number is given twice. `undo` and `redo` are stacks of the
    numbers of the host's events that can be undone or redone: the last one is the next.
    """

    code: str
    version: int = 0
    """The number of the last log entry."""
    log: EventLog | None = field(default=None, compare=False, repr=False)
    is_later: bool = field(default=False, compare=False, repr=False)
    """Whether its log has what only a later release knows, so that this is perhaps not the whole state."""
    hosts: frozenset[Device] = frozenset()
    owners: frozenset[Device] = frozenset()
    """The hosts who are no second ones: they alone delete the room, hand it over and add hosts."""
    recovery: str = ""
    seats: Mapping[Seat, Player] = field(default_factory=dict)
    seat_by_name: Mapping[str, Seat] = field(default_factory=dict)
    """The seat of each name, by `names.name_key`."""
    guests: Mapping[Seat, ChosenGuest] = field(default_factory=dict)
    """How seats are drawn that are not drawn by their own numbers; see `room/guests.py`."""
    former: Mapping[Seat, Player] = field(default_factory=dict)
    devices: Mapping[Device, Seat] = field(default_factory=dict)
    bots: Seats = ()
    """The seats for which the app plays."""
    seats_given: int = 0
    blocked: frozenset[Device] = frozenset()
    sent_away: Mapping[Seat, Player] = field(default_factory=dict)
    """Those whom the host sent away as a crowd, and who had shown nothing: no list and no game has them."""
    slowed: Mapping[str, int] = field(default_factory=dict)
    """The sources from which a crowd was sent away, and how many seats were given then: few may join."""
    seats_when_answered: int = 0
    """How many seats were given when the host last said whether a crowd may come."""
    claims: Mapping[Device, events.SeatClaimed] = field(default_factory=dict)
    """What browsers ask for, a seat or to be let in, that wait for the host to accept or deny it."""
    admitted: frozenset[Device] = frozenset()
    """Browsers without a seat that the host has let in, on a public server."""
    turned_away: frozenset[Device] = frozenset()
    """Browsers whose claim the host has denied."""
    links: frozenset[str] = frozenset()
    """The one-time links that were used."""
    game_name: str = ""
    options: Options = field(default_factory=dict)
    """The options of the last game, or of the first one before it began.

    Left out are those that the app chose, and those that named a player: the next game may have another."""
    dealt: bool | None = None
    """Whether the app dealt the cards of the last game, or is to deal those of the first; see `NextGame`."""
    chosen: NextGame | None = None
    """What the host chose to play next, after a game; None where it is the same once more."""
    questions_chosen: events.QuestionsChosen | None = None
    """What the app asks; None where the host has not said."""
    questions_by: Device = ""
    """The browser that has chosen that."""
    wishes: Mapping[Seat, str] = field(default_factory=dict)
    """What players want to play next, by the key of a `GameChoice`, until the next game begins."""
    watchers: Mapping[Device, Watcher] = field(default_factory=dict)
    """The browsers without a seat that have bet on a round."""
    earlier_games: tuple[GameState, ...] = ()
    current_game: GameState | None = None
    """The open game, or the last one."""
    games_begun: int = 0
    address: str | None = None
    """The address that the QR code shows: the one the host chose, or opened the room at."""
    outside_address: str = ""
    """The base URL that the host typed for guests in other networks, such as a tunnel's; empty: none."""
    locked: bool = False
    takes_crowd: bool = False
    """Whether as many newcomers may come at once as will, also from one address."""
    closed_at: datetime | None = None
    """When whoever runs the server closed the room: nothing is done in it any more. None while it is open."""
    auto_reveal: bool = True
    seconds: int = 0
    """The time limit of a round; 0: none."""
    sound: bool = True
    """Whether the TV is to be heard."""
    reactions: bool = True
    """Whether phones may throw reactions at the TV."""
    tv_language: str = ""
    """The code of the language that the host chose for the TV; empty: any, as its browser or address asks."""
    hides_scores: bool = False
    """Whether scores are hidden until a game is over."""
    undo: tuple[int, ...] = ()
    redo: tuple[int, ...] = ()
    change_log: ChangeLog | None = field(default=None, compare=False, repr=False)
    settled: int = field(default=0, compare=False)
    """The number of the last log entry before the open round, or its reopening."""
    takeovers: tuple[Takeover, ...] = ()
    """The phones that were given a seat by others than its player, which the TV still tells."""
    last_reveal: tuple[int, int] = (0, 0)
    """The furthest there has been: the number of a game, and how many of its rounds were revealed."""
    opened_at: datetime | None = None
    """When the host opened it, with its first event; None before that."""
    milestones: tuple[Milestone, ...] = ()
    """The latest starts, reveals and ends of games that stand."""

    @property
    def games(self) -> tuple[GameState, ...]:
        """All games, also those that were thrown away, and practice rounds."""
        return (*self.earlier_games, self.current_game) if self.current_game else ()

    @property
    def next_game(self) -> NextGame:
        """The game that is played, or the one that will be played next."""
        return self.chosen or NextGame(self.game_name, self.options, self.dealt)

    @property
    def rules(self) -> Game:
        """The rules of the game that is played, or else of the next one."""
        game = self.current_game
        return game.rules if game and game.next_round else self.next_game.rules

    def wants_tv_in(self, language: str) -> bool:
        """Tell whether a TV may speak a language: the one that the host chose, or any."""
        return self.tv_language in ("", language)

    @property
    def is_closed(self) -> bool:
        """Whether whoever runs the server has closed the room."""
        return self.closed_at is not None

    @property
    def is_playing(self) -> bool:
        """Whether a game is open; a closed room keeps it as it stands."""
        return self.current_game is not None and self.current_game.next_round is not None

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, in the order of joining."""
        return tuple(self.seats.values())

    @property
    def present(self) -> tuple[Player, ...]:
        """The players who take part: neither away nor sitting out."""
        return tuple([player for player in self.seats.values() if not (player.away or player.sits_out)])

    @property
    def real_games(self) -> tuple[GameState, ...]:
        """The games without the practice rounds that are over; with the grand finals."""
        return tuple(game for game in self.games if not (game.practice and game.ended))

    @property
    def evening_games(self) -> tuple[GameState, ...]:
        """The games of the evening: without practice rounds that are over, and without grand finals."""
        return tuple(game for game in self.real_games if not game.is_final)

    @property
    def finished_games(self) -> tuple[GameState, ...]:
        """The games that count: those that are over, and not thrown away (H1)."""
        return tuple(filter(counts_in_evening, self.evening_games))

    @property
    def final(self) -> GameState | None:
        """The grand final, if the evening is finished; none while it goes on, or goes on again (H5)."""
        last = self.real_games[-1:]
        return last[0] if last and last[0].is_final else None

    def name(self, seat: Seat) -> str:
        """Return the name of the player on a seat, also on a merged one."""
        player = self.seats.get(seat) or self.former.get(seat) or self.sent_away.get(seat)
        return player.name if player else "?"

    def player_of(self, device: Device | None) -> Player | None:
        """Return the player whose browser this is."""
        return self.seats.get(self.devices.get(device, "")) if device else None

    def hides_hand(self, seat: Seat) -> bool:
        """Tell whether a player has a hand that the app dealt, and that nobody else may know yet."""
        game = self.current_game
        return game is not None and game.hides_hands and seat in game.players

    def may_see_hand(self, seat: Seat, device: Device) -> bool:
        """Tell whether a phone of a player may show the player's hand, where that is a secret."""
        return not self.hides_hand(seat) or device in self.seats[seat].own

    def find_game(self, number: int) -> GameState | None:
        """Return the game of that number."""
        return next((game for game in reversed(self.games) if game.number == number), None)

    def entries(self) -> Iterator[LogEntry]:
        """Iterate over the event log, from the last entry back to the first."""
        return _items(self.log)

    def changes(self) -> Iterator[Change]:
        """Iterate over the changes that screens report, from the last one back to the first."""
        return _items(self.change_log)

    def recent_changes(self) -> Iterator[Change]:
        """Iterate over the changes since the last reveal, from the last one back to the first."""
        return takewhile(lambda change: change.since == self.settled, self.changes())

    def entry(self, number: int) -> LogEntry | None:
        """Return the log entry of that number."""
        return next((entry for entry in self.entries() if entry.number == number), None)


def seat_number(seat: Seat) -> int:
    """Return the number of a seat, in the order of joining; 0 for a text that is none."""
    return int(seat) if seat.isascii() and seat.isdigit() else 0


def counts_in_evening(game: GameState) -> bool:
    """Tell whether a game of the evening counts: it is over with at least one reveal, and not thrown away."""
    return bool(game.reveals) and game.root.finished


def standing_of(games: Iterable[GameState]) -> EveningStanding:
    """Return the standing of the evening after the games that count (H1 to H3)."""
    return evening_standing([(game.players, game.root) for game in games])


def with_games(room: Room, games: Sequence[GameState]) -> Room:
    """Return the room with these games and no others."""
    return replace(room, earlier_games=tuple(games[:-1]), current_game=games[-1] if games else None)


def _items(linked: tuple[T, Any] | None) -> Iterator[T]:
    while linked:
        item, linked = linked
        yield item
