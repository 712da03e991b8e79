"""The start page, the title card and the demo, in real browsers."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NAMES, Evening, send, tap
from tests.support.room_driver import open_room_with

pytestmark = pytest.mark.browser


def start_page(evening: Evening, **options: object) -> Page:
    page = evening.page(evening.context(viewport={"width": 390, "height": 844}, **options))
    page.goto(f"http://localhost:{evening.server.port}/")
    return page


@pytest.mark.slow
def test_the_button_and_the_rules_follow_the_choice(evening: Evening) -> None:
    page = start_page(evening)
    page.locator(".stages label").nth(1).click()
    expect(page.get_by_role("button", name="Start Mediocrity")).to_be_visible()
    expect(page.locator("#rules")).to_have_attribute("href", "/rules/mediocrity")
    page.locator(".variants label").nth(0).click()
    expect(page.locator("#rules")).to_have_attribute("href", "/rules/good-enough?preset=king")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/host")
    assert [] == evening.complaints


@pytest.mark.slow
def test_the_ending_is_picked_in_one_tap_and_follows_who_is_there(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", (*NAMES, "Dan")))
    host = evening.host()
    chosen = host.locator(".way-out[aria-pressed=true]")
    expect(chosen).to_contain_text("then a showdown")
    host.wait_for_timeout(700)  # too soon, a tap does not count (live.js)
    host.locator(".way-out").filter(has_text="that stands is shared").click()
    expect(chosen).to_contain_text("that stands is shared")
    expect(chosen).to_have_count(1)
    tap(host, "Let the app choose")
    expect(chosen).to_contain_text("then a showdown")
    tap(host, "Start game")
    expect(host.get_by_role("heading", name="Round 1 of 5")).to_be_visible()
    assert [] == evening.complaints


@pytest.mark.slow
def test_a_game_opens_with_its_title_card_while_the_phones_play(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", NAMES, rounds=3))
    host, phones, tv = evening.host(), evening.phones(), evening.tv(moves=True)
    host.get_by_role("button", name="Start game").click()
    card = tv.locator("#stage .scene.title")
    expect(card.get_by_role("heading", name="It's Good Enough")).to_be_visible()
    send(phones[0], 7)
    expect(card.locator(".three li")).to_have_count(3)
    expect(card).to_have_count(0, timeout=6_000)
    tv.reload()
    expect(tv.locator("#stage .scene")).to_have_count(0)
    assert [] == evening.complaints
