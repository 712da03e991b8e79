"""Bets of those who watch, over HTTP: forms without a script, what is answered, and what streams carry."""

import re

import pytest

from companion.live.stream import Kind, Subscriber, encode
from companion.room.state import Room
from companion.web.renderer import StreamRenderer
from tests.support.clients import HOTSPOT, HTMX, Clients, ask
from tests.support.page_forms import page_forms, page_text

NAMES = ("Ann", "Ben", "Cid")
JAPANESE = {"Accept-Language": "ja"}
ROUND = (10, 50, 90)


@pytest.fixture
def party(clients: Clients) -> Clients:
    """Return a room of three in its first round."""
    clients.gather(*NAMES, rounds=3, tie_break="peel")
    return clients


def bet(clients: Clients, who: str, seat: int) -> int:
    """Tap a guest as the page has it, without a script."""
    form = page_forms(clients.ask(who, "watch").text)["bet"]
    at = f"1.{len(clients.room.games[-1].rounds) + 1}"
    return clients.ask(who, form.action, form.pressed("choice", f"{at}.{seat}")).status_code


def pressed(page: str) -> list[str]:
    return re.findall(r'name="choice" value="([^"]*)"\s+aria-pressed="true"', page)


def sent(clients: Clients, before: Room, kind: Kind, who: str = "") -> str:
    """Return what a screen is sent of what has changed since."""
    device = clients.fingerprint(who) if who else ""
    screen, after = Subscriber(kind, "en", "http://localhost", device), clients.room
    renderer = StreamRenderer(clients.app)
    own = renderer.render_own(before, after).get(device, lambda _: ())
    return encode((*own(screen), *renderer.render_change(before, after)(screen)), is_gzip=False).decode()


def test_without_a_script_a_tap_bets_another_changes_it_and_the_page_says_what_came_of_it(
    party: Clients,
) -> None:
    page = party.ask("Wes", "watch").text
    assert [] == pressed(page)
    assert "You are Watcher" not in page
    assert 303 == bet(party, "Wes", 1)
    assert 303 == bet(party, "Wes", 2)
    bet(party, "Xia", 3)
    page = party.ask("Wes", "watch").text
    assert ["1.1.2"] == pressed(page)
    assert "You are Watcher 1." in page_text(page)
    assert "who bet were right" not in page_text(page), "that would be told before the reveal"
    party.play(*ROUND)
    words = page_text(party.ask("Wes", "watch").text)
    assert "Ben it is You said Ben. 1 of 2 who bet were right." in words
    assert "It was Ben You said Cid. 1 of 2 who bet were right." in page_text(party.ask("Xia", "watch").text)
    assert "It was Ben 1 of 2 who bet were right." in page_text(party.ask("Yan", "watch").text)
    assert [] == pressed(party.ask("Wes", "watch").text), "another round"


def test_who_watches_in_japanese_bets_in_japanese(party: Clients) -> None:
    bet(party, "Wes", 1)
    words = page_text(party.ask("Wes", "watch", headers=JAPANESE).text)
    assert "さて、誰になる？" in words
    assert "あなたは観客1です。" in words
    party.play(*ROUND)
    words = page_text(party.ask("Wes", "watch", headers=JAPANESE).text)
    assert "Benさんでした あなたの予想はAnnさん。 ほかに賭けた人はいません。" in words


def test_where_all_were_wrong_they_were_wrong_together(party: Clients) -> None:
    bet(party, "Wes", 1)
    bet(party, "Xia", 3)
    party.play(*ROUND)
    assert "You said Cid. Wrong together." in page_text(party.ask("Xia", "watch").text)


def test_a_page_that_follows_is_answered_with_its_own_part_and_told_where_a_bet_stands_already(
    party: Clients,
) -> None:
    party.ask("Wes", "watch")
    answer = party.ask("Wes", "bet", headers=HTMX, choice="1.1.2")
    assert re.match(r'<p id="own"[^>]*\sdata-place="1.1"\s+data-wanted="1.1.2"', answer.text)
    assert str(party.room.version) == answer.headers["X-Version"]
    again = party.ask("Wes", "bet", headers=HTMX, choice="1.1.2")
    assert (200, str(party.room.version)) == (again.status_code, answer.headers["X-Version"])
    assert again.headers["X-Said"]


def test_a_bet_that_is_refused_is_said_on_the_page_of_who_watches(party: Clients) -> None:
    for seat in (1, 2, 3):
        bet(party, "Wes", seat)
    form = page_forms(party.ask("Wes", "watch").text)["bet"]
    refused = party.ask("Wes", form.action, form.pressed("choice", "1.1.1"))
    assert 422 == refused.status_code
    assert "You have changed your mind twice: this bet stands" in page_text(refused.text)
    assert ["1.1.3"] == pressed(refused.text)


def test_players_and_hosts_have_nothing_to_bet_with(party: Clients) -> None:
    party.ask("Cid", "leave", ())
    for who in ("Cid", "host"):
        page = party.ask(who, "watch").text
        assert "bet" not in page_forms(page)
        assert "Who will it be?" not in page_text(page)
        assert 403 == party.ask(who, "bet", choice="1.1.1").status_code


def test_of_one_address_so_many_bet_and_the_servers_own_computer_has_no_limit(clients: Clients) -> None:
    clients.limits["COMPANION_LIMIT_BETTORS"] = "2"
    clients.restart()
    clients.gather(*NAMES)
    for who in ("Wes", "Xia", "Yan"):
        ask(clients, who, f"/{clients.code}/watch", None, HOTSPOT)
    form = {"choice": "1.1.1"}
    answers = [ask(clients, who, f"/{clients.code}/bet", form, HOTSPOT) for who in ("Wes", "Xia", "Yan")]
    assert [303, 303, 422] == [answer.status_code for answer in answers]
    assert "So many bet from here already that no more can" in page_text(answers[-1].text)
    assert [303] * 3 == [bet(clients, f"local {number}", 1) for number in range(3)]


def test_no_screen_is_drawn_again_for_a_bet(party: Clients) -> None:
    before = party.room
    bet(party, "Wes", 1)
    kinds: tuple[Kind, ...] = ("tv", "watch", "", "phone")
    messages = {sent(party, before, kind, "Ann" if kind == "phone" else "") for kind in kinds}
    assert {f"event:progress\nid:{party.room.version}\ndata:1 0\n\n"} == messages
    assert not StreamRenderer(party.app).is_urgent(before, party.room)
    assert not StreamRenderer(party.app).render_own(before, party.room), "not even for whom it is on"


def test_a_bet_beside_a_number_changes_nothing_of_what_the_number_brings(party: Clients) -> None:
    before = party.room
    bet(party, "Wes", 2)
    party.send("Ann", 5)
    assert f"event:progress\nid:{party.room.version}\ndata:2 1 1\n\n" == sent(party, before, "watch")
    assert "event:own" not in sent(party, before, "phone", "Ben")


def test_all_who_watch_are_sent_the_same_bytes_of_which_each_page_takes_its_own(party: Clients) -> None:
    bet(party, "Wes", 1)
    bet(party, "Xia", 2)
    party.send("Ann", 10)
    party.send("Ben", 50)
    before = party.room
    party.send("Cid", 90)
    heard = sent(party, before, "watch", "Wes")
    assert heard == sent(party, before, "watch", "Xia")
    assert ["1.1.2", "1.1.1", ""] == re.findall(r'data-bet="([^"]*)"', heard)
    assert "You are Watcher" not in heard
    assert '<section class="told awaits-round">' in heard, "a TV tells it first"


def test_a_page_that_was_open_before_the_game_can_bet_in_it(clients: Clients) -> None:
    clients.open(rounds=3)
    page = clients.ask("Wes", "watch").text
    assert {"bet"} <= page_forms(page).keys()
    assert 'id="own"' in page


def test_more_than_twelve_are_a_list_of_names(clients: Clients) -> None:
    names = [f"P{number}" for number in range(13)]
    clients.gather(*names)
    page = clients.ask("Wes", "watch").text
    assert 'class="bets long"' in page
    assert 13 == len(re.findall(r'form="bet" name="choice"', page))


def test_among_very_many_a_typed_name_bets_and_the_page_knows_of_its_own_bet_whether_it_was_right(
    clients: Clients,
) -> None:
    names = [f"P. {number}" for number in range(121)]
    clients.gather(*names, rounds=3)
    page = clients.ask("Wes", "watch").text
    assert [] == re.findall('form="bet" name="choice"', page)
    assert names == re.findall('<option value="([^"]*)"', page)
    assert 'http-equiv="refresh"' not in page, "it would take away what is being typed"
    form = page_forms(page)["named"]
    assert 303 == clients.ask("Wes", form.action, form.filled(name="p. 7")).status_code
    assert "You are Watcher 1. You said P. 7." in page_text(clients.ask("Wes", "watch").text)
    wrong = clients.ask("Wes", form.action, form.filled(name="Nobody"))
    assert 422 == wrong.status_code
    assert "Nobody of that name can be bet on now" in page_text(wrong.text)
    assert 'value="Nobody"' in wrong.text, "what was typed stays"


def test_where_very_many_were_bet_on_the_stream_tells_apart_who_was_right(clients: Clients) -> None:
    """Of a wrong bet the page has the name, so that the part of all others says enough."""
    names = [f"P. {number}" for number in range(26)]
    clients.gather(*names, rounds=3)
    for seat in range(1, 27):
        bet(clients, f"W {seat}", seat)
    before = clients.room
    clients.play(*range(26), names=names)
    heard = sent(clients, before, "watch")
    told = re.findall(r'data-bet="([^"]*)"', heard)
    assert ["1.1.13", "1.1.14"] == sorted(told[:2])
    assert (24, "") == (len(told) - 1, told[-1])
    assert re.search(r'data-bet="" data-told="1\.1\.\d+"', heard)
    assert "2 of 26 who bet were right." in page_text(heard)
    assert "You said P. 25. 2 of 26 who bet were right." in page_text(clients.ask("W 26", "watch").text)


def test_the_tv_shows_stools_under_those_who_were_bet_on_once_the_reveal_rests(party: Clients) -> None:
    for who, seat in {"Wes": 2, "Xia": 2, "Yan": 1}.items():
        bet(party, who, seat)
    assert "bet-on" not in party.ask("Zoe", "tv").text
    party.play(*ROUND)
    live, _, scenes = party.ask("Zoe", "tv").text.partition('<template id="scenes"')
    found = re.findall(r'<li data-seat="(\d)".*?</li>', live) and re.findall(r'aria-label="(\d bets?)"', live)
    assert ["1 bet", "2 bets"] == found
    assert "bet-on" not in scenes, "what plays before tells nothing of it"
    for number in range(4):
        bet(party, f"late {number}", 2)
    party.play(*ROUND)
    live = party.ask("Zoe", "tv").text.partition('<template id="scenes"')[0]
    assert "<small>4</small>" in live, "more than three are counted"


def test_the_evening_names_who_bet_best(clients: Clients) -> None:
    clients.gather(*NAMES, rounds=3, tie_break="peel")
    for game in (1, 2):
        for number in (1, 2, 3):
            for who, seat in (("Wes", 1), ("Xia", 2)):
                clients.ask(who, "watch")
                clients.ask(who, "bet", choice=f"{game}.{number}.{seat}")
            clients.play(*(ROUND if number < 3 else (50, 10, 90)))
        clients.host("begin", rounds=3, tie_break="peel")
    clients.host("end", at="3.1")
    for path in ("watch", "result"):
        assert "Watcher 2 saw 4 of 6" in page_text(clients.ask("Wes", path).text)
    clients.host("finish")
    clients.play(50, 10, 90) if clients.room.is_playing else None
    assert "Watcher 2 saw" in page_text(clients.ask("Wes", "tv").text)
