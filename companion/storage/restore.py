"""Restoring a backup: all of it or nothing, whatever happens meanwhile; and never beside a running server.

Database and key are made ready in a folder beside the database, which is then renamed: from that moment on
the backup counts. Whoever uses the database next puts both in place, if a crash has come in between.
"""

import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Set
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.config import durable
from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.storage.backup import BEFORE_RESTORE, DATABASE, KEY, LOG, Backups, refusing_errors
from companion.storage.private_files import create_private, give, open_private, open_trusted, refuse_link

_UNRESTORED = N_("{file} cannot be restored: {why}")
_UNSOUND = N_("{file} is not a complete backup of companion ({why})")
_LATER = N_(
    "{file} was made by a later release of companion, and nothing was changed: install that release first"
)
_PRESENT = N_(
    "There is a database at {database} already, and nothing was changed. With --replace it is kept in a "
    "backup of its own, and this one takes its place"
)
_RESTORING = N_("A backup is being restored to {database} at this moment: try again when that is done")
_IN_USE = N_("companion is running on {database}: end it first, so that nothing is lost")
_NO_LOCK = N_("{file}: {why}")
_SHARED = "BEGIN", "SELECT count(*) FROM sqlite_master"
_ALONE = ("BEGIN EXCLUSIVE",)


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored."""

    rooms: int
    newest: datetime | None
    """The time of the newest event; None without any."""
    has_key: bool
    """Whether the backup has a key, which is now the server's."""
    kept: Path | None
    """The backup of what was there before; None if that was nothing."""


@contextmanager
def in_use(backups: Backups | None) -> Iterator[None]:
    """Keep backups from being restored while a database is used; completes a restore that was interrupted.

    Raises `Refused` if one is being restored, or cannot be completed.
    """
    if backups is None or not backups.database.parent.is_dir():
        yield
        return
    backups.refuse_links()
    if _ready(backups).exists():
        with refusing_errors(_UNRESTORED, _ready(backups)), locked(backups.database, _ALONE, _IN_USE):
            _put_in_place(backups)
    with locked(backups.database, _SHARED, _RESTORING):
        yield


def restore(file: Path, backups: Backups, known: Set[str], now: datetime, *, replace: bool) -> Restored:
    """Put a backup in the place of the database and its key.

    `known` are the revisions of this release. With `replace`, what is there is kept in a backup first.
    Raises `Refused`, without a change, if the backup is not sound or from a later release, if a server is
    running, or if a database is there.
    """
    if not file.is_file():
        raise Refused("There is no file {file}", file=str(file))
    with refusing_errors(_UNRESTORED, file):
        durable.make_folder(backups.database.parent)
        backups.refuse_links()
        with locked(backups.database, _ALONE, _IN_USE):
            _put_in_place(backups)
            return _restore(file, backups, known, now, replace=replace)


@contextmanager
def locked(database: Path, statements: tuple[str, ...], otherwise: str) -> Iterator[None]:
    """Hold the lock of a database file: who uses it shares the lock, and a restore holds it alone.

    It is SQLite's, on an empty file beside the database: it works on every system, and ends with its process.
    Raises `Refused` with the sentence `otherwise` if others hold it.
    """
    file = database.with_name(f"{database.name}.lock")
    refuse_link(file)
    with refusing_errors(_NO_LOCK, file):
        with suppress(FileExistsError):  # and then it is not opened: closing it would end our own locks on it
            create_private(file, file.parent)
        connection = sqlite3.connect(file, timeout=0, isolation_level=None)
    with closing(connection):
        with refusing_errors(_NO_LOCK, file):
            try:
                for statement in statements:
                    connection.execute(statement).fetchall()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorname.startswith("SQLITE_BUSY"):
                    raise Refused(otherwise, database=str(database)) from None
                raise
        yield


def _restore(file: Path, backups: Backups, known: Set[str], now: datetime, *, replace: bool) -> Restored:
    with _staging(backups.database) as staging:
        try:
            _extract(file, staging)
            rooms, newest, revisions = _read(staging / DATABASE)
        except (sqlite3.Error, zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError) as error:
            raise Refused(_UNSOUND, file=str(file), why=str(error)) from None
        if revisions - known:
            raise Refused(_LATER, file=str(file))
        has_key = (staging / KEY).exists()
        if not backups.has_key:
            (staging / KEY).unlink(missing_ok=True)
        kept = _keep_present(backups, now, replace=replace)
        for path in staging.iterdir():
            durable.flush(path)
        give(staging, backups.database.parent)  # a server that is not root may complete this
        durable.flush_folder(staging)
        durable.replace(staging, _ready(backups))
    _put_in_place(backups)
    return Restored(rooms, newest, has_key, kept)


@contextmanager
def _staging(database: Path) -> Iterator[Path]:
    """Yield a new private folder beside a database; it is removed in the end, if it is there still."""
    prefix, suffix = f".{database.name}.", ".restore"
    for left in database.parent.iterdir():  # by a process that was killed; the lock is ours
        if left.name.startswith(prefix) and left.name.endswith(suffix):
            shutil.rmtree(left, ignore_errors=True)
    staging = Path(tempfile.mkdtemp(suffix, prefix, database.parent))
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _extract(file: Path, staging: Path) -> None:
    """Write database, log and key of a backup into a folder, as far as they are in it.

    Earlier releases made a database alone. All belongs to the owner of the folder around that one.
    """
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            for name in (DATABASE, *({LOG, KEY} & set(archive.namelist()))):
                with archive.open(name) as source, open_private(staging / name, staging.parent) as target:
                    shutil.copyfileobj(source, target)
        return
    for name, path in ((DATABASE, file), (LOG, file.with_name(f"{file.name}-wal"))):
        if path.is_file():
            with open_trusted(path) as source, open_private(staging / name, staging.parent) as target:
                shutil.copyfileobj(source, target)


def _read(database: Path) -> tuple[int, datetime | None, frozenset[str]]:
    """Return how many rooms a sound database has, the time of the newest event, and its revisions.

    What is in its log is written into it. Raises `sqlite3.Error` if it is no sound one of companion.
    """
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        [said] = connection.execute("PRAGMA quick_check(1)").fetchone()
        if said != "ok":
            raise sqlite3.DatabaseError(said)
        [rooms] = connection.execute("SELECT count(*) FROM room").fetchone()
        [newest] = connection.execute("SELECT max(at) FROM act").fetchone()
        revisions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    return rooms, newest and datetime.fromisoformat(newest), frozenset(each for (each,) in revisions)


def _keep_present(backups: Backups, now: datetime, *, replace: bool) -> Path | None:
    """Make a backup of what is there, also if it is damaged; None if that is nothing.

    Raises `Refused` unless it may be replaced.
    """
    if not backups.database.is_file():
        return None
    if not replace:
        raise Refused(_PRESENT, database=str(backups.database))
    kept = backups.new_name(now, BEFORE_RESTORE)
    backups.make_as_it_is(kept)
    return kept


def _ready(backups: Backups) -> Path:
    """Return the folder of a backup that counts already, and is not in its place yet."""
    return backups.database.with_name(f"{backups.database.name}.restored")


def _put_in_place(backups: Backups) -> None:
    """Move key and database where they belong, if they are ready; may be interrupted, and done again.

    Raises `Refused`, without a change, for links that root is not to follow.
    """
    ready, database = _ready(backups), backups.database
    for path in (ready, ready / KEY, ready / DATABASE):
        refuse_link(path)
    if not ready.exists():
        return
    if (ready / KEY).exists():
        _replace(ready / KEY, backups.key)
        (ready / KEY).unlink()
    if (ready / DATABASE).exists():
        for end in ("-wal", "-shm", "-journal"):  # of the database that was there before
            database.with_name(f"{database.name}{end}").unlink(missing_ok=True)
        durable.flush_folder(database.parent)  # or the log could be back beside another database
        (ready / DATABASE).replace(database)
        durable.flush_folder(database.parent)
        durable.flush_folder(ready)  # or the backup could be there still, and be restored again
    ready.rmdir()


def _replace(source: Path, target: Path) -> None:
    """Put a copy in the place of a file that may be on another disk."""
    durable.make_folder(target.parent)
    draft = target.with_name(f"{target.name}.restored")
    draft.unlink(missing_ok=True)
    with open_trusted(source) as copied, open_private(draft, target.parent) as file:
        shutil.copyfileobj(copied, file)
        durable.flush_open(file)
    durable.replace(draft, target)
