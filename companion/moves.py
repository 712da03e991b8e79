"""Who may do what: what somebody asks for becomes an act, or is refused with a sentence.

Every function takes the room as it is and the device that asks, and returns the act to be stored, or
None where there is nothing to do (a second tap). All raise `Refused`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion import games, names
from companion.games.numbers import whole
from companion.journal import (
    Act,
    Advertised,
    Began,
    Closed,
    Device,
    Ended,
    Joined,
    PlayedOn,
    Room,
    Seat,
    Showed,
    Table,
)
from companion.score import Refused


class Forbidden(Refused):
    """Refused because of who asks, not of what is asked."""


class TooLate(Refused):
    """Refused because the room has gone on since the page was drawn."""


def join(room: Room, device: Device, name: str) -> Joined | None:
    """Take a seat under a name of 1 to 20 characters; a device that has a seat keeps it."""
    if room.sits(device):
        return None
    taken = (player.name for player in room.players)
    rules = games.game(room.game)
    if len(room.players) >= rules.MOST:
        raise Refused(
            "The room is full: {title} has at most {most} players", title=rules.TITLE, most=rules.MOST
        )
    return Joined(str(len(room.players) + 1), names.unique(names.clean(name), taken), device)


def begin(room: Room, device: Device, fill_in: Callable[[str], Mapping[str, Any]]) -> Began:
    """Begin a game with everybody in the room; `fill_in` gives its options, as in a record, for its name."""
    _host(room, device)
    if room.playing:
        raise TooLate("A game is going on already")
    rules = games.game(room.game)
    options = fill_in(room.game)
    rules.read_options(options)
    if (missing := rules.FEWEST - len(room.players)) > 0:
        raise Refused(
            "{title} needs {fewest} or more players: {missing} more must join",
            title=rules.TITLE,
            fewest=rules.FEWEST,
            missing=missing,
        )
    return Began(room.game, options)


def show(room: Room, device: Device, at: str, typed: str) -> Showed | None:
    """Put down the number that was typed for one round (G1), or another one instead of it."""
    player = room.sits(device)
    if player is None:
        raise Forbidden("You have no seat in this room: join first")
    table = _started(room)
    if _shown_already(table, player.seat, at, typed):
        return None
    number = _going_on(table, at)
    assert table.ask is not None  # noqa: S101 - _going_on has just seen it
    allowed = table.ask.wants.get(player.seat)
    if allowed is None:
        raise Refused("You are not in this game")
    play = allowed.read(typed)
    if table.hidden.get(player.seat) == play:
        return None
    return Showed(player.seat, table.number, number, play)  # type: ignore[arg-type]


def close(room: Room, device: Device, at: str) -> Closed:
    """Reveal a round without those who have shown nothing (G8)."""
    _host(room, device)
    table = _started(room)
    number = _going_on(table, at)
    if not table.hidden:
        raise Refused("Nobody has sent a number for round {number} yet", number=number)
    return Closed(table.number, number)


def end(room: Room, device: Device, at: str) -> Ended:
    """End a game after the last round that was revealed."""
    _host(room, device)
    table = _started(room)
    _going_on(table, at)
    return Ended(table.number)


def play_on(room: Room, device: Device, at: str) -> PlayedOn:
    """Play on after a tie that stands, a round at a time until somebody wins (G12)."""
    _host(room, device)
    table = _started(room)
    game, _ = _where(at)
    if game != table.number or table.ask is not None:
        raise TooLate("The room has gone on already")
    games.play_on(table.record)
    return PlayedOn(table.number)


def advertise(room: Room, device: Device, address: str, candidates: tuple[str, ...]) -> Act | None:
    """Show another of the addresses under which phones may reach the room."""
    _host(room, device)
    if address not in candidates:
        raise Refused("{address} is not an address of this computer", address=address)
    return None if address == room.address else Advertised(address)


def place(table: Table) -> str:
    """Name the round that is going on, as forms carry it: game and round, `2.3`."""
    return f"{table.number}.{table.ask.round if table.ask else 0}"


def _host(room: Room, device: Device) -> None:
    if device not in room.hosts:
        raise Forbidden("Only the host can do that")


def _started(room: Room) -> Table:
    if room.table is None:
        raise TooLate("The game has not started yet")
    return room.table


def _where(at: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", at)
    if not found:
        raise Refused("The page did not say which round it is for: reload it")
    return int(found[1]), int(found[2])


def _going_on(table: Table, at: str) -> int:
    """Return the number of the round if it is the one that is going on."""
    game, number = _where(at)
    if game != table.number or table.ask is None:
        raise TooLate("That game is over")
    if number != table.ask.round:
        raise TooLate("Round {number} is already revealed", number=number)
    return number


def _shown_already(table: Table, seat: Seat, at: str, typed: str) -> bool:
    """Tell whether a revealed round has this very number from this seat: the tap was a second one."""
    game, number = _where(at)
    if game != table.number or not 0 < number <= len(table.record.reveals):
        return False
    there = table.record.reveals[number - 1].plays.get(seat)
    try:
        return there is not None and whole(typed.strip()) == there
    except Refused:
        return False
