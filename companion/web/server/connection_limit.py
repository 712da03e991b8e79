"""The limit of connections per address, checked before a request is read.

Each connection is an open file of the server. A browser opens up to six, so an address may have several for
each stream.
"""

import asyncio
import re
from collections import Counter, deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, cast

from companion.config.limits import Limits
from companion.web.middleware.rate_limit import client_address

FIRST_REQUEST_TIMEOUT = 30.0
"""Seconds that the first request may take to arrive."""

_PER_STREAM = 4  # connections for each stream that an address may open
_FULL_BODY = b"Too many connections from this address: close some pages and try again"
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(_FULL_BODY), _FULL_BODY)
)

_current: ContextVar["LimitedConnection"] = ContextVar("connection")
_STREAM_REQUEST = re.compile(rb"GET /[^/ ]+/stream[? ]")
_MAX_HEAD = 64 * 1024  # bytes of a first request that are buffered
_MAX_OPENING = 32  # streams that are opened at the same time

ProtocolFactory = Callable[..., asyncio.Protocol]


def limit_connections(http: ProtocolFactory, limits: Limits) -> ProtocolFactory:
    """Wrap the protocols of a server, so that each connection is counted first."""
    present: Counter[str] = Counter()
    most = _PER_STREAM * limits.streams_per_address
    opening = StreamQueue()
    return lambda **options: LimitedConnection(lambda: http(**options), present, most, opening)


def current_connection() -> "LimitedConnection":
    """Return the connection of the current request."""
    return _current.get()


class StreamQueue:
    """Opens a limited number of streams at a time, in the order of their requests.

    A request needs much more memory than the stream that it opens. A thousand at once, when screens
    reconnect after a restart, would leave the heap large and fragmented.
    """

    def __init__(self) -> None:
        self._opening: set[LimitedConnection] = set()
        self._queue: deque[LimitedConnection] = deque()

    def enqueue(self, connection: "LimitedConnection") -> None:
        """Start the request of a connection, now or when others have finished."""
        if len(self._opening) < _MAX_OPENING:
            self._opening.add(connection)
            connection.start_request()
        else:
            self._queue.append(connection)

    def release(self, connection: "LimitedConnection") -> None:
        """Start the next request, if this connection was opening a stream."""
        if connection not in self._opening:
            return
        self._opening.discard(connection)
        while self._queue and len(self._opening) < _MAX_OPENING:
            self.enqueue(self._queue.popleft())


class LimitedConnection(asyncio.Protocol):
    """A connection that is counted for its address, and aborted if its first request does not arrive."""

    def __init__(
        self,
        make_http: Callable[[], asyncio.Protocol],
        present: Counter[str],
        most: int,
        opening: StreamQueue,
    ) -> None:
        self._make_http = make_http
        self._inner: asyncio.Protocol | None = None
        self._present = present
        self._most = most
        self._opening = opening
        self._address = ""
        self._head = b""
        self._timeout: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None

    def hand_over(self, make_protocol: Callable[[asyncio.Transport], asyncio.Protocol]) -> None:
        """Let another protocol use the connection from now on, unless it was closed meanwhile.

        For the protocol so far the connection is lost.
        """
        if self._transport is None:
            return
        before, self._inner = self._inner, make_protocol(self._transport)
        if before:
            before.connection_lost(ConnectionAbortedError())

    def finish_opening(self) -> None:
        """Free the place in the queue: the request for a stream was answered."""
        self._opening.release(self)

    def start_request(self) -> None:
        """Pass on the first request, which has arrived."""
        if self._transport is None:
            self._opening.release(self)  # closed while it was queued
            return
        self._inner, head, self._head = self._make_http(), self._head, b""
        self._inner.connection_made(self._transport)
        _current.set(self)
        self._inner.data_received(head)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count a connection, or answer 503 if there are too many."""
        transport = cast(asyncio.Transport, transport)
        self._address = _peer_address(transport)
        if self._address and self._most and self._present[self._address] >= self._most:
            transport.write(_FULL)
            transport.close()
            return
        self._transport = transport
        self._present[self._address] += 1
        self._timeout = asyncio.get_running_loop().call_later(FIRST_REQUEST_TIMEOUT, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._transport is None:
            return
        self._cancel_timeout()
        self._transport = None
        self._opening.release(self)
        self._present[self._address] -= 1
        if not self._present[self._address]:
            del self._present[self._address]
        if self._inner:
            self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass on data; buffer the head of the first request until it is complete."""
        if self._inner:
            _current.set(self)
            self._inner.data_received(data)
            return
        self._head += data
        if self._timeout and (b"\r\n\r\n" in self._head or len(self._head) > _MAX_HEAD):
            self._cancel_timeout()
            if _STREAM_REQUEST.match(self._head):
                self._opening.enqueue(self)
            else:
                self.start_request()

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._inner else None

    def pause_writing(self) -> None:
        if self._inner:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._inner:
            self._inner.resume_writing()

    def _cancel_timeout(self) -> None:
        if self._timeout:
            self._timeout.cancel()
        self._timeout = None


def _peer_address(transport: asyncio.Transport) -> str:
    peer: Any = transport.get_extra_info("peername")
    return client_address(str(peer[0])) if isinstance(peer, tuple) and peer else ""
