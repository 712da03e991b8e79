"""The course of a game in browsers: questions, truths, ending it, and phones that just watch."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Evening, tap

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


def test_a_question_its_truth_and_the_end_reach_all_screens_by_themselves(evening: Evening) -> None:
    host = evening.host()
    phones = [evening.phone(name) for name in ("Ann", "Bob", "Cyd")]
    tap(host, "Start game")
    watching = evening.page(evening.context(viewport={"width": 390, "height": 844}))
    watching.goto(evening.address("/watch"))
    host.get_by_text("Ask a question").click()
    host.get_by_label("Question").fill("How many windows?")
    tap(host, "Ask")
    for screen in (watching, *phones, host):
        expect(screen.locator("#live").get_by_text("How many windows?").first).to_be_visible()
    for phone, number in zip(phones, (10, 20, 40), strict=True):
        phone.locator("#number").fill(str(number))
        tap(phone, "Send")
    expect(watching.locator("#live")).to_contain_text("Round 1")
    host.get_by_label("The truth").fill("34")
    tap(host, "Tell it")
    expect(watching.locator("#live")).to_contain_text("34. You were 14 off.")
    expect(host.locator("#tell")).to_be_hidden()
    tap(host, "End game")
    host.wait_for_url("**/sure/end?*")
    host.get_by_role("button", name=re.compile("Throw it away")).click()
    expect(host.get_by_text("It never happened.")).to_be_visible()
    for screen in (watching, *phones, host):
        expect(screen.get_by_role("heading", name="Nobody won")).to_be_visible()
    assert [] == evening.complaints
