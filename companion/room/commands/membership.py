"""Commands about players: their seats, names and phones, and who is away."""

from collections.abc import Set
from dataclasses import replace
from operator import attrgetter

from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.room import events, names
from companion.room.commands.access import (
    Forbidden,
    TooLate,
    by_host,
    find_person,
    find_player,
    own_hand,
    own_seat,
    require_not_blocked,
    require_unused_link,
)
from companion.room.events import Device, Seat
from companion.room.guests import GUESTS, free_guests, guest_number, may_choose_guest
from companion.room.player_reducer import can_merge, crowd_seats, seats_that_played
from companion.room.state import PhoneQuestion, Player, Room
from companion.rules.games.numbers import parse_integer

MAX_PLAYERS = 10_000
"""The most players of one room."""

_MOST_SEATS = 2 * MAX_PLAYERS  # with those who are gone and have never played
_MOST_CLAIMS = 30
_MOST_CHOICES = 12  # of a guest, by the player of a seat


def join_room(
    room: Room, device: Device, name: str, source: str = ""
) -> events.PlayerJoined | events.PlayerReturned | None:
    """Take a seat under a name of 1 to 20 characters; a device that has a seat of its own keeps it.

    `source` is the fingerprint of the address, empty where none is known.
    """
    player = room.player_of(device)
    if player is not None and (device in player.own or not player.own):
        return return_to_room(room, device) if player.away else None
    require_not_blocked(room, device)
    if room.locked:
        raise Forbidden("The room is locked: ask the host to unlock it")
    return replace(newcomer(room, name, device), source=source)


@by_host
def add_player(room: Room, name: str) -> events.PlayerJoined:
    """Add a player who has no phone: the host submits for the player."""
    return newcomer(room, name)


def newcomer(room: Room, name: str, device: Device = "", bot: str = "") -> events.PlayerJoined:
    """Give a new player the next seat; raises `Refused` for a full room, and for what is no name."""
    if len(room.seats) >= _MOST_SEATS or is_full(room, MAX_PLAYERS):
        raise Refused("The room is full: it has {most} players", most=MAX_PLAYERS)
    taken = frozenset[str]().union(*map(names.look_keys, map(attrgetter("name"), room.seats.values())))
    name = names.free_name(names.clean_name(name), lambda each: not taken.isdisjoint(names.look_keys(each)))
    return events.PlayerJoined(str(room.seats_given + 1), name, device, bot)


def is_full(room: Room, most: int) -> bool:
    """Tell whether a room has `most` players; who is gone and has never played leaves a place free."""
    if len(room.seats) < most:
        return False
    gone = {seat for seat, player in room.seats.items() if player.away} - seats_that_played(room.real_games)
    return len(room.seats) - len(gone) >= most


def choose_guest(room: Room, device: Device, typed: str) -> events.GuestChosen | None:
    """Choose how the own seat is drawn, by the number of a guest that nobody else in the room has.

    Raises `TooLate` for one that somebody else has, and after the first reveal.
    """
    seat, number = own_seat(room, device), parse_integer(typed)
    if not may_choose_guest(room):
        raise TooLate("The show is on: you stay who you are")
    if number == guest_number(room, seat):
        return None
    if not 1 <= number <= GUESTS:
        raise Refused("There is no such guest")
    if number not in free_guests(room, seat):
        raise TooLate("Somebody else is that one: choose another")
    if seat in room.guests and room.guests[seat].times >= _MOST_CHOICES:
        raise Refused("You have been enough others tonight: this is you")
    return events.GuestChosen(seat, number)


def choose_free_guest(room: Room, device: Device, typed: str) -> events.GuestChosen | None:
    """Choose a guest as `choose_guest` does; in place of one that was taken since, the next free one."""
    free, wanted = sorted(free_guests(room, own_seat(room, device))), parse_integer(typed)
    return choose_guest(room, device, str(next((number for number in free if number >= wanted), free[0])))


def leave_room(room: Room, device: Device) -> events.PlayerLeft | None:
    """Leave the room: the points stay (G8), and the player may come back."""
    seat = own_seat(room, device)
    return None if room.seats[seat].away else events.PlayerLeft(seat)


def return_to_room(room: Room, device: Device) -> events.PlayerReturned | None:
    """Return to the seat that the player had; with a dealt hand only from a phone that may show it."""
    seat = own_hand(room, device)
    return events.PlayerReturned(seat) if room.seats[seat].away else None


@by_host
def sit_out(room: Room, seat: Seat) -> events.SatOut | None:
    """Stop rounds from waiting for a player; games of cards still wait until they are over (M2, D3, S3)."""
    player = find_player(room, seat)
    return None if player.sits_out else events.SatOut(seat)


@by_host
def sit_in(room: Room, seat: Seat) -> events.SatOut | events.PlayerReturned | None:
    """Make rounds wait for a player again, also for one who had left."""
    player = find_player(room, seat)
    if player.devices & room.blocked:
        raise Refused("Unblock {name} first", name=player.name)
    if player.away:
        return events.PlayerReturned(seat)
    return events.SatOut(seat, out=False) if player.sits_out else None


@by_host
def rename_player(room: Room, seat: Seat, name: str) -> events.PlayerRenamed | None:
    """Give a player another name, which no other player in the room has."""
    player, wanted = find_player(room, seat), names.clean_name(name)
    others = (
        names.look_keys(each_player.name) for each_player in room.seats.values() if each_player != player
    )
    if any(map(names.look_keys(wanted).intersection, others)):
        raise Refused("Somebody else is called {name} already", name=wanted)
    return None if wanted == player.name else events.PlayerRenamed(seat, wanted)


@by_host
def merge_players(room: Room, seat: Seat, into: Seat) -> events.PlayersMerged:
    """Merge two seats into one player; what they showed in different rounds counts together."""
    one, other = find_person(room, seat), find_person(room, into)
    if one == other:
        raise Refused("Choose two different players")
    if not can_merge(room, seat, into):
        template = N_("{one} and {other} are two in a game that needs both: they cannot be one player")
        raise Refused(template, one=one.name, other=other.name)
    for newcomer, holder in ((one, other), (other, one)):
        if not room.hides_hand(newcomer.seat):
            _require_no_host(room, newcomer.devices, holder)
    return events.PlayersMerged(seat, into)


@by_host
def remove_player(room: Room, seat: Seat) -> events.PlayerRemoved | None:
    """Remove a player, who may come back; the points stay (G8)."""
    return None if find_player(room, seat).away else events.PlayerRemoved(seat)


@by_host
def block_player(room: Room, seat: Seat) -> events.PlayerRemoved | None:
    """Remove a player for good, and block the player's browsers."""
    player = find_player(room, seat)
    if not player.devices:
        raise Refused("{name} has no phone that could be blocked", name=player.name)
    if player.devices & room.hosts:
        raise Refused("{name} is host: hand the room over first", name=player.name)
    return None if player.devices <= room.blocked else events.PlayerRemoved(seat, blocked=True)


@by_host
def send_crowd_away(room: Room, source: str, since: str) -> events.CrowdRemoved | None:
    """Remove and block all who came from one source since a seat; None if none of them is there now."""
    event = events.CrowdRemoved(source, parse_integer(since))
    return event if crowd_seats(room, event) else None


@by_host
def send_idle_away(room: Room, since: str) -> events.IdleRemoved | None:
    """Remove all who have joined since a seat and never submitted anything; None if there are none."""
    event = events.IdleRemoved(parse_integer(since))
    return event if crowd_seats(room, event) else None


@by_host
def unblock_player(room: Room, seat: Seat) -> events.PlayerUnblocked | None:
    """Unblock a player; one who was sent away with a crowd is back."""
    is_blocked = seat in room.sent_away or find_player(room, seat).devices & room.blocked
    return events.PlayerUnblocked(seat) if is_blocked else None


def claim_seat(room: Room, device: Device, seat: Seat, source: str = "") -> events.PlayerEvent | None:
    """Claim that an unknown browser belongs to a player; the host accepts or denies it."""
    require_not_blocked(room, device)
    player = find_person(room, seat)
    if room.player_of(device):
        raise Refused("This phone has a seat already")
    _require_no_host(room, {device}, player)
    if not device or (len(room.claims) >= _MOST_CLAIMS and device not in room.claims):
        raise Refused("Too many ask at once: ask the host for a link to your seat")
    if device in room.hosts:
        return events.ClaimAccepted(seat, device)  # a host needs no approval
    claim = room.claims.get(device)
    return None if claim and claim.seat == seat else events.SeatClaimed(seat, device, source)


def ask_to_enter(room: Room, device: Device, source: str, screen: str) -> events.SeatClaimed | None:
    """Ask the host to let a browser in, once; `screen` is "tv" for a TV."""
    if room.locked or device in room.turned_away | room.blocked:
        raise Forbidden("The host does not let you in: scan the QR code on the TV")
    if len(room.claims) >= _MOST_CLAIMS and device not in room.claims:
        raise Refused("Too many ask at once: scan the QR code on the TV")
    return None if device in room.claims else events.SeatClaimed("", device, source, screen)


def withdraw_claim(room: Room, device: Device) -> events.ClaimDenied:
    """Withdraw the claim of a browser, which then joins as a new player, or not at all."""
    _claimed_seat(room, device)
    return events.ClaimDenied(device)


@by_host
def accept_claim(room: Room, claimant: Device) -> events.ClaimAccepted:
    """Accept the claim of a browser."""
    seat = _claimed_seat(room, claimant)
    if seat:  # and not only into the room
        _require_no_host(room, {claimant}, room.seats[seat])
    return events.ClaimAccepted(seat, claimant)


@by_host
def deny_claim(room: Room, claimant: Device) -> events.ClaimDenied:
    """Deny the claim of a browser, or `all` claims."""
    return events.ClaimDenied("") if claimant == "all" and room.claims else withdraw_claim(room, claimant)


def _claimed_seat(room: Room, claimant: Device) -> Seat:
    if claimant not in room.claims:
        raise TooLate("That was answered already")
    return room.claims[claimant].seat


def link_device(
    room: Room, device: Device, seat: Seat, link: str, giver: Device = ""
) -> events.DeviceLinked | None:
    """Continue with another browser, by a personal link that works once.

    `giver` is the fingerprint of the browser that made the link, or its beginning.
    """
    player = find_player(room, seat)
    require_not_blocked(room, device)
    if device in player.devices:
        return None
    if player.devices & room.blocked:
        raise Forbidden("The host has blocked {name} from the room", name=player.name)
    _require_no_host(room, {device}, player)
    held = room.player_of(device)
    if held and room.hides_hand(held.seat):  # from seat to seat a browser could see all hands
        raise Forbidden("You hold cards of this game as {name}: play it to its end first", name=held.name)
    require_unused_link(room, link)
    givers = (
        each_device
        for each_device in (*player.devices, *room.hosts)
        if giver and each_device.startswith(giver)
    )
    return events.DeviceLinked(seat, device, link, next(givers, ""))


def answer_takeover(room: Room, device: Device, phone: Device, answer: str) -> events.PhoneVouched:
    """Say whether a phone that has taken the seat is the player's own: `yes` or `no`, which sends it away."""
    player = room.seats[own_seat(room, device)]
    if PhoneQuestion(phone, device) not in player.questions:
        raise TooLate("That was answered already")
    if answer not in ("yes", "no"):
        raise Refused("Say yes or no")
    return events.PhoneVouched(player.seat, phone, is_own=answer == "yes")


def _require_no_host(room: Room, devices: Set[Device], holder: Player) -> None:
    """Raise `Forbidden` where a browser of a host would see the hand that the app dealt to a player.

    Whoever has a phone that fails goes on with another one, with the consent of the host: by a personal link,
    by a claim, or by joining anew and being merged. A host may be playing, and could consent to what he or
    she asks for; so while hands are secret, no browser that is host gets one that it did not have. A host
    whose own phone fails uses another phone too, or has a bot play on.
    """
    if devices & room.hosts and room.hides_hand(holder.seat):
        raise Forbidden(
            "The cards are dealt: the hand of {name} cannot go to the browser of a host", name=holder.name
        )
