"""The benchmark parses streams and responses, and its statistics are right."""

import socket
import zlib
from collections.abc import Iterator

import pytest

from tests.tools.bench import figures, seen, wire
from tests.tools.bench.lines import Line
from tests.tools.bench.poller import Poller
from tests.tools.bench.report import Limit
from tests.tools.bench.reveals import gathered
from tests.tools.bench.screens import Screen
from tests.tools.bench.seen import is_right
from tests.tools.bench.servers import serving

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n"


def page(version: int, *cards: tuple[str, int], key: str = "reveal-1-3") -> str:
    """Return the part of a phone's page that the benchmark parses."""
    shown = "".join(
        f'<li class="card {fate}">\n  <strong class="number">{n}</strong></li>' for fate, n in cards
    )
    figure = f'<figure class="reveal few" id="{key}" data-once><ol class="cards">{shown}</ol></figure>'
    return f'<div id="live" class="live " data-v="{version}">\n\n{figure}</div>'


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [([5, 1, 3], 50, 3), (list(range(1, 101)), 95, 95), ([1, 2], 95, 2), ([7], 5, 7), (range(20), 95, 18)],
)
def test_a_percentile_is_the_smallest_value_with_enough_values_up_to_it(
    values: list[int], percent: int, expected: int
) -> None:
    assert expected == figures.percentile(values, percent)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([1, 2, 3], {2}),
        ([4, 1, 3, 2], {2, 3}),
        ([5, 5, 1, 9, 7], {7}),
        ([5, 5, 6, 6], set()),
        ([8, 8, 2], {2}),
    ],
)
def test_the_middle_is_computed_from_unrepeated_numbers(numbers: list[int], expected: set[int]) -> None:
    assert expected == figures.middles(numbers)


def test_a_response_is_complete_when_its_content_length_has_arrived() -> None:
    whole = HEAD + b"Content-Length: 5\r\nset-cookie: companion=abc; Path=/\r\n\r\nhello"
    assert wire.answer(whole[:-1]) is None
    assert wire.answer(whole[:30]) is None
    found = wire.answer(whole)
    assert found is not None
    assert (200, b"hello", b"companion=abc") == (found.status, found.body, found.cookie)


def test_a_chunked_response_is_complete_with_the_empty_chunk() -> None:
    whole = HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"
    assert wire.answer(whole[:-5]) is None
    found = wire.answer(whole)
    assert found is not None
    assert b"hello" == found.body


def test_a_response_without_content_is_complete_with_its_headers() -> None:
    found = wire.answer(b"HTTP/1.1 204 No Content\r\n\r\n")
    assert found is not None
    assert (204, b"") == (found.status, found.body)


def test_incomplete_chunks_stay_in_the_buffer() -> None:
    assert (b"abc", b"4\r\nde") == wire.unchunked(b"3\r\nabc\r\n4\r\nde")
    assert (b"", b"3\r\nabc\r") == wire.unchunked(b"3\r\nabc\r")


def test_a_chunk_of_the_wrong_length_is_rejected() -> None:
    with pytest.raises(wire.Broken):
        wire.unchunked(b"3\r\nabcd\r\n0\r\n\r\n")


def test_events_are_parsed_with_their_ids_and_comments_are_skipped() -> None:
    text = ": still there\n\nid: 7\ndata: one\ndata:\ndata:  two\n\ndata: 8\n\nid: 9\ndata: not yet"
    assert [("7", "one\n\n two"), ("", "8")] == [(each.id, each.data) for each in wire.events(text)]


def test_an_event_contains_a_page_with_its_version_or_only_a_version() -> None:
    assert 12 == wire.Event("12").version
    assert 7 == wire.Event(f'<p data-own="1">50</p>\n{page(7)}').version
    assert -1 == wire.Event("hello").version


def test_the_shared_part_begins_after_the_private_part_of_a_phone() -> None:
    assert page(7) == wire.Event(f'<p data-own="1">50</p>\n{page(7)}').html
    assert "" == wire.Event("12").html


def test_a_compressed_response_is_decompressed() -> None:
    body = zlib.compress(b"hello", wbits=wire.GZIP)
    found = wire.answer(HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
    assert found is not None
    assert b"hello" == found.body


def test_progress_has_a_version_and_the_one_from_which_on_it_applies() -> None:
    (found,) = wire.events("event:progress\nid:9\ndata:2 5 7\n\n")
    assert (True, 9, 7) == (found.is_progress, found.version, found.base)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'id: 9\ndata: <div id="live" data-v="9">\n\n', (9, 9)),
        (b'data: <div data-v="8">\nid: 8\n\nevent:progress\nid:9\ndata:1 5\n\n', (9, 9)),
        (b"id: 9\ndata: 9\n\n", (-1, 9)),
        (b"data: <section>\nevent:own\ndata:9\n\n", (-1, -1)),
    ],
    ids=["a page", "progress", "a version alone", "a private part"],
)
def test_a_piece_of_a_stream_tells_which_version_it_shows_and_names(
    text: bytes, expected: tuple[int, int]
) -> None:
    assert expected == wire.told(text, gzipped=False)
    deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    block = deflater.compress(text) + deflater.flush(zlib.Z_FULL_FLUSH)
    for data in (block, wire.GZIP_HEADER + block):
        assert [expected] == [wire.told(piece, gzipped=True) for piece in wire.pieces(data, gzipped=True)]


NUMBERS = [4, 4, 10, 20, 30]
CARDS = (("disqualified", 4), ("outside", 10), ("middle", 20), ("outside", 30))


@pytest.mark.slow
@pytest.mark.parametrize("size", [8, 40])
def test_a_tiny_run_finds_all_screens_right_and_all_numbers_stored(size: int) -> None:
    with serving() as servers, gathered(servers, size) as party:
        rounds = [party.quiet(), party.burst()]
        assert [size + 1] * 2 == [each.right for each in rounds]
        assert [size + 1] * 2 == [len(each.seconds) for each in rounds]
        assert not any(seen.is_right(each.html, 0, "reveal-1-1", party.sent[0]) for each in party.screens)
        others = [number + 1 for number in party.sent[-1]]
        assert not any(seen.is_right(each.html, 0, "reveal-1-2", others) for each in party.screens)
        before = party.received()
        assert size + 1 == party.spaced(0.01).right
        assert all(now > then for then, now in zip(before, party.received(), strict=True))
        assert 3 * size == party.acknowledged == party.kept()


def test_a_screen_with_the_middle_of_the_round_is_right() -> None:
    assert is_right(page(9, *CARDS), 9, "reveal-1-3", NUMBERS)
    assert is_right(page(10, *CARDS), 9, "reveal-1-3", NUMBERS)


@pytest.mark.parametrize(
    "html",
    [
        page(8, *CARDS),
        page(9),
        page(9, *CARDS[:2], ("outside", 20)),
        page(9, *CARDS, ("outside", 99)),
        page(9, *CARDS, key="reveal-1-2"),
        '<div id="live" data-v="9"></div>',
    ],
    ids=["an older version", "no numbers", "no middle", "a number too many", "another round", "no reveal"],
)
def test_a_screen_that_shows_anything_else_is_wrong(html: str) -> None:
    assert not is_right(html, 9, "reveal-1-3", NUMBERS)


def test_a_limit_is_met_up_to_its_value_or_from_it_on_or_only_at_it() -> None:
    found = [Limit("", measured, 2.0).is_met for measured in (1.9, 2.0, 2.1)]
    assert [True, True, False] == found
    found = [Limit("", measured, 8, exact=True).is_met for measured in (7, 8, 9)]
    assert [False, True, False] == found
    found = [Limit("", measured, 8, least=True).is_met for measured in (7, 8, 9)]
    assert [False, True, True] == found


class FakeServer:
    """A server whose responses the test chooses, and a screen that follows it."""

    def __init__(self, *, gzipped: bool = False) -> None:
        self.poller = Poller()
        self.page: socket.socket | None = None
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(10)
        address = self._listening.getsockname()
        self.line = Line(self.poller, address)
        self.screen = Screen(self.poller, address, b"GET /stream\r\n\r\n", b"GET /page\r\n\r\n", self.line)
        self.screen.open()
        self.stream, _ = self._listening.accept()
        self._deflater = zlib.compressobj(wbits=wire.GZIP) if gzipped else None
        encoding = b"Content-Encoding: gzip\r\n" if gzipped else b""
        self.stream.sendall(HEAD + encoding + b"Transfer-Encoding: chunked\r\n\r\n")

    def send(self, *events: bytes) -> None:
        """Send bytes of the stream at once, and let the screen read them."""
        self.write(b"".join(map(self.encoded, events)))

    def write(self, data: bytes) -> None:
        """Send encoded bytes, and let the screen read them."""
        self.stream.sendall(data)
        self.poller.rest(0.02)

    def encoded(self, event: bytes) -> bytes:
        """Return an event as a chunk of the stream."""
        if self._deflater:
            event = self._deflater.compress(event) + self._deflater.flush(zlib.Z_FULL_FLUSH)
        return b"%x\r\n%b\r\n" % (len(event), event)

    def respond(self, html: str) -> None:
        """Respond to a fetch of the screen, and let it read the response."""
        if self.page is None:
            self.page, _ = self._listening.accept()
            self.page.settimeout(10)
        assert b"GET /page" in self.page.recv(1000)
        self.page.sendall(HEAD + b"Content-Length: %d\r\n\r\n%b" % (len(html), html.encode()))
        self.poller.rest(0.02)

    def close(self) -> None:
        """Close the connection."""
        self.screen.close()
        self.line.close()
        self.stream.close()
        if self.page:
            self.page.close()
        self._listening.close()


def event(version: int) -> bytes:
    """Return a page as a server-sent event."""
    lines = "".join(f"data: {line}\n" for line in page(version).split("\n"))
    return f"id: {version}\n{lines}\n".encode()


@pytest.fixture(params=[False, True], ids=["plain", "gzip"])
def fake(request: pytest.FixtureRequest) -> Iterator[FakeServer]:
    server = FakeServer(gzipped=request.param)
    yield server
    server.close()


def test_a_screen_shows_the_last_page_that_its_stream_carried(fake: FakeServer) -> None:
    fake.send(event(1))
    fake.send(event(2), event(3))
    fake.send(event(4))
    fake.send(b": still there\n\n")
    assert 4 == fake.screen.shows
    fake.screen.settle()
    assert (b"", 4, page(4)) == (fake.screen.raw, fake.screen.shows, fake.screen.html)


def test_a_screen_keeps_the_bytes_that_brought_what_it_waits_for(fake: FakeServer) -> None:
    fake.send(event(1))
    before = fake.screen.received
    fake.screen.expect(2, lambda _: None)
    fake.send(event(2))
    assert fake.screen.received - before == len(fake.screen.awaited) > 0
    assert 2 == fake.screen.brought
    assert fake.screen.beginning.startswith(fake.screen.head)


def test_progress_brings_a_screen_that_is_in_step_to_a_version_without_a_fetch(fake: FakeServer) -> None:
    fake.send(event(1))
    done: list[Screen] = []
    fake.screen.expect(4, done.append)
    fake.send(b"event:progress\nid:3\ndata:2 1 5\n\n", b"event:progress\nid:4\ndata:1 2 6\n\n")
    assert [fake.screen] == done
    fake.screen.settle()
    assert (4, page(1)) == (fake.screen.shows, fake.screen.html)


def test_a_screen_fetches_its_page_if_progress_is_told_to_a_later_one(fake: FakeServer) -> None:
    fake.send(event(1))
    fake.send(b"event:progress\nid:9\ndata:2 1 5\n\n")
    fake.screen.settle()
    fake.respond(page(9))
    assert (9, page(9)) == (fake.screen.shows, fake.screen.html)


def test_a_screen_is_complete_only_when_everything_awaited_has_arrived(fake: FakeServer) -> None:
    fake.send(event(1))
    done: list[Screen] = []
    fake.screen.expect(3, done.append)
    fake.send(event(2))
    third = fake.encoded(event(3))
    fake.write(third[:60])
    assert ([], 0.0) == (done, fake.screen.at)
    fake.write(third[60:])
    assert [fake.screen] == done
    assert fake.screen.at > 0
    fake.screen.expect(4, done.append)
    assert ([fake.screen], 0.0, page(3)) == (done, fake.screen.at, fake.screen.html)
    fake.send(event(4))
    assert [fake.screen, fake.screen] == done


def test_of_two_events_in_one_read_the_second_counts(fake: FakeServer) -> None:
    fake.send(event(1))
    done: list[Screen] = []
    fake.screen.expect(3, done.append)
    fake.send(event(2), event(3))
    assert [fake.screen] == done


def test_a_screen_fetches_its_page_when_the_stream_has_only_a_version(fake: FakeServer) -> None:
    done: list[Screen] = []
    fake.screen.expect(7, done.append)
    fake.send(b"data: 7\n\n")
    assert [] == done
    fake.respond(page(7))
    assert [fake.screen] == done
    assert page(7) == fake.screen.html


def test_an_outdated_page_is_fetched_again_and_an_older_one_is_not_shown(
    fake: FakeServer,
) -> None:
    fake.send(b"data: 7\n\n")
    fake.send(b"data: 8\n\n")
    fake.respond(page(7))
    assert page(7) == fake.screen.html
    fake.respond(page(8))
    fake.screen.took(page(6))
    assert page(8) == fake.screen.html
