"""The score sheet in a browser of a phone's size: taps are counted, none is lost, and nothing moves."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.i18n.errors import Refused
from companion.i18n.languages import use_language
from companion.room.commands import corrections, membership, submissions
from companion.room.reducer import apply
from companion.screens.corrections import describe_changes
from companion.screens.sheet import entry_means
from tests.browser.axe import violations
from tests.browser.conftest import Evening, tap
from tests.support.backing_services import until
from tests.support.room_driver import HOST, RoomDriver, open_room_with
from tests.support.scenes import LONG, SCRIPTS, SHORT, start_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = (390, 664)
SMALL = (320, 568)
TABLET = (820, 1180)
SOON = 5_000
"""Ms within which a screen follows, on a busy computer too: one that does not follow never does."""

IS_REFUSED = re.compile(r"\bno\b")
COUNT_TAPS = """
window.taps = 0;
addEventListener("pointerdown", () => (window.taps += 1), true);
"""
BOXES = """() => {
  const parts = ".pad [data-key], .pad [data-does], .done, .tell, .scroller, thead";
  const boxes = [...document.querySelectorAll(parts)].map((each) => each.getBoundingClientRect());
  return boxes.map(({ left, top, width, height }) => [left, top, width, height].map(Math.round).join());
}"""
"""Returns where the keys, the line above them and the rows are."""

CUT = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const parts = ".sheethead *:not(.unseen), .pad button, .pad .key, .tell, .scroller, thead th, .open td";
  const out = all(parts).filter((each) => {
    const { left, top, right, bottom, width } = each.getBoundingClientRect();
    return width && (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5);
  });
  const wide = all(".pad button, .tied .key").filter((each) => each.scrollWidth > each.clientWidth + 1);
  const { scrollWidth, scrollHeight } = document.documentElement;
  const scrolls = scrollWidth > innerWidth || scrollHeight > innerHeight ? ["the page scrolls"] : [];
  return [...out, ...wide].map((each) => each.outerHTML.slice(0, 90)).concat(scrolls);
}"""
"""Returns what is not wholly on the screen, and what is wider than its key."""

LOW = """(least) => [...document.querySelectorAll(".pad button, .pad .key, .sheethead a, .sheethead button")]
  .filter((each) => each.offsetWidth && each.getBoundingClientRect().height < least - 0.5)
  .map((each) => each.outerHTML.slice(0, 90))"""
"""Returns what is too low for a thumb."""


def without_phones(game: str, names: Sequence[str], **options: Any) -> RoomDriver:
    """Open a room whose players have no phones, and start a game."""
    driver = open_room_with(game, ())
    for name in names:
        assert driver.do(HOST, membership.add_player, name)
    start_game(driver, **options)
    return driver


@dataclass
class Sheet:
    """A score sheet on a phone."""

    page: Page

    def touch(self, place: Locator) -> None:
        """Put a finger on an element as it lies there, whether it can be pressed or not."""
        box = place.bounding_box()
        assert box
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def tap(self, *keys: object) -> None:
        for key in keys:
            self.touch(self.page.locator(f'.pad [data-key="{key}"]'))

    def press(self, name: str) -> None:
        self.touch(self.page.get_by_role("button", name=name))

    def done(self) -> None:
        self.touch(self.page.locator(".done"))

    def choose(self, name: str) -> None:
        self.touch(self.page.locator(f'.open td[data-name="{name}"]'))

    def hold(self, path: str = "/host/sheet") -> Callable[[], None]:
        """Hold back the next request of this path, as of an entry; return the function that lets it go."""
        held: list[Route] = []
        self.page.route(f"**{path}", lambda route: held.append(route), times=1)  # noqa: PLW0108 - Playwright

        def let_go() -> None:
            for route in held:
                route.continue_()

        return let_go

    def values(self) -> list[str]:
        """Return what is entered for each player, as it stands there."""
        inner_texts = self.page.locator(".open td .value").all_inner_texts()
        return ["".join(value.split()) for value in inner_texts]

    @property
    def heading(self) -> Any:
        return expect(self.page.locator(".sheethead h1"))

    @property
    def said(self) -> Any:
        return expect(self.page.locator("#means"))

    @property
    def button(self) -> Any:
        return expect(self.page.locator(".done"))


Open = Callable[..., Sheet]


@pytest.fixture
def opened(evening: Evening) -> Iterator[Open]:
    """Return a function that opens the sheet of a room."""

    def open_sheet(driver: RoomDriver, size: tuple[int, int] = PHONE, **options: Any) -> Sheet:
        evening.put(driver)
        touching = {"has_touch": True, "viewport": {"width": size[0], "height": size[1]}, **options}
        return Sheet(evening.of(HOST, evening.here("/host/sheet"), COUNT_TAPS, **touching))

    yield open_sheet
    assert [] == [
        complaint for complaint in evening.complaints if not re.match("htmx:|Failed to load", complaint)
    ]


def mediocrity(*names: str) -> RoomDriver:
    return without_phones("mediocrity", names or ("Ann", "Bob", "Cyd", "Dan", "Eve"), keep="results")


def saichugen(**options: Any) -> RoomDriver:
    return without_phones("saichugen", ("Ann", "Bob", "Cyd"), **options)


ENTRIES = {
    "R1": (mediocrity, (0, 1, 4, 2, 3), ("0", "1", "4", "2", "3"), "Bob", "Hand 2"),
    "R2": (lambda: saichugen(keep="results"), "101112", ("10", "11", "12"), "Bob keeps 11", "Round 2 of 5"),
    "R3": (lambda: without_phones("median", SHORT[:4], keep="results"), (2,), None, "Bob", "Round 2"),
    "S": (saichugen, ("8H", "3C", "KS"), None, "", "trick 2"),
}
"""Who plays what; what is tapped, stands there, is said of it; and what comes next."""


@pytest.mark.parametrize(("make", "keys", "values", "said", "then"), ENTRIES.values(), ids=ENTRIES)
def test_what_is_known_of_a_round_is_entered_with_a_tap_for_each_part_and_done(
    opened: Open,
    make: Callable[[], RoomDriver],
    keys: Sequence[object],
    values: Sequence[str] | None,
    said: str,
    then: str,
) -> None:
    sheet = opened(make())
    sheet.tap(*keys)
    assert values is None or [*values] == sheet.values()
    sheet.said.to_contain_text(said)
    sheet.button.to_have_text("Done")
    sheet.done()
    sheet.heading.to_contain_text(then)
    assert len(keys) + 1 == sheet.page.evaluate("window.taps")


def test_R2_the_line_says_what_digits_mean_and_what_is_too_much_is_refused_where_it_is_typed(
    opened: Open,
) -> None:
    sheet = opened(saichugen(keep="results"))
    let_go = sheet.hold("/host/sheet/check")
    with sheet.page.expect_request("**/host/sheet/check"):
        for digit in (5, 9):
            sheet.tap(digit)
            sheet.press("Next")
        sheet.tap(1)
    sheet.tap(1)
    sheet.said.to_have_text("Bob keeps 9.")
    with sheet.page.expect_response("**/host/sheet/check"):
        let_go()  # an older answer comes later
    sheet.page.evaluate("() => new Promise((done) => setTimeout(done))")
    sheet.said.to_have_text("Bob keeps 9.")
    sheet.done()
    sheet.heading.to_contain_text("Round 2")
    sheet.tap(1)
    sheet.press("Next")
    sheet.tap(3, 9)
    sheet.said.to_have_text("38 is the most.")
    assert ["1", "3", ""] == sheet.values()
    sheet.tap(0, 8)
    assert ["1", "30", "8"] == sheet.values()
    sheet.choose("Bob")
    sheet.tap(2, 0)
    assert ["1", "20", "8"] == sheet.values()


def test_R2_the_second_digit_of_a_sum_that_is_too_much_is_not_the_next_players(opened: Open) -> None:
    sheet = opened(saichugen(keep="results"))
    sheet.tap(4, 5)
    sheet.said.to_have_text("39 is the most.")
    assert ["4", "", ""] == sheet.values()
    sheet.press("Next")
    sheet.tap(5)
    assert ["4", "5", ""] == sheet.values()


def test_taps_while_the_server_has_not_answered_count_for_the_next_hand_unless_it_refuses(
    opened: Open,
) -> None:
    sheet = opened(mediocrity("Ann", "Bob", "Cyd"))
    let_go = sheet.hold()
    sheet.tap(0, 1, 4)
    sheet.done()
    sheet.button.to_have_text("Sending …")
    sheet.done()  # pressed twice
    sheet.tap(3, 0)
    let_go()
    sheet.heading.to_contain_text("Hand 2")
    sheet.button.to_have_text("1 is missing")
    assert ["3", "0", ""] == sheet.values()
    sheet.choose("Bob")
    sheet.tap(1, 7)
    sheet.said.to_contain_text("out of cards")
    let_go = sheet.hold()
    sheet.done()
    sheet.button.to_have_text("Sending …")
    sheet.tap(9)
    let_go()
    sheet.said.to_contain_text("What was tapped since then does not count")
    sheet.said.to_have_class(IS_REFUSED)
    assert ["3", "1", "7"] == sheet.values()
    sheet.choose("Ann")
    sheet.tap(0)
    sheet.done()
    sheet.heading.to_contain_text("Hand 3")


def test_a_wrong_tap_is_taken_back_by_tapping_it_again_and_a_reload_keeps_what_was_entered(
    opened: Open,
) -> None:
    sheet = opened(mediocrity("Ann", "Bob", "Cyd"))
    sheet.tap(0, 1)
    sheet.choose("Bob")
    sheet.tap(1)
    assert ["0", "", ""] == sheet.values()
    sheet.tap(2, 4)
    assert ["0", "2", "4"] == sheet.values()
    sheet.tap(5)  # another key for the last one, whose turn it still is
    assert ["0", "2", "5"] == sheet.values()
    sheet.tap(5)
    sheet.button.to_have_text("1 is missing")
    sheet.page.reload()
    sheet.button.to_have_text("1 is missing")
    assert ["0", "2", ""] == sheet.values()
    sheet.tap(13)
    sheet.done()
    sheet.heading.to_contain_text("Hand 2")
    assert ["", "", ""] == sheet.values()
    sheet.tap(1)
    sheet.press("Clear")
    assert ["", "", ""] == sheet.values()


def test_nothing_moves_in_taps_a_refusal_a_reveal_and_an_undo_which_brings_the_entry_back(
    opened: Open,
) -> None:
    sheet = opened(mediocrity(), SMALL)
    first = sheet.page.evaluate(BOXES)
    for key in (1, 1, 4, 2, 3):
        sheet.tap(key)
        assert first == sheet.page.evaluate(BOXES)
    sheet.said.to_contain_text("out of cards")
    sheet.done()
    sheet.button.to_have_text("Done")
    assert first == sheet.page.evaluate(BOXES)
    sheet.choose("Ann")
    sheet.tap(0)
    sheet.done()
    sheet.heading.to_contain_text("Hand 2")
    assert first == sheet.page.evaluate(BOXES)
    sheet.press("Undo")
    sheet.heading.to_contain_text("Hand 1")
    assert first == sheet.page.evaluate(BOXES)
    assert ["0", "1", "4", "2", "3"] == sheet.values()
    sheet.choose("Bob")
    sheet.tap(5)
    sheet.done()
    sheet.heading.to_contain_text("Hand 2")


def test_D5_the_call_is_entered_with_the_cards(opened: Open) -> None:
    sheet = opened(without_phones("median", SHORT[:4]))
    sheet.tap("5", "8", "J", "Q")
    sheet.said.to_have_text("High or low?")
    sheet.done()
    sheet.heading.to_contain_text("Round 1")
    sheet.touch(sheet.page.get_by_text("Low", exact=True))
    sheet.said.to_have_text("Called low: Bob’s 8 wins.")
    sheet.done()
    sheet.heading.to_contain_text("Round 2")


def test_done_before_the_last_phone_is_in_says_whom_it_waits_for_and_goes_on_by_itself(
    opened: Open, evening: Evening
) -> None:
    driver = open_room_with("mediocrity", ("Ann",))
    for name in ("Bob", "Cyd"):
        assert driver.do(HOST, membership.add_player, name)
    start_game(driver)
    sheet = opened(driver)
    sheet.tap(7, "K")
    sheet.done()
    sheet.said.to_contain_text("Still to come: Ann.")
    [phone] = evening.phones(1)
    phone.locator(".held .key").first.wait_for()
    phone.get_by_role("button", name="ace", exact=True).click()
    with phone.expect_response("**/number") as answer:
        phone.get_by_role("button", name="Lay the").click()
    assert answer.value.ok
    sheet.heading.to_contain_text("trick 2")
    sheet.button.to_have_text("2 are missing")
    assert ["", "", ""] == sheet.values()
    sheet.said.not_to_contain_text("elsewhere")


def test_what_was_entered_is_said_to_be_gone_when_a_second_host_enters_the_round(opened: Open) -> None:
    driver = mediocrity("Ann", "Bob", "Cyd")
    sheet, other = opened(driver), opened(driver)
    sheet.tap(5, 6)
    other.tap(0, 1, 4)
    other.done()
    for each in (other, sheet):
        each.heading.to_contain_text("Hand 2")
    sheet.said.to_have_text("This round was entered elsewhere: what stood here does not count.")
    assert ["", "", ""] == sheet.values()


def test_cards_and_numbers_are_entered_with_the_keyboard_alone(opened: Open) -> None:
    sheet = opened(saichugen(), (1280, 800))
    press, write = sheet.page.keyboard.press, sheet.page.keyboard.type
    write("8h")
    write("10C")
    write("ks")
    assert ["8", "10", "K"] == sheet.values()
    sheet.page.locator(".open .who").nth(1).focus()
    expect(sheet.page.locator("td.here")).to_have_attribute("data-name", "Bob")
    press("Backspace")
    sheet.button.to_have_text("1 is missing")
    write("9c")
    press("Enter")
    sheet.heading.to_contain_text("trick 2")
    write("8h")
    sheet.said.to_contain_text("8 of hearts")
    sheet = opened(mediocrity("Ann", "Bob", "Cyd"), (1280, 800))
    for key in ("0", "1", "Enter", "1", "2"):  # a number that could go on waits for a digit or Enter (R1)
        sheet.page.keyboard.press(key)
    assert ["0", "1", "12"] == sheet.values()
    sheet.page.keyboard.press("Enter")
    sheet.heading.to_contain_text("Hand 2")


def test_what_is_refused_stands_when_the_sheet_hears_of_its_own_round(opened: Open) -> None:
    sheet, held = opened(saichugen(), (1280, 800)), list[Route]()

    def hold(route: Route) -> None:
        """Hold back what the stream's news are asked with."""
        held.append(route) if "hx-request" in route.request.headers else route.continue_()

    sheet.page.route("**/host/sheet", hold)
    sheet.page.keyboard.type("8h9cks")
    sheet.page.keyboard.press("Enter")
    sheet.said.to_have_text("Bob’s 9 stays open.")
    sheet.page.keyboard.type("8h")
    sheet.said.to_contain_text("8 of hearts")
    until(lambda: sheet.page.wait_for_timeout(20) or bool(held), "the stream brings nothing")
    with sheet.page.expect_response(lambda answer: "hx-request" not in answer.request.headers) as refresh:
        held[0].continue_()
    refresh.value.finished()
    sheet.page.wait_for_timeout(200)
    sheet.said.to_contain_text("8 of hearts", timeout=100)


FOCUS = """() => {
  const each = document.activeElement, styles = [getComputedStyle(each), getComputedStyle(each, "::after")];
  if (each.matches("input")) styles.push(getComputedStyle(each.nextElementSibling));
  return styles.some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
}"""
"""Returns whether the focus is seen: on the element, on its box, or on the tile of a radio button."""


def test_tab_comes_to_everything_and_the_focus_is_always_seen(opened: Open) -> None:
    sheet = opened(without_phones("saichugen", SHORT[:3], keep="results"), (1280, 800))
    names = []
    while "Done" not in names and not any("missing" in name for name in names):
        assert len(names) < 40
        sheet.page.keyboard.press("Tab")
        assert sheet.page.evaluate(FOCUS), sheet.page.evaluate("document.activeElement.outerHTML")
        names.append(
            sheet.page.evaluate("document.activeElement.closest('button, a, label').textContent.trim()")
        )
    assert any("Ann" in name for name in names)


def swallow(route: Route) -> None:
    """Let a form arrive, and lose the answer."""
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
    route.abort()


def test_an_entry_without_a_connection_is_kept_and_goes_by_itself_and_counts_once(opened: Open) -> None:
    sheet = opened(mediocrity("Ann", "Bob", "Cyd"))
    sheet.page.route("**/host/sheet", swallow)
    sheet.tap(0, 1, 4)
    sheet.done()
    sheet.said.to_contain_text("It is kept")
    sheet.page.unroute("**/host/sheet")
    sheet.heading.to_contain_text("Hand 2")
    sheet.page.reload()
    sheet.heading.to_contain_text("Hand 2")
    sheet.tap(0, 1)
    sheet.page.context.set_offline(True)
    sheet.tap(4)
    sheet.done()
    sheet.said.to_contain_text("It is kept")
    assert ["0", "1", "4"] == sheet.values()
    sheet.page.context.set_offline(False)
    sheet.heading.to_contain_text("Hand 3")
    expect(sheet.page.locator("#link")).to_be_hidden()
    assert 2 == sheet.page.locator("tbody tr:not(.open)").count()


KINDS: Mapping[str, Callable[[Sequence[str]], RoomDriver]] = {
    "hands": lambda names: without_phones("mediocrity", names[:8], keep="results"),
    "sums": lambda names: without_phones("saichugen", names[:3], keep="results"),
    "winners": lambda names: without_phones("median", names[:8], keep="results", hand=4),
    "cards": lambda names: without_phones("saichugen", names[:3]),
    "points": lambda names: without_phones("mediocrity", names[:8], keep="points"),
    "calls": lambda names: without_phones("median", names[:8], hand=4),
}

SCREENS = (PHONE, (568, 320), (844, 390), TABLET, (1280, 800), SMALL)


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark")])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_cut_on_any_screen_even_with_the_longest_names_and_axe_finds_nothing(
    opened: Open, kind: str, language: str, scheme: str
) -> None:
    names, least = [*LONG, "Kim", "Lea"], 35 if kind == "cards" else 44
    sheet = opened(KINDS[kind](names), SMALL, locale=language, color_scheme=scheme)
    for width, height in SCREENS if language == "en" else (SMALL,):
        sheet.page.set_viewport_size({"width": width, "height": height})
        sheet.page.locator(".pad .key, .pad [data-key]").first.wait_for()
        assert [] == sheet.page.evaluate(CUT), (width, height)
        assert (width, height) != PHONE or [] == sheet.page.evaluate(LOW, least)
    if kind != "points":  # nobody's point is an entry too
        sheet.done()
        sheet.said.to_have_class(IS_REFUSED)
        assert [] == sheet.page.evaluate(CUT)
    assert [] == violations(sheet.page)


READABLE = """() => {
  const [span, tell, row, view] = ["#means > span", ".tell", ".open", ".scroller"]
    .map((each) => document.querySelector(each));
  const [text, box, open, rows] = [span, tell, row, view].map((each) => each.getBoundingClientRect());
  const head = document.querySelector("thead th").getBoundingClientRect();
  const lies = getComputedStyle(span).writingMode === "horizontal-tb" ? [] : ["not horizontal"];
  if (text.top < box.top || text.bottom > box.bottom) lies.push("cut");
  if (tell.scrollHeight > tell.clientHeight + 1) lies.push("too high");
  if (span.scrollWidth > span.clientWidth + 1) lies.push("too wide");
  if (open.bottom > rows.bottom + 1 || open.top < head.bottom - 1) lies.push("it covers the open row");
  const { bottom } = document.querySelector(".done").getBoundingClientRect();
  if (bottom > innerHeight) lies.push("it moves the keys");
  return lies.map((each) => `${each}: ${span.textContent}`);
}"""
"""Returns what is wrong with the sentence that is said."""


def sentences(driver: RoomDriver, language: str) -> Iterator[str]:
    """Yield what the server says of entries and corrections in a room of these names."""
    with use_language(language):
        names = [driver.room.name(seat) for seat in driver.game.record.players]
        for takers in (1, 2, len(names) - 1):
            plays = {seat: str(int(int(seat) <= takers)) for seat in driver.game.record.players}
            event = submissions.enter_plays(driver.room, HOST, driver.round_id, plays)
            after = apply(driver.room, event, HOST)
            yield " ".join(entry_means(driver.room, after))
            yield describe_changes(driver.room, after)[0]
        yield str(Refused("Still missing: {players}", players=tuple(names)))


def answer(body: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=body)


@pytest.mark.parametrize("language", SCRIPTS)
@pytest.mark.parametrize("players", range(3, 9))
def test_a_sentence_is_always_readable_beside_the_open_row_and_moves_no_key(
    opened: Open, players: int, language: str
) -> None:
    names = [f"{name} {'m' * (19 - len(name))}" for name in SHORT[:players]]
    driver = without_phones("mediocrity", names, keep="points", target=9)
    sheet = opened(driver, SMALL, locale=language)
    words = sheet.page.evaluate("({ ...document.querySelector('#entry').dataset })")
    longest = {
        "{name}": names[0],
        "{names}": ", ".join(names[:3]) + " …",
        "{card}": "The queen of diamonds",
        "{most}": "13",
    }
    kept = [
        words[each] for each in ("next", "change", "lies", "too", "lacks", "waits", "late", "dropped", "over")
    ]
    said = [re.sub(r"{\w+}", lambda found: longest[found[0]], each) for each in kept]
    for number, sentence in enumerate([*said, *sentences(driver, language)]):
        body = f'<p class="message" id="means">{sentence}</p>'
        sheet.page.route("**/check", answer(body), times=1)
        sheet.tap(1 + number % players)
        sheet.said.to_have_text(sentence)
        for width, height in (SMALL, PHONE, TABLET):
            sheet.page.set_viewport_size({"width": width, "height": height})
            assert [] == sheet.page.evaluate(READABLE), (width, height)
        sheet.page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
        sheet.press("Undo" if language == "en" else "元に戻す")


WRITTEN = """(rows) => rows.map((row) => {
  const copy = row.cloneNode(true);
  for (const each of copy.querySelectorAll(".unseen, label, .old[hidden]")) each.remove();
  return [...copy.children].map((each) => each.textContent).join(" ");
})"""
"""Returns what is written in rows, a text each."""


def rows(sheet: Sheet) -> list[str]:
    """Return the rows as they are written, the open one too."""
    texts = sheet.page.locator("tbody tr").evaluate_all(WRITTEN)
    return [" ".join(text.split()) for text in texts]


def points(sheet: Sheet) -> list[str]:
    return [" ".join(text.split()) for text in sheet.page.locator("thead .total").all_inner_texts()]


def played(*hands: Sequence[int], **options: Any) -> RoomDriver:
    driver = without_phones("mediocrity", ("Ann", "Bob", "Cyd", "Dan"), keep="results", **options)
    for each in hands:
        driver.enter(*each)
    return driver


FOUR = ((0, 2, 4, 1), (3, 0, 1, 5), (2, 1, 0, 6), (0, 3, 2, 2))


def test_a_cell_of_a_hand_two_back_is_corrected_in_three_taps_after_the_line_has_said_what_changes(
    opened: Open,
) -> None:
    sheet = opened(played(*FOUR), SMALL)
    sheet.tap(7)
    sheet.touch(sheet.page.locator("tbody tr").nth(2).locator("td").nth(1))
    sheet.button.to_have_text("Correct hand 3")
    assert rows(sheet)[2] == "3 2 1 0 6"
    assert sheet.page.evaluate("location.search") == "?correct=3&seat=2"
    sheet.tap(3)
    sheet.said.to_have_text("Then Ann has the point, and not Bob.")
    assert points(sheet) == ["01", "10", "2", "2"]
    assert rows(sheet)[2] == "3 2 13 0 6"
    sheet.touch(sheet.page.locator(".done"))
    sheet.heading.to_contain_text("Hand 5")
    assert points(sheet) == ["1", "0", "2", "2"]
    assert ["7", "", "", ""] == sheet.values()
    assert 4 == sheet.page.evaluate("window.taps")


SENT: Mapping[str, tuple[Callable[[], RoomDriver], Sequence[Sequence[object]], Sequence[object]]] = {
    "results": (lambda: mediocrity("Ann", "Bob", "Cyd"), ((0, 2, 5), (3, 0, 1), (2, 4, 0)), (1, 0, 6)),
    "points": (lambda: without_phones("mediocrity", SHORT[:4], keep="points"), ((1,), (2, 3)), (4,)),
    "takers": (lambda: without_phones("median", SHORT[:4], keep="results"), ((1,), ("none",)), (2,)),
}
"""Who plays what, what was entered, and what had been forgotten before the first of it."""


@pytest.mark.parametrize("kind", SENT)
def test_what_was_sent_stands_in_no_hand_again_after_a_forgotten_one_was_put_in(
    opened: Open, kind: str
) -> None:
    make, entries, forgotten = SENT[kind]
    sheet = opened(make())
    for number, entry in enumerate(entries, 1):
        sheet.tap(*entry)
        sheet.done()
        expect(sheet.page.locator("tbody tr:not(.open)")).to_have_count(number)
    sheet.touch(sheet.page.locator("tbody th a").first)
    sheet.touch(sheet.page.get_by_role("link", name="One was forgotten before it"))
    sheet.button.to_have_attribute("data-done", "Put it in")
    sheet.tap(*forgotten)
    sheet.done()
    expect(sheet.page.locator("tbody tr:not(.open)")).to_have_count(len(entries) + 1)
    for _ in range(2):
        assert {""} == {*sheet.values()}
        expect(sheet.page.locator(".pad input:checked")).to_have_count(0)
        sheet.button.to_have_attribute("aria-disabled", "true")
        sheet.page.reload()


def test_what_is_typed_stays_while_another_sheet_puts_a_forgotten_hand_in(opened: Open) -> None:
    driver = played(*FOUR)
    sheet, other = opened(driver), opened(driver)
    sheet.tap(7, 0)
    other.touch(other.page.locator("tbody th a").first)
    other.touch(other.page.get_by_role("link", name="One was forgotten before it"))
    other.button.to_have_text("4 are missing")
    other.tap(0, 1, 4, 5)
    other.done()
    for each in (other, sheet):
        each.heading.to_contain_text("Hand 6")
    assert ["7", "0", "", ""] == sheet.values()
    sheet.tap(3, 3)
    sheet.done()
    sheet.heading.to_contain_text("Hand 7")


def test_who_is_the_second_to_send_a_hand_is_told_and_has_nothing_of_it_in_the_next(opened: Open) -> None:
    driver = mediocrity("Ann", "Bob", "Cyd")
    first, second = opened(driver), opened(driver)
    second.tap(0, 2, 5)
    second.page.route("**/stream*", lambda route: route.abort())
    let_go = second.hold()
    second.done()
    first.tap(0, 1, 4)
    first.done()
    first.heading.to_contain_text("Hand 2")
    let_go()
    second.heading.to_contain_text("Hand 2")
    second.said.to_have_text("This hand is already revealed.")
    assert ["", "", ""] == second.values()


def test_what_was_typed_is_said_to_be_gone_where_the_hand_was_entered_while_an_old_one_was_open(
    opened: Open,
) -> None:
    driver = played(*FOUR)
    sheet, other = opened(driver), opened(driver)
    sheet.tap(7)
    sheet.touch(sheet.page.locator("tbody tr").nth(1).locator("td a").first)
    sheet.button.to_contain_text("hand 2")
    other.tap(0, 1, 4, 5)
    other.done()
    expect(sheet.page.locator("tbody tr")).to_have_count(5)
    sheet.touch(sheet.page.get_by_role("link", name="Leave it"))
    sheet.heading.to_contain_text("Hand 6")
    sheet.said.to_have_text("This round was entered elsewhere: what stood here does not count.")
    assert ["", "", "", ""] == sheet.values()


def test_leaving_a_row_that_was_typed_in_changes_nothing(opened: Open) -> None:
    sheet = opened(played(*FOUR))
    sheet.touch(sheet.page.locator("tbody tr").nth(0).locator("td").nth(3))
    sheet.button.to_have_text("Correct hand 1")
    sheet.tap(9)
    sheet.touch(sheet.page.get_by_role("link", name="Leave it"))
    sheet.heading.to_contain_text("Hand 5")
    assert points(sheet) == ["0", "1", "2", "2"]


def test_a_forgotten_hand_is_put_in_and_another_one_struck_and_counted_again(opened: Open) -> None:
    sheet = opened(played(*FOUR))
    sheet.touch(sheet.page.locator("tbody th a").nth(1))
    sheet.touch(sheet.page.get_by_role("link", name="One was forgotten before it"))
    sheet.button.to_have_text("4 are missing")
    sheet.tap(0, 1, 4, 5)
    sheet.said.to_contain_text("Bob")
    sheet.done()
    sheet.heading.to_contain_text("Hand 6")
    assert [row.split()[1:] for row in rows(sheet)[1:3]] == [["0", "1", "4", "5"], ["3", "0", "1", "5"]]
    assert points(sheet) == ["0", "2", "2", "2"]
    sheet.touch(sheet.page.locator("tbody th a").nth(1))
    sheet.touch(sheet.page.get_by_role("button", name="Strike it"))
    sheet.heading.to_contain_text("Hand 5")
    assert points(sheet) == ["0", "1", "2", "2"]
    expect(sheet.page.locator("tr.struck")).to_have_count(1)
    sheet.touch(sheet.page.locator("tr.struck th a"))
    sheet.touch(sheet.page.get_by_role("button", name="Let it count again"))
    sheet.heading.to_contain_text("Hand 6")


def test_a_forgotten_hand_needs_nobody_who_came_later_and_is_put_in_once_where_the_answer_was_lost(
    opened: Open,
) -> None:
    driver = played(*FOUR)
    driver.do(HOST, membership.add_player, "Zoe")
    sheet = opened(driver)
    sheet.tap(7)
    sheet.touch(sheet.page.locator("tbody th a").nth(1))
    sheet.touch(sheet.page.get_by_role("link", name="One was forgotten before it"))
    sheet.button.to_have_text("4 are missing")
    sheet.page.route("**/host/sheet", swallow)
    sheet.tap(0, 1, 4, 5)
    sheet.said.to_contain_text("Bob")
    sheet.done()
    sheet.said.to_contain_text("It is kept")
    sheet.page.evaluate("document.querySelector('#entry [name=shown]').value = 5")  # as an update does
    sheet.page.unroute("**/host/sheet")
    sheet.heading.to_contain_text("Hand 6")
    assert ["7", "", "", "", ""] == sheet.values()
    expect(sheet.page.locator("tbody tr:not(.open)")).to_have_count(5)


def test_a_cell_that_is_corrected_elsewhere_meanwhile_is_said_to_be_and_not_overwritten(opened: Open) -> None:
    driver = played(*FOUR)
    sheet, other = opened(driver), opened(driver)
    for each in (sheet, other):
        each.touch(each.page.locator("tbody tr").nth(1).locator("td a").nth(2))
        each.button.to_contain_text("hand 2")
    other.tap(7)
    other.done()
    other.heading.to_contain_text("Hand 5")
    sheet.said.to_have_text("This round was entered elsewhere: what stood here does not count.")
    assert ["3", "0", "7", "5"] == sheet.values()


def test_whoever_only_hears_the_sheet_is_told_who_has_the_point_and_what_a_cell_does(opened: Open) -> None:
    sheet = opened(played(*FOUR[:1], target=1))
    cell = sheet.page.get_by_role("link", name="1, point: correct Dan, hand 1")
    expect(cell).to_have_count(1)
    expect(sheet.page.get_by_role("link", name="Change hand 1")).to_have_count(1)
    expect(sheet.page.get_by_role("columnheader", name="Ann wins")).to_contain_text("0 points")
    expect(sheet.page.locator("thead th").nth(3)).to_contain_text("1 point")


def insight(sheet: Sheet) -> bool:
    """Return whether the row for which keys count is wholly in sight."""
    return bool(
        sheet.page.evaluate("""() => {
          const [row, view, head] = [".open", ".scroller", "thead th"]
            .map((each) => document.querySelector(each).getBoundingClientRect());
          return row.top >= head.bottom - 1 && row.bottom <= view.bottom + 1;
        }""")
    )


def test_keys_count_for_a_row_that_is_in_sight(opened: Open) -> None:
    sheet = opened(played(*FOUR * 4, target=99), SMALL)
    scroll = "(top) => { document.querySelector('.scroller').scrollTop = top; }"
    sheet.page.evaluate(scroll, -9999)
    sheet.touch(sheet.page.locator("tbody tr").nth(1).locator("td a").first)
    sheet.button.to_contain_text("hand 2")
    assert insight(sheet)
    sheet.touch(sheet.page.get_by_role("link", name="Leave it"))
    sheet.heading.to_contain_text("Hand 17")
    assert insight(sheet)
    sheet.page.evaluate(scroll, -9999)
    assert not insight(sheet)
    sheet.tap(3)
    assert insight(sheet)
    assert ["3", "", "", ""] == sheet.values()


def test_R5_who_goes_home_is_not_asked_and_who_comes_plays_from_the_next_hand(opened: Open) -> None:
    sheet = opened(played(*FOUR))
    sheet.touch(sheet.page.locator("thead a").first)
    sheet.said.to_have_text("Who plays on?")
    sheet.touch(sheet.page.get_by_role("button", name="Dan"))
    expect(sheet.page.get_by_role("button", name="Dan", pressed=False)).to_be_visible()
    sheet.done()
    sheet.button.to_have_text("3 are missing")
    sheet.tap(0, 1, 4)
    sheet.button.to_have_text("Done")
    sheet.done()
    sheet.heading.to_contain_text("Hand 6")
    assert rows(sheet)[4] == "5 0 1 4 not here"
    sheet.touch(sheet.page.locator("thead a").first)
    name = sheet.page.get_by_role("textbox", name="Name")
    name.fill("E" * 21)
    sheet.touch(sheet.page.get_by_role("button", name="Add"))
    sheet.said.to_have_class(IS_REFUSED)
    expect(name).to_have_value("E" * 21)
    name.fill("Eve")
    sheet.touch(sheet.page.get_by_role("button", name="Add"))
    expect(sheet.page.get_by_role("button", name="Eve", pressed=True)).to_be_visible()
    expect(name).to_have_value("")
    sheet.done()
    sheet.button.to_have_text("4 are missing")
    assert rows(sheet)[0] == "1 0 2 4 1 not yet"
    assert rows(sheet)[1] == "2 3 0 1 5"
    assert points(sheet) == ["0", "2", "2", "2", "0"]


def test_R5_in_a_hand_that_is_open_again_whoever_was_not_there_is_cleared(opened: Open) -> None:
    driver = played(FOUR[0])
    driver.do(HOST, corrections.reopen_round, "1.1")
    sheet = opened(driver)
    sheet.choose("Dan")
    sheet.press("Clear")
    sheet.button.to_have_text("Done")
    sheet.done()
    sheet.heading.to_contain_text("Hand 2")
    assert ["0", "2", "4"] == rows(sheet)[0].split()[1:4]
    expect(sheet.page.locator("tbody tr").first).to_contain_text("not here")


def test_R6_only_the_point_takes_two_taps_a_hand_and_a_second_done_is_not_nobodys_point(opened: Open) -> None:
    sheet = opened(without_phones("mediocrity", SHORT[:4], keep="points"))
    sheet.tap(2)
    sheet.said.to_contain_text("gets the point")
    sheet.done()
    sheet.heading.to_contain_text("Hand 2")
    sheet.page.wait_for_timeout(800)  # after which Done is no double press
    sheet.button.to_have_attribute("aria-disabled", "true")
    sheet.done()
    sheet.said.to_have_text("Who gets the point?")
    sheet.said.to_have_class(IS_REFUSED)
    sheet.tap("none")
    sheet.said.to_have_text("Nobody gets the point.")
    sheet.done()
    sheet.heading.to_contain_text("Hand 3")
    assert rows(sheet)[1] == "2 nobody’s point"
    assert 5 == sheet.page.evaluate("window.taps")


def test_R6_nobody_is_chosen_beside_nobody_and_undo_takes_it_back(opened: Open) -> None:
    sheet = opened(without_phones("mediocrity", SHORT[:4], keep="points"))
    sheet.tap(2, 3, "none")
    assert ["", "", "", ""] == sheet.values()
    expect(sheet.page.locator("#undo")).to_contain_text("Nobody")
    sheet.tap(1)
    assert ["1", "", "", ""] == sheet.values()
    sheet.tap("none")
    sheet.press("Undo")
    sheet.button.to_have_attribute("aria-disabled", "true")
    sheet.heading.to_contain_text("Hand 1")


def test_R6_of_the_rounds_taken_no_more_can_be_entered_than_are_left(opened: Open) -> None:
    sheet = opened(without_phones("median", SHORT[:4], keep="totals"))
    sheet.tap(2, 5, 3, 4)
    sheet.said.to_have_text("3 is the most.")
    assert ["2", "5", "3", ""] == sheet.values()
    sheet.tap(3)
    sheet.done()
    expect(sheet.page.locator(".won h2")).to_contain_text("wins")


def test_the_last_row_is_in_sight_also_without_a_script_and_a_tablet_shows_twelve(
    opened: Open, evening: Evening
) -> None:
    driver = played(*FOUR[:2] * 7, target=99)
    inside = """() => {
      const view = document.querySelector(".scroller").getBoundingClientRect();
      const head = document.querySelector("thead").getBoundingClientRect().bottom;
      return [...document.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect())
        .filter(({ top, bottom }) => top >= head - 1 && bottom <= view.bottom + 1).length;
    }"""
    last = "() => document.querySelector('.open').getBoundingClientRect().bottom"
    for size in (SMALL, PHONE, TABLET):
        sheet = opened(driver, size)
        assert sheet.page.evaluate(last) <= sheet.page.evaluate(
            "document.querySelector('.scroller').getBoundingClientRect().bottom + 1"
        )
        assert size != TABLET or 12 <= sheet.page.evaluate(inside)
        assert 0 == sheet.page.evaluate("document.querySelector('.scroller').scrollTop")
    plain = evening.of(
        HOST, evening.here("/host/sheet"), viewport={"width": 390, "height": 664}, java_script_enabled=False
    )
    box = plain.locator(".open").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 664


WHOLE = {
    "mediocrity": (("Ann", "Bob", "Cyd"), {"target": 2}, [(0, 1, 4), (2, 0, 5), (0, 3, 1), (1, 0, 2)]),
    "saichugen": (("Ann", "Bob", "Cyd"), {"rounds": 3}, ["151014", "100011", "0012"]),
    "median": (("Ann", "Bob", "Cyd", "Dan"), {"hand": 1, "lowest": "J"}, [(1,), ("none",), (2,), (2,)]),
}


@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_game_is_kept_without_leaving_the_sheet_and_the_next_one_starts_there(
    opened: Open, game: str
) -> None:
    names, options, entries = WHOLE[game]
    sheet = opened(without_phones(game, names, keep="results", **options))
    sheet.page.evaluate("window.same = true")
    for number, entry in enumerate(entries, 1):
        for key in entry:
            sheet.tap(key)
        sheet.done()
        sheet.page.locator(f"tbody tr:not(.open) >> nth={number - 1}").wait_for()
    expect(sheet.page.locator(".won h2")).to_contain_text("win")
    expect(sheet.page.locator("thead .lit")).not_to_have_count(0)
    sheet.touch(sheet.page.get_by_role("button", name="Next game"))
    expect(sheet.page.locator("tbody tr")).to_have_count(1)
    assert sheet.page.evaluate("window.same")


def test_two_sheets_the_desk_and_the_tv_follow_an_end_and_the_next_game_wherever_it_begins(
    opened: Open, evening: Evening
) -> None:
    driver = without_phones("mediocrity", ("Ann", "Bob", "Cyd"), keep="results", target=1)
    one, other = opened(driver), opened(driver)
    desk, tv = evening.host(), evening.tv()
    for where in (other.page, desk):
        one.tap(0, 1, 4)
        one.done()
        for page in (one.page, other.page):
            expect(page.locator(".won h2")).to_contain_text("win", timeout=SOON)
        expect(tv.locator("main")).to_contain_text("Ann", timeout=SOON)
        tap(where, "Next game")
        for each in (one, other):
            expect(each.page.locator("#entry")).to_be_visible(timeout=SOON)
            expect(each.page.locator("tbody tr")).to_have_count(1, timeout=SOON)
            assert ["", "", ""] == each.values()
        expect(desk.locator("main")).to_contain_text("Hand 1", timeout=SOON)
    one.tap(0)
    other.tap(1, 0, 4)
    other.done()
    expect(one.page.locator(".won h2")).to_contain_text("win", timeout=SOON)


def test_undo_names_the_cell_that_was_typed_then_what_was_corrected_and_takes_back_just_that(
    opened: Open,
) -> None:
    sheet = opened(played(*FOUR[:2]))
    undo = sheet.page.locator("#undo")
    expect(undo).to_contain_text("hand 2")
    sheet.tap(5, 0)
    expect(undo).to_contain_text("Bob\u2069 0")
    sheet.press("Undo")
    assert ["5", "", "", ""] == sheet.values()
    sheet.press("Undo")
    sheet.touch(sheet.page.locator("tbody tr").nth(0).locator("td").nth(1))
    sheet.button.to_have_text("Correct hand 1")
    sheet.tap(6)
    sheet.done()
    sheet.heading.to_contain_text("Hand 3")
    expect(undo).to_contain_text("in hand 1")
    sheet.press("Undo")
    expect(sheet.page.locator("tbody tr").nth(0)).to_contain_text("2")
    assert rows(sheet)[:2] == ["1 0 2 4 1", "2 3 0 1 5"]
