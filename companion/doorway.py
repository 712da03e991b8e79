"""Connections, before anything is asked: not more of them for one address than any party needs.

Each connection is a file that the server keeps open, and it may have only so many. A browser opens up to
six, so an address may have several for each screen that may follow from there.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

from companion.limits import Limits
from companion.web.gate import address

PATIENCE = 30.0
"""Seconds that the first request may take to arrive."""

_EACH = 4  # connections for each screen that may follow
_SAID = b"Too many connections from this address: close some pages and try again"
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"
_FULL += b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(_SAID), _SAID)

Make = Callable[..., asyncio.Protocol]


def before(inside: Make, limits: Limits) -> Make:
    """Make protocols that let a connection through to one of `inside`, or turn it away."""
    present: Counter[str] = Counter()
    most = _EACH * limits.streams_per_address
    return lambda **wiring: Doorway(inside(**wiring), present, most)


class Doorway(asyncio.Protocol):
    """One connection: counted for its address, and ended where its first request never comes."""

    def __init__(self, inside: asyncio.Protocol, present: Counter[str], most: int) -> None:
        self._inside = inside
        self._present = present
        self._most = most
        self._who = ""
        self._entered = False
        self._begun = b""
        self._waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let a connection in, or say that there are too many."""
        transport = cast(asyncio.Transport, transport)
        self._who = _address(transport)
        if self._who and self._most and self._present[self._who] >= self._most:
            transport.write(_FULL)
            transport.close()
            return
        self._entered = True
        self._present[self._who] += 1
        self._waiting = asyncio.get_running_loop().call_later(PATIENCE, transport.abort)
        self._inside.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        if not self._entered:
            return
        self._arrived()
        self._present[self._who] -= 1
        if not self._present[self._who]:
            del self._present[self._who]
        self._inside.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass on what arrives."""
        if not self._entered:
            return
        if self._waiting:
            self._begun = self._begun[-3:] + data
            if b"\r\n\r\n" in self._begun:
                self._arrived()
        self._inside.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on that nothing more will arrive."""
        return self._inside.eof_received() if self._entered else None

    def pause_writing(self) -> None:
        """Pass on that the other side reads slowly."""
        if self._entered:
            self._inside.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the other side reads again."""
        if self._entered:
            self._inside.resume_writing()

    def _arrived(self) -> None:
        if self._waiting:
            self._waiting.cancel()
        self._waiting, self._begun = None, b""


def _address(transport: asyncio.Transport) -> str:
    peer: Any = transport.get_extra_info("peername")
    return address(str(peer[0])) if isinstance(peer, tuple) and peer else ""
