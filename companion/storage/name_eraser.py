"""Forgetting a name: it is replaced wherever it is stored, and no trace of it is left in a SQLite file.

This is the one exception from the rule that nothing stored is changed. Only the name is replaced, by one that
nobody has. So everything that follows from the events is the same, but for the name.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, func, insert, or_, select, update
from sqlalchemy.exc import OperationalError

from companion.config import files
from companion.i18n.errors import Refused
from companion.room.events import EVENT_TYPES, Device, NameErased, PersonName
from companion.room.names import ERASED, name_key
from companion.room.stored_events import dump_event
from companion.storage.tables import EventRow, RemarkRow, RoomRow

_NAMED_FIELDS: Mapping[str, Collection[str]] = {
    stored_name: named
    for stored_name, event in EVENT_TYPES.items()
    if (named := [field.name for field in fields(event) if field.type == PersonName])
}
"""The fields with names, by the stored names of events."""

_REMARKED = "name", "into"
"""Those of what hosts could say in earlier releases: that two names are one person, or one is forgotten."""


class StoredNames(NamedTuple):
    """A stored text with names: the room or the browser that it is about, its number, and the text."""

    table: type[EventRow | RemarkRow]
    owner: str
    number: int
    text: str

    def names(self, key: str | None = None) -> dict[str, str]:
        """Return the names in it by their fields: all, or those with a key (`name_key`)."""
        document = json.loads(self.text)
        named = _NAMED_FIELDS.get(document["act"], ()) if self.table is EventRow else _REMARKED
        found = {field: str(document[field]) for field in named if field in document}
        return {field: name for field, name in found.items() if key in (None, name_key(name))}

    def replaced(self, key: str, other: str) -> str:
        """Return the text with another name for all that have this key."""
        document = json.loads(self.text) | dict.fromkeys(self.names(key), other)
        return json.dumps(document, ensure_ascii=False)


class Forgotten(NamedTuple):
    """What was done: in which rooms a name was replaced, and by which."""

    rooms: tuple[str, ...]
    name: str


class NameEraser:
    """Finds and replaces a name, also while servers run on the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_sqlite = engine.dialect.name == "sqlite"

    def find_rooms(self, name: str, wanted: Collection[str] = ()) -> tuple[str, ...]:
        """List the rooms, of all or of these, in whose events a name is stored.

        Names are compared as joining does (`name_key`). Raises `Refused` if it is in none, and not in what
        hosts have said about names either.
        """
        with self._connect() as connection:
            named = [each_name for each_name in _with_names(connection) if each_name.names(name_key(name))]
        found = [each for each in named if not wanted or each.owner in wanted]
        if not found:
            raise Refused("Nobody is called {name} there", name=name)
        return _rooms(found)

    def forgotten_by(self, device: Device) -> frozenset[str]:
        """Return the keys of the names that a host had left out of its table in an earlier release."""
        query = select(RemarkRow.number, RemarkRow.what).where(RemarkRow.device == device)
        with self._engine.connect() as connection:
            remarks = {number: json.loads(what) for number, what in connection.execute(query)}
        undone = {remark["number"] for remark in remarks.values() if remark["remark"] == "undid"}
        forgot = (
            remarks[number] for number in remarks.keys() - undone if remarks[number]["remark"] == "forgot"
        )
        return frozenset(name_key(str(each["name"])) for each in forgot)

    def replace(self, name: str, rooms: Collection[str] | None, now: datetime) -> Forgotten:
        """Replace a name in these rooms, or (None) in all of them and in what hosts have said about names.

        The other name is the same everywhere, and nobody has it in any room. Each room gets an event that
        has servers read it again. All is done in one transaction, for which others wait in those rooms alone.
        """
        key = name_key(name)
        with self._connect() as connection:
            if self._is_sqlite:
                connection.exec_driver_sql("PRAGMA secure_delete=ON")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            named = {each_name.owner for each_name in _with_names(connection) if each_name.names(key)}
            owners = named if rooms is None else named.intersection(rooms)
            locked = select(RoomRow.code).where(RoomRow.code.in_(owners)).order_by(RoomRow.code)
            connection.execute(locked.with_for_update()).all()
            known = [*_with_names(connection)]
            other = _unused_name(known)
            found = [each for each in known if each.owner in owners and each.names(key)]
            for each in found:
                owner = EventRow.room if each.table is EventRow else RemarkRow.device
                row = update(each.table).where(owner == each.owner, each.table.number == each.number)
                connection.execute(row.values(what=each.replaced(key, other)))
            for code in _rooms(found):
                _append_erased(connection, code, now)
            connection.commit()
        return Forgotten(_rooms(found), other)

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        """Connect for statements that take as long as many rooms need."""
        with self._engine.connect() as connection:
            if not self._is_sqlite:
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            yield connection

    def remove_traces(self) -> bool:
        """Write a SQLite file anew without what was deleted; return whether the files have no trace left.

        It keeps earlier contents in unused parts of its pages, and in its log, which is emptied when nobody
        reads it, and flushed, or a power cut could bring it back. Other databases do as their settings say.
        """
        if not self._is_sqlite:
            return False
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            try:
                connection.exec_driver_sql("VACUUM")
            except OperationalError:  # the disk has no room for a second copy, for one
                return False
            is_read = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
        if not is_read and (log := Path(f"{self._engine.url.database}-wal")).exists():
            files.flush(log)
        return not is_read


def _rooms(found: Collection[StoredNames]) -> tuple[str, ...]:
    return tuple(sorted({each.owner for each in found if each.table is EventRow}))


def _unused_name(known: Iterable[StoredNames]) -> str:
    present = {name_key(name) for each in known for name in each.names().values()}
    return next(name for number in count(1) if name_key(name := f"{ERASED} {number}") not in present)


def _with_names(connection: Connection) -> Iterator[StoredNames]:
    """Read all texts in which names may be."""
    begins = or_(*(EventRow.what.startswith(f'{{"act": "{stored_name}"') for stored_name in _NAMED_FIELDS))
    for row in connection.execute(select(EventRow.room, EventRow.number, EventRow.what).where(begins)):
        yield StoredNames(EventRow, *row)
    for row in connection.execute(select(RemarkRow.device, RemarkRow.number, RemarkRow.what)):
        yield StoredNames(RemarkRow, *row)


def _append_erased(connection: Connection, code: str, now: datetime) -> None:
    """Append the event that has servers read a room again."""
    newest = select(func.max(EventRow.number), func.max(EventRow.at)).where(EventRow.room == code)
    number, latest = connection.execute(newest).one()
    at = max(latest, now.isoformat(timespec="milliseconds"))
    erased = {"room": code, "number": number + 1, "at": at, "by": "", "what": dump_event(NameErased())}
    connection.execute(insert(EventRow), erased)
