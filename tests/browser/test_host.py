"""Corrections by the host, in real browsers."""

from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, Evening, send, start_game, tap
from tests.browser.test_evening import hidden, qr_code
from tests.browser.test_seats import assert_fits, open_new_browser
from tests.support.room_driver import open_room_with

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAINED = "#live .scores .gained bdi"
"""Who has a point of the last round, on the TV."""


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
    host.get_by_role("link", name="Rounds", exact=True).click()
    host.get_by_role("link", name="Game 1, round 1").click()
    assert_fits(host)
    host.get_by_label("Ben").fill("400")
    host.get_by_role("button", name="Save").click()
    expect(host.get_by_role("alert")).to_have_text("Ben: 400 is above the highest number, 100")
    host.get_by_label("Ben").fill("40")
    host.get_by_role("button", name="Save").click()
    expect(host.get_by_text("Game 1: Ben 1 → 0, Cid 0 → 1.")).to_be_visible()
    assert_fits(host)
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


OTHER_ENDING = ".way-out[aria-pressed=false]"


class Requests:
    """The forms that a host page sends, in their order; those named in `held` wait until they are let go."""

    def __init__(self, host: Page, *held: str) -> None:
        self.sent: list[str] = []
        self.held: list[Route] = []
        self._names = held
        host.route("**/host/*", self._take)

    def let_go(self) -> None:
        """Deliver what was held, and hold nothing more."""
        self._names = ()
        for each in self.held:
            each.continue_()

    def _take(self, route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        self.sent.append(f"{name} {unquote(route.request.post_data or '')}".strip())
        if name in self._names:
            self.held.append(route)
        else:
            route.continue_()


def origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def lobby(evening: Evening) -> Page:
    """Open a room with three players, who may choose how their game ends."""
    evening.put(open_room_with("good-enough", ("Ann", "Ben", "Cid")))
    host = evening.host()
    host.locator(OTHER_ENDING).first.wait_for()
    return host


def test_presses_while_another_is_under_way_count_in_turn_and_a_double_tap_once(evening: Evening) -> None:
    host = lobby(evening)
    requests = Requests(host, "ending")
    first, second = host.locator(OTHER_ENDING).all()[:2]
    values = [each.get_attribute("value") for each in (first, second)]
    first.dblclick()
    second.dblclick()
    host.get_by_role("button", name="Start game").dblclick()
    host.wait_for_timeout(200)
    assert [f"ending ending={values[0]}"] == requests.sent
    requests.let_go()
    expect(host.get_by_role("heading", name="Round 1 of 5")).to_be_visible()
    host.wait_for_timeout(200)
    assert [*(f"ending ending={each}" for each in values), "begin"] == requests.sent
    expect(host.get_by_role("alert")).to_be_hidden()
    assert [] == evening.complaints


def test_what_was_pressed_after_something_that_failed_is_not_sent(evening: Evening) -> None:
    host = lobby(evening)
    requests = Requests(host, "ending")
    host.locator(OTHER_ENDING).first.click()
    host.get_by_role("button", name="Start game").click()
    host.wait_for_timeout(100)
    requests.held[0].abort()
    expect(host.get_by_role("alert")).to_contain_text("again")
    host.wait_for_timeout(200)
    assert ["ending"] == [each.split()[0] for each in requests.sent]
    tap(host, "Start game")
    expect(host.get_by_role("heading", name="Round 1 of 5")).to_be_visible()


def test_a_second_tap_on_undo_does_not_press_redo_in_its_place(evening: Evening) -> None:
    host, phones = start_game(evening)
    for number, phone in zip((10, 20, 30), phones, strict=True):
        send(phone, number)
    expect(host.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    host.request.post(f"{host.url}/void", form={"at": "1.1", "sure": "yes"}, headers={"Origin": origin(host)})
    requests = Requests(host)
    undo = host.locator("button[form=undo]")
    undo.wait_for()
    host.wait_for_timeout(700)
    with host.expect_response("**/host/undo"):
        undo.click()
    host.locator("button[form=redo]").click()
    host.wait_for_timeout(300)
    assert ["undo"] == [each.split()[0] for each in requests.sent]
