"""Reading a SQLite database without changing any file: what it holds, and whether that is sound."""

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import ModuleType

from companion.i18n.errors import Refused
from companion.i18n.messages import N_

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

_TIMEOUT = 2.0  # seconds to wait for a lock
_READERS = 510, 0x40000002  # bytes that SQLite locks to read: how many, and from where
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

    With an empty log nobody writes to the database itself. With a log and its index, both are only read. A
    log without an index, or a journal, is left by a program that was killed: SQLite would want to work it
    off, and gets a copy for that. Raises `Locked`, `OSError` or `sqlite3.Error`.
    """
    log, index, journal = (
        database.with_name(f"{database.name}{end}") for end in ("-wal", "-shm", "-journal")
    )
    _check_unlocked(database)
    if _size(log) or _has_log(database):
        how = ("mode=ro&readonly_shm=1" if index.exists() else "") if _size(log) else "mode=ro&immutable=1"
    else:
        how = "" if journal.exists() else "mode=ro"
    with ExitStack() as stack:
        if not how:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            for path in (database, log, journal):
                if path.exists():
                    shutil.copyfile(path, folder / path.name)
            database = folder / database.name
        address = f"{database.absolute().as_uri()}?{how}"
        yield stack.enter_context(closing(sqlite3.connect(address, _TIMEOUT, uri=True)))


def _has_log(database: Path) -> bool:
    """Tell whether a database says of itself that a log (-wal) may belong to it."""
    with database.open("rb") as file:
        return file.read(20)[18:19] == b"\x02"


def _check_unlocked(database: Path) -> None:
    """Raise `Locked` if another process keeps all others from reading, for longer than it takes to write."""
    end = time.monotonic() + _TIMEOUT
    while not is_free(database):
        if time.monotonic() > end:
            raise Locked(_IS_LOCKED, database=str(database))
        time.sleep(_TIMEOUT / 20)


def is_free(database: Path, *, of_readers: bool = False) -> bool:
    """Tell whether no other process keeps readers out of a database, or none even reads (`of_readers`).

    It asks for the lock that SQLite asks for, and gives it back; where that cannot be done, it is free.
    """
    if fcntl is None:
        return True
    with database.open("rb+" if of_readers else "rb") as file:
        try:
            fcntl.lockf(file, (fcntl.LOCK_EX if of_readers else fcntl.LOCK_SH) | fcntl.LOCK_NB, *_READERS)
        except OSError:
            return False
        return True


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
