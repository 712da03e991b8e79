"""The reveal of numbers on the TV, in Chromium: what is played, and that its end is what stays."""

from copy import copy
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.room.state import Room
from companion.screens.scenes import times
from tests.browser.conftest import TV, Evening, send, tap
from tests.conftest import gather_at
from tests.support.guest import Guest
from tests.support.question_nights import BONES, begun_night
from tests.support.scenes import started_game, submit_plays
from tests.support.seeded_server import SeededServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NUMBERS = (12, 50, 37, 71, 42, 50)

RECORD = """() => {
  window.told = [];
  for (const name of ["scene", "cue", "announced", "rest"]) {
    document.addEventListener(`tv:${name}`, ({ detail }) => {
      const what = detail && detail.dataset ? detail.dataset.key : detail || "";
      told.push(`${name} ${what}`.trim());
      document.body.dataset.last = name;
    });
  }
  window.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map((each) => each.value)))
    .observe({ type: "layout-shift" });
}"""
"""Records what the player of scenes tells, and layout shifts."""

PLACES = """(within) => {
  const places = {};
  for (const each of document.querySelectorAll(`${within} .presenter:not(.out)`)) {
    const { x, y, width } = each.querySelector(".lean").getBoundingClientRect();
    places[each.dataset.seat] = [x + width / 2, y].map(Math.round);
  }
  return places;
}"""

LATE = """() => {
  const stay = window.setTimeout;
  window.setTimeout = (act, ms) => stay(act, 50 * (ms || 0));
}"""
"""Slows the clock of the page down, so that a scene does not end while it is looked at."""


@pytest.fixture
def guests(evening: Evening) -> list[Guest]:
    """Six players in a game of three rounds."""
    host, players = gather_at(evening.server, *(f"Guest {number}" for number in range(6)), rounds=3)
    evening.code = host.code
    return players


def play(guests: list[Guest], at: str, numbers: tuple[int, ...] = NUMBERS) -> None:
    for guest, number in zip(guests, numbers, strict=True):
        assert guest.send(number, at).status == 200


def watched(evening: Evening) -> Page:
    """Open the TV, over which the title card of the game has gone."""
    page = evening.tv(moves=True)
    expect(page.locator("html.js")).to_be_attached()
    page.evaluate(RECORD)
    return page


def scene(page: Page, key: str = "reveal-1-1") -> None:
    """Wait until the scene is played, all its guests are there, and hold it."""
    page.locator(f"#stage [data-key={key}]").wait_for()
    page.locator("#stage .plus").first.wait_for(state="attached")  # the last of what is put in its place


def reveal_played(evening: Evening, guests: list[Guest]) -> Page:
    """Return a TV that plays the reveal of the first round."""
    tv = watched(evening)
    tv.evaluate(LATE)
    play(guests, "1.1")
    scene(tv)
    return tv


def hold(page: Page, ms: float) -> None:
    page.evaluate(
        "(ms) => document.getAnimations().forEach((each) => { each.pause(); each.currentTime = ms; })", ms
    )


def resting(page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-last", "rest", timeout=20_000)


def test_the_end_of_the_scene_is_the_picture_that_stays_until_the_next_number(
    evening: Evening, guests: list[Guest]
) -> None:
    tv = reveal_played(evening, guests)
    length = float(tv.locator("#stage .scene").get_attribute("data-length") or 0)
    hold(tv, length - 1)
    end = tv.evaluate(PLACES, "#stage")
    tv.keyboard.press("Space")
    resting(tv)
    expect(tv.locator("#stage > *")).to_have_count(0)
    assert end == tv.evaluate(PLACES, "#live")
    expect(tv.locator("#live .waits")).to_contain_text("now on your phone")
    expect(tv.locator("#live .excluded")).to_have_text("50, 50: out")
    expect(tv.locator("#live .presenter.out")).to_have_count(2)
    guests[0].send(5, "1.2")
    expect(tv.get_by_role("heading", name="37 and 42")).to_have_count(0)
    told = tv.evaluate("told")
    assert "scene reveal-1-1" in told
    assert ["announced reveal-1-1", "rest"] == told[-2:]
    assert [] == evening.complaints


TILTED = """() => [...document.querySelectorAll("#stage .out text")].filter((each) => {
  let all = new DOMMatrix();
  for (let over = each; over; over = over.parentElement) {
    all = new DOMMatrix(getComputedStyle(over).transform).multiply(all);
  }
  return all.a < 0 || Math.abs(all.b) > 0.01;
}).length"""
"""Counts the numbers of guests who are out that are not upright."""


def test_the_digits_of_a_guest_who_turns_over_stay_upright(evening: Evening, guests: list[Guest]) -> None:
    tv = reveal_played(evening, guests)
    bounces, settled = (
        int(tv.locator("#stage .scene").get_attribute(f"data-{name}") or 0) for name in ("bounce", "settled")
    )
    for ms in range(bounces - 200, settled + 200, 100):
        hold(tv, ms)
        assert 0 == tv.evaluate(TILTED)
    expect(tv.locator("#stage .out text")).to_have_count(2)


ON_MAIN_THREAD = """() => {
  const scene = document.querySelector("#stage .scene");
  const targets = document.getAnimations().map((each) => each.effect.target);
  return targets.filter((each) => scene.contains(each))
    .filter((each, at, all) => each.matches("text") || all.indexOf(each) < at)
    .map((each) => each.outerHTML);
}"""
"""Returns what Chromium's compositor cannot animate: text of an SVG, and elements with two animations."""


def test_the_compositor_can_run_all_animations_of_a_round_of_numbers(
    evening: Evening, guests: list[Guest]
) -> None:
    tv = reveal_played(evening, guests)
    hold(tv, 0)
    assert [] == tv.evaluate(ON_MAIN_THREAD)


VISIBLE = """(selector) => [...document.querySelectorAll(`#stage ${selector}`)].filter((each) =>
  each.checkVisibility({ opacityProperty: true })).length"""
"""Counts what can be seen."""


def test_whoever_scores_is_seen_among_the_others_before_it_is_told(
    evening: Evening, guests: list[Guest]
) -> None:
    tv = reveal_played(evening, guests)
    hold(tv, int(tv.locator("#stage .scene").get_attribute("data-fallen") or 0))
    assert len(NUMBERS) == tv.evaluate(VISIBLE, ".presenter .guest:not(.chest)")


def test_Q3_a_question_stands_alone_then_all_answers_fall_the_room_speaks_and_the_truth_rises(
    evening: Evening,
) -> None:
    evening.put(begun_night(f"{BONES}\nHow many has a baby? = 270 bones", 180, 210))
    tv, phone, host = watched(evening), evening.phones()[2], evening.host()
    expect(tv.locator(".quiz")).to_contain_text("a number of bones")
    tv.evaluate(LATE)
    send(phone, 300)
    scene(tv, "truth-1-1")
    when = {
        name: int((tv.locator("#stage .scene").get_attribute(f"data-{name}") or "").split()[0])
        for name in ("fallen", "lamp", "sign", "announced", "verdict", "length")
    }
    seen = []
    for ms in (when["fallen"], when["lamp"] + 200, when["sign"] + 600, when["length"] - 1):
        hold(tv, ms)
        parts = (".presenter .guest", ".stool", ".mark", ".pole", "h1")
        seen.append([tv.evaluate(VISIBLE, part) for part in parts])
    assert [[3, 0, 0, 0, 0], [3, 1, 1, 0, 0], [3, 1, 1, 1, 0], [3, 1, 1, 1, 1]] == seen
    tv.keyboard.press("Space")
    expect(tv.locator("#stage .board")).to_contain_text("The next question comes by itself")
    tap(host, "Question 2 of 10")
    expect(tv.locator("#stage .scene")).to_have_count(0, timeout=1_000)  # the board waits for nothing
    expect(tv.locator("#live .stage")).to_have_css("opacity", "0")
    expect(tv.locator("#live .stage")).to_have_css("opacity", "1", timeout=20_000)
    assert [] == evening.complaints


def test_a_dry_line_comes_after_the_result_that_it_stands_beside(
    evening: Evening, guests: list[Guest]
) -> None:
    tv = watched(evening)
    play(guests, "1.1")
    scene(tv)
    tv.keyboard.press("Space")
    resting(tv)
    tv.evaluate(LATE)
    play(guests, "1.2")
    scene(tv, "reveal-1-2")
    announced, line = tv.locator("#stage .scene").get_attribute("data-announced"), tv.locator("#stage .dry")
    hold(tv, int(announced or 0))
    expect(line).to_have_css("opacity", "0")
    hold(tv, int(announced or 0) + 700)
    expect(line).to_have_css("opacity", "1")
    expect(line).to_contain_text("Guest 1 and Guest 5")


def test_a_reveal_tells_its_moments_in_order_once_and_shifts_nothing(
    evening: Evening, guests: list[Guest]
) -> None:
    tv = watched(evening)
    play(guests, "1.1")
    scene(tv)
    tv.evaluate("shifts.length = 0")  # of guests who walked to their places
    guests[0].send(5, "1.2")
    resting(tv)
    found = tv.evaluate("told")
    assert 1 == found.count("scene reveal-1-1")
    found = found[found.index("scene reveal-1-1") :]
    moments = [
        "scene reveal-1-1",
        "cue brush",
        "cue tick:1",
        "cue light",
        "announced reveal-1-1",
        "cue point",
        "rest",
    ]
    assert moments == [each for each in found if each in moments]
    assert {"cue drop", "cue knock"} < set(found)
    assert sum(tv.evaluate("shifts")) == 0


def test_the_next_round_ends_a_reveal_soon_and_is_played_after_it(
    evening: Evening, guests: list[Guest]
) -> None:
    tv = watched(evening)
    play(guests, "1.1")
    scene(tv)
    play(guests, "1.2", (1, 2, 3, 4, 5, 6))
    scene(tv, "reveal-1-2")
    tv.mouse.click(200, 300)  # as a key does, it ends the scene
    resting(tv)
    found = [each for each in tv.evaluate("told") if "reveal" in each or each == "rest"]
    assert [
        "scene reveal-1-1",
        "announced reveal-1-1",
        "scene reveal-1-2",
        "announced reveal-1-2",
        "rest",
    ] == found
    expect(tv.get_by_role("heading", name="Guest 2 and Guest 3 are the middle")).to_be_visible()


@pytest.mark.parametrize("options", [{"reduced_motion": "reduce"}, {"java_script_enabled": False}], ids=str)
def test_without_motion_or_script_there_is_the_end(
    evening: Evening, guests: list[Guest], options: dict[str, object]
) -> None:
    play(guests, "1.1")
    tv = evening.page(evening.context(viewport=TV, **options))
    tv.goto(evening.address("/tv"))
    expect(tv.get_by_role("heading", name="Guest 2 and Guest 4 are the middle")).to_be_visible()
    boxes = [element.bounding_box() for element in tv.locator("#live .lit .lean").all()]
    middles = [box["x"] + box["width"] / 2 for box in boxes if box]
    assert sum(middles) / 2 == pytest.approx(TV["width"] / 2, abs=2)


PLAYED = """() => {
  const at = {};
  for (const name of ["cue", "announced", "rest"]) {
    document.addEventListener(`tv:${name}`, () => {
      at[name] = at[name] || performance.now();
      const moves = document.getAnimations().map(({ effect }) => effect.getComputedTiming().endTime);
      if (name === "announced") at.moves = moves;
      if (name === "rest") document.body.dataset.last = name;
    });
  }
  window.played = at;
}"""
"""Records when a scene is first heard, announces its result and is over, and how long its animations take."""


def test_doubling_the_length_of_a_reveal_in_its_one_place_doubles_it_on_the_tv(
    stage: SeededServer, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = started_game("good-enough", ("Ann", "Bob", "Cyd"), rounds=3)
    submit_plays(driver, (12, 37, 61))
    usual, doubled = (played(stage, chromium, copy(driver.room), monkeypatch, pace) for pace in (1.0, 2.0))
    for moment in ("announced", "rest"):
        lasts, twice = (each[moment] - each["cue"] for each in (usual, doubled))
        assert twice == pytest.approx(2 * lasts, abs=20)
    assert doubled["moves"] == pytest.approx([2 * ms for ms in usual["moves"]], abs=8)


def played(
    stage: SeededServer, chromium: Browser, room: Room, monkeypatch: pytest.MonkeyPatch, pace: float
) -> dict[str, Any]:
    """Play the reveal of a room on a TV that plays it as soon as it is opened."""
    monkeypatch.setattr(times, "PACE", {"reveal": pace})
    address = f"/{stage.put(room)}/tv"
    html = stage.page(address).replace('data-scene="reveal"', 'data-scene="reveal" data-eager')
    page = chromium.new_page()
    page.route(f"**{address}", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.clock.install()  # a computer that is busy with other tests draws late
    page.add_init_script(f"({PLAYED})()")
    page.goto(f"http://localhost:{stage.server.port}{address}")
    page.clock.run_for(15_000)
    expect(page.locator("body")).to_have_attribute("data-last", "rest")
    found: dict[str, Any] = page.evaluate("played")
    page.close()
    return found
