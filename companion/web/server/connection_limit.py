"""Connections, before anything is asked: not more of them for one address than any party needs.

Each connection is a file that the server keeps open, and it may have only so many. A browser opens up to
six, so an address may have several for each screen that may follow from there.
"""

import asyncio
import re
from collections import Counter, deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, cast

from companion.config.limits import Limits
from companion.web.middleware.rate_limit import client_address

PATIENCE = 30.0
"""Seconds that the first request may take to arrive."""

_EACH = 4  # connections for each screen that may follow
_SAID = b"Too many connections from this address: close some pages and try again"
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"
_FULL += b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(_SAID), _SAID)

_here: ContextVar["LimitedConnection"] = ContextVar("here")
"""The connection on which the request came that is answered now."""

_STREAM = re.compile(rb"GET /[^/ ]+/stream[? ]")
_LONGEST = 64 * 1024  # bytes of a head that are waited for
_OPENING = 32  # streams that are opened at the same time

ProtocolFactory = Callable[..., asyncio.Protocol]


def limit_connections(inside: ProtocolFactory, limits: Limits) -> ProtocolFactory:
    """Make protocols that let a connection through to one of `inside`, or turn it away."""
    present: Counter[str] = Counter()
    most = _EACH * limits.streams_per_address
    opening = StreamQueue()
    return lambda **wiring: LimitedConnection(lambda: inside(**wiring), present, most, opening)


class StreamQueue:
    """Lets a few streams be opened at a time, and keeps the others waiting in their order.

    What a request needs while it is answered is much more than what its stream needs then. A thousand at
    once, after a server has come back, would leave that much memory behind them, in pieces.
    """

    def __init__(self) -> None:
        self._now: set[LimitedConnection] = set()
        self._waiting: deque[LimitedConnection] = deque()

    def enter(self, doorway: "LimitedConnection") -> None:
        """Let somebody in, at once or later."""
        if len(self._now) < _OPENING:
            self._now.add(doorway)
            doorway.enter()
        else:
            self._waiting.append(doorway)

    def leave(self, doorway: "LimitedConnection") -> None:
        """Let the next one in, if it is one of those who were let in that leaves."""
        if doorway not in self._now:
            return
        self._now.discard(doorway)
        while self._waiting and len(self._now) < _OPENING:
            self.enter(self._waiting.popleft())


def current_connection() -> "LimitedConnection":
    """Return the connection of the request that is answered now."""
    return _here.get()


class LimitedConnection(asyncio.Protocol):
    """One connection: counted for its address, and ended where its first request never comes."""

    def __init__(
        self, make: Callable[[], asyncio.Protocol], present: Counter[str], most: int, opening: StreamQueue
    ) -> None:
        self._make = make
        self._inside: asyncio.Protocol | None = None
        self._present = present
        self._most = most
        self._opening = opening
        self._who = ""
        self._begun = b""
        self._waiting: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None

    def take(self, inside: Callable[[asyncio.Transport], asyncio.Protocol]) -> None:
        """Let another protocol talk from now on, if the other side has not gone meanwhile.

        The one so far believes that the connection was lost.
        """
        if self._transport is None:
            return
        before, self._inside = self._inside, inside(self._transport)
        if before:
            before.connection_lost(ConnectionAbortedError())

    def answered(self) -> None:
        """Hear that a stream was opened, or refused: there is room for the next one."""
        self._opening.leave(self)

    def enter(self) -> None:
        """Pass on the first request, which has arrived."""
        if self._transport is None:
            self._opening.leave(self)  # gone while it waited
            return
        self._inside, begun, self._begun = self._make(), self._begun, b""
        self._inside.connection_made(self._transport)
        _here.set(self)
        self._inside.data_received(begun)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let a connection in, or say that there are too many."""
        transport = cast(asyncio.Transport, transport)
        self._who = _address(transport)
        if self._who and self._most and self._present[self._who] >= self._most:
            transport.write(_FULL)
            transport.close()
            return
        self._transport = transport
        self._present[self._who] += 1
        self._waiting = asyncio.get_running_loop().call_later(PATIENCE, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        if self._transport is None:
            return
        self._arrived()
        self._transport = None
        self._opening.leave(self)
        self._present[self._who] -= 1
        if not self._present[self._who]:
            del self._present[self._who]
        if self._inside:
            self._inside.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass on what arrives."""
        if self._inside:
            _here.set(self)
            self._inside.data_received(data)
            return
        self._begun += data
        if self._waiting and (b"\r\n\r\n" in self._begun or len(self._begun) > _LONGEST):
            self._arrived()
            if _STREAM.match(self._begun):
                self._opening.enter(self)
            else:
                self.enter()

    def eof_received(self) -> bool | None:
        """Pass on that nothing more will arrive."""
        return self._inside.eof_received() if self._inside else None

    def pause_writing(self) -> None:
        """Pass on that the other side reads slowly."""
        if self._inside:
            self._inside.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the other side reads again."""
        if self._inside:
            self._inside.resume_writing()

    def _arrived(self) -> None:
        if self._waiting:
            self._waiting.cancel()
        self._waiting = None


def _address(transport: asyncio.Transport) -> str:
    peer: Any = transport.get_extra_info("peername")
    return client_address(str(peer[0])) if isinstance(peer, tuple) and peer else ""
