"""A whole hand on small phones: no card, and no button to lay it, is cut or covered."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.i18n.languages import LANGUAGES
from companion.room.commands import room_control
from tests.browser.conftest import Evening
from tests.support.room_driver import HOST, RoomDriver, device, open_room

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = ((320, 568), (390, 844))
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


def deal(game: str, players: int, dealt: bool = True, **options: Any) -> RoomDriver:
    driver = open_room(game, players, 3)
    driver.do(HOST, room_control.start_game, lambda _: options, dealt=dealt)
    return driver


def lay_any(driver: RoomDriver, *seats: str) -> RoomDriver:
    for seat in seats:
        pad = driver.phone(seat).own.pad
        driver.submit(seat, next(key.card.text for key in pad if key.playable))
    return driver


HANDS = {
    "17 cards": (lambda: deal("saichugen", 3), "1", 18),
    "15 cards, two laid": (lambda: lay_any(deal("saichugen", 3), *"123123"), "1", 18),
    "17 cards, one is sent": (lambda: lay_any(deal("saichugen", 3), "1"), "1", 2),
    "13 cards": (lambda: deal("mediocrity", 4, dealt=False), "1", 14),
    "5 cards": (lambda: deal("median", 3), "1", 6),
    "5 cards, the leader calls": (lambda: deal("median", 4), "1", 7),
    "13 cards, the leader calls": (lambda: deal("median", 4, hand=13), "1", 15),
    "17 cards, another leads": (lambda: deal("median", 3, hand=17), "2", 17),
    "11 numbered cards": (
        lambda: deal("good-enough", 3, entry="cards", cards=60, rounds=10),
        "1",
        12,
    ),
}


SMALL = pytest.mark.parametrize(
    ("size", "language"), [(size, language) for size in SIZES for language in LANGUAGES][:3]
)
"""Small phones, the smallest in each language."""


def open_hand(evening: Evening, driver: RoomDriver, seat: str, size: tuple[int, int], language: str) -> Page:
    """Open the phone of a seat, and go on to its cards."""
    evening.put(driver)
    page = evening.of(
        device(seat),
        evening.here(),
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        extra_http_headers={"Accept-Language": language},
    )
    if driver.game.rounds and seat not in driver.game.hidden:
        page.locator(".onward a").click()
    expect(page.locator("#own .top")).to_be_visible()
    return page


@SMALL
@pytest.mark.parametrize("hand", HANDS)
def test_no_card_is_cut_or_covered(evening: Evening, hand: str, size: tuple[int, int], language: str) -> None:
    make, seat, count = HANDS[hand]
    page = open_hand(evening, make(), seat, size, language)
    seen = page.locator(TOUCHED)
    expect(seen.and_(page.locator(":visible"))).to_have_count(count)
    assert [] == page.evaluate(HIDDEN, [TOUCHED, 44])
    card = page.locator(".held .key:enabled")
    if count > 2 and card.count():
        card.last.click()
        expect(page.locator(".lay .send")).to_be_enabled()
        assert [] == page.evaluate(HIDDEN, [TOUCHED, 44])
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")


@SMALL
def test_what_was_sent_and_the_open_cards_are_not_cut_either(
    evening: Evening, size: tuple[int, int], language: str
) -> None:
    driver = lay_any(deal("saichugen", 3), *"123123", "1")
    page = open_hand(evening, driver, "1", size, language)
    page.locator("#peek").click()
    shown = page.locator(".peek .number").bounding_box()
    hands = page.locator(".open .hand").evaluate_all(
        "hands => hands.map((p) => [p.scrollWidth - p.clientWidth, p.offsetLeft + p.offsetWidth])"
    )
    assert shown is not None
    assert shown["y"] + shown["height"] <= size[1]
    assert all(cut <= 0 and right <= size[0] for cut, right in hands)
    assert 3 == len(hands)
