"""How a server starts, stops and says that it is well: to people, to systemd, and to nobody else."""

import json
import re
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import URLError

import pytest
from werkzeug.test import TestResponse

import companion
from companion.web.server import health
from companion.web.server.health import Watchdog
from companion.web.services import Services
from tests.conftest import gather_at
from tests.support.answering import answering
from tests.support.backing_services import until
from tests.support.clients import OPEN, Clients
from tests.support.front import files_below
from tests.support.guest import Guest, error_message
from tests.support.server import Server
from tests.support.stream_client import StreamClient
from tests.web.test_attacks import event, listening

HERE = "http://localhost:8000"

BUTTON = re.compile(r'href="/stop"')


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    with closing(Clients(tmp_path, OPEN)) as found:
        yield found


def ask(
    clients: Clients, path: str, *, post: bool = False, address: str = "127.0.0.1", **headers: str
) -> TestResponse:
    """Ask with headers, from an address; a header of the base URL is the address that was opened."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    opened = sent.pop("opened", HERE)
    return clients.app.test_client().open(
        path,
        method="POST" if post else "GET",
        base_url=opened,
        headers=sent,
        environ_overrides={"REMOTE_ADDR": address},
    )


def has_stopped(clients: Clients) -> bool:
    return Services.of(clients.app).stopping.is_set()


def test_this_computer_has_the_address_of_phones_and_the_button_and_stops_after_asking(
    clients: Clients,
) -> None:
    page = ask(clients, "/").text
    assert ("192.168.1.5:8000" in page, bool(BUTTON.search(page))) == (True, True)
    for address, opened in (("127.0.0.1", "http://127.0.0.1:8000"), ("::1", "http://[::1]:8000")):
        page = ask(clients, "/stop", address=address, opened=opened).text
        assert '<form method="post" action="/stop">' in page
    assert not has_stopped(clients)
    stopped = ask(clients, "/stop", post=True, address="::ffff:127.0.0.1", Origin=HERE)
    assert (200, True) == (stopped.status_code, has_stopped(clients))
    assert str(clients.data) in stopped.text


OTHERS: tuple[dict[str, str], ...] = (
    {"address": "192.168.1.7"},
    {"address": "192.168.1.7", "opened": "http://192.168.1.5:8000"},
    *({"opened": each} for each in ("http://192.168.1.5:8000", "http://companion.local:8000")),
    {"opened": "https://party.example"},
    {"X_Forwarded_For": "127.0.0.1"},
)

"""Who is not at this computer; the ways in which a proxy shows are those of `test_metrics`."""


def test_nobody_else_sees_the_button_or_can_stop_it_nor_does_a_form_of_another_site(clients: Clients) -> None:
    for who in OTHERS:
        assert not BUTTON.search(ask(clients, "/", **who).text), who
        assert [403, 403] == [ask(clients, "/stop", post=post, **who).status_code for post in (False, True)]
    for origin in ("http://evil.example", "http://localhost:9000", "null"):
        assert 403 == ask(clients, "/stop", post=True, Origin=origin).status_code
    assert not has_stopped(clients)


def test_without_open_there_is_no_button_and_no_page(tmp_path: Path) -> None:
    with closing(Clients(tmp_path)) as clients:
        assert not BUTTON.search(ask(clients, "/").text)
        assert [404, 404] == [ask(clients, "/stop", post=post).status_code for post in (False, True)]
        assert not has_stopped(clients)


def test_the_last_page_loads_only_what_the_page_before_it_has_loaded(clients: Clients) -> None:
    asked, stopped = ask(clients, "/stop").text, ask(clients, "/stop", post=True).text
    loaded = re.compile(r'(?:href|src)="(/static/[^"]*)"')
    assert loaded.findall(stopped)
    assert set(loaded.findall(stopped)) <= set(loaded.findall(asked))


@pytest.mark.slow
def test_it_stops_with_screens_open_and_the_evening_goes_on_after_the_next_start(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = start_server("--open", environ={"BROWSER": "true"})
    host = Guest(server.url)
    host.start_room()
    with StreamClient(server, host.code):
        assert "Screens show one room just now" in host.ask("/stop").text
        stopped = host.ask("/stop", {}, {"Origin": server.url})
        assert 200 == stopped.status
        assert str(server.data) in stopped.text
        assert 0 == server.wait()
    assert server.errors() == ""
    server.start()
    assert f"/{host.code}/host" in host.ask("/").text
    assert 200 == host.page("/host").status


Start = Callable[..., Server]


@pytest.mark.slow
def test_ctrl_c_ends_the_server_at_once_also_with_streams_open(start_server: Start) -> None:
    server = start_server()
    host, _ = gather_at(server, "Ann", "Ben", "Cid")
    lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    for line in lines:
        line.sendall(f"GET /{host.code}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert b"200 OK" in line.recv(4096)
    begun = time.monotonic()
    server.signal(signal.SIGINT)
    assert 0 == server.wait()
    assert time.monotonic() - begun < 2
    for line in lines:
        line.close()
    assert "" == server.errors()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """Listen to services as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(20)
        yield listening


def environ(manager: socket.socket, seconds: float = 0.3) -> dict[str, str]:
    return {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": str(int(seconds * 1_000_000))}


@pytest.mark.slow
def test_a_server_is_ready_when_it_accepts_requests_and_tells_that_it_answers(
    manager: socket.socket, start_server: Callable[..., Server]
) -> None:
    server = start_server(environ=environ(manager))
    assert [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"] == [manager.recv(100) for _ in range(3)]
    server.stopping()
    told = b"WATCHDOG=1"
    while told == b"WATCHDOG=1":
        told = manager.recv(100)
    assert (b"STOPPING=1", "") == (told, server.errors())


@pytest.mark.slow
def test_systemd_that_does_not_ask_is_told_no_more_than_the_start(
    manager: socket.socket, start_server: Callable[..., Server]
) -> None:
    told = {"NOTIFY_SOCKET": manager.getsockname()}
    start_server(environ=told | {"WATCHDOG_USEC": "300000", "WATCHDOG_PID": "1"}).stopping()
    start_server(environ=told).stopping()
    assert [b"READY=1", b"STOPPING=1"] * 2 == [manager.recv(100) for _ in range(4)]


def test_of_a_server_that_does_not_answer_nothing_is_told(manager: socket.socket) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        watchdog = Watchdog(silent, environ(manager))
        watchdog.start()
        assert b"READY=1" == manager.recv(100)
        silent.settimeout(20)
        for _ in range(2):  # it was asked, and then asked again
            asked, _ = silent.accept()
            assert asked.recv(1000).startswith(b"GET /healthz ")
            asked.close()
        watchdog.close()
        assert b"STOPPING=1" == manager.recv(100)


def test_every_address_is_asked_on_this_computer(manager: socket.socket) -> None:
    with socket.create_server(("0.0.0.0", 0)) as listener:  # noqa: S104
        listener.settimeout(20)
        watchdog = Watchdog(listener, environ(manager))
        watchdog.start()
        asked, (address, _) = listener.accept()
        watchdog.close()
        asked.close()
    assert "127.0.0.1" == address


def test_healthz_says_that_the_database_answers_and_nothing_of_rooms(server: Server) -> None:
    answer = Guest(server.url).ask("/healthz")
    assert 200 == answer.status
    assert {"companion": companion.__version__, "database": "answers"} == json.loads(answer.text)
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers


@pytest.mark.slow
def test_where_the_database_does_not_answer_healthz_says_so_and_people_read_a_sentence(
    start_server: Start,
) -> None:
    server = start_server()
    host, (ann, _, _) = gather_at(server, "Ann", "Ben", "Cid", high=99_999)
    with closing(sqlite3.connect(server.data / "companion.db")) as connection:
        connection.execute("ALTER TABLE room RENAME TO lost")
        connection.execute("ALTER TABLE act RENAME TO gone")
        connection.commit()
    answer = Guest(server.url).ask("/healthz")
    assert (503, "The database does not answer") == (answer.status, json.loads(answer.text)["database"])
    sent = ann.send(31_415, "1.1")
    assert 503 == sent.status
    assert "cannot use its database. Nothing that was sent before is lost: try again" in error_message(sent)
    logged = f"Room {host.code}: The host's computer cannot use its database (SQLITE_ERROR)"
    until(lambda: logged in server.output(), "nothing is logged")  # after the answer, by a thread
    assert "31415" not in server.output() + server.errors()


@pytest.mark.slow
def test_a_stream_goes_on_while_the_database_is_in_trouble_and_says_nothing_on_the_terminal(
    start_server: Start,
) -> None:
    server = start_server()
    host, (ann, _, _) = gather_at(server, "Ann", "Ben", "Cid")
    host.ask(f"/{host.code}/host/time", {"seconds": 5})
    ann.send(5)
    with listening(server, host.code) as answer:
        first = event(answer)
        with closing(sqlite3.connect(server.data / "companion.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            time.sleep(6)  # the round is over meanwhile, and cannot be revealed
            assert 200 == host.page("/tv").status
            other.execute("ROLLBACK")
        while event(answer) == first:
            pass  # it says the same again until the database can be asked
    assert "" == server.errors()


# What is said of it to programs on the computer
@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"hello", b"true", b"7", b"null", b'"companion"'),
        *(b"[" * 60_000, b'["companion"]', b'{"companion": 7}'),
    ],
)
def test_another_program_is_not_companion(body: bytes) -> None:
    with answering(body) as port:
        assert health.fetch_status(f"http://127.0.0.1:{port}") is None


def test_companion_is_known_also_when_its_database_is_away() -> None:
    with answering(b'{"companion": "1.0", "database": "does not answer", "rooms": 7}', 503) as port:
        said = health.fetch_status(f"http://127.0.0.1:{port}")
    assert {"companion": "1.0", "database": "does not answer"} == said


ROOT = Path(__file__).parent.parent.parent

HOOK = """
import os, sys

def heard(event, arguments):
    if event.startswith("socket.") or event == "urllib.Request":
        kind = getattr(arguments[0], "type", "") if arguments else ""
        with open(os.environ["HEARD"], "a") as file:
            print(event, int(kind) if kind else "", arguments[1:], sep="\\t", file=file)

sys.addaudithook(heard)
"""


@pytest.mark.slow
@pytest.mark.parametrize("server_kind", [Server])  # which loads the hook when it starts
def test_a_server_asks_nobody_anything_through_a_whole_evening(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    heard = tmp_path / "heard"
    environ = {"PYTHONPATH": f"{tmp_path}:{ROOT}", "HEARD": str(heard), "COMPANION_MDNS": "1"}
    server = start_server(environ=environ)  # on 127.0.0.1, where nobody could ask for its name
    host, guests = gather_at(server, "Ann", "Ben", "Cid", rounds=3, tie_break="peel")
    for turn in range(3):
        for number, guest in enumerate(guests):
            guest.send(10 * number + turn)
    for path in ("", "/tv", "/result", "/result/poster.svg", "/result/1/1", "/another"):
        assert 200 == guests[0].page(path).status
    files = ("/evening.json", "/rounds.csv", "/scores.csv", "/evening.xlsx")
    for path in ("/host", "/host/people/1", "/host/room/second", *files):
        assert 200 == host.page(path).status
    guest = Guest(server.url)
    guest.ask("/")
    assert 200 == guest.ask("/demo", {}).status
    server.stopping()
    lines = [line.split("\t") for line in heard.read_text().splitlines()]
    events = {(event, kind) for event, kind, _ in lines}
    assert ("socket.bind", str(int(socket.SOCK_STREAM))) in events  # so the hook hears
    asked = {tuple(line) for line in lines if line[0] not in ("socket.__new__", "socket.bind")}
    probe = ("socket.connect", str(int(socket.SOCK_DGRAM)), "(('203.0.113.1', 9),)")  # sends no packet
    assert asked <= {probe}


def test_our_scripts_and_styles_name_no_other_place() -> None:
    files = files_below("static", ".js", ".css")
    named = re.compile(r"https?://|['\"(]//[a-z]")
    assert [] == [file.name for file in files if named.search(file.read_text())]


def test_a_round_ends_after_kill_9_as_if_nothing_had_happened(start_server: Callable[..., Server]) -> None:
    server = start_server()
    host, (ann, ben, cid) = gather_at(server, "Ann", "Ben", "Cid", rounds=3)
    ann.send(10)
    ben.send(20)
    server.kill()
    server.start()
    assert "2 of 3 are in" in host.page("/tv").text
    assert "Your number is in" in ann.page().text
    cid.send(30)
    record = json.loads(host.page("/game-1.json").text)
    assert [{"plays": {"Ann": 10, "Ben": 20, "Cid": 30}}] == record["rounds"]


@pytest.mark.slow
def test_where_there_are_other_servers_it_says_so_and_answers_for_a_while_before_it_ends(
    start_server: Callable[..., Server],
) -> None:
    server = start_server(environ={"COMPANION_DRAIN_SECONDS": "3"})
    guest = Guest(server.url)
    guest.start_room()
    server.signal(signal.SIGTERM)
    until(lambda: guest.ask("/healthz").status == 503, "its health does not tell")
    assert "stopping" == json.loads(guest.ask("/healthz").text)["server"]
    until(
        lambda: guest.page("/tv").headers["Connection"] == "close", "a proxy may use the connection again", 2
    )
    with StreamClient(server, guest.code):
        assert 0 == server.wait()
    server.start()
    began = time.monotonic()
    server.signal(signal.SIGINT)
    server.wait()
    assert time.monotonic() - began < 3


@pytest.mark.slow
def test_whoever_is_connected_when_it_ends_is_answered(start_server: Callable[..., Server]) -> None:
    server = start_server()
    server.signal(signal.SIGSTOP)
    waiting = [socket.create_connection((server.host, server.port), timeout=10) for _ in range(50)]
    server.signal(signal.SIGTERM)
    for each in waiting:
        each.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    server.signal(signal.SIGCONT)
    answers = [each.recv(15) for each in waiting]
    for each in waiting:
        each.close()
    assert [b"HTTP/1.1 200 OK"] * 50 == answers
    assert 0 == server.wait()


@pytest.mark.slow
def test_whoever_connects_while_it_ends_is_answered_or_refused_at_once(
    start_server: Callable[..., Server],
) -> None:
    server = start_server()
    guest, answers = Guest(server.url), list[int]()

    def is_refused() -> bool:
        try:
            answers.append(guest.ask("/healthz").status)
        except URLError as error:
            return isinstance(error.reason, ConnectionRefusedError)
        return False

    server.signal(signal.SIGTERM)
    until(is_refused, "it is not refused")
    assert {200} == set(answers)
    assert 0 == server.wait()
