"""A room with two addresses: that of the Wi-Fi, and a public one by `--url` or typed by its host."""

import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from itertools import islice, product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.config import addresses
from companion.config.settings import load_settings
from companion.i18n.errors import Refused
from companion.room.commands.room_control import close_room
from companion.web.device import _fingerprint as device_fingerprint
from companion.web.links import outside_invitation
from companion.web.server import wsgi
from companion.web.services import Services
from tests.support.clients import OPEN, Clients
from tests.support.page_forms import page_text

LAN, FAR = "http://192.168.1.5:8000", "https://long-random-words.tunnel.example"
HSTS = "Strict-Transport-Security"
BOTH = {**OPEN, "COMPANION_URL": f"{FAR}, {LAN}"}


class Browser(FlaskClient):
    """A browser at one of the addresses, behind the bridge that tells the scheme of a request."""

    address = LAN

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        said = (kwargs.get("headers") or {}).get("X-Forwarded-Proto", "")
        environ = {"wsgi.url_scheme": "http", "HTTP_HOST": self.address.partition("//")[2]}
        environ |= {"HTTP_X_FORWARDED_PROTO": said} if said else {}
        wsgi.set_scheme(environ, *Services.of(self.application).settings.urls)
        base = f"{environ['wsgi.url_scheme']}://{environ['HTTP_HOST']}"
        return super().open(*args, **{"base_url": base, **kwargs})


class Guests(Clients):
    """Those with a name of `far...` come by the tunnel, which runs on the laptop."""

    kind = Browser

    def browser(self, who: str) -> FlaskClient:
        is_new, browser = who not in self.browsers, super().browser(who)
        if is_new:
            address = browser.address = FAR if who.startswith("far") else LAN  # type: ignore[attr-defined]
            browser.set_cookie("companion", "unknown", domain=str(urlsplit(address).hostname))
        return browser

    def invitation(self) -> str:
        with self.app.test_request_context(base_url=LAN):
            return outside_invitation(self.code)


@pytest.fixture(params=["--url", "typed"])
def guests(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Guests]:
    is_typed = request.param == "typed"
    with closing(Guests(tmp_path, {**(OPEN if is_typed else BOTH)})) as made:
        made.open()
        made.join("Ann")
        if is_typed:
            assert 403 == made.ask("far").status_code
            assert made.invitation() == ""
            assert 303 == made.host("outside", outside=f" {FAR.upper()}/ ").status_code
        yield made


def test_the_outside_address_opens_by_its_key_and_that_of_the_wi_fi_without(guests: Guests) -> None:
    assert 200 == guests.ask("near").status_code
    shut = guests.ask("far")
    assert (403, True) == (shut.status_code, "Let me in" in shut.text)
    assert guests.invitation().startswith(f"{FAR}/{guests.code}/")
    key = guests.invitation().removeprefix(FAR)
    assert 303 == guests.ask("far", key).status_code
    guests.join("far")
    assert {"Ann", "far"} == {player.name for player in guests.room.players}
    seat = guests.room.players[-1]
    assert 303 == guests.ask("far", "leave", ()).status_code
    assert guests.room.seats[seat.seat].away


def test_by_the_outside_address_cookies_and_forms_are_by_https_alone(guests: Guests) -> None:
    entered, near = guests.ask("far", guests.invitation().removeprefix(FAR)), guests.ask("near")
    kept = [("Secure" in str(each.headers), HSTS in each.headers) for each in (entered, near)]
    assert [(True, True), (False, False)] == kept
    statuses = [
        guests.ask("far", "join", (), name="Grandma", headers={"Origin": origin}).status_code
        for origin in (FAR.replace("https", "http"), LAN, FAR)
    ]
    assert [403, 403, 200] == statuses


def test_the_tv_and_the_desk_show_both_addresses_and_a_phone_its_own(guests: Guests) -> None:
    for path in ("tv", "host"):
        page = guests.ask("host", path).text
        assert f'aria-label="QR code: {LAN}/{guests.code}"' in page
        assert "From anywhere" in page
    assert f'href="{guests.invitation()}"' in guests.ask("host", "host").text
    assert len(f"{LAN}/{guests.code}") <= 32
    guests.ask("far", guests.invitation().removeprefix(FAR))
    guests.join("far")
    own = {who: unescape(guests.ask(who, "another").text) for who in ("Ann", "far")}
    assert f"<span>{LAN}</span>/{guests.code}/seat/" in own["Ann"]
    assert f"<span>{FAR}</span>/{guests.code}/seat/" in own["far"]
    assert LAN not in own["far"]
    away = re.search(f'href="{FAR}(/{guests.code}/seat/[^"]+)"', own["Ann"])
    assert away
    guests.ask("far away", away[1])
    taken = guests.ask("far away", away[1], (), yes="")
    assert 200 == taken.status_code
    with guests.browser("far away").session_transaction(base_url=FAR) as session:
        assert guests.room.player_of(device_fingerprint(session["device"])) == guests.room.players[0]


def test_a_tunnel_on_the_laptop_has_the_limits_of_one_address(tmp_path: Path) -> None:
    with closing(Guests(tmp_path, {**BOTH, "COMPANION_LIMIT_JOINS": "1"})) as guests:
        guests.open()
        key = guests.invitation().removeprefix(FAR)
        for who in (*(names := [f"far {number}" for number in range(8)]), "Ann", "Ben"):
            guests.ask(who, key if who.startswith("far") else "")
            guests.ask(who, "join", (), name=who)
        found = {player.name for player in guests.room.players}
        assert {"Ann", "Ben"} < found
        assert 0 < len(found & {*names}) < len(names)


def test_a_name_that_a_host_types_opens_that_room_alone_and_while_it_is_open(tmp_path: Path) -> None:
    with closing(Guests(tmp_path, dict(OPEN))) as guests:
        guests.open()
        other = guests.code
        guests.open()
        guests.host("outside", outside=FAR)
        inside = [guests.code, f"{guests.code}/tv", f"{guests.code}/result"]
        assert all("Ask the host" in guests.ask("far", f"/{each}").text for each in inside)
        elsewhere = [
            "",
            other,
            f"{other}/tv",
            "evenings",
            "operator",
            f"operator/{guests.code}/close",
            "healthz",
        ]
        for path in elsewhere:
            answer = guests.ask("far", f"/{path}")
            assert (403, True) == (answer.status_code, "does not know the name" in answer.text)
        assert 200 == guests.ask("far", "/static/icon.svg").status_code
        plain = guests.ask("far", headers={"X-Forwarded-Proto": "http"})
        assert (403, True) == (plain.status_code, "does not know the name" in plain.text)
        status_codes = [
            guests.ask("far", "/language", (), language="ja", back=f"/{code}").status_code
            for code in (guests.code, other, "")
        ]
        assert [303, 403, 403] == status_codes
        guests.ask("far", "/language", (), language="en", back=f"/{guests.code}")
        Services.of(guests.app).store.execute(guests.code, "", close_room)
        assert "does not know the name" in guests.ask("far").text


def test_codes_that_are_tried_by_a_typed_name_are_counted(tmp_path: Path) -> None:
    with closing(Guests(tmp_path, {**OPEN, "COMPANION_LIMIT_GUESSES": "2"})) as guests:
        guests.open()
        guests.host("outside", outside=FAR)
        codes = list(islice(map("".join, product("ABCD", "EFGH", "PQRS", "UVWXYZ23456789")), 100))
        far = guests.browser("far")
        status_codes = [
            far.get(f"/{code}", environ_base={"REMOTE_ADDR": f"2001:db8:{number:x}::1"}).status_code
            for number, code in enumerate(codes)
        ]
        assert (403, 429) == (status_codes[0], status_codes[-1])
        assert 200 == guests.ask("host", "host").status_code


UNSAFE = (
    *("http://party.example", "https://party.example/ABCD", "ftp://x.example", "https://localhost"),
    *("https://localhost.", "https://192.168.1.9", "https://127.1", "https://nas", "https://party.lan"),
    *("https://a..b", "https://party.example:0", "https://party.example:99999", "a b", "@x"),
)


def test_what_is_no_safe_address_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with closing(Guests(tmp_path, dict(OPEN))) as guests:
        guests.open()
        for typed in UNSAFE:
            page = guests.ask("host", "host/outside", (), outside=typed, then="room").text
            assert "is not an address for guests" in page, typed
        assert "" == guests.room.outside_address


def test_of_two_urls_one_is_local_and_one_is_public() -> None:
    settings = load_settings({}, url=[FAR, LAN])
    assert (LAN, FAR) == settings.urls
    assert (FAR, None) == load_settings({"COMPANION_URL": FAR}).urls
    assert (FAR, None) == load_settings({"COMPANION_URL": f"{FAR.title()},"}).urls
    for urls in ((FAR, "https://other.example"), (LAN, "http://party.lan"), (LAN, FAR, FAR)):
        with pytest.raises(Refused):
            load_settings({"COMPANION_URL": " ".join(urls)})


@pytest.mark.parametrize(
    ("is_alone", "why"),
    [(True, "Only this computer can join."), (False, "No network found: connect this computer to the Wi-Fi")],
)
def test_where_no_phone_can_join_the_tv_says_why_and_smaller_once_somebody_is_in(
    clients: Clients, monkeypatch: pytest.MonkeyPatch, *, is_alone: bool, why: str
) -> None:
    monkeypatch.setattr(addresses, "is_loopback_host", lambda _: is_alone)
    monkeypatch.setattr(addresses, "_reachable", lambda _: ())
    clients.open()
    for sign, names in (("sign", ()), ("sign small", ("Ann", "Ben", "Cid"))):
        clients.join(*names)
        lobby = clients.ask("host", "tv").text
        assert (True, True) == (why in page_text(lobby), f'<div class="{sign}">' in lobby)
    clients.host("begin")
    assert why in page_text(clients.ask("host", "tv").text)
