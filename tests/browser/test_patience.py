"""The host is asked whether phones see the page, and led through the causes, until somebody joins."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening, start_room

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def host_with_clock(evening: Evening) -> Page:
    """Open a room in a browser whose clock the test sets forward."""
    page = evening.page(evening.context(viewport={"width": 1280, "height": 800}))
    page.clock.install()
    page.goto(f"http://localhost:{evening.server.port}/")
    start_room(page)
    evening.code = page.url.split("/")[-2]
    return page


def test_after_a_minute_without_phones_the_host_is_led_through_the_causes_until_one_joins(
    evening: Evening,
) -> None:
    host = host_with_clock(evening)
    question = host.get_by_role("heading", name="Do phones see the page?")
    expect(host.locator("#asks")).to_be_attached()
    host.clock.fast_forward(30_000)
    expect(question).to_be_hidden()
    host.clock.fast_forward(31_000)
    expect(question).to_be_visible()
    expect(host.locator("#news")).to_have_text("Do phones see the page?")
    host.locator("#asks").get_by_role("link", name="No").click()
    for number in range(1, 6):
        expect(host.get_by_text(f"{number} of 6")).to_be_visible()
        host.get_by_role("link", name="Next").click()
    expect(host.get_by_text("6 of 6")).to_be_visible()
    expect(host.get_by_role("link", name="Next")).to_have_count(0)
    expect(host.locator("html.js")).to_be_attached()
    evening.phone("Ann")
    host.wait_for_url("**/host")
    expect(host.get_by_text("Ann").first).to_be_visible()
    expect(host.locator("#asks")).to_have_count(0)
    assert [] == evening.complaints
