"""The card games and lists over HTTP: real and dealt cards, entered by phones or by the host."""

import json
import re
import time
from collections.abc import Callable

import pytest

from tests.support.guest import Guest, error_message
from tests.support.page_forms import page_forms, page_text
from tests.support.server import Server

NAMES = ("Ann", "Ben", "Cid", "Dot")
Gather = Callable[..., tuple[Guest, list[Guest]]]


@pytest.fixture
def gather(server: Server) -> Gather:
    """Open a room for a game, add players, and start; `dealt` deals the cards."""

    def open_room(
        game: str, players: int, *, phones: bool = True, **options: object
    ) -> tuple[Guest, list[Guest]]:
        host = Guest(server.url)
        host.start_room(game=game, **{key: value for key, value in options.items() if key != "table"})
        guests = [Guest(server.url) for _ in range(players if phones else 0)]
        for guest, name in zip(guests, NAMES, strict=False):
            guest.join(host.code, name)
        for name in () if phones else NAMES[:players]:
            assert 200 == host.ask(f"/{host.code}/host/add", {"name": name}).status
        assert 200 == host.begin(**options).status
        return host, guests

    return open_room


def keys(page: str, form: str = "pad") -> list[str]:
    """List the cards that a page offers and that can be laid."""
    found = re.findall(
        rf'<button type="submit" class="key[^"]*" form="{form}" name="number" value="([^"]+)"( disabled)?>',
        page,
    )
    return [card for card, disabled in found if not disabled]


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for what the server does by itself within seconds."""
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def lay_one(guest: Guest) -> None:
    assert 200 == guest.send(keys(guest.page().text)[0], guest.round_id()).status


@pytest.mark.slow
def test_a_phone_dies_mid_hand_a_bot_plays_on_and_the_phone_comes_back(gather: Gather) -> None:
    host, (ann, ben, cid) = gather("saichugen", 3, rounds=2, table="dealt")
    for guest in (ann, ben, cid):
        lay_one(guest)
    lay_one(ann)
    lay_one(cid)
    page = host.page("/host").text
    assert "Lay for" not in page
    assert [] == keys(page, "show")
    assert re.search(r'form="botplays" name="seat" value="2">', page)
    at = host.round_id("/host")
    assert 403 == host.ask(f"/{host.code}/host/show", {"seat": 2, "number": "7H", "at": at}).status
    assert 200 == host.ask(f"/{host.code}/host/botplays", {"seat": 2, "at": at}).status
    assert "A bot plays for you" in ben.page().text
    wait_until(lambda: "trick 3" in host.page("/host").text)
    assert "a bot plays" in host.page("/host").text
    lay_one(ann)
    assert re.search(r"A bot plays for \W?Ben", host.page("/tv").text)
    assert 200 == ben.ask(f"/{ben.code}/back", {}).status
    assert "a bot plays" not in host.page("/host").text + ann.page().text
    assert "A bot plays for you" not in ben.page().text
    if keys(ben.page().text):  # unless the bot was quicker with this card
        lay_one(ben)
    lay_one(cid)
    assert "Round 2 of 2, trick 1" in host.page("/tv").text


def test_the_hosts_browser_gets_no_dealt_hand_and_is_told_why(server: Server, gather: Gather) -> None:
    host, (_, ben, _) = gather("median", 3, table="dealt")
    ben.ask(f"/{ben.code}/leave", {})
    link = re.search(r'class="address">[^<]*(/seat/[^<]+)<', host.page("/host/people/2").text)
    assert link
    sentence = "The cards are dealt: the hand of Ben cannot go to the browser of a host"
    for answer in (
        host.page(link[1]),
        host.ask(f"/{host.code}{link[1]}", {"x": "1"}),
        host.ask(f"/{host.code}/claim", {"seat": 2}),
    ):
        assert 403 == answer.status
        assert sentence in answer.text
    new = Guest(server.url)
    new.code = host.code
    assert 200 == new.ask(f"/{host.code}{link[1]}", {"x": "1"}).status
    assert [] == re.findall(r'value="([0-9AJQK]+[CDHS])"', new.page().text)
    assert "The cards of Ben are on another phone" in page_text(new.page().text)
    form = page_forms(ben.page().text)["mine"]
    assert 200 == ben.ask(f"/{ben.code}/mine", dict(form.pressed("mine", "yes"))).status
    assert 200 == new.ask(f"/{new.code}/back", {"x": "1"}).status
    assert 5 == len(re.findall(r'value="([0-9AJQK]+[CDHS])"', new.page().text))


def refusal(answer: object) -> tuple[int, str]:
    return answer.status, error_message(answer)  # type: ignore[attr-defined,arg-type]


def offered_dealers(page: str) -> list[tuple[str, bool]]:
    """List the seats that a page offers as the dealer, each with whether it is chosen."""
    select = re.search(r'<select id="named-dealer" name="dealer".*?</select>', page, re.DOTALL)
    found = re.findall(r'<option value="(\d+)"( selected)?>', select[0]) if select else []
    return [(seat, bool(selected)) for seat, selected in found]


def test_D3_the_host_chooses_the_dealer_among_those_who_are_here(server: Server) -> None:
    host = Guest(server.url)
    host.start_room(game="median", lowest="J", hand="2")
    guests = [Guest(server.url) for _ in range(3)]
    for guest, name in zip(guests, NAMES, strict=False):
        guest.join(host.code, name)
    everybody = [("1", True), ("2", False), ("3", False)]
    assert everybody == offered_dealers(host.page("/host").text)
    assert everybody == offered_dealers(host.page("/host/games").text)
    assert [] == offered_dealers(host.page("/host/games?choice=saichugen").text)
    answer = host.ask(f"/{host.code}/host/choose", {"game": "median", "dealer": "2"})
    assert 200 == answer.status
    assert [("1", False), ("2", True), ("3", False)] == offered_dealers(host.page("/host").text)
    guests[1].ask(f"/{host.code}/leave", {})
    assert [("1", True), ("3", False)] == offered_dealers(host.page("/host").text)
    assert (422, "Dealer: Ben does not play, choose somebody else") == refusal(host.begin(dealer="2"))
    guests[1].ask(f"/{host.code}/back", {})
    assert 200 == host.begin(dealer="3").status
    assert [] == offered_dealers(host.page("/host").text)
    assert re.search(r"\W?Cid\W? leads", guests[0].page().text)
    assert {"dealer": "Cid"}.items() <= json.loads(host.page("/game-1.json").text)["options"].items()
