"""One client cannot take the evening down, nor find a code by trying; and others do not notice."""

import contextlib
import http.client
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest
from werkzeug.test import TestResponse

from companion.config.settings import Limits
from companion.room.events import Event, PlayerLeft, PlayerReturned, Seat
from companion.room.state import Room
from companion.storage.event_store import CODE_LENGTH, LETTERS, EventStore
from companion.web.execute import execute
from companion.web.middleware.clients import Client, client_address
from companion.web.middleware.rate_limit import RateLimiter
from companion.web.services import Services
from tests.support.backing_services import RedisServer
from tests.support.clients import HOTSPOT, Clients, ask
from tests.support.determinism import Determinism
from tests.support.guest import Guest
from tests.support.page_forms import page_forms, page_text
from tests.support.server import Server

ELSEWHERE, FAR = "198.51.100.9", "192.0.2.1"
SEARCHING = "Too many codes were tried that no room has: try again in "
OF_ADDRESS, OF_ROOM = 6, 18
"""How many wrong host codes an address and a room have at once where a browser has two."""

Limited = Callable[..., Clients]


@pytest.fixture
def limited(tmp_path: Path, clocks: Determinism) -> Iterator[Limited]:
    """Return a function that starts an application with these limits, and opens a room; time stands still."""
    assert clocks
    with ExitStack() as stack:

        def start(**limits: int) -> Clients:
            limits = {"requests_per_second": 0, **limits}
            named = {f"COMPANION_LIMIT_{name.upper()}": str(number) for name, number in limits.items()}
            clients = Clients(tmp_path, named)
            stack.callback(clients.close)
            clients.open()
            return clients

        yield start


def unused_code() -> str:
    """Draw a code that no room has: the code of a room has a digit."""
    return "".join(random.choices(LETTERS, k=CODE_LENGTH))


def guess(clients: Clients, who: str, times: int, address: str = HOTSPOT, path: str = "/{}") -> list[int]:
    return [ask(clients, who, path.format(unused_code()), None, address).status_code for _ in range(times)]


def join(clients: Clients, who: str, name: str, address: str = HOTSPOT) -> TestResponse:
    if who != "new":  # or its cookie is forgotten
        ask(clients, who, f"/{clients.code}", None, address)
    return ask(clients, who, f"/{clients.code}/join", {"name": name, "redirect": "yes"}, address)


# Codes of rooms


def test_a_phone_that_tries_codes_has_to_wait_also_for_the_right_one(limited: Limited) -> None:
    clients = limited()
    ask(clients, "thief", "/")
    assert [404] * 10 + [429] == guess(clients, "thief", 11)
    for path in ("/{}", "/join?code={}", "/tv?code={}", "/{}/tv", "/{}/host"):
        answer = ask(clients, "thief", path.format(clients.code))
        assert 429 == answer.status_code, path
        assert SEARCHING in page_text(answer.text)
        assert 0 < int(answer.headers["Retry-After"]) <= 6


@pytest.mark.parametrize(
    "path", ["/{}", "/join?code={}", "/tv?code={}", "/{}/tv", "/{}/host", "/{}/evening.json"]
)
def test_every_way_to_try_a_code_counts(limited: Limited, path: str) -> None:
    clients = limited()
    ask(clients, "thief", "/")
    assert [404] * 10 + [429] * 2 == guess(clients, "thief", 12, path=path)


def test_a_stream_counts_as_a_code_too(server: Server) -> None:
    thief = Guest(server.url)
    thief.ask("/")
    elsewhere = {"X-Forwarded-For": "203.0.113.77"}
    status = [thief.ask(f"/{unused_code()}/stream", headers=elsewhere).status for _ in range(11)]
    assert [404] * 10 + [429] == status


def test_who_searches_slows_down_no_phone_of_the_party_behind_the_same_hotspot(limited: Limited) -> None:
    clients = limited()
    join(clients, "Ann", "Ann")
    assert [404] * 100 + [429] * 20 == guess(clients, "new", 120)  # an address has ten times as many
    assert 200 == ask(clients, "Ann", f"/{clients.code}").status_code
    assert 303 == join(clients, "late", "Late").status_code
    assert 303 == ask(clients, "new", f"/join?code={clients.code}").status_code
    clients.open()  # a room in which nobody from there plays
    assert 429 == ask(clients, "new", f"/{clients.code}").status_code


# Events


def come_and_go(clients: Clients, who: str, times: int) -> list[TestResponse]:
    return [
        ask(clients, who, f"/{clients.code}/{('leave', 'back')[number % 2]}", {}) for number in range(times)
    ]


def test_one_player_stores_so_much_at_once_and_a_minute_and_nobody_else_waits(
    limited: Limited, clocks: Determinism
) -> None:
    clients = limited(events=2)
    for name in ("Ann", "Ben", "Cyd"):
        join(clients, name, name)
    assert 303 == clients.host("begin").status_code
    for _ in range(30):  # this changes nothing, and is not stored
        ask(clients, "Ann", f"/{clients.code}/back", {})
    tries = come_and_go(clients, "Ann", 30)
    assert [303] * 20 + [422, 303] * 5 == [attempt.status_code for attempt in tries]
    assert 20 == sum(isinstance(entry.event, PlayerLeft | PlayerReturned) for entry in clients.room.entries())
    typed = ask(clients, "Ann", f"/{clients.code}/number", {"at": "1.1", "number": "87"})
    assert 422 == typed.status_code
    assert "That was more than a game needs: try again in 30 seconds" in page_text(typed.text)
    assert 'value="87"' in typed.text
    assert [303] == [each.status_code for each in come_and_go(clients, "Ben", 1)]
    assert {303} == {clients.host("rename", seat=1, name=f"Ann {number}").status_code for number in range(30)}
    clocks.wait(60)
    assert [303, 303, 422] == [each.status_code for each in come_and_go(clients, "Ann", 3)]


def test_an_event_counts_once_also_where_another_process_writes_first(limited: Limited) -> None:
    clients = limited(events=1)
    for name in ("Ann", "Ben"):
        join(clients, name, name)
    ann, tried = clients.fingerprint("Ann"), []
    other = EventStore(Services.of(clients.app).store.engine, lambda *_: None)

    def turn(room: Room, seat: Seat) -> Event:
        return PlayerReturned(seat=seat) if room.seats[seat].away else PlayerLeft(seat=seat)

    def decide(room: Room) -> Event:
        tried.append(room.version)
        if len(tried) % 2:
            other.execute(room.code, "", lambda room: turn(room, "2"))
        return turn(room, "1")

    for _ in range(10):
        with clients.app.test_request_context(environ_base={"REMOTE_ADDR": HOTSPOT}):
            execute(clients.code, ann, decide)
    assert 20 == len(tried)
    assert 422 == come_and_go(clients, "Ann", 1)[0].status_code


def test_who_drops_the_cookie_each_time_stores_only_what_an_address_may(limited: Limited) -> None:
    clients = limited(events=1)
    join(clients, "Ann", "Ann", ELSEWHERE)
    claims = []
    for number in range(60):
        ask(clients, f"thief {number}", f"/{clients.code}")
        claims.append(ask(clients, f"thief {number}", f"/{clients.code}/claim", {"seat": "1"}).status_code)
        claims.append(ask(clients, f"thief {number}", f"/{clients.code}/withdraw", {}).status_code)
    assert [303] * 100 + [422, 409] * 10 == claims
    assert 303 == ask(clients, "Ann", f"/{clients.code}/leave", {}, ELSEWHERE).status_code


# Rooms and players


def test_one_address_can_open_so_many_rooms_an_hour_and_this_computer_any(limited: Limited) -> None:
    clients, game = limited(rooms_per_hour=3), {"game": "good-enough"}
    found = [ask(clients, "new", "/rooms", dict(game)) for _ in range(4)]
    assert [303, 303, 303, 429] == [each.status_code for each in found]
    assert "Too many rooms were opened from here: try again in 2" in page_text(found[3].text)
    assert 429 == ask(clients, "new", "/demo", {}).status_code
    assert 303 == ask(clients, "new", "/rooms", dict(game), ELSEWHERE).status_code
    assert [303] * 5 == [ask(clients, "new", "/rooms", dict(game), "127.0.0.1").status_code for _ in range(5)]


def test_a_room_takes_so_many_players_and_those_who_are_in_stay(limited: Limited) -> None:
    clients = limited(players=2)
    answers = [join(clients, name, name) for name in "ABC"]
    assert [303, 303, 422] == [answer.status_code for answer in answers]
    assert "The room is full: it has 2 players" in page_text(answers[2].text)
    assert 422 == clients.host("add", name="D").status_code
    assert 422 == clients.host("bot").status_code
    assert 303 == join(clients, "A", "A").status_code


def test_a_flood_from_one_address_is_slowed_and_its_places_come_free(limited: Limited) -> None:
    clients = limited(players=70)
    flood = [join(clients, "new", f"Bot {number}") for number in range(60)]
    refused = [answer for answer in flood if answer.status_code == 422]
    assert 20 == len(refused)
    assert "Many have just joined from here: try again in " in page_text(refused[0].text)
    assert 'value="Bot 59"' in flood[-1].text
    assert 303 == join(clients, "Ann", "Ann", ELSEWHERE).status_code
    assert 303 == clients.host("letin", all="yes").status_code
    crowd = [join(clients, "new", f"Bot {number}").status_code for number in range(30)]
    assert (303, 422) == (crowd[0], crowd[-1])
    assert 422 == join(clients, "Ben", "Ben", ELSEWHERE).status_code
    clients.host("remove", seat=1)
    assert 303 == join(clients, "Ben", "Ben", ELSEWHERE).status_code


# Requests and streams


def test_where_a_crowd_was_sent_away_four_a_minute_may_come_and_a_browser_waits_for_no_program(
    limited: Limited, clocks: Determinism
) -> None:
    clients = limited()
    clients.host("letin", all="yes")
    path = f"/{clients.code}/join"
    for number in range(12):
        ask(clients, "new", path, {"name": f"Bot {number}"})
    forms = page_forms(clients.ask("host", "host/people").text).values()
    form = next(each_form for each_form in forms if each_form.action.endswith("/crowd"))
    assert 303 == clients.host("crowd", **dict(form.fields)).status_code
    status_codes = [ask(clients, "new", path, {"name": f"Bot {number}"}).status_code for number in range(6)]
    assert [200] * 4 + [422] * 2 == status_codes
    assert [303] * 4 + [422] == [join(clients, name, name).status_code for name in "ABKLM"]
    assert 303 == join(clients, "Eve", "Eve", ELSEWHERE).status_code
    clocks.wait(60)
    assert [303] * 4 + [422] == [join(clients, name, name).status_code for name in "CDFGH"]
    clients.restart()
    assert 8 == [join(clients, f"{n}", f"{n}").status_code for n in range(12)].count(422)
    clients.host("lock", locked="yes")
    assert 303 == clients.host("letin", all="yes").status_code
    assert clients.room.locked
    clients.host("lock", locked="no")
    assert [303] * 9 == [join(clients, f"again {n}", f"G{n}").status_code for n in range(9)]


def test_whoever_asks_without_pause_is_slowed_down_alone(limited: Limited) -> None:
    clients = limited(requests_per_second=2)
    for name in ("Ann", "Mad"):
        join(clients, name, name)
    answers = [ask(clients, "Mad", f"/{clients.code}") for _ in range(40)]
    assert {200, 429} == {answer.status_code for answer in answers}
    assert "That was too much at once: wait a moment and try again" in page_text(answers[-1].text)
    assert 429 in {ask(clients, "new", "/healthz").status_code for _ in range(210)}
    assert 429 in {ask(clients, "new", "/").status_code for _ in range(20)}
    assert 200 == ask(clients, "Ann", f"/{clients.code}").status_code
    assert 200 == ask(clients, "new", "/", None, ELSEWHERE).status_code


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
    start_server: Callable[..., Server],
) -> None:
    limits = {"COMPANION_LIMIT_STREAMS": "7", "COMPANION_LIMIT_STREAMS_PER_ADDRESS": "3"}
    server = start_server(environ=limits)
    host = Guest(server.url)
    host.start_room()
    greedy = [HOTSPOT] * 4 + [ELSEWHERE] * 3
    lines = [open_stream(server, host.code, place) for place in [*greedy, FAR, FAR, "127.0.0.1"]]
    assert [200, 200, 200, 503, 200, 200, 503, 200, 503, 200] == [status for _, status, _ in lines]
    assert {b"", b"Too many screens follow already: this one can only be reloaded"} == {
        text for *_, text in lines
    }
    for answer, *_ in lines:
        answer.close()
    for _ in range(50):
        answer, status, _ = open_stream(server, host.code, HOTSPOT)
        answer.close()
        if status == 200:
            break
    assert 200 == status


def test_a_home_with_many_networks_opens_what_one_address_may_and_a_venue_as_many() -> None:
    for networks in ([f"2001:db8:0:{number:x}::1" for number in range(12)], [HOTSPOT]):
        streams = RateLimiter(Limits()).streams
        tried = [streams.take(client_address(network), "OWN1") for network in networks for _ in range(2000)]
        assert 1500 == sum(tried)


@pytest.mark.slow
def test_who_opens_a_room_takes_the_last_streams_from_no_other_room_and_none_from_the_laptop(
    start_server: Callable[..., Server],
) -> None:
    limits = {"COMPANION_LIMIT_STREAMS": "80", "COMPANION_LIMIT_STREAMS_PER_ADDRESS": "0"}
    server = start_server(environ=limits)
    hosts = [Guest(server.url) for _ in range(2)]
    for host in hosts:
        host.start_room()
    own, other = (host.code for host in hosts)
    homes = [f"2001:db8:{number:x}::1" for number in range(8)]

    def opened(code: str, address: str, times: int) -> int:
        member = {"X-Forwarded-For": address}
        visitor = Guest(server.url)
        visitor.ask(f"/{code}", headers=member)
        assert 200 == visitor.ask(f"/{code}/join", {"name": f"A{address}"}, member).status
        tried = [open_stream(server, code, address) for _ in range(times)]
        lines.extend(tried)
        return sum(status == 200 for _, status, _ in tried)

    lines: list[tuple[http.client.HTTPResponse, int, bytes]] = []
    assert 72 == sum(opened(own, home, 41) for home in homes)
    assert [4, 2, 1] == [opened(other, address, 5) for address in (HOTSPOT, ELSEWHERE, FAR)]
    assert 3 == opened(own, "127.0.0.1", 3)
    for answer, *_ in lines:
        answer.close()


# Host codes


@pytest.fixture
def guarded(limited: Limited) -> Clients:
    """An application in which a browser has two tries."""
    return limited(guesses=2)


def right_code(clients: Clients) -> str:
    with clients.browser("host").session_transaction() as session:
        return str(session["host code"][1])


def recover(clients: Clients, who: str, host_code: str = "wrong", address: str = HOTSPOT) -> int:
    return ask(clients, who, f"/{clients.code}/recover", {"host_code": host_code}, address).status_code


def test_one_browser_has_a_few_tries(guarded: Clients) -> None:
    right = right_code(guarded)
    assert [303] * 4 == [recover(guarded, "ann", right) for _ in range(4)]  # the right one is not counted
    assert [403] * 2 + [429] == [recover(guarded, "thief") for _ in range(3)]
    assert 429 == recover(guarded, "thief", right)
    assert 303 == recover(guarded, "ben", right)


def test_new_browsers_of_one_address_have_three_times_as_many_together(guarded: Clients) -> None:
    assert [403] * OF_ADDRESS + [429] * 3 == [recover(guarded, "new") for _ in range(OF_ADDRESS + 3)]
    assert 403 == recover(guarded, "new", address=ELSEWHERE)


def test_a_form_of_another_site_does_not_use_up_the_tries_of_the_host_who_visits_it(guarded: Clients) -> None:
    path, foreign = f"/{guarded.code}/recover", {"Origin": "https://evil.example"}
    data = {"host_code": "wrong"}
    status_codes = [
        guarded.browser("ann").post(path, data=data, headers=foreign).status_code for _ in range(9)
    ]
    assert [403] * 9 == status_codes
    assert 303 == recover(guarded, "ann", right_code(guarded))


def test_strangers_from_many_addresses_find_an_end_and_keep_out_no_address_of_the_room(
    guarded: Clients, clocks: Determinism
) -> None:
    right = right_code(guarded)
    assert 303 == join(guarded, "ann", "Ann").status_code
    places = [f"198.51.100.{number}" for number in range(1 + OF_ROOM // OF_ADDRESS)]
    found = [recover(guarded, "new", address=place) for place in places for _ in range(OF_ADDRESS)]
    assert OF_ROOM == found.count(403)
    assert 429 == found[-1] == recover(guarded, "far", right, FAR)
    clocks.wait(1)
    assert [403, 429] == [recover(guarded, "far", typed, FAR) for typed in ("wrong", right)]
    assert 303 == recover(guarded, "new phone of the host", right)
    assert 303 == recover(guarded, "on the laptop", right, "127.0.0.1")
    guarded.open()
    assert 403 == recover(guarded, "far", address=FAR)  # another room


@pytest.mark.slow
def test_servers_with_one_redis_count_together(tmp_path: Path, redis: RedisServer) -> None:
    shared = {"COMPANION_REDIS_URL": redis.url, "COMPANION_SECRET_KEY": "one key for both of these servers"}
    shared |= {"COMPANION_LIMIT_GUESSES": "2", "COMPANION_LIMIT_ROOMS_PER_HOUR": "3"}
    shared["COMPANION_DATABASE_URL"] = f"sqlite:///{tmp_path / 'companion.db'}"
    with ExitStack() as stack:
        pair = [Clients(tmp_path / name, shared) for name in ("one", "two")]
        for each in pair:
            stack.callback(each.close)
        pair[0].open()
        pair[1].code = pair[0].code
        wrong = [recover(pair[number % 2], "new") for number in range(OF_ADDRESS + 2)]
        assert [403] * OF_ADDRESS + [429] * 2 == wrong
        game: dict[str, object] = {"game": "good-enough"}
        opened = [ask(pair[n % 2], "new", "/rooms", dict(game), ELSEWHERE).status_code for n in range(5)]
        assert [303] * 3 + [429] * 2 == opened
        unknown = [ask(pair[n % 2], "new", "/AAAA", None, ELSEWHERE).status_code for n in range(22)]
        assert [404] * 20 + [429] * 2 == unknown
