"""The stream to one screen, over whatever a server gives it to write with."""

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

from companion.room.events import Device
from companion.room.state import Room
from companion.values import frozen

GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # deflate, no name, no time, any system (RFC 1952)
_RAW = -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL  # deflate without a header
_RAW_SMALL = -12, 5  # in a hundredth of the memory, whose preparation takes most of the time
_SMALL = 4_096  # bytes for which that is enough


@dataclass(frozen=True)
class Block:
    """Bytes that streams are sent as one: events, or lines of one that the next block goes on with."""

    plain: bytes
    level: int = 6
    """Of compression: what only a TV is sent may be larger, if it is there earlier."""

    @cached_property
    def gzipped(self) -> bytes:
        """The block as raw deflate, ended by a full flush."""
        size = _RAW_SMALL if len(self.plain) <= _SMALL else _RAW
        deflater = zlib.compressobj(self.level, zlib.DEFLATED, *size)
        return deflater.compress(self.plain) + deflater.flush(zlib.Z_FULL_FLUSH)


Message = tuple[Block, ...]
"""What a screen is sent at a time: a block for all screens, before it the player's own if there is one."""

COMMENT: Message = (Block(b":\n\n"),)  # says nothing


def version_message(room: Room) -> Message:
    """Return the message with the version alone: a page that is behind fetches what it shows."""
    return (Block(b"id: %d\ndata: %d\n\n" % (room.version, room.version)),)


def encode(message: Message, is_gzip: bool) -> bytes:
    """Return a message as the bytes of a stream, compressed or not."""
    return b"".join([block.gzipped if is_gzip else block.plain for block in message])


Kind = Literal["tv", "phone", "watch", ""]

_MAX_LATE = 4  # heartbeats that the buffer of a connection may stay full


@frozen
class Subscriber:
    """A screen that is sent HTML, or the version alone; `base` is the base URL by which it reaches us."""

    kind: Kind
    language: str
    base: str
    device: Device
    accepts_gzip: bool = False


class Line(Protocol):
    """What a stream is written to."""

    @property
    def is_full(self) -> bool:
        """Whether its buffer is full, so that `write` would wait."""

    def write(self, data: bytes) -> Awaitable[None]:
        """Write when the buffer has room; nothing once the line is lost."""

    def end(self) -> Awaitable[None]:
        """End the stream after what was written."""

    def abort(self) -> None:
        """Drop the line and what it has not taken yet."""


class Stream:
    """A screen and its line. A screen that reads slowly is sent the newest state when it can take more."""

    __slots__ = ("_catch_up_message", "_catching_up", "_late", "_line", "_on_close", "subscriber")

    def __init__(
        self,
        subscriber: Subscriber,
        line: Line,
        catch_up_message: Callable[[], Message],
        on_close: Callable[["Stream"], None],
    ) -> None:
        self.subscriber = subscriber
        self._line = line
        self._catch_up_message = catch_up_message
        self._on_close = on_close
        self._late = 0  # heartbeats since the buffer is full
        self._catching_up: asyncio.Task[None] | None = None

    async def begin(self, message: Message) -> None:
        """Send the first message."""
        header = GZIP_HEADER if self.subscriber.accepts_gzip else b""
        await self._line.write(header + encode(message, self.subscriber.accepts_gzip))

    async def send(self, message: Message) -> None:
        """Send a message at once; if the buffer is full, drop it, and send the newest state later."""
        if self._catching_up or not message:
            return
        if self._line.is_full:
            self._catching_up = asyncio.create_task(self._catch_up())
        else:
            await self._line.write(encode(message, self.subscriber.accepts_gzip))

    async def offer(self, message: Message) -> None:
        """Send a message that may be lost: nothing to a screen that is behind."""
        if not (self._catching_up or self._line.is_full):
            await self.send(message)

    async def send_heartbeat(self, message: Message) -> None:
        """Send a message; drop a line whose buffer has been full for a minute."""
        self._late = self._late + 1 if self._line.is_full else 0
        if self._late >= _MAX_LATE:
            self._line.abort()
        elif not self._late:
            await self.send(message)

    async def end(self) -> None:
        """End the stream, without waiting for a screen that reads slowly."""
        if self._line.is_full:
            self._line.abort()
        else:
            await self._line.end()

    def close(self) -> None:
        """Forget the stream: its line is lost."""
        if self._catching_up:
            self._catching_up.cancel()
        self._on_close(self)

    async def _catch_up(self) -> None:
        await self._line.write(b"")  # returns when the buffer has room
        self._catching_up = None
        await self.send(self._catch_up_message())
