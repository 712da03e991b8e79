"""The database itself: opened with care, and with the tables of this version."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Engine, create_engine, event, inspect, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from companion.score import Refused

_BUSY = 10_000  # milliseconds that a write waits for another program that holds the file

_PRAGMAS = (
    f"busy_timeout={_BUSY}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "fullfsync=ON",  # macOS: the disk itself, not only its cache
    "foreign_keys=ON",
)


def migrate(engine: Engine) -> None:
    """Bring the database to the tables of this version, whichever version made it."""
    config = Config()
    folder = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # two processes may start at once
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def careful(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set up a SQLite connection: what was committed is on disk, and readers never wait for writers."""
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def prepare(engine: Engine) -> None:
    """Make an engine ready for a `Store`: careful connections, and the tables of this version."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", careful)
    migrate(engine)


@contextmanager
def plainly() -> Iterator[None]:
    """Turn whatever is wrong with a database into `Refused`, with one sentence."""
    try:
        yield
    except CommandError:  # its tables are of a version that this one has never heard of
        raise Refused("The database cannot be used: it was made by a later release of companion") from None
    except (SQLAlchemyError, ImportError) as error:
        raise Refused("The database cannot be used: {error}", error=str(error).splitlines()[0]) from None


@contextmanager
def opened(database_url: str) -> Iterator[Engine]:
    """Open a database that is there already, ready for a `Store`; raises `Refused` as `plainly` does.

    Where there is none, nothing is made: an empty one in memory stands for it.
    """
    with plainly():
        url = make_url(database_url)
        engine = create_engine(url if _has_rooms(url) else "sqlite://")
        try:
            prepare(engine)
            yield engine
        finally:
            engine.dispose()


def _has_rooms(url: URL) -> bool:
    if not _is_there(url):
        return False
    engine = create_engine(url)
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
