"""Executing commands in rooms, and the scheduled events that are due before and after them."""

from sqlalchemy.exc import SQLAlchemyError

from companion.i18n.errors import Unchanged
from companion.room import events
from companion.room.commands import scheduled
from companion.room.commands.access import Forbidden, require_open_room
from companion.room.events import Device
from companion.room.state import Room
from companion.storage.event_store import Decide, EventStore, StoreBusy
from companion.web.device import current_device
from companion.web.services import services


def execute(code: str, device: Device, decide: Decide) -> Room:
    """Execute a command in a room, and return the room after it.

    Raises what `decide` raises, `Closed`, and `Unchanged` for a command that has nothing to do: what a person
    sends is stored, or its page says why not.

    Due events (deals, bots, timeouts) are applied before, as a number may come after the time of its round
    was up, and after it. A cached room is enough: an event decided on an outdated state is never stored.
    """

    def decide_if_open(room: Room) -> events.Event:
        require_open_room(room)
        event = decide(room)
        if event is None:
            raise Unchanged
        return event

    store = services().store
    _apply_due_events(store, store.cached_room(code) or store.load_room(code))
    return _apply_due_events(store, store.execute(code, device, decide_if_open))


def latest_room(code: str) -> Room:
    """Return a room as it is now, for a page; raises `UnknownRoom`.

    If due events cannot be stored, the page shows the room without them.
    """
    store = services().store
    try:
        return load_up_to_date(store, code)
    except (SQLAlchemyError, StoreBusy):
        return store.load_room(code)


def require_host_page(code: str) -> tuple[Room, Device]:
    """Return a room as it is now, and the browser of this request, which must be a host.

    Raises `Forbidden` for any other, and `UnknownRoom`.
    """
    room, device = latest_room(code), current_device()
    if device not in room.hosts:
        raise Forbidden("This is the host's page, and this browser is not the host of {code}", code=room.code)
    return room, device


def require_open_host_page(code: str) -> tuple[Room, Device]:
    """Return what `require_host_page` returns; raises `Closed` too."""
    room, device = require_host_page(code)
    require_open_room(room)
    return room, device


def load_up_to_date(store: EventStore, code: str) -> Room:
    """Return the room as it is now, after applying due events; raises `UnknownRoom`."""
    return _apply_due_events(store, store.load_room(code))


def _apply_due_events(store: EventStore, room: Room) -> Room:
    now = store.now(room.code)
    while scheduled.due_event(room, now) is not None:
        room = store.execute(room.code, "", lambda latest: scheduled.due_event(latest, now))
    return room
