"""The door: whatever the browser and however an address is written, a guest joins and sees the verdict.

No state is a dead end, leaves a guest whom nobody holds, or says more than one sentence.
"""

import re
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import cycle
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import PHONE, Evening
from tests.support.room_driver import HOST, device
from tests.support.scenes import open_room_with

pytestmark = pytest.mark.browser

SAID = {
    "en-GB": "This browser keeps no cookies: allow them for this page, and tap again",
    "ja-JP": "このブラウザーはCookieを保存しません。このページのCookieを許可して、もう一度タップしてください",
}
STORAGES = "for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, "
NO_STORAGE = STORAGES + "{ value: null })"
REFUSED_STORAGE = STORAGES + "{ get() { throw new DOMException('no', 'SecurityError'); } })"
FULL_STORAGE = """
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
TRANSLATOR = """
  const translate = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      if (!text.data.trim() || text.parentNode.closest("font, svg, script, style, [translate=no]")) continue;
      const font = document.createElement("font");
      text.replaceWith(font);
      font.append(text);
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    translate();
    new MutationObserver(translate).observe(document.body, { childList: true, subtree: true });
  });
"""
BORDERLESS = """[...document.querySelectorAll("button, summary, a.button, a.go, a.press, a.quiet")]
  .filter((each) => each.checkVisibility() && getComputedStyle(each).borderTopStyle !== "solid")
  .map((each) => each.outerHTML)"""
IN_AN_APP = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"
)


@dataclass(frozen=True)
class State:
    """What a browser is like, and what is typed into it."""

    script: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    address: str = "/{code}"
    number: str = "50"
    pasted: str = ""
    """What is typed into the field for a code on the start page, instead of opening the room's address."""
    breaks: str = ""
    """A script that this browser cannot read."""
    keeps_cookies: bool = True

    @property
    def is_plain(self) -> bool:
        """Whether no script follows the room, so that the page is new only when it is loaded again."""
        is_old = bool(self.breaks) or "EventSource" in self.script or "supports" in self.script
        return is_old or self.options.get("java_script_enabled") is False


STATES = {
    "usual": State(),
    "no storage": State(NO_STORAGE),
    "storage refused": State(REFUSED_STORAGE),
    "storage full": State(FULL_STORAGE),
    "no cookies at first": State(keeps_cookies=False),
    "no scripts": State(options={"java_script_enabled": False}),
    "old styles": State("CSS.supports = () => false"),
    "no streams": State("delete window.EventSource"),
    "unreadable script": State(breaks="phone.js"),
    "forced colours": State(options={"forced_colors": "active"}),
    "no motion": State(options={"reduced_motion": "reduce"}),
    "lying on its side": State(options={"viewport": {"width": 568, "height": 256}}),
    "small": State(options={"viewport": {"width": 320, "height": 480}}),
    "in another app": State(NO_STORAGE, {"user_agent": IN_AN_APP}),
    "translated": State(TRANSLATOR),
    "a slash behind": State(address="/{code}/"),
    "a dot behind": State(address="/{code}."),
    "in brackets": State(address="/({code})"),
    "small letters": State(address="/{small}"),
    "full width": State(address="/{wide}"),
    "a mark that nobody sees": State(address="/{code}\u200b", number="\u200b50\ufeff"),
    "a whole link as code": State(pasted="http://party.lan/{code})", number="\u00a05０"),
}


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("state", "language"), [*zip(STATES.values(), cycle(SAID), strict=False)], ids=STATES
)
def test_whatever_the_browser_a_guest_joins_sends_and_sees_the_verdict(
    evening: Evening, state: State, language: str
) -> None:
    evening.put(open_room_with("good-enough", ("Ann", "Ben")))
    page = opened(evening, state, language)
    come_in(page, evening, state)
    assert_borders(page, state)
    page.locator("#name").fill("Cid")
    tap(page, ".go", state, language)
    shows(page, "lobby", state)
    ask(evening, HOST, "/host/begin")
    shows(page, "number", state)
    send = page.locator("#entry .send")
    if not state.is_plain:
        expect(send).to_be_in_viewport()
    page.locator("#number").fill(state.number)
    send.click()
    shows(page, "sent", state)
    for seat, number in (("1", 40), ("2", 60)):
        ask(evening, device(seat), "/number", at="1.1", number=number)
    shows(page, "number", state)
    expect(page.locator(".outcome[data-kind=won]")).to_be_visible()
    people = ask(evening, HOST, "/host/people", None)
    assert {"1", "2", "3"} == set(re.findall(r"/host/people/(\d+)", people))
    assert 0 == page.locator("bdi font").count()
    assert_nothing_failed(evening, state)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("state", [STATES[name] for name in STATES if STATES[name].address == "/{code}"])
def test_whatever_the_browser_a_room_is_opened_and_its_desk_is_shown(evening: Evening, state: State) -> None:
    page = opened(evening, state, "ja-JP")
    page.goto(evening.address()[: -len(evening.code) - 1] + "/")
    assert_borders(page, state)
    tap(page, "#start .press", state, "ja-JP")
    page.wait_for_url("**/host")
    assert_borders(page, state)
    expect(page.get_by_role("heading", name="テレビは眠っています")).to_be_visible()
    assert_nothing_failed(evening, state)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("way", ["join", "link"])
def test_the_answer_to_a_seat_is_its_page_which_neither_back_nor_a_reload_sends_for_again(
    evening: Evening, way: str
) -> None:
    evening.put(open_room_with("good-enough", ("Ann", "Ben")))
    page, sent = opened(evening, STATES["usual"], "en-GB"), list[Request]()
    page.on("request", lambda request: request.is_navigation_request() and sent.append(request))
    form = f"/{way}"
    if way == "link":
        [form] = re.findall(r"(/seat/[^<\s]+)<", ask(evening, device("1"), "/another", None))
    page.goto(evening.address("" if way == "join" else form))
    if way == "join":
        page.locator("#name").fill("Cid")
    del sent[:]
    page.locator(".go").click()
    page.wait_for_selector("html.js.at-lobby")
    assert [evening.address(form)] == [request.url for request in sent]
    page.reload()
    page.wait_for_selector("html.js.at-lobby")
    page.get_by_role("link", name="Rules").click()
    page.go_back()
    page.wait_for_selector("html.js.at-lobby")
    page.go_back()
    page.wait_for_selector("html.js.at-lobby")
    assert ["POST"] == [request.method for request in sent if request.method != "GET"]
    assert evening.address() == page.url
    assert_nothing_failed(evening, STATES["usual"])


def test_a_phone_that_is_open_gets_a_minus_when_a_game_goes_below_0(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", ("Ann", "Ben", "Cid")))
    phone = evening.of(device("1"), evening.address(), viewport=PHONE)
    ask(evening, HOST, "/host/begin", low=-60, high=60)
    phone.wait_for_selector("html.at-number")
    for key in ("5", "Minus", "0"):
        phone.locator("#entry").get_by_role("button", name=key, exact=True).click()
    phone.get_by_role("button", name="Send −50").click()
    phone.wait_for_selector("html.at-sent")
    assert_nothing_failed(evening, STATES["usual"])


def opened(evening: Evening, state: State, language: str) -> Page:
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": language, **state.options}
    context = evening.context(**options)
    if state.script:
        context.add_init_script(state.script)
    if state.breaks:
        context.route(f"**/{state.breaks}*", unreadable)
    return evening.page(context)


def unreadable(route: Route) -> None:
    route.fulfill(body="const {", content_type="text/javascript")


def come_in(page: Page, evening: Evening, state: State) -> None:
    """Open the room by its address as it is written, or by what is pasted into the field for a code."""
    code = evening.code
    written = {"code": code, "small": code.lower(), "wide": "".join(chr(ord(sign) + 0xFEE0) for sign in code)}
    start = evening.address()[: -len(code) - 1]
    if not state.pasted:
        page.goto(start + quote(state.address.format(**written), safe="/().:"))
        return
    page.goto(start + "/")
    page.locator("#code").fill(state.pasted.format(**written))
    page.locator("form.join button").click()


def tap(page: Page, button: str, state: State, language: str) -> None:
    """Press a button; a browser that has kept no cookie is told what to allow, and the second tap counts."""
    if not state.keeps_cookies:
        for _ in range(2):
            page.context.clear_cookies()
            page.locator(button).click()
            expect(page.get_by_role("alert")).to_have_text(SAID[language])
    page.locator(button).click()


def shows(page: Page, screen: str, state: State) -> None:
    """Wait until the phone shows a screen; one without scripts is loaded again, as it does by itself."""
    if state.is_plain and screen != "sent":
        page.wait_for_load_state()
        page.goto(page.url)
    page.wait_for_selector(f"html.at-{screen}")
    assert_borders(page, state)


def assert_borders(page: Page, state: State) -> None:
    """Check that in the system's colours all that is pressed has a border: keys, Join, Send."""
    assert "forced_colors" not in state.options or [] == page.evaluate(BORDERLESS)


def ask(evening: Evening, who: str, path: str, form: object = (), **fields: object) -> str:
    """Get a page, or send a form, as somebody who is in the room already."""
    data = None if form is None else urlencode(fields).encode()
    cookie = {"Cookie": f"companion={evening.site.cookie(who)}"}
    request = urllib.request.Request(evening.here(path), data, cookie)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return str(answer.read().decode())


def assert_nothing_failed(evening: Evening, state: State) -> None:
    """Browsers complain of what they cannot read, and of what was refused."""
    expected = "SyntaxError|Unexpected" if state.breaks else "422" if not state.keeps_cookies else "$^"
    assert [] == [complaint for complaint in evening.complaints if not re.search(expected, complaint)]
