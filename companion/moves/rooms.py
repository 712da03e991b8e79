"""Moves about the room and its games: what is played and how, and who is host."""

from collections.abc import Callable, Mapping
from datetime import datetime
from secrets import SystemRandom
from typing import Any

from companion import games, journal
from companion.acts import (
    Advertised,
    Began,
    Dealt,
    Device,
    Ended,
    Expired,
    Hosted,
    Locked,
    Paced,
    Paused,
    PlayedOn,
    Resumed,
    Timed,
)
from companion.games.numbers import whole
from companion.journal import Clock, Room, Table
from companion.moves.asking import Forbidden, TooLate, going_on, host, started, welcome, where
from companion.score import Record, Refused, Shuffle
from companion.words import Text

SHORTEST, LONGEST = 5, 3600
"""Seconds that a round may be given."""

FillIn = Callable[[str], Mapping[str, Any]]
"""Gives the options of a game; raises `Refused` for those that it does not have."""

_SHUFFLE: Shuffle = SystemRandom().shuffle


def begin(room: Room, device: Device, fill_in: FillIn, *, game: str = "", dealt: bool = False) -> Began:
    """Begin a game, by default of the kind played last, with all who are there and do not sit out.

    `fill_in` gives its options, as in a record, for its name; a player among them is a seat. `dealt`: the
    app deals the cards, so everybody needs a phone.
    """
    host(room, device)
    if room.playing:
        raise TooLate("A game is going on already")
    rules = games.game(game or room.game)
    options = fill_in(rules.NAME)
    record = journal.fresh(room.here, rules.NAME, options)
    if (missing := rules.FEWEST - len(room.here)) > 0:
        raise Refused(
            "{title} needs {fewest} or more players: {missing} more must join",
            title=Text(rules.TITLE),
            fewest=rules.FEWEST,
            missing=missing,
        )
    for problem in games.score(record).problems:
        raise problem.refused
    if dealt:
        _can_be_dealt(room, record)
    return Began(rules.NAME, options, dealt)


def _can_be_dealt(room: Room, record: Record) -> None:
    if games.deal(record, _SHUFFLE) is None:
        title = Text(games.game(record.game).TITLE)
        raise Refused("{title} has no cards to deal here", title=title)
    for player in room.here:
        if not player.devices:
            raise Refused("{name} has no phone to see a hand on", name=player.name)


def due(room: Room, now: datetime, shuffle: Shuffle = _SHUFFLE) -> Dealt | Expired | None:
    """Do what nobody asks for: deal cards where the room waits for them, close a round whose time is up.

    None where nothing is due. It is to be tried before and after every act, and when time has passed.
    """
    table = room.table
    if table is None:
        return None
    if table.undealt and (dealt := games.deal(table.record, shuffle)):
        return Dealt(table.number, dealt.hands, dealt.stock)
    until = table.clock.until if table.clock else None
    return Expired(table.number, table.turn) if until and until <= now else None


def end(room: Room, device: Device, at: str) -> Ended:
    """End a game after the last round that was revealed."""
    host(room, device)
    table = started(room)
    going_on(table, at)
    return Ended(table.number)


def play_on(room: Room, device: Device, at: str) -> PlayedOn:
    """Play on after a tie that stands, a round at a time until somebody wins (G12)."""
    host(room, device)
    table = started(room)
    game, _ = where(at)
    if game != table.number or table.ask is not None:
        raise TooLate("The room has gone on already")
    games.play_on(table.record)
    return PlayedOn(table.number)


def advertise(room: Room, device: Device, address: str, candidates: tuple[str, ...]) -> Advertised | None:
    """Show another of the addresses under which phones may reach the room."""
    host(room, device)
    if address not in candidates:
        raise Refused("{address} is not an address of this computer", address=address)
    return None if address == room.address else Advertised(address)


def lock(room: Room, device: Device, *, locked: bool) -> Locked | None:
    """Close the room to newcomers, or open it again."""
    host(room, device)
    return None if room.locked == locked else Locked(locked)


def pace(room: Room, device: Device, *, by_itself: bool) -> Paced | None:
    """Choose whether a round reveals by itself when all who are there are in."""
    host(room, device)
    return None if room.by_itself == by_itself else Paced(by_itself)


def time(room: Room, device: Device, typed: str) -> Timed | None:
    """Give every round so many seconds, 5 to 3600; 0 or nothing: as long as it takes."""
    host(room, device)
    seconds = whole(typed) if typed.strip() else 0
    if seconds and not SHORTEST <= seconds <= LONGEST:
        both = {"shortest": SHORTEST, "longest": LONGEST}
        raise Refused("A round takes from {shortest} to {longest} seconds, or 0 for no limit", **both)
    return None if room.seconds == seconds else Timed(seconds)


def pause(room: Room, device: Device, at: str) -> Paused | None:
    """Stop the clock of the round that is going on."""
    table, number, clock = _timed(room, device, at)
    return Paused(table.number, number) if clock.until else None


def resume(room: Room, device: Device, at: str) -> Resumed | None:
    """Let the clock of the round go on."""
    table, number, clock = _timed(room, device, at)
    return None if clock.until else Resumed(table.number, number)


def _timed(room: Room, device: Device, at: str) -> tuple[Table, int, Clock]:
    host(room, device)
    table = started(room)
    number = going_on(table, at)
    if table.clock is None:
        raise Refused("This round has no time limit")
    return table, number, table.clock


def host_by_link(room: Room, device: Device, giver: Device, link: str, *, instead: bool) -> Hosted | None:
    """Become host by a link that works once; `instead` of the host who gave it, or besides.

    `giver` is at least the beginning of that host's fingerprint.
    """
    welcome(room, device)
    if link in room.links:
        raise TooLate("This link was used already: ask for a new one")
    gave = next((each for each in room.hosts if giver and each.startswith(giver)), None)
    if gave is None:
        raise TooLate("Whoever gave this link is not host any more")
    if device in room.hosts:
        return None
    return Hosted(device, link, gave if instead else "")


def recover(room: Room, device: Device, code: str) -> Hosted | None:
    """Become host by the host code, given as its fingerprint."""
    if not room.recovery:
        raise Refused("This room has no host code")
    if code != room.recovery:
        raise Forbidden("That is not the host code of this room")
    return None if device in room.hosts else Hosted(device)
