"""Corrections by the host, in real browsers."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Evening, send, tap
from tests.browser.test_evening import axe_finds_nothing, hidden, qr_code, start_game
from tests.browser.test_seats import assert_fits, open_new_browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAINED = "#live .scores .gained bdi"
"""Who has a point of the last round, on the TV."""

PAGES = ("/host/people", "/host/people/1", "/host/room", "/host/room/over", "/host/games")


def test_phones_fail_in_four_ways_and_all_players_keep_their_seats(evening: Evening) -> None:
    host, (ann, ben, cid) = start_game(evening)
    tv = evening.tv()
    send(ann, 10)
    hidden(ann, "true")
    ben.context.set_offline(True)
    cid.get_by_text("More", exact=True).click()
    cid.get_by_role("link", name="Go on with another phone").click()
    second = open_new_browser(evening)
    second.goto(qr_code(cid))
    second.get_by_role("button").first.click()
    send(second, 30)
    host.reload()
    tap(host, "Close round")
    expect(tv.locator("#live .waits")).to_contain_text("Round 2 of 5")
    hidden(ann, "false")
    ben.context.set_offline(False)
    for name, phone, number in (("Ann", ann, 11), ("Ben", ben, 22), ("Cid", second, 33)):
        expect(phone.locator(".bar .who")).to_have_text(name)
        expect(phone.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
        send(phone, number)
    expect(tv.locator("#live .waits")).to_contain_text("Round 3 of 5")
    expect(tv.locator(GAINED)).to_have_text("Ben")
    assert [] == [each for each in evening.complaints if "htmx:" not in each and "ERR_INTERNET" not in each]


def test_the_host_corrects_a_number_on_a_phone_and_all_screens_show_it(evening: Evening) -> None:
    host, phones = start_game(evening)
    tv = evening.tv()
    host.set_viewport_size(PHONE)
    for number, phone in zip((10, 20, 30), phones, strict=True):
        send(phone, number)
    expect(host.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    assert_fits(host)
    axe_finds_nothing(host)
    host.get_by_role("link", name="Rounds", exact=True).click()
    host.get_by_role("link", name="Game 1, round 1").click()
    assert_fits(host)
    axe_finds_nothing(host)
    host.get_by_label("Ben").fill("400")
    host.locator("li", has_text="Ben").get_by_role("button", name="Correct").click()
    expect(host.get_by_role("alert")).to_have_text("400 is above the highest number, 100")
    host.get_by_label("Ben").fill("40")
    host.locator("li", has_text="Ben").get_by_role("button", name="Correct").click()
    expect(host.get_by_text("Game 1: Ben 1 → 0, Cid 0 → 1.")).to_be_visible()
    assert_fits(host)
    axe_finds_nothing(host)
    expect(tv.locator(GAINED)).to_have_text("Ben")
    host.get_by_role("button", name="Correct").click()
    for screen in phones:
        expect(screen.get_by_text("Round 1: the host corrected Ben from 20 to 40.")).to_be_visible()
    expect(tv.locator(GAINED)).to_have_text("Cid")
    expect(tv.locator("#live").get_by_text("Corrected: Ben")).to_be_visible()
    host.get_by_role("link", name="Game", exact=True).click()
    tap(host, "Undo: Correct Ben in round 1")
    expect(tv.locator(GAINED)).to_have_text("Ben")
    tap(host, "Redo: Correct Ben in round 1")
    expect(tv.locator(GAINED)).to_have_text("Cid")
    assert evening.complaints == [
        "Failed to load resource: the server responded with a status of 422 ()"
    ] or (len(evening.complaints) == 1 and "422" in evening.complaints[0])


@pytest.mark.parametrize("tail", PAGES)
def test_the_hosts_pages_fit_a_phone_and_axe_finds_nothing(evening: Evening, tail: str) -> None:
    host, _ = start_game(evening)
    host.set_viewport_size(PHONE)
    host.goto(host.url.removesuffix("/host") + tail)
    assert_fits(host)
    for each in host.locator("summary").all():
        if each.is_visible():
            each.click()
    axe_finds_nothing(host)


def test_the_timer_counts_down_on_all_screens_and_then_the_round_is_revealed(evening: Evening) -> None:
    host, phones = start_game(evening)
    tv = evening.tv()
    host.get_by_role("link", name="Room", exact=True).click()
    host.get_by_label("Seconds for a round").fill("5")
    host.get_by_role("button", name="Set").click()
    for screen in (tv, *phones):
        expect(screen.locator(".clock")).to_be_visible()
    send(phones[0], 10)
    send(phones[1], 20)
    for screen in (tv, *phones):
        expect(screen.locator("#live").get_by_text("Round 2 of 5").first).to_be_attached(timeout=30_000)


def test_a_browser_without_a_seat_replaces_the_first_host_by_link(
    evening: Evening,
) -> None:
    host, _ = start_game(evening)
    host.get_by_role("link", name="Room", exact=True).click()
    host.get_by_role("link", name="Hand over").click()
    second = open_new_browser(evening)
    second.goto(qr_code(host))
    second.get_by_role("button", name="Be host").click()
    expect(second.get_by_role("heading", name="Round 1 of 5")).to_be_visible()
    host.goto(f"http://localhost:{evening.server.port}/{evening.code}/host")
    expect(host.get_by_label("Host code")).to_be_visible()


def test_a_phone_shows_the_name_that_the_host_sets(evening: Evening) -> None:
    host, (ann, _, _) = start_game(evening)
    host.goto(host.url.removesuffix("/host") + "/host/people/1")
    host.get_by_label("New name").fill("Anna")
    host.get_by_role("button", name="Rename").click()
    expect(ann.locator(".bar .who")).to_have_text("Anna")
