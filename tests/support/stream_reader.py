"""Streams of a room in this process, and what was sent on them: to each reader one plain, one compressed."""

import asyncio
import re
import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal
from unittest.mock import patch

from companion.live import hub
from companion.live.stream import COMMENT, Stream, Subscriber, encode
from companion.web.renderer import StreamRenderer
from companion.web.services import Services
from tests.support.clients import Clients

Kind = Literal["tv", "phone", "watch", ""]

_COMMENTS = {encode(COMMENT, is_gzip) for is_gzip in (False, True)}


class _Wire:
    """A line that keeps the last message that says anything, and counts the bytes of all."""

    is_full = False

    def __init__(self) -> None:
        self.last = b""
        self.written = 0
        self.stream: Stream | None = None

    async def write(self, data: bytes) -> None:
        if data not in _COMMENTS:
            self.written += len(data)
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
        self._gzipped = {who: _Wire() for who in self._wires}
        self.heard: list[tuple[int, dict[str, bytes]]] = []
        """The last message on each stream, at each version of the room."""
        self.gzipped: list[dict[str, bytes]] = []
        """The same on each stream that is compressed."""
        self.sizes: list[dict[str, tuple[int, int]]] = []
        """Then: how many bytes both streams of each reader have been sent in all."""
        self._no_heartbeat = patch.object(hub, "HEARTBEAT", 3600.0)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self) -> "Streams":
        self._no_heartbeat.start()
        Services.of(self._clients.app).hub.renderer = StreamRenderer(self._clients.app)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._join(), self._loop).result(10)
        self.settle()
        return self

    async def _join(self) -> None:
        wired = Services.of(self._clients.app)
        room = wired.store.load_room(self._clients.code)
        for who, wire in self._wires.items():
            screen, gzipped = self._screen(who), self._gzipped[who]
            wire.stream = await wired.hub.open_stream(screen, room, wire)
            gzipped.stream = await wired.hub.open_stream(replace(screen, accepts_gzip=True), room, gzipped)

    def __exit__(self, *_: object) -> None:
        self._no_heartbeat.stop()
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
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self._loop).result(10)  # the others have it then
        self.heard.append((version, {who: wire.last for who, wire in self._wires.items()}))
        self.gzipped.append({who: wire.last for who, wire in self._gzipped.items()})
        self.sizes.append(
            {who: (wire.written, self._gzipped[who].written) for who, wire in self._wires.items()}
        )

    def _screen(self, who: str) -> Subscriber:
        if who not in self._clients.browsers:
            return Subscriber("tv", "en", "http://localhost", "")
        kinds: dict[str, Kind] = {"host": "", "stranger": "watch"}
        kind = kinds.get(who, "phone")
        return Subscriber(kind, "en", "http://localhost", self._clients.fingerprint(who))
