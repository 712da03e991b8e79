"""People coming, going, changing their phone or their name, as a room follows it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from companion import games, names
from companion.acts import (
    Admitted,
    Barred,
    Claimed,
    Denied,
    Device,
    InRound,
    Joined,
    Left,
    Listed,
    Merged,
    Moved,
    Removed,
    Renamed,
    Returned,
    SatIn,
    SatOut,
    Seat,
    Showed,
    Unbarred,
)
from companion.acts.stored import OfPeople
from companion.games import options
from companion.journal.room import Player, Room
from companion.journal.rounds import revealed_if_full
from companion.journal.table import Row, Table, ended, settled, with_player
from companion.score import Deal

T = TypeVar("T")


def peopled(room: Room, act: OfPeople) -> Room:
    """Follow an act about people; one that means nothing gives back the same room."""
    match act:
        case Joined() if act.seat not in room.seats and act.seat not in room.former:
            return _joined(room, act)
        case Merged():
            return merged(room, act.seat, act.into) if can_merge(room, act.seat, act.into) else room
        case Claimed() if act.seat in room.seats and not room.sits(act.device):
            return replace(room, claims={**room.claims, act.device: act.seat})
        case Denied() if act.device in room.claims:
            return replace(room, claims=_without(room.claims, act.device))
        case Admitted() | Moved() if act.seat in room.seats:
            return _moved(room, act)
        case Left() | Returned() | SatOut() | SatIn() | Renamed() | Removed() | Barred() | Unbarred():
            player = room.seats.get(act.seat)
            return _changed(room, player, act) if player else room
    return room


_OfOne = Left | Returned | SatOut | SatIn | Renamed | Removed | Barred | Unbarred


def _changed(room: Room, player: Player, act: _OfOne) -> Room:
    match act:
        case Unbarred():
            room = replace(room, barred=room.barred - player.devices)
            return waiting_for(_seated(room, replace(player, away=False)))
        case Renamed():
            return put(room, replace(player, name=act.name))
        case SatOut():
            return waiting_for(put(room, replace(player, out=True)))
        case SatIn():
            return waiting_for(_seated(room, replace(player, out=False)))
        case Returned():
            return waiting_for(_seated(room, replace(player, away=False, out=False)))
        case Barred():
            room = replace(room, barred=room.barred | player.devices)
    return waiting_for(put(room, replace(player, away=True)))


def put(room: Room, player: Player) -> Room:
    """Have a player be as given from now on, with these browsers.

    A name that somebody else has got meanwhile has a number behind it: an undo may bring names back.
    """
    before = room.seats.get(player.seat, player)
    named = _without_name(room, before)
    player = replace(player, name=names.free(player.name, named))
    named[names.key(player.name)] = player.seat
    devices = {**room.devices, **dict.fromkeys(player.devices, player.seat)}
    for device in before.devices - player.devices:
        devices.pop(device, None)
    return replace(room, seats={**room.seats, player.seat: player}, named=named, devices=devices)


def _without_name(room: Room, player: Player) -> dict[str, Seat]:
    """Return who bears which name, with this player's free for others."""
    named, key = dict(room.named), names.key(player.name)
    if named.get(key) == player.seat:
        del named[key]
    return named


def waiting_for(room: Room) -> Room:
    """Let the game that is going on know who is not waited for; it may reveal now."""
    table = room.table
    away = frozenset(player.seat for player in room.players if not player.here)
    if table is None or (table.away, table.by_itself) == (away, room.by_itself):
        return room
    table = replace(table, away=away, by_itself=room.by_itself)
    return with_table(room, revealed_if_full(table))


def with_table(room: Room, table: Table) -> Room:
    """Put the game that is going on, or an earlier one, in the place it had."""
    tables = tuple(table if each.number == table.number else each for each in room.tables)
    return replace(room, tables=tables)


def over_unless_last(room: Room, table: Table) -> Table:
    """Return a game that others followed as over, whatever its rules would want now."""
    is_last = room.table is None or table.number == room.table.number
    return table if is_last or table.ask is None else ended(table)


def _joined(room: Room, act: Joined) -> Room:
    device = {act.device} if act.device else set()
    claims = _without(room.claims, act.device)
    seated = replace(_rid(room, act.device), claims=claims, seated=max(room.seated, _whole(act.seat)))
    seated = replace(seated, bots=(*room.bots, act.seat)) if act.bot else seated
    return _seated(seated, Player(act.seat, act.name, frozenset(device), bot=act.bot))


def _whole(seat: Seat) -> int:
    return int(seat) if seat.isascii() and seat.isdigit() else 0


def _seated(room: Room, player: Player) -> Room:
    """Seat a player, absent so far in a game that is going on (G8), or waiting for the next one."""
    room, table = put(room, player), room.table
    if table is None or player.seat in table.record.players:
        return room
    if not room.playing or not games.takes_newcomers(table.record):
        return room
    return with_table(room, with_player(table, player.seat))


def _rid(room: Room, device: Device) -> Room:
    """Have a browser belong to nobody; who has played nothing and has no other browser goes with it."""
    player = room.sits(device)
    if player is None:
        return room
    left = replace(player, devices=player.devices - {device})
    idle = not left.devices and not any(_has_played(table, player.seat) for table in room.tables)
    return waiting_for(put(room, replace(left, away=left.away or idle)))


def _has_played(table: Table, seat: Seat) -> bool:
    return any(seat in row.reveal.plays for row in table.rows) or table.is_in(seat)


def _moved(room: Room, act: Admitted | Moved) -> Room:
    """Give a browser a seat, besides those that the player has."""
    if isinstance(act, Moved):
        room = replace(room, links=room.links | {act.link})
    if room.devices.get(act.device) != act.seat:
        room = _rid(room, act.device)
    player = room.seats[act.seat]
    moved = replace(player, devices=player.devices | {act.device}, away=False)
    return waiting_for(_seated(replace(room, claims=_without(room.claims, act.device)), moved))


def _without(mapping: Mapping[str, T], key: str) -> Mapping[str, T]:
    return {each: value for each, value in mapping.items() if each != key}


def can_merge(room: Room, seat: Seat, into: Seat) -> bool:
    """Tell whether two seats can become one.

    Not where one is a bot, where both hold cards in the same game, nor where too few players would be
    left in one.
    """
    people = {each for each in (seat, into) if each in room.seats and not room.seats[each].bot}
    known = len(people) == 2
    return known and not any(_are_two(table, seat, into) for table in room.tables)


def _are_two(table: Table, seat: Seat, into: Seat) -> bool:
    players = table.record.players
    if not {seat, into} <= set(players):
        return False
    return not games.takes_newcomers(table.record) or len(players) <= games.game(table.record.game).FEWEST


def merged(room: Room, seat: Seat, into: Seat) -> Room:
    """Make one seat of two; where both showed something in a round, what `into` showed counts."""
    old, player = room.seats[seat], room.seats[into]
    both = old.devices | player.devices
    tables = tuple(over_unless_last(room, _table_merged(table, seat, into)) for table in room.tables)
    one = replace(player, devices=both, away=old.away and player.away, out=old.out and player.out)
    seats, named = _without(room.seats, seat), _without_name(room, old)
    room = put(replace(room, seats=seats, named=named, tables=tables), one)
    claims = {device: into if claimed == seat else claimed for device, claimed in room.claims.items()}
    room = waiting_for(replace(room, former={**room.former, seat: old}, claims=claims))
    return with_table(room, revealed_if_full(room.table)) if room.table else room


def _table_merged(table: Table, seat: Seat, into: Seat) -> Table:
    record = table.record
    if seat not in record.players:
        return table
    players = tuple(dict.fromkeys(into if each == seat else each for each in record.players))
    names = {each: into if each == seat else each for each in record.players}
    record = replace(
        record,
        players=players,
        options=options.rename(record.options, names),
        deals=tuple(Deal(_as_one(deal.hands, seat, into), deal.stock) for deal in record.deals),
    )
    return settled(
        replace(
            table,
            rows=tuple(_row_merged(row, seat, into) for row in table.rows),
            hidden=_as_one(table.hidden, seat, into),
            lists=_as_one(table.lists, seat, into),
            ahead=tuple(_act_merged(act, seat, into) for act in table.ahead),
        ),
        record,
    )


def _act_merged(act: InRound, seat: Seat, into: Seat) -> InRound:
    return replace(act, seat=into) if isinstance(act, Showed | Listed) and act.seat == seat else act


def _row_merged(row: Row, seat: Seat, into: Seat) -> Row:
    plays = _as_one(row.reveal.plays, seat, into)
    return replace(
        row,
        reveal=replace(row.reveal, plays=plays),
        corrected=frozenset(into if each == seat else each for each in row.corrected),
    )


def _as_one(plays: Mapping[Seat, T], seat: Seat, into: Seat) -> Mapping[Seat, T]:
    if seat not in plays:
        return plays
    return {into: plays[seat], **_without(plays, seat)}
