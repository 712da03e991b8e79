"""On a public server a room opens to its people, to who has scanned its key, and to whom its host lets in."""

import re
import secrets
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web import links
from companion.web.device import _fingerprint as device_fingerprint
from companion.web.qr import qr_svg
from tests.support.clients import HTMX, Clients
from tests.support.determinism import Determinism
from tests.support.guest import Guest
from tests.support.page_forms import page_text
from tests.support.routes import addresses, rules
from tests.support.server import Server

URL = "http://play.example"
SETTINGS = {"COMPANION_URL": URL, "COMPANION_LIMIT_REQUESTS_PER_SECOND": "0"}
FAR = {"Host": "play.example", "X-Forwarded-For": "2001:db8:77::1"}
NAMES = ("Annabel", "Benjamin", "Cidonia")
SEARCHED = "Too many codes were tried that no room has"


class Browser(FlaskClient):
    """A browser that asks by the public name."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        return super().open(*args, **{"base_url": URL, **kwargs})


class Public(Clients):
    """A public server; each browser has the address that its name says, if that is one."""

    kind = Browser
    host_name = "play.example"

    def browser(self, who: str) -> FlaskClient:
        browser = super().browser(who)
        browser.environ_base["REMOTE_ADDR"] = who if ":" in who or "." in who else "203.0.113.5"
        return browser

    def fingerprint(self, who: str) -> str:
        with self.browser(who).session_transaction(base_url=URL) as session:
            return device_fingerprint(session["device"])

    def key(self) -> str:
        with self.app.test_request_context(base_url=URL):
            return links.room_key(self.room)

    def enter(self, *names: str) -> None:
        for name in names:
            assert self.ask(name, self.key()).status_code == 303
        self.join(*names)

    def is_shut(self, who: str, path: str = "") -> bool:
        answer = self.ask(who, path)
        return answer.status_code == 403 and "Let me in" in answer.text


@pytest.fixture
def public(tmp_path: Path, clocks: Determinism) -> Iterator[Public]:
    assert clocks
    with closing(Public(tmp_path, dict(SETTINGS))) as made:
        made.open()
        yield made


def claimants(clients: Clients) -> list[str]:
    return list(clients.room.claims)


def search(public: Public, times: int, path: str = "/{}") -> list[int]:
    """Try codes that no room has, each from another net; return the statuses."""
    return [
        public.ask(f"2001:db8:{number:x}::1", path.format("".join(code))).status_code
        for number, code in enumerate(islice(product("ABCD", "EFGH", "PQRS", "UVWXYZ23456789"), times))
    ]


# What a stranger learns


@pytest.mark.slow
@pytest.mark.parametrize("limits", [{}, {"COMPANION_LIMIT_PLAYERS": "3"}, {"COMPANION_LIMIT_JOINS": "3"}])
def test_no_address_of_a_room_tells_a_stranger_anything_of_it(public: Public, limits: dict[str, str]) -> None:
    public.limits |= limits
    public.restart()
    public.enter(*NAMES)
    public.host("begin")
    public.play(10, 20, 30, names=NAMES)
    shown: dict[str, set[str]] = {"Annabel": set(), "stranger": set()}
    for who, method in (("Annabel", "GET"), ("stranger", "GET"), ("stranger", "POST")):
        for rule in rules(public.app, method):
            for address in addresses(rule, public.code) if "<code:code>" in rule.rule else ():
                answers = [
                    public.ask(who, address, () if method == "POST" else None, headers=headers)
                    for headers in (None, HTMX)
                ]
                told = "".join(f"{answer.headers}{answer.text}" for answer in answers)
                if any(each in told for each in (*NAMES, "Good enough", "data-v=", "Round 1")):
                    shown[who].add(address.removeprefix(f"/{public.code}"))
    assert {"", "/tv", "/result", "/result/1/1", "/another"} <= shown["Annabel"]
    assert set() == shown["stranger"]


def test_strangers_take_nobody_the_place_and_learn_no_name_from_a_refusal(public: Public) -> None:
    public.limits["COMPANION_LIMIT_JOINS"] = "3"
    public.restart()
    public.enter("Annabel")
    answers = [public.ask("stranger", "join", name="Max") for _ in range(6)]
    assert [403] * 6 == [answer.status_code for answer in answers]
    assert "Annabel" not in "".join(answer.text for answer in answers)
    public.enter("Benjamin")
    public.limits["COMPANION_LIMIT_PLAYERS"] = "2"
    public.restart()
    full = public.ask("stranger", "join", name="Max")
    assert (403, False) == (full.status_code, "Annabel" in full.text)


def test_a_browser_without_cookies_asks_no_host_and_is_told_what_to_allow(public: Public) -> None:
    phone = public.app.test_client(use_cookies=False)
    for _ in range(2):
        refused = phone.post(f"/{public.code}/ask")
        assert "This browser keeps no cookies: allow them for this page" in page_text(refused.text)
        assert "Let me in" in refused.text
    assert {} == dict(public.room.claims)
    given = refused.headers["Set-Cookie"].partition(";")[0]
    assert 303 == phone.post(f"/{public.code}/ask", headers={"Cookie": given}).status_code


@pytest.mark.slow
def test_a_rules_page_teaches_a_stranger_no_options_of_a_room_and_counts_as_a_try(public: Public) -> None:
    assert public.is_shut("stranger", f"/rules/good-enough?room={public.code}")
    assert [200] * 300 + [429] * 5 == search(public, 305, "/rules/good-enough?room={}")


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize(
    ("address", "host", "is_shut"),
    [
        ("203.0.113.5", "play.example", True),
        ("192.168.1.7", "play.example", True),
        ("127.0.0.1", "play.example", True),
        ("203.0.113.5", "192.168.1.5", True),
        ("203.0.113.5", "localhost", True),
        ("192.168.1.7", "192.168.1.5", False),
        ("fe80::7", "companion.local", False),
        ("127.0.0.1", "localhost", False),
    ],
)
def test_a_room_is_shut_by_the_public_name_and_to_every_address_that_is_not_local(
    public: Public, address: str, host: str, is_shut: bool
) -> None:
    answer = public.browser(address).get(f"/{public.code}", base_url=f"http://{host}")
    assert (403 if is_shut else 200) == answer.status_code


@pytest.mark.slow
def test_no_stream_of_a_public_room_opens_without_its_key(start_server: Callable[..., Server]) -> None:
    server = start_server("--url", URL)
    host, guest = Guest(server.url), Guest(server.url)
    host.ask("/", headers=FAR)
    code = re.search(r"/(\w{4})/host", host.ask("/rooms", {"game": "good-enough"}, FAR).url)
    assert code
    stream = f"/{code[1]}/stream?screen=tv"
    assert (403, 404) == (guest.ask(f"/{code[1]}", headers=FAR).status, guest.ask(stream, headers=FAR).status)
    for each in (host, guest):
        tv = host.ask(f"/{code[1]}/tv", headers=FAR).text
        keys = [key for key in [_key_in(server, code[1])] if str(qr_svg(f"{URL}/{code[1]}/{key}")) in tv]
        assert len(keys) == 1
        each.ask(f"/{code[1]}/{keys[0]}", headers=FAR)
        with each._opener.open(
            urllib.request.Request(server.url + stream, headers=FAR), timeout=10
        ) as answer:
            assert answer.status == 200


def _key_in(server: Server, code: str) -> str:
    """Return the key of a room of a server, from its data."""
    clients = Clients(server.data, {"COMPANION_URL": URL})
    with closing(clients), clients.app.test_request_context():
        return links.room_key(links.services().store.load_room(code))


# The key


def test_the_qr_codes_of_a_public_server_have_the_key_of_the_room(public: Public) -> None:
    link = f"{URL}/{public.code}/{public.key()}"
    for page in ("tv", "tv?plain=1", "host"):
        assert str(qr_svg(link)) in public.ask("host", page).text, page


@pytest.mark.slow
def test_the_qr_code_of_a_lan_is_as_small_as_ever(tmp_path: Path) -> None:
    lan = Clients(tmp_path, {"COMPANION_URL": "http://192.168.178.123:8000"})
    with closing(lan):
        lan.open()
        link = f"http://192.168.178.123:8000/{lan.code}"
        assert len(link) == 32
        assert str(qr_svg(link)) in lan.ask("host", "tv").text


def test_a_key_opens_its_own_room_and_a_wrong_one_counts_as_a_wrong_code(public: Public) -> None:
    key = public.key()
    assert "Your name" in page_text(public.ask("Ann", public.ask("Ann", key).location).text)
    first = public.code
    public.open()
    assert public.is_shut("Ann")
    public.ask("Ben", "/")
    assert [404] * 10 + [429] == [public.ask("Ben", key).status_code for _ in range(11)]
    assert 303 == public.ask("Cid", f"/{first}/{key}/result").status_code


@pytest.mark.slow
def test_a_browser_keeps_the_keys_of_its_last_eight_rooms(public: Public) -> None:
    codes = [public.code]
    public.ask("Ann", public.key())
    for _ in range(8):
        public.open()
        codes.append(public.code)
        public.ask("Ann", public.key())
    assert [403] + [200] * 8 == [public.ask("Ann", f"/{code}").status_code for code in codes]


def test_a_personal_link_and_the_host_code_need_no_key(public: Public) -> None:
    public.enter("Ann")
    link = re.search(r"/seat/[^\"<]+", public.ask("Ann", "another").text)
    assert link
    assert "Ann" in public.ask("her other phone", link[0].strip("/")).text
    assert 200 == public.ask("her other phone", link[0].strip("/"), ()).status_code
    assert not public.is_shut("her other phone")
    assert "Host code" in page_text(public.ask("stranger", "host").text)
    assert "That is not the host code" in page_text(public.ask("stranger", "recover", host_code="x").text)


def test_the_text_that_people_share_has_no_key(public: Public) -> None:
    public.enter(*NAMES)
    public.host("begin")
    public.play(10, 20, 30, names=NAMES)
    public.host("end", at=public.at(), how="count")
    page = public.ask("Annabel", "result").text
    assert f"{public.code}/result" in page
    assert public.key() not in page


def test_the_operator_closes_and_deletes_a_room_by_the_public_name(public: Public) -> None:
    public.limits["COMPANION_OPERATOR_PASSWORD"] = secret = secrets.token_hex()
    public.restart()
    path = f"/operator/{public.code}"
    assert "Let me in" not in public.ask("operator", f"{path}/close").text
    public.ask("operator", "/operator", password=secret)
    assert f"Close room {public.code}" in public.ask("operator", f"{path}/close").text
    assert 303 == public.ask("operator", f"{path}/close", ()).status_code
    assert public.room.is_closed
    assert 303 == public.ask("operator", f"{path}/reopen", ()).status_code
    assert 303 == public.ask("operator", f"{path}/delete", ()).status_code
    assert 404 == public.ask("host").status_code


# The host's nod


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(("page", "screen"), [("", ""), ("tv", "tv"), ("tv?plain=1", "tv")])
def test_a_browser_waits_until_the_host_lets_it_in(public: Public, page: str, screen: str) -> None:
    answer = public.ask("guest", "ask", screen=screen)
    number = public.room.claims[public.fingerprint("guest")].number
    assert answer.location.endswith("/tv" if screen else public.code)
    assert f"Number {number} is waiting" in page_text(public.ask("guest", page).text)
    assert 204 == public.ask("guest", headers=HTMX).status_code
    assert str(number) in public.ask("host", "host").text
    public.host("admit", claimant=public.fingerprint("guest"))
    assert "true" == public.ask("guest", headers=HTMX).headers["HX-Refresh"]
    assert 200 == public.ask("guest", page).status_code
    assert public.replays()
    assert public.room.change_log is None


def test_an_overlay_is_one_behind_the_gate_too(public: Public) -> None:
    """It is found by its code alone, as any TV is."""
    assert public.ask("stranger", f"/tv?code={public.code}").location.endswith(f"{public.code}/tv")
    [asks] = re.findall(r'action="/\w+/(ask[^"]*)"', public.ask("stranger", "tv?look=overlay").text)
    assert public.ask("stranger", asks, screen="tv").location.endswith("/tv?look=overlay")


def test_an_overlay_does_not_broadcast_the_wi_fi_that_the_browser_keeps(public: Public) -> None:
    tv, overlay = (public.ask("host", page).text for page in ("tv", "tv?look=overlay"))
    assert "wifi.js" in tv
    assert "scenes.js" in overlay
    assert "wifi.js" not in overlay


def test_who_was_sent_away_is_told_so_and_comes_in_by_the_key_alone(public: Public) -> None:
    public.ask("guest", "ask", ())
    public.host("deny", claimant=public.fingerprint("guest"))
    assert [] == claimants(public)
    assert "The host does not let you in" in page_text(public.ask("guest").text)
    assert "Let me in" not in public.ask("guest").text
    assert 403 == public.ask("guest", "ask", ()).status_code
    assert [] == claimants(public)
    public.enter("guest")
    assert 200 == public.ask("guest").status_code


def test_who_withdrew_was_not_sent_away(public: Public) -> None:
    public.ask("guest", "ask", ())
    public.ask("guest", public.key())
    public.ask("guest", "withdraw", ())
    assert ([], frozenset()) == (claimants(public), public.room.turned_away)
    assert public.replays()


def test_nobody_asks_to_be_let_into_a_locked_room(public: Public) -> None:
    public.host("lock", locked="yes")
    assert "The room is locked" in page_text(public.ask("guest").text)
    assert 403 == public.ask("guest", "ask", ()).status_code
    assert [] == claimants(public)
    public.host("lock", locked="no")
    assert 303 == public.ask("guest", "ask", ()).status_code
    assert [public.fingerprint("guest")] == claimants(public)


def test_who_asks_to_be_let_in_is_in_the_way_of_no_round(public: Public) -> None:
    public.enter(*NAMES)
    public.ask("2001:db8:1::1", "ask", ())
    assert 'id="press-begin"' not in public.ask("host", "host").text
    public.host("begin")
    public.send("Annabel", 10)
    waits = public.ask("host", "host").text
    assert 'id="press-close"' in waits
    assert "Somebody wants in" in page_text(waits)
    for number in (20, 30):
        public.send(NAMES[number // 10 - 1], number)
    public.host("deny", claimant="all")
    public.host("end", at=public.at(), how="count")
    assert not public.room.is_playing
    public.ask("2001:db8:2::1", "ask", ())
    desk = public.ask("host", "host").text
    assert "Somebody wants in" in page_text(desk)
    assert 'id="press-deny' in desk
    assert 'id="press-admit"' not in desk


def test_all_who_ask_from_one_address_wait_and_one_act_sends_all_away(public: Public) -> None:
    for number in range(6):
        public.ask(f"guest {number}", "ask", ())
    public.ask("2001:db8::1", "ask", ())
    waiting = [public.fingerprint(f"guest {number}") for number in range(6)]
    assert [*waiting, public.fingerprint("2001:db8::1")] == claimants(public)
    assert "Send all away" in page_text(public.ask("host", "host").text)
    public.host("deny", claimant="all")
    assert [] == claimants(public)
    assert "The host does not let you in" in page_text(public.ask("guest 3").text)
    assert public.replays()


@pytest.mark.slow
def test_strangers_can_ask_for_ever_and_the_host_is_asked_so_many_times_a_minute(public: Public) -> None:
    status_codes = [public.ask(f"2001:db8:{number:x}::1", "ask", ()).status_code for number in range(40)]
    assert [303] * 30 + [429] * 10 == status_codes
    assert 30 == len(claimants(public))


# Searching


def test_a_search_from_many_nets_finds_and_opens_nothing(public: Public) -> None:
    public.enter("Ann")
    for who in ("2001:db8:aaaa::1", "192.168.1.7"):
        public.ask(who, "/")
    assert public.is_shut("2001:db8:fffe::1")
    assert [404] * 300 + [429] * 30 == search(public, 330)
    typed = [f"/{page}?code={public.code}" for page in ("join", "tv")]
    for path in ("", "tv", "result", *typed, "host", "seat/x", "become/x", "0123456789"):
        answer = public.ask("2001:db8:aaaa::1", path)
        assert (429, True) == (answer.status_code, SEARCHED in page_text(answer.text)), path
    assert 200 == public.ask("Ann").status_code
    assert 200 == public.ask("host", "host").status_code
    assert 303 == public.ask("2001:db8:bbbb::1", public.key()).status_code
    assert 200 == public.ask("2001:db8:bbbb::1").status_code
    at_home = public.browser("192.168.1.7").get(f"/{public.code}", base_url="http://192.168.1.5:8000")
    assert 200 == at_home.status_code
