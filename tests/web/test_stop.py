"""The start page of `companion --open`: the address for phones, and the button that stops the server."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.web.services import Services
from tests.support.clients import OPEN, Clients
from tests.support.guest import Guest
from tests.support.server import Server
from tests.support.stream_client import StreamClient

HERE = "http://localhost:8000"
BUTTON = re.compile(r'href="/stop"')


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    with closing(Clients(tmp_path, OPEN)) as found:
        yield found


def ask(
    clients: Clients, path: str, *, post: bool = False, address: str = "127.0.0.1", **headers: str
) -> TestResponse:
    """Ask with headers, from an address; a header of the base URL is the address that was opened."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    opened = sent.pop("opened", HERE)
    return clients.app.test_client().open(
        path,
        method="POST" if post else "GET",
        base_url=opened,
        headers=sent,
        environ_overrides={"REMOTE_ADDR": address},
    )


def has_stopped(clients: Clients) -> bool:
    return Services.of(clients.app).stopping.is_set()


def test_this_computer_has_the_address_of_phones_and_the_button_and_stops_after_asking(
    clients: Clients,
) -> None:
    page = ask(clients, "/").text
    assert ("192.168.1.5:8000" in page, bool(BUTTON.search(page))) == (True, True)
    for address, opened in (("127.0.0.1", "http://127.0.0.1:8000"), ("::1", "http://[::1]:8000")):
        page = ask(clients, "/stop", address=address, opened=opened).text
        assert '<form method="post" action="/stop">' in page
    assert not has_stopped(clients)
    stopped = ask(clients, "/stop", post=True, address="::ffff:127.0.0.1", Origin=HERE)
    assert (200, True) == (stopped.status_code, has_stopped(clients))
    assert str(clients.data) in stopped.text


OTHERS: tuple[dict[str, str], ...] = (
    {"address": "192.168.1.7"},
    {"address": "192.168.1.7", "opened": "http://192.168.1.5:8000"},
    *({"opened": each} for each in ("http://192.168.1.5:8000", "http://companion.local:8000")),
    {"opened": "https://party.example"},
    {"X_Forwarded_For": "127.0.0.1"},
)
"""Who is not at this computer; the ways in which a proxy shows are those of `test_metrics`."""


def test_nobody_else_sees_the_button_or_can_stop_it_nor_does_a_form_of_another_site(clients: Clients) -> None:
    for who in OTHERS:
        assert not BUTTON.search(ask(clients, "/", **who).text), who
        assert [403, 403] == [ask(clients, "/stop", post=post, **who).status_code for post in (False, True)]
    for origin in ("http://evil.example", "http://localhost:9000", "null"):
        assert 403 == ask(clients, "/stop", post=True, Origin=origin).status_code
    assert not has_stopped(clients)


def test_without_open_there_is_no_button_and_no_page(tmp_path: Path) -> None:
    with closing(Clients(tmp_path)) as clients:
        assert not BUTTON.search(ask(clients, "/").text)
        assert [404, 404] == [ask(clients, "/stop", post=post).status_code for post in (False, True)]
        assert not has_stopped(clients)


def test_the_last_page_loads_only_what_the_page_before_it_has_loaded(clients: Clients) -> None:
    asked, stopped = ask(clients, "/stop").text, ask(clients, "/stop", post=True).text
    loaded = re.compile(r'(?:href|src)="(/static/[^"]*)"')
    assert loaded.findall(stopped)
    assert set(loaded.findall(stopped)) <= set(loaded.findall(asked))


@pytest.mark.slow
def test_it_stops_with_screens_open_and_the_evening_goes_on_after_the_next_start(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = start_server("--open", environ={"BROWSER": "true"})
    host = Guest(server.url)
    host.start_room()
    with StreamClient(server, host.code):
        assert "Screens show one room just now" in host.ask("/stop").text
        stopped = host.ask("/stop", {}, {"Origin": server.url})
        assert 200 == stopped.status
        assert str(server.data) in stopped.text
        assert 0 == server.wait()
    assert server.errors() == ""
    server.start()
    assert f"/{host.code}/host" in host.ask("/").text
    assert 200 == host.page("/host").status
