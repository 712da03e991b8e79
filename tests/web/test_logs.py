"""What the server logs, for programs and for people: nothing that anybody plays with or gets in by."""

import json
import logging
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from companion.web.pages import seats
from tests.conftest import gather_at
from tests.support.backing_services import until
from tests.support.clients import Clients, captured_log
from tests.support.guest import Answer, Guest
from tests.support.preloaded_server import PreloadedServer
from tests.support.server import Server
from tests.web.test_attacks import listening

Start = Callable[..., Server]
Line = dict[str, Any]
JSON = {"COMPANION_LOG": "json"}
ELSEWHERE = {"X-Forwarded-For": "203.0.113.7"}
FIELDS = {
    *("time", "level", "logger", "message", "request", "room", "version", "url", "data"),
    *("method", "route", "status", "duration_ms", "screen"),
}


class Evening(NamedTuple):
    """What a server has logged about a round, and what must not be in it."""

    code: str
    secrets: set[str]
    said: str
    lines: list[Line]
    refused: Answer


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Play a round on a server that logs JSON, with a TV, links, and what is refused."""
    server = PreloadedServer(
        tmp_path_factory.mktemp("data"), "--log", "json", "--url", "http://192.168.178.123:8000"
    ).start()
    host, phones = Guest(server.url), [Guest(server.url) for _ in "123"]
    host.start_room(high=10_000_000)
    for name, phone in zip(("Ann", "Ben", "Cid"), phones, strict=True):
        phone.join(host.code, name)
    [host_code] = re.findall(r'class="hostcode">([^<]+)<', host.page("/host").text)
    host.begin(high=10_000_000)
    with listening(server, host.code, "?screen=tv&lang=en") as tv:
        assert tv.readline()
        for number, phone in enumerate(phones):
            phone.send(7_654_321 + number)
    pages = phones[0].page("/another").text + host.page("/host/room/second").text
    links = re.findall(rf"/{host.code}/(seat|become)/([^\s<\"]+)", pages)
    stranger = Guest(server.url)
    for link in links:
        assert 200 == stranger.ask("/".join(["", host.code, *link])).status
    assert 403 == stranger.ask(f"/{host.code}/recover", {"host_code": "AAAA-BBBB-CCCC"}).status
    assert 404 == stranger.ask("/ZZZZ/stream", headers={"X-Request-ID": "of-a-stream", **ELSEWHERE}).status
    refused = stranger.ask("/a/b/my-secret-path?number=7654321")
    until(lambda: '"screen": "tv"' in server.output(), "the stream's end is not logged")
    server.stopping()
    said, errors = server.output(), server.errors()
    server.stop()
    assert "" == errors
    handlers = [handler for guest in (host, stranger, *phones) for handler in guest._opener.handlers]
    jars = [handler.cookiejar for handler in handlers if hasattr(handler, "cookiejar")]
    values = {cookie.value or "" for jar in jars for cookie in jar}
    assert {"seat", "become"} == {kind for kind, _ in links}
    assert len(values) >= 5
    secrets = {host_code, "AAAA", "my-secret", "765432", *(token for _, token in links), *values}
    return Evening(host.code, secrets, said, [*map(json.loads, said.splitlines())], refused)


def test_every_line_of_an_evening_is_json_and_has_nothing_secret(evening: Evening) -> None:
    assert [] == [secret for secret in evening.secrets if secret in evening.said]
    assert not re.search(r"[0-9a-f]{32}|[A-Z2-9]{4}-[A-Z2-9]{4}-", evening.said)
    for line in evening.lines:
        assert {"time", "level", "logger", "message"} <= line.keys() <= FIELDS
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])


def test_events_are_logged_as_in_the_text(evening: Evening) -> None:
    lines = [line for line in evening.lines if line["logger"] in ("companion.rooms", "companion.evenings")]
    assert [
        f"Room {evening.code} is open",
        *(f"Room {evening.code}: {name} joined" for name in ("Ann", "Ben", "Cid")),
        f"Room {evening.code}: game 1 began: It's Good Enough, 3 players",
        f"Room {evening.code}: round 1 of game 1 was revealed",
    ] == [line["message"] for line in lines]
    assert {evening.code} == {line["room"] for line in lines}


def test_requests_are_logged_by_the_rule_of_their_address(evening: Evening) -> None:
    requests = [line for line in evening.lines if line["logger"] == "companion.requests"]
    assert {
        ("POST", "/rooms", 303),
        ("POST", "/CODE/join", 200),
        ("GET", "/CODE/host", 200),
        ("POST", "/CODE/number", 303),
        ("GET", "/CODE/become/TOKEN", 200),
        ("GET", "/CODE/stream", 200),
        ("GET", "/CODE/stream", 404),
        ("GET", None, 404),
    } <= {(line["method"], line["route"], line["status"]) for line in requests}
    assert all(0 < line["duration_ms"] < 60_000 for line in requests)
    assert evening.code not in json.dumps(requests)


def test_all_that_happens_in_a_request_has_its_id(evening: Evening) -> None:
    routes = {line["request"]: line["route"] for line in evening.lines if "route" in line}
    assert len(routes) == sum("route" in line for line in evening.lines)
    of_events = [routes[line["request"]] for line in evening.lines if "room" in line]
    assert ["/rooms", *3 * ["/CODE/join"], "/CODE/host/NAME", "/CODE/number"] == of_events


def test_an_error_names_its_request_as_the_log_does(evening: Evening) -> None:
    named = evening.refused.headers["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{8}", named)
    [line] = [line for line in evening.lines if line.get("request") == named]
    assert (404, None) == (line["status"], line["route"])


def test_a_stream_has_the_id_of_its_proxy_too(evening: Evening) -> None:
    [line] = [line for line in evening.lines if line.get("request") == "of-a-stream"]
    assert ("/CODE/stream", 404, None) == (line["route"], line["status"], line["screen"])


# Request ids


def test_a_page_that_is_no_error_has_no_id(server: Server) -> None:
    assert "X-Request-ID" not in Guest(server.url).ask("/").headers


@pytest.mark.parametrize(
    ("sent", "taken", "proxied"),
    [
        *(("from-the-proxy.1_A", taken, ELSEWHERE if taken else {}) for taken in (True, False)),
        *((sent, False, ELSEWHERE) for sent in ("<b>", "x" * 65, "")),
    ],
)
def test_a_proxy_on_the_computer_names_requests(
    server: Server, sent: str, taken: bool, proxied: dict[str, str]
) -> None:
    answer = Guest(server.url).ask("/nowhere", headers={"X-Request-ID": sent, **proxied})
    assert taken == (answer.headers["X-Request-ID"] == sent)
    assert taken or re.fullmatch(r"[0-9a-f]{8}", answer.headers["X-Request-ID"])


@pytest.mark.slow
def test_nobody_else_does(start_server: Start) -> None:
    server = start_server(environ={**JSON, "FORWARDED_ALLOW_IPS": "192.0.2.1"})
    given = {"X-Request-ID": "mine", **ELSEWHERE}
    assert "mine" != Guest(server.url).ask("/nowhere", headers=given).headers["X-Request-ID"]
    assert 404 == Guest(server.url).ask("/ZZZZ/stream", headers=given).status
    server.stopping()
    assert "" == server.errors()
    assert "mine" not in {json.loads(line).get("request") for line in server.output().splitlines()}


# Faults


def break_down(*_: object) -> None:
    raise ValueError(f"{30 + 7} is not right")


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_a_fault_is_told_with_its_room_and_place_and_without_what_it_was_about(
    clients: Clients, monkeypatch: pytest.MonkeyPatch, *, as_json: bool
) -> None:
    monkeypatch.setattr(seats, "latest_room", break_down)
    with captured_log(as_json=as_json) as said:
        answer = clients.ask("Ann", "/AB23/become/secret-token")
        try:
            break_down()
        except ValueError:
            logging.getLogger("companion.live.hub").exception("room %s could not be told", "AB23")
    request = answer.headers["X-Request-ID"]
    assert (500, True) == (answer.status_code, "Nothing that was sent before is lost" in answer.text)
    assert f"say: {request}" in answer.text
    assert f"Room AB23: ValueError in seats.offer, request {request}" in said[0]
    assert not re.search(r"37 is not right|secret-token", "".join(said))
    if as_json:
        page, asked, elsewhere = map(json.loads, said)
        assert ("error", "ValueError", "AB23") == (page["level"], page["exception"], page["room"])
        assert "in break_down" in page["traceback"]
        assert (500, page["request"]) == (asked["status"], asked["request"])
        assert ("ValueError", "room AB23 could not be told") == (elsewhere["exception"], elsewhere["message"])
        assert ("in break_down" in elsewhere["traceback"], "request" in elsewhere) == (True, False)


# For people


@pytest.mark.slow
@pytest.mark.parametrize("is_quiet", [False, True], ids=["", "quiet"])
def test_the_terminal_tells_of_rooms_players_and_rounds_in_a_line_each(
    start_server: Start, *, is_quiet: bool
) -> None:
    server = start_server(*["--quiet"] * is_quiet)
    host, phones = gather_at(server, "Ann", "Ben", "Cid", high=10_000_000)
    for number, phone in enumerate(phones):
        phone.send(7_654_321 + number)
    server.stopping()
    assert not re.search(r"765432|[0-9a-f]{32}", server.output() + server.errors()), "a number or a browser"
    found = [re.match(r"\d\d:\d\d:\d\d  (.*)", line) for line in server.output().splitlines()]
    opened, *others = [line[1] for line in found if line]
    said = rf"Room {host.code} is open\. Host code: ([A-Z2-9]{{4}}-){{2}}[A-Z2-9]{{4}}"
    assert re.fullmatch(said, opened)
    expected = [*(f"{name} joined" for name in ("Ann", "Ben", "Cid"))]
    expected += ["game 1 began: It's Good Enough, 3 players", "round 1 of game 1 was revealed"]
    assert ([] if is_quiet else [f"Room {host.code}: {each}" for each in expected]) == others
