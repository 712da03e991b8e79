"""The lock of a database file: who uses the database shares it, and a restore holds it alone.

It is one of SQLite's locks, on an empty file beside the database: it works on every system, and ends with
its process however that ends.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.storage import owner, unchanged
from companion.storage.private_files import create_private

_RESTORING = N_("A backup is being restored to {database} at this moment: try again when that is done")
_IN_USE = N_("companion is running on {database}: end it first, so that nothing is lost")


@contextmanager
def shared(database: Path) -> Iterator[None]:
    """Hold the lock together with others; raises `Refused` while a backup is restored."""
    with _locked(database, ("BEGIN", "SELECT count(*) FROM sqlite_master"), _RESTORING):
        yield


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """Hold the lock alone; raises `Refused` if anybody else holds it."""
    with _locked(database, ("BEGIN EXCLUSIVE",), _IN_USE):
        yield


def is_held(database: Path) -> bool:
    """Tell whether a server or a command uses the database at present, as far as that can be seen."""
    try:
        return not unchanged.is_free(_file(database), of_readers=True)
    except OSError:
        return False


def _file(database: Path) -> Path:
    return database.with_name(f"{database.name}.lock")


@contextmanager
def _locked(database: Path, statements: tuple[str, ...], otherwise: str) -> Iterator[None]:
    file = _file(database)
    owner.require_trusted(file)
    try:
        with suppress(FileExistsError):  # and then it is not opened: closing it would end our own locks on it
            create_private(file, file.parent)
        connection = sqlite3.connect(file, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise _failure(file, error) from None
    with closing(connection):
        try:
            for statement in statements:
                connection.execute(statement).fetchall()
        except sqlite3.Error as error:
            if error.sqlite_errorname.startswith("SQLITE_BUSY"):
                raise Refused(otherwise, database=str(database)) from None
            raise _failure(file, error) from None
        yield


def _failure(file: Path, error: Exception) -> Refused:
    return Refused("{path}: {error}", path=str(file), error=getattr(error, "strerror", None) or str(error))
