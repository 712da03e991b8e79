"""Phones that come through nginx, over https and HTTP/2."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import send
from tests.support.guest import Guest
from tests.support.proxies import Nginx
from tests.support.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    return start_server("--url", "https://party.lan")


@pytest.fixture
def site(server: Server) -> Iterator[str]:
    """Start nginx in front of the server, and yield the address of the phones."""
    proxy = Nginx(server.port)
    proxy.start()
    yield f"https://party.lan:{proxy.port}"
    proxy.remove()


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """Return a function that opens a page in a browser of its own, whatever the certificate."""
    contexts = []

    def open_page(address: str) -> Page:
        contexts.append(chromium.new_context(ignore_https_errors=True, has_touch=True))
        page = contexts[-1].new_page()
        page.goto(address)
        return page

    yield open_page
    for each in contexts:
        each.close()


def test_two_phones_play_a_round_through_nginx(
    server: Server, site: str, opened: Callable[[str], Page]
) -> None:
    host, cid = Guest(server.url), Guest(server.url)
    host.start_room(rounds=3)
    cid.join(host.code, "Cid")
    ann, ben = opened(f"{site}/{host.code}"), opened(f"{site}/{host.code}")
    for phone, name in ((ann, "Ann"), (ben, "Ben")):
        phone.get_by_label("Your name").fill(name)
        phone.get_by_role("button", name="Join").click()
        phone.get_by_text("You have joined").wait_for()
    host.begin(rounds=3)
    cid.send(7)
    for phone in (ann, ben):
        expect(phone.locator(".now .status")).to_contain_text("1 of 3")
        assert "h2" == phone.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
    send(ann, 7)
    expect(ben.locator(".now .status")).to_contain_text("2 of 3")
    send(ben, 50)
    for phone in (ann, ben):
        expect(phone.get_by_role("link", name="Round 2 of 3")).to_be_visible()
    assert server.errors() == ""
