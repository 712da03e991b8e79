"""What comes over a line: answers to requests, and streams of server-sent events, as few bytes of them
looked at as possible while a clock runs, and all of them afterwards.
"""

import re
import zlib
from dataclasses import dataclass
from functools import lru_cache

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)
_GZIPPED = re.compile(rb"\r\ncontent-encoding: *gzip", re.IGNORECASE)
_VERSION = re.compile(rb'data-v="(\d+)"')
_ID = re.compile(rb"(?m)^id: ?(\d+)$")
_PROGRESS = re.compile(rb"(?m)^event: ?progress\nid: ?(\d+)$|^id: ?(\d+)\nevent: ?progress$")
_BARE = re.compile(rb"\d+")
_COOKIE = re.compile(rb"\r\nset-cookie: (companion=[^;]+)", re.IGNORECASE)

_FLUSHED = (
    b"\x00\x00\xff\xff"  # with which a block ends that was flushed, and after which any other may stand
)
_RAW = -zlib.MAX_WBITS  # deflate without a header

GZIP_HEADER = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""The bytes of gzip before its first block."""

_MAGIC = GZIP_HEADER[:3]

GZIP = 16 + zlib.MAX_WBITS
"""What zlib calls the format of Content-Encoding: gzip."""

ENDS = (b"\n\n", b"\n\n\r\n", _FLUSHED, _FLUSHED + b"\r\n")
"""The bytes at the end of an event, plain and compressed, each also at the end of a chunk."""


class Broken(Exception):  # noqa: N818 - it says what is wrong with the server
    """The received bytes are no valid response or stream."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response, and when it was complete."""

    status: int
    head: bytes
    body: bytes
    at: float = 0.0

    @property
    def cookie(self) -> bytes:
        """The cookie of the response, to be sent back; empty if there is none."""
        found = _COOKIE.search(self.head)
        return found[1] if found else b""


@dataclass(frozen=True, slots=True)
class Event:
    """A server-sent event: data, id and name."""

    data: str
    id: str = ""
    name: str = ""

    @property
    def html(self) -> str:
        """The part for every screen; empty if it has only a version."""
        start = self.data.find('<div id="live"')
        return self.data[start:] if start >= 0 else ""

    @property
    def version(self) -> int:
        """The version of the room in it; -1 if there is none."""
        return int(self.id) if self.is_progress else version(self.data.encode())

    @property
    def is_progress(self) -> bool:
        """Whether it only says who is in, for pages that are at `base` or later."""
        return self.name == "progress"

    @property
    def base(self) -> int:
        """The version that a page must have for progress to apply: the data begin with the difference."""
        return self.version - int(self.data.partition(" ")[0])


def version(data: bytes | bytearray | memoryview) -> int:
    """Return the version of the room in a part of a page, or alone; -1 if there is none."""
    found = _VERSION.search(data)
    if found:
        return int(found[1])
    bare = _BARE.fullmatch(data)
    return int(bare[0]) if bare else -1


def head_end(data: bytes | bytearray) -> int:
    """Return the offset of the body; 0 if the head is not complete."""
    return data.find(b"\r\n\r\n") + 4 if b"\r\n\r\n" in data else 0


def is_chunked(head: bytes) -> bool:
    """Return whether a body is chunked."""
    return _CHUNKED.search(head) is not None


def is_gzipped(head: bytes) -> bool:
    """Return whether a body is compressed."""
    return _GZIPPED.search(head) is not None


def status(head: bytes) -> int:
    """Return the status of a response. Raises `Broken` if there is none."""
    found = re.match(rb"HTTP/1\.[01] (\d{3})", head)
    if not found:
        raise Broken(f"no answer: {bytes(head[:80])!r}")
    return int(found[1])


def size(head: bytes) -> int | None:
    """Return the content length, or None."""
    found = _LENGTH.search(head)
    if found:
        return int(found[1])
    return 0 if status(head) in {204, 304} else None


def answer(data: bytes, at: float = 0.0) -> Answer | None:
    """Parse a response; None while it is not complete. Raises `Broken`."""
    start = head_end(data)
    if not start:
        return None
    head, body = data[:start], data[start:]
    if is_chunked(head):
        found, rest = unchunked(body)
        return Answer(status(head), head, _decoded(head, found), at) if rest is None else None
    length = size(head)
    if length is None:
        raise Broken(f"an answer without an end: {head!r}")
    return Answer(status(head), head, _decoded(head, body), at) if len(body) >= length else None


def _decoded(head: bytes, body: bytes) -> bytes:
    return zlib.decompress(body, GZIP) if body and is_gzipped(head) else body


def unchunked(data: bytes) -> tuple[bytes, bytes | None]:
    """Return the data of the complete chunks and the rest, which is None after the last chunk."""
    found, position = [], 0
    while (line := data.find(b"\r\n", position)) >= 0:
        length = int(data[position:line].partition(b";")[0], 16)
        start, end = line + 2, line + 2 + length
        if len(data) < end + 2:
            break
        if data[end : end + 2] != b"\r\n":
            raise Broken(f"a chunk without an end: {data[end : end + 20]!r}")
        if length == 0:
            return b"".join(found), None
        found.append(data[start:end])
        position = end + 2
    return b"".join(found), data[position:]


def events(text: str) -> list[Event]:
    """Parse the complete events of a stream, without comments."""
    *blocks, _unfinished = text.split("\n\n")
    found = (_event(block) for block in blocks)
    return [event for event in found if event is not None]


def _event(block: str) -> Event | None:
    data, values = [], {"id": "", "event": ""}
    for line in block.lstrip("\n").split("\n"):
        field, _, value = line.partition(":")
        if field == "data":
            data.append(value.removeprefix(" "))
        elif field in values:
            values[field] = value.removeprefix(" ")
    return Event("\n".join(data), values["id"], values["event"]) if data else None


def pieces(data: bytes, *, gzipped: bool) -> list[bytes]:
    """Split the bytes of whole events where a block was flushed; plain ones are one piece."""
    if not gzipped:
        return [data]
    body = data[len(GZIP_HEADER) :] if data.startswith(_MAGIC) else data
    return [each + _FLUSHED for each in body.split(_FLUSHED)[:-1]]


@lru_cache(512)
def told(piece: bytes, *, gzipped: bool) -> tuple[int, int]:
    """Return the newest version that a piece of a stream shows, and the newest that it names; -1 if none.

    All screens get the same bytes, so they are decompressed once while a clock runs.
    """
    if gzipped:
        piece = zlib.decompressobj(_RAW).decompress(piece)
    shown = [int(found[1]) for found in _VERSION.finditer(piece)]
    shown += [int(found[1] or found[2]) for found in _PROGRESS.finditer(piece)]
    named = [int(found[1]) for found in _ID.finditer(piece)]
    return max(shown, default=-1), max(named, default=-1)
