"""Token buckets: tokens are spent and refilled, for each key by itself."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.middleware import token_bucket
from companion.web.middleware.token_bucket import TokenBuckets


def taken(buckets: TokenBuckets, key: str, times: int, now: float) -> int:
    return sum(buckets.consume(key, now) for _ in range(times))


def test_a_full_bucket_gives_its_size_at_once_and_then_nothing() -> None:
    assert 5 == taken(TokenBuckets(5, 1), "ann", 9, now=100.0)


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
    got: list[int] = []
    threads = [threading.Thread(target=lambda: got.append(taken(buckets, "ann", 50, 0.0))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 100 == sum(got)
