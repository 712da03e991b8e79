"""Token buckets: tokens are spent and refilled, for each key by itself, also by servers with one Redis."""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis import Redis

from companion.web.middleware import token_bucket
from companion.web.middleware.token_bucket import SharedBuckets, TokenBuckets, open_shared_buckets
from tests.support.backing_services import RedisServer


def taken(buckets: TokenBuckets, key: str, times: int, now: float) -> int:
    return sum(buckets.consume(key, now) for _ in range(times))


def test_tokens_come_back_at_the_rate_and_never_above_the_size() -> None:
    buckets = TokenBuckets(5, 2)
    taken(buckets, "ann", 5, now=0.0)
    assert 3 == taken(buckets, "ann", 9, now=1.5)
    assert 5 == taken(buckets, "ann", 9, now=1000.0)


def test_the_wait_ends_when_there_is_a_token_again_and_looking_costs_nothing() -> None:
    buckets = TokenBuckets(2, 0.5)
    assert [0.0] * 9 == [buckets.seconds_until_token("ann", 0.0) for _ in range(9)]
    taken(buckets, "ann", 2, now=0.0)
    assert (2.0, 0.5, 0.0) == tuple(buckets.seconds_until_token("ann", now) for now in (0.0, 1.5, 2.0))


def test_size_0_is_no_limit() -> None:
    buckets = TokenBuckets(0, 0)
    assert 1000 == taken(buckets, "ann", 1000, now=0.0)
    assert (0.0, 0) == (buckets.seconds_until_token("ann", 0.0), len(buckets))


def test_full_buckets_are_forgotten() -> None:
    buckets = TokenBuckets(5, 1)
    for number in range(100):
        buckets.consume(str(number), 0.0)
    buckets.consume("ann", 60.0)
    assert 1 == len(buckets)


def test_however_many_come_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_bucket, "_MOST_KEYS", 50)
    buckets = TokenBuckets(5, 0.001)
    for number in range(1000):
        buckets.consume(str(number), 0.0)
    assert 50 == len(buckets)


@given(st.integers(1, 20), st.floats(0.01, 100), st.lists(st.floats(0, 10), min_size=1, max_size=60))
def test_never_more_than_the_size_and_what_came_back_is_given(
    size: int, rate: float, pauses: list[float]
) -> None:
    buckets, now, given_out = TokenBuckets(size, rate), 0.0, 0
    for pause in pauses:
        now += pause
        given_out += buckets.consume("ann", now)
    assert given_out <= size + now * rate + 1e-6


def test_threads_get_no_more_than_there_is() -> None:
    buckets = TokenBuckets(100, 1)
    with ThreadPoolExecutor(8) as pool:
        assert 100 == sum(pool.map(lambda _: taken(buckets, "ann", 50, 0.0), range(8)))


# Shared by servers

KEY = b"one key for all servers of this test"
NAME = "codes of an address 203.0.113.7"
SLOW = 0.001
"""Tokens a second: none comes back while a test lasts."""

Server = Callable[[], SharedBuckets]


def takes(buckets: SharedBuckets, size: int, name: str = NAME) -> bool:
    return not buckets.seconds_until_token(name, size, SLOW, "consume")


@pytest.fixture
def server(redis: RedisServer) -> Iterator[Server]:
    """Return a function that makes the buckets of one more server."""
    made: list[SharedBuckets] = []

    def one() -> SharedBuckets:
        buckets = open_shared_buckets(redis.url, KEY)
        assert buckets
        made.append(buckets)
        return buckets

    yield one
    for each in made:
        each.close()


@pytest.mark.slow
def test_servers_take_from_one_bucket_and_each_name_has_its_own(server: Server) -> None:
    one, two = server(), server()
    assert [True, True, True, False, False] == [takes(each, 3) for each in (one, two, one, two, one)]
    assert 900 < two.seconds_until_token(NAME, 3, SLOW) <= 1000
    assert 0 == one.seconds_until_token("another", 3, SLOW)
    assert takes(two, 3, "another")


@pytest.mark.slow
def test_redis_has_no_address_and_forgets_a_bucket_when_it_is_full(
    server: Server, redis: RedisServer
) -> None:
    server().seconds_until_token(NAME, 3, 2, "consume")
    with Redis.from_url(redis.url) as client:
        [key] = client.keys()  # type: ignore[misc]
        assert b"203.0.113.7" not in key
        assert 0 < client.pttl(key) <= 500  # type: ignore[operator]


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_while_redis_is_lost_or_silent_each_server_counts_for_itself_and_goes_on_when_it_is_back(
    server: Server, redis: RedisServer, how: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (TokenBuckets(2, SLOW, "codes", server()) for _ in range(2))
    assert here.consume("ann", 0)
    assert redis._process
    if how is signal.SIGKILL:
        redis.stop(how)
    else:
        redis._process.send_signal(how)
    assert [True, True, False] == [there.consume("ann", 0) for _ in range(3)]
    assert [True, False] == [here.consume("ann", 0) for _ in range(2)]
    assert here.seconds_until_token("ann", 0) > 0
    if how is signal.SIGKILL:
        redis.start()
    else:
        redis._process.send_signal(signal.SIGCONT)
    monkeypatch.setattr(token_bucket, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + 60))
    assert [True, True] == [here.consume("ben", 0), there.consume("ben", 0)]
    assert here.seconds_until_token("ben", 0) > 0


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
