"""What stands in for browsers: connections for requests, and screens that follow a room by its stream."""

import re
import select
import socket
import zlib
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from time import perf_counter
from typing import NamedTuple

GZIP_HEADER = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # before the first block of a compressed stream
_FLUSHED = b"\x00\x00\xff\xff"  # ends a block that was flushed, after which any other may stand
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_SHOWN = re.compile(r'data-v="(\d+)"')
_PROGRESS = re.compile(r"event: ?progress\nid: ?(\d+)\ndata: ?(\d+)")
_NAMED = re.compile(r"(?m)^id: ?(\d+)$")


class Poller:
    """An event loop with little overhead: passes on what comes over connections."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._lines: dict[int, tuple[socket.socket, Callable[[bytes], None]]] = {}

    def connect(self, address: tuple[str, int], take: Callable[[bytes], None]) -> socket.socket:
        """Return a new connection; `take` is called with whatever comes, and with nothing at its end."""
        line = socket.create_connection(address, timeout=30)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.setblocking(False)
        self._lines[line.fileno()] = line, take
        self._epoll.register(line.fileno(), select.EPOLLIN)
        return line

    def close(self, line: socket.socket | None) -> None:
        """Close a connection, if there is one."""
        if line:
            del self._lines[line.fileno()]
            line.close()

    def run(self, done: Callable[[], object], patience: float) -> bool:
        """Read until `done` is true; False if it was not within so many seconds."""
        end = perf_counter() + patience
        while not done():
            left = end - perf_counter()
            for number, _ in self._epoll.poll(max(0.0, left), 1024):
                if number not in self._lines:
                    continue
                line, take = self._lines[number]
                try:
                    take(line.recv(1 << 18))
                except BlockingIOError:  # it has the number of one that was closed a moment ago
                    pass
                except ConnectionError:
                    take(b"")
            if left <= 0:  # what was there already has been read all the same
                return bool(done())
        return True


class Answer(NamedTuple):
    """A response, and when it was complete."""

    status: int
    head: bytes
    body: bytes
    at: float


class Line:
    """A browser's connection for requests, which are answered one after the other."""

    def __init__(self, poller: Poller, address: tuple[str, int]) -> None:
        self.address, self.received, self._poller = address, 0, poller
        self._socket: socket.socket | None = None
        self._asked: deque[tuple[bytes, Callable[[Answer], object]]] = deque()
        self._raw = b""

    def ask(self, request: bytes, then: Callable[[Answer], object]) -> None:
        """Send a request, or queue it behind those without a response; `then` is called with its own."""
        self._asked.append((request, then))
        if len(self._asked) == 1:
            self._send()

    def connect(self) -> None:
        """Connect anew, as a server may be about to close a connection that was idle."""
        self.close()
        self._socket = self._poller.connect(self.address, self._take)

    def close(self) -> None:
        self._poller.close(self._socket)
        self._socket, self._raw = None, b""

    def _send(self) -> None:
        if self._socket is None:
            self.connect()
        assert self._socket is not None
        self._socket.send(self._asked[0][0])

    def _take(self, data: bytes) -> None:
        if not data:  # again what a dead line did not answer
            self.close()
            return self._send() if self._asked else None
        self._raw += data
        self.received += len(data)
        head, is_whole, body = self._raw.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if is_whole and len(body) >= int(length[1] if length else 0):
            answer, self._raw = Answer(int(head[9:12]), head, body, perf_counter()), b""
            _, then = self._asked.popleft()
            if self._asked:
                self._send()
            then(answer)
        return None


@lru_cache(512)
def read_block(deflated: bytes) -> tuple[str, int, int | None]:
    """Return the HTML in a block, its version, and that which progress needs; all screens get the same."""
    text = zlib.decompressobj(-zlib.MAX_WBITS).decompress(deflated + _FLUSHED).decode()
    if progress := _PROGRESS.search(text):
        return "", int(progress[1]), int(progress[1]) - int(progress[2])
    html = text[begin:] if (begin := text.find('<div id="live"')) >= 0 else ""
    version = (_SHOWN if html else _NAMED).search(html or text)
    return html, int(version[1]) if version else -1, None


def unchunked(data: bytes) -> tuple[bytes, bytes]:
    """Return what is in the complete chunks of some bytes, and the rest."""
    found = []
    while (line := data.find(b"\r\n")) >= 0 and len(data) >= (end := line + 2 + int(data[:line], 16)) + 2:
        found.append(data[line + 2 : end])
        data = data[end + 2 :]
    return b"".join(found), data


class Screen:
    """A page with an open stream, which is compressed. If it misses something, it fetches itself by `fetch`.

    It was `at` that time that it showed the version that was expected, brought by the bytes `awaited`.
    """

    def __init__(self, poller: Poller, line: Line, request: bytes, fetch: bytes = b"") -> None:
        self.html, self.shows, self.at, self.awaited, self.received = "", -1, 0.0, b"", 0
        self._poller, self._line, self._fetch = poller, line, fetch
        self._head = self._raw = self._block = b""  # the last two: not complete yet
        self._wanted = -1
        self._done: Callable[[Screen], object] = lambda _: None
        self._socket: socket.socket | None = poller.connect(line.address, self._take)
        self._socket.send(request)

    def close(self) -> None:
        self._poller.close(self._socket)
        self._socket = None

    def expect(self, version: int, done: Callable[["Screen"], object]) -> None:
        """Call `done` when this version or a later one is shown."""
        self._wanted, self._done, self.at, self.awaited = version, done, 0.0, b""

    def show(self, html: str, version: int, base: int | None = None) -> None:
        """Show what came, if it is newer; fetch the page where that is not enough."""
        if version <= self.shows:
            return
        if not html and (base is None or base > self.shows):
            if self._fetch:
                self._line.ask(self._fetch, self._fetched)
            return
        self.html, self.shows = html or self.html, version
        if version >= self._wanted and not self.at:
            self.at = perf_counter()
            self._done(self)

    def _fetched(self, answer: Answer) -> None:
        html = answer.body.decode()
        self.show(html, int(_SHOWN.findall(html)[0]))

    def _take(self, data: bytes) -> None:
        if not data:
            self.close()
        self.received += len(data)
        self.awaited += b"" if self.at else data
        self._raw += data
        if not self._head:
            self._head, _, self._raw = self._raw.partition(b"\r\n\r\n")
            assert all(each in self._head for each in (b" 200 ", b"gzip", b"chunked")), self._head
        body, self._raw = unchunked(self._raw)
        *blocks, self._block = (self._block + body).split(_FLUSHED)
        for block in blocks:
            self.show(*read_block(block.removeprefix(GZIP_HEADER)))
