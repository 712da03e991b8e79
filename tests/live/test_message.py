"""Messages of streams: what browsers decode, whichever blocks a stream was sent before."""

import random
import zlib

from companion.live.stream import GZIP_HEADER, Block, encode

A = Block(b"data: <p>Seventeen of thirty are in.</p>\nid: 17\n\n" * 9)
B = Block(b"data: <p>Eighteen of thirty are in.</p>\nid: 18\n\n" * 9)
OWN = Block(b"data: <p>You have sent 48.</p>\n")


def test_a_browser_decodes_each_block_as_soon_as_it_has_come() -> None:
    decoder = zlib.decompressobj(wbits=31)
    assert decoder.decompress(GZIP_HEADER) == b""
    for block in (A, B, A, A, B):
        assert decoder.decompress(encode((block,), is_gzip=True)) == block.plain
    assert not decoder.unused_data


def test_any_blocks_may_follow_any_others() -> None:
    rng = random.Random(1)
    for _ in range(50):
        blocks = rng.choices((A, B, OWN), k=rng.randint(0, 8))
        sent = GZIP_HEADER + b"".join(encode((each,), is_gzip=True) for each in blocks)
        received = zlib.decompressobj(wbits=31).decompress(sent)
        assert received == b"".join(each.plain for each in blocks)


def test_what_repeats_itself_takes_a_fraction_compressed() -> None:
    assert len(A.gzipped) < len(A.plain) / 4
