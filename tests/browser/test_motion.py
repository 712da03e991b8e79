"""The animation of a reveal: points fly to names, rows move, phones wait, and nothing else moves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Evening, send
from tests.browser.test_evening import start_game
from tests.support.guest import Guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ("Ann", "Bob", "Cyd")

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().filter((each) => !each.hadRecentInput)))
  .observe({type: "layout-shift", buffered: true});
"""
"""Records layout shifts without input."""

BUZZES = "window.buzzes = []; navigator.vibrate = (pattern) => buzzes.push(pattern); 0"


@dataclass
class Party:
    """Players without browsers, and a host who reveals rounds."""

    host: Guest
    guests: Sequence[Guest]

    def play(self, at: str, *numbers: int) -> None:
        for guest, number in zip(self.guests, numbers, strict=True):
            assert guest.send(number, at).status == 200


@pytest.fixture
def party(evening: Evening) -> Party:
    """Three players at the start of a game of three rounds."""
    host = Guest(evening.server.url)
    host.start_room(rounds=3)
    evening.code = host.code
    guests = [Guest(evening.server.url) for _ in NAMES]
    for guest, name in zip(guests, NAMES, strict=True):
        guest.join(host.code, name)
    host.begin(rounds=3)
    return Party(host, guests)


def cards(evening: Evening) -> Guest:
    """Start a Median game of three players without phones, for whom the host enters cards."""
    host = Guest(evening.server.url)
    host.start_room(game="median")
    evening.code = host.code
    for name in NAMES:
        host.ask(f"/{host.code}/host/add", {"name": name})
    host.begin(game="median")
    return host


def lay(host: Guest, at: str, *cards: str) -> None:
    """Enter the cards of a round, in the order of the seats."""
    for seat, card in enumerate(cards, 1):
        host.ask(f"/{host.code}/host/show", {"number": f"{seat}:{card}", "at": at})


def at(page: Page, milliseconds: int) -> None:
    """Pause all animations at some time."""
    page.evaluate(
        "(time) => document.getAnimations().forEach((each) => { each.pause(); each.currentTime = time; })",
        milliseconds,
    )


def order(page: Page) -> list[str]:
    """Return the names of the scoreboard from top to bottom, as displayed."""
    found: list[str] = page.locator(".board .row").evaluate_all(
        """(rows) => rows.toSorted((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y)
             .map((row) => row.querySelector(".name").textContent)"""
    )
    return found


def seen(page: Page, selector: str) -> bool:
    found: bool = page.locator(selector).first.evaluate(
        "(each) => each.checkVisibility({opacityProperty: true, visibilityProperty: true})"
    )
    return found


def centre(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def revealed(page: Page, key: str) -> None:
    page.locator(f"#{key}").wait_for(state="attached")


def wait_until_settled(page: Page) -> None:
    """Wait until all animations have finished."""
    page.evaluate("Promise.allSettled(document.getAnimations().map((each) => each.finished)).then(() => 0)")


def moving(page: Page) -> int:
    """Count the animations that have not finished."""
    found: int = page.evaluate(
        "document.getAnimations().filter((each) => each.playState === 'running').length"
    )
    return found


def assert_settled(page: Page) -> None:
    """Check that no animation is left once the page is rendered."""
    page.wait_for_function(
        "!document.getAnimations().some((each) => each.playState === 'running')", timeout=1_500
    )


def test_D3_a_phone_shows_who_leads_when_the_TV_does(evening: Evening) -> None:
    host = Guest(evening.server.url)
    host.start_room(game="median")
    evening.code = host.code
    ann = evening.phone("Ann")
    for name in NAMES[1:]:
        host.ask(f"/{host.code}/host/add", {"name": name})
    host.begin(game="median")
    lay(host, "1.1", "3", "5", "9")
    revealed(ann, "outcome-reveal-1-1")
    expect(ann.locator("#waiting-1\\.2")).to_have_text("Bob leads.")
    at(ann, 3_700)
    assert not seen(ann, "#waiting-1\\.2")
    at(ann, 4_300)
    assert seen(ann, "#waiting-1\\.2")


def test_a_replay_has_the_same_animation(evening: Evening, party: Party) -> None:
    for number in (1, 2):
        party.play(f"1.{number}", 1, 5 if number == 2 else 9, 9 if number == 2 else 5)
    page = evening.page(evening.context(viewport={"width": 1280, "height": 720}))
    page.goto(evening.address("/result/1/2"))
    at(page, 3_799)
    assert ["Cyd", "Ann", "Bob"] == order(page)
    assert centre(page, ".flight b") == pytest.approx(centre(page, ".row[data-gain] .points"), abs=12)
    at(page, 60_000)
    assert ["Bob", "Cyd", "Ann"] == order(page)
    with page.expect_navigation():
        page.get_by_role("link", name="Replay").click()
    assert moving(page) > 0
    page.keyboard.press("Space")
    assert_settled(page)
    assert [] == evening.complaints


def test_a_phone_shows_its_outcome_when_the_TV_does(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    send(ann, 1)
    send(ben, 5)
    send(cid, 9)
    revealed(ann, "outcome-reveal-1-1")
    field = ann.get_by_label("Your number").bounding_box()
    at(ann, 3_700)
    assert (False, False) == (seen(ann, ".outcome"), seen(ann, ".board .row"))
    expect(ann.get_by_label("Your number")).to_be_editable()
    at(ann, 4_300)
    assert (True, True) == (seen(ann, ".outcome"), seen(ann, ".board .row"))
    assert field == ann.get_by_label("Your number").bounding_box()
    ben.reload()
    expect(ben.locator("html.js")).to_be_attached()
    assert (True, True) == (seen(ben, ".outcome"), seen(ben, ".board .row"))


def test_with_reduced_motion_a_phone_shows_its_outcome_at_once(evening: Evening, party: Party) -> None:
    dan = evening.phone("Dan", reduced_motion="reduce")
    party.play("1.1", 1, 9, 5)
    send(dan, 7)
    revealed(dan, "outcome-reveal-1-1")
    assert (True, True) == (seen(dan, ".outcome"), seen(dan, ".board .row"))


def test_a_phone_names_the_winner_when_the_TV_does(evening: Evening, party: Party) -> None:
    tv, dan = evening.tv(), evening.phone("Dan")
    for number in (1, 2, 3):
        party.play(f"1.{number}", 1, 9, 5)
        send(dan, 7)
    for page, headline in ((tv, ".act-two h1"), (dan, "h1 span:last-child")):
        page.locator(headline).wait_for(state="attached")
        begins = page.locator(headline).evaluate(
            """(each) => Math.max(...[each, each.closest("header > div") ?? each]
                 .flatMap((each) => each.getAnimations()).map((each) => each.effect.getTiming().delay))"""
        )
        at(page, begins)
        assert not seen(page, headline)
        at(page, begins + 700)
        assert seen(page, headline)
    dan.reload()
    expect(dan.get_by_role("heading", level=1)).to_have_text(re.compile("win"), use_inner_text=True)


@pytest.mark.parametrize(("number", "pattern"), [(5, [120]), (9, [40, 80, 40])], ids=["middle", "out"])
def test_a_phone_vibrates_once_when_its_outcome_is_shown(
    evening: Evening, party: Party, number: int, pattern: list[int]
) -> None:
    dan = evening.phone("Dan")
    dan.evaluate(BUZZES)
    send(dan, number)
    party.play("1.1", 1, 9, 4)
    revealed(dan, "outcome-reveal-1-1")
    assert [] == dan.evaluate("buzzes")
    wait_until_settled(dan)
    assert [pattern] == dan.evaluate("buzzes")
    party.guests[0].send(7, "1.2")
    expect(dan.get_by_text("1 of 4 are in")).to_be_visible()
    wait_until_settled(dan)
    assert [pattern] == dan.evaluate("buzzes")
    dan.add_init_script(BUZZES)
    dan.reload()
    wait_until_settled(dan)
    assert [] == dan.evaluate("buzzes")


def shifted(page: Page) -> float:
    found: float = page.evaluate("shifts.reduce((sum, each) => sum + each.value, 0)")
    return found


def test_the_layout_does_not_shift_during_a_round(evening: Evening) -> None:
    host, (ann, ben, cid) = start_game(evening)
    host.set_viewport_size(PHONE)
    field = ann.get_by_label("Your number")
    for number in (1, 2):
        field.fill("41")
        field.evaluate("(each) => each.setSelectionRange(0, 1)")
        for page in (ann, ben, cid, host):
            page.wait_for_timeout(600)  # shifts within half a second of a tap do not count
            page.evaluate(SHIFTS)
        ann.evaluate("scrollTo(0, 40)")
        send(ben, 10)
        if number == 2:
            evening.phone("Dot")
            expect(ann.get_by_text("Dot has joined")).to_be_attached()
        send(cid, 10)
        host.wait_for_timeout(700)  # an earlier tap does not count for the new round
        host.get_by_role("button", name="Close round").click()
        expect(ann.get_by_role("heading", name=f"Round {number + 1} of 5")).to_be_visible()
        wait_until_settled(ann)
        for page in (ann, ben, cid, host):
            assert shifted(page) < 0.05
        expect(field).to_have_value("41")
        expect(field).to_be_focused()
        assert [0, 1, 40] == field.evaluate("(each) => [each.selectionStart, each.selectionEnd, scrollY]")


def test_the_TV_of_a_locked_room_does_not_ask_to_scan(evening: Evening, party: Party) -> None:
    tv = evening.tv()
    expect(tv.locator(".qr")).to_be_visible()
    party.host.ask(f"/{evening.code}/host/lock", {"locked": "yes"})
    expect(tv.get_by_text("The room is locked: nobody new can join.")).to_be_visible()
    expect(tv.locator(".qr")).to_have_count(0)
