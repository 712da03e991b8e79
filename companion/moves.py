"""Who may do what: what somebody asks for becomes an act, or is refused with a sentence.

Every function takes the room as it is and the device that asks, and returns the act to be stored, or
None where there is nothing to do (a second tap). All raise `Refused`.
"""

import re
from collections.abc import Mapping, Sequence
from secrets import SystemRandom
from typing import Any

from companion import games, journal, names
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
    PlayedOn,
    Seat,
    Showed,
)
from companion.journal import Room, Table
from companion.score import Allowed, Play, Record, Refused, Shuffle

_SHUFFLE: Shuffle = SystemRandom().shuffle


class Forbidden(Refused):
    """Refused because of who asks, not of what is asked."""


class TooLate(Refused):
    """Refused because the room has gone on since the page was drawn."""


def join(room: Room, device: Device, name: str) -> Joined | None:
    """Take a seat under a name of 1 to 20 characters; a device that has a seat keeps it."""
    return None if room.sits(device) else _seated(room, device, name)


def add(room: Room, device: Device, name: str) -> Joined:
    """Seat somebody who has no phone: the host lays for him or her."""
    _host(room, device)
    return _seated(room, "", name)


def _seated(room: Room, device: Device, name: str) -> Joined:
    taken = (player.name for player in room.players)
    rules = games.game(room.game)
    if len(room.players) >= rules.MOST:
        raise Refused(
            "The room is full: {title} has at most {most} players", title=rules.TITLE, most=rules.MOST
        )
    return Joined(str(len(room.players) + 1), names.unique(names.clean(name), taken), device)


def begin(room: Room, device: Device, options: Mapping[str, Any], *, dealt: bool = False) -> Began:
    """Begin a game with everybody in the room, and with these options of a record.

    A player among the options is a seat. `dealt`: the app deals the cards, so everybody needs a phone.
    """
    _host(room, device)
    if room.playing:
        raise TooLate("A game is going on already")
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


def show(room: Room, device: Device, at: str, typed: str) -> Showed | None:
    """Put down the number or the card that was typed for one round, or another one instead of it."""
    return _show(room, _own(room, device), at, typed)


def show_for(room: Room, device: Device, seat: Seat, at: str, typed: str) -> Showed | None:
    """Put down a number or a card for somebody else, as the host or score-keeper does.

    What a player's own phone has sent stays that player's, and so do cards that only he or she sees.
    """
    _host(room, device)
    _may_act_for(room, seat)
    return _show(room, seat, at, typed)


def _show(room: Room, seat: Seat, at: str, typed: str) -> Showed | None:
    table = _started(room)
    if _shown_already(table, seat, at, typed):
        return None
    number = _going_on(table, at)
    allowed = _allowed(table, seat)
    _can_be_laid(table)
    _in_turn(room, table, seat)
    play = allowed.read(typed)
    if table.hidden.get(seat) == play:
        return None
    return Showed(seat, table.number, number, play)


def _can_be_laid(table: Table) -> None:
    """Raise `Refused` where no single number or card is wanted now."""
    if table.undealt:
        raise TooLate("The cards are not dealt yet")
    if table.left:
        raise TooLate("The lists are in: the host reveals them round by round")
    if table.listing and table.ask:
        raise Refused("Hand in a list of {n} numbers", n=table.ask.at_once)


def _in_turn(room: Room, table: Table, seat: Seat) -> None:
    """Raise `Refused` before the call is made, and for others before the leader's card lies (D3, D5)."""
    if table.must_call == seat:
        raise Refused("Call high or low before you lay a card")
    if table.must_call:
        raise Refused("{leader} must call high or low first", leader=room.name(table.must_call))
    if table.first and table.first != seat:
        raise Refused("{leader} leads and must lay a card first", leader=room.name(table.first))


def call(room: Room, device: Device, at: str, typed: str) -> Called | None:
    """Call high or low as the leader, before anybody lays a card (D5)."""
    return _call(room, _own(room, device), at, typed)


def call_for(room: Room, device: Device, at: str, typed: str) -> Called | None:
    """Call high or low for the leader, as the host or score-keeper does."""
    _host(room, device)
    table = _started(room)
    leader = table.ask.caller if table.ask else None
    return _call(room, leader or "", at, typed)


def _call(room: Room, seat: Seat, at: str, typed: str) -> Called | None:
    table = _started(room)
    number = _going_on(table, at)
    caller = table.ask.caller if table.ask else None
    if caller is None:
        raise Refused("Nobody calls high or low here")
    if caller != seat:
        raise Refused("Only {leader}, who leads, calls high or low", leader=room.name(caller))
    if typed not in ("high", "low"):
        raise Refused("A call is high or low")
    if table.call == typed:
        return None
    if table.hidden:
        raise TooLate("A card lies already: the call stands")
    return Called(table.number, number, "high" if typed == "high" else "low")


def hand_in(room: Room, device: Device, at: str, typed: Sequence[str]) -> Listed | None:
    """Hand in all numbers of a game at once, or others instead of them (G14)."""
    return _hand_in(room, _own(room, device), at, typed)


def hand_in_for(room: Room, device: Device, seat: Seat, at: str, typed: Sequence[str]) -> Listed | None:
    """Hand in the list of somebody else, as the host or score-keeper does."""
    _host(room, device)
    _may_act_for(room, seat)
    return _hand_in(room, seat, at, typed)


def _hand_in(room: Room, seat: Seat, at: str, typed: Sequence[str]) -> Listed | None:
    table = _started(room)
    number = _going_on(table, at)
    allowed = _allowed(table, seat)
    if list(map(str, table.lists.get(seat, ()))) == [each.strip() for each in typed]:
        return None
    if table.left:
        raise TooLate("The lists are in: the host reveals them round by round")
    if not table.listing or table.ask is None:
        raise Refused("No list is wanted now, but a single number")
    if len(typed) != table.ask.at_once:
        raise Refused("The list must have {n} numbers, not {got}", n=table.ask.at_once, got=len(typed))
    plays = tuple(_listed(allowed, place, each) for place, each in enumerate(typed, 1))
    return None if table.lists.get(seat) == plays else Listed(seat, table.number, number, plays)


def _listed(allowed: Allowed, place: int, typed: str) -> Play:
    try:
        return allowed.read(typed)
    except Refused as refused:
        raise Refused("Number {place}: {refused}", place=place, refused=str(refused)) from None


def close(room: Room, device: Device, at: str) -> Closed:
    """Reveal a round, or go on to revealing lists, without those who are missing (G8)."""
    _host(room, device)
    table = _started(room)
    number = _going_on(table, at)
    if table.ask and table.ask.all_must:
        raise Refused("Everybody must lay a card: this round cannot be closed")
    if table.clash:
        raise Refused("Two players have the same card: one of them must change it")
    if not table.listing:
        _can_be_laid(table)
    return Closed(table.number, number)


def next_round(room: Room, device: Device, at: str) -> Next:
    """Reveal one more round of the lists that were handed in (G14)."""
    _host(room, device)
    table = _started(room)
    number = _going_on(table, at)
    if not table.left:
        raise Refused("There are no lists to reveal")
    return Next(table.number, number)


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


def _own(room: Room, device: Device) -> Seat:
    player = room.sits(device)
    if player is None:
        raise Forbidden("You have no seat in this room: join first")
    return player.seat


def _may_act_for(room: Room, seat: Seat) -> None:
    """Raise `Refused` where acting for a seat would look at what is hidden, or take its place."""
    table = _started(room)
    player = next((each for each in room.players if each.seat == seat), None)
    if player is None:
        raise Refused("There is no such player in this room")
    if table.dealt:
        raise Forbidden("The cards are dealt: only {name} can lay his or her own", name=player.name)
    if player.device and table.is_in(seat):
        raise Forbidden("{name} is in already, and can change it", name=player.name)


def _allowed(table: Table, seat: Seat) -> Allowed:
    """Return what somebody may present; raises `Refused` for those who are not in the game."""
    allowed = table.ask.wants.get(seat) if table.ask else None
    if allowed is None:
        raise Refused("You are not in this game")
    return allowed


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
    return str(table.record.reveals[number - 1].plays.get(seat)) == typed.strip()
