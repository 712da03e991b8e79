"""The stream of a room: server-sent events that keep every screen at the room's newest version.

A stream is a coroutine that waits until its connection is lost; the hub writes to it meanwhile.
"""

from functools import partial
from time import perf_counter

from flask import Flask, Request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable

from companion.i18n import languages
from companion.live.stream import Kind, Subscriber
from companion.room.state import Room
from companion.storage.event_store import UnknownRoom
from companion.web.execute import load_up_to_date
from companion.web.middleware import gate, security
from companion.web.middleware.clients import Client
from companion.web.middleware.request_log import CLIENT_PORT, HEADER, log_request, name_request
from companion.web.renderer import StreamRenderer
from companion.web.server.connection import Connection
from companion.web.server.threads import Rank, ThreadPools
from companion.web.server.wsgi import Message, Receive, Send, make_environ
from companion.web.services import Services

_TOO_MANY_STREAMS = "Too many screens follow already: this one can only be reloaded"
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"vary", b"Accept-Encoding"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"connection", b"close"),
]
_KINDS: dict[str, Kind] = {"tv": "tv", "phone": "phone", "watch": "watch"}
_SILENT = ""  # no screen shows why
_GZIP = [(b"content-encoding", b"gzip")]


class StreamEndpoint:
    """Answers requests for the stream of a room; HEAD with the headers alone."""

    def __init__(self, app: Flask, pools: ThreadPools) -> None:
        self._app, self._services, self._pools = app, Services.of(app), pools
        self._services.hub.renderer = StreamRenderer(app)

    async def answer(self, code: str, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request; returns when its stream has ended. Raises an `HTTPException`."""
        begun, status, kind = perf_counter(), 200, None
        limiter, metrics = self._services.limiter, self._services.metrics
        request = Request(make_environ(scope, self._services.settings.urls))
        name_request(request.headers.get(HEADER, ""), request.environ[CLIENT_PORT])
        rank, client = self._pools.rank(request)
        if not limiter.streams.take(client.address, code, is_known=rank < Rank.STRANGER):
            metrics.count_refusal("streams")
            raise ServiceUnavailable(_TOO_MANY_STREAMS)
        try:
            line: Connection = scope["state"]["connection"]
            find = partial(self._find, code, client, request)
            screen, room = await self._pools.run(rank, client, line, find)
            scope["headers"].clear()
            kind = screen.kind
            headers = _HEADERS + _GZIP * screen.accepts_gzip
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            if scope["method"] == "HEAD":
                await line.end()
                return
            metrics.streams[kind].inc()
            stream = await self._services.hub.open_stream(screen, room, line)
            del request, find, headers, room  # a stream lasts for hours, and there are thousands
            try:
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                stream.close()
                if line.is_full:
                    metrics.aborted.inc()
        except HTTPException as refusal:
            status = refusal.code or 500
            raise
        finally:
            limiter.streams.give_back(client.address, code)
            log_request(scope["method"], "/<code>/stream", status, perf_counter() - begun, screen=kind)

    def _find(self, code: str, client: Client, request: Request) -> tuple[Subscriber, Room]:
        """Return the screen that asks, and the room as it is now; raises an `HTTPException`."""
        limiter = self._services.limiter
        limiter.check_request(client, code, self._services.store)
        own = security.is_own_host(request.host, *self._services.settings.urls)
        if request.method not in {"GET", "HEAD"} or "CONTENT_LENGTH" in request.environ:
            raise NotFound(_SILENT)
        language = request.args.get("lang", "")
        screen = Subscriber(
            kind=_KINDS.get(request.args.get("screen", ""), ""),
            language=language if language in languages.LANGUAGES else next(iter(languages.LANGUAGES)),
            base=f"{request.scheme}://{request.host}",
            device=client.device,
            accepts_gzip=request.accept_encodings["gzip"] > 0,
        )
        if self._services.restart.failure or self._services.stopping.is_set():
            raise ServiceUnavailable(_SILENT)
        with self._app.request_context(request.environ):
            try:
                if not (own or security.is_outside_address(request.host, code)) or gate.is_shut(code):
                    raise NotFound(_SILENT)
                return screen, load_up_to_date(self._services, code)
            except UnknownRoom:
                limiter.count_wrong_code(client)
                raise NotFound(_SILENT) from None
            except SQLAlchemyError:
                raise ServiceUnavailable(_SILENT) from None
