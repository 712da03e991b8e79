"""Backups of a SQLite database and of the key that signs cookies, made while servers read and write.

A backup is a zip file with both, so that phones are still recognised where it is restored. It appears under
its name when it is complete: drafts are in a folder of their own, and are never taken for a backup.
"""

import os
import re
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Self

from companion.config import durable
from companion.config.database_urls import sqlite_path
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.storage import owner
from companion.storage.private_files import create_private, open_private, tighten
from companion.storage.unchanged import Damaged

DATABASE = "companion.db"
KEY = "secret.key"
"""The names of both in a backup, whatever the files are called."""

DAILY, BEFORE_UPGRADE, BEFORE_RESTORE, DAMAGED = "daily", "before-upgrade", "before-restore", "damaged"
"""The purposes in the names of backups that companion makes by itself."""

_DAMAGED_COPY = N_("The database is damaged ({said}), and so would a copy be")
_UPGRADES_KEPT = 5
_PATIENCE = 10.0  # seconds to wait for a lock
_DAY = timedelta(hours=20)  # a laptop is not switched on at the same hour each day
_STALE = timedelta(days=1)  # a draft that is older was interrupted
_TIME = r"(\d{4}-\d\d-\d\d-\d{6})"
_DRAFT = ".part"
_FIRST_TIME = 1980, 1, 1, 0, 0, 0  # that a zip file can name; a clock without a battery is before it


@dataclass(frozen=True, slots=True)
class Backups:
    """The backups of one database file."""

    database: Path
    key: Path
    """The file of the key that signs cookies, where the server has one."""
    folder: Path
    """Where backups are made that have no other place."""
    has_key: bool = True
    """Whether the key is in a backup; not if it was configured, as then only its owner knows it."""

    @classmethod
    def of(
        cls, database_url: str, key: Path | None = None, folder: Path | None = None, *, has_key: bool = True
    ) -> Self | None:
        """Return those of a SQLite file, by default all beside it; None for other databases."""
        database = database_file(database_url)
        if database is None:
            return None
        key, folder = key or database.with_name(KEY), folder or database.with_name("backups")
        return cls(database, key, folder, has_key)

    def new_name(self, now: datetime, purpose: str = "") -> Path:
        """Return a path in the folder for a new backup, a second later for each that is there already."""
        words = filter(None, (self.database.stem, purpose, f"{now:%Y-%m-%d-%H%M%S}"))
        path = self.folder / f"{'-'.join(words)}.zip"
        return self.new_name(now + timedelta(seconds=1), purpose) if path.exists() else path

    def require_trusted(self) -> None:
        """Raise `Refused` if one of ours is a link that root is not to follow."""
        for path in (self.database, self.key, self.folder):
            owner.require_trusted(path)

    def files(self) -> list[Path]:
        """List the files that are for their owner alone, as far as they exist: key, database, and backups."""
        ends = "", "-wal", "-shm", "-journal", ".lock"
        found = [self.key, *(self.database.with_name(f"{self.database.name}{end}") for end in ends)]
        found += [path for _, path in self.listed("", DAILY, BEFORE_UPGRADE, BEFORE_RESTORE, DAMAGED)]
        return [path for path in found if path.exists()]

    def keep_private(self) -> None:
        """Create an empty database, if there is none, and take the rights of others from all our files."""
        with suppress(OSError):  # it is there, or connecting says what is wrong
            create_private(self.database, self.database.parent)
        with suppress(OSError):
            for path in self.files():
                tighten(path)

    def make(self, target: Path) -> None:
        """Copy database and key, as of one moment, to a file that does not exist yet.

        Raises `Refused` if that fails, and leaves no file behind then.
        """
        if not self.database.is_file():
            raise Refused("There is no database to copy at {database}", database=str(self.database))
        self._make_folder(target)
        with _draft(target) as draft:
            copy = draft.with_name(DATABASE)
            address = f"{self.database.absolute().as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, _PATIENCE, uri=True)) as source:
                _check_link(source, self.database)
                copy_database(source, copy)
            self._write_archive(draft, target, {DATABASE: copy, **self._key_member()})

    def make_daily(self, keep: int, now: datetime) -> Path | None:
        """Make the backup of a day and remove the oldest ones; None if there is one of today already.

        Raises `Refused` if it fails; none is removed then.
        """
        ages = (now - made for made, _ in self.listed(DAILY))
        if any(timedelta(0) <= age < _DAY for age in ages):
            return None
        return self._make_and_remove(DAILY, keep, now)

    def make_before_upgrade(self, now: datetime) -> Path:
        """Make a backup before the database is changed, and remove the oldest of this kind."""
        return self._make_and_remove(BEFORE_UPGRADE, _UPGRADES_KEPT, now)

    def make_of_damaged(self, now: datetime) -> Path:
        """Keep the files of a database that cannot be read, as they are."""
        target = self.new_name(now, DAMAGED)
        log = self.database.with_name(f"{self.database.name}-wal")
        members = {DATABASE: self.database, f"{DATABASE}-wal": log, **self._key_member()}
        self._make_folder(target)
        with _draft(target) as draft:
            found = {name: path for name, path in members.items() if path.is_file()}
            self._write_archive(draft, target, found)
        return target

    def listed(self, *purposes: str) -> list[tuple[datetime, Path]]:
        """List the complete backups in the folder by the times in their names (local), the newest first."""
        found = []
        for path in self._files():
            for purpose in purposes:
                stem = "-".join(filter(None, (self.database.stem, purpose)))
                made = re.fullmatch(rf"{re.escape(stem)}-{_TIME}\.zip", path.name)
                if made and (time := _parse_time(made[1])) and zipfile.is_zipfile(path):
                    found.append((time, path))
        return sorted(found, reverse=True)

    def _make_folder(self, target: Path) -> None:
        """Create the folder of a backup, if it is ours and there is none yet."""
        if target.parent == self.folder:
            owner.require_trusted(self.folder)
            with suppress(OSError):  # it is there already, or writing the backup says what is wrong
                self.folder.mkdir(mode=0o700)
                owner.give(self.folder, self.folder.parent)
                durable.flush_folder(self.folder.parent)

    def _write_archive(self, draft: Path, target: Path, members: Mapping[str, Path]) -> None:
        """Write the draft of a zip file; it belongs as our folder does, if it will be there."""
        with open_private(draft, self.folder if target.parent == self.folder else None) as file:
            _write_members(file, members)

    def _make_and_remove(self, purpose: str, keep: int, now: datetime) -> Path:
        target = self.new_name(now, purpose)
        self._remove_drafts(now)
        self.make(target)
        others = [path for _, path in self.listed(purpose) if path != target]
        for old in others[max(keep, 1) - 1 :]:
            with suppress(OSError):
                old.unlink()
        return target

    def _remove_drafts(self, now: datetime) -> None:
        """Remove drafts that a killed process has left in the folder."""
        for path in self._files():
            ours = path.name.startswith(f".{self.database.stem}-") and path.name.endswith(_DRAFT)
            if ours and path.stat().st_mtime < (now - _STALE).timestamp():
                shutil.rmtree(path, ignore_errors=True)

    def _files(self) -> list[Path]:
        try:
            return list(self.folder.iterdir())
        except OSError:
            return []

    def _key_member(self) -> Mapping[str, Path]:
        return {KEY: self.key} if self.has_key and self.key.is_file() else {}


def database_file(database_url: str) -> Path | None:
    """Return the file of a SQLite database; None for one in memory, and for other databases.

    A link to it is followed, as SQLite has its log beside the file, unless root is not to follow it.
    """
    path = sqlite_path(database_url)
    if path is None:
        return None
    return path.resolve() if path.is_symlink() and not owner.is_untrusted_link(path) else path


def _check_link(connection: sqlite3.Connection, database: Path) -> None:
    """Raise `Refused` if SQLite has followed a link to a database that root is not to follow."""
    if owner.is_foreign(database.parent):
        [(_, _, name)] = connection.execute("PRAGMA database_list").fetchall()
        file = Path(name)
        if file.parent.resolve() / file.name != database.parent.resolve() / database.name:
            raise owner.link_refusal(database)


def copy_database(source: sqlite3.Connection, copy: Path, folder: Path | None = None) -> None:
    """Copy a database, as of one moment, to a file that does not exist yet; others may go on writing.

    Root gives it to the owner of `folder`, if there is one. Raises `Refused` if the database is damaged,
    `OSError` or `sqlite3.Error` if it cannot be copied.
    """
    create_private(copy, folder)
    with closing(sqlite3.connect(copy, isolation_level=None)) as made:
        source.backup(made)
        made.execute("PRAGMA journal_mode=DELETE")  # a single file, without -wal and -shm
        [result] = made.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        raise Damaged(_DAMAGED_COPY, said=result)


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """Yield the path of a file to write, in an empty folder; it becomes `target` in the end.

    Raises `Refused` if the target exists or what is done with the draft fails.
    """
    drafts = None
    try:
        if target.exists():
            raise FileExistsError
        drafts = Path(tempfile.mkdtemp(_DRAFT, f".{target.name}.", target.parent))
        yield drafts / target.name
        durable.flush(drafts / target.name)
        _appear(drafts / target.name, target)
        durable.flush_folder(target.parent)
    except FileExistsError:
        raise Refused("{target} is there already, and nothing was overwritten", target=str(target)) from None
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error) or Text("it cannot be written")
        raise Refused("No copy could be made at {target}: {why}", target=str(target), why=why) from None
    finally:
        if drafts:
            shutil.rmtree(drafts, ignore_errors=True)


def _appear(draft: Path, target: Path) -> None:
    """Give a complete file its name, at once; raises `FileExistsError` rather than overwrite another."""
    try:
        target.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a stick, say, has no links
        create_private(target)
        draft.replace(target)


def _write_members(target: BinaryIO, members: Mapping[str, Path]) -> None:
    """Write files into a zip file."""
    with zipfile.ZipFile(target, "w") as archive:
        archive.comment = b"companion restore FILE puts this back"
        for name, path in members.items():
            with owner.open_trusted(path) as source:
                member = zipfile.ZipInfo(name, max(time.localtime()[:6], _FIRST_TIME))
                member.compress_type = zipfile.ZIP_DEFLATED
                member.file_size = os.fstat(source.fileno()).st_size  # a large one has another header
                with archive.open(member, "w") as copy:
                    shutil.copyfileobj(source, copy)


def _parse_time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d-%H%M%S").astimezone()
    except ValueError:
        return None
