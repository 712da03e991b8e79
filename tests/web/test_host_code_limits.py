"""Host codes cannot be tried without end, by whichever way, and the host is not kept from the right one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.web.middleware import rate_limit
from tests.support.backing_services import RedisServer
from tests.support.clients import Clients

HOTSPOT = "203.0.113.7"
LIMITS = {"COMPANION_LIMIT_GUESSES": "2", "COMPANION_LIMIT_REQUESTS_PER_SECOND": "0"}
OF_ADDRESS, OF_ROOM = 6, 200
"""How many wrong codes these limits let an address and a room have at once."""


@pytest.fixture(autouse=True)
def _long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no try come back while a test lasts."""
    monkeypatch.setattr(rate_limit, "_HOST_CODE_SECONDS", 1e6)


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    made = Clients(tmp_path, dict(LIMITS))
    yield made
    made.close()


def open_room(clients: Clients) -> str:
    """Open a room from the hotspot and return its host code."""
    clients.open()
    with clients.browser("host").session_transaction() as session:
        return str(session[f"recovery {clients.code}"])


def send(clients: Clients, who: str, host_code: str, address: str = HOTSPOT, **headers: str) -> TestResponse:
    path, origin = f"/{clients.code}/recover", {"REMOTE_ADDR": address}
    form = {"host_code": host_code}
    return clients.browser(who).post(path, data=form, environ_base=origin, headers=headers)


def statuses(clients: Clients, times: int, address: str = HOTSPOT, who: str = "thief {}") -> list[int]:
    return [send(clients, who.format(n), "wrong", address).status_code for n in range(times)]


def test_one_browser_has_a_few_tries(clients: Clients) -> None:
    open_room(clients)
    assert [403] * 2 + [429] == statuses(clients, 3, who="thief")


def test_new_browsers_of_one_address_have_three_times_as_many_together(clients: Clients) -> None:
    open_room(clients)
    assert [403] * OF_ADDRESS + [429] * 3 == statuses(clients, OF_ADDRESS + 3)
    assert 403 == send(clients, "elsewhere", "wrong", "203.0.113.8").status_code


def test_the_right_code_is_not_counted_and_is_refused_as_well_while_one_has_to_wait(clients: Clients) -> None:
    right = open_room(clients)
    assert [303] * 4 == [send(clients, "ann", right).status_code for _ in range(4)]
    statuses(clients, 2, who="thief")
    assert 429 == send(clients, "thief", right).status_code
    assert 303 == send(clients, "ben", right).status_code


def test_only_a_wrong_host_code_counts_as_one(clients: Clients) -> None:
    """A page of another site could otherwise use up the tries of the host who visits it."""
    right = open_room(clients)
    foreign = [send(clients, "ann", "wrong", Origin="https://evil.example").status_code for _ in range(9)]
    assert [403] * 9 == foreign
    assert 303 == send(clients, "ann", right).status_code


@pytest.mark.slow
def test_strangers_from_many_addresses_find_an_end_and_keep_out_no_address_of_the_room(
    clients: Clients,
) -> None:
    right = open_room(clients)
    clients.browser("ann").get(f"/{clients.code}")
    joined = clients.browser("ann").post(
        f"/{clients.code}/join", data={"name": "Ann"}, environ_base={"REMOTE_ADDR": HOTSPOT}
    )
    assert 303 == joined.status_code
    places = [f"198.51.100.{n}" for n in range(1 + OF_ROOM // OF_ADDRESS)]
    found = [status for place in places for status in statuses(clients, OF_ADDRESS, place, f"{place} {{}}")]
    assert OF_ROOM == found.count(403)
    assert 429 == found[-1] == send(clients, "far", right, "192.0.2.1").status_code
    assert 303 == send(clients, "new phone of the host", right).status_code
    assert 303 == send(clients, "on the laptop", right, "127.0.0.1").status_code
    clients.open()
    assert 403 == send(clients, "far", "wrong", "192.0.2.1").status_code  # another room


@pytest.mark.slow
def test_servers_with_one_redis_count_together(tmp_path: Path, redis: RedisServer) -> None:
    shared = {"COMPANION_REDIS_URL": redis.url, "COMPANION_SECRET_KEY": "one key for both of these servers"}
    shared |= {**LIMITS, "COMPANION_LIMIT_ROOMS_PER_HOUR": "3"}
    shared["COMPANION_DATABASE_URL"] = f"sqlite:///{tmp_path / 'companion.db'}"
    pair = [Clients(tmp_path / name, shared) for name in ("one", "two")]
    try:
        open_room(pair[0])
        pair[1].code = pair[0].code
        wrong = [send(pair[n % 2], f"thief {n}", "wrong").status_code for n in range(OF_ADDRESS + 2)]
        assert [403] * OF_ADDRESS + [429] * 2 == wrong
        from_there = {"environ_base": {"REMOTE_ADDR": "203.0.113.9"}}
        opened = [
            pair[n % 2].browser("another").post("/rooms", data={"game": "good-enough"}, **from_there)
            for n in range(5)
        ]
        assert [303] * 3 + [429] * 2 == [each.status_code for each in opened]
        unknown = [
            pair[n % 2].browser(f"seeker {n}").get("/AAAA", **from_there).status_code for n in range(22)
        ]
        assert [404] * 20 + [429] * 2 == unknown
    finally:
        for each in pair:
            each.close()
