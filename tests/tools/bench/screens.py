"""A screen that follows a room: its open stream, and what it shows."""

import socket
import time
from collections.abc import Callable

from tests.tools.bench import wire
from tests.tools.bench.lines import Address, Line, connected
from tests.tools.bench.poller import Poller
from tests.tools.bench.wire import Event

_SIZE = 1 << 15  # bytes that a screen has place for at first
_VERSION = b'data-v="'
_ENOUGH = 1 << 14  # bytes that must be free for the next piece


class Screen:
    """One stream. It carries what the page is to show, or only a version, which the page then fetches.

    While a clock runs it only takes bytes in and looks how they end and which version they show; what the
    page says is in `html` after `settle`.
    """

    def __init__(self, poller: Poller, address: Address, request: bytes, fetch: bytes, line: Line) -> None:
        self.address = address
        self.fetches: bool | None = None
        """Whether it must fetch what it shows; None while nothing has come yet."""
        self.at = 0.0
        """When it showed the expected version."""
        self.html = ""
        self.shows = -1
        """The version on the screen."""
        self._poller = poller
        self._request = request
        self._fetch = fetch
        self._line = line
        self._socket: socket.socket | None = None
        self._raw = bytearray(_SIZE)
        self._view = memoryview(self._raw)
        self._filled = 0
        self._looked = 0  # up to where whole events have been looked at
        self._body = 0  # where the body begins
        self._chunked = True
        self._heard = -1  # the newest version that the stream has named
        self._fetching = False
        self._wanted = -1
        self._done: Callable[[Screen], object] = lambda _: None

    def open(self) -> None:
        """Open the stream."""
        self._socket = connected(self.address)
        self._poller.add(self._socket, self._readable)
        self._socket.send(self._request)

    def close(self) -> None:
        """Close the stream."""
        if self._socket:
            self._poller.remove(self._socket)
            self._socket.close()
        self._socket = None

    def expect(self, version: int, done: Callable[["Screen"], object]) -> None:
        """Call `done` when this version or a later one is shown, and forget what was shown before."""
        self.settle()
        self._wanted, self._done, self.at = version, done, 0.0

    def settle(self) -> None:
        """Parse what was received; this is not done while a measurement runs."""
        for event in self._events():
            self._take(event)

    def took(self, html: str) -> None:
        """Show a part of the page that came with a response."""
        shown = wire.version(html.encode())
        if shown < self.shows:
            return
        self.shows, self.html = shown, html
        if shown >= self._wanted and not self.at:
            self._arrived()

    @property
    def raw(self) -> bytes:
        """The bytes that have come since the last event was read."""
        return bytes(self._view[: self._filled])

    def _arrived(self) -> None:
        self.at = time.perf_counter()
        self._done(self)

    def _readable(self) -> None:
        assert self._socket is not None
        if len(self._raw) - self._filled < _ENOUGH:
            self._grow()
        try:
            got = self._socket.recv_into(self._view[self._filled :])
        except BlockingIOError:
            return
        except ConnectionError:
            got = 0
        if not got:
            self.close()
            return
        self._filled += got
        if bytes(self._view[max(0, self._filled - 4) : self._filled]).endswith(wire.ENDS):
            self._complete()

    def _grow(self) -> None:
        self._view.release()
        self._raw.extend(bytes(len(self._raw)))
        self._view = memoryview(self._raw)

    def _complete(self) -> None:
        """Find the newest complete version, and drop what came before it."""
        if self.fetches is not False:
            self.settle()
            return
        start = self._raw.rfind(_VERSION, self._looked, self._filled) + len(_VERSION)
        if start >= len(_VERSION):
            self.shows = max(self.shows, int(self._raw[start : self._raw.find(b'"', start)]))
            if self.shows >= self._wanted and not self.at:
                self._arrived()
            self._forget(self._looked)
        self._looked = self._filled

    def _forget(self, begin: int) -> None:
        """Drop the bytes before this position."""
        if begin:
            self._filled -= begin
            self._view[: self._filled] = self._view[begin : begin + self._filled]

    def _events(self) -> list[Event]:
        """Return the new events, and free the buffer."""
        data = self.raw
        if not self._body:
            self._body = wire.head_end(data)
            if not self._body:
                return []
            if wire.status(data) != 200:
                raise wire.Broken(f"a stream was refused: {data[:2000]!r}")
            self._chunked = wire.is_chunked(data[: self._body])
            data = data[self._body :]
        text, rest = wire.unchunked(data) if self._chunked else (data, b"")
        if not text.endswith(b"\n\n"):
            self._keep(data)
            return []
        self._keep(rest or b"")
        return wire.events(text.decode())

    def _keep(self, rest: bytes) -> None:
        self._view[: len(rest)] = rest
        self._filled, self._looked = len(rest), 0

    def _take(self, event: Event) -> None:
        self.fetches = not event.html
        if event.html:
            self.took(event.html)
        elif event.version > self._heard:
            self._heard = event.version
            self._refresh()

    def _refresh(self) -> None:
        """Fetch the part of the page if it is out of date and no request is under way."""
        if self._heard <= self.shows or self._fetching:
            return
        self._fetching = True
        self._line.ask(self._fetch, self._fetched)

    def _fetched(self, answer: wire.Answer) -> None:
        self._fetching = False
        if answer.status != 200:
            raise wire.Broken(f"a page could not be fetched: {answer.status}")
        self.took(answer.body.decode())
        self._refresh()
