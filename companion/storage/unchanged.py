"""Reading a SQLite database without changing any file: what it holds, and whether that is sound."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.i18n.errors import Refused
from companion.i18n.messages import N_

_TIMEOUT = 2.0  # seconds to wait for a lock
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_LOCKED = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")
_IS_DAMAGED = N_("{database} is damaged ({said})")
_IS_LOCKED = N_("{database} is locked by another program")
_IS_FOREIGN = N_("{database} is not a database of companion: it has no table {table}")
_TABLES = {"room", "act", "alembic_version"}


class Damaged(Refused):
    """The file is no database, or not a sound one."""


class Locked(Refused):
    """Another program has locked the database."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database of companion holds."""

    rooms: int
    newest: datetime | None
    """The time of the newest event; None without any."""
    revisions: frozenset[str]
    """The revisions of its tables, as the migrations name them."""


@contextmanager
def opened(database: Path) -> Iterator[sqlite3.Connection]:
    """Open a database to read, in such a way that neither it nor anything beside it is changed.

    With a server running on it, its -shm file is there and is only read. Without one there is nothing
    beside it, or a server was killed: then a -wal file may be left that SQLite would want to work on.
    """
    log, index, journal = (
        database.with_name(f"{database.name}{end}") for end in ("-wal", "-shm", "-journal")
    )
    if journal.exists() or (_size(log) and not index.exists()):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / database.name
            for path in (database, log, journal):
                if path.exists():
                    shutil.copyfile(path, copy.with_name(path.name))
            with closing(sqlite3.connect(copy, _TIMEOUT)) as connection:
                yield connection
        return
    how = "readonly_shm=1" if index.exists() else "immutable=1"
    address = f"{database.absolute().as_uri()}?mode=ro&{how}"
    with closing(sqlite3.connect(address, _TIMEOUT, uri=True)) as connection:
        yield connection


def read_contents(database: Path, called: Path | None = None) -> Contents:
    """Check a whole database and return what it holds; sentences have the name `called`, if there is one.

    Raises `Damaged`, `Locked`, or another `Refused` if it cannot be read or is none of companion.
    """
    called = called or database
    try:
        with opened(database) as connection:
            [result] = connection.execute("PRAGMA quick_check(1)").fetchone()
            if result != "ok":
                raise Damaged(_IS_DAMAGED, database=str(called), said=result)
            return _contents(connection, called)
    except (OSError, sqlite3.Error) as error:
        raise _refusal(called, error) from None


def _contents(connection: sqlite3.Connection, database: Path) -> Contents:
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    if not tables:
        return Contents(0, None, frozenset())
    if missing := _TABLES - {name for (name,) in tables}:
        raise Damaged(_IS_FOREIGN, database=str(database), table=min(missing))
    [rooms] = connection.execute("SELECT count(*) FROM room").fetchone()
    [newest] = connection.execute("SELECT max(at) FROM act").fetchone()
    revisions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    return Contents(
        rooms, datetime.fromisoformat(newest) if newest else None, frozenset(each for (each,) in revisions)
    )


def _refusal(database: Path, error: Exception) -> Refused:
    name = getattr(error, "sqlite_errorname", "")
    found = {"database": str(database), "error": getattr(error, "strerror", None) or str(error)}
    if name.startswith(_DAMAGED):
        return Damaged(_IS_DAMAGED, database=str(database), said=str(error))
    if name.startswith(_LOCKED):
        return Locked(_IS_LOCKED, database=str(database))
    return Refused("{database} cannot be read ({error})", **found)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
