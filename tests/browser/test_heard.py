"""What a screen reader says: the same words as stand there, each once, and what is announced."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening, send
from tests.browser.test_tv import SCENES, SHOW_END
from tests.support.scenes import PLAYS, SHORT, scenes, started_game
from tests.tools.screenshots import TVS, Camera, Picture

pytestmark = [pytest.mark.browser, pytest.mark.slow]

UNSEEN = """() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const each = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || each.closest("[aria-hidden=true], svg, template")) continue;
    if (!each.checkVisibility({ visibilityProperty: true })) continue;
    if (!each.checkVisibility({ opacityProperty: true })) found.push(texts.currentNode.data.trim());
  }
  return found;
}"""
"""Returns the texts that are read although they cannot be seen."""

GLUED = re.compile(r"\b([0-9]+)\1 of |\b[AJQK](ace|jack|queen|king)\b")
"""A rank that is read from the corner of a card, and once more in its name: `66 of diamonds`, `Aace`."""


def items(tree: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the label of the list and the lines of each item of an accessibility tree."""
    label, depth, lines = "", 0, list[str]()
    for line in [*tree.splitlines(), ""]:
        inside = len(line) - len(line.lstrip())
        if lines and inside <= depth:
            yield label, lines
            lines = []
        if match := re.match(r" *- list(?: \"(.*)\")?:?$", line):
            label = match[1] or ""
        elif line.lstrip().startswith("- listitem"):
            depth, lines = inside, [line.strip()]
        elif lines:
            lines.append(line.strip())


def faults(page: Page) -> Iterator[str]:
    """Yield what is heard twice, not at all, glued together, or although it is hidden."""
    tree = page.locator("main").aria_snapshot()
    yield from (f"cannot be seen: {text}" for text in page.evaluate(UNSEEN))
    yield from (f"glued: {found[0]}" for found in GLUED.finditer(tree))
    for label, lines in items(tree):
        words = " ".join(lines).removeprefix("- listitem").strip(': "')
        if not words:
            yield f"silent in {label}"
        if label and words == label:
            yield f"twice: {label}"
        yield from (
            f"twice: {name}" for name in SHORT if len(re.findall(rf"\b{name}\b(?! [0-9])", words)) > 1
        )


@pytest.mark.parametrize("game", PLAYS)
def test_on_every_scene_of_the_TV_each_word_is_heard_once_and_nothing_hidden_is(
    camera: Camera, game: str
) -> None:
    found: list[str] = []
    seen: set[str] = set()
    for scene in scenes(game, max(PLAYS[game][0]), short=True):
        page = camera.show(Picture("", scene, "", "/tv?lang=en", TVS[0], "en"))
        for number in range(-1, page.evaluate(SCENES)):
            kind = page.evaluate(SHOW_END, number) if number >= 0 else "live"
            html = page.locator("#stage" if number >= 0 else "#live").inner_html()
            if html not in seen:
                found += [f"{scene.name}, {kind}: {fault}" for fault in faults(page)]
            seen.add(html)
    assert [] == list(dict.fromkeys(found))


def test_that_a_number_is_in_is_announced_and_a_verdict_as_it_stands_there(evening: Evening) -> None:
    evening.put(started_game("good-enough", SHORT[:3], rounds=3))
    phones = evening.phones()
    news = phones[0].locator("#news")
    for phone, number in zip(phones[:2], (5, 50), strict=True):
        send(phone, number)
    expect(news).to_have_text("Your number is in")
    send(phones[2], 60)
    expect(news).to_contain_text("Too low by 46")
    told = news.inner_text()
    assert "Your number is in" not in told
    for element in phones[0].locator(".outcome > h1, .outcome > p").all():
        assert told.count(re.sub(r"\s+", " ", element.inner_text()).strip()) == 1


def test_a_card_is_announced_by_its_name_and_not_by_the_corner_too(evening: Evening) -> None:
    driver = started_game("mediocrity", SHORT[:3], target=4)
    driver.submit("2", "7")
    driver.submit("3", "K")
    evening.put(driver)
    [phone] = evening.phones(1)
    phone.locator("#own .key").first.click()
    phone.get_by_role("button", name="Lay the").click()
    news = phone.locator("#news")
    expect(news).to_contain_text("ace")
    assert not GLUED.search(news.inner_text())
