"""The buckets in Redis: servers count together, nothing can be read there, and a lost Redis stops nobody."""

import signal
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from redis import Redis

from companion.web.middleware import token_bucket
from companion.web.middleware.token_bucket import SharedBuckets, TokenBuckets, open_shared_buckets
from tests.support.backing_services import RedisServer

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
    later = SimpleNamespace(monotonic=lambda: time.monotonic() + 60)
    monkeypatch.setattr(token_bucket, "time", later)
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
