"""The database and Redis: whether they answer, and whether what they hold is sound."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, inspect, make_url
from sqlalchemy.exc import SQLAlchemyError

from companion.cli.checks.finding import Examined, Finding, look, ok, wrong
from companion.config.settings import Settings
from companion.i18n.errors import Refused
from companion.i18n.messages import format_count
from companion.live.bus import open_bus
from companion.storage import database, database_lock, unchanged
from companion.storage.backup import database_file
from companion.storage.unchanged import Contents, Damaged, Locked

_LONG_LOG = 64_000_000  # bytes of -wal beyond which something keeps SQLite from working it off
_PATIENCE = 2.0  # seconds to wait for a lock
_CONNECTIONS = 30  # that one server may open
_UNSAFE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def read_stored(settings: Settings) -> Contents | Refused | None:
    """Return what is in the database, why it cannot be read, or None if there is none yet."""
    file = database_file(settings.database_url)
    try:
        if file is None and _is_sqlite(settings.database_url):
            return None  # in memory; connecting to another kind of file might create it
        if file is None:
            return _read_server(settings.database_url)
        return unchanged.read_contents(file) if file.exists() else None
    except Refused as refused:
        return refused


def check_database(examined: Examined) -> Iterator[Finding]:
    """Say whether the database can be read, is sound, and is of this release."""
    settings, stored = examined.settings, examined.stored
    file = database_file(settings.database_url)
    if file is None and _is_sqlite(settings.database_url):
        yield look("in memory: all rooms are lost when companion ends", "Unset COMPANION_DATABASE_URL.")
        return
    if isinstance(stored, Refused):
        yield wrong(str(stored), _advice(stored, file))
    elif stored is None:
        yield ok(f"{file or settings.data_location} is made at the first start")
    else:
        where = f"{file}, {_size(file)}" if file else settings.data_location
        yield from _check_release(stored, f"{where}, {format_count(stored.rooms, '{n} room', '{n} rooms')}")
    if file:
        yield from _check_log(file)
        yield from _check_writing(file)
    elif isinstance(stored, Contents) and settings.database_url.startswith("postgresql"):
        yield from _check_postgresql(settings.database_url)


def _check_release(contents: Contents, found: str) -> Iterator[Finding]:
    if contents.revisions - database.known_revisions():
        yield wrong(
            f"{found}, made by a later release of companion", "Install that, or choose another --data."
        )
    elif contents.revisions and contents.revisions != database.newest_revisions():
        yield look(f"{found}, sound, of an earlier release", "The next start upgrades it, after a backup.")
    else:
        yield ok(f"{found}, sound")


def _check_log(file: Path) -> Iterator[Finding]:
    log = file.with_name(f"{file.name}-wal")
    if log.is_file() and log.stat().st_size > _LONG_LOG:
        yield look(
            f"{log} has {_size(log)}: something keeps SQLite from working it off",
            "End programs that have the database open, and restart companion.",
        )


def _check_writing(file: Path) -> Iterator[Finding]:
    """Tell whether a server that is running could write; nothing is written."""
    if not database_lock.is_held(file):
        return
    with closing(sqlite3.connect(file, _PATIENCE, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            yield wrong(
                f"companion cannot write to {file} at present ({error})",
                "End other programs that have it open; look at the disk.",
            )


def _advice(refused: Refused, file: Path | None) -> str:
    if isinstance(refused, Damaged):
        return "companion restore FILE --replace puts a backup in its place."
    if isinstance(refused, Locked):
        return "End the program that has it open."
    return (
        "Look at its owner and mode."
        if file
        else "Look at COMPANION_DATABASE_URL, and whether it is running."
    )


def _read_server(url: str) -> Contents | None:
    """Read what a database server holds; raises `Refused`."""
    with database.refusing_database_errors():
        engine = create_engine(make_url(url), **database.engine_options(url))
        try:
            with engine.connect() as connection:
                return _contents(connection) if inspect(connection).has_table("act") else None
        finally:
            engine.dispose()


def _contents(connection: Connection) -> Contents:
    def ask(statement: str) -> list[Any]:
        return list(connection.exec_driver_sql(statement).scalars())

    [rooms], [newest] = ask("SELECT count(*) FROM room"), ask("SELECT max(at) FROM act")
    revisions = frozenset(ask("SELECT version_num FROM alembic_version"))
    return Contents(rooms, datetime.fromisoformat(newest) if newest else None, revisions)


def _check_postgresql(url: str) -> Iterator[Finding]:
    """Look at the settings of PostgreSQL on which "acknowledged is on disk" depends."""
    engine = create_engine(url, **database.engine_options(url))
    try:
        with engine.connect() as connection:
            names = (*_UNSAFE, "max_connections")
            found = {name: str(connection.exec_driver_sql(f"SHOW {name}").scalar()) for name in names}
    except SQLAlchemyError as error:
        yield wrong(
            f"PostgreSQL does not answer ({database.error_name(error)})", "Look whether it is running."
        )
        return
    finally:
        engine.dispose()
    for name, unsafe in _UNSAFE.items():
        if found[name] == unsafe:
            yield wrong(f"{name} is {unsafe}: a power cut loses what was acknowledged", f"Set {name} to on.")
    if int(found["max_connections"]) < _CONNECTIONS:
        yield look(f"max_connections is {found['max_connections']}", f"Allow {_CONNECTIONS} for each server.")


def check_redis(examined: Examined) -> Iterator[Finding]:
    """Say whether Redis answers, where it is used."""
    url = examined.settings.redis_url
    if url is None:
        yield ok("not used")
        return
    try:
        bus = open_bus(url)
    except Refused as refused:
        yield wrong(str(refused), "Look at COMPANION_REDIS_URL.")
        return
    try:
        answers = bus.is_connected()
    finally:
        bus.close()
    yield (
        ok("answers")
        if answers
        else wrong("Redis does not answer", "Look at COMPANION_REDIS_URL, and whether it is running.")
    )


def _is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


def _size(file: Path) -> str:
    return f"{file.stat().st_size / 1_000_000:.1f} MB"
