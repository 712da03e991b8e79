"""Which rooms are old, also by a wrong clock: that shows as silence in all, or as events in the future."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import literal_column

from companion.i18n.errors import Refused
from companion.storage.event_store import SELECT_ROOMS, EventStore, StoredRoom

_AHEAD = timedelta(days=1)  # that an event may be later than now: another server's clock


def list_old_rooms(store: EventStore, days: int, *, is_asked: bool = False) -> tuple[StoredRoom, ...]:
    """List the rooms in which nothing has happened for more than so many days.

    Unless somebody is asked about each room, the longest silence since in all rooms counts for nothing, if it
    is more than half of the days. Raises `Refused` where one of twice the days keeps all, where all rooms are
    old, and where the newest event is later than now.
    """
    now, most, longest = store.now(""), timedelta(days=days), timedelta()
    if is_asked:
        return tuple(stored_room for stored_room in store.list_rooms() if now - stored_room.last > most)
    rooms = sorted(_list_by_use(store), key=lambda stored_room: stored_room.last, reverse=True)
    if not any(now - stored_room.last > most for stored_room in rooms):
        return ()
    sure, newest = [], rooms[0].last
    for later, stored_room in zip((now, *(room.last for room in rooms)), rooms, strict=False):
        if (silence := later - stored_room.last) > most / 2:
            longest = max(longest, silence)
        if now - stored_room.last - longest > most:
            sure.append(stored_room)
    if newest - now > _AHEAD or now - newest > most or (not sure and longest > 2 * most):
        raise Refused(
            "The clock says {now}, the newest events are of {day}, and for long nothing had happened before "
            "or since, so the clock may be wrong: none was deleted. companion rooms prune asks about each",
            now=f"{now:%Y-%m-%d}",
            day=f"{newest:%Y-%m-%d}",
        )
    return tuple(sure)


def _list_by_use(store: EventStore) -> Iterator[StoredRoom]:
    """Yield all rooms; none was last used before another was opened that SQLite has stored earlier."""
    if store.engine.dialect.name != "sqlite":
        yield from store.list_rooms()
        return
    latest = datetime.min.replace(tzinfo=UTC)
    for stored_room in store.list_rooms(SELECT_ROOMS.order_by(None).order_by(literal_column("room.rowid"))):
        latest = max(latest, stored_room.opened)
        yield replace(stored_room, last=max(latest, stored_room.last))
