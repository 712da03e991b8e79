"""Connections are counted for each address, and those that never ask are ended."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from companion.config.limits import Limits
from companion.web.server import connection_limit


class Line(asyncio.Transport):
    """The other side of a connection."""

    def __init__(self, peer: str) -> None:
        super().__init__({"peername": (peer, 50000)})
        self.written = b""
        self.open = True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def close(self) -> None:
        self.open = False

    abort = close


class Inside(asyncio.Protocol):
    """The server behind the door."""

    def __init__(self) -> None:
        self.heard = b""

    def data_received(self, data: bytes) -> None:
        self.heard += data


Enter = Callable[[str], tuple[Any, Line]]


def enter_by(most: int) -> Enter:
    make = connection_limit.limit_connections(Inside, Limits(streams_per_address=most))

    def enter(peer: str) -> tuple[Any, Line]:
        door, line = make(), Line(peer)
        door.connection_made(line)
        return door, line

    return enter


def run(facts: Callable[[], None]) -> None:
    async def within_a_loop() -> None:
        facts()

    asyncio.run(within_a_loop())


def test_an_address_has_four_connections_for_each_screen_and_others_have_theirs() -> None:
    def facts() -> None:
        enter = enter_by(1)
        lines = [enter(peer)[1] for peer in ["10.0.0.1"] * 5 + ["10.0.0.2"]]
        assert [True] * 4 + [False, True] == [line.open for line in lines]
        assert b"503 Service Unavailable" in lines[4].written
        assert lines[4].written.endswith(
            b"Too many connections from this address: close some pages and try again"
        )

    run(facts)


def test_who_goes_makes_room() -> None:
    def facts() -> None:
        enter = enter_by(1)
        doors = [enter("10.0.0.1")[0] for _ in range(4)]
        turned_away, _ = enter("10.0.0.1")
        turned_away.connection_lost(None)
        assert not enter("10.0.0.1")[1].open
        doors[0].connection_lost(None)
        assert enter("10.0.0.1")[1].open

    run(facts)


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_this_computer_has_no_limit(peer: str) -> None:
    def facts() -> None:
        enter = enter_by(1)
        assert all(enter(peer)[1].open for _ in range(50))

    run(facts)


def test_the_phones_of_one_network_of_ipv6_count_together() -> None:
    def facts() -> None:
        enter = enter_by(1)
        assert [True] * 4 + [False] == [enter(f"2001:db8::{number}")[1].open for number in range(1, 6)]
        assert enter("2001:db8:0:1::1")[1].open

    run(facts)


def test_what_arrives_is_passed_on_as_it_came() -> None:
    def facts() -> None:
        inside = Inside()
        door = connection_limit.limit_connections(lambda: inside, Limits())()
        door.connection_made(Line("10.0.0.1"))
        door.data_received(b"GET / HTTP/1.1\r\n")
        door.data_received(b"\r\n")
        assert b"GET / HTTP/1.1\r\n\r\n" == inside.heard

    run(facts)


def test_a_connection_on_which_nothing_is_ever_asked_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limit, "FIRST_REQUEST_TIMEOUT", 0.05)

    async def facts() -> None:
        enter = enter_by(100)
        (_, silent), (slow, trickling), (quick, asking) = (enter("10.0.0.1") for _ in range(3))
        slow.data_received(b"GET / HTTP/1.1\r\nHost: party")
        quick.data_received(b"GET / HTTP/1.1\r")
        quick.data_received(b"\n\r\n")
        await asyncio.sleep(0.2)
        assert [False, False, True] == [line.open for line in (silent, trickling, asking)]

    asyncio.run(facts())


def test_a_few_streams_are_opened_at_a_time_and_the_others_in_their_order() -> None:
    def facts() -> None:
        enter = enter_by(0)
        doors = [enter("10.0.0.1")[0] for _ in range(100)]
        for door in doors:
            door.data_received(b"GET /AB23/stream?screen=tv HTTP/1.1\r\n\r\n")
        assert [True] * 32 + [False] * 68 == [bool(door._inner) for door in doors]
        doors[40].connection_lost(None)  # who waits may go, and so may who is being answered
        doors[0].finish_opening()
        doors[1].connection_lost(None)
        doors[0].finish_opening()
        assert [True] * 33 == [bool(door._inner) for door in doors[:1] + doors[2:34]]
        assert [] == [door for door in doors[34:] if door._inner]
        doors[2].hand_over(lambda _: Inside())
        for door in doors:
            door.finish_opening()
        assert 98 <= sum(bool(door._inner) for door in doors)

    run(facts)


def test_other_requests_do_not_wait_for_streams() -> None:
    def facts() -> None:
        enter = enter_by(0)
        for _ in range(50):
            enter("10.0.0.1")[0].data_received(b"GET /AB23/stream HTTP/1.1\r\n\r\n")
        page = enter("10.0.0.1")[0]
        page.data_received(b"GET /AB23 HTTP/1.1\r\n\r\n")
        assert page._inner

    run(facts)
