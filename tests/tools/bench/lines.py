"""A browser's connection for requests, kept alive from one to the next."""

import socket
import time
from collections import deque
from collections.abc import Callable

from tests.tools.bench import wire
from tests.tools.bench.poller import Poller
from tests.tools.bench.wire import Answer

_SIZE = 1 << 18
_STALE = 3.0  # seconds without a request after which a server may hang up at any moment

Then = Callable[[Answer], None]
Address = tuple[str, int]


def connected(address: Address) -> socket.socket:
    """Return a new non-blocking connection without send delay."""
    line = socket.create_connection(address, timeout=30)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line.setblocking(False)
    return line


class Line:
    """Sends requests in order and passes each response to its callback."""

    def __init__(self, poller: Poller, address: Address) -> None:
        self.address = address
        self.received = 0
        """The bytes of all responses."""
        self._poller = poller
        self._socket: socket.socket | None = None
        self._asked: deque[tuple[bytes, Then]] = deque()
        self._raw = bytearray()
        self._used = 0.0

    def ready(self) -> None:
        """Connect again if the server may be about to close the connection."""
        if self._socket and not self._asked and time.perf_counter() - self._used > _STALE:
            self.close()
        if self._socket is None:
            self._socket = connected(self.address)
            self._used = time.perf_counter()
            self._poller.add(self._socket, self._readable)

    def ask(self, request: bytes, then: Then) -> None:
        """Send a request, or queue it behind those without a response."""
        self._asked.append((request, then))
        if len(self._asked) == 1:
            self._send()

    def close(self) -> None:
        """Close the connection."""
        if self._socket:
            self._poller.remove(self._socket)
            self._socket.close()
        self._socket = None
        self._raw.clear()

    def _send(self) -> None:
        if self._socket is None:
            self.ready()
        assert self._socket is not None
        self._socket.send(self._asked[0][0])

    def _readable(self) -> None:
        assert self._socket is not None
        try:
            data = self._socket.recv(_SIZE)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if not data:
            self._broke()
            return
        self._raw += data
        self.received += len(data)
        found = wire.answer(bytes(self._raw), time.perf_counter())
        if found is not None:
            self._answered(found)

    def _answered(self, found: Answer) -> None:
        self._raw.clear()
        self._used = found.at
        _, then = self._asked.popleft()
        if self._asked:
            self._send()
        then(found)

    def _broke(self) -> None:
        """Retry the requests without a response, as a browser does when a kept connection is dead."""
        self.close()
        if self._asked:
            self._send()


def gather(lines: list[Line], requests: list[bytes], at_once: int, poller: Poller) -> list[Answer]:
    """Send a request on each connection, at most `at_once` at a time, and return the responses in order."""
    found: dict[int, Answer] = {}
    waiting = iter(range(len(requests)))

    def next_one() -> None:
        number = next(waiting, None)
        if number is not None:
            lines[number].ask(requests[number], lambda answer: arrived(number, answer))

    def arrived(number: int, answer: Answer) -> None:
        found[number] = answer
        next_one()

    for _ in range(at_once):
        next_one()
    if not poller.run(lambda: len(found) == len(requests), 600):
        raise wire.Broken(f"{len(requests) - len(found)} of {len(requests)} requests were not answered")
    return [found[number] for number in range(len(requests))]
