"""People coming, going, changing their phone or their name, as a room follows it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from companion.room import events, names
from companion.room.events import Device, Seat
from companion.room.game_state import GameState, PlayedRound, add_player_to_game, end_now, rescore
from companion.room.round_reducer import reveal_if_complete
from companion.room.state import Player, Room
from companion.rules.games import options
from companion.rules.results import Deal

T = TypeVar("T")


def apply_player_event(room: Room, event: events.PlayerEvent) -> Room:
    """Follow an act about people; one that means nothing gives back the same room."""
    match event:
        case events.PlayerJoined() if event.seat not in room.seats and event.seat not in room.former:
            return _joined(room, event)
        case events.PlayersMerged():
            return (
                merge_seats(room, event.seat, event.into) if can_merge(room, event.seat, event.into) else room
            )
        case events.SeatClaimed() if event.seat in room.seats and not room.player_of(event.device):
            return replace(room, claims={**room.claims, event.device: event.seat})
        case events.ClaimDenied() if event.device in room.claims:
            return replace(room, claims=_without(room.claims, event.device))
        case events.ClaimAccepted() | events.DeviceLinked() if event.seat in room.seats:
            return _moved(room, event)
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
            player = room.seats.get(event.seat)
            return _changed(room, player, event) if player else room
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


def _changed(room: Room, player: Player, event: _OfOne) -> Room:
    match event:
        case events.PlayerUnblocked():
            room = replace(room, blocked=room.blocked - player.devices)
            return update_waiting(_seated(room, replace(player, away=False)))
        case events.PlayerRenamed():
            return put_player(room, replace(player, name=event.name))
        case events.SatOut():
            return update_waiting(put_player(room, replace(player, sits_out=True)))
        case events.SatIn():
            return update_waiting(_seated(room, replace(player, sits_out=False)))
        case events.PlayerReturned():
            return update_waiting(_seated(room, replace(player, away=False, sits_out=False)))
        case events.PlayerBlocked():
            room = replace(room, blocked=room.blocked | player.devices)
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
    return replace(room, seats={**room.seats, player.seat: player}, seat_by_name=named, devices=devices)


def _without_name(room: Room, player: Player) -> dict[str, Seat]:
    """Return who bears which name, with this player's free for others."""
    named, key = dict(room.seat_by_name), names.name_key(player.name)
    if named.get(key) == player.seat:
        del named[key]
    return named


def update_waiting(room: Room) -> Room:
    """Let the game that is going on know who is not waited for; it may reveal now."""
    game = room.current_game
    away = frozenset(player.seat for player in room.players if not player.is_present)
    if game is None or (game.away, game.auto_reveal) == (away, room.auto_reveal):
        return room
    game = replace(game, away=away, auto_reveal=room.auto_reveal)
    return with_game(room, reveal_if_complete(game))


def with_game(room: Room, game: GameState) -> Room:
    """Put the game that is going on, or an earlier one, in the place it had."""
    tables = tuple(game if each.number == game.number else each for each in room.games)
    return replace(room, games=tables)


def over_unless_last(room: Room, game: GameState) -> GameState:
    """Return a game that others followed as over, whatever its rules would want now."""
    is_last = room.current_game is None or game.number == room.current_game.number
    return game if is_last or game.next_round is None else end_now(game)


def _joined(room: Room, event: events.PlayerJoined) -> Room:
    device = {event.device} if event.device else set()
    claims = _without(room.claims, event.device)
    seated = replace(
        _rid(room, event.device), claims=claims, seats_given=max(room.seats_given, _whole(event.seat))
    )
    seated = replace(seated, bots=(*room.bots, event.seat)) if event.bot else seated
    return _seated(seated, Player(event.seat, event.name, frozenset(device), bot=event.bot))


def _whole(seat: Seat) -> int:
    return int(seat) if seat.isascii() and seat.isdigit() else 0


def _seated(room: Room, player: Player) -> Room:
    """Seat a player, absent so far in a game that is going on (G8), or waiting for the next one."""
    room, game = put_player(room, player), room.current_game
    if game is None or player.seat in game.record.players:
        return room
    if not room.is_playing or not game.record.rules.takes_newcomers:
        return room
    return with_game(room, add_player_to_game(game, player.seat))


def _rid(room: Room, device: Device) -> Room:
    """Have a browser belong to nobody; who has played nothing and has no other browser goes with it."""
    player = room.player_of(device)
    if player is None:
        return room
    left = replace(player, devices=player.devices - {device})
    idle = not left.devices and not any(_has_played(game, player.seat) for game in room.games)
    return update_waiting(put_player(room, replace(left, away=left.away or idle)))


def _has_played(game: GameState, seat: Seat) -> bool:
    return any(seat in row.reveal.plays for row in game.rounds) or game.has_submitted(seat)


def _moved(room: Room, event: events.ClaimAccepted | events.DeviceLinked) -> Room:
    """Give a browser a seat, besides those that the player has."""
    if isinstance(event, events.DeviceLinked):
        room = replace(room, links=room.links | {event.link})
    if room.devices.get(event.device) != event.seat:
        room = _rid(room, event.device)
    player = room.seats[event.seat]
    moved = replace(player, devices=player.devices | {event.device}, away=False)
    return update_waiting(_seated(replace(room, claims=_without(room.claims, event.device)), moved))


def _without(mapping: Mapping[str, T], key: str) -> Mapping[str, T]:
    return {each: value for each, value in mapping.items() if each != key}


def can_merge(room: Room, seat: Seat, into: Seat) -> bool:
    """Tell whether two seats can become one.

    Not where one is a bot, where both hold cards in the same game, nor where too few players would be
    left in one.
    """
    people = {each for each in (seat, into) if each in room.seats and not room.seats[each].bot}
    known = len(people) == 2
    return known and not any(_are_two(game, seat, into) for game in room.games)


def _are_two(game: GameState, seat: Seat, into: Seat) -> bool:
    players = game.record.players
    if not {seat, into} <= set(players):
        return False
    return not game.record.rules.takes_newcomers or len(players) <= game.record.rules.min_players


def merge_seats(room: Room, seat: Seat, into: Seat) -> Room:
    """Make one seat of two; where both showed something in a round, what `into` showed counts."""
    old, player = room.seats[seat], room.seats[into]
    both = old.devices | player.devices
    tables = tuple(over_unless_last(room, _table_merged(game, seat, into)) for game in room.games)
    one = replace(
        player, devices=both, away=old.away and player.away, sits_out=old.sits_out and player.sits_out
    )
    seats, named = _without(room.seats, seat), _without_name(room, old)
    room = put_player(replace(room, seats=seats, seat_by_name=named, games=tables), one)
    claims = {device: into if claimed == seat else claimed for device, claimed in room.claims.items()}
    room = update_waiting(replace(room, former={**room.former, seat: old}, claims=claims))
    return with_game(room, reveal_if_complete(room.current_game)) if room.current_game else room


def _table_merged(game: GameState, seat: Seat, into: Seat) -> GameState:
    record = game.record
    if seat not in record.players:
        return game
    players = tuple(dict.fromkeys(into if each == seat else each for each in record.players))
    names = {each: into if each == seat else each for each in record.players}
    record = replace(
        record,
        players=players,
        rules=options.rename_option_players(record.rules, names),
        deals=tuple(Deal(_as_one(deal.hands, seat, into), deal.stock) for deal in record.deals),
    )
    return rescore(
        replace(
            game,
            rounds=tuple(_row_merged(row, seat, into) for row in game.rounds),
            hidden=_as_one(game.hidden, seat, into),
            lists=_as_one(game.lists, seat, into),
            queued=tuple(_act_merged(event, seat, into) for event in game.queued),
        ),
        record,
    )


def _act_merged(event: events.RoundEvent, seat: Seat, into: Seat) -> events.RoundEvent:
    return (
        replace(event, seat=into)
        if isinstance(event, events.PlaySubmitted | events.ListSubmitted) and event.seat == seat
        else event
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
