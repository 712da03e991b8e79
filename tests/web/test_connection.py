"""Connections: counted for each address, one request at a time, whole requests in, whole answers out."""

import asyncio
import functools
import socket
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask, Request, Response, request
from werkzeug.exceptions import ClientDisconnected, RequestTimeout

from companion.config import addresses
from companion.config.settings import load_settings
from companion.i18n.errors import Refused
from companion.live.stream import Block, Stream, Subscriber
from companion.web.failed_visits import FailedVisits
from companion.web.middleware.clients import Capacity, Client, client_address
from companion.web.server import connection, wsgi
from companion.web.server.connection import Connection, PlainLine
from companion.web.server.serve import open_socket
from companion.web.server.threads import Rank, ThreadPools
from companion.web.server.wsgi import Message, WsgiBridge

PAGE = b"GET / HTTP/1.1\r\nHost: party\r\n\r\n"


class Wire(asyncio.Transport):
    """The other side of a connection."""

    def __init__(self, peer: str) -> None:
        super().__init__({"peername": (peer, 50000)})
        self.written = b""
        self.is_open = True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def close(self) -> None:
        self.is_open = False

    def is_closing(self) -> bool:
        return not self.is_open

    abort = close


class Inside(asyncio.Protocol):
    """The server behind a connection."""

    def __init__(self, app_state: dict[str, Any]) -> None:
        self.state = app_state
        self.heard: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        self.heard.append(data)


class Visitor:
    """A client from an address; `most` connections may be open."""

    def __init__(self, capacity: Capacity | None = None, peer: str = "10.0.0.1") -> None:
        self.refusals: list[str] = []
        self.failed_visits = FailedVisits()
        watched = capacity or Capacity(0, 0), self.refusals.append, self.failed_visits
        self.connection = Connection(Inside, *watched, app_state={})
        self.wire = Wire(peer)
        self.inside: Any = self.connection.http
        self.connection.connection_made(self.wire)

    def send(self, data: bytes) -> None:
        self.connection.data_received(data)

    async def be_answered(self) -> None:
        self.connection.begin_answer(ignore)
        self.connection.end_answer()
        await asyncio.sleep(0)


async def ignore(_message: Message) -> None:
    """Send nothing."""


def on_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @functools.wraps(test)
    def whole(*given: Any, **named: Any) -> None:
        asyncio.run(test(*given, **named))

    return whole


def enter(capacity: Capacity, *peers: str) -> list[bool]:
    """Return which of these connections stay open."""
    return [Visitor(capacity, peer).wire.is_open for peer in peers]


@on_a_loop
async def test_an_address_has_its_connections_and_others_have_theirs() -> None:
    capacity = Capacity(0, 2)
    assert [True, True, False, True] == enter(capacity, *["10.0.0.1"] * 3, "10.0.0.2")
    refused = Visitor(capacity).wire.written
    assert b"HTTP/1.1 503 " in refused
    assert refused.endswith(b"Too many connections from this address: close some pages and try again")


@on_a_loop
async def test_the_last_connections_are_for_this_computer() -> None:
    capacity = Capacity(10, 0)
    assert 9 == sum(enter(capacity, *(f"10.0.0.{number}" for number in range(40))))
    assert [True, False] == enter(capacity, "127.0.0.1", "127.0.0.1")


@on_a_loop
async def test_who_goes_leaves_a_place_and_who_was_refused_none() -> None:
    capacity = Capacity(0, 1)
    first, refused = Visitor(capacity), Visitor(capacity)
    refused.connection.connection_lost(None)
    assert [False] == enter(capacity, "10.0.0.1")
    first.connection.connection_lost(None)
    assert [True] == enter(capacity, "10.0.0.1")


@on_a_loop
async def test_a_head_is_passed_on_when_it_is_whole_and_the_next_when_that_is_answered() -> None:
    visitor = Visitor()
    visitor.send(PAGE[:20])
    assert [] == visitor.inside.heard
    visitor.send(PAGE[20:] + PAGE + PAGE[:20])
    assert [PAGE] == visitor.inside.heard
    await visitor.be_answered()
    await visitor.be_answered()
    visitor.send(PAGE[20:] + PAGE)
    assert 3 * [PAGE] == visitor.inside.heard
    visitor.wire.close()  # it was the last answer
    await visitor.be_answered()
    assert 3 * [PAGE] == visitor.inside.heard


@on_a_loop
async def test_a_body_is_passed_on_as_far_as_it_goes() -> None:
    visitor = Visitor()
    head = b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n"
    visitor.send(head + b"num")
    visitor.send(b"=7" + PAGE)
    assert [head + b"num", b"=7"] == visitor.inside.heard
    await visitor.be_answered()
    assert PAGE == visitor.inside.heard[-1]


@on_a_loop
async def test_the_lines_of_a_body_whose_length_is_not_known_are_bounded() -> None:
    visitor = Visitor()
    visitor.send(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(1000):
        visitor.send(b"X: " + 1000 * b"x" + b"\r\n")
    assert not visitor.wire.is_open
    assert sum(map(len, visitor.inside.heard)) < 200_000


@on_a_loop
async def test_a_head_that_is_too_long_is_refused_and_so_is_what_comes_during_an_answer() -> None:
    early, late = Visitor(), Visitor()
    late.send(PAGE)
    for visitor in (early, late):
        visitor.send(b"GET / HTTP/1.1\r\n" + connection.MAX_HEAD * b"x")
        assert not visitor.wire.is_open
    assert early.wire.written.startswith(b"HTTP/1.1 431 ")
    assert ["head_size"] == early.refusals
    assert ([], [PAGE]) == (early.inside.heard, late.inside.heard)


@on_a_loop
async def test_a_connection_on_which_the_next_head_does_not_arrive_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "HEAD_TIMEOUT", 0.05)

    silent, slow, empty, idle, busy = (Visitor() for _ in range(5))
    slow.send(PAGE[:20])
    empty.send(b"\r\n\r\n")
    idle.send(PAGE)
    await idle.be_answered()
    busy.send(PAGE)
    busy.connection.begin_answer(ignore)
    await asyncio.sleep(0.2)
    ended = [not each.wire.is_open for each in (silent, slow, empty, idle, busy)]
    assert [True, True, True, True, False] == ended
    assert ["head_time"] == slow.refusals
    assert [] == silent.refusals + idle.refusals + busy.refusals
    assert [("vpn",), ()] == [each.failed_visits.reasons() for each in (silent, idle)]


@on_a_loop
async def test_a_request_that_comes_just_as_the_time_for_it_ends_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a browser would send it again, as on a connection that was closed before."""
    monkeypatch.setattr(connection, "HEAD_TIMEOUT", 0.05)
    visitor = Visitor()
    asyncio.get_running_loop().call_soon(visitor.send, PAGE)
    time.sleep(0.1)  # a busy loop: head and timer wait for the same turn of it
    for _ in range(3):
        await asyncio.sleep(0)
    assert ([PAGE], True) == (visitor.inside.heard, visitor.wire.is_open)
    await asyncio.sleep(0.2)  # the server behind it begins no answer
    assert not visitor.wire.is_open


@on_a_loop
async def test_a_browser_that_tries_https_is_answered_at_once_and_noticed() -> None:
    """It waits for the answer, and then tries http; what it says may come in pieces."""
    visitor = Visitor()
    visitor.send(b"\x16")
    assert not visitor.wire.is_open
    assert ("https",) == visitor.failed_visits.reasons()


@on_a_loop
async def test_what_is_written_goes_over_the_answer_in_progress_and_nowhere_after_it() -> None:
    line, sent = Visitor(), list[Message]()

    async def send(message: Message) -> None:
        sent.append(message)

    line.send(PAGE)
    assert line.connection.begin_answer(send)
    await line.connection.write(b"one")
    await line.connection.end()
    line.connection.end_answer()
    await line.connection.write(b"two")
    body = {"type": "http.response.body"}
    assert [{**body, "body": b"one", "more_body": True}, {**body, "body": b""}] == sent


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_accepted_connections_send_small_packets_at_once(tmp_path: Path, host: str) -> None:
    """Without TCP_NODELAY an answer in two parts waits 40 ms for a delayed ACK."""
    try:
        listener = open_socket(load_settings({}, host=host, port=0, data=tmp_path))
    except Refused:
        pytest.skip(f"this computer has no {host}")

    async def accept_one() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def on_connection(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            accepted.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(on_connection, sock=listener):
            _, writer = await asyncio.open_connection(host, listener.getsockname()[1])
            nodelay = await asyncio.wait_for(accepted, 10)
            writer.close()
            await writer.wait_closed()
            return nodelay

    with listener:
        assert asyncio.run(accept_one())


app = Flask(__name__)


@app.post("/echo")
def echo() -> Response:
    return Response([request.get_data(), b"!"], 201, {"X-Kind": "Echo"}, content_type="text/x-echo")


@app.get("/unchanged")
def unchanged() -> Response:
    answer = Response(status=304)
    del answer.headers["Content-Type"]
    return answer


class NobodyWaits:
    """The threads of a server that has nobody else to answer."""

    def rank(self, _request: Request) -> tuple[Rank, Client]:
        return Rank.MEMBER, Client("", "")

    async def run(self, _rank: Rank, _who: Client, _line: object, function: Callable[[], object]) -> object:
        return function()


def asked(method: str, path: str, *parts: Message) -> list[Any]:
    """Ask for a page, whose request comes in parts; return what was sent back."""
    sent: list[Any] = []
    waiting = list(parts)

    async def receive() -> Message:
        return waiting.pop(0) if waiting else await asyncio.Event().wait()  # type: ignore[func-returns-value]

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": [(b"host", b"localhost"), (b"transfer-encoding", b"chunked")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
        "state": {"connection": None},
    }
    bridge = WsgiBridge(app, (), lambda _: None, cast(ThreadPools, NobodyWaits()))
    asyncio.run(bridge(scope, receive, send))  # type: ignore[arg-type]
    return sent


def part(body: bytes, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_request_in_parts_arrives_whole_and_so_does_the_answer() -> None:
    start, body = asked("POST", "/echo", part(b"Ann ", more=True), part(b"and Ben", more=False))
    assert (201, b"Ann and Ben!") == (start["status"], body["body"])
    assert {b"x-kind": b"Echo", b"content-type": b"text/x-echo"}.items() <= dict(start["headers"]).items()


def test_an_answer_has_no_header_that_the_page_did_not_give_it() -> None:
    """A kind that was made up in a 304 would become that of the file that the browser has kept."""
    start, body = asked("GET", "/unchanged", part(b"", more=False))
    assert (304, b"", b"content-type" in dict(start["headers"])) == (start["status"], body["body"], False)


def test_a_request_that_never_ends_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wsgi, "_BODY_TIMEOUT", 0.05)
    with pytest.raises(RequestTimeout, match="That took too long to arrive"):
        asked("POST", "/echo", part(b"Ann", more=True))


def test_what_was_cut_off_is_not_taken_for_the_whole() -> None:
    with pytest.raises(ClientDisconnected):
        asked("POST", "/echo", part(b"number=5", more=True), {"type": "http.disconnect"})


def test_of_a_body_that_is_too_large_one_byte_too_many_is_passed_on() -> None:
    large = part(b"x" * wsgi.MAX_BODY, more=True)
    _, body = asked("POST", "/echo", large, large, part(b"y", more=False))
    assert wsgi.MAX_BODY + 1 == len(body["body"]) - len(b"!")


def test_where_a_server_tells_nothing_a_screen_that_does_not_read_holds_one_message_and_nobody_else() -> None:
    async def whole() -> None:
        has_room, sent = asyncio.Event(), list[Message]()

        async def send(message: Message) -> None:
            await has_room.wait()
            sent.append(message)

        line = PlainLine(send)
        stream = Stream(Subscriber("tv", "en", "", ""), line, lambda: (Block(b"newest"),), lambda _: None)
        async with asyncio.timeout(5):
            await stream.begin((Block(b"first"),))
            for number in range(1000):
                await stream.send((Block(b"%d" % number),))
            assert line.is_full
            has_room.set()
            while len(sent) < 3:
                await asyncio.sleep(0.01)
        assert [b"first", b"", b"newest"] == [each["body"] for each in sent]
        line.end_answer()
        await line.write(b"to nobody")
        assert len(sent) == 3

    asyncio.run(whole())


def test_who_comes_by_a_unix_socket_is_one_address_outside_until_a_proxy_says_more() -> None:
    scope = {"method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}
    address = client_address(wsgi.make_environ({**scope, "client": None}, ())["REMOTE_ADDR"])
    assert address
    assert not addresses.is_local(address)
