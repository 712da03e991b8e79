"""The limits of streams: their number, in all and per address, and the rate limits of their requests."""

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

_TOO_MANY_STREAMS = "Too many screens follow already: this one can only be reloaded"
_TOO_MANY_REQUESTS = "That was too much at once: wait a moment and try again"
_TOO_MANY_GUESSES = "Too many codes were tried that no room has: wait a moment and try again"


class StreamLimiter:
    """Counts the streams that are open or being opened."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._limiter = RateLimiter.of(app)
        self._opening: Counter[str] = Counter()

    def client_of(self, scope: Message) -> Client:
        """Return the client of a request."""
        cookies = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
        request = Request(
            {"HTTP_COOKIE": "; ".join(cookies), "REQUEST_METHOD": "GET", "wsgi.url_scheme": "http"}
        )
        peer = scope.get("client") or ("",)
        return Client(device_of_request(self._app, request), rate_limit.client_address(peer[0]))

    @contextmanager
    def count_opening(self, client: Client) -> Iterator[None]:
        """Count a stream that is being opened within a `with` block."""
        self._opening[client.address] += 1
        try:
            yield
        finally:
            self._opening[client.address] -= 1
            self._opening += Counter()  # removes addresses whose count is 0

    def count_wrong_code(self, client: Client) -> None:
        """Count a code of no room."""
        self._limiter.codes.count_wrong_guess(client, time.monotonic())

    async def check_limits(self, client: Client, code: str) -> tuple[int, str] | None:
        """Return the status and the sentence of a refusal; None if a stream may be opened."""
        limits, services = self._limiter.limits, Services.of(self._app)
        if limits.streams and services.hub.count_streams() + self._opening.total() > limits.streams:
            return 503, _TOO_MANY_STREAMS
        address = client.address
        of_address = services.hub.count_streams(address) + self._opening[address] if address else 0
        if limits.streams_per_address and of_address > limits.streams_per_address:
            return 503, _TOO_MANY_STREAMS
        if self._limiter.count_request(client):
            return 429, _TOO_MANY_REQUESTS
        if await asyncio.to_thread(self._limiter.seconds_until_room, client, code, services.store):
            return 429, _TOO_MANY_GUESSES
        return None
