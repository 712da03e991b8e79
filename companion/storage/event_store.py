"""The database: two tables, rooms and the acts of their journals, which are only ever added to."""

import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Engine, ForeignKey, Text, bindparam, delete, func, insert, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.events import Device
from companion.room.reducer import apply_all
from companion.room.state import LogEntry, Room
from companion.storage.clock import MonotonicClock
from companion.storage.group_commit import PendingEvent, WriteConflict, Writer

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
DIGITS = "23456789"
CODE_LENGTH = 4
_REMEMBERED = 1000  # rooms that are kept in memory, of 40 KB (a short game) to 500 KB (1600 acts) each
_PATIENCE = 3.0  # seconds that an act waits for those before it to be decided, some thousandths each


class Base(DeclarativeBase):
    """The base of the tables."""


class RoomRow(Base):
    """A room: its code, and when it was opened (UTC, ISO 8601)."""

    __tablename__ = "room"

    code: Mapped[str] = mapped_column(Text, primary_key=True)
    opened: Mapped[str] = mapped_column(Text)


class EventRow(Base):
    """One act of a room's journal: its number from 1, when, by which device, and what was done (JSON)."""

    __tablename__ = "act"

    room: Mapped[str] = mapped_column(ForeignKey("room.code"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[str] = mapped_column(Text)
    by: Mapped[str] = mapped_column(Text)
    what: Mapped[str] = mapped_column(Text)


_LINES = (
    select(EventRow.number, EventRow.at, EventRow.by, EventRow.what)
    .where(EventRow.room == bindparam("code"), EventRow.number >= bindparam("known"))
    .order_by(EventRow.number)
)


class UnknownRoom(Refused):
    """There is no room of that code."""


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room as it lies in the database: its code, when it was opened, and when the last act was."""

    code: str
    opened: datetime
    last: datetime


Decide = Callable[[Room], events.Event | None]
"""Looks at a room and says what to add to its journal (None: nothing), or raises `Refused`."""

OnVersion = Callable[[str, int], None]
"""Hears that a room (its code) has reached a version."""

OnChange = Callable[[Room, Room], None]
"""Hears what a room was before something was done in it, and what it is after it."""


def _nobody(_before: Room, _after: Room) -> None:
    """Hear nothing."""


class StoreBusy(Exception):  # noqa: N818 - nothing is wrong, it only takes too long
    """Others are waiting for the database already, and somebody keeps it."""


class _Kept:
    """A room in memory, as it is on disk; and the newest line of it, which may be on its way there."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.seen = -math.inf
        """When it was known to be the newest there is."""
        self.ahead = timedelta()
        """How far the clock that wrote its journal is ahead of ours."""
        self.turn = threading.Lock()
        self.newest: PendingEvent | None = None

    def waiting(self) -> PendingEvent | None:
        """Return the newest line if it is not settled yet."""
        newest = self.newest
        return newest if newest and not newest.is_settled else None


class EventStore:
    """All rooms. One is shared by all threads; several processes may each have one on one database.

    Whatever is read or told is on disk. What is done is decided on the newest state there is, part of which
    may be on its way to the disk: a line falls with the one it stands on.
    """

    def __init__(self, engine: Engine, tell: OnVersion, hear: OnChange = _nobody, trust: float = 0.0) -> None:
        """Make a store; for `trust` seconds a room that was looked up or written counts as the newest.

        Only after that is the database asked whether another process has added something. What is decided
        on too old a state is never stored, whatever the trust: its number is taken.
        """
        self._engine = engine
        self._tell = tell
        self._hear = hear
        self._trust = trust
        self._clock = MonotonicClock()
        self._scribe = Writer(self._write, self._written)
        self._memory = threading.Lock()
        self._rooms: OrderedDict[str, _Kept] = OrderedDict()

    def open_room(self, by: Device, event: events.Event) -> str:
        """Open a room whose journal begins with this act, and return its code."""
        while True:
            line = self._line(Room(new_code()), by, event)
            with suppress(WriteConflict):  # the code is taken
                self._scribe.take(line)
                self._scribe.wait(line)
                return line.room.code

    def load_room(self, code: str) -> Room:
        """Return the room as it is now; raises `UnknownRoom`."""
        kept = self._rooms.get(code)
        if kept is not None and time.monotonic() - kept.seen < self._trust:
            return kept.room
        return self.reload_room(code)

    def reload_room(self, code: str) -> Room:
        """Return the room as it lies in the database; raises `UnknownRoom`."""
        return self._looked(code).room

    def _looked(self, code: str) -> _Kept:
        """Bring what is remembered of a room up to date; raises `UnknownRoom`.

        What is remembered is only a start: acts that another process has added since are looked up.
        """
        now, known = time.monotonic(), self.cached_room(code) or Room(code)
        with self._engine.connect() as connection:
            lines = connection.execute(_LINES, {"code": code, "known": known.version})
            found = [_entry(*line) for line in lines]
        if known.log and not (found and _same(found[0], known.log[0])):
            self._forget(code)  # it is gone; another of the same code may have been opened since
            return self._looked(code)
        if not found:
            raise UnknownRoom("There is no room {code}", code=code)
        new = found[1:] if known.log else found
        kept = self._remember(apply_all(known, new) if new else known, now)
        if new:
            self._set_clock(kept, max(entry.at for entry in new))
        return kept

    def now(self, code: str) -> datetime:
        """Return what time it is in a room: never earlier than what is in its journal."""
        kept = self._rooms.get(code)
        return self._clock.now() + (kept.ahead if kept else timedelta())

    def cached_room(self, code: str) -> Room | None:
        """Return a room as this process knows it, without looking whether others have changed it."""
        kept = self._rooms.get(code)
        return kept.room if kept else None

    def reload_changed(self, codes: Collection[str]) -> None:
        """Look up those of these rooms to which another process has added; forget the deleted ones."""
        last = select(func.max(EventRow.number)).where(EventRow.room == RoomRow.code).scalar_subquery()
        with self._engine.connect() as connection:
            found = connection.execute(select(RoomRow.code, last).where(RoomRow.code.in_(codes))).all()
        versions: dict[str, int] = dict(tuple(each) for each in found)
        for code in codes:
            known = self.cached_room(code)
            if code not in versions:
                self._forget(code)
            elif known is None or known.version != versions[code]:
                with suppress(UnknownRoom):
                    self.reload_room(code)

    def execute(self, code: str, by: Device, decide: Decide) -> Room:
        """Add what `decide` says to a room's journal, and return the room after it.

        When this returns, the act is on disk. Two that come at once are decided one after the other, so
        that the second sees what the first did; then they may be written in one commit. Raises
        `UnknownRoom`, `Busy`, whatever `decide` raises, and what the database says.
        """
        while True:
            with suppress(WriteConflict):
                return self._done(code, by, decide)
            self.reload_room(code)

    def _done(self, code: str, by: Device, decide: Decide) -> Room:
        kept = self._rooms.get(code) or self._looked(code)
        with self._turn(kept):
            under = kept.waiting()
            room = under.room if under else kept.room
            try:
                event = decide(room)
            except Refused:
                self._uphold(room, under)
                raise
            if event is None:
                self._uphold(room, under)
                return room
            line = kept.newest = self._line(room, by, event, under)  # what cannot be followed is not stored
            self._scribe.take(line)
        self._scribe.wait(line)
        return line.room

    def _uphold(self, room: Room, under: PendingEvent | None) -> None:
        """Wait until what was decided on is on disk; raises `Overtaken` where it is not the newest."""
        if under:
            under.outcome()
        elif self.load_room(room.code) is not room:
            raise WriteConflict

    @contextmanager
    def _turn(self, kept: _Kept) -> Iterator[None]:
        """Wait until it is one's turn in a room, but not for ever: whoever waits keeps a thread busy."""
        if not kept.turn.acquire(timeout=_PATIENCE):
            raise StoreBusy
        try:
            yield
        finally:
            kept.turn.release()

    def _write(self, lines: Sequence[PendingEvent]) -> None:
        """Write lines in one transaction; in one order, or two processes could wait for each other."""
        rows = [_row(line) for line in sorted(lines, key=lambda line: line.room.code)]
        opened = [{"code": row["room"], "opened": row["at"]} for row in rows if row["number"] == 1]
        with self._engine.begin() as connection:
            if opened:
                connection.execute(insert(RoomRow), opened)
            connection.execute(insert(EventRow), rows)

    def _written(self, lines: Sequence[PendingEvent]) -> None:
        """Remember what is on disk now, and tell of it."""
        for line in lines:
            if not line.before.version:
                self._forget(line.room.code)  # a room of the same code that was deleted since
        for room in {line.room.code: line.room for line in lines}.values():
            self._remember(room, time.monotonic())
        for line in lines:
            if line.before.version:
                self._hear(line.before, line.room)

    def list_rooms(self) -> tuple[StoredRoom, ...]:
        """List all rooms, the one that was opened last first."""
        last = func.coalesce(func.max(EventRow.at), RoomRow.opened)
        wanted = select(RoomRow.code, RoomRow.opened, last).outerjoin(EventRow).group_by(RoomRow.code)
        with self._engine.connect() as connection:
            found = connection.execute(wanted.order_by(RoomRow.opened.desc(), RoomRow.code)).all()
        return tuple(StoredRoom(code, *map(datetime.fromisoformat, times)) for code, *times in found)

    def delete_room(self, code: str) -> None:
        """Delete a room with all its acts, for good; raises `UnknownRoom`.

        Safe while servers are running: the next act for the room finds none to belong to, and whoever
        sent it is told that there is no such room.
        """
        with self._engine.begin() as connection:
            connection.execute(select(RoomRow.code).where(RoomRow.code == code).with_for_update())
            connection.execute(delete(EventRow).where(EventRow.room == code))
            deleted = connection.execute(delete(RoomRow).where(RoomRow.code == code)).rowcount
        self._forget(code)
        if not deleted:
            raise UnknownRoom("There is no room {code}", code=code)

    def answers(self) -> None:
        """Look something up; raises what is wrong where the database does not answer."""
        with self._engine.connect() as connection:
            connection.execute(select(RoomRow.code).limit(1)).all()

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def _remember(self, room: Room, now: float) -> _Kept:
        """Remember a room as it was found, and tell of it if it has moved on: versions are told in order.

        It may have while it was forgotten, too; of one that was only opened nobody can know.
        """
        with self._memory:
            was_forgotten = room.code not in self._rooms and room.version > 1
            kept = self._rooms.setdefault(room.code, _Kept(room))
            self._rooms.move_to_end(room.code)
            if len(self._rooms) > _REMEMBERED:
                self._rooms.popitem(last=False)
            kept.seen = max(kept.seen, now)
            if room.version > kept.room.version or was_forgotten:
                kept.room = room
                self._tell(room.code, room.version)
            return kept

    def _forget(self, code: str) -> None:
        with self._memory:
            self._rooms.pop(code, None)

    def _line(
        self, room: Room, by: Device, event: events.Event, under: PendingEvent | None = None
    ) -> PendingEvent:
        """Make the next line of a room's journal."""
        entry = LogEntry(room.version + 1, self.now(room.code), by, event)
        return PendingEvent(entry, room, apply_all(room, [entry]), under)

    def _set_clock(self, kept: _Kept, latest: datetime) -> None:
        """Go on from the latest time of a journal, where another clock than ours has written it."""
        kept.ahead = max(kept.ahead, latest - self._clock.now())


def new_code() -> str:
    """Draw a room code: no character that looks like another, and a digit so that it is no word."""
    while True:
        code = "".join(secrets.choice(LETTERS + DIGITS) for _ in range(CODE_LENGTH))
        if any(each in DIGITS for each in code):
            return code


def _row(line: PendingEvent) -> dict[str, Any]:
    entry = line.entry
    assert entry.event is not None  # noqa: S101 - only what is known is stored
    at, what = _iso(entry.at), events.dump_event(entry.event)
    return {"room": line.room.code, "number": entry.number, "at": at, "by": entry.device, "what": what}


def _entry(number: int, at: str, by: Device, what: str) -> LogEntry:
    return LogEntry(number, datetime.fromisoformat(at), by, events.load_event(what))


def _same(one: LogEntry, other: LogEntry) -> bool:
    return (one.number, one.at, one.device) == (other.number, other.at, other.device)


def _iso(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds")
