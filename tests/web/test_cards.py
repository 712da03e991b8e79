"""Dealt cards over HTTP: a hand that waits, that a bot plays on with, and that no host gets."""

import re

from tests.support.clients import Clients
from tests.support.determinism import Determinism
from tests.support.page_forms import page_forms, page_text
from tests.support.stream_reader import Streams

NAMES = ("Ann", "Ben", "Cid")


def keys(page: str, form: str = "pad") -> list[str]:
    """List the cards that a page offers and that can be laid."""
    button = (
        rf'<button type="submit" class="key[^"]*" form="{form}" name="number" value="([^"]+)"( disabled)?>'
    )
    return [card for card, disabled in re.findall(button, page) if not disabled]


def lay_one(clients: Clients, who: str) -> None:
    assert clients.send(who, keys(clients.ask(who).text)[0]).status_code == 303


def test_a_phone_dies_mid_hand_a_bot_plays_on_and_the_phone_comes_back(
    clocks: Determinism, clients: Clients
) -> None:
    clients.gather(*NAMES, game="saichugen", rounds=2, table="dealt")
    for who in (*NAMES, "Ann", "Cid"):
        lay_one(clients, who)
    page, at = clients.ask("host", "host").text, clients.at()
    assert ("Lay for" in page, keys(page, "show")) == (False, [])
    assert "host/botplays" in clients.ask("host", "host/people/2").text
    assert 403 == clients.host("show", seat=2, number="7H", at=at).status_code
    assert 303 == clients.host("botplays", seat=2, at=at).status_code
    assert "A bot plays for you" in clients.ask("Ben").text
    clocks.wait(60)
    assert "trick 3" in clients.ask("host", "host").text
    assert "a bot plays" in clients.ask("host", "host/people").text
    lay_one(clients, "Ann")
    assert re.search(r"A bot plays for \W?Ben", clients.ask("host", "tv").text)
    assert 303 == clients.ask("Ben", "back", x=1).status_code
    assert "a bot plays" not in clients.ask("host", "host").text + clients.ask("Ann").text
    assert "A bot plays for you" not in clients.ask("Ben").text
    if keys(clients.ask("Ben").text):  # unless the bot was quicker with this card
        lay_one(clients, "Ben")
    lay_one(clients, "Cid")
    assert "Round 2 of 2, trick 1" in clients.ask("host", "tv").text


def test_no_bot_plays_for_a_player_whose_phone_follows_until_it_leaves_the_room(clients: Clients) -> None:
    clients.gather(*NAMES, game="saichugen", rounds=2, table="dealt")
    with Streams(clients, ["Ben"]):
        refused = clients.host("botplays", seat=2, at=clients.at())
        assert (403, True) == (refused.status_code, "Ben has a phone here" in page_text(refused.text))
        clients.ask("Ben", "leave", x=1)
        assert 303 == clients.host("botplays", seat=2, at=clients.at()).status_code
    assert ("2",) == clients.room.games[0].stand_ins


def test_the_hosts_browser_gets_no_dealt_hand_and_is_told_why(clients: Clients) -> None:
    clients.gather(*NAMES, game="median", table="dealt")
    clients.ask("Ben", "leave", x=1)
    page = clients.ask("host", "host/people/2").text
    [link] = re.findall(r'class="address">[^<]*(/\w{4}/seat/[^<]+)<', page)
    sentence = "The cards are dealt: the hand of Ben cannot go to the browser of a host"
    asked = [clients.ask("host", path, **form) for path, form in ((link, {}), (link, {"x": 1}))]
    for answer in (*asked, clients.ask("host", "claim", seat=2)):
        assert (403, True) == (answer.status_code, sentence in answer.text)
    assert 200 == clients.ask("new", link, x=1).status_code
    card = re.compile(r'value="([0-9AJQK]+[CDHS])"')
    assert [] == card.findall(clients.ask("new").text)
    assert "The cards of Ben are on another phone" in page_text(clients.ask("new").text)
    form = page_forms(clients.ask("Ben").text)["mine"]
    assert 303 == clients.ask("Ben", "mine", form.pressed("mine", "yes")).status_code
    clients.ask("new", "back", x=1)
    assert 5 == len(card.findall(clients.ask("new").text))


def test_D3_the_host_chooses_the_dealer_among_those_who_are_here(clients: Clients) -> None:
    def dealers(path: str = "host") -> list[tuple[str, bool]]:
        """List the seats that a page offers as the dealer, each with whether it is chosen."""
        page = clients.ask("host", path).text
        select = re.search(r'<select id="named-dealer" name="dealer".*?</select>', page, re.DOTALL)
        found = re.findall(r'<option[^>]* value="(\d+)"( selected)?>', select[0]) if select else []
        return [(seat, bool(selected)) for seat, selected in found]

    clients.open("median", lowest="J", hand="2")
    clients.join(*NAMES)
    everybody = [("1", True), ("2", False), ("3", False)]
    assert everybody == dealers() == dealers("host/games?choice=median")
    assert [] == dealers("host/games?choice=saichugen")
    assert 303 == clients.host("choose", game="median", dealer="2").status_code
    assert [("1", False), ("2", True), ("3", False)] == dealers()
    clients.ask("Ben", "leave", x=1)
    assert [("1", True), ("3", False)] == dealers()
    refused = clients.host("begin", dealer="2")
    assert 422 == refused.status_code
    assert "Dealer: Ben does not play, choose somebody else" in page_text(refused.text)
    clients.ask("Ben", "back", x=1)
    assert 303 == clients.host("begin", dealer="3").status_code
    assert [] == dealers()
    assert re.search(r"\W?Cid\W? leads", clients.ask("Ann").text)
    record = clients.ask("host", "game-1.json").json
    assert record
    assert "Cid" == record["options"]["dealer"]
