"""A server of which one write to a socket fails, once: the connection breaks, with half of it sent.

The file `FAILING_SOCKETS` says how many more writes are to succeed, also while the server runs.
"""

import mmap
import os
import socket
import struct
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

_LEFT = struct.Struct("<q")
_FILE = "FAILING_SOCKETS"


class SocketFailure:
    """How many writes to sockets succeed before one fails; then all do again."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(_LEFT.pack(-1))
        self._file = file
        with file.open("rb+") as opened:
            self._left = mmap.mmap(opened.fileno(), _LEFT.size)

    @property
    def program(self) -> tuple[str, ...]:
        """The server, as a program for `Server`."""
        return sys.executable, "-W", "error", "-m", "tests.support.failing_sockets"

    @property
    def environ(self) -> Mapping[str, str]:
        return {_FILE: str(self._file)}

    def come_at(self, nth: int) -> None:
        """Have the `nth` write from now on fail."""
        self.left = nth

    @property
    def left(self) -> int:
        """How many writes are left until the one that fails, and with it; 0 when that has been."""
        return int(_LEFT.unpack(self._left[:])[0])

    @left.setter
    def left(self, number: int) -> None:
        self._left[:] = _LEFT.pack(number)


def _fail(failure: SocketFailure) -> None:
    """Count the writes to connections of this process, and have one fail."""
    lock = threading.Lock()
    send: Callable[..., int] = socket.socket.send

    def counted(self: socket.socket, data: Any, *flags: int) -> int:
        if self.family not in (socket.AF_INET, socket.AF_INET6):  # the event loop wakes itself by one
            return send(self, data, *flags)
        with lock:
            left = failure.left
            failure.left = max(left - 1, 0)
        if left != 1:
            return send(self, data, *flags)
        send(self, data[: len(data) // 2], *flags)
        raise ConnectionResetError("as the test wants it")

    socket.socket.send = counted  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    from companion.cli import main

    _fail(SocketFailure(Path(os.environ[_FILE])))
    raise SystemExit(main())
