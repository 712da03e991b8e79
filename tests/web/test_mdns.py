"""When and as what the server answers by name, and that nothing depends on it."""

import logging
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path

import pytest
from flask import Flask

from companion.config import addresses
from companion.config.settings import load_settings
from companion.web.app import create_app
from companion.web.server import mdns
from companion.web.services import Services
from tests.support.backing_services import until

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
    monkeypatch.setattr(addresses, "_network", lambda _moment: [ip_address("192.168.178.20")])
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
    monkeypatch.setattr(addresses, "_network", lambda _moment: ())
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
    monkeypatch.setattr(addresses, "_network", lambda _moment: [ip_address("192.168.178.20")])
    settings = load_settings({}, data=tmp_path, port=8000)
    app = create_app(settings)
    services = replace(Services.of(app), announcer=Named(settings))
    services.register(app)
    yield app
    services.store.close()


def test_the_lobby_shows_the_name_to_type_and_the_host_may_choose_it_for_the_code(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app.test_client()
    client.get("/")
    room = client.post("/rooms", data={"game": "good-enough"}).location.removesuffix("/host")
    tv = client.get(f"{room}/tv").text
    assert '<b class="address">companion-2.local:8000</b> <small>or 192.168.178.20:8000</small>' in tv
    assert f'aria-label="QR code: {IP}{room}"' in tv
    assert f'value="{NAME}">companion-2.local:8000</button>' in client.get(f"{room}/host/phones/address").text
    assert 303 == client.post(f"{room}/host/address", data={"address": NAME}).status_code
    tv = client.get(f"{room}/tv").text
    assert (f'aria-label="QR code: {NAME}{room}"' in tv, "<small>or" in tv) == (True, False)
    monkeypatch.setattr(Named, "url", None)
    tv = client.get(f"{room}/tv").text
    assert '<b class="address">192.168.178.20:8000</b> <span>and enter' in tv
    assert ".local" not in client.get(f"{room}/host/phones/address").text
