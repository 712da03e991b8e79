"""The database itself: opened with care, and with the tables of this version."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
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

from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.storage import backup

_BUSY = 4_000  # milliseconds that a write waits for another program that holds the file; phones wait 8 s
_REACHED = 3  # seconds in which a database server must be reached, or a connection to it be free
_LOST = 5  # seconds after which a line to it that gives no sign counts as lost
_ONE_AT_A_TIME = 4_269_771  # the lock that servers which start at once take one after the other: any number
_MIGRATIONS = Path(__file__).parent / "migrations"
_LATER = N_(
    "The database was made by a later release of companion. Nothing in it was changed: install that "
    "release, or choose another folder with --data"
)
_log = logging.getLogger("companion.database")

_PRAGMAS = (
    f"busy_timeout={_BUSY}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "fullfsync=ON",  # macOS: the disk itself, not only its cache
    "foreign_keys=ON",
)


_MEANS_BUSY = (
    *("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL"),
    *("QueryCanceled", "LockNotAvailable", "DeadlockDetected", "TooManyConnections"),
)
_MEANS_FULL = ("SQLITE_FULL", "SQLITE_IOERR", "DiskFull")


class DatabaseTrouble(StrEnum):
    """What keeps a database from being used for a while, through no fault of whoever asks."""

    FULL = "full"
    BUSY = "busy"
    SILENT = "silent"


def classify_error(error: SQLAlchemyError) -> DatabaseTrouble | None:
    """Tell which trouble an error means; None for a mistake in the program."""
    if isinstance(error, PoolTimeout):
        return DatabaseTrouble.BUSY
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    if isinstance(error, IntegrityError | DataError | ProgrammingError | NotSupportedError):
        return None
    said = error_name(error)
    if said.startswith(_MEANS_BUSY):
        return DatabaseTrouble.BUSY
    return DatabaseTrouble.FULL if said.startswith(_MEANS_FULL) else DatabaseTrouble.SILENT


def error_name(error: SQLAlchemyError) -> str:
    """Return the short name of an error, without any of the values that were to be stored."""
    found = getattr(error, "orig", None)
    return str(getattr(found, "sqlite_errorname", type(found or error).__name__))


def run_migrations(engine: Engine, folder: Path = _MIGRATIONS) -> None:
    """Bring the database to the tables of this version, whichever version made it.

    A SQLite file is copied before anything in it is changed. Raises `Refused` for the tables of a later
    release, which are left as they are.
    """
    config = Config()
    postgresql = engine.dialect.name == "postgresql"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # two processes may start at once
        if postgresql:
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})")
        if _needs_copy(connection, ScriptDirectory.from_config(config)):
            _copy(engine)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _needs_copy(connection: Connection, steps: ScriptDirectory) -> bool:
    """Tell whether there is something to lose: tables of an earlier release. Raises `Refused`."""
    present = set(MigrationContext.configure(connection).get_current_heads())
    if present - {step.revision for step in steps.walk_revisions()}:
        raise Refused(_LATER)
    return bool(present) and present != set(steps.get_heads())


def _copy(engine: Engine) -> None:
    """Copy a SQLite file; the reading is done beside the transaction that is about to change it."""
    file = backup.database_file(str(engine.url.render_as_string(hide_password=False)))
    if file is None:
        return
    copy = backup.backup_name(file, datetime.now().astimezone(), "-before-upgrade")
    backup.make_backup(file, copy)
    _log.warning("The database is brought to this release; a copy of it as it was is %s", copy)


def configure_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set up a SQLite connection: what was committed is on disk, and readers never wait for writers."""
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def configure_postgresql(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set up a PostgreSQL connection: nothing takes longer than a phone waits for it."""
    cursor = connection.cursor()
    cursor.execute(f"SET statement_timeout = {_BUSY}")
    cursor.close()
    connection.commit()


def prepare_engine(engine: Engine, folder: Path = _MIGRATIONS) -> None:
    """Make an engine ready for a `Store`: careful connections, and the tables of this version."""
    ways = {"sqlite": configure_sqlite, "postgresql": configure_postgresql}
    if engine.dialect.name in ways:
        event.listen(engine, "connect", ways[engine.dialect.name])
    run_migrations(engine, folder)


def engine_options(database_url: str) -> dict[str, Any]:
    """Return how the engine for a database is to be made.

    A server may go away and come back: connections are tried before they are used, and given up in time.
    """
    always = {"hide_parameters": True}  # an error would else say who sent what
    if not database_url.startswith("postgresql"):
        return always
    line = {"connect_timeout": _REACHED, "tcp_user_timeout": _LOST * 1000}
    line |= {"keepalives_idle": _LOST, "keepalives_interval": 1, "keepalives_count": 2}
    pool = {"pool_pre_ping": True, "pool_timeout": _REACHED, "pool_size": 10, "max_overflow": 20}
    return always | pool | {"connect_args": line}


@contextmanager
def refusing_database_errors() -> Iterator[None]:
    """Turn whatever is wrong with a database into `Refused`, with one sentence."""
    try:
        yield
    except (SQLAlchemyError, ImportError) as error:
        raise Refused("The database cannot be used: {error}", error=str(error).splitlines()[0]) from None


@contextmanager
def open_database(database_url: str) -> Iterator[Engine]:
    """Open a database that is there already, ready for a `Store`; raises `Refused` as `plainly` does.

    Where there is none, nothing is made: an empty one in memory stands for it.
    """
    with refusing_database_errors():
        url = make_url(database_url)
        chosen = database_url if _has_rooms(url) else "sqlite://"
        engine = create_engine(chosen, **engine_options(chosen))
        try:
            prepare_engine(engine)
            yield engine
        finally:
            engine.dispose()


def _has_rooms(url: URL) -> bool:
    if not _is_there(url):
        return False
    engine = create_engine(url, **engine_options(url.drivername))
    try:
        return inspect(engine).has_table("room")
    finally:
        engine.dispose()


def _is_there(url: URL) -> bool:
    """Whether there is something to connect to: SQLite would make the file that it does not find."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return True
    try:
        Path(url.database).stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        pass  # it may be there, and connecting will say what is wrong
    return True
