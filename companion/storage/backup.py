"""Backups of a SQLite database and of the key that signs cookies: made while servers run, and restored.

A backup is a zip file with both, so that phones are still recognised where it is restored. It appears under
its name when it is complete. To be restored, both are made ready in a folder beside the database, which is
then renamed: from that moment on the backup counts. Whoever uses the database next puts both in place, if a
crash has come in between.
"""

import re
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator, Set
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, NamedTuple

from companion.config import files
from companion.config.settings import Settings, sqlite_path
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.storage import damage
from companion.values import frozen

DATABASE = "companion.db"
LOG = f"{DATABASE}-wal"
KEY = "secret.key"
"""The names in a backup, whatever the files are called."""

DAILY, BEFORE_UPGRADE, BEFORE_RESTORE = "daily", "before-upgrade", "before-restore"
"""The purposes in the names of backups that companion makes by itself."""

_UNRESTORED = N_("{file} cannot be restored: {why}")
_UNSOUND = N_("{file} is not a complete backup of companion ({why})")
_RESTORING = N_("A backup is being restored to {database} at this moment: try again when that is done")
_IN_USE = N_("companion is running on {database}: end it first, so that nothing is lost")
_NO_LOCK = N_("{file}: {why}")
_UNUSABLE = N_(
    "The rooms cannot be read: {file} is damaged, locked, or not of companion ({why}). "
    "A backup can take its place: in a terminal, companion restore FILE --replace does that"
)
_BROKEN_LOG = N_("the log beside it is broken, which has the newest events")
_DAMAGED = zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError
_FIRST_TABLE = "alembic_version"  # that migrations make
_SMALL = 50_000_000  # bytes of a database that is looked at in less than half a second
_UPGRADES_KEPT = 5
_DAY = timedelta(hours=20)  # a laptop is not switched on at the same hour each day
_STALE = timedelta(days=1)  # a draft that is older was interrupted


class Copy(NamedTuple):
    """A backup in the folder; without a purpose somebody has asked for it. Times are local."""

    made: datetime
    file: Path
    purpose: str


class Restored(NamedTuple):
    """What was restored: the newest event's time, whether a key was in it, the backup of what was there."""

    rooms: int
    newest: datetime | None
    has_key: bool
    kept: Path | None


@frozen
class Backups:
    """The backups of one database file."""

    database: Path
    key: Path
    """The file of the key that signs cookies, where the server has one."""
    folder: Path
    """Where backups are made that have no other place."""
    has_key: bool
    """Whether the key is in a backup; not if it was configured, as then only its owner knows it."""

    def _beside(self, end: str) -> Path:
        return self.database.with_name(f"{self.database.name}{end}")

    @property
    def _ready(self) -> Path:
        """The folder of a backup that counts already, and is not in its place yet."""
        return self._beside(".restored")

    def new_name(self, now: datetime, purpose: str = "") -> Path:
        """Return a path in the folder for a new backup, a second later for each that is there already."""
        words = filter(None, (self.database.stem, purpose, f"{now:%Y-%m-%d-%H%M%S}"))
        path = self.folder / f"{'-'.join(words)}.zip"
        return self.new_name(now + timedelta(seconds=1), purpose) if path.exists() else path

    def refuse_links(self) -> None:
        """Raise `Refused` if one of ours is a link that root is not to follow."""
        ready = self._ready
        ours = self.database, self.key, self.folder, self._beside(".lock"), ready, ready / KEY
        for path in (*ours, ready / DATABASE):
            files.refuse_link(path)

    def keep_private(self) -> None:
        """Create an empty database, if there is none, and take the rights of others from all our files."""
        with suppress(OSError), files.new_file(self.database, self.database.parent):
            pass  # it is there, or connecting says what is wrong
        ours = [self._beside(end) for end in ("", "-wal", "-shm", "-journal", ".lock")]
        for path in (self.key, *ours, *self.folder.glob("*.zip")):
            files.tighten(path)

    def make(self, target: Path) -> None:
        """Make a backup of this moment as a new file while others write, or none; raises `Refused`."""
        if not self.database.is_file():
            raise Refused("There is no database to copy at {database}", database=str(self.database))
        with self._draft(target) as draft:
            copy = draft / DATABASE
            with files.new_file(copy):
                pass
            self.check()
            with damage.open_file(self.database, "ro") as connection:
                connection.execute("VACUUM INTO ?", (str(copy),))
            self._write(target, draft, {DATABASE: copy})

    def make_daily(self, keep: int, now: datetime, *, again: bool = False) -> Path | None:
        """Make the backup of a day and remove the oldest ones; None if there is one of today already.

        With `again` one of the same date is replaced. Raises `Refused` if it fails; none is removed then.
        """
        made = self.list_copies(DAILY)
        if not again and any(timedelta(0) <= now - backup_copy.made < _DAY for backup_copy in made):
            return None
        same = [backup_copy.file for backup_copy in made if again and backup_copy.made.date() == now.date()]
        copy = self._make_and_remove(DAILY, keep + len(same), now)
        for file in same:
            file.unlink(missing_ok=True)
        return copy

    def make_before_upgrade(self, now: datetime) -> Path:
        """Make a backup before the database is changed, and remove the oldest of this kind."""
        return self._make_and_remove(BEFORE_UPGRADE, _UPGRADES_KEPT, now)

    def _make_and_remove(self, purpose: str, keep: int, now: datetime) -> Path:
        target = self.new_name(now, purpose)
        files.remove_drafts(self.folder, now - _STALE)
        self.make(target)
        others = [backup_copy.file for backup_copy in self.list_copies(purpose) if backup_copy.file != target]
        for old in others[max(keep, 1) - 1 :]:
            with suppress(OSError):
                old.unlink()
        return target

    def list_copies(self, purpose: str | None = None) -> list[Copy]:
        """List the complete backups in the folder, all or those of a purpose, the newest first."""
        found, start = [], re.escape(self.database.stem)
        for path in self.folder.glob("*.zip"):
            named = re.fullmatch(rf"{start}-(?:([a-z-]+)-)?(\d{{4}}-\d\d-\d\d-\d{{6}})\.zip", path.name)
            with suppress(ValueError):  # no time
                if named and purpose in (None, named[1] or "") and zipfile.is_zipfile(path):
                    made = datetime.strptime(named[2], "%Y-%m-%d-%H%M%S").astimezone()
                    found.append(Copy(made, path, named[1] or ""))
        return sorted(found, reverse=True)

    def look(self, file: Path, known: Set[str]) -> tuple[int, datetime | None]:
        """Return how many rooms a backup has, and the time of its newest event; raises `Refused`."""
        with refusing_errors(_UNRESTORED, file), files.draft_folder(file.parent) as draft:
            _unpack(file, draft, with_key=False)
            return _check(file, draft / DATABASE, known)

    def check(self) -> tuple[int, str]:
        """Return how many rooms are in it, and the newest event's time (ISO); raises `Refused` if unsound."""
        self.refuse_broken_log()
        with refusing_errors(_UNUSABLE, self.database), damage.open_file(self.database, "rw") as made:
            return _examine(made)

    def check_if_small(self) -> None:
        """Raise `Refused` if it is unsound or another program's, unless it is too large for a look.

        It may have no tables, or not all, where the power failed in the first start.
        """
        if self.database.is_file() and self.database.stat().st_size <= _SMALL:
            self.refuse_broken_log()
            with refusing_errors(_UNUSABLE, self.database), damage.open_file(self.database, "rw") as made:
                damage.require_sound(made)
                tables = {name for (name,) in made.execute("SELECT name FROM sqlite_master")}
                if tables and _FIRST_TABLE not in tables:
                    raise sqlite3.DatabaseError(f"no such table: {_FIRST_TABLE}")

    def refuse_broken_log(self) -> None:
        """Raise `Refused` if SQLite would drop what is in the log, and write over it."""
        with refusing_errors(_UNUSABLE, self.database):
            # twice, as who uses it may begin it anew at the same moment
            if damage.loses_events(self.database) and damage.loses_events(self.database):
                raise Refused(_UNUSABLE, file=str(self.database), why=Text(_BROKEN_LOG))

    def set_aside(self, now: datetime) -> None:
        """Keep the database under another name, whatever is in it; raises `Refused`."""
        aside = self.database.with_name(f"{self.database.stem}-damaged-{now:%Y-%m-%d-%H%M%S}.db")
        with refusing_errors(_UNRESTORED, self.database), self.locked(alone=True):
            self._keep_newest_daily()
            for end in ("-shm", "-wal", "-journal", ""):
                with suppress(FileNotFoundError):
                    self._beside(end).rename(f"{aside}{end}")

    def _keep_newest_daily(self) -> None:
        """Have the copy of today not be replaced by one of another database."""
        for copy in self.list_copies(DAILY)[:1]:
            copy.file.rename(copy.file.with_name(copy.file.name.replace(DAILY, BEFORE_RESTORE)))

    def restore(self, file: Path, known: Set[str], now: datetime, *, replace: bool) -> Restored:
        """Put a backup in the place of the database and its key.

        `known` are the revisions of this release. With `replace`, what is there is kept in a backup first.
        Raises `Refused`, without a change, if the backup is not sound or from a later release, if a server
        is running, or if a database is there.
        """
        if not file.is_file():
            raise Refused("There is no file {file}", file=str(file))
        folder = self.database.parent
        ours = self._beside(".lock"), self.folder, folder, *folder.parents
        with refusing_errors(_UNRESTORED, file), files.undoing(*ours):
            files.make_folder(folder)
            self.refuse_links()
            with self.locked(alone=True):
                self._put_in_place()
                files.remove_drafts(folder, now)  # a new one may have a slightly earlier time than now
                with files.draft_folder(folder) as draft:
                    _unpack(file, draft, with_key=self.has_key)
                    rooms, newest = _check(file, draft / DATABASE, known)
                    has_key, kept = (draft / KEY).exists(), self._keep_present(now, replace=replace)
                    files.give(draft, folder)  # a server that is not root may complete this
                    files.flush_folder(draft)
                    files.replace(draft, self._ready)
                    self._put_in_place()
        return Restored(rooms, newest, has_key, kept)

    def complete_restore(self) -> None:
        """Put a backup in place if a crash has kept a restore from doing so; raises `Refused`."""
        if self._ready.exists():
            with refusing_errors(_UNRESTORED, self._ready), self.locked(alone=True):
                self._put_in_place()

    @contextmanager
    def _draft(self, target: Path) -> Iterator[Path]:
        """Yield a private folder beside a file that is to be made; raises `Refused` for what fails."""
        if target.exists():
            raise Refused("{target} is there already, and nothing was overwritten", target=str(target))
        with refusing_errors(N_("No copy could be made at {file}: {why}"), target):
            if target.parent == self.folder and not self.folder.exists():
                self.folder.mkdir(mode=0o700)
                files.give(self.folder, self.folder.parent)
                files.flush_folder(self.folder.parent)
            with files.draft_folder(target.parent) as draft:
                yield draft

    def _write(self, target: Path, draft: Path, members: dict[str, Path]) -> None:
        """Write files and the key into a new backup; in our folder it belongs as that does."""
        if self.has_key:
            members |= {KEY: self.key}
        packed = draft / target.name
        with (
            files.new_file(packed, self.folder if target.parent == self.folder else None) as file,
            zipfile.ZipFile(file, "w") as archive,
        ):
            archive.comment = b"companion restore FILE puts this back"
            for name, path in members.items():
                if path.is_file():
                    member = zipfile.ZipInfo.from_file(path, name, strict_timestamps=False)
                    member.compress_type = zipfile.ZIP_DEFLATED
                    with files.open_trusted(path) as source, archive.open(member, "w") as copy:
                        shutil.copyfileobj(source, copy)
        files.replace(packed, target)

    @contextmanager
    def locked(self, *, alone: bool = False) -> Iterator[None]:
        """Hold the lock of the database: who uses it shares the lock, and a restore holds it alone.

        It is SQLite's, on an empty file beside the database: it works on every system, and ends with its
        process. Raises `Refused` if others hold it.
        """
        file = self._beside(".lock")
        with refusing_errors(_NO_LOCK, file):
            with suppress(FileExistsError), files.new_file(file, file.parent):
                pass  # one that is there is not opened: closing it would end our own locks on it
            connection = sqlite3.connect(file, timeout=0, isolation_level=None)
        with closing(connection):
            try:
                connection.execute("BEGIN EXCLUSIVE" if alone else "BEGIN")
                connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
                    raise Refused(_IN_USE if alone else _RESTORING, database=str(self.database)) from None
                raise Refused(_NO_LOCK, file=str(file), why=str(error)) from None
            yield

    def _keep_present(self, now: datetime, *, replace: bool) -> Path | None:
        """Make a backup of what is there, also if damaged; raises `Refused` unless it may be replaced."""
        if not self.database.is_file():
            return None
        if not replace:
            raise Refused(
                "There is a database at {database} already, and nothing was changed. With --replace it is "
                "kept in a backup of its own, and this one takes its place",
                database=str(self.database),
            )
        kept = self.new_name(now, BEFORE_RESTORE)
        with self._draft(kept) as draft:
            self._write(kept, draft, {DATABASE: self.database, LOG: self._beside("-wal")})
        self._keep_newest_daily()
        return kept

    def _put_in_place(self) -> None:
        """Move key and database where they belong, if they are ready; may be interrupted, and done again."""
        self.refuse_links()  # once more, as one may have come since
        ready, made, key = self._ready, self._ready / DATABASE, self._ready / KEY
        if key.exists():
            files.make_folder(self.key.parent)
            draft = self.key.with_name(f"{self.key.name}.restored")  # it may be on another disk
            draft.unlink(missing_ok=True)
            with files.open_trusted(key) as source:
                _copy(source, draft)
            files.replace(draft, self.key)
            key.unlink()
        if made.exists():
            for end in ("-wal", "-shm", "-journal"):  # of the database that was there before
                self._beside(end).unlink(missing_ok=True)
            files.flush_folder(self.database.parent)  # or the log could be back beside another database
            files.replace(made, self.database)
            files.flush_folder(ready)  # or the backup could be there still, and be restored again
        with suppress(FileNotFoundError):
            ready.rmdir()


def backups_of(settings: Settings) -> Backups | None:
    """Return the backups of the configured database; None if that is not a file of SQLite.

    A link to it is followed, as SQLite has its log beside the file, unless root is not to follow it.
    """
    database = sqlite_path(settings.database_url)
    if database is None:
        return None
    if database.is_symlink():
        with suppress(Refused):
            files.refuse_link(database)
            database = database.resolve()
    return Backups(database, settings.key_file, settings.data / "backups", has_key=not settings.secret)


@contextmanager
def in_use(backups: Backups | None) -> Iterator[None]:
    """Keep backups from being restored meanwhile; completes a restore that was cut off; raises `Refused`."""
    if backups is None or not backups.database.parent.is_dir():
        yield
        return
    backups.refuse_links()
    backups.complete_restore()
    backups.refuse_broken_log()
    with backups.locked():
        yield


@contextmanager
def refusing_errors(sentence: str, file: Path) -> Iterator[None]:
    """Turn an error of the disk or the database into a `Refused` with a sentence about a file."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error) or Text("it cannot be written")
        raise Refused(sentence, file=str(file), why=why) from None


def _unpack(file: Path, draft: Path, *, with_key: bool) -> None:
    """Write database, log and key of a backup into a folder, as far as they are in it; raises `Refused`.

    Earlier releases made a database alone. All belongs to the owner of the folder around that one.
    """
    try:
        if not zipfile.is_zipfile(file):
            for name, path in ((DATABASE, file), (LOG, file.with_name(f"{file.name}-wal"))):
                if path.is_file():
                    with files.open_trusted(path) as source:
                        _copy(source, draft / name, draft.parent)
            return
        with files.open_trusted(file) as opened, zipfile.ZipFile(opened) as archive:
            for name in (DATABASE, *({LOG, KEY} & set(archive.namelist()))):
                if name != KEY or with_key:
                    with archive.open(name) as source:
                        _copy(source, draft / name, draft.parent)
    except _DAMAGED as error:
        raise Refused(_UNSOUND, file=str(file), why=str(error)) from None


def _check(file: Path, database: Path, known: Set[str]) -> tuple[int, datetime | None]:
    """Return rooms and newest event of a database; raises `Refused` if unsound, or of no `known` revision."""
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            if damage.loses_events(database):
                raise Refused(_UNSOUND, file=str(file), why=Text(_BROKEN_LOG))
            connection.execute("PRAGMA journal_mode=DELETE")  # has what is in the log written into it
            rooms, newest = _examine(connection)
            revisions = {each for (each,) in connection.execute("SELECT version_num FROM alembic_version")}
    except sqlite3.Error as error:
        raise Refused(_UNSOUND, file=str(file), why=str(error)) from None
    if revisions - known:
        raise Refused(
            "{file} was made by a later release of companion, and nothing was changed: "
            "install that release first",
            file=str(file),
        )
    files.flush(database)
    return rooms, datetime.fromisoformat(newest) if newest else None


def _copy(source: IO[bytes], target: Path, folder: Path | None = None) -> None:
    """Write a new private file, which belongs as its folder does or another, and is on the disk then."""
    with files.new_file(target, folder or target.parent) as file:
        shutil.copyfileobj(source, file)


def _examine(connection: sqlite3.Connection) -> tuple[int, str]:
    damage.require_sound(connection)
    [rooms] = connection.execute("SELECT count(*) FROM room").fetchone()
    [newest] = connection.execute("SELECT coalesce(max(at), '') FROM act").fetchone()
    return rooms, newest
