"""Messages of streams: what browsers decode, whichever blocks a stream was sent before."""

import random
import zlib

import pytest

from companion.live.message import GZIP_HEADER, MARGIN, STEP, Block, encode

A = Block(b"data: <p>Seventeen of thirty are in.</p>\nid: 17\n\n" * 9)
B = Block(b"data: <p>Eighteen of thirty are in.</p>\nid: 18\n\n" * 9)
STAND_IN = Block(b"data: <p>You have sent 0.</p>\n")
OWN = Block(b"data: <p>You have sent 48.</p>\n", STAND_IN)


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
        assert _without_blank_lines(received) == _without_blank_lines(b"".join(each.plain for each in blocks))


def test_every_stream_is_sent_the_same_bytes_which_are_made_once() -> None:
    assert A.gzipped is A.gzipped
    assert encode((OWN, A), is_gzip=True) == OWN.gzipped + encode((A,), is_gzip=True)


def test_a_stream_that_asks_for_no_gzip_gets_what_is_in_the_blocks() -> None:
    assert encode((A, B), is_gzip=False) == A.plain + B.plain
    assert encode((OWN, B), is_gzip=False).lstrip(b"\n") == OWN.plain + B.plain


def test_what_repeats_itself_takes_a_fraction_compressed() -> None:
    assert len(A.gzipped) < len(A.plain) / 4


@pytest.mark.parametrize("is_gzip", [True, False])
def test_the_size_of_what_is_hidden_is_that_of_any_other_as_long_as_they_differ_little(is_gzip: bool) -> None:
    before, after = b"data: <p>" + bytes(range(32, 96)) * 5, b"</p>\n"
    stand_in = Block(before + b"0" + after)
    hidden = [Block(before + b"%d" % number + after, stand_in) for number in (*range(101), 271_828_182)]
    assert 1 == len({len(encode((each,), is_gzip)) for each in hidden})
    assert 1 < len({len(each.plain) for each in hidden})


@pytest.mark.parametrize("is_gzip", [True, False])
def test_a_hidden_block_is_larger_than_its_stand_in_and_a_multiple_of_the_step(is_gzip: bool) -> None:
    for length in range(1, 3 * STEP):
        noise = random.Random(length).randbytes(length).hex()[:length].encode()
        for own in (Block(noise, STAND_IN), Block(b"", Block(noise))):
            size = len(encode((own,), is_gzip))
            assert own.stand_in
            assert (0, True) == (size % STEP, size >= len(encode((own.stand_in,), is_gzip)) + MARGIN)


def test_blank_lines_come_before_a_hidden_block_so_that_they_end_no_event() -> None:
    """A hidden block begins a message: its lines and those of the next block are one event."""
    for is_gzip in (True, False):
        sent = encode((OWN, A), is_gzip)
        received = zlib.decompressobj(wbits=31).decompress(GZIP_HEADER + sent) if is_gzip else sent
        assert received.lstrip(b"\n") == OWN.plain + A.plain


def _without_blank_lines(text: bytes) -> bytes:
    return b"\n".join(each for each in text.split(b"\n") if each)
