"""The pages: requests that are read whole, answers that are made whole in a few threads, and then sent.

A thread that read from a slow phone, or wrote to one, would be kept from all others. So both are done in
the event loop, where waiting costs nothing, and a thread is asked once a request and not for each of its
parts: of a page that takes a thousandth of a second to make that would be half.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from typing import Any, cast

from a2wsgi.wsgi import build_environ
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import run_wsgi_app

from companion.web.server.asgi import Message, Receive, Send

MAX_BODY = 64 * 1024
"""Bytes of a form that are passed on; the pages refuse more."""

_THREADS = 16
_PATIENCE = 10.0  # seconds that a body may take
_AT_ONCE = 64  # requests that wait for a thread; what others need while they wait is not made before
_MOST_READ = 16 * 1024 * 1024  # bytes read and thrown away, so that whoever sent them can read the answer


@dataclass(frozen=True, slots=True)
class WsgiResponse:
    """What is sent back."""

    status: int
    headers: Headers
    body: bytes


class WsgiBridge:
    """An ASGI application whose answers a Flask application makes."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(_THREADS, "pages")
        self._turn = asyncio.Semaphore(_AT_ONCE)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request; one that takes too long to arrive is answered with 408."""
        if scope["type"] != "http":
            return
        try:
            async with asyncio.timeout(_PATIENCE):
                body = await _read(receive)
        except TimeoutError:
            late = Headers({"Content-Type": "text/plain", "Connection": "close"})
            await _answer(WsgiResponse(408, late, b"That took too long to arrive"), send)
            return
        if body is None:
            return  # nobody is there any more
        async with self._turn:
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._threads, self._made, scope, body)
        await _answer(answer, send)

    def _made(self, scope: Message, body: bytes) -> WsgiResponse:
        environ = cast(dict[str, Any], build_environ(cast(Any, scope), cast(Any, BytesIO(body))))
        if environ.pop("HTTP_TRANSFER_ENCODING", None):  # it is whole now
            environ["CONTENT_LENGTH"] = str(len(body))
        parts, status, headers = run_wsgi_app(self._app, environ, buffered=True)
        return WsgiResponse(int(status.split()[0]), headers, b"".join(parts))


async def _read(receive: Receive) -> bytes | None:
    """Read a body to its end; of one that is too large, one byte too many. None where the end never comes."""
    kept = bytearray()
    read, more = 0, True
    while more and read < _MOST_READ:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        read += len(part)
        kept += part[: MAX_BODY + 1 - len(kept)]
        more = message.get("more_body", False)
    return bytes(kept)


async def _answer(answer: WsgiResponse, send: Send) -> None:
    headers = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in answer.headers]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})
