"""Whose the files are that a command makes: root gives them to the owner of the data folder.

Otherwise a service that is not root could not use what root's commands have left in its folder.
"""

import os
from contextlib import suppress
from pathlib import Path


def give(path: Path, folder: Path) -> None:
    """Give a new file or folder to owner and group of a folder, if we are root and it is somebody else's."""
    if not _is_root():
        return
    with suppress(OSError):  # a disk without owners, or a root without that right
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            give_open(descriptor, folder)
        finally:
            os.close(descriptor)


def give_open(descriptor: int, folder: Path) -> None:
    """Do the same with an open file: nobody can put another in its place meanwhile."""
    if not _is_root():
        return
    with suppress(OSError):
        owner = folder.stat()
        if owner.st_uid != 0:
            os.fchown(descriptor, owner.st_uid, owner.st_gid)


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0
