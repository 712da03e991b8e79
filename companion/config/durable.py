"""Files and folders that outlive a power cut: when a function returns, what it was given is on the disk.

A file is there when it was flushed, and its name when its folder was.
"""

import errno
import os
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

_CANNOT_FLUSH_FOLDERS = {errno.EACCES, errno.EPERM, errno.EBADF, errno.EINVAL, errno.ENOTSUP}
"""Errors of systems and file systems that cannot, such as Windows, which writes names in order."""


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner can use, and those that it is in, unless they are there."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for each in missing:
        flush_folder(each.parent)


def replace(draft: Path, target: Path) -> None:
    """Give a flushed file its name, instead of the file that has it; both are in one folder."""
    draft.replace(target)
    flush_folder(target.parent)


def flush(path: Path) -> None:
    """Flush a file that others have written."""
    with path.open("rb+") as file:
        flush_open(file)


def flush_open(file: BinaryIO) -> None:
    """Flush a file that is being written."""
    file.flush()
    if not _flush_cache(file.fileno()):
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


def _flush_cache(descriptor: int) -> bool:
    """Flush the cache of the disk, too, which fsync leaves alone on macOS; return whether that was done."""
    command = getattr(fcntl, "F_FULLFSYNC", None)
    if fcntl is None or command is None:
        return False
    try:
        fcntl.fcntl(descriptor, command)
    except OSError:  # a disk of the network, for one
        return False
    return True
