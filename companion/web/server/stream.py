"""The stream of a room: server-sent events that keep every screen at the room's newest version.

A stream is opened in the event loop, not in a thread of the pages. When the request is answered, only the
connection remains, which the hub uses from then on.
"""

import asyncio
import re
from urllib.parse import parse_qs

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion.i18n import languages
from companion.live.hub import Subscriber
from companion.storage.event_store import CODE_LENGTH, StoreBusy, UnknownRoom
from companion.web.execute import load_up_to_date
from companion.web.middleware import origin_check
from companion.web.middleware.guess_limit import Client
from companion.web.renderer import StreamRenderer
from companion.web.server import connection_limit
from companion.web.server.asgi import ASGI, Message, Receive, Send
from companion.web.server.stream_limit import StreamLimiter
from companion.web.services import Services

_PATH = re.compile(rf"/([0-9A-Za-z]{{{CODE_LENGTH}}})/stream")
_TEXT_PLAIN = (b"content-type", b"text/plain; charset=utf-8")
_NO_STORE = (b"cache-control", b"no-store")
_RETRY_AFTER = (b"retry-after", b"10")
_HEAD = (
    b"HTTP/1.1 200 OK\r\n"
    b"content-type: text/event-stream; charset=utf-8\r\n"
    b"cache-control: no-store\r\n"
    b"x-accel-buffering: no\r\n"
    b"x-content-type-options: nosniff\r\n"
    b"connection: close\r\n\r\n"
)


class StreamEndpoint:
    """An ASGI application that answers `/CODE/stream`, and passes everything else on to the pages."""

    def __init__(self, app: Flask, pages: ASGI) -> None:
        self._services = Services.of(app)
        self._limiter = StreamLimiter(app)
        self._pages = pages
        self._services.hub.renderer = StreamRenderer(app)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        path = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self._pages(scope, receive, send)
            return
        client = self._limiter.client_of(scope)
        try:
            with self._limiter.count_opening(client):
                await self._answer(path[1].upper(), client, scope, send)
        finally:
            connection_limit.current_connection().finish_opening()

    async def _answer(self, code: str, client: Client, scope: Message, send: Send) -> None:
        if refusal := await self._limiter.check_limits(client, code):
            await _send_text(send, *refusal)
        elif scope["method"] != "GET" or not origin_check.is_own_host(
            _host(scope), self._services.settings.url
        ):
            await _send_text(send, 404)
        else:
            await self._open(code, client, scope, send)

    async def _open(self, code: str, client: Client, scope: Message, send: Send) -> None:
        try:
            room = await asyncio.to_thread(load_up_to_date, self._services.store, code)
        except UnknownRoom:
            self._limiter.count_wrong_code(client)
            await _send_text(send, 404)
        except (SQLAlchemyError, StoreBusy):
            await _send_text(send, 503)
        else:
            subscriber, hub = _subscriber(scope, client), self._services.hub
            connection_limit.current_connection().hand_over(
                lambda transport: hub.open_stream(subscriber, room, transport, _HEAD)
            )


def _host(scope: Message) -> str:
    return str(dict(scope["headers"]).get(b"host", b"").decode("latin-1"))


def _subscriber(scope: Message, client: Client) -> Subscriber:
    query = parse_qs(scope["query_string"].decode("latin-1"))
    kind, language = query.get("screen", [""])[0], query.get("lang", [""])[0]
    return Subscriber(
        kind=kind if kind in ("tv", "phone", "watch") else "",
        language=language if language in languages.LANGUAGES else next(iter(languages.LANGUAGES)),
        base=f"{scope['scheme']}://{_host(scope)}",
        device=client.device,
        client=client.address,
    )


async def _send_text(send: Send, status: int, sentence: str = "") -> None:
    headers = [_TEXT_PLAIN, _NO_STORE, *([_RETRY_AFTER] if status != 404 else [])]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence.encode()})
