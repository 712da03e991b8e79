"""A round with the keyboard only, with the focus always visible."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOCUS = """() => {
  const each = document.activeElement, style = getComputedStyle(each);
  const shown = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return [each.tagName, shown ? "shown" : "hidden"];
}"""


def tab_to(page: Page, words: str, most: int = 60) -> None:
    """Press Tab until the element with these words has the focus; check that it is visible each time."""
    for _ in range(most):
        page.keyboard.press("Tab")
        tag, shown = page.evaluate(FOCUS)
        assert "BODY" == tag or "shown" == shown, page.evaluate("document.activeElement.outerHTML")
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
    tab_to(host, "Start game")
    host.keyboard.press("Space")
    for number, phone in enumerate(phones, 1):
        expect(phone.get_by_role("heading", name="Round 1 of 5")).to_be_visible()
        sent(phone, number)
    for page in (*phones, host):
        expect(page.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    sent(phones[0], 4)
    keep_focus(phones[0])
    tab_to(host, "Close round")
    host.wait_for_timeout(700)  # an earlier key press does not count for the new round
    sent(phones[1], 5)
    keep_focus(host)
    host.keyboard.press("Enter")
    for page in (*phones, host):
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
