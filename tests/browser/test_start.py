"""The first pages in real browsers: by keyboard alone, with few bytes, and through nginx."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import NAMES, Evening, send, tap
from tests.support.guest import Guest
from tests.support.proxies import Nginx
from tests.support.room_driver import open_room_with
from tests.support.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def start_page(evening: Evening, **options: object) -> Page:
    page = evening.page(evening.context(viewport={"width": 390, "height": 844}, **options))
    page.goto(f"http://localhost:{evening.server.port}/")
    return page


def test_the_button_and_the_rules_follow_the_choice(evening: Evening) -> None:
    page = start_page(evening)
    page.locator(".stages label").nth(1).click()
    expect(page.get_by_role("button", name="Start Mediocrity")).to_be_visible()
    expect(page.locator("#rules")).to_have_attribute("href", "/rules/mediocrity")
    expect(page.locator(".kinds")).to_be_hidden()
    page.locator(".stages label").nth(0).click()
    page.get_by_text("4 more kinds").click()
    page.locator(".variants label").nth(0).click()
    expect(page.get_by_role("button", name="Start King of Diamonds")).to_be_visible()
    expect(page.locator("#rules")).to_have_attribute("href", "/rules/good-enough?preset=king")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/host")
    assert [] == evening.complaints


def test_own_questions_are_read_while_they_are_typed_and_stand_there_again_the_next_evening(
    evening: Evening,
) -> None:
    page, lines = start_page(evening), "How many steps? = 57\nHow far is the sea"
    page.get_by_role("link", name="Question night").click()
    page.get_by_role("link", name="Your own").click()
    page.get_by_role("textbox").fill(lines)
    expect(page.locator(".problem")).to_contain_text("Line 2: it has no answer")
    expect(page.get_by_role("button", name="Play this one")).to_be_visible()
    page.goto(page.url)
    expect(page.get_by_role("textbox")).to_have_value(lines)
    page.get_by_role("button", name="Play this one").click()
    page.wait_for_url("**/host")
    assert [] == evening.complaints


def test_the_button_follows_the_deck_also_one_of_another_language(evening: Evening) -> None:
    page = start_page(evening)
    page.get_by_role("link", name="Question night").click()
    page.locator(".shelf").get_by_text("日本語").click()
    page.locator(".shelf[open] label").first.click()
    expect(page.get_by_role("button", name="Start うろ覚え")).to_be_visible()
    assert [] == evening.complaints


def test_the_ending_is_picked_in_one_tap_and_follows_who_is_there(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", (*NAMES, "Dan")))
    host = evening.host()
    chosen = host.locator(".strip:last-of-type [aria-pressed=true]")
    host.get_by_text("Change").click()
    expect(chosen).to_have_text("One winner")
    tap(host, "Ties may share")
    expect(chosen).to_have_text("Ties may share")
    tap(host, "One winner")
    expect(chosen).to_have_text("One winner")
    host.locator("#how-summary").click()
    tap(host, "Start")
    expect(host.locator(".top")).to_contain_text("Round 1 of 5")
    assert [] == evening.complaints


def test_a_game_opens_with_its_title_card_while_the_phones_play(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", NAMES, rounds=3))
    host, phones, tv = evening.host(), evening.phones(), evening.tv(moves=True)
    host.get_by_role("button", name="Start", exact=True).click()
    card = tv.locator("#stage .scene.title")
    expect(card.get_by_role("heading", name="It's Good Enough")).to_be_visible()
    send(phones[0], 7)
    expect(card.locator(".three li")).to_have_count(3)
    expect(card).to_have_count(0, timeout=6_000)
    tv.reload()
    expect(tv.locator("#stage .scene")).to_have_count(0)
    assert [] == evening.complaints


FOCUS = """() => {
  const each = document.activeElement, style = getComputedStyle(each);
  const shown = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return [each.tagName, shown ? "shown" : "hidden"];
}"""


def tab_to(page: Page, words: str, most: int = 60) -> None:
    """Press Tab until the element with these words has the focus; check that it is visible each time.

    A screen that has changed meanwhile puts it on its heading, which need not show it.
    """
    for _ in range(most):
        page.keyboard.press("Tab")
        tag, shown = page.evaluate(FOCUS)
        assert tag in ("BODY", "H1", "H2") or "shown" == shown, page.evaluate(
            "document.activeElement.outerHTML"
        )
        if page.evaluate(
            """(words) => {
              const each = document.activeElement;
              const label = each.labels?.[0]?.innerText ?? each.innerText;
              return label.trim() === words && each !== document.body;
            }""",
            words,
        ):
            return
    raise AssertionError(f"Tab never comes to {words}")


def keep_focus(page: Page) -> None:
    """Check that an element has the focus, and shows it; a heading, which says where one is, need not."""
    tag, shown = page.evaluate(FOCUS)
    assert "BODY" != tag
    assert "shown" == shown or tag in ("H1", "H2")


def test_a_whole_round_can_be_played_with_the_keyboard_only(evening: Evening) -> None:
    host = evening.page(evening.context(viewport={"width": 1280, "height": 800}))
    host.goto(f"http://localhost:{evening.server.port}/")
    host.keyboard.press("Tab")
    expect(host.get_by_role("radio", name="It's Good Enough")).to_be_focused()
    keep_focus(host)
    host.keyboard.press("ArrowDown")
    expect(host.get_by_role("button", name="Start Mediocrity")).to_be_visible()
    host.keyboard.press("ArrowUp")
    tab_to(host, "Start It's Good Enough")
    host.keyboard.press("Enter")
    host.wait_for_url("**/host")
    evening.code = host.url.split("/")[-2]
    phones = [joined(evening, name) for name in ("Ann", "Ben", "Cid")]
    tab_to(host, "Start")
    host.keyboard.press("Space")
    for number, phone in enumerate(phones, 1):
        expect(phone.get_by_role("heading", name="Round 1 of 5")).to_be_visible()
        sent(phone, number)
    for page in phones:
        expect(page.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    expect(host.locator("#command")).to_contain_text("Round 2")
    sent(phones[0], 4)
    keep_focus(phones[0])
    tab_to(host, "Don’t wait for Ben and Cid")
    host.wait_for_timeout(700)  # an earlier key press does not count for the new round
    sent(phones[1], 5)
    keep_focus(host)
    host.keyboard.press("Enter")
    for page in phones:
        expect(page.get_by_role("heading", name="Round 3 of 5")).to_be_visible()
    assert [] == evening.complaints


def joined(evening: Evening, name: str) -> Page:
    """Join with the keyboard: the field already has the focus."""
    phone = evening.page(evening.context(viewport={"width": 360, "height": 640}))
    phone.goto(evening.address())
    keep_focus(phone)
    phone.keyboard.type(name)
    phone.keyboard.press("Enter")
    phone.get_by_text("You have joined").wait_for()
    return phone


def sent(phone: Page, number: int) -> None:
    """Send a number with the keyboard."""
    tab_to(phone, "Your number")
    phone.keyboard.type(str(number))
    with phone.expect_response("**/number") as answer:
        phone.keyboard.press("Enter")
    assert answer.value.ok


LIMIT = 90_000

"""Bytes of a first visit on a phone, all files and the font included."""

TV_LIMIT = 250_000

"""Bytes of a first visit of a TV, all files and the font included."""


class Weight:
    """Counts the bytes that a page loads from now on; `parts` has those of each path."""

    def __init__(self, page: Page) -> None:
        self.parts: dict[str, int] = {}
        self._paths: dict[str, str] = {}
        wire = page.context.new_cdp_session(page)
        wire.on("Network.requestWillBeSent", self._asked)
        wire.on("Network.loadingFinished", self._loaded)
        wire.send("Network.enable")

    @property
    def total(self) -> int:
        """The bytes of all paths."""
        return sum(self.parts.values())

    def _asked(self, event: dict) -> None:  # type: ignore[type-arg]
        self._paths[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _loaded(self, event: dict) -> None:  # type: ignore[type-arg]
        path = self._paths.get(event["requestId"], "?")
        self.parts[path] = self.parts.get(path, 0) + round(event["encodedDataLength"])


def test_a_first_visit_loads_little_and_a_second_only_the_page(evening: Evening) -> None:
    host = evening.host()
    context = evening.context(viewport={"width": 360, "height": 640})
    first, second = visit(evening, context), visit(evening, context)
    assert first.total < LIMIT
    files = {f"/static/{name}" for name in ("css/phone.css", "vendor/jost.woff2", "live.js")}
    assert {f"/{evening.code}", *files} <= set(first.parts)
    assert {f"/{evening.code}"} == {path for path, weight in second.parts.items() if weight}
    expect(host.get_by_text("The TV is asleep")).to_be_visible()
    assert [] == evening.complaints


def test_a_first_visit_of_a_tv_loads_little_and_the_font_only_once(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", NAMES))
    loaded = visit(evening, evening.context(viewport={"width": 1280, "height": 720}), "/tv")
    assert 20_000 < loaded.total < TV_LIMIT
    assert 1 == sum(path.endswith(".woff2") for path in loaded.parts)
    assert loaded.parts["/static/vendor/jost.woff2"] < 20_000
    assert [] == evening.complaints  # a font that is loaded in advance and not used would be one


def visit(evening: Evening, context: BrowserContext, path: str = "") -> Weight:
    """Open the room in a new page, and count the bytes that it loads."""
    page = evening.page(context)
    weight = Weight(page)
    page.goto(evening.address(path))
    page.wait_for_load_state("networkidle")
    page.close()
    return weight


def test_two_phones_play_a_round_through_nginx(
    start_server: Callable[..., Server], chromium: Browser
) -> None:
    """They come over https and HTTP/2, whatever the certificate."""
    server = start_server("--url", "https://party.lan")
    proxy = Nginx(server.port)
    proxy.start()
    contexts = [chromium.new_context(ignore_https_errors=True, has_touch=True) for _ in "12"]
    try:
        host, cid = Guest(server.url), Guest(server.url)
        host.start_room(rounds=3)
        cid.join(host.code, "Cid")
        ann, ben = (context.new_page() for context in contexts)
        for phone, name in ((ann, "Ann"), (ben, "Ben")):
            phone.goto(f"https://party.lan:{proxy.port}/{host.code}")
            phone.get_by_label("Your name").fill(name)
            phone.get_by_role("button", name="Join").click()
            phone.get_by_text("You have joined").wait_for()
        host.begin(rounds=3)
        cid.send(7)
        for phone in (ann, ben):
            expect(phone.locator(".now .status")).to_contain_text("1 of 3")
            assert "h2" == phone.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
        send(ann, 7)
        expect(ben.locator(".now .status")).to_contain_text("2 of 3")
        send(ben, 50)
        for phone in (ann, ben):
            expect(phone.get_by_role("link", name="Next number")).to_be_visible()
        assert server.errors() == ""
    finally:
        for context in contexts:
            context.close()
        proxy.remove()
