"""A TV that cannot draw all that moves in time leaves out what nobody needs, and says nothing of it."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Evening
from tests.support.scenes import crowd, open_room_with, started_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DRAWN = """(() => {
  const apart = %s;
  let [at, frames] = [0, 0];
  window.requestAnimationFrame = (draw) => setTimeout(() => draw((at += apart[frames++ %% apart.length])));
})();"""
"""Frames that come at these times, whatever else this computer does."""
SLOW = "performance.now = () => 12 * Performance.prototype.now.call(performance);"
"""All that is worked out takes twelve times as long by the clock, whatever else this computer does."""
MOVING = "() => document.getAnimations().filter((each) => each.effect.target.closest('.guest')).length"


def lobby(evening: Evening, apart: list[int], script: str = "") -> Page:
    """Open the TV of a lobby, before anything is known of it."""
    evening.put(open_room_with("good-enough", crowd(8, short=True)))
    return evening.tv(DRAWN % apart + script, moves=True)


def moving_guests(evening: Evening, tv: Page) -> int:
    """Open a round in the same tab, in which eight think."""
    evening.put(started_game("good-enough", crowd(8, short=True)))
    tv.goto(evening.here("/tv"))
    tv.wait_for_selector("#live .round .breathes")
    count: int = tv.evaluate(MOVING)
    return count


def test_a_TV_that_is_quick_enough_shows_guests_that_breathe(evening: Evening) -> None:
    tv = lobby(evening, [16])
    tv.wait_for_function("() => store.tab.read('weak') === false", polling=100)
    assert moving_guests(evening, tv)


def test_a_TV_that_loses_frames_lets_guests_stand_still_and_says_nothing(evening: Evening) -> None:
    tv = lobby(evening, [16, 16, 16, 33])
    before = tv.inner_text("body")
    tv.wait_for_selector("html.weak", state="attached")
    assert before == tv.inner_text("body")
    assert 0 == moving_guests(evening, tv)


def test_a_TV_with_a_slow_processor_does_so_too(evening: Evening) -> None:
    tv = lobby(evening, [16], SLOW)
    tv.wait_for_selector("html.weak", state="attached")
