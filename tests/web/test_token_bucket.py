"""Token buckets, for each key by itself, and which addresses have none."""

from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.settings import Limits
from companion.web.middleware import rate_limit
from companion.web.middleware.clients import Client, client_address
from companion.web.middleware.rate_limit import Buckets, Limit, RateLimiter


class Clock:
    """What the buckets take for the time, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(rate_limit, "time", found)
    return found


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
        made += taken_of(limiter, limiter.codes, "", 10, "10.0.0.1")
    assert codes / made > 24 * 4


@pytest.mark.parametrize("client", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "", None])
def test_this_computer_is_no_address(client: str | None) -> None:
    assert "" == client_address(client)


def test_an_address_of_ipv6_is_its_network_and_one_of_ipv4_is_itself() -> None:
    assert "192.168.1.7" == client_address("192.168.1.7") == client_address("::ffff:192.168.1.7")
    assert "2001:db8::/64" == client_address("2001:db8::1") == client_address("2001:db8::2:3")
    assert "fe80::/64" == client_address("fe80::1%eth0")


def test_only_so_many_addresses_of_members_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_MOST_KNOWN", 100)
    limiter = RateLimiter(Limits())
    for number in range(101):
        limiter.add_member_address("AB23", f"10.0.0.{number}")
    asked = [("AB23", 0), ("AB23", 1), ("AB23", 100), ("CD45", 100)]
    found = [limiter._has_member_nearby(Client("", f"10.0.0.{each}"), code, None) for code, each in asked]
    assert [False, True, True, False] == found
