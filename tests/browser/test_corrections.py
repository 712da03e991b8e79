"""The page that corrects a round, with pads, on a small phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Evening
from tests.browser.test_seats import assert_fits
from tests.support.room_driver import HOST
from tests.support.scenes import started_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SMALL = {"width": 320, "height": 568}
NAMES = ["Ann", "W" * 20, "最中限の平凡な真ん中の人が今夜も勝つ夜会"]


def choose(page: Page, row: int, card: str) -> None:
    """Open the pad of a row and press a key."""
    pad = page.locator(".fix li").nth(row)
    pad.locator("summary").click()
    pad.locator("label", has=page.get_by_role("radio", name=card)).click()


def test_swapped_cards_are_corrected_with_pads_and_a_later_card_with_them(evening: Evening) -> None:
    driver = started_game("saichugen", NAMES)
    for cards in ("3H 7H 9S", "4C KD 2S"):
        driver.play_trick(cards)
    evening.put(driver)
    phone = evening.of(HOST, evening.here("/host/rounds/1/1"), viewport=SMALL)
    assert_fits(phone)
    assert [] == violations(phone)
    choose(phone, 0, "king of diamonds")
    first = phone.locator(".fix li").first
    expect(first.locator(".was")).to_have_text("3♥ →")
    expect(first.locator(".shown")).to_contain_text("K♦")
    expect(first.locator("details")).not_to_have_attribute("open", "")
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_role("heading", name="Then")).to_be_visible()
    expect(phone.get_by_text("Struck if it stays")).to_be_visible()
    assert_fits(phone)
    assert [] == violations(phone)
    later = phone.locator(".fix").nth(1)
    later.locator("label", has=phone.get_by_role("radio", name="3 of hearts")).click()
    phone.get_by_role("button", name="Correct it").click()
    phone.get_by_role("button", name="Correct both", exact=True).click()
    expect(phone.get_by_role("heading", name="Rounds")).to_be_visible()
    expect(phone.locator(".play", has_text="struck")).to_have_count(0)
