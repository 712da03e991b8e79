"""Reactions over HTTP: who may throw, what the TV is sent of it, and what the phone that did is told."""

from typing import Any

import pytest

from companion.live.reactions import Reaction
from companion.live.stream import Subscriber, encode
from companion.screens.mutters import mutter
from companion.web.renderer import StreamRenderer
from companion.web.services import Services
from tests.support.clients import Clients
from tests.support.determinism import Determinism

Thrown = list[tuple[str, Reaction]]


@pytest.fixture
def thrown(clients: Clients, clocks: Determinism, monkeypatch: pytest.MonkeyPatch) -> Thrown:
    """Open a room of three, and return what is thrown in it."""
    found: Thrown = []
    clients.gather("Ann", "Ben", "Cid")
    sync = Services.of(clients.app).sync
    monkeypatch.setattr(sync, "publish_reaction", lambda *each: found.append(each))
    return found


def react(clients: Clients, who: str, kind: str = "clap") -> Any:
    return clients.ask(who, "react", (), kind=kind)


def test_players_and_watchers_throw_and_are_told_how_long_to_wait(clients: Clients, thrown: Thrown) -> None:
    assert "3" == react(clients, "Ben").headers["X-Wait"]
    clients.ask("Wil", "watch")
    react(clients, "Wil", "yawn")
    assert [Reaction("2", "clap"), Reaction("", "yawn")] == [each for _, each in thrown]
    react(clients, "Ben", "hm")  # too soon
    assert 2 == len(thrown)


def test_the_third_tap_is_answered_with_what_the_guest_mutters_and_the_tv_has_it_in_its_own_language(
    clients: Clients, thrown: Thrown
) -> None:
    assert [b"", b""] == [react(clients, "Ann", "tap").data for _ in "12"]
    assert mutter(clients.code, 0) == react(clients, "Ann", "tap").text
    [*_, (code, reaction)] = thrown
    message = StreamRenderer(clients.app).render_reaction(code, reaction)
    sent = {
        language: encode(message(Subscriber("tv", language, "", "tv")), is_gzip=False).decode()
        for language in ("en", "ja")
    }
    assert f"event:react\ndata:1 tap {mutter(code, 0)}\n\n" == sent["en"]
    assert sent["ja"].startswith("event:react\ndata:1 tap ")
    assert sent["ja"] != sent["en"]


def test_whoever_is_blocked_throws_nothing_and_nobody_does_where_the_host_has_turned_it_off(
    clients: Clients, thrown: Thrown
) -> None:
    clients.host("reactions", on="no")
    assert 204 == react(clients, "Ann").status_code
    assert 'data-can="mute"' in clients.ask("Ann").text
    clients.host("reactions", on="yes")
    assert 'data-can=""' in clients.ask("Ann").text
    clients.host("bar", seat="3")
    react(clients, "Cid")
    react(clients, "Ann", "shout")
    assert [] == thrown


def test_nothing_is_thrown_while_the_tv_plays_a_reveal_and_nothing_is_ever_stored(
    clients: Clients, thrown: Thrown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Services.of(clients.app).hub, "has_tv", lambda _: True)
    for name, number in (("Ann", 10), ("Ben", 50), ("Cid", 90)):
        clients.send(name, number)
    version = clients.room.version
    react(clients, "Ann")
    assert [] == thrown
    monkeypatch.setattr(Services.of(clients.app).hub, "has_tv", lambda _: False)
    react(clients, "Ann")
    assert 1 == len(thrown)
    assert version == clients.room.version
