"""Moves about people: who sits where, under which name and with which phone, and who is away."""

from companion import journal, names
from companion.acts import (
    Admitted,
    Barred,
    Claimed,
    Denied,
    Device,
    Joined,
    Left,
    Merged,
    Moved,
    Removed,
    Renamed,
    Returned,
    SatIn,
    SatOut,
    Seat,
    Unbarred,
)
from companion.journal import Player, Room
from companion.moves.asking import Forbidden, TooLate, host, seated, welcome
from companion.score import Refused

MOST = 2000
"""The players of one room: more is no party."""

_MOST_CLAIMS = 30


def join(room: Room, device: Device, name: str) -> Joined | Returned | None:
    """Take a seat under a name of 1 to 20 characters; a device that has a seat keeps it."""
    player = room.sits(device)
    if player is not None:
        return come_back(room, device) if player.away else None
    welcome(room, device)
    if room.locked:
        raise Forbidden("The room is locked: ask the host to let you in")
    return _newcomer(room, device, name)


def add(room: Room, device: Device, name: str) -> Joined:
    """Seat somebody who has no phone: the host lays for him or her."""
    host(room, device)
    return _newcomer(room, "", name)


def _newcomer(room: Room, device: Device, name: str) -> Joined:
    if len(room.seats) >= MOST:
        raise Refused("The room is full: it has {most} players", most=MOST)
    return Joined(str(room.seated + 1), names.free(names.clean(name), room.named), device)


def leave(room: Room, device: Device) -> Left | None:
    """Leave the room: the points stay (G8), and the player may come back."""
    player = _own(room, device)
    return None if player.away else Left(player.seat)


def come_back(room: Room, device: Device) -> Returned | None:
    """Come back to the seat that a player had."""
    player = _own(room, device)
    welcome(room, device)
    return Returned(player.seat) if player.away else None


def _own(room: Room, device: Device) -> Player:
    player = room.sits(device)
    if player is None:
        raise Forbidden("You have no seat in this room: join first")
    return player


def sit_out(room: Room, device: Device, seat: Seat) -> SatOut | None:
    """Have rounds not wait for a player; games of cards do until they are over (M2, D3, S3)."""
    host(room, device)
    player = seated(room, seat)
    return None if player.out else SatOut(seat)


def sit_in(room: Room, device: Device, seat: Seat) -> SatIn | Returned | None:
    """Have rounds wait for a player again, also for one who had left."""
    host(room, device)
    player = seated(room, seat)
    if player.devices & room.barred:
        raise Refused("{name} is barred: let him or her in again first", name=player.name)
    if player.away:
        return Returned(seat)
    return SatIn(seat) if player.out else None


def rename(room: Room, device: Device, seat: Seat, name: str) -> Renamed | None:
    """Give a player another name, which nobody else in the room has."""
    host(room, device)
    player, wanted = seated(room, seat), names.clean(name)
    if room.named.get(names.key(wanted), seat) != seat:
        raise Refused("Somebody else is called {name} already", name=wanted)
    return None if wanted == player.name else Renamed(seat, wanted)


def merge(room: Room, device: Device, seat: Seat, into: Seat) -> Merged:
    """Make one player of two seats; what they showed in different rounds counts together."""
    host(room, device)
    one, other = seated(room, seat), seated(room, into)
    if one == other:
        raise Refused("Choose two players: {name} cannot be merged with himself or herself", name=one.name)
    for each in (one, other):
        if each.bot:
            raise Refused("{name} is a bot, and cannot be merged with anybody", name=each.name)
    if not journal.can_merge(room, seat, into):
        raise Refused(
            "{one} and {other} are two in a game that needs both: they cannot be one player",
            one=one.name,
            other=other.name,
        )
    return Merged(seat, into)


def remove(room: Room, device: Device, seat: Seat) -> Removed | None:
    """Send a player away, who may come back; the points stay (G8)."""
    host(room, device)
    return None if seated(room, seat).away else Removed(seat)


def bar(room: Room, device: Device, seat: Seat) -> Barred | None:
    """Send a player away for good, with the browsers that he or she plays with."""
    host(room, device)
    player = seated(room, seat)
    if not player.devices:
        raise Refused("{name} has no phone that could be barred", name=player.name)
    if player.devices & room.hosts:
        raise Refused("{name} is host: hand the room over first", name=player.name)
    return None if player.devices <= room.barred else Barred(seat)


def unbar(room: Room, device: Device, seat: Seat) -> Unbarred | None:
    """Let a player in again who was barred."""
    host(room, device)
    return Unbarred(seat) if seated(room, seat).devices & room.barred else None


def claim(room: Room, device: Device, seat: Seat) -> Claimed | Admitted | None:
    """Say that a browser that nobody knows belongs to a player: the host is asked."""
    player = seated(room, seat)
    welcome(room, device)
    if player.bot:
        raise Refused("{name} is a bot", name=player.name)
    if room.sits(device):
        raise Refused("This phone has a seat already")
    if not device or (len(room.claims) >= _MOST_CLAIMS and device not in room.claims):
        raise Refused("Too many ask at once: ask the host for a link to your seat")
    if device in room.hosts:
        return Admitted(seat, device)  # nobody else is to be asked
    return None if room.claims.get(device) == player.seat else Claimed(seat, device)


def withdraw(room: Room, device: Device) -> Denied | None:
    """Claim no seat any more: whoever asked joins as somebody else, or not at all."""
    return Denied(device) if device in room.claims else None


def admit(room: Room, device: Device, claimant: Device) -> Admitted:
    """Let a browser have the seat that it claims."""
    host(room, device)
    return Admitted(_claimed(room, claimant), claimant)


def deny(room: Room, device: Device, claimant: Device) -> Denied:
    """Refuse a browser the seat that it claims."""
    host(room, device)
    _claimed(room, claimant)
    return Denied(claimant)


def _claimed(room: Room, claimant: Device) -> Seat:
    if claimant not in room.claims:
        raise TooLate("That was answered already")
    return room.claims[claimant]


def move(room: Room, device: Device, seat: Seat, link: str) -> Moved | None:
    """Go on with another browser, by a personal link that works once."""
    player = seated(room, seat)
    welcome(room, device)
    if device in player.devices:
        return None
    if player.devices & room.barred:
        raise Forbidden("The host has barred {name} from the room", name=player.name)
    if link in room.links:
        raise TooLate("This link was used already: ask for a new one")
    return Moved(seat, device, link)
