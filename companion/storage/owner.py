"""Root's commands in the folder of somebody else, such as a service: whose files they make, and read.

They give what they make to the owner of the folder, or a service that is not root could not use it. And they
follow no links there: the owner can plant one to a file that is for root alone, and would be given a copy.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion.i18n.errors import Refused
from companion.i18n.messages import N_

_IS_LINK = N_("{path} is a link, and root follows none in the folder of another user")


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


def require_trusted(path: Path) -> None:
    """Raise `Refused` for a link that root is not to follow."""
    if is_untrusted_link(path):
        raise link_refusal(path)


def is_untrusted_link(path: Path) -> bool:
    """Tell whether a path is a link, we are root, and the folder it is in is somebody else's.

    Links on the way to that folder are of no concern: its owner has not made them.
    """
    return path.is_symlink() and is_foreign(path.parent)


def link_refusal(path: Path) -> Refused:
    return Refused(_IS_LINK, path=str(path))


def open_trusted(path: Path) -> BinaryIO:
    """Open a file to read; raises `Refused` for a link, as `require_trusted` does, or `OSError`."""
    require_trusted(path)
    no_link = os.O_NOFOLLOW if is_foreign(path.parent) else 0  # it may have become one meanwhile
    return open(path, "rb", opener=lambda name, flags: os.open(name, flags | no_link))


def is_foreign(folder: Path) -> bool:
    """Tell whether we are root, and a folder is somebody else's."""
    return _is_root() and folder.stat().st_uid != 0


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0
