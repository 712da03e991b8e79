"""Files and folders that outlive a power cut, and that only their owner may use.

A file is there when it was flushed, and its name when its folder was: when a function returns, what it was
given is on the disk. Files are private, whatever folder and umask allow. SQLite gives its log and journal the
mode of the database. On Windows, which has no modes, the folder says who may read.

What root makes in the folder of somebody else, such as a service, belongs to that user, or the service could
not use it; and root follows no links there, as they may lead to files for root alone.
"""

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from companion.i18n.errors import Refused

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

_CANNOT_FLUSH_FOLDERS = {errno.EACCES, errno.EPERM, errno.EBADF, errno.EINVAL, errno.ENOTSUP}
"""Errors of systems and file systems that cannot, such as Windows, which writes names in order."""
_DRAFT = ".companion-", ".part"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner can use, and those that it is in, unless they are there."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in missing:
        flush_folder(path.parent)


def replace(draft: Path, target: Path) -> None:
    """Give a flushed file its name, instead of the file that has it; both are in one folder."""
    draft.replace(target)
    flush_folder(target.parent)


@contextmanager
def new_file(path: Path, folder: Path | None = None) -> Iterator[BinaryIO]:
    """Yield a new private file, which root gives to the owner of `folder`; raises `FileExistsError`."""
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        if folder and _is_foreign(folder):
            os.fchown(file.fileno(), folder.stat().st_uid, folder.stat().st_gid)
        yield file
        _flush(file)


def flush(path: Path) -> None:
    """Flush a file that others have written."""
    with path.open("rb+") as file:
        _flush(file)


def _flush(file: BinaryIO) -> None:
    file.flush()
    command = getattr(fcntl, "F_FULLFSYNC", None)  # on macOS fsync leaves the cache of the disk alone
    if fcntl and command:
        with suppress(OSError):  # a disk of the network, for one
            fcntl.fcntl(file.fileno(), command)
            return
    os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Flush the names in a folder, as far as the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_FLUSH_FOLDERS:
            raise


@contextmanager
def draft_folder(parent: Path) -> Iterator[Path]:
    """Make a private folder in another for the time being."""
    with tempfile.TemporaryDirectory(_DRAFT[1], _DRAFT[0], parent, ignore_cleanup_errors=True) as made:
        yield Path(made)


def remove_drafts(folder: Path, before: datetime) -> None:
    """Remove the draft folders that killed processes have left in a folder before a moment."""
    for left in folder.glob("*".join(_DRAFT)):
        if left.lstat().st_mtime < before.timestamp():
            shutil.rmtree(left, ignore_errors=True)


@contextmanager
def undoing(*paths: Path) -> Iterator[None]:
    """Remove what is made at these paths meanwhile, but no folder with something in it, if that fails."""
    missing = [path for path in paths if not path.exists()]
    try:
        yield
    except BaseException:
        for path in missing:
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        raise


def give(made: Path, folder: Path) -> None:
    """Give a new folder to owner and group of another, if we are root and that is somebody else's."""
    if _is_foreign(folder):
        os.lchown(made, folder.stat().st_uid, folder.stat().st_gid)


def refuse_link(path: Path) -> None:
    """Raise `Refused` for a link that root is not to follow; those on the way to its folder do not matter."""
    if path.is_symlink() and _is_foreign(path.parent):
        raise Refused("{path} is a link, and root follows none in the folder of another user", path=str(path))


def open_trusted(path: Path) -> BinaryIO:
    """Open a file to read; raises `Refused` or `OSError`, also where it becomes a link meanwhile."""
    refuse_link(path)
    no_link = os.O_NOFOLLOW if _is_foreign(path.parent) else 0
    return open(path, "rb", opener=lambda name, flags: os.open(name, flags | no_link))


def tighten(path: Path) -> None:
    """Take the rights of all others from a file, if it is ours; otherwise, or without one, do nothing.

    Root does so in its own folders only. The file is not opened, as closing it would end the locks of SQLite
    on it.
    """
    if os.name != "posix":
        return
    with suppress(OSError):
        status = path.lstat()
        is_ours = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()
        if is_ours and status.st_mode & _OTHERS and not _is_foreign(path.parent):
            path.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)


def _is_foreign(folder: Path) -> bool:
    """Tell whether we are root, and a folder is somebody else's."""
    return os.name == "posix" and os.geteuid() == 0 and folder.stat().st_uid != 0
