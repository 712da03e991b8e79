"""A browser: its cookie, and what it asks of the servers."""

import gzip
import re
import zlib
from collections.abc import Callable, Sequence
from typing import Protocol

from tests.tools.simulate.clock import Timeline
from tests.tools.simulate.network import Answer, Exchange, Link, Request, Server

_COOKIE = re.compile(r"companion=([^;]*)")

Fields = Sequence[tuple[str, str]]


class Site(Protocol):
    """What browsers know of the world."""

    timeline: Timeline
    code: str

    def server_for(self, name: str) -> Server:
        """Return the server that answers a browser's next request."""

    def received(self, name: str, what: str, data: bytes) -> None:
        """Note what a browser was sent; `what` says for what."""


class Browser:
    """A browser of one person."""

    def __init__(self, site: Site, name: str, link: Link, *, gzips: bool = False, language: str = "") -> None:
        self.site = site
        self.name = name
        self.link = link
        self._cookie = ""
        self._gzips = gzips
        self._language = language

    def get(
        self,
        address: str,
        answered: Callable[[Answer], None],
        lost: Callable[[], None] = lambda: None,
        *,
        headers: Fields = (),
    ) -> None:
        """Fetch a page."""
        self._send(Request(address, self._headers(headers)), answered, lost)

    def post(
        self,
        address: str,
        fields: Fields,
        answered: Callable[[Answer], None],
        lost: Callable[[], None] = lambda: None,
        *,
        headers: Fields = (),
    ) -> None:
        """Send a form."""
        self._send(Request(address, self._headers(headers), tuple(fields)), answered, lost)

    def _send(self, request: Request, answered: Callable[[Answer], None], lost: Callable[[], None]) -> None:
        what = f"{'GET' if request.fields is None else 'POST'} {request.address}"

        def take(answer: Answer) -> None:
            if found := _COOKIE.search(answer.header(b"set-cookie")):
                self._cookie = found[1]
            head = b" ".join(b"%s: %s" % each for each in answer.headers)
            self.site.received(self.name, what, b"%d %s\n%s" % (answer.status, head, answer.body))
            if answer.header(b"content-encoding") == "gzip":
                answer = Answer(answer.status, answer.headers, gzip.decompress(answer.body))
            answered(answer)

        self.link.send(self.site.server_for(self.name), request, take, lost)

    def open_stream(
        self, address: str, event: Callable[[str, str, str], None], lost: Callable[[], None]
    ) -> Exchange:
        """Open a stream; `event` is called with type, last id and data of each event."""
        reader = EventReader(event, gzips=self._gzips)

        def take(data: bytes) -> None:
            self.site.received(self.name, "stream", data)
            reader.feed(data)

        request = Request(address, self._headers((("Accept", "text/event-stream"),), stream=True))
        return self.link.send(self.site.server_for(self.name), request, lambda _: lost(), lost, take)

    def _headers(self, headers: Fields, *, stream: bool = False) -> tuple[tuple[bytes, bytes], ...]:
        found = [(name.lower().encode(), value.encode()) for name, value in headers]
        if self._cookie:
            found.append((b"cookie", f"companion={self._cookie}".encode()))
        if self._language:
            found.append((b"accept-language", self._language.encode()))
        if self._gzips and stream:
            found.append((b"accept-encoding", b"gzip"))
        return tuple(found)


class EventReader:
    """Reads server-sent events out of the bytes of a stream, as `EventSource` does."""

    def __init__(self, event: Callable[[str, str, str], None], *, gzips: bool) -> None:
        self._event = event
        self._inflate = zlib.decompressobj(16 + zlib.MAX_WBITS) if gzips else None
        self._text = b""
        self._last_id = ""

    def feed(self, data: bytes) -> None:
        self._text += self._inflate.decompress(data) if self._inflate else data
        *blocks, self._text = self._text.split(b"\n\n")
        for block in blocks:
            self._read(block.decode())

    def _read(self, block: str) -> None:
        kind, data = "message", []
        for line in block.split("\n"):
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "data":
                data.append(value)
            elif name == "id":
                self._last_id = value
            elif name == "event":
                kind = value
        if data:
            self._event(kind, self._last_id, "\n".join(data))
