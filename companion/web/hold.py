"""The hold: where a TV follows a room, no other screen tells what a reveal has brought before the TV does.

Pages and messages of the stream have it in advance, with the time that is left, and `static/live.js` uncovers
it then; without scripts a reload does. Results and downloads show the room as far as the TV has told it.
"""

from collections.abc import Iterator
from datetime import datetime

from flask import Flask
from markupsafe import Markup

from companion.room.state import Milestone, Room
from companion.views.scenes import told
from companion.views.scenes.told import Told
from companion.web.services import Services, services

_MARGIN = 600  # ms by which screens are later than the TV, which has to draw the reveal first
_MOST_ROOMS = 500  # for which the moments are kept


def init(app: Flask) -> None:
    """Add `hold(code)` to templates, which returns what `live.js` must know of the hold as attributes."""
    moments = _Moments()

    def hold(code: str) -> Markup:
        return Markup(" ").join(_attributes(Services.of(app), moments, code))

    app.add_template_global(hold)


def as_told(room: Room) -> Room:
    """Return a room as far as its TV has told it; all of it where no TV follows."""
    if not services().hub.tvs.has_tv(room.code):
        return room
    return told.room_as_told(room, services().store.now(room.code))


def is_told(room: Room) -> bool:
    """Return whether the TV of a room has told all of it, or none follows it."""
    return as_told(room) is room


class _Moments:
    """When reveals are told: they are worked out once, and not for each message about the next round."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Milestone, datetime, Told]] = {}

    def of(self, room: Room, now: datetime) -> Told | None:
        last, known = room.milestones[-1:], self._known.get(room.code)
        if last and known and known[:2] == (last[0], last[0].at):
            return known[2]
        if found := told.told(room, now):
            if len(self._known) >= _MOST_ROOMS:
                self._known.clear()
            self._known[room.code] = last[0], last[0].at, found
        return found


def _attributes(services: Services, moments: _Moments, code: str) -> Iterator[Markup]:
    """Yield the milliseconds that are left as attributes: of the round, its truth, the game, the evening."""
    room = services.store.cached_room(code)
    if room is None or not services.hub.tvs.has_tv(code):
        return
    now = services.store.now(code)
    if found := moments.of(room, now):
        each = {
            "hold-round": found.round,
            "hold-truth": found.truth,
            "hold": found.winner,
            "hold-evening": found.evening,
        }
        for name, at in each.items():
            left = round((at - now).total_seconds() * 1000)
            if at > room.milestones[-1].at and left + _MARGIN > 0:
                yield Markup('data-{}="{}"').format(name, left + _MARGIN)
