"""Before the streams: not more of them than there is room for, and none for whoever searches for rooms."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, Request

from companion.web.device import device_of_request
from companion.web.middleware import rate_limit
from companion.web.middleware.guess_limit import Client
from companion.web.middleware.rate_limit import RateLimiter
from companion.web.server.asgi import Message
from companion.web.services import Services

_FULL = "Too many screens follow already: this one can only be reloaded"
_HURRY = "That was too much at once: wait a moment and try again"
_SEARCH = "Too many codes were tried that no room has: wait a moment and try again"


class StreamLimiter:
    """Counts the streams, the open ones and those that are being opened, before there is another one."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._gate = RateLimiter.of(app)
        self._passing: Counter[str] = Counter()

    def who(self, scope: Message) -> Client:
        """Find out who asks for a stream."""
        cookies = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
        asked = Request(
            {"HTTP_COOKIE": "; ".join(cookies), "REQUEST_METHOD": "GET", "wsgi.url_scheme": "http"}
        )
        client = scope.get("client") or ("",)
        return Client(device_of_request(self._app, asked), rate_limit.client_address(client[0]))

    @contextmanager
    def passing(self, who: Client) -> Iterator[None]:
        """Count a stream that is being opened for as long as the context lasts."""
        self._passing[who.address] += 1
        try:
            yield
        finally:
            self._passing[who.address] -= 1
            self._passing += Counter()  # forgets addresses without any

    def failed(self, who: Client) -> None:
        """Count a code that no room has."""
        self._gate.codes.failed(who, time.monotonic())

    async def refused(self, who: Client, code: str) -> tuple[int, str] | None:
        """Return the status and the sentence for a stream that is not to be opened."""
        limits, hub = self._gate.limits, Services.of(self._app).hub
        if limits.streams and hub.open() + self._passing.total() > limits.streams:
            return 503, _FULL
        mine = hub.open(who.address) + self._passing[who.address] if who.address else 0
        if limits.streams_per_address and mine > limits.streams_per_address:
            return 503, _FULL
        if self._gate.hurry(who):
            return 429, _HURRY
        store = Services.of(self._app).store
        if await asyncio.to_thread(self._gate.searching, who, code, store):
            return 429, _SEARCH
        return None
