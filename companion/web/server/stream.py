"""The stream of a room: server-sent events that keep every screen at the room's newest version.

A stream is a coroutine that waits until its connection is lost; the hub writes to it meanwhile.
"""

import asyncio
from time import perf_counter

from flask import Flask, Request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable

from companion.i18n import languages
from companion.live.stream import Kind, Subscriber
from companion.room.state import Room
from companion.storage.event_store import UnknownRoom
from companion.web.device import device_of_request
from companion.web.execute import load_up_to_date
from companion.web.middleware import security
from companion.web.middleware.clients import Client, client_address
from companion.web.middleware.request_log import CLIENT_PORT, HEADER, log_request, name_request
from companion.web.renderer import StreamRenderer
from companion.web.server.connection import Connection
from companion.web.server.wsgi import Message, Receive, Send, make_environ, send_text
from companion.web.services import Services

_RULE = "/<code>/stream"
_TOO_MANY_STREAMS = "Too many screens follow already: this one can only be reloaded"
_RETRY_AFTER = 10  # seconds
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"vary", b"Accept-Encoding"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"connection", b"close"),
]
_KINDS: dict[str, Kind] = {"tv": "tv", "phone": "phone", "watch": "watch"}
_SILENT = ""  # no screen shows why
_GZIP = [(b"content-encoding", b"gzip")]


class StreamEndpoint:
    """Answers requests for the stream of a room."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._services = Services.of(app)
        self._services.hub.renderer = StreamRenderer(app)

    async def answer(self, code: str, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request; returns when its stream has ended."""
        begun, status, kind = perf_counter(), 200, None
        limiter, metrics = self._services.limiter, self._services.metrics
        request = Request(make_environ(scope, self._services.settings.url))
        name_request(request.headers.get(HEADER, ""), request.environ[CLIENT_PORT])
        address = client_address(request.remote_addr)
        if not limiter.streams.take(address):
            metrics.count_refusal("streams")
            await send_text(send, 503, _TOO_MANY_STREAMS, _RETRY_AFTER)
            return
        try:
            screen, room = await asyncio.to_thread(self._find, code, address, request)
            del request  # a stream lasts for hours, and there are thousands
            scope["headers"].clear()
            kind = screen.kind
            headers = _HEADERS + _GZIP * screen.accepts_gzip
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            metrics.streams[kind].inc()
            line: Connection = scope["state"]["connection"]
            stream = await self._services.hub.open_stream(screen, room, line)
            try:
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                stream.close()
                if line.is_full:
                    metrics.aborted.inc()
        except HTTPException as refusal:
            status = refusal.code or 500
            await send_text(send, status, refusal.description or "", 0 if status == 404 else _RETRY_AFTER)
        finally:
            limiter.streams.give_back(address)
            log_request(scope["method"], _RULE, status, perf_counter() - begun, screen=kind)

    def _find(self, code: str, address: str, request: Request) -> tuple[Subscriber, Room]:
        """Return the screen that asks, and the room as it is now; raises an `HTTPException`."""
        client, limiter = Client(device_of_request(self._app, request), address), self._services.limiter
        limiter.check_request(client, code, self._services.store)
        own = security.is_own_host(request.host, self._services.settings.url)
        if not own or request.method != "GET" or "CONTENT_LENGTH" in request.environ:
            raise NotFound(_SILENT)
        language = request.args.get("lang", "")
        screen = Subscriber(
            kind=_KINDS.get(request.args.get("screen", ""), ""),
            language=language if language in languages.LANGUAGES else next(iter(languages.LANGUAGES)),
            base=f"{request.scheme}://{request.host}",
            device=client.device,
            accepts_gzip=request.accept_encodings["gzip"] > 0,
        )
        try:
            return screen, load_up_to_date(self._services, code)
        except UnknownRoom:
            limiter.seconds_to_wait(limiter.codes, *client, take=True)
            raise NotFound(_SILENT) from None
        except SQLAlchemyError:
            raise ServiceUnavailable(_SILENT) from None
