"""Restoring a backup: all of it or nothing, whatever happens meanwhile.

Database and key are made ready in a folder beside the database, which is then renamed: from that moment on
the backup counts. Whoever uses the database next puts both in place, if a crash has come in between.
"""

import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Set
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.config import durable
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.storage import database_lock, owner, unchanged
from companion.storage.backup import (
    BEFORE_RESTORE,
    DATABASE,
    KEY,
    Backups,
    copy_database,
)
from companion.storage.private_files import open_private
from companion.storage.unchanged import Contents, Damaged

_NO_BACKUP = N_("{file} is not a backup of companion")
_UNSOUND = N_("{file} is not a complete backup ({why})")
_LATER = N_(
    "{file} was made by a later release of companion, and nothing was changed: install that release first"
)
_PRESENT = N_(
    "There are rooms in {database} already, and nothing was changed. With --replace they are kept in a "
    "backup of their own, and this one takes their place"
)
_BROKEN = N_(
    "{error}. Nothing was changed: with --replace its files are kept as they are, and the backup takes "
    "their place"
)
_OTHERS = N_("Another program uses {database}: end it first, so that nothing is lost")


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored."""

    contents: Contents
    has_key: bool
    """Whether the backup has a key, which is now the server's."""
    kept: Path | None
    """The backup of what was there before; None if that had no rooms."""


@contextmanager
def in_use(backups: Backups | None) -> Iterator[None]:
    """Keep backups from being restored while a database is used; completes a restore that was interrupted.

    Raises `Refused` if one is being restored, or cannot be completed.
    """
    if backups is None or not backups.database.parent.is_dir():
        yield
        return
    backups.require_trusted()
    if is_interrupted(backups):
        with _refusing_errors(_ready(backups)), database_lock.alone(backups.database):
            _complete(backups)
    with database_lock.shared(backups.database):
        yield


def is_interrupted(backups: Backups) -> bool:
    """Tell whether a backup was restored, and a crash has come before it was in its place."""
    return _ready(backups).exists()


def restore(file: Path, backups: Backups, known: Set[str], now: datetime, *, replace: bool) -> Restored:
    """Put a backup in the place of the database and its key.

    `known` are the revisions of this release. With `replace`, what is there is kept in a backup first.
    Raises `Refused`, without a change, if the backup is not sound or from a later release, if a server is
    running, or if rooms would be lost.
    """
    if not file.is_file():
        raise Refused("There is no file {file}", file=str(file))
    with _refusing_errors(file):
        durable.make_folder(backups.database.parent)
        backups.require_trusted()
        owner.require_trusted(file)
        with database_lock.alone(backups.database):
            _complete(backups)
            return _restore(file, backups, known, now, replace=replace)


@contextmanager
def _refusing_errors(file: Path) -> Iterator[None]:
    """Turn an error of the disk or the database into a `Refused` about what is restored."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error) or Text("it cannot be written")
        raise Refused("{file} cannot be restored: {why}", file=str(file), why=why) from None


def _restore(file: Path, backups: Backups, known: Set[str], now: datetime, *, replace: bool) -> Restored:
    with _staging(backups.database) as staging:
        _extract(file, staging)
        contents = unchanged.read_contents(staging / DATABASE, called=file)
        if not contents.revisions:
            raise Refused(_NO_BACKUP, file=str(file))
        if contents.revisions - known:
            raise Refused(_LATER, file=str(file))
        has_key = (staging / KEY).exists()
        if not backups.has_key:
            (staging / KEY).unlink(missing_ok=True)
        kept = _keep_present(backups, now, replace=replace)
        owner.give(staging, backups.database.parent)  # a server that is not root may complete this
        durable.flush_folder(staging)
        durable.replace(staging, _ready(backups))
    _put_in_place(backups)
    return Restored(contents, has_key, kept)


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
    """Write the database of a backup, and its key if it has one, into a folder.

    Both belong to the owner of the folder around that one.
    """
    if zipfile.is_zipfile(file):
        _extract_archive(file, staging)
    else:  # as earlier releases made them: a database alone
        try:
            with unchanged.opened(file) as source:
                copy_database(source, staging / DATABASE, staging.parent)
        except sqlite3.Error as error:
            raise Refused(_UNSOUND, file=str(file), why=str(error)) from None
    for path in staging.iterdir():
        durable.flush(path)


def _extract_archive(file: Path, staging: Path) -> None:
    try:
        with zipfile.ZipFile(file) as archive:
            if DATABASE not in archive.namelist():
                raise Refused(_NO_BACKUP, file=str(file))
            for name in {DATABASE, KEY} & set(archive.namelist()):
                with archive.open(name) as source, open_private(staging / name, staging.parent) as target:
                    shutil.copyfileobj(source, target)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:  # damaged, or encrypted
        raise Refused(_UNSOUND, file=str(file), why=str(error)) from None


def _keep_present(backups: Backups, now: datetime, *, replace: bool) -> Path | None:
    """Make a backup of what is there; None if that has no rooms.

    Raises `Refused` unless it may be replaced, or if another program uses it.
    """
    database = backups.database
    if not database.is_file():
        return None
    try:
        rooms = unchanged.read_contents(database).rooms
    except Damaged as error:
        if not replace:
            raise Refused(_BROKEN, error=error) from None
        return backups.make_of_damaged(now)
    if rooms and not replace:
        raise Refused(_PRESENT, database=str(database))
    _check_unused(database)
    if not rooms:
        return None
    kept = backups.new_name(now, BEFORE_RESTORE)
    backups.make(kept)
    return kept


def _check_unused(database: Path) -> None:
    """Raise `Refused` if another program has the database open, one that does not know the lock."""
    with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as connection:
        try:
            [mode] = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            mode = ""
    if mode != "delete":
        raise Refused(_OTHERS, database=str(database))


def _ready(backups: Backups) -> Path:
    """Return the folder of a backup that counts already, and is not in its place yet."""
    return backups.database.with_name(f"{backups.database.name}.restored")


def _complete(backups: Backups) -> None:
    """Complete a restore that was interrupted; another process may have done that before we had the lock."""
    if is_interrupted(backups):
        _put_in_place(backups)


def _put_in_place(backups: Backups) -> None:
    """Move key and database where they belong; it may be interrupted at any moment, and done again.

    Raises `Refused`, without a change, for links that root is not to follow.
    """
    ready, database = _ready(backups), backups.database
    for path in (ready, ready / KEY, ready / DATABASE):
        owner.require_trusted(path)
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
    with owner.open_trusted(source) as copied, open_private(draft, target.parent) as file:
        shutil.copyfileobj(copied, file)
        durable.flush_open(file)
    durable.replace(draft, target)
