"""Rounds of cards on the TV: only the middle stands in the light."""

import pytest
from playwright.sync_api import Page

from tests.support.scenes import Scene, started_game
from tests.tools.screenshots import TVS, Camera, Picture

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOUR = ("Ann", "Bob", "Wilhelmina-Charlotte", "Dave")

IN_LIGHT = """(selector) => {
  const beam = document.querySelector("#live .beam"), box = beam.getBoundingClientRect();
  const style = getComputedStyle(beam);
  const skew = style.transform === "none" ? 0 : new DOMMatrix(style.transform).c;
  const [wide, high] = [beam.offsetWidth, beam.offsetHeight];
  const [left, top] = [beam.offsetLeft, box.top];
  return [...document.querySelectorAll(`#live ${selector}`)].map((card) => {
    const { left: x1, right: x2, top: y1, bottom: y2 } = card.getBoundingClientRect();
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2 - top];
    const centre = left + wide / 2 + y * skew;
    const half = 70 + (wide / 2 - 70) * (y / high);
    return Math.abs(x - centre) <= half;
  });
}"""


def shown(camera: Camera, game: str, *plays: str, **options: str) -> Page:
    """Show the TV after tricks, or after results where these are kept."""
    driver = started_game(
        game, FOUR[: len(plays[0].removeprefix("high").removeprefix("low").split())], **options
    )
    for each in plays:
        if options:
            driver.enter(*each.split())
        else:
            driver.play_trick(each)
    return camera.show(Picture("", Scene("", driver.room), "", "/tv", TVS[0], "en"))


RESULTS = {"keep": "results"}
LIT: dict[str, tuple[str, tuple[str, ...], dict[str, str], str, str]] = {
    "podium": ("saichugen", ("5S 9C KS",), {}, ".middle .card", ".outer .card"),
    "trapdoor": ("mediocrity", ("2 7 J Q",), {}, ".falling .card", ".outer .card"),
    "high": ("median", ("high 3C 8S 5D QH",), {}, ".middle .card", ".outer .card"),
    "low": ("median", ("low 3C 8S 5D QH",), {}, ".middle .card", ".outer .card"),
    "part": ("saichugen", ("5S 9C KS", "8H 3C KD", "JD 10D QD"), {}, ".winners .guest", ".side .guest"),
    "R1": ("mediocrity", ("0 1 2 2",), RESULTS, ".winners .card", ".side .guest"),
    "R2": ("saichugen", ("5 9 11",), RESULTS, ".winners .guest", ".side .guest"),
    "R3": ("median", ("0 1 0 0",), RESULTS, ".winners .guest", ".side .guest"),
}
"""What is played and how, who stands in the light, and who does not."""


@pytest.mark.parametrize(("game", "plays", "options", "middle", "outer"), LIT.values(), ids=LIT)
def test_only_the_middle_stands_in_the_light(
    camera: Camera, game: str, plays: tuple[str, ...], options: dict[str, str], middle: str, outer: str
) -> None:
    tv = shown(camera, game, *plays, **options)
    inside, outside = tv.evaluate(IN_LIGHT, middle), tv.evaluate(IN_LIGHT, outer)
    assert inside
    assert all(inside)
    assert outside
    assert not any(outside)


@pytest.mark.parametrize(("plays", "options"), [("low 3H 5S 5C 9D", {}), ("0 0 0 0", RESULTS)])
def test_a_tied_round_leaves_the_lamp_off(camera: Camera, plays: str, options: dict[str, str]) -> None:
    tv = shown(camera, "median", plays, **options)
    assert not tv.locator("#live .beam").is_visible()
    assert tv.locator("#live .heap").is_visible()
