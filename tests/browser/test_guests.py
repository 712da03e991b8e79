"""Guests that players choose, in browsers: as they join, and in the lobby while other screens follow."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NAMES, PHONE, Evening
from tests.support.room_driver import open_room_with

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SWIPED = """(box, [from, to]) => {
  const touch = (name, clientX) => new PointerEvent(name, { bubbles: true, clientX, clientY: 300 });
  box.dispatchEvent(touch("pointerdown", from));
  box.dispatchEvent(touch("pointerup", to));
}"""
DRAWN = """(guest) => [...guest.querySelectorAll("[href^='#o']")].map((each) => each.outerHTML).join()
  + guest.getAttribute("class").match(/c\\d/)[0]"""
"""Returns what a guest looks like, whatever it does."""


UNCOVERED = """(button) => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const spots = [left + 6, (left + right) / 2, right - 6].map((x) => [x, (top + bottom) / 2]);
  return spots.every((spot) => document.elementFromPoint(...spot) === button);
}"""
"""Returns whether nothing lies over a button."""


def looks(guest: Locator) -> str:
    expect(guest).to_have_count(1)
    return str(guest.evaluate(DRAWN))


def turn(phone: Page, name: str = "The next guest") -> None:
    phone.get_by_role("button", name=name).click()


def test_who_joins_turns_to_another_guest_with_buttons_or_a_swipe_and_comes_as_that_one(
    evening: Evening,
) -> None:
    evening.put(open_room_with("good-enough", NAMES))
    tv, page = evening.tv(), evening.page(evening.context(viewport=PHONE, has_touch=True, is_mobile=True))
    page.goto(evening.address())
    own = page.locator(".greets .guest")
    fourth = looks(own)
    turn(page)
    fifth = looks(own)
    assert fourth != fifth
    page.locator(".greets").evaluate(SWIPED, [300, 180])
    assert looks(own) not in (fourth, fifth)
    page.locator(".greets").evaluate(SWIPED, [180, 300])
    assert fifth == looks(own)
    page.locator(".greets").evaluate(SWIPED, [180, 200])
    assert fifth == looks(own), "a finger that has hardly moved"
    page.get_by_label("Your name").fill("Dee")
    page.get_by_role("button", name="Join").click()
    assert fifth == looks(page.locator(".stage .awake .guest"))
    assert fifth == looks(tv.locator('.arrivals [data-seat="4"] .guest'))
    assert [] == evening.complaints


def test_in_the_lobby_all_screens_follow_and_nobody_turns_to_who_has_come_since(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", NAMES[:1]))
    tv, [ann] = evening.tv(), evening.phones(1)
    expect(tv.locator("html.js")).to_be_attached()
    ben, other = evening.phone("Ben"), ann.context.new_page()
    other.goto(ann.url)
    expect(ann.locator("#live .row")).to_have_count(2)
    second = looks(ben.locator(".stage .awake .guest"))
    for step in range(2):
        turn(ann)
        own = looks(ann.locator(".stage .awake .guest"))
        assert own != second, f"step {step}"
    for screen, place in ((tv, ".arrivals [data-seat='1']"), (ben, '.row[data-seat="1"]')):
        expect(screen.locator(f"{place} .{own[-2:]}")).to_have_count(1)
        assert own == looks(screen.locator(f"{place} .guest"))
    assert own == looks(ann.locator(".seal .guest")), "also where it is not seen yet"
    assert own == looks(other.locator(".stage .awake .guest")), "also on another page of hers"
    ann.reload()
    assert own == looks(ann.locator(".stage .awake .guest"))
    assert [] == evening.complaints


def test_a_guest_that_is_refused_is_taken_off_again_and_the_page_says_why(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", NAMES))
    host, (ann, *_) = evening.host(), evening.phones()
    first = looks(ann.locator(".stage .awake .guest"))
    ann.route("**/guest", lambda route: route.fulfill(status=409, body="Somebody else is that one"))
    turn(ann)
    expect(ann.locator("#message")).to_have_text("Somebody else is that one")
    assert first == looks(ann.locator(".stage .awake .guest"))
    host.get_by_role("button", name="Start").click()
    expect(ann.get_by_role("button", name="The next guest")).to_be_hidden()
    assert all("409" in each for each in evening.complaints)


@pytest.mark.parametrize("has_seat", [True, False])
def test_the_languages_lie_over_the_buttons_for_another_guest(evening: Evening, has_seat: bool) -> None:
    evening.put(open_room_with("good-enough", NAMES))
    page = evening.phones(1)[0] if has_seat else evening.page(evening.context(viewport=PHONE))
    page.set_viewport_size(PHONE)
    page.goto(evening.address())
    expect(page.get_by_role("button", name="The next guest")).to_be_visible()
    page.locator(".languages summary").click()
    for name in page.locator(".languages button").all_inner_texts():
        page.get_by_role("button", name=name).click(trial=True)
        assert page.get_by_role("button", name=name).evaluate(UNCOVERED), name
