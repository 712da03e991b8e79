"""The demo on the TV page, and its sound."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NAMES, Evening, go_on, send
from tests.support.scenes import started_game, submit_plays

pytestmark = [pytest.mark.browser, pytest.mark.slow]

VOICES = """
window.voices = [];
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) {
  window.voices.push(this.frequency.value);
  return begin.call(this, when);
};
"""
"""Records the pitches that a page plays."""


def demo(evening: Evening) -> Page:
    page = evening.page(evening.context(viewport={"width": 1280, "height": 720}))
    page.add_init_script(VOICES)
    page.goto(f"http://localhost:{evening.server.port}/")
    page.get_by_role("button", name="Watch a demo").click()
    page.wait_for_url("**/tv")
    return page


def hear(page: Page, voices: int) -> None:
    """Wait until a page has played so many voices; the policy of the page forbids to wait within it."""
    for _ in range(200):
        if page.evaluate("voices.length") >= voices:
            return
        page.wait_for_timeout(100)
    assert page.evaluate("voices.length") >= voices


def test_the_demo_plays_by_itself_and_its_reveal_has_sound(evening: Evening) -> None:
    tv = demo(evening)
    state = tv.locator("#sound")
    expect(state).to_have_text("Sound is off. Press M for sound")
    tv.keyboard.press("m")
    expect(state).to_have_attribute("data-state", "on")
    tv.locator("#stage .reveal").wait_for(timeout=60_000)
    hear(tv, 4 + 5 + 5)  # ticks, falling guests, a chord
    assert [] == evening.complaints


def test_sound_is_off_until_turned_on_and_muting_is_remembered(evening: Evening) -> None:
    evening.host()
    tv = evening.tv()
    state = tv.locator("#sound")
    expect(state).to_have_attribute("data-state", "off")
    tv.mouse.click(300, 300)
    expect(state).to_have_attribute("data-state", "on")
    expect(state).to_be_hidden()
    tv.keyboard.press("m")
    expect(state).to_have_attribute("data-state", "muted")
    tv.reload()
    expect(state).to_have_attribute("data-state", "muted")
    expect(state).to_be_hidden()
    tv.mouse.click(300, 300)
    expect(state).to_have_attribute("data-state", "muted")
    tv.keyboard.press("m")
    expect(state).to_have_attribute("data-state", "on")
    tv.reload()
    tv.mouse.click(300, 300)
    expect(state).to_have_attribute("data-state", "on")
    assert [] == evening.complaints


def test_opening_a_page_after_a_reveal_plays_no_sound(evening: Evening) -> None:
    driver = started_game("good-enough", NAMES, rounds=3)
    submit_plays(driver, (1, 2, 3))
    evening.put(driver)
    tv, ann = evening.tv(VOICES, moves=True), evening.phones(1)[0]
    go_on(ann)
    tv.keyboard.press("m")
    expect(tv.locator("#sound")).to_have_attribute("data-state", "on")
    evening.phone("Dot")
    expect(tv.get_by_text(re.compile("Dot has joined"))).to_be_visible()
    assert [] == tv.evaluate("voices")
    send(ann, 7)
    expect(tv.get_by_text("1 of 4 are in")).to_be_visible()
    hear(tv, 1)
