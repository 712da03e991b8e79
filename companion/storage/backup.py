"""Copies of a SQLite database, made while others read and write it."""

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


def backup_name(database: Path, now: datetime, why: str = "") -> Path:
    """Return a name for a copy beside a database: with the time in it, and what it was made for."""
    return database.with_name(f"{database.stem}{why}-{now:%Y-%m-%d-%H%M%S}{database.suffix or '.db'}")


def make_backup(database: Path, target: Path) -> None:
    """Copy a database to a file that is not there yet: whole and as of one moment, or not at all.

    Whoever plays goes on meanwhile. Raises `Refused` where that cannot be.
    """
    if not database.is_file():
        raise Refused("There is no database to copy at {database}", database=str(database))
    draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}")
    try:
        _private(target)
    except FileExistsError:
        raise Refused("{target} is there already, and nothing was overwritten", target=str(target)) from None
    except OSError as error:
        raise _failed(target, error.strerror or Text("it cannot be written")) from None
    try:
        _private(draft)
        _copy(database, draft)
        draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        _remove(draft, target)
        raise _failed(target, str(error)) from None
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
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, that can be carried about alone
        [said] = copy.execute("PRAGMA quick_check(1)").fetchone()
    if said != "ok":
        raise Refused(
            "{database} is damaged ({said}), and so would the copy be", database=database, said=said
        )
    with draft.open("rb+") as file:
        os.fsync(file.fileno())


def _private(path: Path) -> None:
    """Make an empty file for its owner alone, where there is none."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _remove(*paths: Path) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()


def _failed(target: Path, why: object) -> Refused:
    return Refused("No copy could be made at {target}: {why}", target=str(target), why=why)
