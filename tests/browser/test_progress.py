"""While a round is played, phones are sent who is in, and show what a page fetched now would show."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening, send
from tests.browser.test_streamed import assert_up_to_date, join_players, start_guest_room
from tests.support.guest import Guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# What the page was sent and what came of it, from now on.
_COUNT = """() => {
  window.counted = { progress: 0, swaps: 0 };
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "live") window.counted.swaps += 1;
  });
}"""
_LISTEN = """
  window.EventSource = class extends EventSource {
    constructor(url) {
      super(url);
      this.addEventListener("progress", () => { if (window.counted) window.counted.progress += 1; });
    }
  };
"""
CROWD = 45


def listening(evening: Evening, path: str = "", **options: object) -> Page:
    """Open a page that counts its progress events."""
    context = evening.context(viewport={"width": 390, "height": 844}, has_touch=True, **options)
    context.add_init_script(_LISTEN)
    page = evening.page(context)
    page.goto(evening.address(path))
    return page


def join(page: Page, name: str) -> Page:
    page.locator("#name").fill(name)
    page.locator("form:has(#name) button").first.click()
    expect(page.locator("#live")).to_have_attribute("data-seat", "1")
    return page


def counted(page: Page) -> dict[str, int]:
    return dict(page.evaluate("window.counted"))


def send_in_turn(host: Guest, guests: Sequence[Guest], pages: Sequence[Page]) -> None:
    """Submit the guests' numbers, each after all pages show the one before."""
    for number, guest in enumerate(guests):
        assert guest.send(number).status == 200
        assert_up_to_date(host, *pages)


def count_from_now(*pages: Page) -> None:
    for page in pages:
        page.evaluate(_COUNT)


def test_numbers_of_others_change_a_phone_without_replacing_its_page(evening: Evening) -> None:
    host = start_guest_room(evening, "good-enough", rounds=3)
    ann = join(listening(evening), "Ann")
    guests = list(join_players(evening, "Ben", "Cid", "最中限", "Eva"))
    watcher, tv = listening(evening, "/watch"), evening.tv()
    host.begin(rounds=3)
    assert_up_to_date(host, ann, watcher, tv)
    count_from_now(ann, watcher)
    ann.get_by_label("Your number").fill("12")
    send_in_turn(host, guests, (ann, watcher, tv))
    expect(ann.locator(".now .status")).to_contain_text("4 of 5")
    expect(ann.locator("#missing li")).to_have_count(1)
    for page in (ann, watcher):
        assert {"progress": 4, "swaps": 0} == counted(page)
    expect(ann.get_by_label("Your number")).to_have_value("12")
    assert [] == evening.complaints


def test_numbers_leave_the_clock_of_the_round_alone(evening: Evening) -> None:
    host = start_guest_room(evening, "good-enough", rounds=3)
    host.ask(f"/{host.code}/host/time", {"seconds": 300})
    ann = listening(evening)
    ann.clock.install()
    join(ann, "Ann")
    ben, cid = join_players(evening, "Ben", "Cid")
    host.begin(rounds=3)
    assert_up_to_date(host, ann)
    ann.clock.fast_forward(30_000)
    clock = ann.locator(".clock [data-left]")
    expect(clock).to_have_text(re.compile(r"^2[0-6]\d$"))
    left = clock.get_attribute("data-left")  # as it was sent with the round
    assert ben.send(7).status == 200
    assert_up_to_date(host, ann)
    send(ann, 12)
    expect(ann.locator("#own")).to_have_attribute("data-phase", "sent")
    expect(clock).to_have_text(re.compile(r"^2[0-6]\d$"))
    assert left == clock.get_attribute("data-left")
    assert cid.send(8).status == 200
    expect(clock).not_to_have_text(re.compile(r"^2[0-6]\d$"))  # the next round has all of it
    assert [] == evening.complaints
