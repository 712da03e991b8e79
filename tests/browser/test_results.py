"""The evening's end on the TV, the results and the replay, in real browsers."""

import random
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from companion.room.commands import room_control
from tests.browser.conftest import PHONE, Evening
from tests.support.room_driver import HOST, RoomDriver, device, open_room_with
from tests.support.scenes import SCRIPTS, SHORT, start_game, submit_plays, win_rounds

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG = ("W" * 20, "最中限の平凡な真ん中の人が今夜も勝つ夜会", "Maximilian Alexander", "Wilhelmina-Charlotte")


def played(evening: Evening, names: Sequence[str], games: int, rounds: int = 3) -> RoomDriver:
    """Play random games, and put the room into the server."""
    driver, rng = open_room_with("good-enough", names), random.Random(len(names))
    for _ in range(games):
        start_game(driver, rounds=rounds, tie_break="peel")
        for _ in range(rounds):
            submit_plays(driver, [rng.randint(0, 100) for _ in names])
    evening.put(driver)
    return driver


def test_results_are_printed_black_on_white_without_links_the_poster_on_a_sheet_of_its_own(
    evening: Evening,
) -> None:
    played(evening, LONG * 2, 2, rounds=12)
    page = evening.page(evening.context(viewport={"width": 688, "height": 1016}, color_scheme="dark"))
    page.goto(evening.address("/result"))
    page.emulate_media(media="print", color_scheme="dark")
    colours = page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert ["rgb(0, 0, 0)", "rgb(255, 255, 255)"] == colours
    expect(page.locator(".top")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 688
    assert page.evaluate(
        "[...document.querySelectorAll('.scroll')].every((each) => each.scrollWidth <= each.clientWidth + 1)"
    )
    assert page.locator(".bill").bounding_box()["height"] < 1016  # type: ignore[index]  # A4 without its margins
    assert page.locator(".results").evaluate("(each) => getComputedStyle(each).breakBefore") == "page"


@pytest.mark.parametrize("language", SCRIPTS)
def test_one_game_is_printed_on_one_page(evening: Evening, language: str) -> None:
    played(evening, (*SHORT[:7], "Maximilian Alexander"), 1, rounds=10)
    page = evening.page(evening.context(locale=language))
    page.goto(evening.address("/result"))
    assert 1 == len(re.findall(rb"/Type */Page\b", page.pdf(format="A4")))


@pytest.mark.parametrize("javascript", [True, False])
def test_a_replay_starts_whenever_it_is_opened(evening: Evening, javascript: bool) -> None:
    played(evening, ("Ann", "Bob", "Cyd"), 1)
    page = evening.page(evening.context(java_script_enabled=javascript))
    page.goto(evening.address("/result/1/1"))
    for name in ("Replay", "Round 2 →", "← Round 1"):
        page.get_by_role("link", name=name).click()
        moving = page.locator(".reveal .card").first
        assert "replay-drop" == moving.evaluate("(each) => getComputedStyle(each).animationName")
    page.get_by_role("link", name="All results").click()
    expect(page.get_by_role("heading", name="It's Good Enough")).to_be_visible()


def test_the_middle_is_marked_where_colours_are_forced(evening: Evening) -> None:
    played(evening, ("Ann", "Bob", "Cyd"), 1)
    page = evening.page(evening.context(forced_colors="active"))
    for path, middle in (("/result", ".sheet .hit"), ("/result/1/1", ".reveal .scored")):
        page.goto(evening.address(path))
        for element in page.locator(middle).all():
            assert "3px" == element.evaluate("(each) => getComputedStyle(each).outlineWidth")


def test_the_poster_is_copied_as_text_and_saved_as_png_over_plain_http(evening: Evening) -> None:
    played(evening, ("Ann", "Bob", "Cyd"), 1, rounds=5)
    page = evening.page(evening.context())
    page.goto(evening.address("/result"))
    poster = page.locator("img.poster")
    assert [1080, 1350] == poster.evaluate("(each) => [each.naturalWidth, each.naturalHeight]")
    page.get_by_text("Copy as text").click()
    expect(page.get_by_text("Copied").first).to_be_visible()
    written = page.get_by_label("The evening as text")
    assert written.input_value().rstrip().endswith(f"/{evening.code}/result")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as PNG").click()
    assert saving.value.suggested_filename == f"{evening.code}.png"
    assert saving.value.path().read_bytes().startswith(b"\x89PNG")
    page.goto(evening.address("/result/poster.svg"))
    fonts = page.evaluate("document.fonts.ready.then((all) => [...all].map((each) => each.status))")
    assert ["loaded"] == fonts
    assert [] == evening.complaints


@pytest.mark.parametrize(("javascript", "ending"), [(True, "png"), (False, "svg")])
def test_from_the_phone_it_is_two_taps_to_a_file_of_the_own_evening(
    evening: Evening, javascript: bool, ending: str
) -> None:
    driver = open_room_with("good-enough", SHORT[:3])
    for winners in ("BCC", "CCC"):
        start_game(driver, rounds=3, tie_break="peel")
        win_rounds(driver, winners)
    driver.do(HOST, room_control.finish_evening)
    evening.put(driver)
    page = evening.of(device("1"), evening.address(), viewport=PHONE, java_script_enabled=javascript)
    page.get_by_role("link", name="My evening").click()
    with page.expect_download() as saving:
        page.get_by_text("Save the picture").click()
    assert saving.value.suggested_filename == f"{evening.code}.{ending}"
    start = saving.value.path().read_bytes()[:4]
    assert start == {"png": b"\x89PNG", "svg": b"<svg"}[ending]
    assert [] == evening.complaints
