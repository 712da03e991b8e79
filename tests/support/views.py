"""The views of screens whose parts tests read as attributes."""

from types import SimpleNamespace
from typing import Any

from companion.room.events import Seat
from companion.room.state import Room
from companion.screens import host


def host_view(
    room: Room, candidates: tuple[str, ...], seat: Seat | None, *, has_tv: bool = True, asked: Seat = ""
) -> SimpleNamespace:
    """Return what the host sees and can do."""
    return SimpleNamespace(**host.host_view(room, candidates, seat, has_tv=has_tv, asked=asked))


def with_attributes(value: Any) -> Any:
    """Return a view whose parts are read as attributes."""
    if isinstance(value, dict):
        return SimpleNamespace(**{key: with_attributes(each) for key, each in value.items()})
    return tuple(map(with_attributes, value)) if type(value) in (tuple, list) else value
