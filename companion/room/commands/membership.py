"""Moves about people: who sits where, under which name and with which phone, and who is away."""

from companion.i18n.errors import Refused
from companion.room import events, names
from companion.room.commands.access import Forbidden, TooLate, find_player, require_host, require_not_blocked
from companion.room.events import Device, Seat
from companion.room.player_reducer import can_merge
from companion.room.state import Player, Room

MAX_PLAYERS = 2000
"""The players of one room: more is no party."""

_MOST_CLAIMS = 30


def join_room(room: Room, device: Device, name: str) -> events.PlayerJoined | events.PlayerReturned | None:
    """Take a seat under a name of 1 to 20 characters; a device that has a seat keeps it."""
    player = room.player_of(device)
    if player is not None:
        return return_to_room(room, device) if player.away else None
    require_not_blocked(room, device)
    if room.locked:
        raise Forbidden("The room is locked: ask the host to unlock it")
    return _newcomer(room, device, name)


def add_player(room: Room, device: Device, name: str) -> events.PlayerJoined:
    """Seat somebody who has no phone: the host lays for him or her."""
    require_host(room, device)
    return _newcomer(room, "", name)


def _newcomer(room: Room, device: Device, name: str) -> events.PlayerJoined:
    if len(room.seats) >= MAX_PLAYERS:
        raise Refused("The room is full: it has {most} players", most=MAX_PLAYERS)
    return events.PlayerJoined(
        str(room.seats_given + 1), names.free_name(names.clean_name(name), room.seat_by_name), device
    )


def leave_room(room: Room, device: Device) -> events.PlayerLeft | None:
    """Leave the room: the points stay (G8), and the player may come back."""
    player = _own(room, device)
    return None if player.away else events.PlayerLeft(player.seat)


def return_to_room(room: Room, device: Device) -> events.PlayerReturned | None:
    """Come back to the seat that a player had."""
    player = _own(room, device)
    require_not_blocked(room, device)
    return events.PlayerReturned(player.seat) if player.away else None


def _own(room: Room, device: Device) -> Player:
    player = room.player_of(device)
    if player is None:
        raise Forbidden("You have no seat in this room: join first")
    return player


def sit_out(room: Room, device: Device, seat: Seat) -> events.SatOut | None:
    """Have rounds not wait for a player; games of cards do until they are over (M2, D3, S3)."""
    require_host(room, device)
    player = find_player(room, seat)
    return None if player.sits_out else events.SatOut(seat)


def sit_in(room: Room, device: Device, seat: Seat) -> events.SatIn | events.PlayerReturned | None:
    """Have rounds wait for a player again, also for one who had left."""
    require_host(room, device)
    player = find_player(room, seat)
    if player.devices & room.blocked:
        raise Refused("{name} is blocked: unblock him or her first", name=player.name)
    if player.away:
        return events.PlayerReturned(seat)
    return events.SatIn(seat) if player.sits_out else None


def rename_player(room: Room, device: Device, seat: Seat, name: str) -> events.PlayerRenamed | None:
    """Give a player another name, which nobody else in the room has."""
    require_host(room, device)
    player, wanted = find_player(room, seat), names.clean_name(name)
    if room.seat_by_name.get(names.name_key(wanted), seat) != seat:
        raise Refused("Somebody else is called {name} already", name=wanted)
    return None if wanted == player.name else events.PlayerRenamed(seat, wanted)


def merge_players(room: Room, device: Device, seat: Seat, into: Seat) -> events.PlayersMerged:
    """Make one player of two seats; what they showed in different rounds counts together."""
    require_host(room, device)
    one, other = find_player(room, seat), find_player(room, into)
    if one == other:
        raise Refused("Choose two players: {name} cannot be merged with himself or herself", name=one.name)
    for each in (one, other):
        if each.bot:
            raise Refused("{name} is a bot, and cannot be merged with anybody", name=each.name)
    if not can_merge(room, seat, into):
        raise Refused(
            "{one} and {other} are two in a game that needs both: they cannot be one player",
            one=one.name,
            other=other.name,
        )
    return events.PlayersMerged(seat, into)


def remove_player(room: Room, device: Device, seat: Seat) -> events.PlayerRemoved | None:
    """Send a player away, who may come back; the points stay (G8)."""
    require_host(room, device)
    return None if find_player(room, seat).away else events.PlayerRemoved(seat)


def block_player(room: Room, device: Device, seat: Seat) -> events.PlayerBlocked | None:
    """Send a player away for good, with the browsers that he or she plays with."""
    require_host(room, device)
    player = find_player(room, seat)
    if not player.devices:
        raise Refused("{name} has no phone that could be blocked", name=player.name)
    if player.devices & room.hosts:
        raise Refused("{name} is host: hand the room over first", name=player.name)
    return None if player.devices <= room.blocked else events.PlayerBlocked(seat)


def unblock_player(room: Room, device: Device, seat: Seat) -> events.PlayerUnblocked | None:
    """Let a player in again who was barred."""
    require_host(room, device)
    return events.PlayerUnblocked(seat) if find_player(room, seat).devices & room.blocked else None


def claim_seat(room: Room, device: Device, seat: Seat) -> events.SeatClaimed | events.ClaimAccepted | None:
    """Say that a browser that nobody knows belongs to a player: the host is asked."""
    player = find_player(room, seat)
    require_not_blocked(room, device)
    if player.bot:
        raise Refused("{name} is a bot", name=player.name)
    if room.player_of(device):
        raise Refused("This phone has a seat already")
    if not device or (len(room.claims) >= _MOST_CLAIMS and device not in room.claims):
        raise Refused("Too many ask at once: ask the host for a link to your seat")
    if device in room.hosts:
        return events.ClaimAccepted(seat, device)  # nobody else is to be asked
    return None if room.claims.get(device) == player.seat else events.SeatClaimed(seat, device)


def withdraw_claim(room: Room, device: Device) -> events.ClaimDenied | None:
    """Claim no seat any more: whoever asked joins as somebody else, or not at all."""
    return events.ClaimDenied(device) if device in room.claims else None


def accept_claim(room: Room, device: Device, claimant: Device) -> events.ClaimAccepted:
    """Let a browser have the seat that it claims."""
    require_host(room, device)
    return events.ClaimAccepted(_claimed(room, claimant), claimant)


def deny_claim(room: Room, device: Device, claimant: Device) -> events.ClaimDenied:
    """Refuse a browser the seat that it claims."""
    require_host(room, device)
    _claimed(room, claimant)
    return events.ClaimDenied(claimant)


def _claimed(room: Room, claimant: Device) -> Seat:
    if claimant not in room.claims:
        raise TooLate("That was answered already")
    return room.claims[claimant]


def link_device(room: Room, device: Device, seat: Seat, link: str) -> events.DeviceLinked | None:
    """Go on with another browser, by a personal link that works once."""
    player = find_player(room, seat)
    require_not_blocked(room, device)
    if device in player.devices:
        return None
    if player.devices & room.blocked:
        raise Forbidden("The host has blocked {name} from the room", name=player.name)
    if link in room.links:
        raise TooLate("This link was used already: ask for a new one")
    return events.DeviceLinked(seat, device, link)
