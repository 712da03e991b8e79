"""What is kept on this computer: the data folder, the disk, the key, and backups."""

import os
import shutil
import stat
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from companion.cli.checks.finding import Examined, Finding, look, ok, wrong
from companion.cli.stored_rooms import format_local_time
from companion.config.settings import KEY_BYTES, Settings
from companion.storage import backup, restore
from companion.web.backups import backups_of

_MB, _GB = 1_000_000, 1_000_000_000
_FULL, _NARROW = 100 * _MB, _GB  # bytes free below which a disk is wrong, or worth a look
_OLD_BACKUP = timedelta(days=7)
_EACH_DAY = "COMPANION_DAILY_BACKUPS=7 makes one each day."
_OTHER_KEY = "The next start makes another, and phones lose their seats: before that, restore a backup."
_PURPOSES = "", backup.DAILY, backup.BEFORE_UPGRADE, backup.BEFORE_RESTORE


def check_folder(examined: Examined) -> Iterator[Finding]:
    """Look at the data folder: whether it can be written, whose it is, and who else may read it."""
    data = examined.settings.data
    if not data.exists():
        yield _absent(data)
        return
    if not data.is_dir():
        yield wrong(f"{data} is not a folder", "Choose another with --data.")
        return
    findings = [*_check_access(data), *_check_pending(examined.settings)]
    for path in _kept_files(examined.settings):
        findings += _check_owner(path, data)
        findings += _check_mode(path, data)
    yield from findings
    if not findings:
        yield ok(f"{data} can be written, and only its owner reads what is in it")


def _absent(data: Path) -> Finding:
    parent = _existing(data)
    if parent.is_dir() and os.access(parent, os.W_OK | os.X_OK):
        return ok(f"{data} is made at the first start")
    return wrong(f"{data} cannot be made in {parent}", "Choose another with --data.")


def _check_access(data: Path) -> Iterator[Finding]:
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield wrong(f"{data} cannot be written", "Give it to the user who runs companion, or choose another.")


def _check_pending(settings: Settings) -> Iterator[Finding]:
    backups = backups_of(settings)
    if backups and restore.is_interrupted(backups):
        yield look("restoring a backup was interrupted", "The next start of companion completes it.")


def _kept_files(settings: Settings) -> list[Path]:
    """List the files, and the folder of backups, that nobody else may read or write, as far as they exist."""
    if backups := backups_of(settings):
        return [*backups.files(), *([backups.folder] if backups.folder.exists() else [])]
    return [settings.key_file] if settings.key_file.exists() else []


def _check_owner(path: Path, data: Path) -> Iterator[Finding]:
    """Compare the owner of a file or folder with who runs companion, or for root with the data folder's."""
    if os.name != "posix":
        return
    needed, mode = (os.R_OK | os.W_OK | os.X_OK, 700) if path.is_dir() else (os.R_OK | os.W_OK, 600)
    owner, user = path.stat().st_uid, os.geteuid() or data.stat().st_uid
    if owner != user:
        yield wrong(
            f"{path} belongs to {_user_name(owner)}, not to {_user_name(user)}",
            f"As root: chown {_user_name(user)} {path}",
        )
    elif not os.access(path, needed):
        yield wrong(f"{path} cannot be read and written", f"chmod {mode} {path}")


def _check_mode(path: Path, data: Path) -> Iterator[Finding]:
    """Tell whether others on this computer can read a file or folder, through the folders it is in."""
    if os.name != "posix":
        return
    mode, private = path.stat().st_mode, path if path.is_dir() else path.parent
    folders = [folder.stat().st_mode for folder in {path.parent, data} if folder in path.parents]
    if mode & stat.S_IROTH and all(each & stat.S_IXOTH for each in folders):
        yield wrong(f"everybody on this computer can read {path}", f"chmod 700 {private}")
    elif mode & stat.S_IRGRP and all(each & stat.S_IXGRP for each in folders):
        yield look(f"the group of {path} can read it", f"If that is not meant: chmod 700 {private}")


def check_disk(examined: Examined) -> Iterator[Finding]:
    """Look at how much room is left where data is kept."""
    place = _existing(examined.settings.data)
    free = shutil.disk_usage(place).free
    found = f"{_size(free)} free at {place}"
    if free < _FULL:
        yield wrong(found, "Make room: when the disk is full, phones cannot submit.")
    elif free < _NARROW:
        yield look(found, "Make room before the next party.")
    else:
        yield ok(found)


def check_key(examined: Examined) -> Iterator[Finding]:
    """Look at the key that signs cookies."""
    settings = examined.settings
    if settings.secret:
        yield ok(f"COMPANION_SECRET_KEY, {len(settings.secret)} characters")
        return
    if settings.is_shared:
        yield look(
            f"each server makes a key of its own in {settings.data}",
            "Set one COMPANION_SECRET_KEY for all of them, or a phone is unknown to every other server.",
        )
    yield _key_file(settings.key_file, examined)


def _key_file(file: Path, examined: Examined) -> Finding:
    try:
        size = file.stat().st_size
        file.read_bytes()
    except FileNotFoundError:
        if examined.stored is None or (examined.contents and not examined.contents.rooms):
            return ok(f"{file} is made at the first start")
        return wrong(f"{file} is missing, and there are rooms", _OTHER_KEY)
    except OSError as error:
        return wrong(f"{file} cannot be read ({error.strerror})", "Give it to the user who runs companion.")
    if size < KEY_BYTES:
        return wrong(f"{file} is too short: {size} of {KEY_BYTES} bytes", _OTHER_KEY)
    return ok(f"{file}, {size} bytes")


def check_backups(examined: Examined) -> Iterator[Finding]:
    """Look at the age of the last backup."""
    backups, contents = backups_of(examined.settings), examined.contents
    daily = examined.settings.daily_backups
    if backups is None:
        without = "COMPANION_DAILY_BACKUPS has no effect" if daily else "companion makes none"
        yield look(f"{without}, as the database is not a file of SQLite", "Use its tools, such as pg_dump.")
        return
    if examined.stored is None or (contents and not contents.rooms):
        yield ok("there are no rooms yet")
        return
    made = backups.listed(*_PURPOSES)
    if not made:
        yield look(f"there is none in {backups.folder}", f"companion backup makes one. {_EACH_DAY}")
        return
    last, age = made[0][0], datetime.now().astimezone() - made[0][0]
    found = f"the last of {len(made)} in {backups.folder} is of {format_local_time(last)}"
    if age > _OLD_BACKUP and (contents is None or contents.newest is None or contents.newest > last):
        yield look(f"{found}, and people have played since", f"companion backup makes one. {_EACH_DAY}")
    else:
        yield ok(found)


def _existing(path: Path) -> Path:
    """Return a path, or the nearest folder above it that exists."""
    path = path.absolute()
    return next(each for each in (path, *path.parents) if each.exists())


def _size(count: int) -> str:
    return f"{count / _GB:.1f} GB" if count >= _GB else f"{count // _MB} MB"


def _user_name(number: int) -> str:
    try:
        import pwd  # noqa: PLC0415 - not on Windows

        return pwd.getpwuid(number).pw_name
    except (ImportError, KeyError):
        return str(number)
