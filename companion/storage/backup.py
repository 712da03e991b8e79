"""Backups of a SQLite database and of the key that signs cookies, made while servers read and write.

A backup is a zip file with both, so that phones are still recognised where it is restored. It appears under
its name when it is complete.
"""

import os
import re
import secrets
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Self

from companion.config import durable
from companion.config.database_urls import sqlite_path
from companion.config.settings import Settings
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.storage.private_files import (
    create_private,
    give,
    open_private,
    open_trusted,
    refuse_link,
    tighten,
)

DATABASE = "companion.db"
LOG = f"{DATABASE}-wal"
KEY = "secret.key"
"""The names in a backup, whatever the files are called."""

DAILY, BEFORE_UPGRADE, BEFORE_RESTORE = "daily", "before-upgrade", "before-restore"
"""The purposes in the names of backups that companion makes by itself."""

_NO_COPY = N_("No copy could be made at {file}: {why}")
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

    def refuse_links(self) -> None:
        """Raise `Refused` if one of ours is a link that root is not to follow."""
        for path in (self.database, self.key, self.folder):
            refuse_link(path)

    def keep_private(self) -> None:
        """Create an empty database, if there is none, and take the rights of others from all our files."""
        with suppress(OSError):  # it is there, or connecting says what is wrong
            create_private(self.database, self.database.parent)
        ends = "", "-wal", "-shm", "-journal", ".lock"
        ours = [self.database.with_name(f"{self.database.name}{end}") for end in ends]
        for path in (self.key, *ours, *(each for each in _entries(self.folder) if each.suffix == ".zip")):
            tighten(path)

    def write(self, file: BinaryIO) -> None:
        """Write a backup of this moment into an open file; others may go on writing to the database.

        Raises `Refused` if there is no database or it is damaged, else `OSError` or `sqlite3.Error`.
        """
        if not self.database.is_file():
            raise Refused("There is no database to copy at {database}", database=str(self.database))
        prefix = f".{self.database.stem}-"
        with tempfile.TemporaryDirectory(_DRAFT, prefix, self.database.parent) as drafts:
            copy = Path(drafts) / DATABASE
            self._copy_database(copy)
            _write_archive(file, {DATABASE: copy, **self._key_member()})

    def make(self, target: Path) -> None:
        """Make a backup as a new file; raises `Refused` if that fails, and leaves no file behind then."""
        self._create(target, self.write)

    def make_as_it_is(self, target: Path) -> None:
        """Make one of the files of a database that nobody uses, and which may be damaged."""
        log = self.database.with_name(f"{self.database.name}-wal")
        members = {DATABASE: self.database, LOG: log, **self._key_member()}
        found = {name: path for name, path in members.items() if path.is_file()}
        self._create(target, lambda file: _write_archive(file, found))

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

    def listed(self, purpose: str) -> list[tuple[datetime, Path]]:
        """List the complete backups in the folder by the times in their names (local), the newest first."""
        name = re.compile(rf"{re.escape(self.database.stem)}-{purpose}-{_TIME}\.zip")
        found = []
        for path in _entries(self.folder):
            made = name.fullmatch(path.name)
            if made and (at := _parse_time(made[1])) and zipfile.is_zipfile(path):
                found.append((at, path))
        return sorted(found, reverse=True)

    def _copy_database(self, copy: Path) -> None:
        create_private(copy)
        address = f"{self.database.absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(address, _PATIENCE, uri=True)) as source,
            closing(sqlite3.connect(copy, isolation_level=None)) as made,
        ):
            source.backup(made)
            made.execute("PRAGMA journal_mode=DELETE")  # a single file, without -wal and -shm
            [result] = made.execute("PRAGMA quick_check(1)").fetchone()
        if result != "ok":
            raise Refused("The database is damaged ({said}), and so would a copy be", said=result)

    def _key_member(self) -> Mapping[str, Path]:
        return {KEY: self.key} if self.has_key and self.key.is_file() else {}

    def _create(self, target: Path, write: Callable[[BinaryIO], None]) -> None:
        """Create a file; it belongs as our folder does, if it is in that."""
        if target.exists():
            raise Refused("{target} is there already, and nothing was overwritten", target=str(target))
        inside = self.folder if target.parent == self.folder else None
        draft = target.with_name(f".{target.stem}-{secrets.token_hex(8)}{_DRAFT}")
        with refusing_errors(_NO_COPY, target):
            if inside and not inside.exists():
                inside.mkdir(mode=0o700)
                give(inside, inside.parent)
                durable.flush_folder(inside.parent)
            try:
                with open_private(draft, inside) as file:
                    write(file)
                    durable.flush_open(file)
                _appear(draft, target)
            finally:
                draft.unlink(missing_ok=True)
            durable.flush_folder(target.parent)

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
        """Remove drafts that a killed process has left."""
        for path in (*_entries(self.folder), *_entries(self.database.parent)):
            ours = path.name.startswith(f".{self.database.stem}-") and path.name.endswith(_DRAFT)
            with suppress(OSError):
                if ours and path.lstat().st_mtime < (now - _STALE).timestamp():
                    shutil.rmtree(path) if path.is_dir() else path.unlink()


def database_file(database_url: str) -> Path | None:
    """Return the file of a SQLite database; None for one in memory, and for other databases.

    A link to it is followed, as SQLite has its log beside the file, unless root is not to follow it.
    """
    path = sqlite_path(database_url)
    if path is None:
        return None
    try:
        refuse_link(path)
    except Refused:
        return path
    return path.resolve() if path.is_symlink() else path


@contextmanager
def refusing_errors(sentence: str, file: Path) -> Iterator[None]:
    """Turn an error of the disk or the database into a `Refused` with a sentence about a file."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error) or Text("it cannot be written")
        raise Refused(sentence, file=str(file), why=why) from None


def _appear(draft: Path, target: Path) -> None:
    """Give a complete file its name, at once; raises `FileExistsError` rather than overwrite another."""
    try:
        target.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a stick, say, has no links
        create_private(target)
        draft.replace(target)


def _write_archive(file: BinaryIO, members: Mapping[str, Path]) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        archive.comment = b"companion restore FILE puts this back"
        for name, path in members.items():
            with open_trusted(path) as source:
                member = zipfile.ZipInfo(name, max(time.localtime()[:6], _FIRST_TIME))
                member.compress_type = zipfile.ZIP_DEFLATED
                member.file_size = os.fstat(source.fileno()).st_size  # a large one has another header
                with archive.open(member, "w") as copy:
                    shutil.copyfileobj(source, copy)


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _parse_time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d-%H%M%S").astimezone()
    except ValueError:
        return None


def backups_of(settings: Settings) -> Backups | None:
    """Return the backups of the configured database; None if that is not a file of SQLite."""
    return Backups.of(
        settings.database_url, settings.key_file, settings.data / "backups", has_key=not settings.secret
    )
