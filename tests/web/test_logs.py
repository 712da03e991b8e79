"""What the host's terminal says: a line an event, and nothing that anybody plays with or gets in by."""

import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.config import settings
from companion.web.app import create_app
from companion.web.pages import become_host
from tests.conftest import gather_at
from tests.support.server import Server

Start = Callable[..., Server]
TIME = r"\d\d:\d\d:\d\d"


def play(server: Server) -> tuple[str, list[str]]:
    """Play a round, and return the room's code and what the terminal says of it."""
    host, phones = gather_at(server, "Ann", "Ben", "Cid", high=10_000_000)
    for number, phone in enumerate(phones):
        phone.send(7_654_321 + number)
    server.stopping()
    said = server.output() + server.errors()
    assert not re.search(r"765432|[0-9a-f]{32}", said), "a number or a browser"
    return host.code, [line for line in server.output().splitlines() if re.match(TIME, line)]


@pytest.mark.slow
def test_the_terminal_tells_of_rooms_players_and_rounds_in_a_line_each(start_server: Start) -> None:
    code, lines = play(start_server())
    opened, *others = (re.sub(rf"^{TIME}  ", "", line) for line in lines)
    assert re.fullmatch(rf"Room {code} is open\. Host code: ([A-Z2-9]{{4}}-){{2}}[A-Z2-9]{{4}}", opened)
    assert [
        f"Room {code}: Ann joined",
        f"Room {code}: Ben joined",
        f"Room {code}: Cid joined",
        f"Room {code}: game 1 began: It's Good Enough, 3 players",
        f"Room {code}: round 1 of game 1 was revealed",
    ] == others


@pytest.mark.slow
def test_a_quiet_terminal_tells_of_rooms_alone(start_server: Start) -> None:
    code, lines = play(start_server("--quiet"))
    assert [f"Room {code} is open."] == [re.sub(rf"^{TIME}  | Host code.*", "", line) for line in lines]


def test_a_fault_is_told_with_its_room_and_without_what_it_was_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def break_down(*_: object) -> None:
        raise ValueError(f"{30 + 7} is not right")

    monkeypatch.setattr(become_host, "latest_room", break_down)
    app = create_app(settings.load_settings({}, data=tmp_path))
    with caplog.at_level(logging.INFO):
        answer = app.test_client().get("/AB23/become/secret-token")
    app.extensions["companion"].store.close()
    assert (500, True) == (answer.status_code, "Nothing that was sent before is lost" in answer.text)
    assert "Room AB23: ValueError in become_host.offer" in caplog.text
    assert "break_down" in caplog.records[0].only_in_text  # type: ignore[attr-defined]  # where it happened
    assert f"say: {answer.headers['X-Request-ID']}" in answer.text
    assert f"in become_host.offer, request {answer.headers['X-Request-ID']}" in caplog.text
    assert "37 is not right" not in caplog.text
    assert "secret-token" not in caplog.text
