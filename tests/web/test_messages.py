"""Which message each screen is sent after a change of the room."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.live.hub import Subscriber
from companion.room.state import Room
from companion.rules.cards import Card
from companion.rules.games.deck import DeckCards
from companion.web.renderer import StreamRenderer
from tests.support.clients import Company


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    made = Company(tmp_path)
    yield made
    made.close()


def told(company: Company, before: Room, seat: str) -> str:
    """Return the message to the phone of a seat."""
    after = company.room
    device = next(iter(after.seats[seat].devices))
    return (
        StreamRenderer(company.app)
        .render_change(before, after)(Subscriber("phone", "en", "", device, ""))
        .decode()
    )


def own(message: str) -> str:
    """Return a message's own part; empty where there is none."""
    *before, shared = re.findall("data: (.*)", message)
    assert shared.startswith("<div")
    return "".join(before)


def hand(room: Room, seat: str) -> tuple[Card, ...]:
    cards = room.current_game and room.current_game.next_round and room.current_game.next_round.allowed[seat]
    assert isinstance(cards, DeckCards)
    return tuple(cards.hand or ())


def test_a_phone_is_sent_its_hand_where_the_host_has_a_trick_not_count(company: Company) -> None:
    company.gather("Ann", "Ben", "Cid", game="saichugen", dealt="yes")
    for seat, name in enumerate(("Ann", "Ben", "Cid"), 1):
        company.send(name, str(hand(company.room, str(seat))[0]))
    before = company.room
    assert before.current_game is not None
    assert 2 == before.current_game.round_number
    assert company.host("void", at="1.1", sure="yes").status_code in (200, 303)
    changed = [seat for seat in "123" if set(hand(before, seat)) != set(hand(company.room, seat))]
    assert changed
    assert ["hand" for _ in changed] == [
        "hand" if 'name="number"' in own(told(company, before, seat)) else "" for seat in changed
    ]


def test_a_phone_that_changes_its_number_is_sent_no_other_own_part_when_all_are_in(company: Company) -> None:
    company.gather("Ann", "Ben", "Cid")
    company.host("pace", by_itself="")
    for name, number in (("Ann", 1), ("Ben", 2)):
        company.send(name, number)
    before = company.room
    company.send("Cid", 3)
    assert "3 of 3 are in" in told(company, before, "1")
    assert ("", True) == (
        own(told(company, before, "1")),
        "Your number is in" in own(told(company, before, "3")),
    )


def test_a_blocked_phone_is_sent_the_version_only(company: Company) -> None:
    company.gather("Ann", "Ben", "Cid")
    company.host("bar", seat="2", sure="yes")
    before = company.room
    assert before.blocked
    company.send("Ann", 1)
    after = company.room.version
    assert f"id: {after}\ndata: {after}\n\n" == told(company, before, "2")


def test_a_player_who_is_host_no_longer_is_told_of_nobody_who_asks_to_come_in(company: Company) -> None:
    company.gather("Ann", "Ben", "Cid")
    company.ask("host", "join", name="Hal")
    company.ask("stranger", "claim", (), seat="1")
    before = company.room
    assert before.claims
    (hal,) = (each.seat for each in before.players if each.name == "Hal")
    assert "asks for a seat" in company.ask("host").text
    link = re.search(r"/become/[^\s<\"]+", company.ask("host", "host/room/over").text)
    assert link
    assert company.ask("heir", link[0][1:], (), x=1).status_code == 303
    assert company.room.hosts.isdisjoint(before.hosts)
    assert 'id="own"' in own(told(company, before, hal))


def test_a_player_who_is_host_is_told_once_who_asks_to_come_in_and_again_with_the_next_round(
    company: Company,
) -> None:
    company.open()
    for browser, name in (("host", "Hal"), ("Ann", "Ann"), ("Ben", "Ben")):
        company.ask(browser)
        company.ask(browser, "join", name=name)
    company.host("begin")
    before = company.room
    company.ask("stranger", "claim", (), seat="2")
    assert "asks for a seat" in own(told(company, before, "1"))
    before = company.room
    company.send("Ann", 1)
    assert "" == own(told(company, before, "1"))
    company.send("Ben", 2)
    company.send("host", 3)
    assert "asks for a seat" in own(told(company, before, "1"))


def test_TV_pages_are_rendered_for_a_few_names_of_the_server_and_others_get_the_version(
    company: Company,
) -> None:
    company.gather("Ann", "Ben", "Cid")
    before = company.room
    company.send("Ann", 1)
    after = company.room
    message = StreamRenderer(company.app).render_change(before, after)
    screens = [Subscriber("tv", "en", f"http://tv{number}.local", "", "") for number in range(20)]
    pages = [message(screen).startswith(b"data: <div") for screen in screens]
    assert [True] * 8 + [False] * 12 == pages
    assert message(screens[0]).startswith(b"data: <div")
    assert f"id: {after.version}\ndata: {after.version}\n\n".encode() == message(screens[-1])
