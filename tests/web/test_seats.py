"""Seats: joining under a name, leaving and returning, personal links to another phone, and claims."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.rules.games import GAMES
from companion.storage.event_store import DIGITS, LETTERS
from tests.support.clients import HTMX, OPEN, Clients
from tests.support.page_forms import page_text

NAMES = ("Ann", "Ben", "Cid")
BLOCKED = "The host has blocked this phone from the room"


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    """A game in a room that phones reach at 192.168.1.5."""
    with closing(Clients(tmp_path, dict(OPEN))) as made:
        made.gather(*NAMES)
        yield made


def named_in(answer: Any) -> str:
    """Return the name of the player on a phone page."""
    match = re.search(r'<bdi[^>]* class="who cut">([^<]*)<', answer.text)
    return match[1] if match else ""


def said(answer: Any) -> tuple[int, str]:
    """Return the status, and the sentence of a refusal."""
    match = re.search(r'<p[^>]*role="alert"[^>]*>(.*?)</p>', answer.text, re.DOTALL)
    return answer.status_code, page_text(match[1]).strip() if match else ""


def join(clients: Clients, who: str, name: str) -> Any:
    clients.ask(who)
    return clients.ask(who, "join", name=name)


def offered(page: str) -> list[tuple[str, str]]:
    """List the seats that a page offers to somebody new, with the names."""
    return re.findall(r'name="seat" value="(\d+)">.*?<bdi[^>]*>([^<]*)', page)


# Joining


def test_a_code_is_found_however_it_is_written_and_has_nothing_that_looks_alike(clients: Clients) -> None:
    assert not set("01OIL") & set(LETTERS + DIGITS)
    code = clients.code
    for written in (code.lower(), code, f" {code[:2]}-{code[2:]} ".replace(" ", "%20")):
        answer = clients.ask("new", f"/join?code={written}")
        assert answer.location.endswith(f"/{code}")
    for address in (code, code.lower()):  # of the QR code
        assert "Your name" in clients.ask("new", f"/{address}").text
    fragment = clients.ask("new", "", headers=HTMX)
    assert ("", "true") == (fragment.text, fragment.headers["HX-Refresh"])


@pytest.mark.parametrize("way", ["join", "link"])
def test_a_form_for_a_seat_is_answered_with_its_page_and_without_scripts_by_a_redirect(
    clients: Clients, way: str
) -> None:
    seats = {"": "Zoe", "yes": "Zoe 2"} if way == "join" else {"": "Ann", "yes": "Ann"}
    for redirect, name in seats.items():
        path = "" if way == "join" else link(clients)
        page = clients.ask(f"new {redirect}", path).text
        assert page.count('<noscript><input type="hidden" name="redirect" value="yes"></noscript>') == 1
        path = path or "join"
        answer = clients.ask(f"new {redirect}", path, name="Zoe", redirect=redirect)
        expected = (303, f"/{clients.code}", "") if redirect else (200, None, name)
        assert expected == (answer.status_code, answer.location, named_in(answer))
        assert name == named_in(clients.ask(f"new {redirect}"))


def test_a_name_that_is_taken_gets_a_number_and_its_player_is_told_once(clients: Clients) -> None:
    for number, name in enumerate(("ann", "Ａｎｎ", "Ann 2")):
        page = join(clients, f"other {number}", name)
    assert [*NAMES, "ann 2", "Ａｎｎ 3", "Ann 2 2"] == [player.name for player in clients.room.players]
    assert "Somebody is called ann 2 already, so you are Ann 2 2 ." in page_text(page.text)
    assert "Somebody is called" not in clients.ask("other 2").text


def test_a_name_that_is_none_is_refused_and_stays_in_the_field(clients: Clients) -> None:
    for name in ("", "   ", "\u200b\u202e", "x" * 21):
        answer = join(clients, "new", name)
        assert (422, True) == (answer.status_code, bool(said(answer)[1]))
        assert f'value="{name}"' in answer.text
    assert len(NAMES) == len(clients.room.players)


def test_joining_again_with_the_same_phone_is_coming_back(clients: Clients) -> None:
    clients.ask("Ann", "leave", at="1.1")
    assert "Ann" == named_in(join(clients, "Ann", "Somebody"))
    assert 'data-phase="enter"' in clients.ask("Ann").text


def test_a_locked_room_says_so_before_and_after_somebody_types(clients: Clients) -> None:
    clients.host("lock", locked="yes")
    page = clients.ask("new").text
    assert "The room is locked: nobody new can join." in page
    assert ("Your name" in page, "I was here before" in page) == (False, True)
    assert (403, "The room is locked: ask the host to unlock it") == said(join(clients, "new", "Zoe"))


def test_the_page_to_join_a_crowd_names_its_players_to_whom_asks_alone(clients: Clients) -> None:
    """It does not grow with the room: thousands would be sent the names of all."""
    clients.join(*(f"Guest {n}" for n in range(50, 90)))
    page = clients.ask("new").text
    clients.join("Guest 90")
    assert len(clients.ask("new").text) <= len(page)
    assert ("Guest 50" in page, "I was here before" in page) == (False, True)
    (asks,) = re.findall(r'href="([^"]*)">I was here before', page)
    named = clients.ask("new", asks).text
    assert '<details class="known last" open>' in named
    assert ("Guest 50" in named, "Guest 90" in named) == (True, True)


def test_every_game_has_a_page_of_rules_that_names_its_source_and_leads_back(clients: Clients) -> None:
    for rules in GAMES.values():
        page = clients.ask("host", f"/rules/{rules.name}?room={clients.code}").text
        assert (page_text(rules.source) in page_text(page), f'href="/{clients.code}"' in page) == (True, True)
    assert 404 == clients.ask("host", "/rules/chess").status_code


def test_a_blocked_browser_sees_a_sentence_and_nothing_else_and_can_do_nothing(clients: Clients) -> None:
    clients.host("bar", seat="1", sure="yes")
    before = clients.room
    form = {"name": "Zoe", "number": "5", "at": "1.1", "seat": "2", "call": "high"}
    answers = [clients.ask("Ann", path) for path in ("", "?asked=1", "another", "watch")]
    answers += [
        clients.ask("Ann", path, (), **form) for path in ("join", "number", "list", "call", "back", "claim")
    ]
    for answer in answers:
        assert (403, BLOCKED) == said(answer)
        assert ("Ben" in answer.text, f'href="/{clients.code}"' in answer.text) == (False, False)
    assert before == clients.room
    opened = clients.ask("Ann", "", headers=HTMX)
    assert ("", "true") == (opened.text, opened.headers["HX-Refresh"])
    assert ["Ben", "Cid"] == [name for _, name in offered(clients.ask("new").text)]


# Another phone, by a personal link


def link(clients: Clients, who: str = "Ann") -> str:
    """Return the path of a new personal link."""
    page = clients.ask(who, "another").text
    match = re.search(r"http://192\.168\.1\.5:8000</span>(/[0-9A-Z]{4}/seat/[^<\s]+)<", page)
    assert match
    assert ("<svg" in page, "localhost" in page.partition("</head>")[2]) == (True, False)
    return match[1]


def test_looking_at_a_link_changes_nothing_and_using_it_gives_the_seat_once(clients: Clients) -> None:
    path, before = link(clients), clients.room
    assert path != link(clients)
    for who in ("new", "other", "host"):
        answer = clients.ask(who, path)
        assert (200, True) == (answer.status_code, "Go on as Ann on this phone?" in page_text(answer.text))
    assert before == clients.room
    assert "Ann" == named_in(clients.ask("new", path, x=1))
    assert ["Ann", "Ann"] == [named_in(clients.ask(who)) for who in ("new", "Ann")]
    linked = clients.room
    assert (303, 200) == (clients.ask("new", path).status_code, clients.ask("new", path, x=1).status_code)
    for answer in (clients.ask("other", path), clients.ask("other", path, x=1)):
        assert (409, "This link was used already: ask for a new one") == said(answer)
    assert linked == clients.room
    clients.send("new", 7)
    assert '<strong translate="no" class="number">7</strong>' in clients.ask("new").text
    elsewhere = "It was sent from another phone of Ann, and is hidden here until the reveal."
    assert elsewhere in page_text(clients.ask("Ann").text)
    assert '<strong translate="no" class="number">' not in clients.ask("Ann").text


def test_another_rooms_link_and_nonsense_are_refused(clients: Clients) -> None:
    text, code = link(clients).rpartition("/")[2], clients.code
    page = clients.ask("host", "host/room/second").text
    [becomes_host] = re.findall(r"/become/([^<\s]+)<", page)
    clients.gather("Dan", "Eve", "Fay")
    before = clients.room
    for room, wrong in ((clients.code, text), (code, text[:-3]), (code, "x"), (code, "%00")):
        for form in ({}, {"x": "1"}):
            answer = clients.ask("Dan", f"/{room}/seat/{wrong}", **form)
            assert (422, "This link does not work: ask for a new one") == said(answer)
    sentence = "This link does not work: ask for a new one"
    assert (422, sentence) == said(clients.ask("Dan", f"/{code}/seat/{becomes_host}"))
    assert before == clients.room


def test_who_has_no_seat_gets_no_link_and_without_an_address_there_is_none(
    clients: Clients, tmp_path: Path
) -> None:
    for who in ("new", "host"):
        assert (403, "You have no seat in this room: join first") == said(clients.ask(who, "another"))
    with closing(Clients(tmp_path / "local")) as local:
        local.gather(*NAMES)
        page = local.ask("Ann", "another").text
    assert "No network found" in page or "/seat/" in page
    assert "127.0.0.1" not in page


# Claims


def test_everybody_who_has_a_seat_is_offered_also_who_has_left(clients: Clients) -> None:
    clients.ask("Ann", "leave", at="1.1")
    clients.host("add", name="<Dot>")
    expected = [("1", "Ann"), ("2", "Ben"), ("3", "Cid"), ("4", "&lt;Dot&gt;")]
    assert expected == offered(clients.ask("new").text)


def test_the_host_accepts_a_claim(clients: Clients) -> None:
    clients.send("Ann", 7)
    clients.ask("new")
    asked = clients.ask("new", "claim", seat=1)
    assert asked.location.endswith(f"/{clients.code}?asked=1")
    page = clients.ask("new", "?asked=1").text
    assert "Waiting for the host to accept you as Ann" in page_text(page)
    assert "7</strong>" not in page
    assert clients.ask("new", "?asked=1", headers=HTMX).text.lstrip().startswith('<div id="live"')
    clients.host("admit", claimant=clients.fingerprint("new"))
    lead = clients.ask("new", "?asked=1", headers=HTMX)
    assert ("", f"/{clients.code}") == (lead.text, lead.headers["HX-Redirect"])
    assert "Ann" == named_in(clients.ask("new"))
    assert '<strong translate="no" class="number">' not in clients.ask("new").text
    assert "Another phone plays as Ann now. Was that you?" in page_text(clients.ask("Ann").text)


def test_the_host_denies_it_and_it_is_said_once(clients: Clients) -> None:
    clients.ask("new")
    clients.ask("new", "claim", seat=1)
    clients.host("deny", claimant=clients.fingerprint("new"))
    lead = clients.ask("new", "?asked=1", headers=HTMX)
    assert ("", f"/{clients.code}?asked=1") == (lead.text, lead.headers["HX-Redirect"])
    page = clients.ask("new", "?asked=1").text
    assert "The host did not accept you as Ann ." in page_text(page)
    assert ("Your name" in page, "The host did not" in clients.ask("new").text) == (True, False)


def test_an_address_claims_one_seat_at_a_time_and_one_act_denies_all(clients: Clients) -> None:
    clients.gather("Ann", "Ben", "Cid")
    for who, address in (("one", "192.168.1.9"), ("two", "192.168.1.9"), ("three", "192.168.1.10")):
        clients.browser(who).environ_base["REMOTE_ADDR"] = address
        assert clients.ask(who, "claim", seat="2").status_code == 303
    waiting = [clients.fingerprint(who) for who in ("two", "three")]
    assert waiting == list(clients.room.claims)
    assert "Send all away" in clients.ask("host", "host").text
    clients.host("deny", claimant="all")
    assert not clients.room.claims
    assert "The host did not accept you as" in clients.ask("three", "?asked=2").text
    assert clients.replays()


# Browsers of other apps

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
ANDROID = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8{}) AppleWebKit/537.36 (KHTML, like Gecko){} Chrome/131.0 Mobile"
)
IN_APPS = {
    ANDROID.format("; wv", " Version/4.0") + " Safari/537.36": "intent://",
    ANDROID.format("; wv", " Version/4.0") + " Safari/537.36 Line/14.1.0/IAB": "?openExternalBrowser=1",
    ANDROID.format("; wv", " Version/4.0") + " Safari/537.36 MicroMessenger/8.0.50": "intent://",
    f"{IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/490.0]": "Open in Safari",
    f"{IPHONE} Mobile/15E148 Instagram 361.0 (iPhone14,5)": "instagram://extbrowser/?url=http%3A%2F%2F",
    f"{IPHONE} Mobile/15E148": "Open in Safari",
}
BROWSERS = (
    f"{IPHONE} Version/18.1 Mobile/15E148 Safari/604.1",
    f"{IPHONE} CriOS/131.0 Mobile/15E148 Safari/604.1",
    f"{IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15",
    f"{IPHONE} Version/18.1 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15",
    ANDROID.format("", "") + " Safari/537.36 EdgA/131.0",
    ANDROID.format("", " SamsungBrowser/27.0") + " Safari/537.36",
    ANDROID.format("; wv", " Version/4.0") + " DuckDuckGo/5 Safari/537.36",
    "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0",
)


@pytest.mark.parametrize("who", ["new", "Cid"])
def test_only_a_page_in_another_apps_browser_says_how_to_open_the_real_one(
    clients: Clients, who: str
) -> None:
    browser = clients.browser(who)
    for agent, way in IN_APPS.items():
        page = browser.get(f"/{clients.code}", headers={"User-Agent": agent}).text
        assert "another app’s browser" in page
        if who == "Cid":
            link = re.search(r'data-copy="http://[^/]+([^"]*/seat/[^"]*)"', page)
            assert link
            if way == "Open in Safari":  # the app opens the address that it shows
                page = browser.get(link[1], headers={"User-Agent": agent}).text
        assert way in page
    for agent in BROWSERS:
        assert "data-copy" not in browser.get(f"/{clients.code}", headers={"User-Agent": agent}).text


def test_a_pasted_link_shows_the_game_and_the_code_and_no_name(clients: Clients) -> None:
    robot = clients.browser("robot")
    for path in ("", "/tv", "/watch"):
        page = robot.get(f"/{clients.code}{path}").text
        match = re.search(r'og:title" content="([^"]*)"', page)
        assert match
        assert page_text(match[1]) == f"It's Good Enough · {clients.code}"
        assert re.search(r'og:image" content="http://[^/"]+/static/shared\.png', page)
        head = page.partition("</head>")[0]
        assert 2 == len(re.findall(r'escription" content="[^"]*for phones and a TV', head))
        assert not any(name in head for name in NAMES)
