"""The event store: rooms and their events, and which browsers host them. Events are only ever appended.

One thing else is done with them: `companion.storage.name_eraser` replaces a name.
"""

import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from time import perf_counter
from typing import Any

from sqlalchemy import Engine, Row, Select, and_, bindparam, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import aliased

from companion.i18n.errors import Refused
from companion.room import events, game_events, stored_events
from companion.room.events import Device
from companion.room.reducer import apply_all, replay
from companion.room.state import LogEntry, Room
from companion.storage.clock import MonotonicClock
from companion.storage.group_commit import PendingEvent, WriteConflict, Writer
from companion.storage.tables import EventRow, HostRow, RemarkRow, RoomRow
from companion.values import frozen

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
DIGITS = "23456789"
CODE_LENGTH = 4
_CACHE_BYTES = 200_000_000  # of all rooms in memory, by `_memory_of`
_LOCK_TIMEOUT = 3.0  # seconds; a command is decided in a few milliseconds

_DRAWN = f'{{"act": "{game_events.QuestionDrawn.stored_name}"'  # as `dump_event` begins
_INSERT_ROOM, _INSERT_EVENT = insert(RoomRow), insert(EventRow)
_SELECT_EVENTS = (
    select(EventRow.number, EventRow.at, EventRow.by, EventRow.what)
    .where(EventRow.room == bindparam("code"), EventRow.number >= bindparam("since"))
    .order_by(EventRow.number)
)
_EVERY = aliased(EventRow)
_LAST = select(func.max(_EVERY.number)).where(_EVERY.room == RoomRow.code).scalar_subquery()
SELECT_ROOMS = (
    select(RoomRow.code, RoomRow.opened, EventRow.at, EventRow.number)
    .join(EventRow, and_(EventRow.room == RoomRow.code, EventRow.number == _LAST))
    .order_by(RoomRow.opened.desc(), RoomRow.code)
)


class UnknownRoom(Refused):
    """There is no room of that code."""


@frozen
class StoredRoom:
    """A room in the database: its code, when it was opened, the time of its last event, and its version."""

    code: str
    opened: datetime
    last: datetime
    version: int


Decide = Callable[[Room], events.Event | None]
"""A command: returns the event to append to a room (None: nothing), or raises `Refused`."""

Deferred = list[Callable[[], object]]
"""Calls that wait for the disk, left to the caller: to be made before anybody is answered; they may raise."""


class StoreBusy(PoolTimeout):
    """Another command of the room has not finished in time: the database is slow or locked."""


class LaterReleaseError(SQLAlchemyError):
    """A room has events that only a later release knows: what it decides there, this one could get wrong."""


class _CachedRoom:
    """A room in memory, as it is on disk, and its newest event, which may not be on disk yet."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.bytes = 0
        self.checked_at = -math.inf
        """When the room was last known to be the newest version (monotonic time)."""
        self.clock_lead = timedelta()
        """How far the clock that wrote the events is ahead of ours."""
        self.lock = threading.Lock()
        self.newest: PendingEvent | None = None


class EventStore:
    """All rooms. Threads share one store; several processes may each have one on the same database.

    Reads and callbacks see only what is on disk. A command is decided on the newest state, which may include
    pending events: its event fails together with the pending event that it was decided on.
    """

    def __init__(
        self,
        engine: Engine,
        on_version: Callable[[str, int], None],
        on_change: Callable[[Room, Room], None] = lambda _before, _after: None,
        trust: float = 0.0,
        on_commit: Callable[[Sequence[PendingEvent], float], None] = lambda _pending, _seconds: None,
    ) -> None:
        """Make a store that takes a cached room for the newest version for `trust` seconds.

        After that it asks the database whether another process has appended something. An event that was
        decided on an outdated state is never stored, whatever the trust: its number is taken.

        `on_version` is called with the code of a room and the version that it has reached, `on_change` with a
        room before and after an event that this process has stored, and `on_commit` with the events of a
        transaction that is on disk, and the seconds that it took.
        """
        self.engine = engine
        self._on_version = on_version
        self._on_change = on_change
        self._trust = trust
        self._on_commit = on_commit
        self._clock = MonotonicClock()
        self._writer = Writer(self._insert, self._stored)
        self._cache_lock = threading.Lock()
        self._rooms: OrderedDict[str, _CachedRoom] = OrderedDict()
        self._bytes = 0

    def open_room(self, device: Device, event: events.Event) -> str:
        """Open a room with its first event, and return its code."""
        while True:
            pending = self._pending_event(Room(new_code()), device, event)
            with suppress(WriteConflict):  # the code is taken
                self._writer.submit(pending)
                self._writer.complete(pending)
                return pending.after.code

    def load_room(self, code: str) -> Room:
        """Return the room as it is now; raises `UnknownRoom`."""
        cached = self._rooms.get(code)
        if cached is not None and time.monotonic() - cached.checked_at < self._trust:
            return cached.room
        return self.reload_room(code)

    def reload_room(self, code: str) -> Room:
        """Return the room as it is in the database; raises `UnknownRoom`."""
        return self._refresh(code).room

    def _refresh(self, code: str) -> _CachedRoom:
        """Apply the events that other processes have appended to a cached room; raises `UnknownRoom`."""
        now, known = time.monotonic(), self.cached_room(code) or Room(code)
        entries = self._read_entries(code, known.version)
        if known.log:
            new = entries[1:]
            is_deleted = not entries or entries[0]._replace(event=known.log[0].event) != known.log[0]
            if is_deleted or any(isinstance(entry.event, events.NameErased) for entry in new):
                self._evict(code)  # another room may have been opened since, or what was read has changed
                return self._refresh(code)
        elif not (new := entries):
            raise _unknown(code)
        cached = self._cache(apply_all(known, new) if new else known, now)
        if new:
            lead = max(entry.at for entry in new) - self._clock.now()
            cached.clock_lead = max(cached.clock_lead, lead)
        return cached

    def _read_entries(self, code: str, since: int = 0) -> list[LogEntry]:
        """Read the log entries of a room from that number on."""
        with self.engine.connect() as connection:
            return read_entries(connection.execute(_SELECT_EVENTS, {"code": code, "since": since}).all())

    def read_room(self, code: str) -> Room:
        """Return a room as it is now without keeping it in memory, as one of many; raises `UnknownRoom`."""
        if code in self._rooms:
            return self.load_room(code)
        if entries := self._read_entries(code):
            return replay(code, entries)
        raise _unknown(code)

    def now(self, code: str) -> datetime:
        """Return the time of a room: never earlier than its events."""
        cached = self._rooms.get(code)
        return self._clock.now() + (cached.clock_lead if cached else timedelta())

    def cached_room(self, code: str) -> Room | None:
        """Return a room from memory, without asking the database whether another process has changed it."""
        cached = self._rooms.get(code)
        return cached.room if cached else None

    def count_cached_rooms(self) -> int:
        """Count the rooms in memory."""
        return len(self._rooms)

    def reload_changed(self, codes: Collection[str]) -> None:
        """Reload those of these rooms that another process has changed; evict the deleted ones."""
        stored_rooms = self.list_rooms(SELECT_ROOMS.where(RoomRow.code.in_(codes)))
        versions = {stored_room.code: stored_room.version for stored_room in stored_rooms}
        for code in codes:
            known = self.cached_room(code)
            if code not in versions:
                self._evict(code)
            elif known is None or known.version != versions[code]:
                with suppress(UnknownRoom):
                    self.reload_room(code)

    def execute(self, code: str, device: Device, decide: Decide, deferred: Deferred | None = None) -> Room:
        """Append the event that `decide` returns to a room, and return the room after it.

        When this returns, the event is on disk, or when what this adds to `deferred` has been called without
        raising. Commands of a room are decided one after another, each on the state that the one before has
        left; their events may share a commit. Raises `UnknownRoom`, `LaterReleaseError`, `StoreBusy`, what
        `decide` raises, and errors of the database.
        """
        while True:
            with suppress(WriteConflict):
                return self._try_execute(code, device, decide, deferred)

    def _try_execute(self, code: str, device: Device, decide: Decide, deferred: Deferred | None) -> Room:
        """Execute a command; raises `WriteConflict` if it was decided on an outdated state."""
        cached = self._rooms.get(code) or self._refresh(code)
        if not cached.lock.acquire(timeout=_LOCK_TIMEOUT):  # who waits blocks a thread of the server
            raise StoreBusy
        try:
            base = None if cached.newest is None or cached.newest.is_done else cached.newest
            room = base.after if base else cached.room
            try:
                if room.is_later:
                    raise LaterReleaseError(f"room {code} has events that only a later release knows")
                event = decide(room)
            except (Refused, LaterReleaseError):
                self._confirm(room, base)
                raise
            if event is None:
                self._confirm(room, base)
                return room
            pending = cached.newest = self._pending_event(room, device, event, base)
            self._writer.submit(pending)
        finally:
            cached.lock.release()
        if deferred is None:
            self._complete(pending)
        else:
            deferred.append(partial(self._complete, pending))
        return pending.after

    def _complete(self, pending: PendingEvent) -> None:
        """Wait until an event is on disk; raises `WriteConflict` with the newest state in memory."""
        try:
            self._writer.complete(pending)
        except WriteConflict:
            self.reload_room(pending.after.code)
            raise

    def _confirm(self, room: Room, base: PendingEvent | None) -> None:
        """Wait until the state of a decision is on disk; raises `WriteConflict` if it is outdated."""
        if base:
            self._complete(base)
        elif self.load_room(room.code) is not room:
            raise WriteConflict

    def _insert(self, pending: Sequence[PendingEvent]) -> None:
        """Insert events in one transaction; sorted by room, or two processes could deadlock."""
        rows = [
            _event_row(pending_event)
            for pending_event in sorted(pending, key=lambda each_pending_event: each_pending_event.after.code)
        ]
        opened = [{"code": row["room"], "opened": row["at"]} for row in rows if row["number"] == 1]
        begun = perf_counter()
        with self.engine.begin() as connection:
            if opened:
                connection.execute(_INSERT_ROOM, opened)
            connection.execute(_INSERT_EVENT, rows)
            for pending_event in pending:  # those of one room are in their order
                before, after = pending_event.before.hosts, pending_event.after.hosts
                if gone := before - after:
                    is_host = HostRow.room == pending_event.after.code, HostRow.device.in_(gone)
                    connection.execute(delete(HostRow).where(*is_host))
                if new := [{"device": device, "room": pending_event.after.code} for device in after - before]:
                    connection.execute(insert(HostRow), new)
        self._on_commit(pending, perf_counter() - begun)

    def _stored(self, pending: Sequence[PendingEvent]) -> None:
        """Cache the rooms of events that are on disk now, and call the callbacks."""
        for pending_event in pending:
            if not pending_event.before.version:
                self._evict(pending_event.after.code)  # a deleted room of the same code
        for room in {pending_event.after.code: pending_event.after for pending_event in pending}.values():
            self._cache(room, time.monotonic())
        for pending_event in pending:
            if pending_event.before.version:
                pending_event.context.run(self._on_change, pending_event.before, pending_event.after)

    def list_rooms(self, query: Select[str, str, str, int] = SELECT_ROOMS) -> tuple[StoredRoom, ...]:
        """List all rooms, or those of a query, the one that was opened last first."""
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return tuple(
            StoredRoom(code, datetime.fromisoformat(opened), datetime.fromisoformat(at), version)
            for code, opened, at, version in rows
        )

    def list_hosted_rooms(self, device: Device, most: int, skip: int = 0) -> tuple[StoredRoom, ...]:
        """List at most `most` rooms of a host after the first `skip`, the one that was opened last first."""
        query = SELECT_ROOMS.join(HostRow, HostRow.room == RoomRow.code).where(HostRow.device == device)
        return self.list_rooms(query.limit(most).offset(skip))

    def list_asked_questions(self, devices: Collection[Device]) -> frozenset[str]:
        """Return the ids of all questions that were drawn in the rooms of these hosts."""
        query = (
            select(EventRow.what)
            .join(HostRow, HostRow.room == EventRow.room)
            .where(HostRow.device.in_(devices), EventRow.what.startswith(_DRAWN))
        )
        with self.engine.connect() as connection:
            texts = connection.execute(query).scalars().all()
        drawn = stored_events.load_events(texts)
        return frozenset(event.id for event in drawn if isinstance(event, game_events.QuestionDrawn))

    def delete_room(self, code: str, unused_since: datetime | None = None) -> bool:
        """Delete a room and its events for good, unless it has had an event after that time.

        Return whether it was deleted. What a host has said about names goes with the host's last room.

        Safe while servers run: the next event for the room violates its foreign key, and the command is
        answered with `UnknownRoom`.
        """
        deletion = delete(EventRow).where(EventRow.room == code)
        if unused_since is not None:
            newer = _EVERY.at > unused_since.isoformat(timespec="microseconds")  # sorts behind milliseconds
            deletion = deletion.where(~select(_EVERY.number).where(_EVERY.room == code, newer).exists())
        with self.engine.begin() as connection:
            connection.execute(select(RoomRow.code).where(RoomRow.code == code).with_for_update())
            if not connection.execute(deletion).rowcount:
                return False
            hosts = connection.scalars(select(HostRow.device).where(HostRow.room == code)).all()
            connection.execute(delete(RoomRow).where(RoomRow.code == code))
            hosting = select(HostRow.device).where(HostRow.device == RemarkRow.device).exists()
            connection.execute(delete(RemarkRow).where(RemarkRow.device.in_(hosts), ~hosting))
        self._evict(code)
        return True

    def answers(self) -> bool:
        """Ask the database something, and tell whether it answers."""
        try:
            with self.engine.connect() as connection:
                connection.execute(select(RoomRow.code).limit(1)).all()
        except SQLAlchemyError:
            return False
        return True

    def close(self) -> None:
        self.engine.dispose()

    def _cache(self, room: Room, now: float) -> _CachedRoom:
        """Cache a room that was the newest version at `now`; call `on_version`, in order, if it is a new one.

        A room that was not cached may have changed since it was evicted, so it counts as new too, unless it
        was only just opened: then it cannot have changed.
        """
        with self._cache_lock:
            was_evicted = room.code not in self._rooms and room.version > 1
            cached = self._rooms.setdefault(room.code, _CachedRoom(room))
            self._rooms.move_to_end(room.code)
            cached.checked_at = max(cached.checked_at, now)
            if room.version > cached.room.version or was_evicted:
                cached.room = room
                self._on_version(room.code, room.version)
            self._bytes += _memory_of(cached.room) - cached.bytes
            cached.bytes = _memory_of(cached.room)
            while self._bytes > _CACHE_BYTES and len(self._rooms) > 1:
                self._bytes -= self._rooms.popitem(last=False)[1].bytes
            return cached

    def _evict(self, code: str) -> None:
        with self._cache_lock:
            if cached := self._rooms.pop(code, None):
                self._bytes -= cached.bytes

    def _pending_event(
        self, room: Room, device: Device, event: events.Event, base: PendingEvent | None = None
    ) -> PendingEvent:
        """Make the next event of a room; an event that the reducer cannot apply raises here, unstored."""
        entry = LogEntry(room.version + 1, self.now(room.code), device, event)
        return PendingEvent(entry, room, apply_all(room, [entry]), base)


def _memory_of(room: Room) -> int:
    """Estimate the bytes of a room in memory: measured were 310 to 600 for an event, 1,400 with a seat."""
    return 16_000 + 600 * room.version + 900 * len(room.seats)


def new_code() -> str:
    """Draw a room code: no characters that look alike, and at least one digit so that it is not a word."""
    while True:
        code = "".join(secrets.choice(LETTERS + DIGITS) for _ in range(CODE_LENGTH))
        if any(sign in DIGITS for sign in code):
            return code


def _event_row(pending: PendingEvent) -> dict[str, Any]:
    entry = pending.entry
    assert entry.event is not None  # noqa: S101 - only events of this release are stored
    at, what = entry.at.isoformat(timespec="milliseconds"), stored_events.dump_event(entry.event)
    return {"room": pending.after.code, "number": entry.number, "at": at, "by": entry.device, "what": what}


def read_entries(rows: Sequence[Row[int, str, Device, str] | tuple[int, str, Device, str]]) -> list[LogEntry]:
    """Return the log entries that are stored as these rows: number, time, device and JSON."""
    found_events = stored_events.load_events([what for *_, what in rows])
    parts = zip(rows, found_events, strict=True)
    return [LogEntry(number, datetime.fromisoformat(at), by, event) for (number, at, by, _), event in parts]


def _unknown(code: str) -> UnknownRoom:
    return UnknownRoom("There is no room {code}", code=code)
