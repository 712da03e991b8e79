"""A screen that follows a room: its open stream, and what it shows."""

import codecs
import socket
import time
import zlib
from collections.abc import Callable

from tests.tools.bench import wire
from tests.tools.bench.lines import Address, Line, connected
from tests.tools.bench.poller import Poller
from tests.tools.bench.wire import Event

_SIZE = 1 << 15  # bytes that a screen has place for at first
_MOST = 1 << 19  # bytes that it keeps before it reads them
_ENOUGH = 1 << 14  # bytes that must be free for the next piece


class Screen:
    """One stream. It carries what the page is to show, or only a version, which the page then fetches.

    It does so with the request `fetch`, if there is one.

    While a clock runs it only takes bytes in, looks how they end, and which version they show: those that are
    the same for all screens are decompressed once. `settle` then decompresses and reads everything, as a
    browser does; what the page says is in `html` after it.
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
        self.received = 0
        """The bytes that have come over the stream."""
        self.head = b""
        """The head of the stream's response."""
        self.awaited = b""
        """The bytes of the body that have brought the expected version."""
        self._poller = poller
        self._request = request
        self._fetch = fetch
        self._line = line
        self._socket: socket.socket | None = None
        self._raw = bytearray(_SIZE)
        self._view = memoryview(self._raw)
        self._filled = 0
        self._looked = 0  # up to where whole events have been looked at
        self._expected_from = 0
        self._chunked = True
        self._gzipped: zlib._Decompress | None = None
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._text = ""  # of an event that is not complete
        self._applied = -1  # the version of `html`, with what was said of its progress
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
        self._expected_from = self._looked

    def settle(self) -> None:
        """Parse what was received; this is not done while a measurement runs."""
        for event in self._events():
            self._take(event)
        self._expected_from = self._looked

    @property
    def brought(self) -> int:
        """The version that the awaited bytes show."""
        shown, _ = self._told(self.awaited) or (-1, -1)
        return shown

    @property
    def beginning(self) -> bytes:
        """The head of the stream's response, and of what is compressed."""
        if self._gzipped is None:
            return self.head
        start = wire.GZIP_HEADER
        return self.head + (b"%x\r\n%b\r\n" % (len(start), start) if self._chunked else start)

    def took(self, html: str) -> None:
        """Show a part of the page that came with a response."""
        shown = wire.version(html.encode())
        if shown < self._applied:
            return
        self.html = html
        self._shown(shown)

    def _shown(self, version: int) -> None:
        """Note what the screen shows, and tell who waits for it."""
        self._applied = version
        self._reach(version)

    def _reach(self, version: int) -> None:
        self.shows = max(self.shows, version)
        if self.shows >= self._wanted and not self.at:
            self.at = time.perf_counter()
            self.awaited = bytes(self._view[self._expected_from : self._filled])
            self._done(self)

    @property
    def raw(self) -> bytes:
        """The bytes that have come since the last event was read."""
        return bytes(self._view[: self._filled])

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
        self.received += got
        if not self.head:
            self._begin()
        if bytes(self._view[max(0, self._filled - 6) : self._filled]).endswith(wire.ENDS):
            self._complete()

    def _begin(self) -> None:
        """Read the head, and put it aside."""
        end = wire.head_end(self.raw)
        if not end:
            return
        self.head = self.raw[:end]
        if wire.status(self.head) != 200:
            raise wire.Broken(f"a stream was refused: {self.raw[:2000]!r}")
        self._chunked = wire.is_chunked(self.head)
        self._gzipped = zlib.decompressobj(wire.GZIP) if wire.is_gzipped(self.head) else None
        self._keep(self.raw[end:])

    def _grow(self) -> None:
        if self._filled > _MOST:
            self.settle()
        self._view.release()
        self._raw.extend(bytes(len(self._raw)))
        self._view = memoryview(self._raw)

    def _complete(self) -> None:
        """Find the newest version among the whole events that were not looked at yet."""
        if self.fetches is not False:  # what comes first
            self.settle()
            return
        told = self._told(bytes(self._view[self._looked : self._filled]))
        if told is None:
            return
        self._looked = self._filled
        shown, named = told
        self._reach(shown)
        if named > self.shows:  # it has to fetch the page
            self.settle()

    def _told(self, data: bytes) -> tuple[int, int] | None:
        """Return the newest version that bytes of the stream show, and that they name; None if one is cut."""
        body, rest = self._body(data)
        if rest:
            return None
        gzipped = self._gzipped is not None
        told = [wire.told(piece, gzipped=gzipped) for piece in wire.pieces(body, gzipped=gzipped)]
        return max(shown for shown, _ in told), max(named for _, named in told)

    def _body(self, data: bytes) -> tuple[bytes, bytes]:
        """Return the body in some bytes of the stream, and the beginning of a chunk that is not complete."""
        body, rest = wire.unchunked(data) if self._chunked else (data, b"")
        return body, rest or b""

    def _events(self) -> list[Event]:
        """Return the new events, and free the buffer."""
        if not self.head:
            return []
        data, rest = self._body(self.raw)
        self._keep(rest)
        text = self._text + self._decode(self._gzipped.decompress(data) if self._gzipped else data)
        end = text.rfind("\n\n") + 2
        if end < 2:
            self._text = text
            return []
        self._text = text[end:]
        return wire.events(text[:end])

    def _keep(self, rest: bytes) -> None:
        self._view[: len(rest)] = rest
        self._filled, self._looked = len(rest), 0

    def _take(self, event: Event) -> None:
        if event.html:
            self.fetches = False
            self.took(event.html)
        elif event.is_progress and event.base <= self._applied:
            self._shown(max(event.version, self._applied))
        elif event.version > self._heard:
            self.fetches = self.fetches is not False
            self._heard = event.version
            self._refresh()

    def _refresh(self) -> None:
        """Fetch the part of the page if it is out of date and no request is under way."""
        if self._heard <= self._applied or self._fetching or not self._fetch:
            return
        self._fetching = True
        self._line.ask(self._fetch, self._fetched)

    def _fetched(self, answer: wire.Answer) -> None:
        self._fetching = False
        if answer.status != 200:
            raise wire.Broken(f"a page could not be fetched: {answer.status}")
        self.took(answer.body.decode())
        self._refresh()
