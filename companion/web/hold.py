"""The hold: where a TV follows a room, no other screen tells what a reveal has brought before the TV does.

Pages and messages of the stream have it in advance, with the time that is left, and `static/live.js` uncovers
it then; without scripts a reload does. Results and downloads show the room as far as the TV has told it.
"""

from collections.abc import Iterator
from datetime import datetime

from flask import Flask
from markupsafe import Markup

from companion.room.commands.bot_turns import revealed_at
from companion.room.state import Room
from companion.screens.scenes import told
from companion.screens.scenes.told import Told
from companion.web.services import Services, services

_MARGIN = 600  # ms by which screens are later than the TV, which has to draw the reveal first
_MOST_ROOMS = 500  # whose queues are kept


def init(app: Flask) -> None:
    """Add `hold(code)` to templates, which returns what `live.js` must know of the hold as attributes."""

    def hold(code: str) -> Markup:
        return Markup(" ").join(_attributes(Services.of(app), code))

    app.add_template_global(hold)


def as_told(room: Room) -> Room:
    """Return a room as far as its TV has told it; all of it where none follows, and once it is closed."""
    if room.is_closed or not services().hub.tvs.has_tv(room.code):
        return room
    return told.room_as_told(room, services().store.now(room.code))


def is_told(room: Room) -> bool:
    """Return whether the TV of a room has told all of it, or none follows it."""
    return as_told(room) is room


def announced_at(services: Services, room: Room) -> datetime:
    """Return when the TV of a room announces the last result; where none follows it, when it was revealed."""
    found = None
    if services.hub.tvs.has_tv(room.code):
        found = _told(services, room)
    return found.all if found else revealed_at(room)


def _told(services: Services, room: Room) -> Told | None:
    """Return when the TV of a room tells what came last; None if that was long ago.

    Each reveal goes on from the one before, and is not worked out for each message.
    """
    queues = services.queues
    last, known = room.milestones[-1:], queues.get(room.code)
    if last and known and (known.last, known.last.at) == (last[0], last[0].at):
        return known.told
    found = told.queue(room, services.store.now(room.code), known)
    if found is None:
        return None
    if len(queues) >= _MOST_ROOMS:
        queues.clear()
    queues[room.code] = found
    return found.told


def _attributes(services: Services, code: str) -> Iterator[Markup]:
    """Yield the milliseconds that are left as attributes: of the round, its truth, the game, the evening."""
    room = services.store.cached_room(code)
    if room is None or room.is_closed or not services.hub.tvs.has_tv(code):
        return
    now = services.store.now(code)
    if found := _told(services, room):
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
