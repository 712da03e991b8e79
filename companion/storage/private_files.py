"""Files that only their owner may read and write, whatever the folder and the umask allow.

SQLite gives its log and journal the mode of the database. On Windows, which has no modes, the folder says who
may read.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion.storage import owner

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def create_private(path: Path, folder: Path | None = None) -> None:
    """Create an empty file that only its owner can read; raises `FileExistsError`.

    Root gives it to the owner of `folder`, if there is one.
    """
    open_private(path, folder).close()


def open_private(path: Path, folder: Path | None = None) -> BinaryIO:
    """Create a file in the same way, and open it to write."""
    file = open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600))  # noqa: SIM115
    if folder:
        owner.give_open(file.fileno(), folder)
    return file


def tighten(path: Path) -> None:
    """Take the rights of all others from a file, if it is ours; otherwise, or without one, do nothing.

    Root does so in its own folders only: elsewhere a link could lead to a file that others are to read. The
    file is not opened, as closing it would end the locks of SQLite on it.
    """
    if os.name != "posix":
        return
    with suppress(OSError):
        found = path.lstat()
        is_ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
        if is_ours and found.st_mode & _OTHERS and not owner.is_foreign(path.parent):
            path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)
