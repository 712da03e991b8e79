"""People coming, going, changing their phone or their name, as a room follows it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from companion.room import events, names
from companion.room.events import Device, Seat
from companion.room.game_state import GameState, PlayedRound, add_player_to_game, end_now, rescore
from companion.room.round_reducer import reveal_if_complete
from companion.room.state import Player, Room
from companion.rules import games
from companion.rules.games import options
from companion.rules.results import Deal

T = TypeVar("T")


def apply_player_event(room: Room, act: events.PlayerEvent) -> Room:
    """Follow an act about people; one that means nothing gives back the same room."""
    match act:
        case events.PlayerJoined() if act.seat not in room.seats and act.seat not in room.former:
            return _joined(room, act)
        case events.PlayersMerged():
            return merge_seats(room, act.seat, act.into) if can_merge(room, act.seat, act.into) else room
        case events.SeatClaimed() if act.seat in room.seats and not room.sits(act.device):
            return replace(room, claims={**room.claims, act.device: act.seat})
        case events.ClaimDenied() if act.device in room.claims:
            return replace(room, claims=_without(room.claims, act.device))
        case events.ClaimAccepted() | events.DeviceLinked() if act.seat in room.seats:
            return _moved(room, act)
        case (
            events.PlayerLeft()
            | events.PlayerReturned()
            | events.SatOut()
            | events.SatIn()
            | events.PlayerRenamed()
            | events.PlayerRemoved()
            | events.PlayerBlocked()
            | events.PlayerUnblocked()
        ):
            player = room.seats.get(act.seat)
            return _changed(room, player, act) if player else room
    return room


_OfOne = (
    events.PlayerLeft
    | events.PlayerReturned
    | events.SatOut
    | events.SatIn
    | events.PlayerRenamed
    | events.PlayerRemoved
    | events.PlayerBlocked
    | events.PlayerUnblocked
)


def _changed(room: Room, player: Player, act: _OfOne) -> Room:
    match act:
        case events.PlayerUnblocked():
            room = replace(room, barred=room.barred - player.devices)
            return update_waiting(_seated(room, replace(player, away=False)))
        case events.PlayerRenamed():
            return put_player(room, replace(player, name=act.name))
        case events.SatOut():
            return update_waiting(put_player(room, replace(player, out=True)))
        case events.SatIn():
            return update_waiting(_seated(room, replace(player, out=False)))
        case events.PlayerReturned():
            return update_waiting(_seated(room, replace(player, away=False, out=False)))
        case events.PlayerBlocked():
            room = replace(room, barred=room.barred | player.devices)
    return update_waiting(put_player(room, replace(player, away=True)))


def put_player(room: Room, player: Player) -> Room:
    """Have a player be as given from now on, with these browsers.

    A name that somebody else has got meanwhile has a number behind it: an undo may bring names back.
    """
    before = room.seats.get(player.seat, player)
    named = _without_name(room, before)
    player = replace(player, name=names.free_name(player.name, named))
    named[names.name_key(player.name)] = player.seat
    devices = {**room.devices, **dict.fromkeys(player.devices, player.seat)}
    for device in before.devices - player.devices:
        devices.pop(device, None)
    return replace(room, seats={**room.seats, player.seat: player}, named=named, devices=devices)


def _without_name(room: Room, player: Player) -> dict[str, Seat]:
    """Return who bears which name, with this player's free for others."""
    named, key = dict(room.named), names.name_key(player.name)
    if named.get(key) == player.seat:
        del named[key]
    return named


def update_waiting(room: Room) -> Room:
    """Let the game that is going on know who is not waited for; it may reveal now."""
    table = room.table
    away = frozenset(player.seat for player in room.players if not player.here)
    if table is None or (table.away, table.by_itself) == (away, room.by_itself):
        return room
    table = replace(table, away=away, by_itself=room.by_itself)
    return with_game(room, reveal_if_complete(table))


def with_game(room: Room, table: GameState) -> Room:
    """Put the game that is going on, or an earlier one, in the place it had."""
    tables = tuple(table if each.number == table.number else each for each in room.tables)
    return replace(room, tables=tables)


def over_unless_last(room: Room, table: GameState) -> GameState:
    """Return a game that others followed as over, whatever its rules would want now."""
    is_last = room.table is None or table.number == room.table.number
    return table if is_last or table.ask is None else end_now(table)


def _joined(room: Room, act: events.PlayerJoined) -> Room:
    device = {act.device} if act.device else set()
    claims = _without(room.claims, act.device)
    seated = replace(_rid(room, act.device), claims=claims, seated=max(room.seated, _whole(act.seat)))
    seated = replace(seated, bots=(*room.bots, act.seat)) if act.bot else seated
    return _seated(seated, Player(act.seat, act.name, frozenset(device), bot=act.bot))


def _whole(seat: Seat) -> int:
    return int(seat) if seat.isascii() and seat.isdigit() else 0


def _seated(room: Room, player: Player) -> Room:
    """Seat a player, absent so far in a game that is going on (G8), or waiting for the next one."""
    room, table = put_player(room, player), room.table
    if table is None or player.seat in table.record.players:
        return room
    if not room.playing or not games.takes_newcomers(table.record):
        return room
    return with_game(room, add_player_to_game(table, player.seat))


def _rid(room: Room, device: Device) -> Room:
    """Have a browser belong to nobody; who has played nothing and has no other browser goes with it."""
    player = room.sits(device)
    if player is None:
        return room
    left = replace(player, devices=player.devices - {device})
    idle = not left.devices and not any(_has_played(table, player.seat) for table in room.tables)
    return update_waiting(put_player(room, replace(left, away=left.away or idle)))


def _has_played(table: GameState, seat: Seat) -> bool:
    return any(seat in row.reveal.plays for row in table.rows) or table.is_in(seat)


def _moved(room: Room, act: events.ClaimAccepted | events.DeviceLinked) -> Room:
    """Give a browser a seat, besides those that the player has."""
    if isinstance(act, events.DeviceLinked):
        room = replace(room, links=room.links | {act.link})
    if room.devices.get(act.device) != act.seat:
        room = _rid(room, act.device)
    player = room.seats[act.seat]
    moved = replace(player, devices=player.devices | {act.device}, away=False)
    return update_waiting(_seated(replace(room, claims=_without(room.claims, act.device)), moved))


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


def _are_two(table: GameState, seat: Seat, into: Seat) -> bool:
    players = table.record.players
    if not {seat, into} <= set(players):
        return False
    return (
        not games.takes_newcomers(table.record) or len(players) <= games.find_game(table.record.game).FEWEST
    )


def merge_seats(room: Room, seat: Seat, into: Seat) -> Room:
    """Make one seat of two; where both showed something in a round, what `into` showed counts."""
    old, player = room.seats[seat], room.seats[into]
    both = old.devices | player.devices
    tables = tuple(over_unless_last(room, _table_merged(table, seat, into)) for table in room.tables)
    one = replace(player, devices=both, away=old.away and player.away, out=old.out and player.out)
    seats, named = _without(room.seats, seat), _without_name(room, old)
    room = put_player(replace(room, seats=seats, named=named, tables=tables), one)
    claims = {device: into if claimed == seat else claimed for device, claimed in room.claims.items()}
    room = update_waiting(replace(room, former={**room.former, seat: old}, claims=claims))
    return with_game(room, reveal_if_complete(room.table)) if room.table else room


def _table_merged(table: GameState, seat: Seat, into: Seat) -> GameState:
    record = table.record
    if seat not in record.players:
        return table
    players = tuple(dict.fromkeys(into if each == seat else each for each in record.players))
    names = {each: into if each == seat else each for each in record.players}
    record = replace(
        record,
        players=players,
        options=options.rename_option_players(record.options, names),
        deals=tuple(Deal(_as_one(deal.hands, seat, into), deal.stock) for deal in record.deals),
    )
    return rescore(
        replace(
            table,
            rows=tuple(_row_merged(row, seat, into) for row in table.rows),
            hidden=_as_one(table.hidden, seat, into),
            lists=_as_one(table.lists, seat, into),
            ahead=tuple(_act_merged(act, seat, into) for act in table.ahead),
        ),
        record,
    )


def _act_merged(act: events.RoundEvent, seat: Seat, into: Seat) -> events.RoundEvent:
    return (
        replace(act, seat=into)
        if isinstance(act, events.PlaySubmitted | events.ListSubmitted) and act.seat == seat
        else act
    )


def _row_merged(row: PlayedRound, seat: Seat, into: Seat) -> PlayedRound:
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
