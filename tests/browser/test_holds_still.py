"""The host screen on a phone stays where it is: what is about to be pressed does not move."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Evening
from tests.support.room_driver import HOST, device, open_room_with

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = ((390, 844), (320, 568))
SCROLLED = 250
"""Pixels: far enough that a browser would scroll along with what comes in above."""


def _send(evening: Evening, page: Page, seat: str, number: int, at: str) -> None:
    """Send a number as the phone of a seat does."""
    headers = {"Cookie": f"companion={evening.site.cookie(device(seat))}"}
    form = {"number": str(number), "at": at}
    assert page.request.post(evening.here("/number"), form=form, headers=headers).ok


def _top(place: Locator) -> int:
    box = place.bounding_box()
    assert box
    return round(box["y"])


def _scrolled(page: Page) -> int:
    return int(page.evaluate("Math.round(scrollY)"))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_start_and_reveals_leave_the_page_and_its_button_in_place(
    evening: Evening, size: tuple[int, int]
) -> None:
    evening.put(open_room_with("good-enough", ("Ann", "Bob", "Cyd")))
    like = {"viewport": {"width": size[0], "height": size[1]}, "has_touch": True, "is_mobile": True}
    host = evening.of(HOST, evening.here("/host"), **like)
    host.evaluate("(far) => scrollTo(0, far)", SCROLLED)
    host.get_by_role("button", name="Start game").tap()
    expect(host.locator("h1")).to_have_text("Round 1 of 5")
    assert SCROLLED == _scrolled(host)
    close = host.locator("#close")
    before = _top(close)
    for number in (1, 2):
        for seat in "123":
            _send(evening, host, seat, 10 * int(seat), f"1.{number}")
            expect(host.locator("#live")).to_have_attribute("data-place", f"1.{number + (seat == '3')}")
        expect(host.locator("h1")).to_have_text(f"Round {number + 1} of 5")
        expect(host.locator(".verdict")).to_contain_text("Bob")
        assert (SCROLLED, before) == (_scrolled(host), _top(close))
    _send(evening, host, "1", 50, "1.3")
    expect(host.locator(".status")).to_contain_text("1 of 3")
    assert (SCROLLED, before) == (_scrolled(host), _top(close))
    expect(host.locator(".verdict")).to_contain_text("Bob")
