"""A whole evening, in real browsers."""

import io
import time
import urllib.parse

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import NAMES, Evening, send, start_game, tap
from tests.support.guest import Guest
from tests.support.room_driver import open_room_with
from tests.support.scenes import started_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]


SETTLE = """Promise.allSettled(
  document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().endTime < Infinity)
    .map((each) => each.finished)
).then(() => 0)"""
"""Waits until all animations have finished but those that never do, such as breathing."""


def qr_code(page: Page) -> str:
    [code] = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    return str(code.text)


def test_four_phones_play_three_rounds_in_front_of_a_tv(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", (), rounds=3, tie_break="peel"))
    host = evening.host()
    tv = evening.tv()
    assert evening.address() == qr_code(tv)
    joining = evening.page(evening.context())
    joining.goto(qr_code(tv))
    expect(joining.get_by_label("Your name")).to_be_focused()
    phones = [evening.phone(name) for name in ("Alice", "Bob", "Carol", "Dave")]
    assert not phones[0].evaluate("isSecureContext")
    expect(tv.get_by_text("4 players are here")).to_be_visible()
    host.get_by_role("button", name="Start game").click()
    for row in ((99, 0, 50, 49), (50, 50, 50, 1), (73, 22, 6, 25)):
        for phone, number in zip(phones, row, strict=True):
            send(phone, number)
        if row[0] == 99:
            expect(tv.locator("#live h1")).to_have_text("49 and 50 are the middle")
            expect(tv.locator("#live .gained bdi")).to_have_text(["Carol", "Dave"])
            assert evening.address() == qr_code(tv)
    # Points 0, 1, 1, 3: the middle is 1, shared; round 2 alone gives 0, 0, 0, 1, which decides nothing.
    ends = ("Too few", "You share the win", "You share the win", "Too good")
    for page, end in zip((*phones, host), (*ends, "Bob and Carol share the win"), strict=True):
        expect(page.get_by_role("heading", name=end)).to_be_visible(timeout=40_000)
    expect(tv.get_by_role("heading", name="Perfectly adequate, both of them")).to_be_visible()
    expect(tv.locator("#live .sharers li")).to_have_text(["Bob", "Carol"])
    tap(host, "Next game")
    expect(phones[0].get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    assert [] == evening.complaints


def test_a_number_can_be_changed_and_the_change_cancelled(evening: Evening) -> None:
    _, (ann, ben, _) = start_game(evening)
    send(ann, 5)
    ann.get_by_role("link", name="Change").click()
    expect(ann.get_by_label("Your number")).to_be_visible()
    send(ben, 1)
    expect(ann.get_by_text("2 of 3 are in")).to_be_visible()
    expect(ann.get_by_label("Your number")).to_be_visible()
    ann.get_by_role("link", name="Keep it").click()
    expect(ann.get_by_text("Your number is in")).to_be_visible()
    ann.get_by_role("link", name="Change").click()
    send(ann, 6)
    assert evening.address() == ann.url
    ann.get_by_text("Peek").click()
    expect(ann.locator(".peek .number")).to_have_text("6")


def test_a_phone_is_up_to_date_within_a_second_of_being_online_or_unlocked_again(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    send(ann, 1)
    send(ben, 2)
    ann.context.set_offline(True)
    hidden(ben, "true")
    expect(ann.get_by_text("Reconnecting")).to_be_visible()
    expect(ann.get_by_text("Your number is in")).to_be_in_viewport()
    assert ann.locator("#link").evaluate("(each) => each.offsetHeight") < 80  # only the name is covered
    send(cid, 3)
    expect(cid.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    assert "Round 1 of 5" in ben.content()  # its stream is closed while the page is hidden
    ann.context.set_offline(False)
    expect(ann.get_by_role("heading", name="Round 2 of 5")).to_be_visible(timeout=1_000)
    expect(ann.get_by_text("Reconnecting")).to_be_hidden()
    hidden(ben, "false")
    expect(ben.get_by_role("heading", name="Round 2 of 5")).to_be_visible(timeout=1_000)


SOON = """{
  const stay = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => stay(act, ms === 20_000 ? 1_000 : ms, ...more);
}"""
"""Lets a page say after a second that the server does not answer."""


def test_a_server_that_was_killed_is_told_of_in_full_and_all_go_on_when_it_is_back(evening: Evening) -> None:
    evening.put(started_game("good-enough", NAMES))
    host, (ann, ben, cid) = evening.host(), evening.phones(script=SOON)
    screens = ben, evening.tv(SOON)
    send(ann, 1)
    evening.server.kill()
    cid.get_by_label("Your number").fill("3")
    cid.get_by_role("button", name="Send").click()
    expect(cid.get_by_role("heading", name="Not sent yet")).to_be_visible()
    for each in screens:
        expect(each.get_by_text("The server does not answer. What was sent is kept")).to_be_visible(
            timeout=60_000
        )
        expect(each.get_by_text("Reconnecting")).to_be_hidden()
    send_button = ben.get_by_role("button", name="Send")
    ben.get_by_label("Your number").fill("7")
    send_button.scroll_into_view_if_needed()
    assert send_button.evaluate(IS_ON_TOP)
    evening.server.start()
    for each in screens:
        expect(each.get_by_text("The server does not answer")).to_be_hidden(timeout=20_000)
    send_button.click()
    for page in (host, ann, ben, cid):
        expect(page.get_by_role("heading", name="Round 2 of 5")).to_be_visible(timeout=20_000)
    expect(screens[1].locator("#live")).to_contain_text("Round 2 of 5")


IS_ON_TOP = """(each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def hidden(page: Page, state: str) -> None:
    page.evaluate(f"Object.defineProperty(document, 'hidden', {{configurable: true, get: () => {state}}})")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_without_javascript_an_evening_works_with_reloads(evening: Evening) -> None:
    plain = {"java_script_enabled": False}
    evening.put(open_room_with("good-enough", (), rounds=3))
    host = evening.host()
    phones = [evening.phone(name, **plain) for name in ("Ann", "Ben", "Cid")]
    screen = evening.page(evening.context(**plain))
    screen.goto(evening.address("/tv"))
    with host.expect_response("**/begin"):  # nothing but the answer tells these phones that it has come
        host.get_by_role("button", name="Start game").click()
    for number, phone in enumerate(phones):
        phone.reload()
        phone.get_by_label("Your number").fill(str(number))
        with phone.expect_response("**/number"):
            phone.get_by_role("button", name="Send").click()
    phones[0].reload()
    expect(phones[0].get_by_role("heading", name="Round 2 of 3")).to_be_visible()
    screen.reload()
    expect(screen.get_by_role("heading", name="1 is the middle")).to_be_visible()
    phones[0].get_by_label("Your number").fill("abc")
    phones[0].get_by_role("button", name="Send").click()
    expect(phones[0].get_by_role("alert")).to_have_text("abc is not a whole number")
    expect(phones[0].get_by_label("Your number")).to_have_value("abc")


def test_a_double_tap_on_join_takes_one_seat_also_on_a_slow_connection(evening: Evening) -> None:
    host = evening.host()
    phone = evening.page(evening.context())
    phone.goto(evening.address())
    phone.route("**/join", lambda route: (time.sleep(0.3), route.continue_()))
    phone.get_by_label("Your name").fill("Sam")
    phone.get_by_role("button", name="Join").dblclick()
    phone.get_by_text("You have joined").wait_for()
    expect(host.get_by_text("1 player is here")).to_be_visible()


def test_a_number_sent_again_after_a_lost_response_does_not_count_for_the_next_round(
    evening: Evening,
) -> None:
    _, (ann, ben, cid) = start_game(evening)
    send(ann, 1)
    send(ben, 2)
    cid.route("**/number", lambda route: (deliver(evening, cid, route.request), route.abort()))
    cid.get_by_label("Your number").fill("7")
    cid.get_by_role("button", name="Send").click()
    expect(cid.get_by_role("heading", name="Not sent yet")).to_be_visible()
    cid.unroute("**/number")
    expect(cid.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    expect(cid.get_by_role("heading", name="Not sent yet")).to_be_hidden()
    expect(cid.get_by_role("alert")).to_be_hidden()
    cid.get_by_role("link", name="Round 2 of 5").click()
    expect(cid.get_by_text("0 of 3 are in")).to_be_visible()
    expect(cid.get_by_label("Your number")).to_have_value("")


def deliver(evening: Evening, page: Page, request: Request) -> None:
    """Deliver a request of a page to the server without returning the response to the page."""
    [cookie] = page.context.cookies()
    headers = {"Cookie": f"{cookie['name']}={cookie['value']}"}
    form = dict(urllib.parse.parse_qsl(str(request.post_data)))
    assert 200 == Guest(evening.server.url).ask(f"/{evening.code}/number", form, headers).status


def test_a_foreign_response_does_not_change_the_screen(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    tv = evening.tv()
    for page in (tv, ann):
        page.route("**/*", lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"))
    send(ben, 2)
    tv.wait_for_timeout(1_000)
    expect(tv.locator("#live")).to_contain_text("Round 1 of 5")
    ann.get_by_label("Your number").fill("5")
    ann.get_by_role("button", name="Send").click()
    expect(ann.get_by_role("heading", name="Not sent yet")).to_be_visible()
    for page in (tv, ann):
        page.unroute("**/*")
    expect(tv.get_by_text("2 of 3 are in")).to_be_visible()
    expect(ann.get_by_text("Your number is in")).to_be_visible()
    send(cid, 3)


def test_a_page_whose_updates_fail_retries_with_growing_delays(evening: Evening) -> None:
    host, (ann, ben, _) = start_game(evening)
    asked: list[str] = []
    host.on("request", lambda request: asked.append(request.url))
    host.context.clear_cookies()
    send(ann, 1)
    expect(host.get_by_role("alert")).to_contain_text("this browser is not the host")
    host.wait_for_timeout(3_000)
    assert len(asked) < 20
    send(ben, 1)


def test_a_phone_whose_stream_is_blocked_is_updated_by_polling(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    ann.route("**/stream", lambda route: route.abort())
    ann.reload()
    for number, phone in enumerate((ann, ben, cid)):
        send(phone, number)
    expect(ann.get_by_role("heading", name="Round 2 of 5")).to_be_visible(timeout=10_000)


def test_text_typed_while_a_response_is_pending_stays(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    send(ann, 1)
    send(ben, 2)
    cid.route("**/number", lambda route: (time.sleep(0.6), route.continue_()))
    field = cid.get_by_label("Your number")
    field.fill("3")
    cid.get_by_role("button", name="Send").click(no_wait_after=True)
    field.fill("42")
    expect(cid.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    expect(field).to_have_value("42")


def test_an_update_by_another_player_keeps_the_error_and_the_peek(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    send(ann, 5)
    ann.get_by_text("Peek").click()
    ben.get_by_label("Your number").fill("101")
    ben.get_by_role("button", name="Send").click()
    expect(ben.get_by_role("alert")).to_have_text("101 is above the highest number, 100")
    evening.phone("Dot")
    expect(ben.get_by_text("1 of 4 are in")).to_be_visible()
    expect(ann.get_by_text("1 of 4 are in")).to_be_visible()
    expect(ben.get_by_role("alert")).to_have_text("101 is above the highest number, 100")
    expect(ann.locator(".peek .number")).to_be_visible()
    send(cid, 1)
