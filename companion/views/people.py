"""Players as screens name them."""

from collections.abc import Iterable

from companion.acts import Seat
from companion.journal import Room
from companion.score import Because
from companion.words import isolated, listing, tell


def names(room: Room, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names of the people on these seats."""
    return tuple(isolated(room.name(seat)) for seat in seats)


def person(room: Room, seat: Seat) -> str:
    """Name one of the people as sentences do."""
    return persons(names(room, [seat]))


def persons(names: Iterable[str]) -> str:
    """List people of these names as sentences do."""
    return listing(tell("{person}", person=name) for name in names)


def sentences(room: Room, reasons: Iterable[Because]) -> tuple[str, ...]:
    """Say reasons with the names of the people."""
    return tuple(because.sentence(lambda seat: isolated(room.name(seat))) for because in reasons)
