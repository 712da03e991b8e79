"""Forgetting a name: it is replaced wherever it is stored, and no trace of it is left in a SQLite file.

This is the one exception from the rule that nothing stored is changed. Only the name is replaced, by one that
nobody has. So everything that follows from the events is the same, but for the name.
"""

import json
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from companion.config import durable
from companion.room.events import Device, NameErased, PersonName, dump_event, event_types
from companion.room.names import name_key
from companion.storage.event_store import EventRow, RemarkRow

_ATTEMPTS = 20  # as a game may store an event in the same moment
_PATIENCE = 10.0  # seconds in which all readers of a SQLite file have finished at some moment
_RETRY = 0.05  # seconds


_EVENTS: Mapping[str, type[Any]] = event_types()
_NAMED_FIELDS: Mapping[tuple[str, str], Collection[str]] = {
    **{
        ("act", act): [each.name for each in fields(_EVENTS[act]) if each.type == PersonName]
        for act in _EVENTS
    },
    ("remark", "joined"): ("name", "into"),
    ("remark", "forgot"): ("name",),
}
"""The fields with names: of events, and of what hosts could say about names in earlier releases (that two are
one person, or that one is forgotten)."""


def _named_fields(document: Mapping[str, Any]) -> Iterator[str]:
    for kind in ("act", "remark"):
        named = _NAMED_FIELDS.get((kind, document.get(kind, "")), ())
        yield from (field for field in named if field in document)


def stored_names(text: str) -> Iterator[str]:
    """Yield the names in the stored text of an event or a remark."""
    document = json.loads(text)
    return (str(document[field]) for field in _named_fields(document))


def replace_name(text: str, key: str, other: str) -> str:
    """Return the stored text of an event or a remark with another name for all that have this key."""
    document = json.loads(text)
    for field in _named_fields(document):
        if name_key(str(document[field])) == key:
            document[field] = other
    return json.dumps(document, ensure_ascii=False)


T = TypeVar("T")


class _Stored(NamedTuple):
    """A stored text with names: what it is about, the room or the browser, its number, and the text."""

    table: type[EventRow | RemarkRow]
    owner: str
    number: int
    text: str

    def has(self, key: str) -> bool:
        """Tell whether a name of that key is stored in it."""
        return any(name_key(each) == key for each in stored_names(self.text))


class Forgotten(NamedTuple):
    """What was done: in which rooms a name was replaced, and by which."""

    rooms: tuple[str, ...]
    name: str


class NameEraser:
    """Finds and replaces a name, also while servers run on the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def find_rooms(self, name: str) -> tuple[str, ...]:
        """List the rooms in whose events a name is stored, by the key that joining compares (`name_key`)."""
        return tuple(sorted({each.owner for each in self._find(name, EventRow)}))

    def is_in_remarks(self, name: str) -> bool:
        """Return whether an earlier release has stored what a host said about a name."""
        return bool(self._find(name, RemarkRow))

    def _find(self, name: str, table: type[EventRow | RemarkRow]) -> list[_Stored]:
        with self._engine.connect() as connection:
            self._take_time(connection)
            key = name_key(name)
            return [each for each in _with_names(connection) if each.table is table and each.has(key)]

    def forgotten_by(self, device: Device) -> frozenset[str]:
        """Return the keys of the names that a host had left out of its table in an earlier release."""
        query = select(RemarkRow.number, RemarkRow.what).where(RemarkRow.device == device)
        with self._engine.connect() as connection:
            said = {number: json.loads(what) for number, what in connection.execute(query)}
        taken_back = {each.get("number") for each in said.values() if each.get("remark") == "undid"}
        stands = (each for number, each in said.items() if number not in taken_back)
        return frozenset(name_key(str(each["name"])) for each in stands if each.get("remark") == "forgot")

    def replace(self, name: str, rooms: Collection[str] | None, now: datetime) -> Forgotten:
        """Replace a name in these rooms, or (None) in all of them and in what hosts have said about names.

        The other name is the same everywhere, and nobody has it in any room. Each room gets an event that
        has servers read it again. A game that goes on meanwhile may store an event first: then all is done
        again.
        """
        return _insist(lambda: self._replace(name_key(name), rooms, now))

    def _replace(self, key: str, rooms: Collection[str] | None, now: datetime) -> Forgotten:
        """Replace all names of a key in one transaction, which overwrites them where the database can."""
        with self._engine.connect() as connection:
            if self._is_sqlite:
                connection.exec_driver_sql("PRAGMA secure_delete=ON")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            self._take_time(connection)
            known = [*_with_names(connection)]
            taken = {name_key(name) for each in known for name in stored_names(each.text)}
            guests = (f"Guest {number}" for number in count(1))
            other = next(name for name in guests if name_key(name) not in taken)
            found = [each for each in known if each.has(key) and (rooms is None or each.owner in rooms)]
            for each in found:
                owner = EventRow.room if each.table is EventRow else RemarkRow.device
                row = update(each.table).where(owner == each.owner, each.table.number == each.number)
                connection.execute(row.values(what=replace_name(each.text, key, other)))
            codes = sorted({each.owner for each in found if each.table is EventRow})
            for code in codes:
                _append_erased(connection, code, now)
            connection.commit()
        return Forgotten(tuple(codes), other)

    @property
    def _is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    def _take_time(self, connection: Connection) -> None:
        """Let the statements of a transaction take as long as many rooms need."""
        if not self._is_sqlite:
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")

    def remove_traces(self) -> bool:
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


def _with_names(connection: Connection) -> Iterator[_Stored]:
    """Read all texts in which names may be, sorted as other writers sort them, or two could deadlock."""
    named = (about for about, names in _NAMED_FIELDS.items() if names)
    begins = or_(*(EventRow.what.startswith(f'{{"act": "{each}"') for kind, each in named if kind == "act"))
    acts = select(EventRow.room, EventRow.number, EventRow.what).where(begins)
    for row in connection.execute(acts.order_by(EventRow.room, EventRow.number)):
        yield _Stored(EventRow, *row)
    for row in connection.execute(select(RemarkRow.device, RemarkRow.number, RemarkRow.what)):
        yield _Stored(RemarkRow, *row)


def _append_erased(connection: Connection, code: str, now: datetime) -> None:
    """Append the event that has servers read a room again."""
    newest = select(func.max(EventRow.number), func.max(EventRow.at)).where(EventRow.room == code)
    number, latest = connection.execute(newest).one()
    at = max(latest, now.isoformat(timespec="milliseconds"))
    erased = {"room": code, "number": number + 1, "at": at, "by": "", "what": dump_event(NameErased())}
    connection.execute(insert(EventRow), erased)
