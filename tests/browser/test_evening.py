"""A whole evening in browsers: what phones type, send and show, also over bad lines and without scripts."""

import io
import time
import urllib.parse

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import NAMES, Evening, go_on, send, start_game, tap
from tests.support.guest import Guest
from tests.support.room_driver import open_room_with
from tests.support.scenes import started_game

pytestmark = pytest.mark.browser
slow = pytest.mark.slow

GAINED = "#live .scores .gained bdi"
"""Who has a point of the last round, on the TV."""


def qr_code(page: Page) -> str:
    [code] = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    return str(code.text)


def test_three_phones_play_a_round_in_front_of_a_tv(evening: Evening) -> None:
    """The browser test of the quick run."""
    host, tv = evening.host(), evening.tv()
    phones = [evening.phone(name) for name in ("Alice", "Bob", "Carol")]
    expect(tv.get_by_text("3 players are here")).to_be_visible()
    assert evening.address() == qr_code(tv)
    assert not phones[0].evaluate("isSecureContext")
    host.get_by_role("button", name="Start", exact=True).click()
    for phone, number in zip(phones, (10, 40, 90), strict=True):
        send(phone, number)
    expect(tv.get_by_role("heading", name="Bob is the middle")).to_be_visible()
    expect(tv.locator("#live .gained bdi")).to_have_text("Bob")
    for page in phones:
        expect(page.get_by_role("heading", name="Round 2 of")).to_be_visible()
    assert [] == evening.complaints


@slow
def test_what_is_typed_sent_changed_or_refused_stays_whatever_others_do(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening, high=950)
    field = ann.get_by_label("Your number")
    for key in "04279":
        ann.locator(f'#entry .keys [data-type="{key}"]').click()
    expect(field).to_have_value("427")  # no leading zero, and as many digits as the highest number has
    ann.get_by_role("button", name="Erase").click()
    expect(ann.get_by_role("button", name="Send 42")).to_be_visible()
    assert "none" == field.get_attribute("inputmode")
    ann.get_by_role("button", name="The phone's keyboard").click()
    assert "numeric" == field.get_attribute("inputmode")
    expect(field).to_be_focused()
    ann.reload()
    expect(field).to_have_value("42")
    ann.get_by_role("button", name="Send 42").click()
    expect(ann.get_by_role("heading", name="Sealed.")).to_be_visible()
    ann.get_by_role("link", name="Change").click()
    expect(field).to_be_visible()
    send(ben, 1)
    expect(ann.get_by_text("2 of 3 are in")).to_be_visible()
    expect(field).to_be_visible()
    ann.get_by_role("link", name="Keep it").click()
    expect(ann.locator("#own").get_by_text("Your number is in")).to_be_visible()
    ann.get_by_role("link", name="Change").click()
    send(ann, 6)
    assert evening.address() == ann.url
    assert [] == evening.complaints
    ann.get_by_text("Peek").click()
    cid.get_by_label("Your number").fill("951")
    cid.get_by_role("button", name="Send").click()
    refused = "951 is above the highest number, 950"
    expect(cid.get_by_role("alert")).to_have_text(refused)
    evening.phone("Dot")
    for page in (ann, cid):
        expect(page.get_by_text("2 of 4 are in")).to_be_visible()
    expect(cid.get_by_role("alert")).to_have_text(refused)
    expect(ann.locator(".peek .number")).to_have_text("6")


@slow
def test_a_digit_leaves_the_verdict_and_text_typed_while_an_answer_is_pending_stays(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    for phone, number in ((ann, 12), (ben, 37)):
        send(phone, number)
    cid.route("**/number", lambda route: (time.sleep(0.6), route.continue_()))
    field = cid.get_by_label("Your number")
    field.fill("37")
    cid.get_by_role("button", name="Send").click(no_wait_after=True)
    field.fill("42")
    expect(ann.get_by_role("heading", name="MIDDLE!")).to_be_visible()
    expect(ben.get_by_role("heading", name="Same as Cid")).to_be_visible()
    expect(cid.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    expect(field).to_have_value("42")
    ann.keyboard.type("7")
    expect(ann.get_by_role("heading", name="MIDDLE!")).to_be_hidden()
    expect(ann.get_by_label("Your number")).to_have_value("7")
    ben.get_by_role("link", name="Next number").click()
    ben.reload()
    expect(ben.get_by_role("heading", name="Same as Cid")).to_be_hidden()
    expect(ben.get_by_label("Your number")).to_have_value("")
    assert [] == evening.complaints


@slow
def test_phones_that_are_offline_or_hidden_are_up_to_date_within_a_second(evening: Evening) -> None:
    host, (ann, ben, cid) = start_game(evening)
    tv = evening.tv()
    send(ann, 1)
    send(ben, 2)
    expect(ann.get_by_text("2 of 3 are in")).to_be_visible()  # no message is left that could show a link
    ann.context.set_offline(True)
    hidden(ben, "true")
    expect(ann.get_by_text("Reconnecting")).to_be_visible()
    expect(ann.locator("#own").get_by_text("Your number is in")).to_be_in_viewport()
    assert ann.locator("#link").evaluate("(each) => each.offsetHeight") < 80  # only the name is covered
    host.reload()
    tap(host, "Don’t wait for")
    expect(cid.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    assert "Round 1 of 5" in ben.content()  # its stream is closed while the page is hidden
    ann.context.set_offline(False)
    expect(ann.get_by_role("heading", name="Round 2 of 5")).to_be_visible(timeout=1_000)
    expect(ann.get_by_text("Reconnecting")).to_be_hidden()
    hidden(ben, "false")
    expect(ben.get_by_role("heading", name="Round 2 of 5")).to_be_visible(timeout=1_000)
    for phone, number in ((ann, 11), (ben, 22), (cid, 33)):
        send(phone, number)
    expect(tv.locator("#live .waits")).to_contain_text("Round 3 of 5")
    expect(tv.locator(GAINED)).to_have_text("Ben")


SOON = """{
  const stay = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => stay(act, ms === 20_000 ? 1_000 : ms, ...more);
}"""
"""Lets a page say after a second that the server does not answer."""


@slow
def test_a_server_that_was_killed_is_told_of_in_full_and_all_go_on_when_it_is_back(evening: Evening) -> None:
    evening.put(started_game("good-enough", NAMES))
    host, (ann, ben, cid) = evening.host(), evening.phones(script=SOON)
    screens = ben, evening.tv(SOON)
    send(ann, 1)
    ann.route("**/*", lambda route: route.fulfill(body="<h1>Sign in</h1>", content_type="text/html"))
    evening.server.kill()
    type_and_send(cid, 3)
    expect(cid.get_by_role("heading", name="Not sent yet")).to_be_visible()
    for screen in screens:
        expect(screen.get_by_text("The server does not answer. What was sent is kept")).to_be_visible(
            timeout=60_000
        )
        expect(screen.get_by_text("Reconnecting")).to_be_hidden()
    expect(ben.get_by_text("Is this phone still in the Wi-Fi? Turn mobile data off.")).to_be_visible()
    expect(ann.get_by_text("it may want you to sign in")).to_be_visible(timeout=60_000)
    ann.unroute("**/*")
    send_button = ben.get_by_role("button", name="Send")
    ben.get_by_label("Your number").fill("7")
    send_button.scroll_into_view_if_needed()
    assert send_button.evaluate(IS_ON_TOP)
    evening.server.start()
    for screen in screens:
        expect(screen.get_by_text("The server does not answer")).to_be_hidden(timeout=20_000)
    send_button.click()
    expect(host.locator(".top")).to_contain_text("Round 2 of 5", timeout=20_000)
    for page in (ann, ben, cid):
        expect(page.get_by_role("heading", name="Round 2 of 5")).to_be_visible(timeout=20_000)
    expect(screens[1].locator("#live")).to_contain_text("Round 2 of 5")


IS_ON_TOP = """(each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def hidden(page: Page, state: str) -> None:
    page.evaluate(f"Object.defineProperty(document, 'hidden', {{configurable: true, get: () => {state}}})")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def type_and_send(phone: Page, number: int) -> None:
    """Send a number, whatever becomes of it."""
    phone.get_by_label("Your number").fill(str(number))
    phone.get_by_role("button", name="Send").click()


@slow
def test_without_javascript_an_evening_works_with_reloads(evening: Evening) -> None:
    plain = {"java_script_enabled": False}
    evening.put(open_room_with("good-enough", (), rounds=3))
    host = evening.host()
    phones = [evening.phone(name, **plain) for name in NAMES]
    screen = evening.page(evening.context(**plain))
    screen.goto(evening.address("/tv"))
    with host.expect_response("**/begin"):  # nothing but the answer tells these phones that it has come
        host.get_by_role("button", name="Start", exact=True).click()
    for number, phone in enumerate(phones):
        phone.reload()
        with phone.expect_response("**/number"):
            type_and_send(phone, number)
    expect(
        phones[0].locator("#own").get_by_text("Your number is in")
    ).to_be_visible()  # before another page is asked for
    phones[0].reload()
    expect(phones[0].get_by_role("heading", name="Round 2 of 3")).to_be_visible()
    screen.reload()
    expect(screen.get_by_role("heading", name="Ben is the middle")).to_be_visible()
    phones[0].get_by_label("Your number").fill("abc")
    phones[0].get_by_role("button", name="Send").click()
    expect(phones[0].get_by_role("alert")).to_have_text("abc is not a whole number")
    expect(phones[0].get_by_label("Your number")).to_have_value("abc")


@slow
def test_a_double_tap_on_join_takes_one_seat_also_on_a_slow_connection(evening: Evening) -> None:
    host = evening.host()
    phone = evening.page(evening.context())
    phone.goto(evening.address())
    phone.route("**/join", lambda route: (time.sleep(0.3), route.continue_()))
    phone.get_by_label("Your name").fill("Sam")
    phone.get_by_role("button", name="Join").dblclick()
    phone.get_by_text("You have joined").wait_for()
    expect(host.get_by_text("The TV is asleep")).to_be_visible()


@slow
def test_a_number_sent_into_a_dead_line_or_answered_by_nobody_or_somebody_else_counts_once(
    evening: Evening,
) -> None:
    _, (ann, ben, cid) = start_game(evening)
    tv = evening.tv()
    unsent, is_in = "Not sent yet", "Your number is in"
    ann.context.set_offline(True)
    type_and_send(ann, 5)
    expect(ann.get_by_role("heading", name=unsent)).to_be_visible()
    expect(ann.get_by_role("alert")).to_be_hidden()
    ann.context.set_offline(False)
    expect(ann.locator("#own").get_by_text(is_in)).to_be_visible()
    expect(ann.get_by_role("heading", name=unsent)).to_be_hidden()
    watcher = Guest(evening.server.url)
    watcher.code = evening.code
    before = watcher.version()
    ann.wait_for_timeout(3_500)
    assert before == watcher.version()

    send(ben, 2)
    cid.route("**/number", lambda route: (deliver(evening, cid, route.request), route.abort()))
    type_and_send(cid, 7)
    expect(cid.get_by_role("heading", name=unsent)).to_be_visible()
    cid.unroute("**/number")
    expect(cid.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    expect(cid.get_by_role("heading", name=unsent)).to_be_hidden()
    expect(cid.get_by_role("alert")).to_be_hidden()
    cid.get_by_role("link", name="Next number").click()
    expect(cid.get_by_text("0 of 3 are in")).to_be_visible()
    expect(cid.get_by_label("Your number")).to_have_value("")

    go_on(ann)
    for page in (tv, ann):
        page.route("**/*", lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"))
    send(ben, 2)
    tv.wait_for_timeout(1_000)
    expect(tv.locator("#live")).to_contain_text("Round 2 of 5")
    type_and_send(ann, 5)
    expect(ann.get_by_role("heading", name=unsent)).to_be_visible()
    for page in (tv, ann):
        page.unroute("**/*")
    expect(tv.get_by_text("2 of 3 are in")).to_be_visible()
    expect(ann.locator("#own").get_by_text(is_in)).to_be_visible()


def deliver(evening: Evening, page: Page, request: Request) -> None:
    """Deliver a request of a page to the server without returning the response to the page."""
    [cookie] = page.context.cookies()
    headers = {"Cookie": f"{cookie['name']}={cookie['value']}"}
    form = dict(urllib.parse.parse_qsl(str(request.post_data)))
    assert 200 == Guest(evening.server.url).ask(f"/{evening.code}/number", form, headers).status


@slow
def test_the_stream_answers_a_number_or_the_page_asks_and_a_page_that_is_refused_asks_ever_less(
    evening: Evening,
) -> None:
    host, (ann, ben, cid) = start_game(evening)
    statuses: list[int] = []
    ann.on("response", lambda answer: answer.url.endswith("/number") and statuses.append(answer.status))
    for number, answered in ((5, [204]), (5, [204, 200]), (6, [204, 200, 204])):
        if statuses:
            ann.get_by_role("link", name="Change").click()
        type_and_send(ann, number)
        expect(ann.get_by_role("heading", name="Sealed.")).to_be_visible()
        expect(ann.locator(".peek .number")).to_have_text(str(number))
        expect(ann.get_by_label("Your number")).to_have_value("")
        assert answered == statuses
    ben.add_init_script("EventSource.prototype.addEventListener = () => {}")
    ben.reload()  # its stream says nothing from now on: it fetches what became of its number
    with ben.expect_response("**/number") as sent:
        send(ben, 8)
    assert 204 == sent.value.status
    expect(ben.get_by_role("heading", name="Sealed.")).to_be_visible()
    cid.route("**/stream", lambda route: route.abort())  # it polls
    cid.reload()
    asked: list[str] = []
    host.on("request", lambda request: asked.append(request.url))
    host.context.clear_cookies()
    send(cid, 9)
    expect(cid.get_by_role("heading", name="Round 2 of 5")).to_be_visible(timeout=10_000)
    expect(host.get_by_role("alert")).to_contain_text("this browser is not the host")
    host.wait_for_timeout(3_000)
    assert len(asked) < 20
