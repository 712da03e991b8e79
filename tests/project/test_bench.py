"""The benchmark parses streams and responses, and its statistics are right."""

import socket
from collections.abc import Iterator

import pytest

from tests.tools.bench import bare, figures, seen, wire
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


def test_the_output_of_the_bare_program_is_parsed_as_its_page() -> None:
    body, _ = wire.unchunked(bare.event(page(7), 7))
    (found,) = wire.events(body.decode())
    assert (page(7), "7") == (found.html, found.id)


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
        assert 2 * size == party.acknowledged == party.kept()


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


def test_a_limit_is_met_up_to_its_value_and_an_exact_one_only_at_it() -> None:
    found = [Limit("", measured, 2.0).is_met for measured in (1.9, 2.0, 2.1)]
    assert [True, True, False] == found
    found = [Limit("", measured, 8, exact=True).is_met for measured in (7, 8, 9)]
    assert [False, True, False] == found


class FakeServer:
    """A server whose responses the test chooses, and a screen that follows it."""

    def __init__(self) -> None:
        self.poller = Poller()
        self.page: socket.socket | None = None
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(10)
        address = self._listening.getsockname()
        self.line = Line(self.poller, address)
        self.screen = Screen(self.poller, address, b"GET /stream\r\n\r\n", b"GET /page\r\n\r\n", self.line)
        self.screen.open()
        self.stream, _ = self._listening.accept()
        self.stream.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")

    def send(self, *events: bytes) -> None:
        """Send bytes of the stream at once, and let the screen read them."""
        self.stream.sendall(b"".join(b"%x\r\n%b\r\n" % (len(each), each) for each in events))
        self.poller.rest(0.02)

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


@pytest.fixture
def fake() -> Iterator[FakeServer]:
    server = FakeServer()
    yield server
    server.close()


def test_a_screen_shows_the_last_page_that_its_stream_carried(fake: FakeServer) -> None:
    fake.send(event(1))
    fake.send(event(2), event(3))
    fake.send(event(4))
    fake.send(b": still there\n\n")
    assert 2 * len(event(4)) > len(fake.screen.raw)  # what came before is not kept
    fake.screen.settle()
    assert (4, page(4)) == (fake.screen.shows, fake.screen.html)


def test_a_screen_is_complete_only_when_everything_awaited_has_arrived(fake: FakeServer) -> None:
    fake.send(event(1))
    done: list[Screen] = []
    fake.screen.expect(3, done.append)
    fake.send(event(2))
    half = event(3)[:60]
    fake.send(half)
    assert ([], 0.0) == (done, fake.screen.at)
    fake.send(event(3)[60:])
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
