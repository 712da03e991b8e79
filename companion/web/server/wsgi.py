"""The bridge from ASGI to Flask: requests and answers are buffered whole, and threads only make pages.

A thread that read from a slow phone, or wrote to one, would be kept from all other requests; in the event
loop waiting costs nothing. A thread is asked once per request and not for each part of it, which would take
half the time of a page.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
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
_BODY_TIMEOUT = 10.0  # seconds that a body may take to arrive
_MAX_QUEUED = 64  # requests for a thread that are prepared at the same time, to save memory
_MAX_READ = 16 * 1024 * 1024  # bytes that are read and dropped, so that the client can read the answer


class WsgiBridge:
    """An ASGI application whose answers a Flask application makes."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(_THREADS, "pages")
        self._queue_limit = asyncio.Semaphore(_MAX_QUEUED)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request; 408 if its body takes too long to arrive."""
        if scope["type"] != "http":
            return
        try:
            async with asyncio.timeout(_BODY_TIMEOUT):
                body = await _read_body(receive)
        except TimeoutError:
            headers = Headers({"Content-Type": "text/plain", "Connection": "close"})
            await _send_response(send, 408, headers, b"That took too long to arrive")
            return
        if body is None:
            return
        async with self._queue_limit:
            loop = asyncio.get_running_loop()
            response = await loop.run_in_executor(self._threads, self._run_app, scope, body)
        await _send_response(send, *response)

    def _run_app(self, scope: Message, body: bytes) -> tuple[int, Headers, bytes]:
        environ = cast(dict[str, Any], build_environ(cast(Any, scope), cast(Any, BytesIO(body))))
        if environ.pop("HTTP_TRANSFER_ENCODING", None):  # the body is complete now
            environ["CONTENT_LENGTH"] = str(len(body))
        parts, status, headers = run_wsgi_app(self._app, environ, buffered=True)
        return int(status.split()[0]), headers, b"".join(parts)


async def _read_body(receive: Receive) -> bytes | None:
    """Read a whole body, cut to one byte more than allowed; None if the client disconnects."""
    body = bytearray()
    read, more = 0, True
    while more and read < _MAX_READ:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        read += len(part)
        body += part[: MAX_BODY + 1 - len(body)]
        more = message.get("more_body", False)
    return bytes(body)


async def _send_response(send: Send, status: int, headers: Headers, body: bytes) -> None:
    encoded = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body})
