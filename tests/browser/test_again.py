"""What people want to play next, in browsers: a tap sits down, and the host starts it with one."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Evening
from tests.support.room_driver import device
from tests.support.scenes import SHORT, rounds_won

pytestmark = pytest.mark.browser
slow = pytest.mark.slow


@slow
def test_a_tap_sits_down_by_a_game_is_counted_on_all_screens_and_the_host_starts_it(evening: Evening) -> None:
    evening.put(rounds_won("BCC", SHORT[:4], rounds=3, tie_break="peel"))
    desk, tv = evening.host(), evening.tv()
    ann, cyd = (evening.of(device(seat), evening.here()) for seat in "13")
    for phone in (ann, cyd):
        phone.get_by_role("button", name="Mediocrity").click()
    for phone in (ann, cyd):
        expect(phone.get_by_text("2 of 4 sit there. The host starts it.")).to_be_visible()
        expect(phone.get_by_role("button", name="Mediocrity")).to_have_attribute("aria-pressed", "true")
    expect(tv.locator(".leads")).to_contain_text("Mediocrity2 of 4")
    cyd.wait_for_timeout(700)  # a second tap within 600 ms is meant for the button before
    cyd.get_by_role("button", name="Mediocrity").click()
    expect(ann.get_by_text("Nobody else sits there yet.")).to_be_visible()
    expect(cyd.get_by_role("button", name="Mediocrity")).to_have_attribute("aria-pressed", "false")
    start = desk.get_by_role("button", name="Start Mediocrity")
    expect(start).to_contain_text("1 of 4 wants it")
    desk.wait_for_timeout(700)
    start.click()
    for phone in (ann, cyd):
        expect(phone.locator("#own .pad").or_(phone.locator(".held")).first).to_be_visible()
    assert [] == evening.complaints
