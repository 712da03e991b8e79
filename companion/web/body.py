"""The body of a request, read whole before a page is made.

Pages run in a few threads. One that read slowly from a slow phone would keep its thread from all others,
so the waiting is done here, in the event loop, where it costs nothing.
"""

import asyncio

from companion.web.asgi import ASGI, Message, Receive, Send

LARGEST = 64 * 1024
"""Bytes of a form that are passed on; the pages refuse more."""

_PATIENCE = 10.0  # seconds that a body may take
_AT_ONCE = 64  # requests that wait for a thread; what others need while they wait is not made before
_MOST_READ = 16 * 1024 * 1024  # bytes read and thrown away, so that whoever sent them can read the answer


class Whole:
    """An ASGI application that reads the body of a request before it calls the pages, for a few at a time."""

    def __init__(self, pages: ASGI) -> None:
        self._turn = asyncio.Semaphore(_AT_ONCE)
        self._beyond = pages

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request; one that takes too long to arrive is answered with 408."""
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"}:
            await self._pages(scope, receive, send)
            return
        try:
            async with asyncio.timeout(_PATIENCE):
                body = await _read(receive)
        except TimeoutError:
            await send({"type": "http.response.start", "status": 408, "headers": [(b"connection", b"close")]})
            await send({"type": "http.response.body", "body": b"That took too long to arrive"})
            return
        await self._pages(scope, _given(body, receive), send)

    async def _pages(self, scope: Message, receive: Receive, send: Send) -> None:
        async with self._turn:
            await self._beyond(scope, receive, send)


async def _read(receive: Receive) -> bytes:
    """Read a body to its end; of one that is too large, one byte too many."""
    kept = bytearray()
    read, more = 0, True
    while more and read < _MOST_READ:
        message = await receive()
        part = message.get("body", b"")
        read += len(part)
        kept += part[: LARGEST + 1 - len(kept)]
        more = message.get("more_body", False)
    return bytes(kept)


def _given(body: bytes, receive: Receive) -> Receive:
    """Hand a body over as if it arrived now, and then whatever really comes."""
    waiting = [body]

    async def next_message() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return next_message
