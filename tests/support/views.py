"""The views of the host's screen and of the score pad, whose parts tests read as attributes."""

from types import SimpleNamespace

from companion.room.events import Seat
from companion.room.state import Room
from companion.screens import host, pad


def host_view(room: Room, candidates: tuple[str, ...], seat: Seat | None) -> SimpleNamespace:
    """Return what the host sees and can do."""
    return SimpleNamespace(**host.host_view(room, candidates, seat))


def pad_view(room: Room) -> SimpleNamespace | None:
    """Return the score pad; None where the game has none."""
    found = pad.pad_view(room)
    return found and SimpleNamespace(**found)
