"""Moves about the room and its games: who sits there, what is played, what is dealt, and when it ends."""

from collections.abc import Callable, Mapping
from secrets import SystemRandom
from typing import Any

from companion import games, journal, names
from companion.acts import Advertised, Began, Dealt, Device, Ended, Joined, PlayedOn
from companion.journal import Room
from companion.moves.asking import TooLate, going_on, host, started, where
from companion.score import Record, Refused, Shuffle

FillIn = Callable[[str], Mapping[str, Any]]
"""Gives the options of a game; raises `Refused` for those that it does not have."""

_SHUFFLE: Shuffle = SystemRandom().shuffle


def join(room: Room, device: Device, name: str) -> Joined | None:
    """Take a seat under a name of 1 to 20 characters; a device that has a seat keeps it."""
    return None if room.sits(device) else _seated(room, device, name)


def add(room: Room, device: Device, name: str) -> Joined:
    """Seat somebody who has no phone: the host lays for him or her."""
    host(room, device)
    return _seated(room, "", name)


def _seated(room: Room, device: Device, name: str) -> Joined:
    taken = (player.name for player in room.players)
    rules = games.game(room.game)
    if len(room.players) >= rules.MOST:
        raise Refused(
            "The room is full: {title} has at most {most} players", title=rules.TITLE, most=rules.MOST
        )
    return Joined(str(len(room.players) + 1), names.unique(names.clean(name), taken), device)


def begin(room: Room, device: Device, fill_in: FillIn, *, dealt: bool = False) -> Began:
    """Begin a game with everybody in the room; `fill_in` gives its options, as in a record, for its name.

    A player among the options is a seat. `dealt`: the app deals the cards, so everybody needs a phone.
    """
    host(room, device)
    if room.playing:
        raise TooLate("A game is going on already")
    options = fill_in(room.game)
    rules = games.game(room.game)
    record = journal.fresh(room, options)
    if (missing := rules.FEWEST - len(room.players)) > 0:
        raise Refused(
            "{title} needs {fewest} or more players: {missing} more must join",
            title=rules.TITLE,
            fewest=rules.FEWEST,
            missing=missing,
        )
    for problem in games.score(record).problems:
        raise problem.refused
    if dealt:
        _can_be_dealt(room, record)
    return Began(room.game, options, dealt)


def _can_be_dealt(room: Room, record: Record) -> None:
    if games.deal(record, _SHUFFLE) is None:
        raise Refused("{title} has no cards to deal here", title=games.game(record.game).TITLE)
    for player in room.players:
        if not player.device:
            raise Refused("{name} has no phone to see a hand on", name=player.name)


def deal(room: Room, shuffle: Shuffle = _SHUFFLE) -> Dealt | None:
    """Deal the cards that the room waits for; None where it waits for none.

    Nobody asks for this: it is to be tried after every act.
    """
    table = room.table
    dealt = games.deal(table.record, shuffle) if table and table.undealt else None
    return Dealt(table.number, dealt.hands, dealt.stock) if table and dealt else None


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
