"""The rooms that a browser hosts, for it alone, and its all-time table, as far as their TVs have told."""

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from companion.i18n.dates import format_evening
from companion.i18n.errors import Refused
from companion.i18n.messages import capitalize_first
from companion.room.events import Device
from companion.room.names import name_key
from companion.room.state import Room
from companion.screens.evenings import (
    AllTimeView,
    KnownPeople,
    ListedRoom,
    RoomSummary,
    all_time_view,
    is_tonight,
    known_people,
    summarize_room,
    tonight_room_row,
)
from companion.storage.event_store import StoredRoom, UnknownRoom
from companion.storage.name_eraser import NameEraser
from companion.web.announced import as_announced
from companion.web.device import current_device
from companion.web.execute import require_host_page
from companion.web.middleware import errors
from companion.web.middleware.htmx import redirect_to
from companion.web.services import services

blueprint = Blueprint("evenings", __name__)

_log = logging.getLogger("companion.rooms")

MOST_EVENINGS = 1000  # that an all-time table is about: the latest ones
_LONGEST = 1.5  # seconds for which one request counts evenings
PAGE = 20  # rooms on one page of the list
_MOST_SKIPPED = 1_000_000  # a larger number could not be given to every database
_ON_START_PAGE, _LOOKED_AT = 3, 12
_RECENT = 6  # rooms whose people a host is likely to meet again
_MOST_SUMMARIES = 4_000  # in memory, of about 3 KB each


@blueprint.get("/evenings")
def page() -> str:
    """List the rooms of this browser, the latest first; the query parameter `skip` leads to earlier ones."""
    skip = min(max(request.args.get("skip", 0, type=int), 0), _MOST_SKIPPED)
    device = current_device()
    rows = tuple(_rows(services().store.list_hosted_rooms(device, PAGE + 1, skip)))
    more = skip + PAGE if len(rows) > PAGE else 0
    return render_template("evenings/page.html", rows=rows[:PAGE], skip=skip, more=more, device=device)


@blueprint.get("/evenings/<code:code>/delete")
def confirm(code: str) -> str:
    """Say what would be deleted with a room, and ask for confirmation."""
    room, _ = require_host_page(code, first=True)
    return render_template("evenings/delete.html", code=code, summary=summarize_room(as_announced(room)))


@blueprint.post("/evenings/<code:code>/delete")
def delete(code: str) -> Response:
    """Delete a room for good."""
    require_host_page(code, first=True)
    services().store.delete_room(code)
    _log.info("Room %s was deleted by its host", code, extra={"about": {"room": code}})
    return redirect_to("evenings.page")


# The all-time table


@blueprint.get("/all-time")
def all_time() -> str:
    """Show the table."""
    evenings, left = count_evenings(current_device())
    owns = any(current_device() in summary.owners for summary in evenings)
    return render_template("alltime/page.html", view=_table(evenings), left=left, owns=owns)


@blueprint.get("/all-time/forget")
def forget(error: str = "") -> str | Response:
    """Ask who is to be forgotten; where nobody can be, lead back to the table."""
    names = _own_names(count_evenings(current_device())[0])
    if not (names or error):
        return redirect_to("evenings.all_time")
    return render_template("alltime/forget.html", name="", names=names, typed=request.form, error=error)


@blueprint.post("/all-time/forget")
def forget_name() -> str | Response:
    """Replace a name in all rooms that the host may delete, or ask for confirmation first."""
    device, key = current_device(), name_key(request.form.get("name", ""))
    names = _own_names(count_evenings(device)[0])
    name = next((each_name for each_name in names if name_key(each_name) == key), None)
    if name is None:
        raise Refused("Choose a name that is in the table")
    if not request.form.get("sure"):
        return render_template("alltime/forget.html", name=name, error="")
    store = services().store
    hosted = store.list_hosted_rooms(device, MOST_EVENINGS)
    codes = [
        stored_room.code
        for stored_room in hosted
        if (summary := summary_of(stored_room)) and device in summary.owners
    ]
    store.reload_changed(NameEraser(store.engine).replace(name, codes, store.now("")).rooms)
    return redirect_to("evenings.all_time")


def _table(evenings: Sequence[RoomSummary]) -> AllTimeView:
    return all_time_view(evenings, NameEraser(services().store.engine).forgotten_by(current_device()))


def _own_names(evenings: Iterable[RoomSummary]) -> list[str]:
    """List the names in the table of the evenings of which this browser is not only a second host."""
    rows = _table([summary for summary in evenings if current_device() in summary.owners]).rows
    return sorted((row.name for row in rows), key=str.casefold)


# The rooms themselves


def latest_rows(device: Device) -> tuple[ListedRoom, ...]:
    """List the latest rooms of a host for the start page: those of tonight, and those where somebody came."""
    hosted = services().store.list_hosted_rooms(device, _LOOKED_AT)
    rows = (row for row in _rows(hosted) if not row.evening or row.summary.names)
    return tuple(islice(rows, _ON_START_PAGE))


def people_known(room: Room, device: Device) -> KnownPeople:
    """Return whom a host can add at a tap, from the latest earlier rooms of the same browser."""
    store = services().store
    hosted = [
        stored_room
        for stored_room in store.list_hosted_rooms(device, _RECENT + 1)
        if stored_room.code != room.code
    ]
    evenings = filter(None, map(summary_of, hosted[:_RECENT]))
    return known_people(room, evenings, NameEraser(store.engine).forgotten_by(device))


def count_evenings(device: Device) -> tuple[list[RoomSummary], int]:
    """Return the evenings of a host for the all-time table, the latest first, and how many are left.

    A long evening that is not in memory takes some hundredths of a second, and phones must not wait for a
    host who has hundreds of them. What was counted is kept, so the next request gets further.
    """
    until = time.monotonic() + _LONGEST
    hosted = services().store.list_hosted_rooms(device, MOST_EVENINGS)
    summaries: list[RoomSummary] = []
    for number, stored_room in enumerate(hosted):
        if time.monotonic() > until:
            return summaries, len(hosted) - number
        if summary := summary_of(stored_room):
            summaries.append(summary)
    return summaries, 0


def _rows(hosted: Iterable[StoredRoom]) -> Iterator[ListedRoom]:
    """Yield the rows of rooms; one that has just been deleted is left out."""
    for stored_room in hosted:
        now = services().store.now(stored_room.code)
        if is_tonight(stored_room.last, now):
            with suppress(UnknownRoom):
                yield tonight_room_row(as_announced(services().store.load_room(stored_room.code)))
        elif summary := summary_of(stored_room):
            day = capitalize_first(format_evening(stored_room.opened, now))
            yield ListedRoom(stored_room.code, summary, day)


def summary_of(hosted: StoredRoom) -> RoomSummary | None:
    """Return the summary of a room, as far as its TV has announced it; None if it has just been deleted."""
    known = services().summaries
    if found_summary := known.get((hosted.code, hosted.opened, hosted.version)):
        return found_summary
    try:
        room = services().store.read_room(hosted.code)
    except UnknownRoom:
        return None
    announced = as_announced(room)
    summary = summarize_room(announced)
    if announced is room:
        if len(known) >= _MOST_SUMMARIES:
            known.clear()
        known[hosted.code, hosted.opened, room.version] = summary
    return summary


blueprint.register_error_handler(Refused, errors.rerender_page(forget))
