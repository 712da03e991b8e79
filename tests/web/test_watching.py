"""Just watching: a phone that follows without a seat, and counts for nothing."""

import pytest

from tests.support.clients import HTMX, Clients
from tests.support.stream_reader import Streams

NAMES = ("Ann", "Ben", "Cid")


@pytest.fixture
def clients(clients: Clients) -> Clients:
    clients.gather(*NAMES, rounds=3)
    return clients


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
