"""A server behind nginx and Caddy, with the settings in .github/deploy."""

import gzip
import http.client
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError

import pytest

from tests.support.backing_services import Postgres, RedisServer, until
from tests.support.guest import Guest
from tests.support.proxies import DEPLOY, NAME, Caddy, Nginx, ProxiedGuest, Proxy, Screen
from tests.support.server import Server

pytestmark = pytest.mark.slow

Through = Callable[..., Proxy]


@pytest.fixture(params=[Nginx, Caddy], ids=lambda proxy: proxy.name)
def through(request: pytest.FixtureRequest) -> Iterator[Through]:
    """Return a function that starts a proxy for the servers on these ports."""
    started: list[Proxy] = []

    def start(*ports: int) -> Proxy:
        started.append(request.param(*ports))
        started[-1].check()
        started[-1].start()
        return started[-1]

    yield start
    for each in started:
        each.remove()


@pytest.fixture
def proxy(through: Through, start_server: Callable[..., Server]) -> Iterator[Proxy]:
    """Start a server and a proxy in front of it; the server must log no error."""
    server = start_server("--url", f"https://{NAME}")
    yield through(server.port)
    assert server.errors() == ""


def gather(proxy: Proxy) -> tuple[Guest, list[ProxiedGuest]]:
    """Open a room, let three players join, and start a game of three rounds."""
    host, guests = ProxiedGuest(proxy), [ProxiedGuest(proxy) for _ in range(3)]
    host.start_room(rounds=3)
    for guest, name in zip(guests, ("Ann", "Ben", "Cid"), strict=True):
        assert guest.ask(host.invitation()).status == 200
        assert guest.join(host.code, name).status == 200
    assert host.begin(rounds=3).status == 200
    return host, guests


def test_the_proxy_names_requests_and_phones_do_not_and_metrics_are_not_for_them(proxy: Proxy) -> None:
    given = {"X-Request-ID": "mine"}
    one, other = (ProxiedGuest(proxy).ask(path, headers=given) for path in ("/nowhere", "/metrics"))
    assert [404, 404] == [one.status, other.status]
    named = {answer.headers["X-Request-ID"] for answer in (one, other)}
    assert len(named) == 2
    assert all(re.fullmatch(r"[0-9a-f-]{32,36}", each) for each in named)


def header(screen: Screen, name: str) -> list[str]:
    return screen.headers.get_all(name, [])


def test_a_round_is_played_and_each_number_is_on_all_screens_before_the_next(proxy: Proxy) -> None:
    host, guests = gather(proxy)
    accepted = ("gzip", "gzip, deflate, br", "identity")
    screens = [guest.follow("phone", each) for guest, each in zip(guests, accepted, strict=True)]
    for number in (1, 2, 3):
        for guest in guests:
            assert guest.send(number).status == 200
            for screen in screens:
                screen.reach(host.version())
    assert [["gzip"], ["gzip"], []] == [header(screen, "Content-Encoding") for screen in screens]
    assert all(["no-store, no-transform"] == header(screen, "Cache-Control") for screen in screens)
    record = json.loads(host.page("/game-1.json").text)
    assert [{"Ann": n, "Ben": n, "Cid": n} for n in (1, 2, 3)] == [each["plays"] for each in record["rounds"]]


def test_without_tls_it_answers_with_the_address_that_has_it(proxy: Proxy) -> None:
    plain = http.client.HTTPConnection("127.0.0.1", proxy.plain_port, timeout=10)
    plain.request("GET", "/K7QF?from=poster", headers={"Host": NAME})
    answer = plain.getresponse()
    plain.close()
    assert answer.status in {301, 308}
    assert (answer.headers["Location"] or "").startswith(f"https://{NAME}")
    assert (answer.headers["Location"] or "").endswith("/K7QF?from=poster")


def test_a_server_that_is_lost_is_passed_over_at_once(
    through: Through, start_server: Callable[..., Server]
) -> None:
    server, lost = (start_server("--url", f"https://{NAME}") for _ in range(2))
    guest = ProxiedGuest(through(lost.port, server.port))
    lost.kill()
    assert [200] * 8 == [guest.ask("/").status for _ in range(8)]


def test_servers_are_restarted_one_after_the_other_and_nothing_is_refused_or_stored_twice(
    through: Through, start_server: Callable[..., Server], postgres: Postgres, redis: RedisServer
) -> None:
    environ = {"COMPANION_DATABASE_URL": postgres.database(), "COMPANION_SECRET_KEY": "k" * 32}
    environ |= {"COMPANION_REDIS_URL": redis.url, "COMPANION_LIMIT_JOINS": "0"}
    servers = [start_server("--url", f"https://{NAME}", environ=environ) for _ in range(2)]
    proxy = through(*(server.port for server in servers))
    host, _ = gather(proxy)
    invitation = host.invitation()
    ended, opened, answers, away = threading.Event(), list[int](), list[int](), list[float]()

    def join() -> None:
        while not ended.is_set():
            guest = ProxiedGuest(proxy)
            opened.append(guest.ask(invitation).status)
            answers.append(guest.join(host.code, f"G{len(answers)}").status)
            ended.wait(0.1)

    def follow() -> None:
        lost = time.monotonic()
        while not ended.is_set():
            screen = host.follow("tv", "identity")
            away.append(time.monotonic() - lost)
            while not ended.is_set() and screen.read():
                pass
            screen.close()
            lost = time.monotonic()
            time.sleep(0.25)  # as a page does

    working = [threading.Thread(target=each) for each in (join, follow)]
    for each in working:
        each.start()
    try:
        for server in servers:
            server.stopping()
            server.start()
            time.sleep(3)  # until the proxy has taken note
    finally:
        ended.set()
        host.join(host.code, "Zoe")  # so that the stream has something to say
        for each in working:
            each.join()
        for server in servers:
            server.kill()  # it has nobody left to wait for
    assert {200} == {*opened, *answers}
    assert len(answers) > 20
    stored = "SELECT count(*) FROM act WHERE what LIKE '%\"joined\"%'"
    assert len(answers) + 4 == postgres.ask(stored, environ["COMPANION_DATABASE_URL"].rpartition("/")[2])
    assert 2 <= len(away) <= 4  # once for each server that had the stream, and no attempt failed


def test_where_no_server_answers_a_page_says_so_and_opens_the_same_address_again(
    through: Through, start_server: Callable[..., Server]
) -> None:
    server = start_server("--url", f"https://{NAME}")
    guest = ProxiedGuest(through(server.port))
    guest.start_room()
    server.kill()
    for form in (None, {"number": "3"}):
        answer = guest.ask(f"/{guest.code}/number", form)
        assert (503, "4", "no-store") == (
            answer.status,
            answer.headers["Retry-After"],
            answer.headers["Cache-Control"],
        )
        assert (DEPLOY / "away.html").read_text() == answer.text
    assert '<meta http-equiv="refresh" content="4">' in answer.text
    server.start()
    until(lambda: guest.page("/host").status == 200, "it stays away")


def test_pages_are_compressed_once_if_the_browser_accepts_it(proxy: Proxy) -> None:
    host, (ann, *_) = gather(proxy)
    for path in ("/", f"/{host.code}", f"/{host.code}/tv", "/static/live.js"):
        for accepted, expected in (("gzip", ["gzip"]), ("identity", [])):
            with ann.fetch(path, Accept_Encoding=accepted) as answer:
                body = answer.read()
                assert expected == answer.headers.get_all("Content-Encoding", [])
            plain = gzip.decompress(body) if expected else body
            assert plain.startswith((b"<!doctype html>", b"//"))


def test_a_screen_that_is_closed_is_closed_at_the_server_too(
    through: Through, start_server: Callable[..., Server]
) -> None:
    server = start_server("--url", f"https://{NAME}", environ={"COMPANION_LIMIT_STREAMS": "1"})
    guest = ProxiedGuest(through(server.port))
    guest.start_room()

    def can_follow() -> bool:
        try:
            guest.follow("watch", "gzip").close()
        except HTTPError as error:
            error.close()
            return False
        return True

    for _ in range(4):
        until(can_follow, "the stream before is still open", patience=10)  # a heartbeat would find out later


class _Mirror(BaseHTTPRequestHandler):
    """Answers with the headers of the request."""

    server: "_MirrorServer"

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers["Host"]))
        time.sleep(self.server.takes)
        body = json.dumps(dict(self.headers)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class _MirrorServer(ThreadingHTTPServer):
    request_queue_size = 128

    def __init__(self, port: int = 0, takes: float = 0) -> None:
        super().__init__(("127.0.0.1", port), _Mirror)
        self.asked: list[tuple[str, str]] = []
        """Paths and hosts of all requests."""
        self.takes = takes
        """Seconds that each answer takes."""


@contextmanager
def _mirror(port: int = 0, takes: float = 0) -> Iterator[_MirrorServer]:
    """Run a mirror meanwhile."""
    with _MirrorServer(port, takes) as mirror:
        threading.Thread(target=mirror.serve_forever).start()
        try:
            yield mirror
        finally:
            mirror.shutdown()


def test_a_burst_is_answered_while_one_server_is_just_back_and_the_other_is_away(
    through: Through,
) -> None:
    def ask(number: int) -> int:
        return guest.ask(f"/K7{number:02}").status

    with _mirror() as other, _mirror() as restarted, ThreadPoolExecutor(48) as phones:
        guest = ProxiedGuest(through(restarted.server_port, other.server_port))
        restarted.shutdown()
        restarted.server_close()
        assert {200} == set(phones.map(ask, range(8)))
        with _mirror(restarted.server_port, takes=0.3):
            time.sleep(1.5)
            other.shutdown()
            other.server_close()
            assert {200} == set(phones.map(ask, range(48)))


def test_all_of_a_room_goes_to_one_server(through: Through) -> None:
    with _mirror() as here, _mirror() as there:
        guest = ProxiedGuest(through(here.server_port, there.server_port))
        for number in range(20):
            for tail in ("", "/tv", "/stream?screen=phone"):
                guest.fetch(f"/K7{number:02}{tail}").close()
    one, two = ({path[:5] for path, _ in each.asked if path.startswith("/K7")} for each in (here, there))
    assert (set(), 20) == (one & two, len(one | two))
    assert min(len(one), len(two)) > 1


def test_the_server_learns_who_asks_and_not_what_they_say_of_themselves(
    through: Through, request: pytest.FixtureRequest
) -> None:
    with _mirror() as mirror:
        guest = ProxiedGuest(through(mirror.server_port))
        lies = {"X_Forwarded_For": "192.0.2.7", "X_Forwarded_Proto": "http"}
        with guest.fetch("/", **lies, Accept_Encoding="gzip, deflate") as answer:
            received = json.load(answer)
        if request.node.callspec.params["through"] is Caddy:  # nginx asks for no health
            until(lambda: ("/healthz", NAME) in mirror.asked, "the health of another name is asked")
    assert ("127.0.0.1", "https") == (received["X-Forwarded-For"], received["X-Forwarded-Proto"])
    assert guest.base == f"https://{received['Host']}"
    assert "gzip, deflate" == received["Accept-Encoding"]
