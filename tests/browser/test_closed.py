"""Open screens when whoever runs the server closes the room, opens it again, and forgets a name."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Evening
from tests.support.scenes import started_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def rooms(evening: Evening, *arguments: str) -> None:
    """Run a command about the room of an evening, as whoever runs the server."""
    options = ["--data", str(evening.server.data)]
    subprocess.run(
        [sys.executable, "-m", "companion", "rooms", *arguments, evening.code, *options],
        check=True,
        capture_output=True,
    )


def test_open_screens_say_that_a_room_is_closed_go_on_later_and_show_no_forgotten_name(
    evening: Evening,
) -> None:
    evening.put(started_game("good-enough", ("Quetzal", "Ben", "Cid"), rounds=3))
    host, tv, phones = evening.host(), evening.tv(), evening.phones()
    ann, ben, _ = phones
    ann.get_by_label("Your number", exact=True).fill("77")
    expect(tv.get_by_text("Quetzal", exact=True).first).to_be_visible()
    rooms(evening, "close", "--yes")
    for page in (tv, host, *phones):
        expect(page.get_by_role("heading", name="This room is closed")).to_be_visible()
        expect(page.get_by_text("Whoever runs this server has closed it.").first).to_be_visible()
    expect(tv.get_by_text(f"{evening.code}/result")).to_be_visible()
    expect(tv.locator("#stage")).to_be_empty()
    for button in ("Close round", "End game", "Add player"):
        expect(host.get_by_text(button).first).to_be_hidden()
    expect(ann.locator("#number")).to_be_hidden()
    expect(ben.get_by_role("link", name="Scores")).to_be_hidden()
    ben.get_by_role("link", name="All results").click()
    expect(ben.get_by_text("Nothing is revealed yet")).to_be_visible()
    ben.go_back()
    rooms(evening, "reopen")
    for page in (tv, host, *phones):
        expect(page.get_by_role("heading", name="This room is closed")).to_have_count(0)
    expect(ann.locator("#number")).to_have_value("77")
    ann.get_by_role("button", name="Send 77").click()
    expect(ann.get_by_text("Your number is in")).to_be_visible()
    expect(host.get_by_role("button", name="Close round")).to_be_visible()
    rooms(evening, "forget", "Quetzal", "--yes", "--room")
    for page in (tv, host, *phones):
        expect(page.get_by_text("Guest 1", exact=True).first).to_be_attached()
        expect(page.get_by_text("Quetzal")).to_have_count(0)
    assert evening.complaints == []
