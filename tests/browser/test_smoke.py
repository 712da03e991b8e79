"""One round on real screens: the browser test of the quick run."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Evening, send

pytestmark = pytest.mark.browser


def test_two_phones_and_a_guest_play_a_round_in_front_of_a_tv(evening: Evening) -> None:
    host = evening.host()
    tv = evening.tv()
    phones = [evening.phone(name) for name in ("Alice", "Bob", "Carol")]
    expect(tv.get_by_text("3 players are here")).to_be_visible()
    host.get_by_role("button", name="Start game").click()
    for phone, number in zip(phones, (10, 40, 90), strict=True):
        send(phone, number)
    expect(tv.get_by_role("heading", name="40 is the middle")).to_be_visible()
    expect(tv.locator("#live .gained bdi")).to_have_text("Bob")
    for page in phones:
        expect(page.get_by_role("heading", name="Round 2 of")).to_be_visible()
    assert [] == evening.complaints
