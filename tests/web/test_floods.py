"""A flood of seats from one address, over HTTP: the host is asked, sends all away, and four play on."""

import re

import pytest

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
    """Join so often from the bar, each time as another browser; return the statuses."""
    return [Visitor(url, BAR).join(code, f"Bot {number}").status for number in range(size)]


def press(host: Guest, form: str) -> str:
    """Press the first button of a form on the host's desk; return the desk after it."""
    found = page_forms(host.page("/host").text)[form]
    host.ask(found.action, dict(found.pressed(*found.buttons[0])))
    return host.page("/host").text


def place(desk: str) -> str:
    """Return the round that the desk is about."""
    found = re.search(r'data-place="([^"]*)"', desk)
    return found[1] if found else ""


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
