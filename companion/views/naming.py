"""Players as screens name them."""

from collections.abc import Iterable

from companion.i18n.messages import bidi_isolate, format_count, format_list, translate
from companion.room.events import Seat
from companion.room.state import Room
from companion.rules.results import Reason

_CROWD = 40
"""The most players of a room of whom every one is shown by name."""
MOST_NAMED = 4
"""People whom a headline names; more are counted."""
_NAMED = 5  # of a crowd, who are alike, before the others are counted


def is_crowd(room: Room) -> bool:
    """Tell whether there are so many players that screens show those who are alike together."""
    return len(room.seats) > _CROWD


def some_names(room: Room, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names of the people on these seats; of a crowd the first ones, and how many others."""
    everybody = tuple(seats)
    if not is_crowd(room) or len(everybody) <= _NAMED + 1:
        return player_names(room, everybody)
    others = format_count(len(everybody) - _NAMED, "{n} more", "{n} more")
    return (*player_names(room, everybody[:_NAMED]), others)


def player_names(room: Room, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names of the people on these seats."""
    return tuple(bidi_isolate(room.name(seat)) for seat in seats)


def player_phrase(room: Room, seat: Seat) -> str:
    """Name one of the people as sentences do."""
    return list_players(player_names(room, [seat]))


def list_players(names: Iterable[str]) -> str:
    """List people of these names as sentences do."""
    return format_list(translate("{person}", person=name) for name in names)


def reason_sentences(room: Room, reasons: Iterable[Reason], most: int | None = None) -> tuple[str, ...]:
    """Say reasons with the names of the people: in each of all, or of `most`; of a crowd always of few."""
    most = most or (_NAMED if is_crowd(room) else None)
    return tuple(reason.sentence(lambda seat: bidi_isolate(room.name(seat)), most) for reason in reasons)
