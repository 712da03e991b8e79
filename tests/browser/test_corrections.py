"""The page that corrects a round, with pads, on a small phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.room.commands import room_control
from tests.browser.test_evening import axe_finds_nothing
from tests.browser.test_seats import assert_fits
from tests.support.room_driver import HOST, RoomDriver, open_room_with
from tests.support.seeded_server import SeededServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SMALL = {"width": 320, "height": 568}
NAMES = ["Ann", "W" * 20, "最中限の平凡な真ん中の人が今夜も勝つ夜会"]


def tricks() -> RoomDriver:
    driver = open_room_with("saichugen", NAMES)
    driver.do(HOST, room_control.start_game, lambda _: {})
    for cards in ("3H 7H 9S", "4C KD 2S"):
        driver.play_trick(cards)
    return driver


@pytest.fixture
def phone(chromium: Browser, stage: SeededServer) -> Iterator[Page]:
    base = f"http://localhost:{stage.server.port}"
    context = chromium.new_context(viewport=SMALL)
    context.add_cookies([{"name": "companion", "value": stage.cookie(HOST), "url": base}])
    page = context.new_page()
    page.goto(f"{base}/{stage.put(tricks().room)}/host/rounds/1/1")
    yield page
    context.close()


def choose(page: Page, row: int, card: str) -> None:
    """Open the pad of a row and press a key."""
    pad = page.locator(".fix li").nth(row)
    pad.locator("summary").click()
    pad.locator("label", has=page.get_by_role("radio", name=card)).click()


def test_swapped_cards_are_corrected_with_pads_and_a_later_card_with_them(phone: Page) -> None:
    assert_fits(phone)
    axe_finds_nothing(phone)
    choose(phone, 0, "king of diamonds")
    first = phone.locator(".fix li").first
    expect(first.locator(".was")).to_have_text("3♥ →")
    expect(first.locator(".shown")).to_contain_text("K♦")
    expect(first.locator("details")).not_to_have_attribute("open", "")
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_role("heading", name="Then")).to_be_visible()
    expect(phone.get_by_text("Struck if it stays")).to_be_visible()
    assert_fits(phone)
    axe_finds_nothing(phone)
    later = phone.locator(".fix").nth(1)
    later.locator("label", has=phone.get_by_role("radio", name="3 of hearts")).click()
    phone.get_by_role("button", name="Correct it").click()
    phone.get_by_role("button", name="Correct both", exact=True).click()
    expect(phone.get_by_role("heading", name="Rounds")).to_be_visible()
    expect(phone.locator(".play", has_text="struck")).to_have_count(0)
