"""Which message each screen is sent after a change of the room."""

import re

from companion.live.stream import Subscriber, encode
from companion.room.state import Room
from companion.rules.cards import Card
from companion.rules.games.deck import DeckCards
from companion.web.renderer import StreamRenderer
from tests.support.clients import Clients


def told(clients: Clients, before: Room, seat: str) -> str:
    """Return what the phone of a seat is sent: what it has submitted itself, and what else has changed."""
    after, renderer = clients.room, StreamRenderer(clients.app)
    device = next(iter(after.seats[seat].devices))
    screen = Subscriber("phone", "en", "", device)
    submitted = renderer.render_own(before, after).get(device, lambda _: ())
    messages = (*submitted(screen), *renderer.render_change(before, after)(screen))
    return encode(messages, is_gzip=False).decode()


def own(message: str) -> str:
    """Return a message's own part; empty where there is none."""
    return "".join(re.findall("data: (<section.*)", message))


def hand(room: Room, seat: str) -> tuple[Card, ...]:
    cards = room.current_game and room.current_game.next_round and room.current_game.next_round.allowed[seat]
    assert isinstance(cards, DeckCards)
    return tuple(cards.hand or ())


def test_a_phone_is_sent_its_hand_where_the_host_has_a_trick_not_count(clients: Clients) -> None:
    clients.gather("Ann", "Ben", "Cid", game="saichugen", table="dealt")
    for seat, name in enumerate(("Ann", "Ben", "Cid"), 1):
        clients.send(name, str(hand(clients.room, str(seat))[0]))
    before = clients.room
    assert before.current_game is not None
    assert 2 == before.current_game.round_number
    assert clients.host("void", at="1.1", sure="yes").status_code in (200, 303)
    changed = [seat for seat in "123" if set(hand(before, seat)) != set(hand(clients.room, seat))]
    assert changed
    assert ["hand" for _ in changed] == [
        "hand" if 'name="number"' in own(told(clients, before, seat)) else "" for seat in changed
    ]


def test_a_phone_that_changes_its_number_is_sent_no_other_own_part_when_all_are_in(clients: Clients) -> None:
    clients.gather("Ann", "Ben", "Cid")
    clients.host("pace", by_itself="")
    for name, number in (("Ann", 1), ("Ben", 2)):
        clients.send(name, number)
    before = clients.room
    clients.send("Cid", 3)
    assert "3 of 3 are in" in told(clients, before, "1")
    assert ("", True) == (
        own(told(clients, before, "1")),
        "Your number is in" in own(told(clients, before, "3")),
    )


def test_a_blocked_phone_is_sent_the_version_only(clients: Clients) -> None:
    clients.gather("Ann", "Ben", "Cid")
    clients.host("bar", seat="2", sure="yes")
    before = clients.room
    assert before.blocked
    clients.send("Ann", 1)
    after = clients.room.version
    assert f"id: {after}\ndata: {after}\n\n" == told(clients, before, "2")


def test_a_player_who_is_host_no_longer_is_told_of_nobody_who_asks_to_come_in(clients: Clients) -> None:
    clients.gather("Ann", "Ben", "Cid")
    clients.ask("host", "join", name="Hal")
    clients.ask("stranger", "claim", (), seat="1")
    before = clients.room
    assert before.claims
    (hal,) = (each.seat for each in before.players if each.name == "Hal")
    assert "asks for a seat" in clients.ask("host").text
    link = re.search(r"/become/[^\s<\"]+", clients.ask("host", "host/room/over").text)
    assert link
    assert clients.ask("heir", link[0][1:], (), x=1).status_code == 303
    assert clients.room.hosts.isdisjoint(before.hosts)
    assert 'id="own"' in own(told(clients, before, hal))


def test_a_player_who_is_host_is_told_once_who_asks_to_come_in_and_again_with_the_next_round(
    clients: Clients,
) -> None:
    clients.open()
    for browser, name in (("host", "Hal"), ("Ann", "Ann"), ("Ben", "Ben")):
        clients.ask(browser)
        clients.ask(browser, "join", name=name)
    clients.host("begin")
    before = clients.room
    clients.ask("stranger", "claim", (), seat="2")
    assert "asks for a seat" in own(told(clients, before, "1"))
    before = clients.room
    clients.send("Ann", 1)
    assert "" == own(told(clients, before, "1"))
    clients.send("Ben", 2)
    clients.send("host", 3)
    assert "asks for a seat" in own(told(clients, before, "1"))


def test_TV_pages_are_rendered_for_a_few_names_of_the_server_and_others_get_the_version(
    clients: Clients,
) -> None:
    clients.gather("Ann", "Ben", "Cid")
    before = clients.room
    clients.send("Ann", 1)
    after = clients.room
    message = StreamRenderer(clients.app).render_change(before, after)
    screens = [Subscriber("tv", "en", f"http://tv{number}.local", "") for number in range(20)]
    pages = [encode(message(screen), is_gzip=False) for screen in screens]
    assert [True] * 8 + [False] * 12 == [each.startswith(b"data: <div") for each in pages]
    assert message(screens[0]) == message(screens[0])
    assert f"id: {after.version}\ndata: {after.version}\n\n".encode() == pages[-1]
