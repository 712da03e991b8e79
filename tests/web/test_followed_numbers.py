"""What a phone is answered to a number: nothing where its stream tells it, else the part that it shows."""

import re
import threading

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
    clients.gather(*NAMES, rounds=3)
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
