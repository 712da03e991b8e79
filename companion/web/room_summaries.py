"""Summaries of rooms in memory: a room whose evening is over is derived from its events only once."""

from collections import OrderedDict
from contextlib import suppress
from datetime import datetime

from companion.room.state import Room
from companion.storage.event_store import HostedRoom
from companion.views.past_rooms import RoomSummary

_MOST_SUMMARIES = 4000  # of about 3 KB each


class RoomSummaries:
    """Summaries of rooms in memory, the latest that were made. Threads share one."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[datetime, int, RoomSummary]] = OrderedDict()

    def find(self, hosted: HostedRoom) -> RoomSummary | None:
        """Return the summary of this version of a room; None if it is not known."""
        known = self._known.get(hosted.code)
        return known[2] if known and known[:2] == (hosted.opened, hosted.version) else None

    def keep(self, opened: datetime, room: Room, summary: RoomSummary) -> None:
        """Keep the summary of a room as it is."""
        self._known[room.code] = opened, room.version, summary
        with suppress(KeyError):  # another thread may have dropped it
            self._known.move_to_end(room.code)
            if len(self._known) > _MOST_SUMMARIES:
                self._known.popitem(last=False)
