"""Rounds of cards on the TV: only the middle stands in the light."""

import pytest
from playwright.sync_api import Page

from companion.room.state import Room
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


def after(game: str, names: tuple[str, ...], *tricks: str) -> Room:
    driver = started_game(game, names)
    for trick in tricks:
        driver.play_trick(trick)
    return driver.room


def entered(game: str, names: tuple[str, ...], *results: tuple[int, ...]) -> Room:
    driver = started_game(game, names, keep="results")
    for each in results:
        driver.enter(*each)
    return driver.room


def shown(camera: Camera, room: Room) -> Page:
    return camera.show(Picture("", Scene("", room), "", "/tv", TVS[0], "en"))


@pytest.mark.parametrize(
    ("room", "middle", "outer"),
    [
        pytest.param(after("saichugen", FOUR[:3], "5S 9C KS"), ".middle .card", ".outer .card", id="podium"),
        pytest.param(after("mediocrity", FOUR, "2 7 J Q"), ".falling .card", ".outer .card", id="trapdoor"),
        pytest.param(after("median", FOUR, "high 3C 8S 5D QH"), ".middle .card", ".outer .card", id="high"),
        pytest.param(after("median", FOUR, "low 3C 8S 5D QH"), ".middle .card", ".outer .card", id="low"),
        pytest.param(
            after("saichugen", FOUR[:3], "5S 9C KS", "8H 3C KD", "JD 10D QD"),
            ".winners .guest",
            ".side .guest",
            id="part",
        ),
        pytest.param(entered("mediocrity", FOUR, (0, 1, 2, 2)), ".winners .card", ".side .guest", id="R1"),
        pytest.param(entered("saichugen", FOUR[:3], (5, 9, 11)), ".winners .guest", ".side .guest", id="R2"),
        pytest.param(entered("median", FOUR, (0, 1, 0, 0)), ".winners .guest", ".people .guest", id="R3"),
    ],
)
def test_only_the_middle_stands_in_the_light(camera: Camera, room: Room, middle: str, outer: str) -> None:
    tv = shown(camera, room)
    inside, outside = tv.evaluate(IN_LIGHT, middle), tv.evaluate(IN_LIGHT, outer)
    assert inside
    assert all(inside)
    assert outside
    assert not any(outside)


@pytest.mark.parametrize(
    "room",
    [after("median", FOUR, "low 3H 5S 5C 9D"), entered("median", FOUR, (0, 0, 0, 0))],
    ids=["D5", "R3"],
)
def test_a_tied_round_leaves_the_lamp_off(camera: Camera, room: Room) -> None:
    tv = shown(camera, room)
    assert not tv.locator("#live .beam").is_visible()
    assert tv.locator("#live .heap").is_visible()
