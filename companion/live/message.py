"""What goes over a stream: blocks of server-sent events, each also as gzip that stands for itself.

A block is compressed once, however many streams it goes to. Each ends with a full flush, so what comes after
it refers to nothing in it: any blocks, in any order after `GZIP_HEADER`, are a gzip stream that a browser
decodes as far as it has come.

How well something is compressed depends on what it is, so the size of a block that hides something would
tell it to whoever sees an encrypted connection. Such a block is padded with blank lines: part of no event.
"""

import zlib
from dataclasses import dataclass
from functools import cached_property

GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The bytes of a gzip stream before its first block: deflate, no name, no time, any system (RFC 1952)."""

STEP = 128
"""The size of a block that hides something is a multiple of this, in bytes, plain and compressed."""

_LEVEL = 6
_STORED = 0  # a level that keeps bytes as they are
_RAW = -zlib.MAX_WBITS  # deflate without a header


@dataclass(frozen=True)
class Block:
    """Bytes that streams are sent as one: events, or lines of one that the next block goes on with.

    `hides`: whether they contain what one player alone may know. Then they begin a message.
    """

    plain: bytes
    hides: bool = False

    @cached_property
    def gzipped(self) -> bytes:
        """The block as raw deflate, ended by a full flush."""
        deflated = _deflate(self.plain)
        if not self.hides:
            return deflated
        frame = len(_deflate(b"\n", _STORED)) - 1
        return _deflate(_blank_lines(len(deflated) + frame), _STORED) + deflated

    @cached_property
    def padded(self) -> bytes:
        """The block as it goes over a stream that is not compressed."""
        return _blank_lines(len(self.plain)) + self.plain if self.hides else self.plain


Message = tuple[Block, ...]
"""What a screen is sent at a time: a block for all screens, before it the player's own if there is one."""


def encode(message: Message, is_gzip: bool) -> bytes:
    """Return a message as the bytes of a stream, compressed or not."""
    return b"".join(block.gzipped if is_gzip else block.padded for block in message)


def _deflate(plain: bytes, level: int = _LEVEL) -> bytes:
    deflater = zlib.compressobj(level, zlib.DEFLATED, _RAW)
    return deflater.compress(plain) + deflater.flush(zlib.Z_FULL_FLUSH)


def _blank_lines(size: int) -> bytes:
    """Return at least one blank line, so that with `size` bytes more it is a multiple of the step."""
    return b"\n" * (STEP - size % STEP)
