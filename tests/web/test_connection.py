"""Connections are counted for each address, pass on one request at a time, and end if nothing arrives."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from companion.web.middleware.clients import Capacity
from companion.web.server import connection
from companion.web.server.connection import Connection
from companion.web.server.wsgi import Message

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
        protocol = connection.watch(Inside, capacity or Capacity(0, 0), self.refusals.append)(app_state={})
        assert isinstance(protocol, Connection)
        self.connection, self.wire = protocol, Wire(peer)
        self.inside: Any = protocol.http
        protocol.connection_made(self.wire)

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
