"""The end of a game on real screens: title, peels, podium, the evening's award, and each phone's own end."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NAMES, Evening, go_on, send
from tests.browser.test_demo import VOICES
from tests.support.scenes import rounds_won

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCENES = """
window.seen = [];
document.addEventListener("tv:scene", (event) => window.seen.push(event.detail.dataset.scene));
document.addEventListener("tv:cue", (event) => window.seen.push(`cue ${event.detail}`));
window.buzzes = [];
navigator.vibrate = (pattern) => window.buzzes.push(pattern);
"""
"""Records the scenes and cues of a TV, and what a phone vibrates."""


def start(evening: Evening, winners: str, **options: object) -> tuple[Page, list[Page]]:
    """Open the screens of a game of three players after rounds with these winners."""
    evening.put(rounds_won(winners, NAMES, **options))
    return evening.tv(SCENES + VOICES, moves=True), evening.phones(script=SCENES)


def play(phones: Sequence[Page], winners: str) -> None:
    """Play rounds, each won by A, B or C, or by nobody (`.`)."""
    for winner in winners:
        for phone, letter in zip(phones, "ABC", strict=True):
            phone.locator("#number:visible, .onward a:visible").first.wait_for()
            go_on(phone)
            send(phone, 60 if letter == winner else 50)


def skip_to(tv: Page, kind: str) -> None:
    """Skip scenes until one of this kind plays, or rests."""
    for _ in range(12):
        if tv.locator(f".scene.{kind}:visible").count():
            return
        tv.keyboard.press("Space")
        tv.wait_for_timeout(120)
    raise AssertionError(f"no {kind}")


def test_a_tie_has_a_title_then_its_peels_then_the_podium(evening: Evening) -> None:
    tv, phones = start(evening, "BBCC", rounds=5)
    play(phones, ".")
    skip_to(tv, "tie_title")
    expect(tv.get_by_role("heading", name="A tie")).to_be_visible()
    skip_to(tv, "tie")
    tie = tv.locator("#stage .tie")
    expect(tie.locator(".fallen").first).to_have_css("opacity", "0", timeout=5_000)
    expect(tie.locator(".piles .lit")).to_have_css("opacity", "1", timeout=5_000)
    expect(tv.get_by_role("heading", name="Rounds 2–4")).to_be_visible()
    expect(tv.get_by_role("heading", name="Ben wins")).to_be_visible(timeout=10_000)
    assert [] == evening.complaints
    seen = tv.evaluate("seen")
    assert ["tie_title", "tie", "final"] == [each for each in seen if each in ("tie_title", "tie", "final")]
    assert "cue clock" in seen
    expect(tv.locator("#stage .scene")).to_have_count(0, timeout=10_000)
    expect(tv.get_by_role("heading", name="Ben wins")).to_be_visible()
    expect(tv.get_by_text(f"/{evening.code}/result")).to_be_visible()


def test_a_phone_tells_its_own_end_with_the_TV_and_vibrates_once(evening: Evening) -> None:
    tv, phones = start(evening, "BC", rounds=3)
    for page in phones:
        page.mouse.click(5, 5)  # browsers vibrate only after a tap
    play(phones, "C")
    ann, ben, cid = phones
    expect(ben.get_by_role("heading", name="You win")).to_be_hidden()
    expect(tv.get_by_role("heading", name="Ben wins")).to_be_visible(timeout=15_000)
    expect(ben.get_by_role("heading", name="You win")).to_be_visible(timeout=5_000)
    expect(ben.locator("html.crowned")).to_be_attached()
    expect(ann.get_by_role("heading", name="Too few")).to_be_visible()
    expect(cid.get_by_role("heading", name="Too good")).to_be_visible()
    expect(cid.get_by_text("2 points. 1 is the middle, and Ben stands there.")).to_be_visible()
    assert 1 == len([each for each in ben.evaluate("buzzes") if len(each) > 3])
    for page in (ann, cid):
        assert 1 == page.evaluate("buzzes").count([400])
    ben.reload()
    expect(ben.get_by_role("heading", name="You win")).to_be_visible(timeout=5_000)
    assert [] == ben.evaluate("buzzes")
    assert [] == evening.complaints
