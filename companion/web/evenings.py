"""The rooms of a host, for the list of them and the all-time table, each as far as its TV has told it."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from companion.room.events import Device
from companion.storage.event_store import HostedRoom, UnknownRoom
from companion.views.alltime import EveningTally
from companion.views.past_rooms import (
    RoomLine,
    RoomSummary,
    is_tonight,
    past_room_row,
    summarize_room,
    tonight_room_row,
)
from companion.web.hold import as_told
from companion.web.services import services

MOST_EVENINGS = 1000
"""The evenings that an all-time table is about: the latest ones."""

PAGE = 20
"""The rooms on one page of the list."""

_ON_START_PAGE, _LOOKED_AT = 3, 12


def latest_rows(device: Device) -> tuple[RoomLine, ...]:
    """List the latest rooms of a host for the start page: those of tonight, and those where somebody came."""
    hosted = services().store.list_hosted_rooms(device, _LOOKED_AT)
    return tuple(islice((row for row in _rows(hosted) if row.tonight or row.came), _ON_START_PAGE))


def page_of_rows(device: Device, skip: int) -> tuple[RoomLine, ...]:
    """List a page of the rooms of a host, and one more room if there are more."""
    return tuple(_rows(services().store.list_hosted_rooms(device, PAGE + 1, skip)))


def all_tallies(device: Device) -> tuple[EveningTally, ...]:
    """Return what a host's evenings bring to the all-time table, the latest first."""
    hosted = services().store.list_hosted_rooms(device, MOST_EVENINGS)
    return tuple(summary.tally for each in hosted if (summary := _summary(each)))


def _rows(hosted: Iterable[HostedRoom]) -> Iterator[RoomLine]:
    """Yield the rows of rooms; one that has just been deleted is left out."""
    for each in hosted:
        now = services().store.now(each.code)
        if is_tonight(each.last, now):
            with suppress(UnknownRoom):
                yield tonight_room_row(as_told(services().store.load_room(each.code)))
        elif summary := _summary(each):
            yield past_room_row(each.code, each.opened, now, summary)


def _summary(hosted: HostedRoom) -> RoomSummary | None:
    """Return the summary of a room, as far as its TV has told it; None if it has just been deleted."""
    known = services().summaries.find(hosted)
    if known is not None:
        return known
    try:
        room = services().store.read_room(hosted.code)
    except UnknownRoom:
        return None
    told = as_told(room)
    summary = summarize_room(told)
    if told is room:
        services().summaries.keep(hosted.opened, room, summary)
    return summary
