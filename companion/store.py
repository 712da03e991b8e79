"""The database: two tables, rooms and the acts of their journals, which are only ever added to."""

import secrets
import threading
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Engine, ForeignKey, Text, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from companion import acts, journal
from companion.acts import Act, Device
from companion.journal import Entry, Room
from companion.score import Refused

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
DIGITS = "23456789"
CODE_LENGTH = 4
_REMEMBERED = 500  # rooms that are kept in memory


class Base(DeclarativeBase):
    """The base of the tables."""


class RoomRow(Base):
    """A room: its code, and when it was opened (UTC, ISO 8601)."""

    __tablename__ = "room"

    code: Mapped[str] = mapped_column(Text, primary_key=True)
    opened: Mapped[str] = mapped_column(Text)


class ActRow(Base):
    """One act of a room's journal: its number from 1, when, by which device, and what was done (JSON)."""

    __tablename__ = "act"

    room: Mapped[str] = mapped_column(ForeignKey("room.code"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[str] = mapped_column(Text)
    by: Mapped[str] = mapped_column(Text)
    what: Mapped[str] = mapped_column(Text)


class UnknownRoom(Refused):
    """There is no room of that code."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A room as it lies in the database: its code, when it was opened, and when the last act was."""

    code: str
    opened: datetime
    last: datetime


Decide = Callable[[Room], Act | None]
"""Looks at a room and says what to add to its journal (None: nothing), or raises `Refused`."""

Tell = Callable[[str, int], None]
"""Hears that a room (its code) has reached a version."""


class Store:
    """All rooms. One is shared by all threads; several processes may each have one on one database."""

    def __init__(self, engine: Engine, tell: Tell) -> None:
        self._engine = engine
        self._tell = tell
        self._rooms: dict[str, Room] = {}
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def open(self, by: Device, act: Act) -> str:
        """Open a room whose journal begins with this act, and return its code."""
        now = _now()
        while True:
            code = new_code()
            try:
                with self._engine.begin() as connection:
                    connection.execute(insert(RoomRow).values(code=code, opened=_written(now)))
                    connection.execute(insert(ActRow).values(_row(code, Entry(1, now, by, act))))
            except IntegrityError:
                continue  # the code is taken
            self._rooms.pop(code, None)  # of a room of the same code that was deleted since
            return code

    def room(self, code: str) -> Room:
        """Return the room as it is now; raises `UnknownRoom`.

        What is remembered is only a start: acts that another process has added since are looked up.
        """
        known = self._rooms.get(code, Room(code))
        lines = select(ActRow.number, ActRow.at, ActRow.by, ActRow.what).order_by(ActRow.number)
        wanted = (ActRow.room == code) & (ActRow.number >= known.version)
        with self._engine.connect() as connection:
            found = connection.execute(lines.where(wanted)).all()
        if not found:  # not even the act that is known: the room is gone, or never was
            self._rooms.pop(code, None)
            raise UnknownRoom("There is no room {code}", code=code)
        new = found[1:] if known.version else found
        room = journal.further(known, (_entry(*line) for line in new)) if new else known
        if room is not known:
            self._remember(room)
        return room

    def remembered(self, code: str) -> Room | None:
        """Return a room as this process knows it, without looking whether others have changed it."""
        return self._rooms.get(code)

    def do(self, code: str, by: Device, decide: Decide) -> Room:
        """Add what `decide` says to a room's journal, and return the room after it.

        When this returns, the act is on disk. Two that come at once are decided one after the other, so
        that the second sees what the first did. Raises `UnknownRoom`, and whatever `decide` raises.
        """
        self.room(code)  # no lock for a room that is not there
        with self._locks[code]:
            while True:
                room = self.room(code)
                act = decide(room)
                if act is None:
                    return room
                entry = Entry(room.version + 1, _now(), by, act)
                following = journal.further(room, [entry])  # first: what cannot be followed is not stored
                if self.append(code, entry):
                    self._remember(following)
                    self._tell(code, following.version)  # within the lock: versions are told in order
                    return following

    def append(self, code: str, entry: Entry) -> bool:
        """Store a line of a journal under its number; False if another process was there first."""
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(ActRow).values(_row(code, entry)))
        except IntegrityError:
            return False
        return True

    def listing(self) -> tuple[Shelved, ...]:
        """List all rooms, the one that was opened last first."""
        last = func.coalesce(func.max(ActRow.at), RoomRow.opened)
        wanted = select(RoomRow.code, RoomRow.opened, last).outerjoin(ActRow).group_by(RoomRow.code)
        with self._engine.connect() as connection:
            found = connection.execute(wanted.order_by(RoomRow.opened.desc(), RoomRow.code)).all()
        return tuple(Shelved(code, *map(datetime.fromisoformat, times)) for code, *times in found)

    def delete(self, code: str) -> None:
        """Delete a room with all its acts, for good; raises `UnknownRoom`.

        Safe while servers are running: the next act for the room finds none to belong to, and whoever
        sent it is told that there is no such room.
        """
        with self._engine.begin() as connection:
            connection.execute(delete(ActRow).where(ActRow.room == code))
            deleted = connection.execute(delete(RoomRow).where(RoomRow.code == code)).rowcount
        self._rooms.pop(code, None)
        if not deleted:
            raise UnknownRoom("There is no room {code}", code=code)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def _remember(self, room: Room) -> None:
        known = self._rooms.pop(room.code, None)
        self._rooms[room.code] = known if known and known.version > room.version else room
        while len(self._rooms) > _REMEMBERED:
            with suppress(KeyError, StopIteration, RuntimeError):  # another thread may be doing the same
                del self._rooms[next(iter(self._rooms))]


def new_code() -> str:
    """Draw a room code: no character that looks like another, and a digit so that it is no word."""
    while True:
        code = "".join(secrets.choice(LETTERS + DIGITS) for _ in range(CODE_LENGTH))
        if any(each in DIGITS for each in code):
            return code


def _row(code: str, entry: Entry) -> dict[str, str | int]:
    assert entry.act is not None  # noqa: S101 - only what is known is stored
    what = acts.dumps(entry.act)
    return {"room": code, "number": entry.number, "at": _written(entry.at), "by": entry.by, "what": what}


def _entry(number: int, at: str, by: Device, what: str) -> Entry:
    return Entry(number, datetime.fromisoformat(at), by, acts.loads(what))


def _now() -> datetime:
    """Return the time in milliseconds, as they are stored: reading it again gives the same."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


def _written(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds")
