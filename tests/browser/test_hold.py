"""Nobody knows before the TV: phones, and what screen readers say, wait until the TV has told a result."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening, send
from tests.browser.test_evening import start_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WATCH = """(selector) => {
  window.seen = new Promise((resolve) => {
    const look = () => {
      const each = document.querySelector(selector);
      const isSeen = each && each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (isSeen) resolve(Date.now());
      else requestAnimationFrame(look);
    };
    look();
  });
  0;
}"""
"""Remembers when something is seen for the first time."""
LISTEN = "window.said = new Promise((r) => document.addEventListener('tv:told', () => r(Date.now()), { once: true })); 0"
HEARD = """window.heard = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (!/point/.test(document.getElementById('news').textContent)) return;
    observer.disconnect();
    resolve(Date.now());
  }).observe(document.getElementById('news'), { childList: true });
}); 0"""


def when(page: Page, name: str) -> int:
    found: int = page.evaluate(name)
    return found


def test_a_phone_tells_its_verdict_when_the_tv_does_and_not_before(evening: Evening) -> None:
    host, (ann, ben, cid) = start_game(evening)
    tv = evening.tv()
    expect(tv.locator("html.js")).to_be_attached()
    tv.wait_for_timeout(500)  # its stream is open
    tv.evaluate(LISTEN)
    ann.evaluate(WATCH, ".outcome")
    ann.evaluate(HEARD)
    host.evaluate(WATCH, ".awaits .row, .awaits li, .awaits tr")
    for phone, number in ((ann, 1), (ben, 5), (cid, 9)):
        send(phone, number)
    expect(ann.locator("#live[data-hold]")).to_be_attached()
    assert "5 is the middle" not in evening_results(evening, host)
    told = when(tv, "said")
    seen, heard = when(ann, "seen"), when(ann, "heard")
    assert told <= seen < told + 1_000
    assert told <= heard < told + 1_000
    expect(ann.locator("#live[data-hold]")).to_have_count(0)
    assert 200 == host.request.get(evening_address(evening, "/result/1/1")).status
    assert [] == evening.complaints


def evening_address(evening: Evening, path: str) -> str:
    return f"http://localhost:{evening.server.port}/{evening.code}{path}"


def evening_results(evening: Evening, page: Page) -> str:
    assert 404 == page.request.get(evening_address(evening, "/result/1/1")).status
    return page.request.get(evening_address(evening, "/result")).text()


def test_a_phone_that_is_opened_during_a_reveal_waits_too(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    tv = evening.tv()
    expect(tv.locator("html.js")).to_be_attached()
    tv.wait_for_timeout(500)
    tv.evaluate(LISTEN)
    for phone, number in ((ann, 1), (ben, 5), (cid, 9)):
        send(phone, number)
    cid.reload()
    cid.evaluate(WATCH, ".outcome")
    assert when(tv, "said") <= when(cid, "seen")


def test_without_a_tv_a_phone_tells_its_verdict_at_once(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    for phone, number in ((ann, 1), (ben, 5), (cid, 9)):
        send(phone, number)
    expect(ann.locator(".outcome")).to_be_visible(timeout=1_000)
    expect(ann.locator("#live[data-hold]")).to_have_count(0)


def test_on_the_tv_itself_screen_readers_hear_of_a_reveal_when_it_is_told(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening, rounds=1)
    tv = evening.tv()
    expect(tv.locator("html.js")).to_be_attached()
    tv.wait_for_timeout(500)
    for phone, number in ((ann, 1), (ben, 5), (cid, 9)):
        send(phone, number)
    expect(tv.locator("html.playing")).to_be_attached()
    assert "wins" not in tv.locator("#news").inner_text()
    expect(tv.locator("#news")).to_contain_text("wins", timeout=30_000)
