"""The event loop of the client, with as little overhead as possible for thousands of sockets."""

import select
import socket
import time
from collections.abc import Callable

_AT_ONCE = 1024  # lines that are looked at before the clock is looked at again


class Poller:
    """Calls the reader of a socket when there is something to read."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._readers: dict[int, Callable[[], None]] = {}

    def add(self, line: socket.socket, reader: Callable[[], None]) -> None:
        """Call `reader` whenever this socket has data."""
        self._readers[line.fileno()] = reader
        self._epoll.register(line.fileno(), select.EPOLLIN)

    def remove(self, line: socket.socket) -> None:
        """Remove a socket; call this before closing it."""
        if self._readers.pop(line.fileno(), None):
            self._epoll.unregister(line.fileno())

    def run(self, done: Callable[[], object], patience: float) -> bool:
        """Read until `done` is true; False if it was not within so many seconds."""
        end = time.perf_counter() + patience
        while not done():
            left = end - time.perf_counter()
            for number, _ in self._epoll.poll(max(0.0, left), _AT_ONCE):
                reader = self._readers.get(number)
                if reader is not None:
                    reader()
            if left <= 0:  # what was there already has been read all the same
                return bool(done())
        return True

    def rest(self, seconds: float) -> None:
        """Read for some seconds."""
        self.run(lambda: False, seconds)
