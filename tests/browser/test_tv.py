"""The TV: everything is readable in every state, for any number of players and any names."""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page

from companion.screens.story import Scene as TvScene
from companion.screens.story import scenes_of
from tests.support.scenes import (
    PLAYS,
    SCRIPTS,
    Scene,
    crowd,
    languages_of,
    scenes,
    started_game,
    submit_plays,
    win_rounds,
)
from tests.support.seeded_server import ADDRESS
from tests.tools.screenshots import TVS, Camera, Picture, Size

pytestmark = pytest.mark.browser

CASES = [
    pytest.param(game, players, id=f"{game}-{players}")
    for game, (counts, _) in PLAYS.items()
    for players in counts
]

MAY_BE_SHORTENED = ".cut, .names, .who, .news, .absent span, .wider, .cut *, .asides p, .latest"
"""What may be shortened with an ellipsis: names, and sentences about names."""

VISIBLE_CODE = """() => {
  const codes = [...document.querySelectorAll(".qr")];
  const shown = codes.find((each) => each.checkVisibility({ visibilityProperty: true }));
  if (!shown) return null;
  const { x, y, width, height } = shown.getBoundingClientRect();
  return { x, y, width, height, of: shown.parentElement.className };
}"""

SEEN: set[tuple[str, str]] = set()
"""The ends of scenes that were looked at, in each language: rooms may play the same ones."""

SCENES = "() => document.getElementById('scenes').content.children.length"
HTML = "(number) => document.getElementById('scenes').content.children[number].outerHTML"
SHOW_END = """(number) => {
  const section = document.getElementById("scenes").content.children[number].cloneNode(true);
  section.classList.add("ended");
  const stage = document.getElementById("stage");
  stage.textContent = "";
  stage.append(section);
  document.documentElement.classList.add("playing");
  return section.dataset.scene;
}"""

FAULTS = Path(__file__).with_name("faults.js").read_text()

Look = tuple[Scene, str, Page]
"""A scene, the kind of what is shown of it, and its page."""


def looks(camera: Camera, entered: Sequence[Scene], language: str, size: Size) -> Iterator[Look]:
    """Show the live part of each scene, and the end of each scene that its TV plays and none has played."""
    played: tuple[TvScene, ...] = ()
    for scene in entered:
        page = camera.show(Picture("", scene, "", f"/tv?lang={language}", size, language))
        before, played = played, scenes_of(scene.room)
        for number in range(-1, page.evaluate(SCENES) if played != before else 0):
            html = page.evaluate(HTML, number) if number >= 0 else ""
            of_this_room = f'{code_of(page)}|data-key="[^"]*"|<svg [^>]*crispEdges.*?</svg>'
            end = language, re.sub(of_this_room, "", html)
            if html and end in SEEN:
                continue
            kind = page.evaluate(SHOW_END, number) if number >= 0 else "live"
            yield scene, kind, page
            SEEN.add(end)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), CASES)
def test_everything_on_the_TV_is_readable(camera: Camera, game: str, players: int) -> None:
    """Nothing scrolls, is cut off, overlaps, is outside or too small; the code decodes in the first size."""
    faults: list[str] = []
    entered = [*scenes(game, players)]
    for language, size in zip(languages_of(game), TVS, strict=False):  # each size in another language
        for scene, kind, page in looks(camera, entered, language, size):
            found = page.evaluate(FAULTS, MAY_BE_SHORTENED)
            if size == TVS[0]:
                found += code_faults(page, scene)
            faults += [f"{scene.name}, {language}, {size[1]}, {kind}: {each}" for each in found]
    assert not faults, "\n".join(faults)


def code_of(page: Page) -> str:
    """Return the code of the room of a TV."""
    return page.url.split("/")[-2]


def code_faults(page: Page, scene: Scene) -> Iterator[str]:
    """Return whether the QR code is large enough and decodes; a locked room has none."""
    if scene.room.locked:
        return  # a locked room has no QR code
    qr = page.evaluate(VISIBLE_CODE)
    if qr is None:
        if page.locator("#stage .mention").count() == 0:  # awards take turns too fast for it
            yield "there is no QR code"
        return
    is_photo = qr["of"] == "poster"
    smallest = 0.6 if scene.name.startswith("lobby") and scene.name != "lobby-cannot" else 0.15
    if qr["height"] < smallest * page.viewport_size["height"]:
        yield f"the QR code is {qr['height']} high"
    picture = Image.open(io.BytesIO(page.screenshot(clip={k: qr[k] for k in ("x", "y", "width", "height")})))
    path = "/result" if scene.room.is_closed or is_photo else ""  # where there is more to see
    address = f"{ADDRESS}/{code_of(page)}{path}"
    if [address] != [barcode.text for barcode in zxingcpp.read_barcodes(picture)]:
        yield "the QR code cannot be read"


SHAPES = ((1280, 720), (1024, 768), (1280, 960), (3840, 2160), (1280, 1024))
"""Old and new TVs and projectors."""

ON_THE_FRAME = """() => {
  const { x, y, width } = document.querySelector(".frame").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".frame *")].map((each) => each.getBoundingClientRect());
  const shown = boxes.filter((each) => each.width);
  return shown.map((each) => [each.x - x, each.y - y, each.width, each.height].map((size) => size / width));
}"""
"""Returns where everything is, and how large, as parts of the width of the frame."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lobby-full", "reveal", "showdown-end", "median-pool"])
def test_on_a_screen_of_any_shape_the_frame_is_whole_and_in_the_middle_and_all_on_it_is_scaled(
    camera: Camera, name: str
) -> None:
    game = "median" if name.startswith("median") else "good-enough"
    scene = next(each_scene for each_scene in scenes(game, 8) if each_scene.name == name)
    page = camera.show(Picture("", scene, "", "/tv", SHAPES[0], "en"))
    usual = page.evaluate(ON_THE_FRAME)
    for wide, high in SHAPES:
        page.set_viewport_size({"width": wide, "height": high})
        for one, other in zip(usual, page.evaluate(ON_THE_FRAME), strict=True):
            assert one == pytest.approx(other, abs=1 / 600)
        frame = page.locator(".frame").bounding_box()
        assert frame is not None
        assert frame["width"] / frame["height"] == pytest.approx(16 / 9, rel=0.01)
        assert frame["x"] + frame["width"] / 2 == pytest.approx(wide / 2, abs=1)
        assert frame["y"] + frame["height"] / 2 == pytest.approx(high / 2, abs=1)
        assert frame["width"] == pytest.approx(min(wide, high * 16 / 9), rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("players", [8, 12])
def test_the_last_seconds_are_large_while_the_picture_of_the_last_round_stays(
    camera: Camera, players: int
) -> None:
    """They are a sixth of the screen high, and nothing lies over them."""
    scene = next(each_scene for each_scene in scenes("good-enough", players) if each_scene.name == "clock")
    for language in SCRIPTS:
        page = camera.show(
            Picture("", scene, "", f"/tv?lang={language}", TVS[0], language, last_seconds=True)
        )
        assert page.locator("#live .reveal").is_visible()
        figure = page.locator("[data-left]")
        assert figure.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= TVS[0][1] / 6
        assert [] == page.evaluate(FAULTS, MAY_BE_SHORTENED)


ON_THE_PODIUM = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const boxes = (selector) => all(selector).map((each) => each.getBoundingClientRect());
  const podium = boxes(".steps3 .guest, .steps3 .block");
  const lies = ({ left, right, top, bottom }) => podium.some((other) =>
    left < other.right && other.left < right && top < other.bottom - 1 && other.top < bottom - 1);
  return boxes(".award > *, .sharers, .because, .corner").filter(lies).length;
}"""
"""Counts the texts of a final that lie on its podium."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("winners", "short"),
    [(30, True), (30, False), (2, False), (3, False), (6, False), (12, True), (13, True)],
)
def test_a_final_names_all_who_share_it_and_no_text_lies_on_the_podium(
    camera: Camera, winners: int, short: bool
) -> None:
    names = crowd(winners if winners > 2 else 4, short=short)
    driver = started_game("good-enough", names, rounds=3, tie_break="peel")
    if winners == 2:
        win_rounds(driver, "D")
        submit_plays(driver, (40, 50, 10, 90))
        win_rounds(driver, "D")
    else:
        win_rounds(driver, "." * 3)
    names = tuple(driver.room.name(str(seat)) for seat in range(1, winners + 1))
    staged = [each.kind for each in scenes_of(driver.room)].index("final")
    for language, size in zip(SCRIPTS, TVS, strict=True):
        scene = Scene("final", driver.room)
        page = camera.show(Picture("", scene, "", f"/tv?lang={language}", size, language, staged=staged))
        told = [text.strip("\u2068\u2069") for text in page.locator("#stage .sharers li").all_text_contents()]
        assert list(names) == told
        assert [] == page.evaluate(FAULTS, MAY_BE_SHORTENED)
        assert 0 == page.evaluate(ON_THE_PODIUM)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("numbers", "factor"),
    [
        ((14, 15, 16, 17, 100), "2/3"),
        ((14, 15, 16, 17, 999_999), "2/3"),
        ((1, 40, 41, 42, 43, 44, 44, 45, 46, 47, 48, 100), "2/3"),
        ((*range(20, 48), 99, 100), "0.8"),
    ],
)
def test_a_number_off_the_axis_is_written_beside_it_over_nothing(
    camera: Camera, numbers: tuple[int, ...], factor: str
) -> None:
    names = crowd(len(numbers), short=True)
    driver = started_game("good-enough", names, high=max(numbers), scoring="mean", factor=factor)
    submit_plays(driver, numbers)
    for language, size in zip(SCRIPTS, TVS, strict=True):
        page = camera.show(Picture("", Scene("off", driver.room), "", f"/tv?lang={language}", size, language))
        assert str(max(numbers)) in page.locator(".beyond.high").inner_text()
        assert [] == page.evaluate(FAULTS, MAY_BE_SHORTENED)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scoring", "numbers"),
    [
        ("median", (10, 10, 30, 30, 50, 60, 70)),
        ("mean", (10, 10, 30, 30, 50, 60, 70)),
        ("median", (10,) * 6 + (60,)),
        ("mean", (10, 10, 30, 30, 70, 70, 60)),
        ("median", (*(-999_999, 999_999) * 2, 60)),
    ],
)
def test_that_equal_numbers_are_out_stands_beside_the_guests_who_are(
    camera: Camera, numbers: tuple[int, ...], scoring: str
) -> None:
    driver = started_game("good-enough", crowd(len(numbers)), low=-999_999, high=999_999, scoring=scoring)
    submit_plays(driver, numbers)
    for language, size in zip(SCRIPTS, TVS, strict=True):
        page = camera.show(Picture("", Scene("out", driver.room), "", f"/tv?lang={language}", size, language))
        assert page.locator(".excluded, .asides").first.is_visible()
        assert [] == page.evaluate(FAULTS, MAY_BE_SHORTENED)
