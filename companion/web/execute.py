"""Doing something in a room: the act that somebody asks for, and what falls due before and after it."""

from sqlalchemy.exc import SQLAlchemyError

from companion.room.commands import scheduled
from companion.room.commands.access import Forbidden
from companion.room.events import Device
from companion.room.state import Room
from companion.storage.event_store import Decide, EventStore, StoreBusy
from companion.web.device import current_device
from companion.web.services import services


def execute(code: str, who: Device, decide: Decide) -> Room:
    """Add what `decide` says to a room's journal, and what nobody asks for: deals, bots, rounds running out.

    That comes first too: a number may be sent after the time of its round was up. Whether another process
    has added something is found out in writing: what was decided on too old a state is never stored.
    Raises what `decide` raises.
    """
    store = services().store
    _followed(store, store.cached_room(code) or store.load_room(code))
    return _followed(store, store.execute(code, who, decide))


def latest_room(code: str) -> Room:
    """Return a room as it is now, for a page; raises `UnknownRoom`.

    Where what fell due cannot be stored, the page shows the room without it.
    """
    store = services().store
    try:
        return load_up_to_date(store, code)
    except (SQLAlchemyError, StoreBusy):
        return store.load_room(code)


def require_host_page(code: str) -> tuple[Room, Device]:
    """Return a room as it is now and the browser that asks, for a page of the host's.

    Raises `Forbidden` for anybody but the host, and `UnknownRoom`.
    """
    room, who = latest_room(code), current_device()
    if who not in room.hosts:
        raise Forbidden("This is the host's page, and this browser is not the host of {code}", code=room.code)
    return room, who


def load_up_to_date(store: EventStore, code: str) -> Room:
    """Return the room as it is now, after doing what fell due meanwhile; raises `UnknownRoom`."""
    return _followed(store, store.load_room(code))


def _followed(store: EventStore, room: Room) -> Room:
    now = store.now(room.code)
    while scheduled.due_event(room, now) is not None:
        room = store.execute(room.code, "", lambda latest: scheduled.due_event(latest, now))
    return room
