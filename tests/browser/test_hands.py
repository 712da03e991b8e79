"""A whole hand on small phones: no card, and no button to lay it, is cut or covered."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening
from tests.support.room_driver import RoomDriver, device, start_game_driver

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = ({"width": 390, "height": 844}, {"width": 320, "height": 568})
TOUCHED = ".under .key, .under .calls button, .lay .send, .peek, #change"
HIDDEN = """([touched, least]) => [...document.querySelectorAll(touched)]
  .filter((each) => each.getClientRects().length)
  .filter((each) => {
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const at = document.elementFromPoint(x, y);
    const face = each.querySelector(".face");
    const inner = face ? face.getBoundingClientRect() : { left, right, top, bottom };
    const fits = left >= 0 && top >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5;
    const beside = inner.left >= left && inner.right <= right;
    const holds = beside && inner.top >= top - 1 && inner.bottom <= bottom + 1;
    const resting = each.closest(".resting");
    return !fits || !holds || width < least || height < least || !(resting || (at && each.contains(at)));
  })
  .map((each) => `${each.textContent.trim()} ${JSON.stringify(each.getBoundingClientRect())}`)"""
"""Lists what is not wholly on the screen, lies under something else, holds too little, or is too small."""

HANDS: dict[str, tuple[str, int, dict[str, Any], str, str, int]] = {
    "17 cards": ("saichugen", 3, {}, "", "1", 18),
    "15 cards, two laid": ("saichugen", 3, {}, "123123", "1", 18),
    "17 cards, one is sent": ("saichugen", 3, {}, "1", "1", 2),
    "13 cards": ("mediocrity", 4, {"dealt": False}, "", "1", 14),
    "5 cards": ("median", 3, {}, "", "1", 6),
    "5 cards, the leader calls": ("median", 4, {}, "", "1", 7),
    "13 cards, the leader calls": ("median", 4, {"hand": 13}, "", "1", 15),
    "17 cards, another leads": ("median", 3, {"hand": 17}, "", "2", 17),
    "11 numbered cards": ("good-enough", 3, {"entry": "cards", "cards": 60, "rounds": 10}, "", "1", 12),
}
"""Games, their players and options, which seats have laid a card, and what is touched on the phone of one."""


def deal(game: str, players: int, options: dict[str, Any], laid: str) -> RoomDriver:
    driver = start_game_driver(game, players, 3, **{"dealt": True, **options})
    for seat in laid:
        driver.submit(seat, next(key.card.text for key in driver.phone(seat).own.pad if key.playable))
    return driver


def open_hand(evening: Evening, driver: RoomDriver, seat: str, language: str) -> Page:
    """Open the phone of a seat, and go on to its cards."""
    evening.put(driver)
    page = evening.of(
        device(seat),
        evening.here(),
        viewport=SIZES[0],
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        extra_http_headers={"Accept-Language": language},
    )
    if driver.game.rounds and seat not in driver.game.hidden:
        page.locator(".onward a").click()
    expect(page.locator("#own .top")).to_be_visible()
    return page


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("hand", HANDS)
def test_no_card_is_cut_or_covered(evening: Evening, hand: str, language: str) -> None:
    game, players, options, laid, seat, count = HANDS[hand]
    page = open_hand(evening, deal(game, players, options, laid), seat, language)
    expect(page.locator(TOUCHED).and_(page.locator(":visible"))).to_have_count(count)
    card = page.locator(".held .key:enabled")
    for is_chosen in (False, True):
        if is_chosen and count > 2 and card.count():
            card.last.click()
            expect(page.locator(".lay .send")).to_be_enabled()
        for size in SIZES:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert [] == page.evaluate(HIDDEN, [TOUCHED, 44])
            assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_was_sent_and_the_open_cards_are_not_cut_either(evening: Evening, language: str) -> None:
    page = open_hand(evening, deal("saichugen", 3, {}, "1231231"), "1", language)
    page.locator("#peek").click()
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        shown = page.locator(".peek .number").bounding_box()
        hands = page.locator(".open .hand").evaluate_all(
            "hands => hands.map((p) => [p.scrollWidth - p.clientWidth, p.offsetLeft + p.offsetWidth])"
        )
        assert shown is not None
        assert shown["y"] + shown["height"] <= size["height"]
        assert all(cut <= 0 and right <= size["width"] for cut, right in hands)
        assert 3 == len(hands)
