"""What phones throw at the TV, in browsers: plates beside their guests, over nothing that is written."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Evening, send
from tests.support.room_driver import RoomDriver, open_room_with
from tests.support.scenes import SHORT, crowd, spread, started_game, submit_plays

pytestmark = [pytest.mark.browser, pytest.mark.slow]

THROW = """(thrown) => {
  for (const detail of thrown) document.dispatchEvent(new CustomEvent("tv:thrown", { detail }));
}"""
COVERED = """() => {
  const written = "b, bdi, h1, h2, p, small, text, .panels li, .qr, .namecard, .digits";
  const boxes = [...document.querySelectorAll("#live")].flatMap((live) => [...live.querySelectorAll(written)])
    .filter((each) => each.checkVisibility() && (each.matches(".qr") || each.textContent.trim()))
    .map((each) => [each.textContent.trim() || "a code", each.getBoundingClientRect()]);
  return [...document.querySelectorAll("#thrown .plate")].flatMap((plate) => {
    const own = plate.getBoundingClientRect();
    const over = (box) => Math.min(own.right, box.right) - Math.max(own.left, box.left) > 1 &&
      Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top) > 1;
    return boxes.filter(([, box]) => over(box)).map(([text]) => text);
  });
}"""
"""Returns what plates cover of all that is written, on chests too."""


def rooms(players: int) -> Sequence[RoomDriver]:
    """Return a lobby, a round that waits for half, and one that was revealed."""
    names = SHORT[:players] if players <= len(SHORT) else crowd(players)
    waiting, revealed = (started_game("good-enough", names) for _ in "12")
    submit_plays(waiting, spread(players, 0, 100)[: players // 2])
    submit_plays(revealed, spread(players, 0, 100))
    return open_room_with("good-enough", names), waiting, revealed


@pytest.mark.parametrize("players", [8, 30])
def test_plates_stand_beside_heads_and_cover_nothing_that_is_written(evening: Evening, players: int) -> None:
    for driver in rooms(players):
        evening.put(driver)
        tv = evening.tv()
        expect(tv.locator("html.js")).to_be_attached()
        kinds = ("clap", "yawn", "stare", "hm")
        thrown = [f"{1 + n * players // 14} {kinds[n % 4]}" for n in range(14)]
        tv.evaluate(THROW, ["- stare", *thrown])
        assert 1 <= tv.locator("#thrown .plate").count() <= 12
        assert [] == tv.evaluate(COVERED)
    assert [] == evening.complaints


def test_a_tap_jumps_a_reaction_flies_to_the_tv_and_its_key_rests_for_three_seconds(
    evening: Evening,
) -> None:
    evening.put(open_room_with("good-enough", SHORT[:3]))
    host, tv, (ann, *others) = evening.host(), evening.tv(moves=True), evening.phones()
    expect(tv.locator("html.js")).to_be_attached()
    tv.wait_for_timeout(500)  # its stream is open
    for _ in range(3):
        ann.get_by_role("button", name="Tap yourself").click()
    expect(tv.locator("#thrown q")).to_be_visible()
    expect(ann.locator(".mutter q")).not_to_be_empty()
    host.get_by_role("button", name="Start").click()
    send(ann, 10)
    expect(tv.locator("#stage .scene")).to_have_count(
        0, timeout=10_000
    )  # what comes during a scene is dropped
    ann.get_by_role("button", name="Clap").click()
    expect(tv.locator("#thrown .plate")).to_have_count(1)
    expect(ann.get_by_role("button", name="Yawn")).to_be_disabled()
    expect(ann.get_by_role("button", name="Yawn")).to_be_enabled(timeout=5_000)
    for phone, number in zip(others, (50, 90), strict=True):
        send(phone, number)
    expect(tv.locator("#thrown .plate")).to_have_count(0)
    assert [] == evening.complaints
