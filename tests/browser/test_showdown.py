"""A showdown on the TV, in Chromium: that it is played to the end that stays, and moves nothing else."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TV, Evening
from tests.browser.test_reveal import RECORD
from tests.support.guest import Guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TIES = (0, 1, 2, 3, 3)


@pytest.fixture
def guests(evening: Evening) -> list[Guest]:
    """Five players, of whom the first three are tied."""
    host = Guest(evening.server.url)
    host.start_room()
    evening.code = host.code
    players = [Guest(evening.server.url) for _ in TIES]
    for number, each in enumerate(players):
        each.join(host.code, f"Guest {number}")
    host.begin(rounds=len(TIES), tie_break="peel+showdown")
    for winner in TIES[:-1]:
        play(players, *(60 if n == winner else 50 for n in range(5)))
    return players


def play(guests: list[Guest], *numbers: int) -> None:
    for guest, number in zip(guests, numbers, strict=True):
        guest.send(number)


def scene(tv: Page, kind: str) -> None:
    expect(tv.locator(f"#stage > .{kind}")).to_be_visible(timeout=30_000)


def test_the_title_follows_on_the_peels_and_a_round_ends_in_the_light(
    evening: Evening, guests: list[Guest]
) -> None:
    tv = evening.tv()
    tv.evaluate(RECORD)
    play(guests, 50, 50, 50, 60, 50)
    scene(tv, "duel")
    expect(tv.locator("#live .duel h1")).to_have_text("Showdown", timeout=20_000)
    expect(tv.locator("#stage")).to_be_empty(timeout=20_000)
    play(guests, 36, 44, 91, 40, 1)
    scene(tv, "showdown")
    assert "Who is closest?" in tv.inner_text("#stage .showdown")
    later = "getComputedStyle(document.querySelector('#stage .contest.later')).opacity"
    assert "0" == tv.evaluate(later)  # nothing is told before
    expect(tv.locator("#stage")).to_be_empty(timeout=20_000)
    assert "Guest 0 and Guest 1 stay" == tv.inner_text("#live .showdown h1")
    cues = [each for each in tv.evaluate("told") if each.startswith("cue")]
    assert ["cue hum", "cue click", "cue light"] == [
        each for each in cues if each[4:] in ("hum", "click", "light")
    ][-3:]
    assert 0 == sum(tv.evaluate("shifts"))


def test_without_motion_there_is_only_the_end(evening: Evening, guests: list[Guest]) -> None:
    play(guests, 50, 50, 50, 60, 50)
    play(guests, 36, 44, 91, 40, 1)
    tv = evening.page(evening.context(viewport=TV, reduced_motion="reduce"))
    tv.goto(f"http://localhost:{evening.server.port}/{evening.code}/tv")
    expect(tv.locator("#live .showdown h1")).to_have_text("Guest 0 and Guest 1 stay")
    expect(tv.locator("#live .contest.later .stays")).to_have_count(2)
    expect(tv.locator("#live .contest.earlier")).to_have_css("opacity", "0")
    assert not tv.evaluate("document.getAnimations().length")
