"""One client cannot take the evening down, nor find a room by trying codes; and others do not notice.

The server believes a proxy on its own computer about where a request comes from; these tests are one.
"""

import contextlib
import http.client
import random
import time
from collections.abc import Callable, Iterator
from typing import cast

import pytest

from companion.config.settings import Limits
from companion.storage.event_store import CODE_LENGTH, LETTERS, EventStore
from companion.web.middleware.clients import Client
from companion.web.middleware.rate_limit import RateLimiter
from tests.support.guest import Answer, Guest, error_message
from tests.support.server import Server

Start = Callable[..., Server]
HOTSPOT, ELSEWHERE = "203.0.113.7", "198.51.100.9"
SEARCHING = "Too many codes were tried that no room has: try again in "


class Phone(Guest):
    """A browser that comes from a certain address."""

    def __init__(self, server: Server, address: str = HOTSPOT, *, forgets: bool = False) -> None:
        super().__init__(server.url)
        self.address = address
        self._forgets = forgets

    def _send(self, path: str, data: bytes | None, headers: dict[str, str]) -> Answer:
        if self._forgets:
            self._opener = Guest(self.base)._opener
        return super()._send(path, data, {"X-Forwarded-For": self.address, **headers})


@pytest.fixture
def limited(start_server: Start, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Server]]:
    """Start a server with these limits."""

    def start(**limits: int) -> Server:
        return start_server(environ={f"COMPANION_LIMIT_{name.upper()}": str(n) for name, n in limits.items()})

    return start


def unused_code() -> str:
    """Draw a code that no room has: the code of a room has a digit."""
    return "".join(random.choices(LETTERS, k=CODE_LENGTH))


def opened(server: Server) -> Guest:
    host = Guest(server.url)
    host.start_room()
    return host


def guess_until_refused(guest: Guest, most: int = 300) -> int:
    """Try codes that no room has, and return how many were answered."""
    for tried in range(most):
        if guest.ask(f"/{unused_code()}").status == 429:
            return tried
    return most


def test_a_phone_that_tries_codes_is_told_to_wait_also_for_the_right_one(server: Server) -> None:
    code = opened(server).code
    thief = Phone(server, "203.0.113.1")
    thief.ask("/")  # takes a cookie
    assert 10 == guess_until_refused(thief)
    answer = thief.ask(f"/{code}")
    assert 429 == answer.status
    assert error_message(answer).startswith(SEARCHING)
    assert 0 < int(answer.headers["Retry-After"]) <= 6
    for path in (f"/join?code={code}", f"/{code}/tv", f"/{code}/stream", f"/{code}/host"):
        assert 429 == thief.ask(path).status, path


@pytest.mark.parametrize(
    "path", ["/{}", "/join?code={}", "/{}/tv", "/{}/stream", "/{}/host", "/{}/evening.json"]
)
def test_every_way_to_try_a_code_counts(server: Server, path: str) -> None:
    thief = Phone(server, f"203.0.113.{50 + len(path)}")
    thief.ask("/")
    statuses = [thief.ask(path.format(unused_code())).status for _ in range(14)]
    assert [404] * 10 + [429] * 4 == statuses


def test_who_searches_slows_down_no_phone_of_the_party_behind_the_same_hotspot(server: Server) -> None:
    host = opened(server)
    ann = Phone(server)
    ann.join(host.code, "Ann")
    thief, since = Phone(server, forgets=True), time.monotonic()
    tried = guess_until_refused(thief)
    assert (
        100 <= tried <= 101 + (time.monotonic() - since) * 10 / 6
    )  # an address gets ten guesses in six seconds
    assert 200 == ann.page().status
    late = Phone(server)
    assert 200 == late.ask(f"/{host.code}").status
    assert 200 == late.join(host.code, "Late").status
    assert 200 == Phone(server).ask(f"/join?code={host.code}").status
    elsewhere = opened(server).code  # a room in which nobody from there plays
    guess_until_refused(thief)  # the guesses that came back meanwhile
    assert 429 == thief.ask(f"/{elsewhere}").status


def test_one_address_can_open_so_many_rooms_an_hour_and_this_computer_any(
    limited: Callable[..., Server],
) -> None:
    server = limited(rooms_per_hour=3)
    phones = [Phone(server, ELSEWHERE) for _ in range(4)]
    assert [200, 200, 200, 429] == [phone.start_room().status for phone in phones]
    assert error_message(phones[3].start_room()).startswith(
        "Too many rooms were opened from here: try again in 20 min"
    )
    assert 429 == phones[3].ask("/demo", {}).status
    assert 200 == Phone(server).start_room().status
    assert [200] * 5 == [Guest(server.url).start_room().status for _ in range(5)]


@pytest.mark.slow
def test_a_room_takes_so_many_players_and_those_who_are_in_stay(limited: Callable[..., Server]) -> None:
    server = limited(players=2)
    host = opened(server)
    ann, ben, cid = (Guest(server.url) for _ in range(3))
    assert [200, 200, 422] == [
        each.join(host.code, name).status for each, name in ((ann, "A"), (ben, "B"), (cid, "C"))
    ]
    assert "The room is full: it has 2 players" == error_message(cid.join(host.code, "C"))
    assert 422 == host.ask(f"/{host.code}/host/add", {"name": "D"}).status
    assert 422 == host.ask(f"/{host.code}/host/bot", {}).status
    assert 200 == ann.join(host.code, "A").status


def test_a_flood_from_one_address_is_slowed_and_its_places_come_free(limited: Callable[..., Server]) -> None:
    server = limited(players=70)
    host = opened(server)
    began, flood = time.monotonic(), [Phone(server).join(host.code, f"Bot {n}") for n in range(200)]
    most = 41 + (time.monotonic() - began) / 3  # 20 a minute
    refused = [answer for answer in flood if answer.status == 422]
    assert 40 <= 200 - len(refused) <= most < 70
    assert error_message(refused[0]).startswith("Many have just joined from here: try again in ")
    assert 'value="Bot 199"' in flood[-1].text
    assert 200 == Phone(server, ELSEWHERE).join(host.code, "Ann").status

    assert 200 == host.ask(f"/{host.code}/host/lock", {"locked": "crowd"}).status
    crowd = [Phone(server).join(host.code, f"Bot {n}").status for n in range(len(refused))]
    assert 422 == Phone(server, ELSEWHERE).join(host.code, "Ben").status
    for seat in range(1, 201 - len(refused)):
        assert 200 == host.ask(f"/{host.code}/host/remove", {"seat": seat}).status
    assert 200 in crowd
    assert 200 == Phone(server, ELSEWHERE).join(host.code, "Ben").status
    assert 200 == Phone(server).join(host.code, "Cid").status


@pytest.mark.slow
def test_a_phone_that_asks_without_pause_is_slowed_down_alone(limited: Callable[..., Server]) -> None:
    server = limited(requests_per_second=2)
    host = opened(server)
    ann, mad = Phone(server), Phone(server)
    ann.join(host.code, "Ann")
    mad.join(host.code, "Mad")
    answers = [mad.page() for _ in range(40)]
    assert {200, 429} == {answer.status for answer in answers}
    assert "That was too much at once: wait a moment and try again" == error_message(
        next(answer for answer in answers if answer.status == 429)
    )
    assert 200 == ann.page().status


def test_a_thousand_guests_behind_one_address_join_and_follow_within_the_default_limits() -> None:
    limiter, store = RateLimiter(Limits()), cast(EventStore, None)
    for number in range(1000):
        for device in ["", "", f"guest {number}", f"guest {number}"]:
            limiter.check_request(Client(device, HOTSPOT), "", store)  # raises if it is one too many
        assert limiter.streams.take(HOTSPOT)
        assert all(limiter.connections.take(HOTSPOT) for _ in range(5))


def open_stream(server: Server, code: str, address: str) -> tuple[http.client.HTTPResponse, int, bytes]:
    """Open a stream; it stays open as long as somebody holds its answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.request("GET", f"/{code}/stream", headers={"X-Forwarded-For": address})
    answer = connection.getresponse()
    if answer.status == 200:
        return answer, 200, b""
    with contextlib.closing(connection):
        return answer, answer.status, answer.read()


@pytest.mark.slow
def test_streams_are_limited_in_all_and_for_each_address_and_closed_ones_make_room(
    limited: Callable[..., Server],
) -> None:
    server = limited(streams=5, streams_per_address=3)
    code = opened(server).code
    places = [HOTSPOT] * 4 + [ELSEWHERE] * 3
    lines = [open_stream(server, code, place) for place in places]
    assert [200, 200, 200, 503, 200, 200, 503] == [status for _, status, _ in lines]
    assert {b"", b"Too many screens follow already: this one can only be reloaded"} == {
        text for *_, text in lines
    }
    for answer, *_ in lines:
        answer.close()
    for _ in range(50):
        answer, status, _ = open_stream(server, code, HOTSPOT)
        answer.close()
        if status == 200:
            break
    assert 200 == status


@pytest.mark.slow
def test_pages_without_a_cookie_are_limited_for_an_address_and_its_phones_play_on(
    limited: Callable[..., Server],
) -> None:
    server = limited(requests_per_second=1)
    host = opened(server)
    ann = Phone(server)
    ann.join(host.code, "Ann")
    flood = Phone(server, forgets=True)
    assert 429 in {flood.ask("/healthz").status for _ in range(130)}
    assert 429 in {flood.ask("/").status for _ in range(20)}  # one more may pass every tenth of a second
    assert 200 == ann.page().status
    assert 200 == Phone(server, ELSEWHERE).ask("/").status
