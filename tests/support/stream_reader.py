"""Streams of a room in this process, and what was sent on them."""

import asyncio
import re
import threading
import time
from collections.abc import Iterable
from typing import Literal

from companion.live.message import COMMENT, encode
from companion.live.stream import Stream, Subscriber
from companion.web.renderer import StreamRenderer
from companion.web.services import Services
from tests.support.clients import Clients

Kind = Literal["tv", "phone", "watch", ""]


class _Wire:
    """A line that keeps the last message that says anything."""

    is_full = False

    def __init__(self) -> None:
        self.last = b""
        self.stream: Stream | None = None

    async def write(self, data: bytes) -> None:
        if data != encode(COMMENT, is_gzip=False):
            self.last = data

    async def end(self) -> None:
        if self.stream:
            self.stream.close()

    def abort(self) -> None:
        """Nothing reads slowly here."""


class Streams:
    """Open streams, one for each reader; a name without a browser is a TV, and a stranger just watches."""

    def __init__(self, clients: Clients, readers: Iterable[str]) -> None:
        self._clients = clients
        self._wires = {who: _Wire() for who in readers}
        self.heard: list[tuple[int, dict[str, bytes]]] = []
        """The last message on each stream, at each version of the room."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self) -> "Streams":
        Services.of(self._clients.app).hub.renderer = StreamRenderer(self._clients.app)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._join(), self._loop).result(10)
        self.settle()
        return self

    async def _join(self) -> None:
        wired = Services.of(self._clients.app)
        room = wired.store.load_room(self._clients.code)
        for who, wire in self._wires.items():
            wire.stream = await wired.hub.open_stream(self._screen(who), room, wire)

    def __exit__(self, *_: object) -> None:
        Services.of(self._clients.app).hub.close()
        asyncio.run_coroutine_threadsafe(self._loop.shutdown_default_executor(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def settle(self, patience: float = 20.0) -> None:
        """Wait until all streams have the current version, and keep their last messages."""
        room = Services.of(self._clients.app).store.cached_room(self._clients.code)
        version = room.version if room else 0
        if self.heard and self.heard[-1][0] == version:
            return
        end, wanted = time.monotonic() + patience, re.compile(rb"(?m)^(?:id|data): ?%d$" % version)
        while not all(wanted.search(wire.last) for wire in self._wires.values()):
            assert time.monotonic() < end, (version, [wire.last[-80:] for wire in self._wires.values()])
            time.sleep(0.002)
        self.heard.append((version, {who: wire.last for who, wire in self._wires.items()}))

    def _screen(self, who: str) -> Subscriber:
        if who not in self._clients.browsers:
            return Subscriber("tv", "en", "http://localhost", "")
        kinds: dict[str, Kind] = {"host": "", "stranger": "watch"}
        kind = kinds.get(who, "phone")
        return Subscriber(kind, "en", "http://localhost", self._clients.fingerprint(who))
