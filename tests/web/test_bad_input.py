"""Invalid input is refused with a sentence; the typed text stays, and nothing is stored."""

import socket
import time
from collections.abc import Callable

import pytest

from tests.conftest import Party
from tests.support.guest import Guest, error_message
from tests.support.server import Server

Gather = Callable[..., Party]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_form_from_another_site_does_nothing(party: Gather, origin: str) -> None:
    host, (ann, _, _) = party("Ann", "Ben", "Cid")
    before = host.version()
    form = {"number": 5, "at": ann.round_id()}
    answer = ann.ask(f"/{ann.code}/number", form, {"Origin": origin})
    assert (403, "That came from another site, so nothing was done") == (answer.status, error_message(answer))
    assert before == host.version()


@pytest.mark.parametrize(
    "path", ["", "/tv", "/host", "/game-1.json", "/evening.json", "/rounds.csv", "/scores.csv", "/stream"]
)
def test_an_unknown_room_is_said_to_be_unknown(server: Server, path: str) -> None:
    answer = Guest(server.url).ask("/AAA9" + path)
    assert 404 == answer.status
    assert path == "/stream" or error_message(answer) == "There is no room AAA9"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Enter the room code that is on the TV"),
        ("aaa9", "There is no room AAA9"),
        ("K0QF", "K0QF is not a room code: it has 4 letters and digits, and never 0, O, 1, I or L"),
        ("K7Q", "K7Q is not a room code: it has 4 letters and digits, and never 0, O, 1, I or L"),
    ],
)
def test_a_wrong_code_is_refused_and_stays_in_the_field(server: Server, typed: str, sentence: str) -> None:
    answer = Guest(server.url).ask(f"/join?code={typed}")
    assert sentence == error_message(answer)
    assert answer.status in (404, 422)
    assert f'value="{typed}"' in answer.text


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [("/nothing/here", None, 404), ("/join", {}, 405), ("/static/none.css", None, 404)],
)
def test_faults_are_answered_with_a_page_of_ours(
    server: Server, path: str, form: dict[str, object] | None, status: int
) -> None:
    answer = Guest(server.url).ask(path, form)
    assert status == answer.status
    assert "Start page" in answer.text


@pytest.mark.parametrize("tail", ["/number", "/join", "/host/begin", "/host/close"])
def test_reloading_where_a_form_was_refused_leads_back_to_the_page(party: Gather, tail: str) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    assert host.page(tail).url.removesuffix("/host").endswith(f"/{host.code}")


@pytest.mark.parametrize("header", ["Host", "Origin"])
@pytest.mark.parametrize("value", ["[", "http://[", "http://[::1", "a b", "foo@127.0.0.1"])
def test_headers_that_cannot_be_read_are_refused(party: Gather, header: str, value: str) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid")
    answer = ann.ask(f"/{ann.code}/number", {"number": 5, "at": "1.1"}, {header: value})
    assert answer.status in (400, 403)


def test_a_second_tap_on_send_is_harmless_however_the_number_is_written(party: Gather) -> None:
    _, guests = party("Ann", "Ben", "Cid")
    for typed, guest in zip(("1", "2", "１３"), guests, strict=True):
        guest.send(typed, "1.1")
    assert 200 == guests[2].send("１３", "1.1").status
    assert 409 == guests[2].send("None", "1.1").status


def test_forms_that_never_arrive_keep_nobody_else_waiting(server: Server, party: Gather) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    half = b"POST /rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nabc"
    lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(40)]
    for line in lines:
        line.sendall(half)
    begun = time.monotonic()
    assert 200 == host.page("/tv").status
    assert time.monotonic() - begun < 5
    for line in lines:
        line.close()


def test_a_strangers_domain_that_points_here_is_refused(server: Server) -> None:
    answer = Guest(server.url).ask("/", headers={"Host": "rebound.example"})
    assert 403 == answer.status
    stream = Guest(server.url).ask("/AAA9/stream", headers={"Host": "rebound.example"})
    assert 404 == stream.status
