"""The rooms of a host, for the list of them and the all-time table, each as far as its TV has told it."""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from companion.i18n.dates import format_evening
from companion.room.events import Device
from companion.screens.evenings import (
    HostedRoomRow,
    RoomSummary,
    is_tonight,
    summarize_room,
    tonight_room_row,
)
from companion.storage.event_store import StoredRoom, UnknownRoom
from companion.web.announced import as_announced
from companion.web.services import services

MOST_EVENINGS = 1000
"""The evenings that an all-time table is about: the latest ones."""

_LONGEST = 1.5
"""Seconds for which one request counts evenings."""

PAGE = 20
"""The rooms on one page of the list."""

_ON_START_PAGE, _LOOKED_AT = 3, 12
_MOST_SUMMARIES = 4_000  # in memory, of about 3 KB each


def latest_rows(device: Device) -> tuple[HostedRoomRow, ...]:
    """List the latest rooms of a host for the start page: those of tonight, and those where somebody came."""
    hosted = services().store.list_hosted_rooms(device, _LOOKED_AT)
    return tuple(islice((row for row in _rows(hosted) if row.tonight or row.summary.people), _ON_START_PAGE))


def page_of_rows(device: Device, skip: int) -> tuple[HostedRoomRow, ...]:
    """List a page of the rooms of a host, and one more room if there are more."""
    return tuple(_rows(services().store.list_hosted_rooms(device, PAGE + 1, skip)))


def count_evenings(device: Device) -> tuple[list[RoomSummary], int]:
    """Return the evenings of a host for the all-time table, the latest first, and how many are left.

    A long evening that is not in memory takes some hundredths of a second, and phones must not wait for a
    host who has hundreds of them. What was counted is kept, so the next request gets further.
    """
    until = time.monotonic() + _LONGEST
    hosted = services().store.list_hosted_rooms(device, MOST_EVENINGS)
    found: list[RoomSummary] = []
    for number, each in enumerate(hosted):
        if time.monotonic() > until:
            return found, len(hosted) - number
        if summary := _summary(each):
            found.append(summary)
    return found, 0


def _rows(hosted: Iterable[StoredRoom]) -> Iterator[HostedRoomRow]:
    """Yield the rows of rooms; one that has just been deleted is left out."""
    for each in hosted:
        now = services().store.now(each.code)
        if is_tonight(each.last, now):
            with suppress(UnknownRoom):
                yield tonight_room_row(as_announced(services().store.load_room(each.code)))
        elif summary := _summary(each):
            yield HostedRoomRow(each.code, summary, format_evening(each.opened, now))


def _summary(hosted: StoredRoom) -> RoomSummary | None:
    """Return the summary of a room, as far as its TV has told it; None if it has just been deleted."""
    known = services().summaries
    if found := known.get((hosted.code, hosted.opened, hosted.version)):
        return found
    try:
        room = services().store.read_room(hosted.code)
    except UnknownRoom:
        return None
    told = as_announced(room)
    summary = summarize_room(told)
    if told is room:
        if len(known) >= _MOST_SUMMARIES:
            known.clear()
        known[hosted.code, hosted.opened, room.version] = summary
    return summary
