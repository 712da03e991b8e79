"""Two ranks of hosts: the second does all but delete the room, hand it over and add hosts."""

import html
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.web.services import Services
from tests.support.clients import Clients
from tests.support.page_forms import page_text
from tests.support.routes import addresses, rules

FIRST_ONLY = {
    ("GET", "/evenings/CODE/delete"),
    ("POST", "/evenings/CODE/delete"),
    ("GET", "/CODE/host/room/second"),
    ("GET", "/CODE/host/room/over"),
}
REFUSED = "A second host cannot do that: ask the host, or use the host code"


def with_second_host(clients: Clients, who: str) -> None:
    """Make a browser a second host of the room, by a link of its host."""
    page = html.unescape(clients.ask("host", "host/room/second").text)
    link = re.search(r"(become/[^\s<\"]+)", page)
    assert link
    clients.ask(who, link[1])
    assert clients.ask(who, link[1], ()).status_code == 303


@pytest.fixture
def hosted(clients: Clients) -> Clients:
    """Return a game of which one round is revealed, with the browsers of a host and a second host."""
    clients.gather("Ann", "Ben", "Cid", rounds=3)
    clients.play(10, 20, 30)
    with_second_host(clients, "second")
    return clients


def places(app: Flask, code: str) -> Iterator[tuple[str, str]]:
    """Yield each page and form of a host, deleting the room last."""
    found = [
        (method, address)
        for method in ("GET", "POST")
        for rule in rules(app, method)
        if rule.rule.startswith(("/<code:code>/host", "/evenings/<"))
        for address in addresses(rule, code)
    ]
    return iter(sorted(found, key=lambda place: place[1].endswith("delete")))


def test_a_second_host_is_refused_what_deletes_hands_over_and_adds_hosts_and_nothing_else(
    hosted: Clients,
) -> None:
    refused: dict[str, set[tuple[str, str]]] = {"second": set(), "host": set(), "Ann": set()}
    walked = set()
    for method, address in places(hosted.app, hosted.code):
        place = method, address.replace(hosted.code, "CODE")
        walked.add(place)
        for who, found in refused.items():
            if (who, *place) == ("host", "POST", "/evenings/CODE/delete"):
                continue  # afterwards
            if 403 == hosted.browser(who).open(address, method=method).status_code:
                found.add(place)
    assert (FIRST_ONLY, set()) == (refused["second"], refused["host"])
    assert walked == refused["Ann"], "a player has no page and no form of a host"
    assert 303 == hosted.browser("host").post(f"/evenings/{hosted.code}/delete").status_code


def test_a_second_host_runs_the_room_and_is_told_what_is_not_for_it(hosted: Clients) -> None:
    code = hosted.code
    for name, fields in (
        ("show", {"seat": "1", "at": "1.2", "number": "5"}),
        ("close", {"at": "1.2"}),
        ("undo", {"sure": "yes", "number": str(hosted.room.version + 2)}),
        ("remove", {"seat": "3"}),
        ("lock", {"locked": "yes"}),
    ):
        assert 303 == hosted.ask("second", f"host/{name}", (), **fields).status_code, name
    room = hosted.room
    assert (True, True, 1) == (room.locked, room.seats["3"].away, len(room.current_game.rounds))
    assert "Hand over" not in (page := hosted.ask("second", "host/room").text)
    assert "You are a second host: you run the room." in page_text(page)
    assert "Hand over" in hosted.ask("host", "host/room").text
    for page, shown in (("/evenings", code), (f"/evenings/{code}/delete", REFUSED)):
        text = hosted.ask("second", page).text
        assert (shown in text, f"/evenings/{code}/delete" in text) == (True, False)
    refused = hosted.ask("second", "host/room/over")
    assert (403, True) == (refused.status_code, REFUSED in html.unescape(refused.text))


def test_a_second_host_forgets_no_name_in_a_room_of_the_first(hosted: Clients) -> None:
    hosted.ask("host", "host/end", (), at=hosted.at(), how="count")
    assert "Ann" in (table := hosted.ask("second", "/all-time").text)
    assert "/all-time/forget" not in table
    assert "/all-time" == hosted.ask("second", "/all-time/forget").location
    for path in ("second", "host"):
        hosted.ask(path, "/all-time/forget", (), name="Ann", sure="yes")
        assert ("Ann" if path == "second" else "Guest 1") == hosted.room.name("1")


def test_the_host_code_makes_a_second_host_a_first_one(clients: Clients) -> None:
    clients.open()
    clients.join("Ann", "Ben")
    code = re.search(r'class="hostcode">([^<]+)<', clients.ask("host", "host").text)
    assert code
    with_second_host(clients, "second")
    assert 303 == clients.ask("second", "recover", (), host_code=code[1]).status_code
    assert "Hand over" in clients.ask("second", "host/room").text
    assert 303 == clients.ask("second", f"/evenings/{clients.code}/delete", ()).status_code
    assert () == Services.of(clients.app).store.list_rooms()
