"""Floods of seats: the host is asked, sends all away, and four play on."""

import re

import pytest

from tests.support.clients import Clients, ask
from tests.support.determinism import Determinism
from tests.support.guest import Answer, Guest
from tests.support.page_forms import page_forms, page_text
from tests.support.server import Server

BAR, ELSEWHERE = "203.0.113.7", "198.51.100.9"


class Visitor(Guest):
    """A browser at an address; without cookies a program that opens no page."""

    def __init__(self, url: str, address: str) -> None:
        super().__init__(url)
        self._address = {"X-Forwarded-For": address}

    def _send(self, path: str, data: bytes | None, headers: dict[str, str]) -> Answer:
        return super()._send(path, data, headers | self._address)

    def arrive(self, code: str, name: str) -> Answer:
        """Open the page, and join."""
        self.ask(f"/{code}")
        return self.join(code, name)


def flood(url: str, code: str, size: int) -> list[int]:
    """Join so often from the bar, each time as another program with a made-up cookie; return the statuses."""
    made_up = {"Cookie": "companion=unknown"}
    names = ({"name": f"Bot {number}"} for number in range(size))
    return [Visitor(url, BAR).ask(f"/{code}/join", name, made_up).status for name in names]


def press(host: Guest, form: str) -> str:
    """Press the first button of a form on the host's desk; return the desk after it."""
    found = page_forms(host.page("/host").text)[form]
    host.ask(found.action, dict(found.pressed(*found.buttons[0])))
    return host.page("/host").text


def place(desk: str) -> str:
    """Return the round that the desk is about."""
    match = re.search(r'data-place="([^"]*)"', desk)
    return match[1] if match else ""


@pytest.mark.slow
def test_four_play_on_after_a_flood_and_guests_come_from_anywhere_also_from_where_it_came(
    server: Server,
) -> None:
    host = Guest(server.url)
    host.start_room(rounds=5)
    code = host.code
    four = [Visitor(server.url, f"192.0.2.{number}") for number in range(4)]
    for guest, name in zip(four, ("Ann", "Bob", "Cyd", "Dan"), strict=True):
        guest.arrive(code, name)
    host.begin(rounds=5)
    assert 422 in flood(server.url, code, 45)
    for number, guest in enumerate(four):
        guest.send(10 * number)
    desk = host.page("/host").text
    assert re.search(r"4\d from one address", page_text(desk))
    assert "1.1" == place(desk)  # the round waits for all of them
    assert "1.2" == place(press(host, "crowd"))
    assert "1.1" == place(press(host, "undo"))
    assert "1.2" == place(press(host, "crowd"))
    for number, guest in enumerate(four):
        guest.send(10 * number)
    assert "1.3" == place(host.page("/host").text)
    assert 200 == Visitor(server.url, ELSEWHERE).arrive(code, "Eve").status
    assert flood(server.url, code, 9).count(422) >= 4
    assert 200 == Visitor(server.url, BAR).arrive(code, "Fay").status
    people = page_text(host.page("/host/people").text)
    assert re.search(r"4\d were sent away", people)
    assert re.search(r"\b(9|10|11) play\.", people)
    assert "Fay" in people


def arrive(clients: Clients, who: str, address: str) -> None:
    """Open the page of a room as a new browser, and join."""
    ask(clients, who, f"/{clients.code}", None, address)
    assert 200 == ask(clients, who, f"/{clients.code}/join", {"name": who}, address).status_code


def test_whoever_came_later_and_never_played_holds_a_round_up_for_a_minute_and_is_gone_by_one_tap(
    clocks: Determinism, clients: Clients
) -> None:
    clients.gather("Ann", "Ben", "Cid", rounds=5)
    clients.play(10, 20, 30)
    for number in range(30):  # below what is asked about at once
        arrive(clients, f"Ghost {number}", f"198.51.100.{number % 10}")
    desk = clients.ask("host", "host").text
    assert ('hx-trigger="load delay:60s"' in desk, "30 have never played" in desk) == (True, False)
    clients.play(10, 20, 30)
    clocks.wait(60)
    desk = clients.ask("host", "host").text
    assert "30 have never played" in desk
    since = dict(page_forms(desk)["idle"].pressed(*page_forms(desk)["idle"].buttons[0]))
    assert 303 == clients.host("idle", **since).status_code
    assert ("1.3", 3) == (place(clients.ask("host", "host").text), len(clients.room.seats))
    assert "30 were sent away" in page_text(clients.ask("host", "host/people").text)
    arrive(clients, "Ghost 7", "198.51.100.7")
    assert ["Ann", "Ben", "Cid", "Ghost 7"] == [player.name for player in clients.room.players]
    assert clients.host("undo", number=clients.room.undo[-1], sure="yes").status_code == 303
    assert ("1.2", 34) == (place(clients.ask("host", "host").text), len(clients.room.seats))
    assert clients.replays()


def test_people_are_on_pages_of_a_hundred(clients: Clients) -> None:
    clients.open()
    clients.host("letin", all="yes")
    for number in range(1, 206):
        clients.host("add", name=f"G{number}")

    def names(skip: object) -> list[str]:
        page = clients.ask("host", f"host/people?skip={skip}").text
        assert "205 play." in page_text(page)
        assert ["1–100", "101–200", "201–205"] == re.findall(r">(\d+–\d+)</a>", page)
        return re.findall(r'class="name">([^<]+)<', page)

    parts = [names(skip) for skip in (0, 100, 200)]
    assert [100, 100, 5] == [len(part) for part in parts]
    assert [f"G{number}" for number in range(1, 206)] == [name for part in parts for name in part]
    for odd in (-5, "x"):
        assert parts[0] == names(odd)
