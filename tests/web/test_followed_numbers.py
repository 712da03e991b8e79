"""What phones and TVs get: the answer to a number, what is just watched, and the page of old browsers."""

import asyncio
import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from flask import template_rendered
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import OperationalError

from companion.room.commands.submissions import submit_play
from companion.storage.event_store import EventStore
from companion.web.server.connection import PlainLine
from companion.web.server.serve import Application
from companion.web.services import Services
from tests.support.clients import HTMX, Clients, captured_log
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
    assert [(204, None)] * 3 == [(answer.status_code, answer.headers.get("Set-Cookie")) for answer in answers]
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


async def send_at_once(clients: Clients, **numbers: int) -> list[tuple[int, str, float]]:
    """Send numbers of phones that follow to a server; return status, text and time of each answer."""
    server = Application(clients.app)

    async def send(who: str, number: int) -> tuple[int, str, float]:
        sent: list[Any] = []
        cookie = clients.browser(who).get_cookie("companion")
        headers = {**FOLLOWS, "Host": "localhost", "Cookie": f"companion={cookie.value if cookie else 0}"}
        headers |= {"Content-Type": "application/x-www-form-urlencoded", "Transfer-Encoding": "chunked"}

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": f"at=1.1&number={number}".encode()}

        async def take(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "POST", "path": f"/{clients.code}/number", "query_string": b""}
        scope |= {"http_version": "1.1", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000)}
        scope["headers"] = [(name.lower().encode(), text.encode()) for name, text in headers.items()]
        scope["state"] = {"connection": PlainLine(take)}
        await server(scope, receive, take)
        return sent[0]["status"], sent[1]["body"].decode(), time.monotonic()

    return await asyncio.gather(*(send(who, number) for who, number in numbers.items()))


def test_numbers_that_come_at_once_share_a_commit_and_none_is_acknowledged_before_it(
    clients: Clients,
) -> None:
    on_disk: list[float] = []

    def commit(_connection: object) -> None:
        time.sleep(0.1)
        on_disk.append(time.monotonic())

    event.listen(Services.of(clients.app).store.engine, "commit", commit)
    with Streams(clients, NAMES):
        answers = asyncio.run(send_at_once(clients, Ann=7, Ben=8, Cid=9))
    assert [(204, "")] * 3 == [answer[:2] for answer in answers]
    assert [1, 1] == [len(clients.room.games[0].rounds), len(on_disk)]
    assert min(answered for _, _, answered in answers) > on_disk[0]


def test_what_another_server_has_stored_first_is_counted_in(
    clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is decided again after that counts once against the limit of its player."""
    limiter, limited = Services.of(clients.app).limiter, list[object]()
    monkeypatch.setattr(limiter, "count_event", lambda *about: limited.append(about))
    other, code = EventStore(Services.of(clients.app).store.engine, lambda *_: None), clients.code
    cid = clients.fingerprint("Cid")
    other.execute(code, cid, lambda room: submit_play(room, cid, "1.1", "9"))
    with Streams(clients, NAMES[:1]), captured_log(as_json=True) as lines:
        answers = asyncio.run(send_at_once(clients, Ann=7))
    assert [(204, "")] == [answer[:2] for answer in answers]
    assert {"1": 7, "3": 9} == dict(clients.room.games[0].hidden)
    assert 1 == len(limited)
    assert 1 == sum("/CODE/number" in line for line in lines)


def test_a_number_that_cannot_be_stored_is_answered_with_why_and_logged_so(clients: Clients) -> None:
    def fail(_connection: object) -> None:
        raise OperationalError("COMMIT", None, Exception("disk full"))

    engine = Services.of(clients.app).store.engine
    with Streams(clients, NAMES), captured_log(as_json=True) as lines:
        event.listen(engine, "commit", fail)
        answers = asyncio.run(send_at_once(clients, Ann=7, Ben=8, Cid=9))
        event.remove(engine, "commit", fail)
    assert [503] * 3 == [status for status, _, _ in answers]
    assert all("try again in a moment" in text for _, text, _ in answers)
    assert not clients.room.games[0].hidden
    assert 3 == sum('"status": 503' in line for line in lines)
    assert not any('"status": 204' in line for line in lines)


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
    assert ("0 of 3 are in" in reveal, 'class="own"' in reveal) == (True, False)


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
    assert ["/static/css/old.css"] == re.findall(r'href="([^"?#]*)\?', page)


def test_the_plain_page_says_who_is_in_the_middle_and_who_wins(clients: Clients) -> None:
    clients.play(1, 5, 9)
    page = clients.ask("Ann", "tv?plain=1").text
    assert "Ben" in page
    assert re.search(r"<h1>[^<]*Round 1", page)
    for _ in range(2):
        clients.play(1, 5, 9)
    assert re.search(r"<h1>[^<]*win", clients.ask("Ann", "tv?plain=1").text)


def test_the_style_sheet_of_the_plain_page_and_its_script_are_as_old_as_its_readers() -> None:
    sheet = Path("static/css/old.css").read_text()
    assert not re.search(r"var\(|grid|flex|calc|\d(rem|vh|vw)\b|@", sheet)
    code = re.sub(r"//.*", "", Path("static/old.js").read_text())
    assert not re.search(r"=>|`|\b(let|const|class|async|await|of)\b|\.\.\.", code)
