"""Forgetting a name: it is replaced wherever it is stored, and no trace of it is left in a SQLite file."""

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from companion.config import durable
from companion.room.events import NameErased, dump_event
from companion.room.forgetting import EVENTS_WITH_NAMES, neutral_name, replace_name, stored_names
from companion.room.names import name_key
from companion.storage.event_store import EventRow, RemarkRow

_ATTEMPTS = 20  # as a game may store an event in the same moment
_PATIENCE = 10.0  # seconds in which all readers of a SQLite file have finished at some moment
_RETRY = 0.05  # seconds

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was done: in which rooms and in how many remarks of hosts a name was replaced, and by which.

    `without_trace`: no byte of it is left in the files of the database.
    """

    rooms: tuple[str, ...]
    remarks: int
    name: str
    without_trace: bool


@dataclass(frozen=True, slots=True)
class _Stored:
    """A stored text with names, and the columns that identify its row."""

    place: tuple[str, int]
    text: str


class NameEraser:
    """Finds and replaces a name, also while servers run on the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def find_rooms(self, name: str) -> tuple[str, ...]:
        """List the rooms in whose events a name is stored, by the key that joining compares (`name_key`)."""
        with self._reading() as connection:
            return tuple(sorted(_having(name_key(name), _events_with_names(connection))))

    def count_remarks(self, name: str) -> int:
        """Count the remarks of hosts about a name."""
        with self._reading() as connection:
            return sum(map(len, _having(name_key(name), _remarks(connection)).values()))

    def forget(self, name: str, rooms: Collection[str] | None, now: datetime) -> Forgotten:
        """Replace a name in these rooms, or (None) in all of them and in what hosts have said about names.

        The other name is the same everywhere, and nobody has it in any room. Each room gets an event that
        has servers read it again. A game that goes on meanwhile may store an event first: then all is done
        again.
        """
        key = name_key(name)
        codes, remarks, other = _insist(lambda: self._replace(key, rooms, now))
        return Forgotten(codes, remarks, other, self._remove_traces())

    def _replace(
        self, key: str, rooms: Collection[str] | None, now: datetime
    ) -> tuple[tuple[str, ...], int, str]:
        """Replace all names of a key in one transaction; return the rooms, how many remarks, and the name."""
        with self._writing() as connection:
            known, said = tuple(_events_with_names(connection)), tuple(_remarks(connection))
            other = neutral_name(
                {name_key(each) for row in (*known, *said) for each in stored_names(row.text)}
            )
            found = _having(key, known)
            codes = sorted(found if rooms is None else found.keys() & {*rooms})
            for code in codes:  # sorted as other writers sort them, or two could deadlock
                _replace_in_room(connection, code, found[code], (key, other), now)
            remarks = [row for rows in _having(key, said).values() for row in rows] if rooms is None else []
            for row in remarks:
                _replace_in_remark(connection, row, (key, other))
        return tuple(codes), len(remarks), other

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            self._take_time(connection)
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Begin a transaction that overwrites what it replaces, as far as the database does that."""
        with self._engine.connect() as connection:
            if self._is_sqlite:
                connection.exec_driver_sql("PRAGMA secure_delete=ON")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            self._take_time(connection)
            yield connection
            connection.commit()

    @property
    def _is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    def _take_time(self, connection: Connection) -> None:
        """Let the statements of a transaction take as long as many rooms need."""
        if not self._is_sqlite:
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")

    def _remove_traces(self) -> bool:
        """Rewrite the tables without what was deleted in them; return whether the files have no trace left.

        A SQLite file keeps earlier contents in unused parts of its pages, and in its log. Another database
        keeps them as its own settings say.
        """
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            if not self._is_sqlite:
                connection.exec_driver_sql("SET statement_timeout = 0")
                connection.exec_driver_sql(f"VACUUM {EventRow.__tablename__}, {RemarkRow.__tablename__}")
                return False
            try:
                _insist(lambda: connection.exec_driver_sql("VACUUM"))
            except OperationalError:  # the disk has no room for a second copy, for one
                return False
            return _empty_log(connection)


def _insist(act: Callable[[], T]) -> T:
    """Do something again as long as another process stores something in the same moment."""
    for _ in range(_ATTEMPTS - 1):
        try:
            return act()
        except (IntegrityError, OperationalError):
            time.sleep(_RETRY)
    return act()


def _empty_log(connection: Connection) -> bool:
    """Write the log of a SQLite file into the file once nobody reads it; return whether that was possible.

    The empty log is flushed, or a power cut could bring its contents back.
    """
    until = time.monotonic() + _PATIENCE
    while connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]:
        if time.monotonic() > until:
            return False
        time.sleep(_RETRY)
    log = Path(f"{connection.engine.url.database}-wal")
    if log.exists():
        durable.flush(log)
    return True


def _events_with_names(connection: Connection) -> Iterator[_Stored]:
    begins = or_(*(EventRow.what.startswith(f'{{"act": "{each}"') for each in EVENTS_WITH_NAMES))
    query = select(EventRow.room, EventRow.number, EventRow.what).where(begins)
    return (_Stored((room, number), what) for room, number, what in connection.execute(query))


def _remarks(connection: Connection) -> Iterator[_Stored]:
    query = select(RemarkRow.device, RemarkRow.number, RemarkRow.what)
    return (_Stored((device, number), what) for device, number, what in connection.execute(query))


def _having(key: str, rows: Iterable[_Stored]) -> Mapping[str, list[_Stored]]:
    """Return the rows in which a name of that key is stored, by the first of their columns."""
    found: defaultdict[str, list[_Stored]] = defaultdict(list)
    for row in rows:
        if any(name_key(each) == key for each in stored_names(row.text)):
            found[row.place[0]].append(row)
    return found


def _replace_in_room(
    connection: Connection, code: str, rows: Iterable[_Stored], names: tuple[str, str], now: datetime
) -> None:
    """Change events of a room, and append the event that says so; `names` are a key and the other name."""
    for row in rows:
        where = EventRow.room == code, EventRow.number == row.place[1]
        connection.execute(update(EventRow).where(*where).values(what=replace_name(row.text, *names)))
    newest = select(func.max(EventRow.number), func.max(EventRow.at)).where(EventRow.room == code)
    number, latest = connection.execute(newest).one()
    at = max(latest, now.isoformat(timespec="milliseconds"))
    row_ = {"room": code, "number": number + 1, "at": at, "by": "", "what": dump_event(NameErased())}
    connection.execute(insert(EventRow), row_)


def _replace_in_remark(connection: Connection, row: _Stored, names: tuple[str, str]) -> None:
    device, number = row.place
    where = RemarkRow.device == device, RemarkRow.number == number
    connection.execute(update(RemarkRow).where(*where).values(what=replace_name(row.text, *names)))
