"""The stream of a room: server-sent events that keep every screen at the room's newest version.

It is opened in the server's event loop beside the pages, not in one of their threads. Once it is known
who listens, nothing is left of the request but the connection, which is the hub's from then on.
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
_PLAIN = (b"content-type", b"text/plain; charset=utf-8")
_NO_STORE = (b"cache-control", b"no-store")
_LATER = (b"retry-after", b"10")
_HEAD = (
    b"HTTP/1.1 200 OK\r\n"
    b"content-type: text/event-stream; charset=utf-8\r\n"
    b"cache-control: no-store\r\n"
    b"x-accel-buffering: no\r\n"
    b"x-content-type-options: nosniff\r\n"
    b"connection: close\r\n\r\n"
)


class StreamEndpoint:
    """An ASGI application: answers `/CODE/stream` itself and leaves everything else to the pages."""

    def __init__(self, app: Flask, pages: ASGI) -> None:
        self._wired = Services.of(app)
        self._turnstile = StreamLimiter(app)
        self._pages = pages
        self._wired.hub.program = StreamRenderer(app)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self._pages(scope, receive, send)
            return
        who = self._turnstile.who(scope)
        try:
            with self._turnstile.passing(who):
                await self._answer(path[1].upper(), who, scope, send)
        finally:
            connection_limit.current_connection().answered()

    async def _answer(self, code: str, who: Client, scope: Message, send: Send) -> None:
        if refused := await self._turnstile.refused(who, code):
            await _say(send, *refused)
        elif scope["method"] != "GET" or not self._is_ours(scope):
            await _say(send, 404)
        else:
            await self._open(code, who, scope, send)

    async def _open(self, code: str, who: Client, scope: Message, send: Send) -> None:
        try:
            room = await asyncio.to_thread(load_up_to_date, self._wired.store, code)
        except UnknownRoom:
            self._turnstile.failed(who)
            await _say(send, 404)
        except (SQLAlchemyError, StoreBusy):
            await _say(send, 503)
        else:
            screen, hub = _screen(scope, who), self._wired.hub
            connection_limit.current_connection().take(
                lambda transport: hub.join(screen, room, transport, _HEAD)
            )

    def _is_ours(self, scope: Message) -> bool:
        return origin_check.is_own_host(_host(scope), self._wired.settings.url)


def _host(scope: Message) -> str:
    return str(dict(scope["headers"]).get(b"host", b"").decode("latin-1"))


def _screen(scope: Message, who: Client) -> Subscriber:
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    kind, language = asked.get("screen", [""])[0], asked.get("lang", [""])[0]
    return Subscriber(
        kind="tv" if kind == "tv" else "phone" if kind == "phone" else "",
        language=language if language in languages.LANGUAGES else next(iter(languages.LANGUAGES)),
        base=f"{scope['scheme']}://{_host(scope)}",
        device=who.device,
        client=who.address,
    )


async def _say(send: Send, status: int, sentence: str = "") -> None:
    headers = [_PLAIN, _NO_STORE, *([_LATER] if status != 404 else [])]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence.encode()})
