"""Executing commands in rooms, and the scheduled events that are due before and after them."""

from functools import partial

from flask import request
from sqlalchemy.exc import SQLAlchemyError

from companion.i18n.errors import Unchanged
from companion.room import events
from companion.room.commands import scheduled
from companion.room.commands.access import Forbidden, require_open_room
from companion.room.events import Device
from companion.room.state import Room
from companion.storage.event_store import Decide, Deferred
from companion.web.announced import announced_at
from companion.web.device import current_device, note
from companion.web.drawings import set_guests
from companion.web.middleware.request_log import FAILED_WITH
from companion.web.services import Services, services


def execute(code: str, device: Device, decide: Decide, deferred: Deferred | None = None) -> Room:
    """Execute a command in a room, and return the room after it; `deferred` as in `EventStore.execute`.

    Raises what `decide` raises, `Closed`, `Refused` for too many events, and `Unchanged` for a command that
    has nothing to do: what a person sends is stored, or its page says why not. Where a deferred call
    has failed, and the answer is made again, it raises why.

    Due events (deals, bots, timeouts) are applied before, as a number may come after the time of its round
    was up, and after it. A cached room is enough: an event decided on an outdated state is never stored.
    """
    app_services, is_counted = services(), FAILED_WITH in request.environ
    if failure := request.environ.get(FAILED_WITH):
        raise failure

    def decide_if_open(room: Room) -> events.Event:
        nonlocal is_counted
        require_open_room(room)
        event = decide(room)
        if event is None:
            raise Unchanged
        if not is_counted:  # once, also where another process writes first
            app_services.limiter.count_event(room, device, event)
            is_counted = True
        return event

    _apply_due_events(
        app_services, app_services.store.cached_room(code) or app_services.store.load_room(code)
    )
    after = app_services.store.execute(code, device, decide_if_open, deferred)
    return _drawn(_apply_due_events(app_services, after))


def execute_or_note(code: str, device: Device, decide: Decide, unless_changed: str = "") -> Room | None:
    """Execute a command; if it has nothing to do, return None, and the next page says so."""
    try:
        return execute(code, device, decide)
    except Unchanged as unchanged:
        note(unless_changed or str(unchanged))
        return None


def latest_room(code: str) -> Room:
    """Return a room as it is now, but for due events that cannot be stored; raises `UnknownRoom`."""
    app_services = services()
    try:
        return _drawn(load_up_to_date(app_services, code))
    except SQLAlchemyError:
        return _drawn(app_services.store.load_room(code))


def _drawn(room: Room) -> Room:
    """Return the room of this request, whose guests its page draws."""
    set_guests(room.guests)
    return room


def require_host_page(code: str, *, first: bool = False) -> tuple[Room, Device]:
    """Return a room and this browser; raises `Forbidden` if that is no host, or (`first`) a second one."""
    room, device = latest_room(code), current_device()
    if device not in room.hosts:
        raise Forbidden("This is the host's page, and this browser is not the host of {code}", code=room.code)
    if first and device not in room.owners:
        raise Forbidden("A second host cannot do that: ask the host, or use the host code")
    return room, device


def require_open_host_page(code: str, *, first: bool = False) -> tuple[Room, Device]:
    """Return what `require_host_page` returns; raises `Closed` too."""
    room, device = require_host_page(code, first=first)
    require_open_room(room)
    return room, device


def load_up_to_date(services: Services, code: str) -> Room:
    """Return the room as it is now, after applying due events; raises `UnknownRoom`."""
    return _apply_due_events(services, services.store.load_room(code))


def _apply_due_events(services: Services, room: Room) -> Room:
    now = services.store.now(room.code)
    due_event = partial(
        scheduled.due_event,
        now=now,
        announced=partial(announced_at, services),
        earlier=lambda: services.store.list_asked_questions(room.owners),
    )
    while due_event(room) is not None:
        room = services.store.execute(room.code, "", due_event)
    return room
