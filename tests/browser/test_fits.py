"""Pages of all sizes: buttons are on the screen, and words in their place.

The button that sends is on the screen of a phone, no word lies under a guest, each card holds its text, and
no page is wider than a small phone.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.i18n.languages import LANGUAGES
from companion.room.commands import membership, room_control, submissions
from tests.browser import test_tv
from tests.support import drawn_pages
from tests.support.room_driver import HOST, RoomDriver, device, open_room_with
from tests.support.scenes import (
    LONG,
    PLAYS,
    SCRIPTS,
    Look,
    Scene,
    host,
    languages_of,
    phone,
    scenes,
    start_game,
    started_game,
    win_rounds,
)
from tests.support.seeded_server import SeededServer
from tests.support.texts import LONGER, PROGRAM
from tests.tools import catalogue, reading
from tests.tools.screenshots import LAPTOP, PHONES, Camera, Picture

pytestmark = pytest.mark.browser

SIZES = ((320, 568), (375, 553), (375, 667), (390, 664), (430, 739), (412, 839))
"""Small and large phones; the lower ones as Safari leaves them beside its bars."""
_NAMES = (LONG[0], "Bob", "Maximilian Alexander", "Oma")
_QUESTIONS = (
    "How many windows has this house?",
    "How many songs did we not let play to the end? " * 2,
    "最" * 140,
)

FAULTS = Path(__file__).with_name("fits.js").read_text()
CROWDED = """() => [...document.querySelectorAll(".card .word, .key .face, .face b")]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const inside = each.getBoundingClientRect(), size = parseFloat(getComputedStyle(each).fontSize);
    if (each.matches(".face b")) return inside.height > 1.8 * size;
    const around = each.closest(".card, .key").getBoundingClientRect();
    const beside = inside.left < around.left - 1 || inside.right > around.right + 1;
    return beside || each.scrollWidth > each.clientWidth + 1;
  })
  .map((each) => `${each.textContent} is wider than its card`)"""
"""Returns the words and faces that overflow their card, and ranks that break into two lines, such as a 10.

If a word is wider than its card, a sign and a struck number replace it."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededServer]:
    """Yield one server for all tests, which has the longer language too."""
    running = SeededServer(tmp_path_factory.mktemp("stage"), program=PROGRAM)
    yield running
    assert running.close() == ""


def _on_phones(camera: Camera, entered: Iterator[Scene], language: str) -> Iterator[str]:
    """Yield the faults of each phone's page in each size, also behind the verdict that it opens with."""
    for scene, look in ((each, look) for each in entered for look in each.looks):
        if not look.name.startswith("phone") and "passed" not in look.name:
            continue
        page = camera.show(Picture("", scene, look.who, look.path, SIZES[0], language))
        for onward in (False, True):
            if onward and not page.locator(".telling .onward .go").count():
                continue
            if onward:
                page.evaluate("document.querySelector('.onward .go').click()")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("scrollTo(0, 0)")
                state = f"{scene.name} {look.name} {width} x {height}"
                yield from (f"{state}: {each}" for each in page.evaluate(FAULTS))


def _on_pages(camera: Camera, entered: Iterator[Scene], language: str) -> Iterator[str]:
    """Yield the faults of each page on a small phone."""
    for scene, look in ((each, look) for each in entered for look in each.looks):
        if look.path.endswith(".svg"):
            continue  # a picture, not a page
        page = camera.show(Picture("", scene, look.who, look.path, PHONES[0], language))
        complaints = page.evaluate(CROWDED)
        if page.evaluate("document.documentElement.scrollWidth") > PHONES[0][0]:
            complaints.append("scrolls sideways")
        yield from (f"{scene.name} {look.name}: {each}" for each in complaints)


def _leader(driver: RoomDriver) -> str:
    assert driver.game.next_round
    return str(driver.game.next_round.leader or "1")


def _entries() -> Iterator[Scene]:
    """Show what is entered under long names, questions and lists, late, by turns, and on a shared phone."""
    for number, question in enumerate(_QUESTIONS):
        driver = started_game("good-enough", _NAMES[:3])
        win_rounds(driver, "AB")
        driver.do(device("late"), membership.join_room, "Zoe")
        driver.do(HOST, room_control.set_round_time, "3600")
        late = Look("phone-late", device("late"))
        yield Scene(f"late-{number}", driver.room, (late, Look("phone-join", "stranger")))
        driver.do(HOST, submissions.ask_question, driver.round_id, question)
        yield Scene(f"asked-{number}", driver.room, (late, phone("asked")))
    driver = started_game("good-enough", _NAMES, nesting=[5, 3, 3], low=-999999, high=999999)
    yield Scene("match", driver.room, (phone("match"),))
    driver = started_game("good-enough", _NAMES, entry="lists", nesting=[20, 3])
    yield Scene("list", driver.room, (phone("list"),))
    driver = started_game("median", _NAMES)
    leader = int(_leader(driver))
    yield Scene("call", driver.room, (phone("call", leader), phone("rest", leader % 4 + 1)))
    shared: tuple[tuple[str, dict[str, Any]], ...] = (
        ("good-enough", {}),
        ("good-enough", {"entry": "lists"}),
        ("mediocrity", {}),
        ("median", {}),
    )
    for game, options in shared:
        driver = open_room_with(game, _NAMES, phones=False)
        start_game(driver, **options)
        seat = _leader(driver)
        passed = (host("passed", "/pass"), host("passed-entry", f"/pass/{seat}?at={driver.round_id}"))
        yield Scene(f"shared-{game}", driver.room, passed)


@pytest.mark.slow
@pytest.mark.parametrize("language", SCRIPTS)
def test_whatever_is_entered_its_button_is_on_the_screen(camera: Camera, language: str) -> None:
    assert [] == list(_on_phones(camera, _entries(), language))


ON_ITS_SIDE = (568, 256)
UNREACHED = """() => [...document.querySelectorAll(".send, .keys button, .slots input, .key, .go, #number")]
  .filter((each) => each.checkVisibility() && !each.closest(".foot, .resting, .telling .entry"))
  .filter((each) => {
    each.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top < -1 || bottom > innerHeight + 1 || !(each.closest("label") || each).contains(there);
  })
  .map((each) => `${each.textContent.trim() || each.name} is out of reach`)"""
"""Returns what is entered with and cannot be tapped, also after the page was scrolled to it."""


@pytest.mark.slow
def test_on_a_phone_on_its_side_all_that_is_entered_with_can_be_reached(camera: Camera) -> None:
    found = list[str]()
    for scene in _entries():
        for look in scene.looks:
            page = camera.show(Picture("", scene, look.who, look.path, ON_ITS_SIDE, "de"))
            found += (f"{scene.name} {look.name}: {each}" for each in page.evaluate(UNREACHED))
            if page.locator(".telling .onward .go").count():
                page.evaluate("document.querySelector('.onward .go').click()")
                found += (f"{scene.name} {look.name}, on: {each}" for each in page.evaluate(UNREACHED))
    assert not found, "\n".join(found)


_ODD = {
    "refused": "document.getElementById('message').textContent = 'Pick a number from 0 to 100. '.repeat(3)",
    "not sent": "document.documentElement.classList.add('unsent')",
}
"""What puts a phone into a state that no room has."""


@pytest.mark.slow
@pytest.mark.parametrize("state", _ODD)
def test_what_is_refused_or_not_sent_moves_no_button_off_the_screen(camera: Camera, state: str) -> None:
    scene = Scene(state, started_game("good-enough", _NAMES).room)
    page = camera.show(Picture("", scene, device("1"), "", SIZES[0], "ja"))
    page.evaluate(_ODD[state])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert [] == page.evaluate(FAULTS)


FIRST = next(iter(PLAYS))
IN_TURN = [(FIRST, "ja"), *((game, LONGER) for game in PLAYS)]
"""The games with languages: what fits in the longer one fits in English, too."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "language"), IN_TURN)
def test_every_page_of_a_game_fits_every_phone(camera: Camera, game: str, language: str) -> None:
    fewest, most = min(PLAYS[game][0]), min(max(PLAYS[game][0]), 12)
    assert [] == [
        *_on_phones(camera, scenes(game, fewest, short=True), language),
        *_on_pages(camera, scenes(game, most), language),
    ]


FOREIGN = [language for language in LANGUAGES if language not in SCRIPTS]


@pytest.mark.slow
@pytest.mark.parametrize("language", FOREIGN)
def test_the_texts_that_are_longest_in_a_language_fit_where_they_stand(camera: Camera, language: str) -> None:
    pictures = [*reading.pictures_of(catalogue.longest(language), language)]
    assert len(pictures) > 20
    assert [] == [f"{picture.name}: {fault}" for picture in pictures for fault in _faults(camera, picture)]


def _faults(camera: Camera, picture: Picture) -> Iterator[str]:
    """Yield what is wrong with the page of a picture: on a TV, or on a small phone and one of usual size."""
    if picture.path.endswith(".svg"):
        return  # not a page
    page = camera.show(picture)
    if "/tv" in picture.path:
        yield from page.evaluate(test_tv.FAULTS, test_tv.MAY_BE_SHORTENED)
        return
    for width, height in (SMALLEST, drawn_pages.PHONE):
        page.set_viewport_size({"width": width, "height": height})
        yield from page.evaluate(CROWDED)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            yield "scrolls sideways"
        if "phone" in picture.name:
            yield from page.evaluate(FAULTS)


TEXT = """(where) => {
  document.querySelectorAll("svg").forEach((each) => each.remove());
  return document.querySelector(where).innerText;
}"""
"""Returns the text that is seen, without what stands on drawings."""

CONTROLS = """(where) => {
  const seen = [...document.querySelectorAll(`${where} :is(a, button, select, input, summary)`)].filter(
    (each) => each.checkVisibility() && each.type !== "hidden",
  );
  return [...new Set(seen.map((each) => each.closest("fieldset") || each))].length;
}"""
"""Returns how many controls are seen; a strip of values is one."""

CHANGE = {"en": "Change", "ja": "変える"}
MOST_WORDS_AT_THE_START, MOST_LETTERS_AT_THE_START = 45, 110
MOST_CONTROLS, MOST_WORDS = 6, 90
SMALLEST = SIZES[0]


def is_whole(page: Page) -> bool:
    """Return whether all of a page is on the screen."""
    wide, high = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    return bool(wide <= SMALLEST[0] and high <= SMALLEST[1])


@pytest.mark.parametrize("language", SCRIPTS)
def test_the_start_page_is_on_a_small_phone_as_a_whole_and_has_few_words(
    camera: Camera, language: str
) -> None:
    scene = Scene("start", open_room_with("good-enough", ()).room)
    page = camera.show(Picture("", scene, "", "/..", SMALLEST, language))
    page.goto(page.url.replace("localhost", "party.lan"))  # the server's own computer can do more
    assert is_whole(page)
    assert not page.get_by_text("King of Diamonds").is_visible()
    text = page.evaluate(TEXT, "body")
    assert len(text.split()) <= MOST_WORDS_AT_THE_START
    if language == "ja":
        assert 50 < sum(each.isalpha() for each in text) <= MOST_LETTERS_AT_THE_START, text


@pytest.mark.slow(keep=3)
@pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in PLAYS for language in languages_of(game)]
)
def test_the_options_of_a_game_show_few_controls_and_words_before_those_for_tinkerers(
    camera: Camera, game: str, language: str
) -> None:
    scene = Scene("options", open_room_with(game, _NAMES[:3]).room)
    page = camera.show(Picture("", scene, HOST, f"/host/games?choice={game}", SMALLEST, language))
    assert 3 < page.evaluate(CONTROLS, "body") <= MOST_CONTROLS
    assert 10 < len(page.evaluate(TEXT, "body").split()) <= MOST_WORDS


@pytest.mark.parametrize("language", SCRIPTS)
def test_the_three_options_that_people_change_are_on_a_small_phone_as_a_whole(
    camera: Camera, language: str
) -> None:
    scene = Scene("options", open_room_with("good-enough", _NAMES[:3]).room)
    page = camera.show(Picture("", scene, HOST, "/host/games?choice=good-enough", SMALLEST, language))
    strips = page.locator("#settled > .strip input:checked").evaluate_all(
        "all => all.map((each) => each.name)"
    )
    assert {"rounds", "high", "tie_break"} == set(strips)
    assert is_whole(page)
    page = camera.show(Picture("", scene, HOST, "/host", SMALLEST, language))
    page.get_by_text(CHANGE[language]).click()
    assert len(strips) == page.locator(".behind .strip").filter(has=page.locator(":visible")).count()
    assert page.evaluate(CONTROLS, "#how .behind") <= MOST_CONTROLS


LEFT_OVER = """() => {
  const found = [];
  for (const title of document.querySelectorAll(".stage > span, .wanted h1")) {
    const line = document.createRange();
    line.selectNodeContents(title.firstChild);
    const rows = [...line.getClientRects()];
    const letter = parseFloat(getComputedStyle(title).fontSize);
    if (rows.length > 1 && rows[rows.length - 1].width < 1.5 * letter) found.push(title.innerText);
  }
  return found;
}"""
"""Returns the titles of games of which a line has a single letter."""


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("path", ["/..", "/host/games", "/host/games?choice=mediocrity"])
def test_no_title_of_a_game_leaves_a_letter_on_a_line_of_its_own(camera: Camera, path: str) -> None:
    scene = Scene("titles", open_room_with("good-enough", _NAMES[:3]).room)
    page = camera.show(Picture("", scene, HOST, path, (390, 664), "ja"))
    assert page.locator(".emblem").count()
    assert [] == page.evaluate(LEFT_OVER)


CUT_NAMES = """() => [...document.querySelectorAll(".benches p")]
  .filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
  .map((each) => each.innerText)"""


@pytest.mark.slow
def test_the_names_of_what_can_be_played_next_are_whole_on_the_desk(camera: Camera) -> None:
    [scene] = (scene for scene in scenes(FIRST, 3, short=True) if scene.name == "again")
    for language in LANGUAGES:
        page = camera.show(Picture("", scene, HOST, "/host", SMALLEST, language))
        assert page.locator(".benches p").count() > 4
        for width, height in (SMALLEST, LAPTOP):
            page.set_viewport_size({"width": width, "height": height})
            assert [] == page.evaluate(CUT_NAMES), (language, width)


IN_VIEW = """() => {
  const { top, bottom } = document.querySelector("#start .press").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
"""Returns whether the button of the start page is wholly on the screen."""

CROWDED_TILES = """() => [...document.querySelectorAll(".offer .stage, .join .button, .join input")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)
  .map((each) => each.innerText)"""
"""Returns what is wider than its tile or its button, and a field for a code that cannot hold it."""

LEVEL = """() => {
  const heights = [...document.querySelectorAll(".ways > a, .ways > form")].map((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  });
  return new Set(heights).size;
}"""
"""Returns at how many heights the links at the foot of the start page stand."""


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_opens_with_its_button_and_its_foot_stands_in_one_line(
    camera: Camera, language: str
) -> None:
    scene = Scene("start", open_room_with("good-enough", ()).room)
    page = camera.show(Picture("", scene, "", "/..", SIZES[0], language))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(IN_VIEW), (width, height)
        assert [] == page.evaluate(CROWDED_TILES)
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    assert (True, 1) == (page.evaluate(IN_VIEW), page.evaluate(LEVEL))
