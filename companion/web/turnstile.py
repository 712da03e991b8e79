"""Before the streams: not more of them than there is room for, and none for whoever searches for rooms."""

import asyncio
import re
import time
from collections import Counter

from flask import Flask, Request

from companion.limits import Guesser
from companion.store import CODE_LENGTH
from companion.web import gate
from companion.web.asgi import ASGI, Message, Receive, Send
from companion.web.device import device_of
from companion.web.gate import Gate
from companion.web.wired import Wired

_PATH = re.compile(rf"/([0-9A-Za-z]{{{CODE_LENGTH}}})/stream")
_FULL = "Too many screens follow already: this one can only be reloaded"
_HURRY = "That was too much at once: wait a moment and try again"
_SEARCH = "Too many codes were tried that no room has: wait a moment and try again"


class Turnstile:
    """An ASGI application that counts the open streams before another one answers them."""

    def __init__(self, app: Flask, inside: ASGI) -> None:
        self._app = app
        self._inside = inside
        self._gate = Gate.of(app)
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let a connection through, or say why not."""
        path = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self._inside(scope, receive, send)
            return
        who = self._who(scope)
        said = await self._refused(who, path[1].upper())
        if said:
            await _say(send, *said)
        else:
            await self._counted(who, scope, receive, send)

    async def _counted(self, who: Guesser, scope: Message, receive: Receive, send: Send) -> None:
        async def watch(message: Message) -> None:
            if message.get("status") == 404:
                self._gate.codes.failed(who, time.monotonic())
            await send(message)

        self._open[who.address] += 1
        try:
            await self._inside(scope, receive, watch)
        finally:
            self._open[who.address] -= 1
            self._open += Counter()  # forgets addresses without a stream

    async def _refused(self, who: Guesser, code: str) -> tuple[int, str] | None:
        """Return the status and the sentence for a stream that is not to be opened."""
        limits = self._gate.limits
        if limits.streams and self._open.total() >= limits.streams:
            return 503, _FULL
        mine = self._open[who.address] if who.address else 0
        if limits.streams_per_address and mine >= limits.streams_per_address:
            return 503, _FULL
        if self._gate.hurry(who):
            return 429, _HURRY
        store = Wired.of(self._app).store
        if await asyncio.to_thread(self._gate.searching, who, code, store):
            return 429, _SEARCH
        return None

    def _who(self, scope: Message) -> Guesser:
        cookies = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
        asked = Request(
            {"HTTP_COOKIE": "; ".join(cookies), "REQUEST_METHOD": "GET", "wsgi.url_scheme": "http"}
        )
        client = scope.get("client") or ("",)
        return Guesser(device_of(self._app, asked), gate.address(client[0]))


async def _say(send: Send, status: int, sentence: str) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"10"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence.encode()})
