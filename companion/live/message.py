"""What goes over a stream: blocks of server-sent events, each also as gzip that stands for itself.

A block is compressed once, however many streams it goes to. Each ends with a full flush, so what comes after
it refers to nothing in it: any blocks, in any order after `GZIP_HEADER`, are a gzip stream that a browser
decodes as far as it has come.

How well something is compressed depends on what it is, so the size of a block that hides something would
tell it to whoever sees an encrypted connection. Such a block has a stand-in, of the same form and hiding
nothing, whose size decides: with blank lines, which are part of no event, the block is always larger than it.
"""

import zlib
from dataclasses import dataclass
from functools import cached_property

GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The bytes of a gzip stream before its first block: deflate, no name, no time, any system (RFC 1952)."""

STEP = 128
"""The size of a block that hides something is a multiple of this, in bytes, plain and compressed."""

MARGIN = 64
"""Bytes that it has more than its stand-in before that: no number and no hand makes a larger difference."""

_LEVEL = 6
_STORED = 0  # a level that keeps bytes as they are
_RAW = -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL  # deflate without a header
_RAW_SMALL = -12, 5  # the same in a hundredth of the memory, which takes ten times as long to prepare as to use
_SMALL = 4_096  # bytes for which that is enough


@dataclass(frozen=True)
class Block:
    """Bytes that streams are sent as one: events, or lines of one that the next block goes on with.

    `stand_in`: for a block that contains what one player alone may know. Such a block begins a message.
    """

    plain: bytes
    stand_in: "Block | None" = None

    @cached_property
    def gzipped(self) -> bytes:
        """The block as raw deflate, ended by a full flush."""
        deflated = _deflate(self.plain)
        if self.stand_in is None:
            return deflated
        lines = _blank_lines(len(deflated) + _FRAME, len(self.stand_in.gzipped) + _FRAME)
        return _deflate(lines, _STORED) + deflated

    @cached_property
    def padded(self) -> bytes:
        """The block as it goes over a stream that is not compressed."""
        if self.stand_in is None:
            return self.plain
        return _blank_lines(len(self.plain), len(self.stand_in.plain)) + self.plain


Message = tuple[Block, ...]
"""What a screen is sent at a time: a block for all screens, before it the player's own if there is one."""


COMMENT: Message = (Block(b":\n\n"),)
"""A message that says nothing."""


def encode(message: Message, is_gzip: bool) -> bytes:
    """Return a message as the bytes of a stream, compressed or not."""
    return b"".join(block.gzipped if is_gzip else block.padded for block in message)


def _deflate(plain: bytes, level: int = _LEVEL) -> bytes:
    size = _RAW_SMALL if len(plain) <= _SMALL else _RAW
    deflater = zlib.compressobj(level, zlib.DEFLATED, *size)
    return deflater.compress(plain) + deflater.flush(zlib.Z_FULL_FLUSH)


def _blank_lines(size: int, usual: int) -> bytes:
    """Return blank lines for a block of this size whose stand-in has the usual one: at least one."""
    least = max(size + 1, usual + MARGIN)
    return b"\n" * (least + -least % STEP - size)


_FRAME = len(_deflate(b"\n", _STORED)) - 1  # bytes around what is stored
