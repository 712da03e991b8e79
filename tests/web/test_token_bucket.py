"""Token buckets, for each key by itself, also of servers with one Redis, and which addresses have none."""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from unittest import mock

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from redis import Redis

from companion.config.settings import Limits
from companion.web.middleware import rate_limit
from companion.web.middleware.clients import Client, client_address, current_source
from companion.web.middleware.rate_limit import Buckets, Limit, RateLimiter, SharedBuckets
from tests.support.backing_services import RedisServer


class Clock:
    """What the buckets take for the time, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found_clock = Clock()
    monkeypatch.setattr(rate_limit, "time", found_clock)
    return found_clock


def taken(buckets: Buckets, size: int, rate: float, times: int = 9) -> int:
    return sum(not buckets.seconds_to_wait("ann", size, rate, take=True) for _ in range(times))


def taken_of(limiter: RateLimiter, limit: Limit, browser: str, times: int, group: str = "") -> int:
    return sum(not limiter.seconds_to_wait(limit, browser, group, take=True) for _ in range(times))


def limit_of(size: int, rate: float, times: int = 1) -> Limit:
    return Limit("tests", "requests", size, rate, "Wait", times)


def test_the_wait_ends_when_there_is_a_token_again_and_looking_costs_nothing(clock: Clock) -> None:
    buckets = Buckets()
    assert [0.0] * 9 == [buckets.seconds_to_wait("ann", 2, 0.5) for _ in range(9)]
    taken(buckets, 2, 0.5, 2)
    waits = []
    for clock.now in (0.0, 1.5, 2.0):
        waits.append(buckets.seconds_to_wait("ann", 2, 0.5))
    assert [2.0, 0.5, 0.0] == waits


def test_a_group_has_so_many_times_what_a_browser_has(clock: Clock) -> None:
    limiter, limit = RateLimiter(Limits()), limit_of(2, 0.5, 3)
    assert 6 == taken_of(limiter, limit, "", 9, "10.0.0.1")
    assert limiter.seconds_to_wait(limit, "ann", "10.0.0.1")
    assert not limiter.seconds_to_wait(limit, "ann")
    clock.now = 1.0
    assert 1 == taken_of(limiter, limit, "", 9, "10.0.0.1")


def test_size_0_and_what_is_not_known_have_no_limit() -> None:
    limiter = RateLimiter(Limits())
    assert 1000 == taken_of(limiter, limit_of(0, 0), "ann", 1000)
    assert 1000 == taken_of(limiter, limit_of(1, 1), "", 1000)


def test_full_buckets_are_forgotten(clock: Clock) -> None:
    buckets = Buckets()
    for number in range(100):
        buckets.seconds_to_wait(str(number), 5, 1, take=True)
    clock.now = 60.0
    taken(buckets, 5, 1, 1)
    assert 1 == len(buckets._full_at)


def test_however_many_come_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_MOST_BUCKETS", 50)
    buckets = Buckets()
    for number in range(1000):
        buckets.seconds_to_wait(str(number), 5, 0.001, take=True)
    assert 50 == len(buckets._full_at)


@given(st.integers(1, 20), st.floats(0.01, 100), st.lists(st.floats(0, 10), min_size=1, max_size=60))
def test_never_more_than_the_size_and_what_came_back_is_given(
    size: int, rate: float, pauses: list[float]
) -> None:
    buckets, clock, given_out = Buckets(), Clock(), 0
    with mock.patch.object(rate_limit, "time", clock):
        for pause in pauses:
            clock.now += pause
            given_out += taken(buckets, size, rate, 1)
    assert given_out <= size + clock.now * rate + 1e-6


@pytest.mark.usefixtures("clock")
def test_threads_get_no_more_than_there_is() -> None:
    buckets = Buckets()
    with ThreadPoolExecutor(8) as pool:
        assert 100 == sum(pool.map(lambda _: taken(buckets, 100, 1, 50), range(8)))


def test_finding_one_room_by_guessing_takes_days(clock: Clock) -> None:
    codes, limiter, made = 643_680, RateLimiter(Limits()), 0
    for second in range(3600):
        clock.now = float(second)
        made += taken_of(limiter, limiter.tries["code"], "", 10, "10.0.0.1")
    assert codes / made > 24 * 4


# Shared by servers
KEY = b"one key for all servers of this test"

NAME = "codes of an address 203.0.113.7"

SLOW = 0.001

"""Tokens a second: none comes back while a test lasts."""

Server = Callable[[], SharedBuckets]


def takes(buckets: SharedBuckets, size: int, name: str = NAME) -> bool:
    return not buckets.seconds_to_wait(name, size, SLOW, take=True)


@pytest.fixture
def server(redis: RedisServer) -> Iterator[Server]:
    """Return a function that makes the buckets of one more server."""
    made: list[SharedBuckets] = []

    def one() -> SharedBuckets:
        made.append(SharedBuckets(redis.url, KEY))
        return made[-1]

    yield one
    for each in made:
        each.close()


@pytest.mark.slow
def test_redis_has_no_address_and_forgets_a_bucket_when_it_is_full(
    server: Server, redis: RedisServer
) -> None:
    server().seconds_to_wait(NAME, 3, 2, take=True)
    with Redis.from_url(redis.url) as client:
        [key] = client.keys()  # type: ignore[misc]
        assert b"203.0.113.7" not in key
        assert 0 < client.pttl(key) <= 500  # type: ignore[operator]


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_while_redis_is_lost_or_silent_each_server_counts_for_itself_and_goes_on_when_it_is_back(
    server: Server, redis: RedisServer, how: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (RateLimiter(Limits(), shared=server()) for _ in range(2))
    limit = limit_of(2, SLOW)
    assert 1 == taken_of(here, limit, "ann", 1)
    assert redis._process
    if how is signal.SIGKILL:
        redis.stop(how)
    else:
        redis._process.send_signal(how)
    assert 2 == taken_of(there, limit, "ann", 3)
    assert 1 == taken_of(here, limit, "ann", 2)
    assert here.seconds_to_wait(limit, "ann") > 0
    if how is signal.SIGKILL:
        redis.start()
    else:
        redis._process.send_signal(signal.SIGCONT)
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + 60))
    assert [1, 1] == [taken_of(each, limit, "ben", 1) for each in (here, there)]
    assert here.seconds_to_wait(limit, "ben") > 0


@pytest.mark.slow
def test_a_lost_redis_is_not_asked_again_for_a_while(server: Server, redis: RedisServer) -> None:
    buckets = server()
    redis.stop()
    assert takes(buckets, 1)
    redis.start()
    assert takes(buckets, 1)
    with Redis.from_url(redis.url) as client:
        assert [] == client.keys()


@pytest.mark.slow
def test_a_redis_that_stores_nothing_refuses_nobody(server: Server, redis: RedisServer) -> None:
    with Redis.from_url(redis.url) as client:
        client.config_set("maxmemory", "1")
    assert [True, True] == [takes(server(), 1) for _ in range(2)]


@pytest.mark.parametrize("client", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "", None])
def test_this_computer_is_no_address(client: str | None) -> None:
    assert "" == client_address(client)


def test_an_address_of_ipv6_is_all_that_one_home_has_and_one_of_ipv4_is_itself() -> None:
    assert "192.168.1.7" == client_address("192.168.1.7") == client_address("::ffff:192.168.1.7")
    assert "2001:db8::/56" == client_address("2001:db8::1") == client_address("2001:db8:0:ff::2:3")
    assert "2001:db8:0:100::/56" == client_address("2001:db8:0:100::1")
    assert "fe80::/56" == client_address("fe80::1%eth0")


def test_only_so_many_addresses_of_members_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_MOST_KNOWN", 100)
    limiter = RateLimiter(Limits())
    for number in range(101):
        limiter.add_member_address("AB23", f"10.0.0.{number}")
    asked = [("AB23", 0), ("AB23", 1), ("AB23", 100), ("CD45", 100)]
    found = [limiter.has_member_nearby(Client("", f"10.0.0.{each}"), code, None) for code, each in asked]
    assert [False, True, True, False] == found


def test_an_address_has_another_fingerprint_in_each_room_and_the_laptop_has_none() -> None:
    app = Flask("companion")
    app.config["SECRET_KEY"] = b"k" * 32

    def source(address: str, code: str) -> str:
        with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            return current_source(code)

    assert source("192.168.1.7", "K7QF") == source("::ffff:192.168.1.7", "K7QF")
    different = {
        source(address, code) for address in ("192.168.1.7", "192.168.1.8") for code in ("K7QF", "K7QG")
    }
    assert 4 == len(different)
    assert "" == source("127.0.0.1", "K7QF")
