"""Backups of a SQLite database, made while servers read and write it."""

import os
import secrets
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from companion.i18n.errors import Refused
from companion.i18n.messages import Text


def database_file(database_url: str) -> Path | None:
    """Return the file of a SQLite database; None for one in memory, and for other databases."""
    try:
        url = make_url(database_url)
    except ArgumentError:
        return None
    name = url.database or ":memory:"
    if url.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


def backup_name(database: Path, now: datetime, purpose: str = "") -> Path:
    """Return the path of a copy beside a database: its name has the purpose and the time in it."""
    return database.with_name(f"{database.stem}{purpose}-{now:%Y-%m-%d-%H%M%S}{database.suffix or '.db'}")


def make_backup(database: Path, target: Path) -> None:
    """Copy a database, as of one moment, to a file that does not exist yet; games may go on meanwhile.

    Raises `Refused` if it cannot be copied, and leaves no file behind then.
    """
    if not database.is_file():
        raise Refused("There is no database to copy at {database}", database=str(database))
    draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}")
    try:
        _create_private(target)
    except FileExistsError:
        raise Refused("{target} is there already, and nothing was overwritten", target=str(target)) from None
    except OSError as error:
        raise _failure(target, error.strerror or Text("it cannot be written")) from None
    try:
        _create_private(draft)
        _copy(database, draft)
        draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        _remove(draft, target)
        raise _failure(target, str(error)) from None
    except BaseException:
        _remove(draft, target)
        raise


def _copy(database: Path, draft: Path) -> None:
    with (
        closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(draft, isolation_level=None)) as copy,
    ):
        source.execute("PRAGMA busy_timeout=10000")
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file, without -wal and -shm
        [result] = copy.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        raise Refused(
            "{database} is damaged ({said}), and so would the copy be", database=database, said=result
        )
    with draft.open("rb+") as file:
        os.fsync(file.fileno())


def _create_private(path: Path) -> None:
    """Create an empty file that only its owner can read; raises `FileExistsError`."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _remove(*paths: Path) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()


def _failure(target: Path, reason: object) -> Refused:
    return Refused("No copy could be made at {target}: {why}", target=str(target), why=reason)
