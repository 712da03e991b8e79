"""A connection, watched in front of uvicorn: the one place that knows more of a request than ASGI tells.

uvicorn bounds neither the size of a head nor the time in which it arrives, counts no connections, and takes
a second request while it answers the first, whose end it then misses. So this protocol of asyncio stands
before uvicorn's: it passes on one whole request at a time. It also knows whether a screen reads what it is
sent, which ASGI tells only by waiting. It uses the methods of `asyncio.Protocol`, and the lifespan state that
uvicorn makes its protocols with, which is `scope["state"]` of each request.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, cast

from companion.web.failed_visits import FailedVisits
from companion.web.middleware.clients import Capacity, client_address
from companion.web.server.wsgi import UNREADABLE, Message, OnRefusal, Send

MAX_HEAD = 32 * 1024  # bytes of a request without its body, and of what may be sent before its answer
HEAD_TIMEOUT = 10.0  # seconds in which the next request must have begun and its head arrived
_CLOSE_TIMEOUT = 60.0  # seconds that the rest of an answer may take on a connection that was closed
_MAX_BODY = 16 * 1024 * 1024  # bytes that are read and dropped, so that the client can read the answer
_MAX_CHUNKED = 128 * 1024  # bytes of a body whose end is not known: the lines after it are kept as headers
_LENGTH = re.compile(rb"\ncontent-length:[ \t]*0*(\d{1,15})[ \t]*\r", re.IGNORECASE)
_CHUNKED = re.compile(rb"\ntransfer-encoding:", re.IGNORECASE)
_REQUEST = re.compile(rb"[^\r\n]* HTTP/1\.[01]\r\n")
_UPGRADE = re.compile(rb"(?im)^(connect |upgrade:)")  # a body would be the next request
Http = Callable[..., asyncio.Protocol]
_TLS_HELLO = b"\x16"  # the first byte of what a browser sends that tries https
_REFUSAL = b"HTTP/1.1 %s\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
_TOO_MUCH = b"That was more than a request may have"
_FULL = b"Too many connections from this address: close some pages and try again"


class Connection(asyncio.Protocol):
    """A connection that passes on one request at a time, and is closed if a head is too long or too slow.

    `http` makes uvicorn's protocol, to which it is `scope["state"]["connection"]`. It is also the `Line` of a
    stream that it carries.
    """

    def __init__(
        self,
        http: Http,
        capacity: Capacity,
        on_refusal: OnRefusal,
        failed_visits: FailedVisits,
        **of_http: Any,
    ) -> None:
        of_http["app_state"] = {**of_http["app_state"], "connection": self}
        self.http = http(**of_http)
        self.is_full = False  # whether the client does not read what is written
        self.waiting: asyncio.Task[object] | None = None  # the request, until its turn
        self._capacity = capacity
        self._on_refusal = on_refusal
        self._failed_visits = failed_visits
        self._address: str | None = None  # once it is counted
        self._held = b""  # what was not passed on yet
        self._left = 0  # bytes of the request that will be passed on
        self._is_busy = False  # from a request's head until it is answered
        self._is_asked = False  # from a request's head until its answer begins
        self._send: Send = _drop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(HEAD_TIMEOUT, self._time_out, "vpn")
        peer = transport.get_extra_info("peername")
        address = client_address(str(peer[0])) if isinstance(peer, tuple) and peer else ""
        if self._capacity.take(address, is_known=not address):
            self._address = address
            self.http.connection_made(transport)
        else:
            self._refuse("connections", b"503 Service Unavailable", _FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        if self._address is not None:
            self._capacity.give_back(self._address)
            self._address = None
            self.http.connection_lost(exc)
            if self.waiting:
                self.waiting.cancel()  # what nobody waits for takes no memory and no turn
            del self.http  # which refers back to this, by the state of its requests

    def data_received(self, data: bytes) -> None:
        """Pass on a whole head, and its body as it comes; hold what follows until that is answered."""
        self._held += data
        self._pass_on()
        if not self._is_busy:
            self._pass_on_head()
        elif len(self._held) > MAX_HEAD:
            self.abort()

    def eof_received(self) -> bool | None:
        return self.http.eof_received()

    def pause_writing(self) -> None:
        self.is_full = True
        self.http.pause_writing()

    def resume_writing(self) -> None:
        self.is_full = False
        self.http.resume_writing()

    def begin_answer(self, send: Send) -> bool:
        """Stop the timer: the request has arrived. Return False if its head was hidden in a body."""
        self._timer.cancel()
        is_asked, self._is_asked = self._is_asked, False
        if is_asked:
            self._send = send
        return is_asked

    def end_answer(self) -> None:
        """Go on with the next request when this one is over."""
        self._send = _drop  # what it was refers back to this
        self._loop.call_soon(self._await_head)

    def write(self, data: bytes) -> Awaitable[None]:
        """Write a part of the answer when the buffer has room; nothing once the connection is lost."""
        return self._send({"type": "http.response.body", "body": data, "more_body": True})

    def end(self) -> Awaitable[None]:
        """End the answer after what was written."""
        return self._send({"type": "http.response.body", "body": b""})

    def abort(self) -> None:
        """Drop the connection at once."""
        self._transport.abort()

    def _await_head(self) -> None:
        if self._address is None:
            return  # the connection is lost
        self._restart_timer()
        self._is_busy, self._left = False, 0
        if self._held and not self._transport.is_closing():
            self._pass_on_head()

    def _restart_timer(self) -> None:
        self._timer.cancel()
        self._timer = self._loop.call_later(HEAD_TIMEOUT, self._time_out)

    def _pass_on_head(self) -> None:
        self._held = self._held.lstrip(b"\r\n")
        if self._held.startswith(_TLS_HELLO):  # it waits for an answer, and then tries http
            self._on_refusal("unreadable")
            self._failed_visits.count(self._address or "", "https")
            self._close()
            return
        end = self._held.find(b"\r\n\r\n", 0, MAX_HEAD) + 4
        if end < 4:
            if len(self._held) >= MAX_HEAD:
                self._refuse("head_size", b"431 Request Header Fields Too Large", _TOO_MUCH)
            return
        head = self._held[:end]
        body = _body_size(head)
        if not _REQUEST.match(head) or (body and _UPGRADE.search(head)):
            self._refuse("unreadable", b"400 Bad Request", UNREADABLE.encode())
            return
        self._restart_timer()  # also if it is due: the answer would find the connection closed
        self._is_busy = self._is_asked = True
        self._left = end + body
        self._pass_on()

    def _pass_on(self) -> None:
        if data := self._held[: self._left]:
            self._held = self._held[self._left :]
            self._left -= len(data)
            self.http.data_received(data)

    def _refuse(self, reason: str, status: bytes, sentence: bytes) -> None:
        self._on_refusal(reason)
        self._transport.write(_REFUSAL % (status, len(sentence), sentence))
        self._close()

    def _time_out(self, reason: str = "") -> None:
        """Close a connection on which no whole head has arrived in time, or none was asked for.

        That is why (`reason`) its client got no page, unless it has asked for something before.
        """
        if reason:
            self._failed_visits.count(self._address or "", reason)
        if self._held:
            self._on_refusal("head_time")
        self._close()

    def _close(self) -> None:
        """Close the connection after what was written, and at once if that takes too long."""
        self._transport.close()
        self._timer.cancel()
        self._timer = self._loop.call_later(_CLOSE_TIMEOUT, self._transport.abort)


class PlainLine:
    """Stands for a `Connection` under a server that only takes what is sent, or lets the sender wait."""

    def __init__(self, send: Send) -> None:
        self._send, self.waiting = send, None
        self._sending = asyncio.ensure_future(_drop({}))

    @property
    def is_full(self) -> bool:
        return not self._sending.done()

    def begin_answer(self, _send: Send) -> bool:
        return True

    def end_answer(self) -> None:
        self._send = _drop

    async def write(self, data: bytes, *, more: bool = True) -> None:
        await asyncio.wait([self._sending])
        message = {"type": "http.response.body", "body": data, "more_body": more}
        self._sending = asyncio.ensure_future(self._send(message))
        await asyncio.sleep(0)  # in which a server takes what its buffer has room for

    def end(self) -> Awaitable[None]:
        return self.write(b"", more=False)

    def abort(self) -> None:
        """Leave that to the server: ASGI has no word for it."""


async def _drop(_message: Message) -> None:
    """Send nothing: nothing is being answered."""


def _body_size(head: bytes) -> int:
    """Return how many bytes after a head may be its body."""
    if _CHUNKED.search(head):
        return _MAX_CHUNKED
    length = _LENGTH.search(head)
    return min(int(length[1]), _MAX_BODY) if length else 0
