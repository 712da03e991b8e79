"""Files that only their owner may read and write, whatever folder and umask allow; and whose they are.

SQLite gives its log and journal the mode of the database. On Windows, which has no modes, the folder says who
may read. What root makes in the folder of somebody else, such as a service, belongs to that user, or the
service could not use it; and root follows no links there, as they may lead to files for root alone.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion.i18n.errors import Refused

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def create_private(path: Path, folder: Path | None = None) -> None:
    """Create an empty file that only its owner can read; raises `FileExistsError`.

    Root gives it to the owner of `folder`, if there is one.
    """
    open_private(path, folder).close()


def open_private(path: Path, folder: Path | None = None) -> BinaryIO:
    """Create a file in the same way, and open it to write."""
    file = open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600))  # noqa: SIM115
    if folder and _is_foreign(folder):
        os.fchown(file.fileno(), folder.stat().st_uid, folder.stat().st_gid)
    return file


def give(made: Path, folder: Path) -> None:
    """Give a new folder to owner and group of another, if we are root and that is somebody else's."""
    if _is_foreign(folder):
        os.lchown(made, folder.stat().st_uid, folder.stat().st_gid)


def refuse_link(path: Path) -> None:
    """Raise `Refused` for a link that root is not to follow; those on the way to its folder do not matter."""
    if path.is_symlink() and _is_foreign(path.parent):
        raise Refused("{path} is a link, and root follows none in the folder of another user", path=str(path))


def tighten(path: Path) -> None:
    """Take the rights of all others from a file, if it is ours; otherwise, or without one, do nothing.

    Root does so in its own folders only. The file is not opened, as closing it would end the locks of SQLite
    on it.
    """
    if os.name != "posix":
        return
    with suppress(OSError):
        found = path.lstat()
        is_ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
        if is_ours and found.st_mode & _OTHERS and not _is_foreign(path.parent):
            path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)


def _is_foreign(folder: Path) -> bool:
    """Tell whether we are root, and a folder is somebody else's."""
    return os.name == "posix" and os.geteuid() == 0 and folder.stat().st_uid != 0
