"""The host screen on a phone stays where it is: what is about to be pressed does not move."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.room_driver import HOST, device, open_room_with
from tests.support.seeded_server import SeededServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = ((390, 844), (320, 568))
SCROLLED = 250
"""Pixels: far enough that a browser would scroll along with what comes in above."""


@pytest.fixture(params=SIZES, ids=str)
def host(chromium: Browser, stage: SeededServer, request: Any) -> Iterator[Page]:
    """Yield the host screen of a lobby with three players, on a phone."""
    width, height = request.param
    options: Any = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    context = chromium.new_context(**options)
    page = context.new_page()
    code = stage.put(open_room_with("good-enough", ("Ann", "Bob", "Cyd")).room)
    _be(page, stage, HOST)
    page.goto(f"http://localhost:{stage.server.port}/{code}/host")
    yield page
    context.close()


def _be(page: Page, stage: SeededServer, who: str) -> None:
    address = f"http://localhost:{stage.server.port}"
    page.context.add_cookies([{"name": "companion", "value": stage.cookie(who), "url": address}])


def _send(page: Page, stage: SeededServer, seat: str, number: int, at: str) -> None:
    """Send a number as the phone of a seat does."""
    address = page.url.removesuffix("/host")
    cookie = f"companion={stage.cookie(device(seat))}"
    form = {"number": str(number), "at": at}
    assert page.request.post(f"{address}/number", form=form, headers={"Cookie": cookie}).ok


def _top(place: Locator) -> int:
    box = place.bounding_box()
    assert box
    return round(box["y"])


def _scrolled(page: Page) -> int:
    return int(page.evaluate("Math.round(scrollY)"))


def test_the_start_and_reveals_leave_the_page_and_its_button_in_place(
    host: Page, stage: SeededServer
) -> None:
    host.evaluate("(far) => scrollTo(0, far)", SCROLLED)
    host.get_by_role("button", name="Start game").tap()
    expect(host.locator("h1")).to_have_text("Round 1 of 5")
    assert SCROLLED == _scrolled(host)
    close = host.locator("#close")
    before = _top(close)
    for number in (1, 2):
        for seat in "123":
            _send(host, stage, seat, 10 * int(seat), f"1.{number}")
            expect(host.locator("#live")).to_have_attribute("data-place", f"1.{number + (seat == '3')}")
        expect(host.locator("h1")).to_have_text(f"Round {number + 1} of 5")
        expect(host.locator(".verdict")).to_contain_text("Bob")
        assert (SCROLLED, before) == (_scrolled(host), _top(close))
    _send(host, stage, "1", 50, "1.3")
    expect(host.locator(".status")).to_contain_text("1 of 3")
    assert (SCROLLED, before) == (_scrolled(host), _top(close))
    expect(host.locator(".verdict")).to_contain_text("Bob")
