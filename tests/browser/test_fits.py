"""Phones of all sizes: the button that sends is on the screen, and no word lies under a guest."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.i18n.languages import LANGUAGES
from companion.room.commands import membership, room_control, submissions
from tests.support.room_driver import HOST, RoomDriver, device, open_room_with
from tests.support.scenes import (
    LONG,
    PLAYS,
    Look,
    Scene,
    host,
    phone,
    scenes,
    start_game,
    started_game,
    win_rounds,
)
from tests.tools.screenshots import Camera, Picture

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


def _looks(entered: Iterator[Scene]) -> Iterator[tuple[Scene, Look]]:
    for scene in entered:
        for look in scene.looks:
            if look.name.startswith("phone") or "passed" in look.name:
                yield scene, look


def _faults(camera: Camera, entered: Iterator[Scene], language: str) -> list[str]:
    """Return the faults of each screen in each size, also behind the verdict that it opens with."""
    faults = []
    for scene, look in _looks(entered):
        page = camera.show(Picture("", scene, look.who, look.path, SIZES[0], language))
        page.evaluate("sessionStorage.clear()")
        page.reload()
        for onward in (False, True):
            if onward and not page.locator(".telling .onward a").count():
                continue
            if onward:
                page.evaluate("document.querySelector('.onward a').click()")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("scrollTo(0, 0)")
                state = f"{scene.name} {look.name} {width} x {height}"
                faults += [f"{state}: {each}" for each in page.evaluate(FAULTS)]
    return faults


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


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.slow)])
def test_whatever_is_entered_its_button_is_on_the_screen(camera: Camera, language: str) -> None:
    assert [] == _faults(camera, _entries(), language)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYS)
def test_every_screen_of_a_game_fits_every_phone(camera: Camera, game: str, language: str) -> None:
    assert [] == _faults(camera, scenes(game, min(PLAYS[game][0]), short=True), language)
