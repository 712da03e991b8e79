"""The question whether phones see the page, and the help for those that do not, over HTTP."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from companion.web.pages.host import CAUSES
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


def question(page: str) -> str:
    """Return the start tag of the question, empty if the page has none."""
    found = re.search(r'<section id="asks"[^>]*>', page)
    return found[0] if found else ""


def test_the_question_is_hidden_for_a_minute_and_goes_away_when_a_phone_joins(
    lobby: Clients, clocks: Determinism
) -> None:
    clocks.wait(18)
    assert 'data-asks="42" hidden' in question(lobby.ask("host", "host").text)
    clocks.wait(42)
    page = lobby.ask("host", "host").text
    assert 'data-asks="0">' in question(page)
    assert QUESTION in page
    assert question(lobby.ask("host", "host", headers=HTMX).text)
    lobby.ask("Ann", "join", name="Ann")
    assert not question(lobby.ask("host", "host", headers=HTMX).text)


def test_a_host_whose_phones_are_slow_is_not_asked_again_in_this_room(
    lobby: Clients, clocks: Determinism
) -> None:
    clocks.wait(60)
    answer = lobby.ask("host", "host/slow", ())
    assert (303, f"/{lobby.code}/host") == (answer.status_code, answer.location)
    lobby.host("add", name="Ann")
    assert not question(lobby.ask("host", "host").text)
    assert 303 == lobby.ask("host", "host/slow").status_code
    lobby.open()
    assert question(lobby.ask("host", "host").text)


def test_each_cause_is_a_page_with_both_ways_on(lobby: Clients) -> None:
    for cause, following in zip(CAUSES, [*CAUSES[1:], ""], strict=True):
        page = lobby.ask("host", f"host/phones/{cause}").text
        assert re.search(rf'href="/{lobby.code}/host">It works now<', page)
        assert (f'/host/phones/{following}">Next<' in page) is bool(following)
        assert all(f'/host/phones/{each}"' in page for each in CAUSES)


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
    page = lobby.ask("host", "host").text
    form = re.search(r'<form id="wifi".*?</form>', page, re.DOTALL)
    assert form
    assert 5 == form[0].count("<input")
    assert not re.search(r"\s(name|action|method|hx-\w+)=", form[0])
