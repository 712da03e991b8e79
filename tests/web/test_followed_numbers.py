"""What phones and TVs get: the answer to a number, what is just watched, and the page of old browsers."""

import re
import threading
from pathlib import Path

import pytest
from flask import template_rendered
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import event
from sqlalchemy.engine import Engine

from tests.support.clients import HTMX, Clients
from tests.support.stream_reader import Streams

NAMES = ("Ann", "Ben", "Cid")

FOLLOWS = {**HTMX, "X-Follows": "5"}


@pytest.fixture
def clients(clients: Clients) -> Clients:
    clients.gather(*NAMES, rounds=3, tie_break="peel")
    return clients


def test_a_number_of_a_phone_that_follows_is_answered_by_its_stream_and_again_by_the_page(
    clients: Clients,
) -> None:
    """The stream has nothing to say of the same number again, and the phone may have had no answer before."""
    with Streams(clients, ["Ann", "Ben"]) as streams:
        answer, again = (clients.ask("Ann", "number", number=7, at="1.1", headers=FOLLOWS) for _ in range(2))
        streams.settle()
    assert (204, b"") == (answer.status_code, answer.data)
    assert (200, True) == (again.status_code, "Sealed." in again.text)
    assert str(clients.room.version) == answer.headers["X-Version"] == again.headers["X-Version"]
    assert {"1": 7} == dict(clients.room.games[0].hidden)


def test_the_last_number_of_a_round_is_answered_by_the_reveal(clients: Clients) -> None:
    for who in ("Ben", "Cid"):
        clients.send(who, 20)
    with Streams(clients, ["Ann"]) as streams:
        answer = clients.ask("Ann", "number", number=7, at="1.1", headers=FOLLOWS)
        streams.settle()
        told = streams.heard[-1][1]["Ann"]
    assert 204 == answer.status_code
    assert b'data-place="1.2"' in told


@pytest.mark.parametrize(("reader", "headers"), [("Ben", FOLLOWS), ("the TV", FOLLOWS), ("Ann", HTMX)])
def test_a_number_is_answered_with_the_part_where_the_phone_has_no_stream(
    clients: Clients, reader: str, headers: dict[str, str]
) -> None:
    """A page that does not say that it follows may be another one of the browser that has the stream."""
    with Streams(clients, [reader]):
        answer = clients.ask("Ann", "number", number=7, at="1.1", headers=headers)
    assert (200, True) == (answer.status_code, "Sealed." in answer.text)


def test_a_hidden_number_is_hidden_until_its_owner_peeks(clients: Clients) -> None:
    clients.send("Ann", 77)
    peek = r"<details class=\"peek\"[^>]*><summary[^>]*>Peek</summary><strong[^>]*>77<"
    assert re.search(peek, clients.ask("Ann").text)


def test_a_followed_number_renders_nothing_and_signs_nothing(
    clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify, verified, rendered = URLSafeTimedSerializer.loads, list[object](), list[threading.Thread]()

    def noted(signing: URLSafeTimedSerializer, text: str, *args: object, **kwargs: object) -> object:
        verified.append(text)
        return verify(signing, text, *args, **kwargs)  # type: ignore[arg-type]

    def render(_app: object, **_: object) -> None:
        rendered.append(threading.current_thread())  # the streams are written in another one

    monkeypatch.setattr(URLSafeTimedSerializer, "loads", noted)
    with Streams(clients, ["Ann"]) as streams, template_rendered.connected_to(render, clients.app):
        verified.clear()
        answers = [
            clients.ask("Ann", "number", number=number, at="1.1", headers=FOLLOWS) for number in (7, 8, 9)
        ]
        streams.settle()
    assert [(204, None)] * 3 == [(each.status_code, each.headers.get("Set-Cookie")) for each in answers]
    assert threading.current_thread() not in rendered
    assert [] == verified


def test_a_number_asks_the_database_nothing_and_is_one_statement(clients: Clients) -> None:
    said: list[str] = []

    def heard(_connection, _cursor, statement: str, *_: object) -> None:
        said.append(statement.split(maxsplit=1)[0])

    event.listen(Engine, "before_cursor_execute", heard)
    try:
        answer = clients.ask("Ann", "number", number=5, at="1.1", headers=HTMX)
    finally:
        event.remove(Engine, "before_cursor_execute", heard)
    assert (200, ["INSERT"]) == (answer.status_code, said)


def test_who_watches_has_no_seat_sees_every_round_and_can_sit_down(clients: Clients) -> None:
    before = clients.room
    page = clients.ask("Zoe", "watch")
    assert (200, before) == (page.status_code, clients.room)
    assert "Nobody counts you" in page.text
    clients.play(1, 5, 9)
    page = clients.ask("Zoe", "watch")
    assert ("Round 1: why" in page.text, "outcome" in page.text) == (True, False)
    assert f'href="/{clients.code}">Sit down' in page.text


def test_it_follows_by_a_stream_of_its_own_which_the_host_can_count(clients: Clients) -> None:
    for who in ("stranger", "host"):
        clients.ask(who, "watch")
    assert "3 play.</p>" in clients.ask("host", "host/people").text
    with Streams(clients, ("stranger", "Ann", "host")) as streams:
        assert "3 play. 1 more just watches." in clients.ask("host", "host/people").text
        clients.after = streams.settle
        clients.send("Ann", 5)
        progress = streams.heard[-1][1]["stranger"].decode()
        for name, number in (("Ben", 6), ("Cid", 7)):
            clients.send(name, number)
        reveal = streams.heard[-1][1]["stranger"].decode()
    assert f"event:progress\nid:{streams.heard[0][0] + 1}\ndata:1 1 1\n\n" == progress
    assert ("0 of 3 are in" in reveal, 'id="own"' in reveal) == (True, False)


def test_who_has_a_seat_is_sent_to_the_phone_page_and_may_watch_after_leaving(clients: Clients) -> None:
    assert 303 == clients.ask("Ann", "watch").status_code
    assert f"/{clients.code}" == clients.ask("Ann", "watch", headers=HTMX).headers["HX-Redirect"]
    clients.ask("Ann", "leave", at="1.1")
    assert 200 == clients.ask("Ann", "watch").status_code


def test_a_tv_knows_the_address_of_its_plain_page(clients: Clients) -> None:
    [address] = re.findall(r'data-plain="([^"]*)"', clients.ask("Ann", "tv").text)
    plain = clients.ask("Ann", address.replace("&amp;", "&"))
    assert (200, True) == (plain.status_code, "too old for the show" in plain.text)


def test_the_plain_page_needs_no_script_and_reloads_by_itself(clients: Clients) -> None:
    page = clients.ask("Ann", "tv?plain=1").text
    assert '<meta http-equiv="refresh" content="5">' in page
    assert "<script" not in page
    assert ["/static/old.css"] == re.findall(r'href="([^"?#]*)\?', page)


def test_the_plain_page_says_who_is_in_the_middle_and_who_wins(clients: Clients) -> None:
    clients.play(1, 5, 9)
    page = clients.ask("Ann", "tv?plain=1").text
    assert "Ben" in page
    assert re.search(r"<h1>[^<]*Round 1", page)
    for _ in range(2):
        clients.play(1, 5, 9)
    assert re.search(r"<h1>[^<]*win", clients.ask("Ann", "tv?plain=1").text)


def test_the_style_sheet_of_the_plain_page_and_its_script_are_as_old_as_its_readers() -> None:
    sheet = Path("static/old.css").read_text()
    assert not re.search(r"var\(|grid|flex|calc|\d(rem|vh|vw)\b|@", sheet)
    code = re.sub(r"//.*", "", Path("static/old.js").read_text())
    assert not re.search(r"=>|`|\b(let|const|class|async|await|of)\b|\.\.\.", code)
