"""The host's screens in browsers: corrections, quick presses, what must not move, and a closed room."""

import subprocess
import sys
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, Route, expect

from companion.screens.troubleshooting import CAUSES
from tests.browser.axe import violations
from tests.browser.conftest import NAMES, PHONE, Evening, send, start_game, tap
from tests.browser.test_evening import GAINED
from tests.browser.test_seats import assert_fits
from tests.support.room_driver import HOST, open_room_with
from tests.support.scenes import started_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SMALL = {"width": 320, "height": 568}


def test_the_host_corrects_a_number_on_a_phone_and_all_screens_show_it(evening: Evening) -> None:
    host, phones = start_game(evening)
    tv = evening.tv()
    host.set_viewport_size(PHONE)
    for number, phone in zip((10, 20, 30), phones, strict=True):
        send(phone, number)
    expect(host.locator(".top")).to_contain_text("Round 2 of 5")
    assert_fits(host)
    behind_more(host, "What was played")
    host.get_by_role("link", name="Round 1").click()
    assert_fits(host)
    host.get_by_label("Ben").fill("400")
    host.get_by_role("button", name="See what changes").click()
    expect(host.get_by_role("alert")).to_have_text("Ben: 400 is above the highest number, 100")
    host.get_by_label("Ben").fill("40")
    host.get_by_role("button", name="See what changes").click()
    expect(host.get_by_text("Then Cid has the point, and not Ben.")).to_be_visible()
    assert_fits(host)
    expect(tv.locator(GAINED)).to_have_text("Ben")
    host.get_by_role("button", name="Correct").click()
    for screen in phones:
        expect(screen.get_by_text("Round 1: the host corrected Ben from 20 to 40.")).to_be_visible()
    expect(tv.locator(GAINED)).to_have_text("Cid")
    expect(tv.locator("#live").get_by_text("Corrected: Ben")).to_be_visible()
    host.get_by_role("link", name="Back").click()
    tap(host, "Undo: Correct Ben in round 1")
    expect(tv.locator(GAINED)).to_have_text("Ben")
    tap(host, "Redo: Correct Ben in round 1")
    expect(tv.locator(GAINED)).to_have_text("Cid")
    assert [True] == ["422" in complaint for complaint in evening.complaints]


def test_until_the_TV_has_told_whoever_plays_stands_on_the_desk(evening: Evening) -> None:
    host, phones = start_game(evening)
    evening.tv(moves=True)
    for number, phone in zip((10, 20), phones[:2], strict=True):
        send(phone, number)
    tap(host, "Don’t wait for Cid")
    on_stage = host.locator(".stage .guest").filter(visible=True)
    expect(host.locator("[data-hold-round] .stage")).to_have_count(1)
    expect(on_stage).to_have_count(3)
    expect(host.locator(".stage .wood bdi").filter(visible=True)).to_have_text(["Ann", "Ben", "Cid"])
    expect(host.locator("[data-hold-round]")).to_have_count(0)
    expect(host.locator(".presented .guest").filter(visible=True)).to_have_count(2)
    expect(on_stage).to_have_count(2)


def test_the_timer_counts_down_on_all_screens_and_then_the_round_is_revealed(evening: Evening) -> None:
    host, phones = start_game(evening)
    tv = evening.tv()
    behind_more(host, "Room")
    host.get_by_label("Seconds for a round").fill("5")
    host.locator("form", has_text="Seconds for a round").get_by_role("button", name="Set").click()
    for screen in (tv, *phones):
        expect(screen.locator(".clock")).to_be_visible()
    send(phones[0], 10)
    send(phones[1], 20)
    for screen in (tv, *phones):
        expect(screen.locator("#live").get_by_text("Round 2 of 5").first).to_be_attached(timeout=30_000)


def test_swapped_cards_are_corrected_together_and_a_later_card_with_them(evening: Evening) -> None:
    driver = started_game("saichugen", ["Ann", "W" * 20, "最中限の平凡な真ん中の人が今夜も勝つ夜会"])
    driver.play_trick("3H 7H 9S", "4C KD 2S")
    evening.put(driver)
    phone = evening.of(HOST, evening.here("/host/rounds/1/1"), viewport=SMALL)
    assert_fits(phone)
    assert [] == violations(phone)
    first = phone.locator(".fix li").first
    first.get_by_role("combobox").select_option("king of diamonds")
    phone.get_by_role("button", name="See what changes").click()
    expect(first.locator(".was")).to_have_text("3♥ →")
    expect(phone.get_by_text("Struck if it stays")).to_be_visible()
    assert_fits(phone)
    assert [] == violations(phone)
    later = phone.locator(".fix").nth(1)
    later.get_by_role("combobox").first.select_option("3 of hearts")
    phone.get_by_role("button", name="Correct it").click()
    phone.get_by_role("button", name="Correct both", exact=True).click()
    expect(phone.get_by_role("heading", name="What was played")).to_be_visible()
    expect(phone.locator(".play", has_text="struck")).to_have_count(0)


def behind_more(host: Page, name: str) -> None:
    """Follow a link of the list behind More."""
    host.locator("#more-summary").click()
    host.get_by_role("link", name=name).click()


OTHER_ENDING = ".strip:last-of-type [aria-pressed=false]"


class Requests:
    """The forms that a host page sends, in their order; those named in `held` wait until they are let go."""

    def __init__(self, host: Page, *held: str) -> None:
        self.sent: list[str] = []
        self.held: list[Route] = []
        self.names = held
        host.route("**/host/*", self._take)

    def _take(self, route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        self.sent.append(f"{name} {unquote(route.request.post_data or '')}".strip())
        if name in self.names:
            self.held.append(route)
        else:
            route.continue_()


def test_presses_while_another_is_under_way_count_in_turn_and_a_double_tap_once(evening: Evening) -> None:
    """What was pressed after something that failed is not sent."""
    evening.put(open_room_with("good-enough", NAMES))
    host = evening.host()
    host.get_by_text("Change").click()
    host.locator(OTHER_ENDING).first.wait_for()
    requests = Requests(host, "choose")
    host.locator(OTHER_ENDING).first.click()
    host.locator("#press-begin").dispatch_event("click")
    host.wait_for_timeout(100)
    requests.held.pop().abort()
    expect(host.get_by_role("alert")).to_contain_text("again")
    host.wait_for_timeout(700)
    assert ["choose"] == [each.split()[0] for each in requests.sent]
    requests.sent.clear()
    first, second = host.locator(OTHER_ENDING).all()[:2]
    values = [each.get_attribute("value") for each in (first, second)]
    first.dblclick()
    second.dblclick()
    for _ in range(2):
        host.locator("#press-begin").dispatch_event("click")
    host.wait_for_timeout(200)
    assert [f"choose tie_break={values[0]}"] == requests.sent
    requests.names = ()
    for each in requests.held:
        each.continue_()
    expect(host.locator(".top")).to_contain_text("Round 1 of 5")
    host.wait_for_timeout(200)
    assert [*(f"choose tie_break={value}" for value in values), "begin"] == requests.sent
    expect(host.get_by_role("alert")).to_be_hidden()


def test_a_second_tap_on_undo_does_not_press_redo_in_its_place(evening: Evening) -> None:
    driver = started_game("good-enough", NAMES)
    driver.play_trick("10 20 30")
    evening.put(driver)
    host = evening.host()
    origin = {"Origin": "/".join(host.url.split("/")[:3])}
    host.request.post(f"{host.url}/void", form={"at": "1.1", "sure": "yes"}, headers=origin)
    requests = Requests(host)
    undo = host.locator("button[form=undo]")
    undo.wait_for()
    host.wait_for_timeout(700)
    with host.expect_response("**/host/undo"):
        undo.click()
    host.locator("button[form=redo]").dispatch_event("click")
    host.wait_for_timeout(300)
    assert ["undo"] == [each.split()[0] for each in requests.sent]


def test_without_phones_the_host_is_led_through_the_causes_until_one_joins(evening: Evening) -> None:
    host, tv = evening.host(), evening.tv()
    expect(host.get_by_role("heading", name="Do phones see the page?")).to_be_visible(timeout=40_000)
    line = tv.locator("#obstacles")
    expect(line).to_be_visible()
    first = line.inner_text()
    expect(line).not_to_have_text(first)
    expect(host.locator("#news")).to_have_text("Do phones see the page?")
    host.locator("#obstacles").get_by_role("link", name="No").click()
    count = len(CAUSES) + 1
    for number in range(1, count):
        expect(host.get_by_text(f"{number} of {count}")).to_be_visible()
        host.get_by_role("link", name="Next").click()
    expect(host.get_by_text(f"{count} of {count}")).to_be_visible()
    expect(host.get_by_role("link", name="Next")).to_have_count(0)
    expect(host.locator("html.js")).to_be_attached()
    evening.phone("Ann")
    host.wait_for_url("**/host")
    expect(line).to_have_count(0)
    expect(host.locator("#obstacles")).to_be_hidden()
    assert [] == evening.complaints


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
    expect(host.get_by_text("More")).to_have_count(0)
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
    expect(ann.locator("#own").get_by_text("Your number is in")).to_be_visible()
    expect(host.get_by_role("button", name="Don’t wait for Ben and Cid")).to_be_visible()
    rooms(evening, "forget", "Quetzal", "--yes", "--room")
    for page in (tv, host, *phones):
        expect(page.get_by_text("Guest 1", exact=True).first).to_be_attached()
        expect(page.get_by_text("Quetzal")).to_have_count(0)
    assert evening.complaints == []
