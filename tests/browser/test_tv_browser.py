"""A TV's own browser: it finds the room by a remote control, stays awake, and lies over a video."""

import io

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import TV, Evening
from tests.support.room_driver import open_room_with

pytestmark = pytest.mark.browser

REFUSES = "HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"


@pytest.mark.slow
def test_a_tv_finds_its_room_by_the_arrow_keys_of_its_remote_control_alone(evening: Evening) -> None:
    """It begins at the first key, says that a code is wrong and keeps it, to be deleted."""
    evening.put(open_room_with("good-enough", ()))
    page = evening.page(evening.context(viewport=TV))
    page.goto(evening.address("/tv").replace(f"/{evening.code}", ""))
    wrong = next(each for each in "ABCDEFGH" if each != evening.code[-1])
    for letter in evening.code[:-1] + wrong:
        choose(page, letter)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(evening.code[:-1] + wrong)
    expect(page.locator("#code")).to_have_value(evening.code[:-1] + wrong)
    page.keyboard.press("Enter")
    choose(page, evening.code[-1])
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{evening.code}/tv")


def choose(page: Page, letter: str) -> None:
    """Walk from the key in focus to another, first up or down, and press it."""
    focused = "document.activeElement.dataset.key"
    keys = page.evaluate("[...document.querySelectorAll('[data-key]')].map((each) => each.dataset.key)")
    if page.evaluate(focused) is None:
        page.keyboard.press("ArrowDown")
    for _ in range(12):
        at, to = keys.index(page.evaluate(focused)), keys.index(letter)
        if at == to:
            page.keyboard.press("Enter")
            return
        down, right = to // 8 - at // 8, to % 8 - at % 8
        page.keyboard.press(
            ("ArrowDown" if down > 0 else "ArrowUp") if down else ("ArrowRight" if right > 0 else "ArrowLeft")
        )
    raise AssertionError(f"the arrows never come to {letter}")


PLAYING = "!awake.paused && awake.currentTime > 0"


@pytest.mark.slow
def test_a_tv_stays_awake_by_a_video_or_by_the_wake_lock_and_else_says_so(evening: Evening) -> None:
    """Over plain http the video plays, while the page is in front; on localhost the lock is enough."""
    evening.put(open_room_with("good-enough", ()))
    far = evening.of("tv", evening.address("/tv"), viewport=TV)
    far.wait_for_function(PLAYING)
    assert not far.evaluate("isSecureContext")
    expect(far.locator("#drowsy")).to_be_hidden()
    far.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    assert far.evaluate("awake.paused")
    held = "navigator.wakeLock.request = (kind) => Promise.resolve((window.locked = kind))"
    near = evening.of("tv", evening.here("/tv"), held, viewport=TV)
    near.wait_for_function("window.locked === 'screen'")
    assert near.evaluate("awake.paused && awake.networkState !== HTMLMediaElement.NETWORK_LOADING")
    refused = evening.of("tv", evening.address("/tv"), REFUSES, viewport=TV)
    expect(refused.get_by_text("This screen may fall asleep")).to_be_visible()
    assert [] == evening.complaints


@pytest.mark.slow
def test_an_overlay_shows_the_picture_of_a_streamer_behind_the_words_of_the_room(evening: Evening) -> None:
    """It stays an overlay when the room changes and when the page is loaded again."""
    evening.put(open_room_with("good-enough", ()))
    page = evening.of("tv", evening.here("/tv?look=overlay"), viewport=TV)
    evening.phone("Ann")
    expect(page.get_by_text("Welcome, Ann")).to_be_visible()
    for _ in range(2):
        shown = Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
        alphas = shown.getchannel("A").histogram()
        assert alphas[0] > 0.5 * shown.width * shown.height
        assert alphas[255] > 0.1 * shown.width * shown.height  # the QR code, and all that is written
        page.reload()
        expect(page.get_by_text("Welcome, Ann")).to_be_visible()
    assert [] == evening.complaints
