"""How phones find the server: whether they see the page, help for those that do not, and its name."""

import logging
import re
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from ipaddress import ip_address
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.config import addresses
from companion.config.settings import load_settings
from companion.rules.games import GAMES
from companion.screens.troubleshooting import CAUSES, TURN, causes_in_turn
from companion.web.failed_visits import FailedVisits
from companion.web.server import mdns
from companion.web.services import Services
from tests.support.applications import make_app
from tests.support.backing_services import until
from tests.support.clients import HTMX, Clients
from tests.support.determinism import Determinism
from tests.support.guest import Guest
from tests.support.server import Server

QUESTION = "Do phones see the page?"

ALONE = "?alone=1"

ADDRESS = re.compile(r'name="address" value="([^"]*)"')


@pytest.fixture
def lobby(clocks: Determinism, clients: Clients) -> Clients:
    clients.open()
    return clients


def question(page: str) -> bool:
    return QUESTION in page


def test_the_question_comes_after_a_while_and_goes_away_when_a_phone_joins(
    lobby: Clients, clocks: Determinism
) -> None:
    clocks.wait(19)
    assert not question(lobby.ask("host", "host").text)
    assert 204 == lobby.ask("host", "host/causes?shown=", headers=HTMX).status_code
    clocks.wait(1)
    assert question(lobby.ask("host", "host/causes?shown=", headers=HTMX).text)
    assert 204 == lobby.ask("host", "host/causes?shown=asks", headers=HTMX).status_code
    assert question(lobby.ask("host", "host").text)
    lobby.ask("Ann", "join", name="Ann")
    assert not question(lobby.ask("host", "host", headers=HTMX).text)


def test_the_tv_names_each_cause_that_can_be_within_a_minute_until_a_phone_has_joined(
    lobby: Clients, clocks: Determinism
) -> None:
    line, turn = re.compile('class="sill">.*</svg>([^<]*)<', re.DOTALL), re.compile(r"turn=(\d+)")
    page = lobby.ask("TV", "tv/causes").text
    assert not line.search(page)
    clocks.wait(20)
    seen = []
    for _ in range(60 // TURN):
        page = lobby.ask("TV", f"tv/causes?turn={turn.findall(page)[0]}").text
        seen += line.findall(page)
    assert len({*CAUSES} - {"ipv6", "address"}) == len(set(seen))
    lobby.ask("Ann", "join", name="Ann")
    assert 204 == lobby.ask("TV", "tv/causes").status_code


def test_all_causes_that_can_be_take_turns_and_one_that_was_noticed_is_alone() -> None:
    turns = partial(causes_in_turn, own=(), is_local=True, is_reached=False, has_others=True)
    assert {*CAUSES} - {"ipv6"} == {*turns(())}
    assert len(turns(())) * TURN <= 60
    assert "firewall" not in turns((), is_reached=True)
    assert "address" not in turns((), has_others=False)
    assert "ipv6" == turns((), own=("ipv6",))[0]
    assert ("https",) == turns(("https",))


def test_an_address_that_got_a_page_has_not_failed_and_one_that_did_not_is_known_for_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment = [1000.0]
    monkeypatch.setattr("companion.web.failed_visits.time.monotonic", lambda: moment[0])
    failed_visits = FailedVisits()
    for address, cause in (("", "vpn"), ("198.51.100.7", "vpn"), ("192.168.1.7", "")):
        failed_visits.count(address, cause)
    moment[0] += 600
    failed_visits.count("192.168.1.7", "https")
    assert () == failed_visits.reasons()
    failed_visits.count("192.168.1.8", "https")
    moment[0] += 59
    failed_visits.count("192.168.1.9", "address")
    assert ("address", "https") == failed_visits.reasons()
    failed_visits.count("192.168.1.9")
    moment[0] += 2
    assert () == failed_visits.reasons()


def test_a_name_that_is_not_ours_is_told_to_the_host_with_the_help_for_it(lobby: Clients) -> None:
    lobby.app.test_client().get(
        "/", base_url="http://party.example.com", environ_base={"REMOTE_ADDR": "192.168.1.8"}
    )
    page = lobby.ask("host", "host/causes?shown=", headers=HTMX).text
    assert "Another address" in page
    assert f"/{lobby.code}/host/phones/address" in page


def test_a_host_whose_phones_are_slow_is_not_asked_again_in_this_room(
    lobby: Clients, clocks: Determinism
) -> None:
    clocks.wait(20)
    answer = lobby.ask("host", "host/slow", ())
    assert (303, f"/{lobby.code}/host") == (answer.status_code, answer.location)
    lobby.host("add", name="Ann")
    assert not question(lobby.ask("host", "host").text)
    assert 303 == lobby.ask("host", "host/slow").status_code
    lobby.open()
    clocks.wait(20)
    assert question(lobby.ask("host", "host").text)


def test_each_cause_is_a_page_with_both_ways_on(lobby: Clients) -> None:
    for cause, following in pairwise([*CAUSES, "hotspot", ""]):
        page = lobby.ask("host", f"host/phones/{cause}").text
        assert re.search(rf'href="/{lobby.code}/host">It works now<', page)
        assert (f'/host/phones/{following}">Next<' in page) is bool(following)
        assert all(f'/host/phones/{reason}"' in page for reason in CAUSES)


def test_the_help_opened_before_any_phone_had_joined_goes_away_when_one_does(lobby: Clients) -> None:
    page = lobby.ask("host", "host/phones/vpn").text
    assert f'hx-get="/{lobby.code}/host/phones/vpn{ALONE}"' in page
    assert "No phone has joined yet" in lobby.ask("host", f"host/phones/vpn{ALONE}", headers=HTMX).text
    lobby.ask("Ann", "join", name="Ann")
    moved = lobby.ask("host", f"host/phones/vpn{ALONE}", headers=HTMX)
    assert f"/{lobby.code}/host" == moved.headers["HX-Redirect"]
    assert 303 == lobby.ask("host", f"host/phones/vpn{ALONE}").status_code


def test_the_firewalls_have_the_port_of_this_server_and_one_is_unfolded(lobby: Clients) -> None:
    page = lobby.ask("host", "host/phones/firewall").text
    assert "sudo ufw allow 8000/tcp" in page
    assert 1 == page.count("<details open>")


@pytest.mark.slow
def test_another_address_is_chosen_on_the_page_of_that_cause(start_server: Callable[..., Server]) -> None:
    """Here there are two: the configured one, and that under which the host has opened the page."""
    server = start_server("--url", "http://party.lan:8000")
    host, here = Guest(server.url), {"Host": "laptop.lan:8000"}
    host.start_room()
    path = f"/{host.code}/host/phones/address"
    page = host.ask(path, headers=here).text
    assert ["http://party.lan:8000", "http://laptop.lan:8000"] == ADDRESS.findall(page)
    chosen: dict[str, object] = {"address": "http://laptop.lan:8000", "then": "phones"}
    answer = host.ask(f"/{host.code}/host/address", chosen, here)
    assert (200, path) == (answer.status, urlsplit(answer.url).path)
    assert "laptop.lan:8000" in host.page("/tv").text


def test_what_the_host_types_of_the_wifi_has_no_name_so_that_no_form_sends_it(lobby: Clients) -> None:
    page = lobby.ask("host", "host/room").text
    form = re.search(r'<form id="wifi".*?</form>', page, re.DOTALL)
    assert form
    assert 5 == form[0].count("<input")
    assert not re.search(r"\s(name|action|method|hx-\w+)=", form[0])


IP, NAME = "http://192.168.178.20:8000", "http://companion-2.local:8000"


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({}, True),
        ({"COMPANION_HOST": "192.168.178.20"}, True),
        ({"COMPANION_HOST": "127.0.0.1"}, False),
        ({"COMPANION_HOST": "::1"}, False),
        ({"COMPANION_URL": "https://party.example"}, False),
        ({"COMPANION_MDNS": "0"}, False),
    ],
    ids=str,
)
def test_a_name_is_wanted_where_other_computers_reach_the_server_without_a_url(
    environ: dict[str, str], wanted: bool
) -> None:
    assert wanted is mdns.is_wanted(load_settings(environ))


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer with an address, and a library that sends nothing; no thread may be left over."""
    monkeypatch.setattr(addresses, "_network", lambda: [ip_address("192.168.178.20")])
    yield
    until(lambda: "mdns" not in {each.name for each in threading.enumerate()}, "the thread goes on")


@pytest.mark.parametrize("broken", ["the library is missing", "the port cannot be used"])
def test_a_failure_is_one_line_and_there_is_no_name(
    no_network: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    def refuse(**_: object) -> None:
        raise OSError("Address already in use")

    if broken == "the library is missing":
        monkeypatch.setitem(sys.modules, "zeroconf", None)
    else:
        monkeypatch.setattr("zeroconf.Zeroconf", refuse)
    monkeypatch.setattr(mdns, "_LOOK", 0.01)  # or it would not look again in this test
    announcer = mdns.Announcer(load_settings({}))
    with caplog.at_level(logging.INFO):
        announcer.start()
        until(lambda: bool(caplog.records), "it says nothing")
        announcer.close()
    [record] = caplog.records
    assert record.getMessage().startswith("No name on this network (")
    assert record.getMessage().endswith("): phones use the address in numbers")
    assert (logging.INFO, "companion.network", None) == (record.levelno, record.name, announcer.url)


def test_without_a_network_it_waits_and_ends_at_once(
    monkeypatch: pytest.MonkeyPatch, no_network: None
) -> None:
    monkeypatch.setattr(addresses, "_network", lambda: ())
    announcer = mdns.Announcer(load_settings({}))
    announcer.close()  # never started
    announcer.start()
    announcer.close()
    assert announcer.url is None


class Named(mdns.Announcer):
    """Has a name, and announces nothing."""

    url = NAME  # type: ignore[assignment]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """A server that has a name."""
    monkeypatch.setattr(addresses, "_network", lambda: [ip_address("192.168.178.20")])
    settings = load_settings({}, data=tmp_path, port=8000)
    app = make_app(settings)
    services = replace(Services.of(app), announcer=Named(settings))
    app.extensions["companion"] = services
    yield app
    services.store.close()


def test_the_lobby_shows_the_name_to_type_and_the_host_may_choose_it_for_the_code(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app.test_client()
    client.get("/")
    room = client.post("/rooms", data={"game": "good-enough"}).location.removesuffix("/host")
    tv = client.get(f"{room}/tv").text
    assert 'class="address">companion-2.local:8000</b> <small>or 192.168.178.20:8000</small>' in tv
    assert f'aria-label="QR code: {IP}{room}"' in tv
    assert f'value="{NAME}">companion-2.local:8000</button>' in client.get(f"{room}/host/phones/address").text
    assert 303 == client.post(f"{room}/host/address", data={"address": NAME}).status_code
    tv = client.get(f"{room}/tv").text
    assert (f'aria-label="QR code: {NAME}{room}"' in tv, "<small>or" in tv) == (True, False)
    monkeypatch.setattr(Named, "url", None)
    tv = client.get(f"{room}/tv").text
    assert 'class="address">192.168.178.20:8000</b> <span>and enter' in tv
    assert ".local" not in client.get(f"{room}/host/phones/address").text


@pytest.mark.parametrize("game", [game for game, kind in GAMES.items() if not kind().has_middle])
def test_the_preview_of_a_link_to_a_game_of_the_edge_speaks_of_no_middle(clients: Clients, game: str) -> None:
    clients.gather("Ann", "Ben", "Cid", game=game)
    for path in ("", "watch", "result"):
        about = re.findall(r'name="description" content="([^"]*)"', clients.ask("new", path).text)
        assert about == ["A party game for phones and a TV. No app, no account."], path
    [about] = re.findall(r'name="description" content="([^"]*)"', clients.ask("new", "/").text)
    assert "the middle wins" in about
