"""Phones, host pages and results: no page is wider than a small phone, and each card holds its text."""

import pytest

from companion.i18n.languages import LANGUAGES
from tests.support.scenes import PLAYS, scenes
from tests.tools.screenshots import PHONES, Camera, Picture

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CROWDED = """() => [...document.querySelectorAll(".card .word, .key .face")]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const around = each.closest(".card, .key").getBoundingClientRect(), inside = each.getBoundingClientRect();
    const beside = inside.left < around.left - 1 || inside.right > around.right + 1;
    return beside || each.scrollWidth > each.clientWidth + 1;
  })
  .map((each) => each.textContent)"""
"""Returns the words and faces that overflow their card."""

BROKEN = """() => [...document.querySelectorAll(".face b")]
  .filter((each) => each.getBoundingClientRect().height > 1.8 * parseFloat(getComputedStyle(each).fontSize))
  .map((each) => each.textContent)"""
"""Returns the ranks that break into two lines, such as a 10."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYS)
def test_pages_fit_a_small_phone_and_texts_their_cards(camera: Camera, game: str, language: str) -> None:
    """If "disqualified" is wider than its card, a sign and a struck number replace it."""
    faults = []
    for scene in scenes(game, min(max(PLAYS[game][0]), 12)):
        for look in scene.looks:
            if look.path.endswith(".svg"):
                continue  # a picture, not a page
            page = camera.show(Picture("", scene, look.who, look.path, PHONES[0], language))
            found = [*page.evaluate(CROWDED), *page.evaluate(BROKEN)]
            if page.evaluate("document.documentElement.scrollWidth") > PHONES[0][0]:
                found.append("scrolls sideways")
            faults += [f"{scene.name} {look.name}: {each}" for each in found]
    assert [] == faults
