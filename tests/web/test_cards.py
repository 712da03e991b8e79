"""Dealt cards over HTTP: a hand that no host gets, and who deals."""

import re

from tests.support.clients import Clients
from tests.support.page_forms import page_forms, page_text

NAMES = ("Ann", "Ben", "Cid")


def test_the_hosts_browser_gets_no_dealt_hand_and_is_told_why(clients: Clients) -> None:
    clients.gather(*NAMES, game="median", table="dealt")
    clients.ask("Ben", "leave", x=1)
    page = clients.ask("host", "host/people/2").text
    [link] = re.findall(r'class="address">[^<]*(/\w{4}/seat/[^<]+)<', page)
    sentence = "The cards are dealt: the hand of Ben cannot go to the browser of a host"
    asked = [clients.ask("host", path, **form) for path, form in ((link, {}), (link, {"x": 1}))]
    for answer in (*asked, clients.ask("host", "claim", seat=2)):
        assert (403, True) == (answer.status_code, sentence in answer.text)
    assert 303 == clients.ask("new", link, x=1).status_code
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
        found = re.findall(r'<option value="(\d+)"( selected)?>', select[0]) if select else []
        return [(seat, bool(selected)) for seat, selected in found]

    clients.open("median", lowest="J", hand="2")
    clients.join(*NAMES)
    everybody = [("1", True), ("2", False), ("3", False)]
    assert everybody == dealers() == dealers("host/games")
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
