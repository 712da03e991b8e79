"""Moving a seat to another phone, and the shared phone, in real browsers."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.room.commands import membership
from tests.browser.conftest import PHONE, Evening, send, start_game, tap
from tests.browser.test_evening import qr_code
from tests.support.room_driver import HOST, open_room_with
from tests.support.scenes import start_game as start_in_room

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def open_new_browser(evening: Evening, address: str = "") -> Page:
    """Open the room or an address in a new browser."""
    page = evening.page(evening.context(viewport=PHONE, has_touch=True, is_mobile=True))
    page.goto(address or evening.address())
    return page


def assert_fits(page: Page) -> None:
    """Check that nothing scrolls sideways and all controls are large enough for a thumb."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = """[...document.querySelectorAll("a, button, summary, input:not([type=hidden])")].filter(
        (e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.5
    ).map((e) => e.outerHTML)"""
    assert [] == page.evaluate(small)
    sizes = "[...document.querySelectorAll('input')].map((e) => parseFloat(getComputedStyle(e).fontSize))"
    assert min(page.evaluate(sizes), default=16) >= 16  # iOS zooms into smaller fields


def test_a_phone_transfers_its_seat_to_another_by_the_QR_code_on_its_screen(evening: Evening) -> None:
    _, (_, _, cid) = start_game(evening)
    send(cid, 7)
    cid.get_by_text("More", exact=True).click()
    cid.get_by_role("link", name="Go on with another phone").click()
    assert_fits(cid)
    address = qr_code(cid)
    assert address.startswith(evening.address("/seat/"))
    assert address == cid.locator(".address").inner_text()
    second = open_new_browser(evening, address)
    assert_fits(second)
    second.get_by_role("button", name="Go on as Cid").click()
    expect(second.locator("#own").get_by_text("Your number is in")).to_be_visible()
    expect(second.get_by_text("It was sent from another phone of")).to_be_visible()
    expect(second.get_by_text("Peek")).to_have_count(0)
    third = open_new_browser(evening, address)
    expect(third.get_by_role("alert")).to_have_text("This link was used already: ask for a new one")
    cid.get_by_role("link", name="Back to your phone page").click()
    expect(cid.locator("#own").get_by_text("Your number is in")).to_be_visible()
    assert_fits(cid)
    cid.get_by_role("button", name="Yes", exact=True).click()
    expect(cid.get_by_text("Was that you?")).to_have_count(0)


KEYS = """() => [...document.querySelectorAll("#entry .keys button, #entry [type=submit]")]
  .map((each) => each.getBoundingClientRect()).filter((box) => box.height)
  .map((box) => [box.left, box.top, box.right, box.bottom])"""
"""Where the keys of a phone are, and its button that sends: left, top, right and bottom, in pixels."""
SIZES = ({"width": 320, "height": 568}, {"width": 390, "height": 844})


def test_a_phone_waits_until_the_host_lets_it_in_and_the_player_who_is_asked_sends_it_away(
    evening: Evening,
) -> None:
    """The question about the other phone moves no key, and covers none."""
    host, (ann, ben, cid) = start_game(evening)
    tv, new, before = evening.tv(), open_new_browser(evening), []
    for size in SIZES:
        ann.set_viewport_size(size)
        before.append(ann.evaluate(KEYS))
        assert len(before[-1]) >= 11
    new.get_by_text("I was here before").click()
    assert_fits(new)
    new.get_by_role("button", name="Ann").click()
    expect(new.get_by_role("heading", name="Waiting for the host to accept you as Ann")).to_be_visible()
    assert_fits(new)
    host.get_by_role("button", name="Send it away").click()
    expect(new.get_by_text("The host did not accept you as Ann.")).to_be_visible()
    new.get_by_text("I was here before").click()
    new.get_by_role("button", name="Ann").click()
    tap(host, "It is")
    question = ann.get_by_role("alert").filter(has_text="Was that you?")
    expect(question).to_be_visible()
    for size, keys in zip(SIZES, before, strict=True):
        ann.set_viewport_size(size)
        assert keys == ann.evaluate(KEYS)
        box = question.bounding_box()
        assert box
        assert all(box["y"] + box["height"] <= key[1] and key[3] <= size["height"] for key in keys)
        assert_fits(ann)
    notice = tv.get_by_role("alert").filter(has_text="Another phone plays as Ann now: the host let it in.")
    expect(notice).to_be_visible()
    above, frame = notice.bounding_box(), tv.locator(".live .frame").bounding_box()
    assert above
    assert frame
    assert above["y"] + above["height"] <= frame["y"] + 1
    assert evening.address() == new.url
    send(new, 9)
    expect(ann.get_by_text("It was sent from another phone of")).to_be_visible()
    assert_fits(ann)
    tap(ann, "No, that was not me")
    expect(ann.get_by_label("Your number")).to_be_visible()
    expect(new.get_by_label("Your name")).to_be_visible()
    expect(notice).to_have_count(0)
    for number, phone in enumerate((ann, ben, cid)):
        send(phone, number)
    expect(ann.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    assert [] == evening.complaints


def test_a_shared_phone_shows_no_earlier_number(evening: Evening) -> None:
    driver = open_room_with("good-enough", ("Ann",))
    for name in ("Carol", "Dave"):
        driver.do(HOST, membership.add_player, name)
    start_in_room(driver)
    evening.put(driver)
    page = evening.of(HOST, evening.here("/host/pass"), viewport=PHONE, has_touch=True)
    assert_fits(page)
    page.get_by_role("link", name="I am Carol").click()
    assert_fits(page)
    enter(page, 101)
    expect(page.get_by_role("alert")).to_have_text("101 is above the highest number, 100")
    enter(page, 100)
    dave = page.get_by_role("heading", name="Hand the phone to Dave")
    expect(dave).to_be_visible()
    page.reload()
    expect(dave).to_be_visible()
    assert "100" not in page.locator("body").inner_text()
    for _ in range(2):  # Carol's entry, and before it the page that hands over the phone
        page.go_back()
        expect(dave).to_be_visible()
        assert "100" not in page.locator("body").inner_text()
    page.get_by_role("link", name="I am Dave").click()
    expect(page.get_by_label("Your number")).to_have_value("")
    enter(page, 3)
    done = re.compile("Everybody without a phone is in. Give the phone back")
    expect(page.get_by_role("heading", name=done)).to_be_visible()
    assert_fits(page)


def enter(page: Page, number: int) -> None:
    page.get_by_label("Your number").fill(str(number))
    page.get_by_role("button", name="Send").click()
