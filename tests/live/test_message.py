"""Messages of streams: what browsers decode, whichever blocks a stream was sent before."""

import random
import zlib

from companion.live.message import GZIP_HEADER, STEP, Block, encode

A = Block(b"data: <p>Seventeen of thirty are in.</p>\nid: 17\n\n" * 9)
B = Block(b"data: <p>Eighteen of thirty are in.</p>\nid: 18\n\n" * 9)
OWN = Block(b"data: <p>You have sent 48.</p>\n", hides=True)


def test_a_browser_decodes_each_block_as_soon_as_it_has_come():
    decoder = zlib.decompressobj(wbits=31)
    assert decoder.decompress(GZIP_HEADER) == b""
    for block in (A, B, A, A, B):
        assert decoder.decompress(encode((block,), is_gzip=True)) == block.plain
    assert not decoder.unused_data


def test_any_blocks_may_follow_any_others():
    rng = random.Random(1)
    for _ in range(50):
        blocks = rng.choices((A, B, OWN), k=rng.randint(0, 8))
        sent = GZIP_HEADER + b"".join(encode((each,), is_gzip=True) for each in blocks)
        received = zlib.decompressobj(wbits=31).decompress(sent)
        assert _without_blank_lines(received) == _without_blank_lines(b"".join(each.plain for each in blocks))


def test_every_stream_is_sent_the_same_bytes_which_are_made_once():
    assert encode((A,), is_gzip=True) is not A.plain
    assert A.gzipped is A.gzipped
    assert encode((OWN, A), is_gzip=True) == OWN.gzipped + encode((A,), is_gzip=True)


def test_a_stream_that_asks_for_no_gzip_gets_what_is_in_the_blocks():
    assert encode((A, B), is_gzip=False) == A.plain + B.plain
    assert encode((OWN, B), is_gzip=False).lstrip(b"\n") == OWN.plain + B.plain


def test_what_repeats_itself_takes_a_fraction_compressed():
    assert len(A.gzipped) < len(A.plain) / 4


def test_the_size_of_a_hidden_block_is_a_multiple_of_the_step():
    for length in range(1, 3 * STEP):
        own = Block(random.Random(length).randbytes(length).hex().encode()[:length] + b"\n", hides=True)
        assert len(encode((own,), is_gzip=True)) % STEP == 0
        assert len(encode((own,), is_gzip=False)) % STEP == 0


def test_blank_lines_come_before_a_hidden_block_so_that_they_end_no_event():
    """A hidden block begins a message: its lines and those of the next block are one event."""
    for is_gzip in (True, False):
        sent = encode((OWN, A), is_gzip)
        received = zlib.decompressobj(wbits=31).decompress(GZIP_HEADER + sent) if is_gzip else sent
        assert received.lstrip(b"\n") == OWN.plain + A.plain


def _without_blank_lines(text: bytes) -> bytes:
    return b"\n".join(each for each in text.split(b"\n") if each)
