"""The host's desk on screens: one thing to do, few controls and words, and nothing scrolls or is cut."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.room.commands import membership, submissions
from companion.room.state import Room
from tests.browser.axe import kinds_on, violations
from tests.browser.conftest import PHONE, Evening, send
from tests.support.room_driver import HOST, device, flooded, open_room_with
from tests.support.scenes import (
    LONG,
    SCRIPTS,
    SHORT,
    crowd,
    never_played,
    start_game,
    started_game,
    tie_of_three,
    win_rounds,
)
from tests.support.scenes import host as look
from tests.tools.screenshots import Camera, Picture, Scene

pytestmark = pytest.mark.browser

SIZES = ((1280, 800), (390, 664), (320, 568))
NAMES = ("Ann", "Bob", "Wilhelmina-Charlotte", "Dave")
FAULTS = Path(__file__).with_name("desk.js").read_text()
MOST = {"lobby": (9, 60), "round": (5, 40), "long round": (6, 40)}
"""The most controls and words between games, in a round, and in one that was open for minutes; the digits of
a keypad are not counted."""


def lobbies() -> Iterator[tuple[str, Room]]:
    """Yield states between games."""
    yield "empty", open_room_with("good-enough", ()).room
    yield "few", open_room_with("good-enough", NAMES[:2]).room
    yield "four", open_room_with("good-enough", NAMES).room
    yield "long", open_room_with("good-enough", LONG[:6]).room
    yield "cards", open_room_with("saichugen", NAMES[:3]).room
    yield "crowd", open_room_with("good-enough", crowd(30)).room
    yield "too many", open_room_with("saichugen", NAMES).room
    driver = open_room_with("good-enough", NAMES)
    driver.apply(membership.claim_seat(driver.room, "claimant", "2"))
    yield "claim", driver.room
    yield "flood", flooded(open_room_with("good-enough", NAMES)).room
    driver = open_room_with("good-enough", NAMES)
    for number, screen in enumerate(("tv", "", "")):
        driver.apply(membership.ask_to_enter(driver.room, f"at the gate {number}", "", screen))
    yield "at the gate", driver.room
    driver = started_game("good-enough", NAMES[:3], rounds=3, tie_break="peel")
    win_rounds(driver, "BCC")
    yield "end", driver.room
    driver = started_game("good-enough", SHORT[:5], rounds=9, tie_break="peel")
    win_rounds(driver, "." * 9)
    yield "tie", driver.room


def rounds() -> Iterator[tuple[str, Room]]:
    """Yield states of games that go on."""
    driver = started_game("good-enough", NAMES, rounds=5)
    yield "nobody in", driver.room
    for seat, number in zip("1324", (7, 50, 37, 71), strict=True):
        driver.submit(seat, number)
        yield f"{seat} in", driver.room
    driver.do(HOST, submissions.ask_question, driver.round_id, "How many windows has this house?")
    yield "asked", driver.room
    yield "showdown", tie_of_three().room
    yield "flood", flooded(started_game("good-enough", NAMES)).room
    driver = open_room_with("good-enough", NAMES)
    driver.do(HOST, membership.add_player, "Oma")
    start_game(driver, rounds=5)
    yield "entry", driver.room
    driver = started_game("good-enough", crowd(30, short=True))
    for number in range(1, 27):
        driver.submit(str(number), number)
    yield "four of thirty", driver.room
    yield "sheet", started_game("mediocrity", NAMES).room
    driver = started_game("saichugen", NAMES[:3], dealt=True)
    driver.advance()
    yield "dealt", driver.room
    driver.do(device("2"), membership.leave_room)
    yield "stranded", driver.room
    yield "lists", started_game("good-enough", NAMES, entry="lists", nesting=[3, 2]).room


def long_rounds() -> Iterator[tuple[str, Room]]:
    """Yield states that come with time."""
    yield "never played", never_played(NAMES).room
    yield "never played, long", never_played(LONG[:6]).room


@pytest.mark.slow
@pytest.mark.parametrize("language", SCRIPTS)
@pytest.mark.parametrize("kind", MOST)
def test_the_desk_fits_every_screen_with_few_words_and_controls_and_one_thing_to_do(
    camera: Camera, kind: str, language: str
) -> None:
    most_controls, most_words = MOST[kind]
    faults, known = list[str](), set[str]()
    ago = timedelta(minutes=2 if kind == "long round" else 0)
    for name, room in {"lobby": lobbies, "round": rounds, "long round": long_rounds}[kind]():
        scene = Scene(name, room, (look("desk"),), ago)
        page = camera.show(Picture("", scene, HOST, "/host", SIZES[0], language))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            controls, words, found = page.evaluate(FAULTS)
            found += [f"{controls} controls"] * (controls > most_controls)
            found += [f"{words} words"] * (language == "en" and words > most_words)
            found += ["two things to do"] * (page.locator(".remote .press:visible").count() > 1)
            faults += [f"{name} {width} x {height}: {each}" for each in found]
        if language == "en" and not (kinds := kinds_on(page.content())) <= known:
            known |= kinds
            faults += violations(page)
    assert [] == faults


def type_for_oma(host: Page) -> None:
    expect(host.get_by_role("heading", name="What does Oma say?")).to_be_visible()
    host.get_by_label("Number", exact=True).fill("61")


@pytest.mark.slow
def test_what_is_typed_for_somebody_stays_while_others_send(evening: Evening) -> None:
    driver = open_room_with("good-enough", NAMES[:2])
    driver.do(HOST, membership.add_player, "Oma")
    start_game(driver, rounds=5)
    evening.put(driver)
    host, phones = evening.host(), evening.phones(2)
    type_for_oma(host)
    send(phones[0], 10)
    expect(host.locator(".desk-players .sleeps")).to_have_count(1)
    expect(host.get_by_label("Number", exact=True)).to_have_value("61")
    host.get_by_role("button", name="Send 61").click()
    expect(host.get_by_role("button", name="Don’t wait for Bob")).to_be_visible()
    assert [] == evening.complaints


@pytest.mark.slow
def test_adding_players_keeps_the_field_in_its_place_and_the_second_evening_starts_in_six_taps(
    evening: Evening,
) -> None:
    host = evening.of("keeper", f"http://localhost:{evening.server.port}/", viewport=PHONE)
    host.get_by_role("button", name="Start").click()
    host.goto(f"{host.url}/people")
    field = host.get_by_label("Name", exact=True)
    place = field.bounding_box()
    for name in ("Ann", "Bob", "Cyd", "Dan"):
        field.fill(name)
        host.get_by_role("button", name="Add player").click()
        host.get_by_role("link", name=name).wait_for()
        expect(field).to_have_value("")
        expect(field).to_be_focused()
        assert place == field.bounding_box()
    host.goto(f"http://localhost:{evening.server.port}/")
    for tap in (
        host.locator("label", has_text="Mediocrity").first,
        host.get_by_role("button", name="Start"),
        host.get_by_role("button", name="Ann and 3 others, as last time"),
        host.get_by_role("button", name="Start"),
    ):
        tap.wait_for()
        host.wait_for_timeout(700)  # a tap that comes sooner is meant for what stood there before
        tap.click()
    host.wait_for_url("**/host/sheet")
    assert [] == evening.complaints


@pytest.mark.slow
def test_after_a_question_and_a_reveal_the_desk_says_so_and_goes_on_to_the_next_round(
    evening: Evening,
) -> None:
    evening.put(started_game("good-enough", NAMES[:3], rounds=5))
    host, phones = evening.host(), evening.phones(3)
    host.locator("#more-summary").click()
    host.get_by_role("link", name="Ask a question none asked").click()
    host.get_by_label("Question").fill("How many windows?")
    host.get_by_role("button", name="Ask").click()
    expect(host.get_by_role("status").filter(has_text="All screens show the question.")).to_be_visible()
    for phone, number in zip(phones, (1, 5, 9), strict=True):
        send(phone, number)
    expect(host.get_by_text("Bob scores.")).to_be_visible()
    host.get_by_role("link", name="Round 2 of 5").click()
    expect(host.get_by_role("heading", name="Waiting for 3")).to_be_visible()
    assert [] == evening.complaints


@pytest.mark.slow
def test_the_desk_wakes_up_with_its_tv_and_a_drawer_stays_open(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", ()))
    host = evening.host()
    expect(host.get_by_role("heading", name="The TV is asleep")).to_be_visible()
    host.locator("#more-summary").click()
    evening.tv()
    expect(host.locator("#live h1")).to_have_text("Nobody is here")
    expect(host.get_by_role("link", name="People")).to_be_visible()
    assert [] == evening.complaints
