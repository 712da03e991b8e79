"""Players as screens name them."""

from collections.abc import Iterable

from companion.acts import Seat
from companion.journal import Room
from companion.score import Because
from companion.words import count, isolated, listing, tell

_CROWD = 40
"""The most players of a room of whom every one is shown by name."""
MOST_NAMED = 4
"""People whom a headline names; more are counted."""
_NAMED = 5  # of a crowd, who are alike, before the others are counted


def is_crowd(room: Room) -> bool:
    """Tell whether there are so many players that screens show those who are alike together."""
    return len(room.seats) > _CROWD


def few(room: Room, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names of the people on these seats; of a crowd the first ones, and how many others."""
    everybody = tuple(seats)
    if not is_crowd(room) or len(everybody) <= _NAMED + 1:
        return names(room, everybody)
    others = count(len(everybody) - _NAMED, "{n} more", "{n} more")
    return (*names(room, everybody[:_NAMED]), others)


def names(room: Room, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names of the people on these seats."""
    return tuple(isolated(room.name(seat)) for seat in seats)


def person(room: Room, seat: Seat) -> str:
    """Name one of the people as sentences do."""
    return persons(names(room, [seat]))


def persons(names: Iterable[str]) -> str:
    """List people of these names as sentences do."""
    return listing(tell("{person}", person=name) for name in names)


def sentences(room: Room, reasons: Iterable[Because], most: int | None = None) -> tuple[str, ...]:
    """Say reasons with the names of the people: in each of all, or of `most`; of a crowd always of few."""
    most = most or (_NAMED if is_crowd(room) else None)
    return tuple(because.sentence(lambda seat: isolated(room.name(seat)), most) for because in reasons)
