"""What the TV reads aloud: an evening can be followed by ear, and nothing is heard before it is told."""

import re
from collections.abc import Iterator, Sequence
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from companion.room.commands import room_control
from companion.room.state import Room
from companion.rules import games
from companion.screens.evening import evening_view
from companion.screens.headings import latest_parts
from tests.browser.conftest import Evening
from tests.browser.test_door import ask
from tests.support.contract_games import short_game
from tests.support.room_driver import HOST, RoomDriver, device, play_moments
from tests.support.scenes import PLAYS, SCRIPTS, SHORT, rounds_won, start_game, started_game, win_rounds

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SPEED = 100
"""How much faster the clock of a page goes that is read aloud."""

VOICES = f"""
window.stay = window.setTimeout;
window.setTimeout = (act, ms = 0) => stay(act, ms < 30_000 ? ms / {SPEED} : ms);  // not that of the stream
window.heard = [];
window.lasts = 1500;
window.voices = ["ja-JP ours", "en_US far", "en_GB near"].map((each) => {{
  const [lang, name] = each.split(" ");
  return {{ lang, name, localService: name !== "far" }};
}});
for (const name of ["announced", "passed"])
  document.addEventListener(`tv:${{name}}`, ({{ detail }}) => heard.push(["told", detail.dataset.key]));
window.saying = null;
window.SpeechSynthesisUtterance = function (text) {{ this.text = text; }};
Object.defineProperty(window, "speechSynthesis", {{ configurable: true, value: {{
  get speaking() {{ return saying !== null; }},
  getVoices: () => voices,
  cancel() {{ saying = null; }},
  speak(utterance) {{
    const {{ text, lang, voice }} = utterance;
    heard.push([saying ? "over another" : "said", text, lang, voice.name]);
    saying = utterance;
    setTimeout(() => {{ if (saying === utterance) saying = null; utterance.onend(); }}, lasts);
  }},
}} }});
"""
"""Voices that take their time, and keep what they say and what the TV has told."""

NO_STREAM = """
window.EventSource = function () {};
Object.assign(EventSource.prototype, { addEventListener() {}, close() {} });
"""

FEED = """(pages) => {
  for (const html of pages) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("live");
    companion.merge.replace(document.adoptNode(fresh));
  }
}"""
"""Brings states to the page as its stream does, one right after another."""

LISTEN = """async () => {
  const isPlaying = () => document.documentElement.classList.contains("playing");
  do await new Promise((resolve) => stay(resolve, 15));
  while (saying || isPlaying());
  return heard.splice(0);
}"""
"""Returns what is heard until the TV rests."""

RESULTS = """(html) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  return [...page.getElementById("scenes").content.children].map((scene) => {
    const heading = [...scene.querySelectorAll("h1")].pop();
    for (const each of heading.querySelectorAll("br")) each.replaceWith(" ");
    const isResult = !("passing" in scene.dataset || scene.dataset.scene.endsWith("title"));
    const words = heading.textContent.replace(/[\\s\\u2066-\\u2069]+/g, " ").trim();
    return [scene.dataset.key, isResult ? words : ""];
  });
}"""
"""Returns the key of each scene, and its heading if that is a result."""

Heard = list[list[str]]
"""What was heard: `told` with the key of a scene, or `said` with words, their language and the voice."""


def whole_evening(game: str) -> Iterator[Room]:
    """Play a game twice, finish the evening, and decide it; yield the room after every step."""
    options = short_game(games.GAMES[game]).options
    driver = started_game(game, SHORT[: min(PLAYS[game][0])], **options)
    yield from played_out(driver, 0)
    start_game(driver, **options)
    yield from played_out(driver, 1)
    driver.do(HOST, room_control.finish_evening)
    yield from played_out(driver, 2)


def played_out(driver: RoomDriver, seed: int) -> Iterator[Room]:
    """Play a game to its end; yield the room when only one is missing at first, and after each reveal."""
    before = None
    for game in play_moments(driver, seed):
        now = len(game.reveals), not game.reveals and len(game.thinking) == 1
        if now != before:
            yield driver.room
        before = now
    yield driver.room


def winners_of(room: Room) -> set[str]:
    """Return who has won the round, what ended with it, and the evening, as far as that is told by names."""
    game, evening = room.current_game, evening_view(room)
    assert game is not None
    ended = [part for part in (game.root, *(part for _, part in latest_parts(game))) if part.finished]
    winners = [*(part.winners for part in ended), evening.seats if evening and evening.is_over else ()]
    return {room.name(seat) for seats in winners if len(seats) < 4 for seat in seats}


def faults_of(heard: Heard, results: Sequence[tuple[str, str]], language: str) -> Iterator[str]:
    """Yield what is read over something else, by another voice, or not when its scene has told it."""
    voices = {"en": "near", "ja": "ours"}
    yield from (f"over another: {entry}" for entry in heard if entry[0] == "over another")
    yield from (
        f"in another voice: {entry}" for entry in heard if entry[0] == "said" and voices[entry[2]] != entry[3]
    )
    for number, (key, result) in enumerate(results):
        at = heard.index(["told", key]) if ["told", key] in heard else len(heard)
        earlier = [other for _, other in results[:number]]
        before, after = ([entry[1] for entry in part] for part in (heard[:at], heard[at:]))
        if result and result not in after:
            yield f"not read: {key}: {result}"
        if result in before and result not in earlier:
            yield f"too early: {key}: {result}"


def open_reading(evening: Evening, room: Room, language: str = "en") -> Page:
    """Open a TV that reads aloud, and gets what it shows from the test."""
    evening.code = evening.site.put(room)
    tv = evening.of("tv", evening.here(f"/tv?lang={language}"), VOICES + NO_STREAM, reduced_motion="reduce")
    tv.keyboard.press("v")
    tv.evaluate(LISTEN)
    return tv


def feed(evening: Evening, tv: Page, *rooms: Room, language: str = "en") -> dict[str, str]:
    """Bring rooms to the TV; return the keys and results of the scenes of the last one."""
    pages = [evening.site.page(f"/{evening.site.put(room)}/tv?lang={language}") for room in rooms]
    tv.evaluate(FEED, pages)
    return dict(tv.evaluate(RESULTS, pages[-1]))


@pytest.mark.parametrize(("game", "language"), [*zip(PLAYS, cycle(SCRIPTS), strict=False)])
def test_a_whole_evening_is_read_aloud_and_no_result_before_it_is_told(
    evening: Evening, game: str, language: str
) -> None:
    first, *rooms = whole_evening(game)
    tv = open_reading(evening, first, language)
    known: dict[str, str] = {}
    for room in rooms:
        told = feed(evening, tv, room, language=language)
        heard = tv.evaluate(LISTEN)
        fresh = [(key, result) for key, result in told.items() if key not in known]
        known |= told
        said = " ".join(entry[1] for entry in heard)
        assert [] == [*faults_of(heard, fresh, language)]
        assert not fresh or {name for name in winners_of(room) if name not in said} == set(), heard
    assert [] == evening.complaints


def said_by(tv: Page) -> list[str]:
    """Return what a TV reads until it rests."""
    return [entry[1] for entry in tv.evaluate(LISTEN) if entry[0] == "said"]


def rooms_of(driver: RoomDriver, winners: str) -> Iterator[Room]:
    """Yield a room as it is, and after rounds with these winners."""
    yield driver.room
    for winner in winners:
        win_rounds(driver, winner)
        yield driver.room


SPEAK_ON = "lasts = 1500; const { onend } = saying; saying = null; onend();"
"""Ends the sentence that `lasts` long."""


def test_what_comes_while_something_is_read_loses_no_result_but_old_headlines(evening: Evening) -> None:
    driver = started_game("good-enough", SHORT[:3], rounds=3, tie_break="peel")
    first, *rooms = rooms_of(driver, "ABB")
    start_game(driver, rounds=3)
    tv = open_reading(evening, first)
    tv.evaluate("lasts = 1e6")
    feed(evening, tv, *rooms, *rooms_of(driver, "C"))
    expect(tv.locator("html")).not_to_have_class(re.compile("playing"))
    tv.evaluate(SPEAK_ON)
    said = [words for words in said_by(tv) if words not in ("50, 50: out", "60")]
    told = [
        "Ann is the middle",
        "Bob is the middle",
        "Bob is the middle",
        "Ann wins",
        "The most mediocre player",
    ]
    assert [*told, "Cyd is the middle", "Round 2 of 3: now on your phone"] == said


def test_a_result_that_was_undone_is_not_read_and_is_read_when_it_comes_again(evening: Evening) -> None:
    before, revealed = rooms_of(started_game("good-enough", SHORT[:3], rounds=3), "A")
    tv = open_reading(evening, before)
    tv.evaluate("lasts = 1e6")
    feed(evening, tv, revealed)
    expect(tv.locator("#live .next")).to_be_visible()
    feed(evening, tv, before)
    tv.evaluate(SPEAK_ON)
    assert ["Ann is the middle", "Be the middle"] == said_by(tv)
    feed(evening, tv, revealed)
    assert ["Ann is the middle", "50, 50: out", "60"] == said_by(tv)[:3]


def test_it_reads_from_the_key_V_on_and_after_a_reload_only_what_is_new(evening: Evening) -> None:
    driver = rounds_won("A", rounds=9)
    evening.put(driver)
    tv, state = evening.tv(VOICES), "data-state"
    switch = tv.locator("#speech")
    expect(switch).to_have_attribute(state, "off")
    assert [] == play(evening, tv, "1.2")
    tv.keyboard.press("v")
    expect(switch).to_have_text("Read aloud: on V", use_inner_text=True)
    switched, *said = play(evening, tv, "1.3")
    assert "Read aloud: on" == switched
    assert "Bob is the middle" in said
    tv.reload()
    expect(switch).to_have_attribute(state, "blocked")
    assert [] == said_by(tv)
    tv.evaluate("lasts = 1e6")
    tv.keyboard.press("Escape")
    tv.evaluate("lasts = 1500; const { onerror } = saying; saying = null; onerror({ error: 'not-allowed' });")
    expect(switch).to_have_attribute(state, "blocked")
    tv.evaluate("heard.splice(0)")
    tv.mouse.click(300, 300)
    expect(switch).to_have_attribute(state, "on")
    assert ["Read aloud: on"] == said_by(tv)
    second = tv.context.new_page()
    second.goto(tv.url)
    second.keyboard.press("x")
    expect(second.locator("#speech")).to_have_attribute(state, "off")
    switch.click()
    assert [] == play(evening, tv, "1.4")
    tv.reload()
    expect(switch).to_have_attribute(state, "off")
    assert [] == evening.complaints


def play(evening: Evening, tv: Page, at: str) -> list[str]:
    """Play a round that Bob wins, and return what the TV reads of it."""
    for seat in "123":
        ask(evening, device(seat), "/number", at=at, number=60 if seat == "2" else 50)
    expect(tv.locator("#live .next")).to_contain_text(f"Round {int(at[2:]) + 1}")
    return said_by(tv)


LATE_VOICE = """
  voices.push({ lang: "en", name: "late", localService: true });
  speechSynthesis.onvoiceschanged();
"""


def test_without_a_voice_of_its_own_for_the_language_it_says_so_and_stays_silent(evening: Evening) -> None:
    evening.put(rounds_won("A", rounds=5))
    tv = evening.tv(f"{VOICES}; voices.pop();")
    tv.keyboard.press("v")
    switch = tv.locator("#speech")
    expect(switch).to_have_text("No voice for this language.V")
    assert [] == play(evening, tv, "1.2")
    tv.evaluate(LATE_VOICE)
    expect(switch).to_have_attribute("data-state", "on")
    assert "Bob is the middle" in play(evening, tv, "1.3")
    assert [] == evening.complaints


def test_a_browser_that_cannot_speak_has_no_switch_for_it(evening: Evening) -> None:
    evening.put(rounds_won("A", rounds=5))
    tv = evening.tv(f"{VOICES}; delete window.speechSynthesis;")
    tv.keyboard.press("v")
    expect(tv.locator("#sound")).to_be_visible()
    expect(tv.locator("#speech")).to_be_hidden()
    assert [] == evening.complaints
