"""Opening the database: connection settings, migrations, and what its errors mean."""

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    NotSupportedError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry

from companion.config.settings import require_writable, sqlite_path
from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.storage.backup import Backups
from companion.storage.event_store import LaterReleaseError
from companion.storage.tables import Base

_STATEMENT_TIMEOUT = 4_000  # milliseconds, also to wait for a lock on the file; phones wait 8 s
_MIGRATION_TIMEOUT = 20_000  # ms to wait for another process that makes the tables
_CONNECT_TIMEOUT = 3  # seconds, also to wait for a free connection of the pool
_KEEPALIVE = 5  # seconds after which a silent connection to a database server counts as lost
_MIGRATION_LOCK = 4_269_771  # advisory lock of PostgreSQL for servers that start at once: any number
_MIGRATIONS = Path(__file__).parent / "migrations"
_LATER_RELEASE = N_(
    "The database was made by a later release of companion. Nothing in it was changed: install that "
    "release, or choose another folder with --data"
)
_DAMAGED = N_(
    "The database cannot be used: {error}. companion restore FILE --replace puts a backup in its place"
)
_log = logging.getLogger("companion.database")

_PRAGMAS = "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"  # fullfsync: the cache of a Mac's disk too
_BUSY_ERRORS = (
    *("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL"),
    *("QueryCanceled", "LockNotAvailable", "DeadlockDetected", "TooManyConnections"),
)
_DAMAGE_ERRORS = "SQLITE_CORRUPT", "SQLITE_NOTADB"
_FULL_ERRORS = ("SQLITE_FULL", "SQLITE_IOERR", "DiskFull")


class DatabaseFailure(StrEnum):
    """Why a database cannot be used for a while, as phones are told."""

    FULL = N_(
        "The host's computer could not write that down: its disk may be full. "
        "Nothing that was sent before is lost: try again in a moment"
    )
    READ_ONLY = N_(
        "The host's computer could not write that down: its disk or folder is read-only. "
        "Nothing that was sent before is lost: try again in a moment"
    )
    BUSY = N_(
        "The host's computer is busy with its database. "
        "Nothing that was sent before is lost: try again in a moment"
    )
    SILENT = N_(
        "The host's computer cannot use its database. "
        "Nothing that was sent before is lost: try again in a moment"
    )
    LATER = N_(
        "This room has gone on with a newer release of companion than this server has. "
        "Nothing that was sent before is lost: try again in a moment"
    )


def classify_error(error: SQLAlchemyError) -> DatabaseFailure | None:
    """Return the failure that an error stands for; None if it is a mistake in the program."""
    if isinstance(error, LaterReleaseError):
        return DatabaseFailure.LATER
    if isinstance(error, PoolTimeout):
        return DatabaseFailure.BUSY
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    if isinstance(error, IntegrityError | DataError | ProgrammingError | NotSupportedError):
        return None
    name = error_name(error)
    if name.startswith(_BUSY_ERRORS):
        return DatabaseFailure.BUSY
    if name.startswith("SQLITE_READONLY"):
        return DatabaseFailure.READ_ONLY
    return DatabaseFailure.FULL if name.startswith(_FULL_ERRORS) else DatabaseFailure.SILENT


def error_name(error: SQLAlchemyError) -> str:
    """Return the short name of an error, without any of the values in the statement."""
    original = getattr(error, "orig", None)
    return str(getattr(original, "sqlite_errorname", type(original or error).__name__))


def prepare_tables(engine: Engine, folder: Path = _MIGRATIONS, backups: Backups | None = None) -> None:
    """Make the tables, or upgrade those of an earlier release in one transaction after a backup.

    Raises `Refused` for those of a later release.
    """
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA busy_timeout={_MIGRATION_TIMEOUT}")
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # several processes may start at once
            connection.exec_driver_sql(f"PRAGMA busy_timeout={_STATEMENT_TIMEOUT}")
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
        present, known = _present_revisions(connection), known_revisions(folder)
        if present - known:
            raise Refused(_LATER_RELEASE)
        if not present:
            _make_tables(connection, max(known))
        elif present != {max(known)}:
            if backups:
                copy = backups.make_before_upgrade(datetime.now().astimezone())  # beside this transaction
                _log.warning("The database is brought to this release; a copy of it as it was is %s", copy)
            _upgrade(connection, folder)


def known_revisions(folder: Path = _MIGRATIONS) -> frozenset[str]:
    """Return the revisions of tables that this release knows: a file each, called by its number."""
    return frozenset(file.name.partition("_")[0] for file in (folder / "versions").glob("[0-9]*"))


def _present_revisions(connection: Connection) -> frozenset[str]:
    if not inspect(connection).has_table("alembic_version"):
        return frozenset()
    return frozenset(connection.scalars(text("SELECT version_num FROM alembic_version")))


def _make_tables(connection: Connection, revision: str) -> None:
    """Make the tables of this release where there are none, and note its revision as Alembic would.

    They are those that its migrations make (a test compares them), without loading Alembic.
    """
    Base.metadata.create_all(connection, checkfirst=False)
    connection.exec_driver_sql(
        "CREATE TABLE alembic_version "
        "(version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
    )
    connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision})


def _upgrade(connection: Connection, folder: Path) -> None:
    from alembic import command  # noqa: PLC0415 - hardly a start needs it, and it takes 6 MB
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def configure_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Configure a SQLite connection: a commit is on disk, and readers never wait for writers."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={_STATEMENT_TIMEOUT}")
    _use_wal(cursor)
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _use_wal(cursor: DBAPICursor) -> None:
    """Have the file use a write-ahead log; who makes the first one does not obey `busy_timeout`."""
    until = time.monotonic() + _STATEMENT_TIMEOUT / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def configure_postgresql(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Configure a PostgreSQL connection: no statement takes longer than a phone waits."""
    cursor = connection.cursor()
    cursor.execute(f"SET statement_timeout = {_STATEMENT_TIMEOUT}")
    cursor.close()
    connection.commit()


def prepare_engine(engine: Engine, backups: Backups | None = None) -> None:
    """Make an engine ready for an `EventStore`: files private, connections configured, tables upgraded.

    Raises `Refused` for a damaged database, of which nothing is changed then, unless it is too large to look
    at while people wait: the server does that when it runs.
    """
    if backups:
        backups.keep_private()
        backups.check_if_small()
    configure = {"sqlite": configure_sqlite, "postgresql": configure_postgresql}.get(engine.dialect.name)
    if configure:
        event.listen(engine, "connect", configure)
    prepare_tables(engine, backups=backups)


def engine_options(database_url: str) -> dict[str, Any]:
    """Return the arguments of `create_engine`; servers restart, so connections are checked, and time out."""
    always = {"hide_parameters": True}  # or errors would contain what players sent
    if not database_url.startswith("postgresql"):
        return always
    connection = {"connect_timeout": _CONNECT_TIMEOUT, "tcp_user_timeout": _KEEPALIVE * 1000}
    connection |= {"keepalives_idle": _KEEPALIVE, "keepalives_interval": 1, "keepalives_count": 2}
    pool = {"pool_pre_ping": True, "pool_timeout": _CONNECT_TIMEOUT, "pool_size": 10, "max_overflow": 20}
    return always | pool | {"connect_args": connection}


@contextmanager
def refusing_database_errors() -> Iterator[None]:
    """Turn errors of a database, and a missing driver, into `Refused`."""
    try:
        yield
    except (SQLAlchemyError, ImportError) as error:
        is_damaged = getattr(getattr(error, "orig", None), "sqlite_errorname", "") in _DAMAGE_ERRORS
        sentence = _DAMAGED if is_damaged else N_("The database cannot be used: {error}")
        raise Refused(sentence, error=str(error).partition("\n")[0]) from None


@contextmanager
def engine_for(database_url: str) -> Iterator[Engine]:
    """Make the engine of a database for the time being."""
    engine = create_engine(database_url, **engine_options(database_url))
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def open_database(database_url: str, backups: Backups | None) -> Iterator[Engine]:
    """Open an existing database, ready for an `EventStore`; raises `Refused`.

    Nothing is created where there is no file of SQLite, or a database without rooms, which may be somebody
    else's: an empty one in memory is opened instead.
    """
    with refusing_database_errors():
        require_writable(database_url)
        has_rooms = _has_rooms(database_url)
        with engine_for(database_url if has_rooms else "sqlite://") as engine:
            prepare_engine(engine, backups if has_rooms else None)
            yield engine


def _has_rooms(database_url: str) -> bool:
    file = sqlite_path(database_url)
    if file and not file.exists():
        return False
    with engine_for(database_url) as engine:
        return inspect(engine).has_table("room")
