"""Database URLs: what they name, and how they are written in full."""

from contextlib import suppress
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError


def sqlite_url(path: Path) -> str:
    """Return the URL of a SQLite file, with special characters escaped."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def sqlite_path(database_url: str) -> Path | None:
    """Return the file that a URL names; None if in memory, of another kind, or no URL."""
    url = _parse(database_url)
    name = (url and url.database) or ":memory:"
    if url is None or url.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


def normalize_database_url(database_url: str) -> str:
    """Make the path of a SQLite file absolute, and name the driver of PostgreSQL.

    A relative path would depend on the reader (Flask-SQLAlchemy has a folder of its own), and the default
    driver on the release of SQLAlchemy. What is no URL stays: connecting says what is wrong with it.
    """
    url = _parse(database_url)
    if url and url.drivername in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    path = sqlite_path(database_url)
    if url is None or path is None:
        return database_url
    absolute = path.parent.resolve() / path.name  # may be a link: the storage says whether that is followed
    return url.set(database=str(absolute)).render_as_string(hide_password=False)


def _parse(database_url: str) -> URL | None:
    with suppress(ArgumentError):
        return make_url(database_url)
    return None
