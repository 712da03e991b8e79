"""What moves on phones after a reveal, what must not, and what only vibrates."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Evening, go_on, send, start_game, tap
from tests.browser.test_evening import SETTLE
from tests.conftest import gather_at
from tests.support.guest import Guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHIFTS = """
if (!window.shifts) {
  new PerformanceObserver((list) => shifts.push(...list.getEntries().filter((each) => !each.hadRecentInput)))
    .observe({ type: "layout-shift" });
}
window.shifts = [];
"""
"""Records layout shifts without input, from now on."""

SLIGHT = 0.1
"""The sum of layout shifts up to which a page counts as steady; news of who has joined move a little."""

BUZZES = "window.buzzes = []; navigator.vibrate = (pattern) => buzzes.push(pattern); 0"


@dataclass
class Party:
    """Players without browsers."""

    guests: Sequence[Guest]

    def play(self, at: str, *numbers: int) -> None:
        for guest, number in zip(self.guests, numbers, strict=True):
            assert guest.send(number, at).status == 200


@pytest.fixture
def party(evening: Evening) -> Party:
    """Three players at the start of a game of three rounds."""
    host, guests = gather_at(evening.server, "Ann", "Bob", "Cyd", rounds=3)
    evening.code = host.code
    return Party(guests)


def buzzes(page: Page) -> list[list[int]]:
    found: list[list[int]] = page.evaluate("buzzes")
    return found


def told(page: Page) -> None:
    """Wait until a phone tells its verdict."""
    expect(page.locator("html[data-verdict]:not([data-verdict=''])")).to_be_attached()


def test_with_reduced_motion_a_phone_shows_its_outcome_at_once(evening: Evening, party: Party) -> None:
    dan = evening.phone("Dan", reduced_motion="reduce")
    dan.evaluate(BUZZES)
    party.play("1.1", 1, 9, 5)
    send(dan, 7)
    told(dan)
    expect(dan.locator(".outcome")).to_be_visible()
    assert 0 == dan.evaluate("document.getAnimations().length")
    assert [] == buzzes(dan)


@pytest.mark.parametrize(("number", "pattern"), [(5, [120]), (9, [40, 80, 40])], ids=["middle", "out"])
def test_a_phone_vibrates_once_when_its_outcome_is_shown(
    evening: Evening, party: Party, number: int, pattern: list[int]
) -> None:
    dan = evening.phone("Dan")
    dan.evaluate(BUZZES)
    send(dan, number)
    assert [] == buzzes(dan)
    party.play("1.1", 1, 9, 4)
    told(dan)
    assert [pattern] == buzzes(dan)
    party.guests[0].send(7, "1.2")
    expect(dan.locator("#live")).to_contain_text("1 of 4 are in")
    assert [pattern] == buzzes(dan)
    dan.add_init_script(BUZZES)
    dan.reload()
    told(dan)
    assert [] == buzzes(dan)


def shifted(page: Page) -> float:
    found: float = page.evaluate("shifts.reduce((sum, each) => sum + each.value, 0)")
    return found


def test_the_layout_does_not_shift_during_a_round(evening: Evening) -> None:
    host, (ann, ben, cid) = start_game(evening)
    host.set_viewport_size(PHONE)
    field = ann.get_by_label("Your number")
    for number in (1, 2):
        field.fill("41")
        field.evaluate("(each) => each.setSelectionRange(0, 1)")
        for page in (ann, ben, cid, host):
            page.wait_for_timeout(600)  # shifts within half a second of a tap do not count
            page.evaluate(SHIFTS)
        send(ben, 10)
        if number == 2:
            evening.phone("Dot")
            expect(ann.get_by_text("Dot has joined")).to_be_attached()
        send(cid, 10)
        expect(ann.locator("#live")).to_contain_text(f"2 of {number + 2} are in")
        assert shifted(host) < SLIGHT
        tap(host, "Close round")
        expect(ann.get_by_role("heading", name=f"Round {number + 1} of 5")).to_be_visible()
        ann.evaluate(SETTLE)
        for page in (ann, ben, cid):
            assert shifted(page) < SLIGHT
        expect(field).to_have_value("41")
        expect(field).to_be_focused()
        assert [0, 1] == field.evaluate("(each) => [each.selectionStart, each.selectionEnd]")
        go_on(ann)
