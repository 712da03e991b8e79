"""Guests: how seats are drawn, by numbers. A seat is drawn by its own number, or as its player has chosen."""

from companion.room import events
from companion.room.events import Seat
from companion.room.fast_replace import replace
from companion.room.state import ChosenGuest, Room, seat_number

GUESTS = 96
"""How many guests differ: seat 97 is drawn as seat 1 is."""


def guest_number(room: Room, seat: Seat) -> int:
    """Return the number of the guest of a seat."""
    chosen = room.guests.get(seat)
    return chosen.number if chosen else (seat_number(seat) - 1) % GUESTS + 1


def free_guests(room: Room, seat: Seat) -> tuple[int, ...]:
    """Return the guests that nobody on another seat has, that of the seat first and then going round.

    They are all free where none is left, and in a crowd.
    """
    own = guest_number(room, seat)
    numbers = (*range(own, GUESTS + 1), *range(1, own))
    others = room.seats.keys() - {seat} if len(room.seats) <= GUESTS else ()
    taken = {guest_number(room, other) for other in others}
    return tuple(number for number in numbers if number not in taken) or numbers


def offered_guests(room: Room, seat: Seat) -> tuple[int, ...]:
    """Return the guests that the player of a seat can be: after the first reveal of the evening just one."""
    free = free_guests(room, seat)
    return free if may_choose_guest(room) else free[:1]


def choose_guest(room: Room, event: events.GuestChosen) -> Room:
    """Have a seat drawn as its player has chosen."""
    if event.seat not in room.seats or not 1 <= event.guest <= GUESTS:
        return room
    before = room.guests.get(event.seat)
    chosen = ChosenGuest(event.guest, before.times + 1 if before else 1)
    return replace(room, guests={**room.guests, event.seat: chosen})


def give_free_guest(room: Room, seat: Seat) -> Room:
    """Give who comes in the next free guest, where somebody has chosen that of the seat."""
    if not room.guests:
        return room
    [number, *_] = free_guests(room, seat)
    if number == guest_number(room, seat):
        return room
    return replace(room, guests={**room.guests, seat: ChosenGuest(number)})


def may_choose_guest(room: Room) -> bool:
    """Tell whether players may choose their guests: until the first reveal of the evening."""
    return not (room.is_closed or any(game.rounds for game in room.games))
