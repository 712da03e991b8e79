"""The stream makes a page the same as fetching it does, and who is in changes it without replacing it."""

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page, expect

from companion.room.commands.betting import place_bet
from tests.browser.conftest import NAMES, Evening, send
from tests.support.guest import Guest
from tests.support.scenes import started_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The page as it is and as it would be fetched now, without the state of this page only.
_BOTH = """async () => {
  const plain = (node) => {
    const copy = node.cloneNode(true);
    copy.querySelectorAll("[data-left]").forEach((each) => each.replaceChildren(each.dataset.left = "some"));
    for (const each of [copy, ...copy.querySelectorAll("*")]) {
      const OURS = ["style", "open", "data-seats", "data-who", "hidden", "aria-pressed", "data-begins"];
      const HOLD = ["data-hold-round", "data-hold", "data-held", "data-told"];
      for (const name of [...OURS, ...HOLD, "tabindex"]) each.removeAttribute(name);
      each.classList.remove("htmx-request", "htmx-settling", "htmx-added", "htmx-swapping", "chosen");
      if (!each.classList.length) each.removeAttribute("class");
    }
    const attributes = (each) => [...each.attributes].map((a) => `${a.name}=${a.value}`).sort().join(" ");
    const isSpace = (each) => each.nodeType === 3 && !each.data.trim();
    const text = (each) => [...each.childNodes].filter((child) => !isSpace(child)).map((child) =>
      child.nodeType === 3
        ? child.data.trim().replace(/\\s+/g, " ")
        : `<${child.tagName} ${attributes(child)}>${text(child)}`
    ).join("\\n");
    return attributes(copy) + text(copy);
  };
  const live = document.getElementById("live");
  const address = document.getElementById("own")?.dataset.address ?? location.pathname + location.search;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  const box = document.createElement("template");
  box.innerHTML = await answer.text();
  return [plain(box.content.querySelector("#live")), plain(live)];
}"""
_ASKED = """() =>
  performance.getEntriesByType("resource").filter((each) => each.initiatorType === "xmlhttprequest").length
"""


def join_players(evening: Evening, *names: str) -> Iterator[Guest]:
    """Join the room with players without browsers."""
    for name in names:
        guest = Guest(evening.server.url)
        guest.join(evening.code, name)
        yield guest


def assert_up_to_date(host: Guest, *pages: Page) -> None:
    """Check that these pages show the newest version as the server would."""
    newest = host.version()
    for page in pages:
        expect(page.locator("#live")).to_have_attribute("data-v", str(newest))
        fetched, streamed = page.evaluate(_BOTH)
        assert fetched == streamed


def start_guest_room(evening: Evening, game: str, **options: object) -> Guest:
    host = Guest(evening.server.url)
    host.start_room(game=game, **options)
    evening.code = host.code
    return host


def test_the_stream_updates_phones_and_the_TV_in_games_of_numbers(evening: Evening) -> None:
    host = start_guest_room(evening, "good-enough", rounds=3)
    tv, ann = evening.tv(), evening.phone("Ann")
    ben, cid = join_players(evening, "Ben", "Cid")
    assert_up_to_date(host, tv, ann)
    for _ in range(2):
        host.begin(rounds=3, tie_break="peel")
        assert_up_to_date(host, tv, ann)
        before = [page.evaluate(_ASKED) for page in (tv, ann)]
        for numbers in ((50, 50, 7), (3, 2, 1), (9, 80, 4)):
            ben.send(numbers[0])
            assert_up_to_date(host, tv, ann)
            cid.send(numbers[1])
            at = ann.locator("#own").get_attribute("data-place")
            ann.evaluate(
                "([at, number]) => fetch(location.pathname + '/number',"
                " {method: 'POST', body: new URLSearchParams({at, number})})",
                [at, str(numbers[2])],
            )
            expect(ann.locator("#own")).not_to_have_attribute("data-place", at or "")
            assert_up_to_date(host, tv, ann)
        assert before == [page.evaluate(_ASKED) for page in (tv, ann)]


def test_the_stream_updates_phones_after_a_trick(evening: Evening) -> None:
    evening.put(started_game("mediocrity", NAMES))
    phones = evening.phones()
    for phone in phones:
        phone.wait_for_timeout(500)  # taps on a card that has just appeared are ignored
        phone.locator(".key").first.click()
        phone.get_by_role("button", name="Lay the").click()
    for phone in phones:
        expect(phone.locator(".onward .go")).to_have_text("Next card")
        fetched, streamed = phone.evaluate(_BOTH)
        assert fetched == streamed


def host_actions(host: Guest) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the actions that a host can take in a round."""
    yield "undo", {"number": undoable(host), "sure": "yes"}
    yield "redo", {"number": undoable(host, "redo"), "sure": "yes"}
    yield "ask", {"question": "How many?", "at": host.round_id("/host")}
    yield "tell", {"truth": "34", "at": "1.1"}
    yield "time", {"seconds": 600}
    yield "pause", {"at": host.round_id("/host")}
    yield "out", {"seat": "1"}
    yield "in", {"seat": "1"}
    yield "rename", {"seat": "1", "name": "Anna"}
    yield "end", {"how": "count", "at": host.round_id("/host")}


def undoable(host: Guest, what: str = "undo") -> str:
    """Return the number of the event that the host screen offers to undo or redo."""
    page = host.page("/host").text
    return page.split(f'form="{what}" name="number" value="')[1].split('"')[0]


def test_the_stream_updates_phones_and_the_TV_after_actions_of_the_host(evening: Evening) -> None:
    host = start_guest_room(evening, "good-enough", rounds=5)
    tv, ann = evening.tv(), evening.phone("Ann")
    ben, cid = join_players(evening, "Ben", "Cid")
    host.begin(rounds=5)
    for guest, number in ((ben, 4), (cid, 9)):
        guest.send(number)
    host.close_round()
    assert_up_to_date(host, tv, ann)
    for action, form in host_actions(host):
        host.ask(f"/{host.code}/host/{action}", form)
        assert_up_to_date(host, tv, ann)


_COUNT = """() => {
  window.counted = { progress: 0, swaps: 0 };
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "live") window.counted.swaps += 1;
  });
}"""
"""Counts what the page is sent and what comes of it, from now on."""
_LISTEN = """
  window.EventSource = class extends EventSource {
    constructor(url) {
      super(url);
      this.addEventListener("progress", () => { if (window.counted) window.counted.progress += 1; });
    }
  };
"""


def listening(evening: Evening, path: str = "") -> Page:
    """Open a page that counts its progress events."""
    context = evening.context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.add_init_script(_LISTEN)
    page = evening.page(context)
    page.goto(evening.address(path))
    return page


def join(page: Page, name: str) -> Page:
    page.locator("#name").fill(name)
    page.locator("form:has(#name) button").first.click()
    expect(page.locator("#live")).to_have_attribute("data-seat", "1")
    return page


def send_in_turn(host: Guest, guests: Sequence[Guest], pages: Sequence[Page]) -> None:
    """Submit the guests' numbers, each after all pages show the one before."""
    for number, guest in enumerate(guests):
        assert guest.send(number).status == 200
        assert_up_to_date(host, *pages)


def test_numbers_of_others_change_a_phone_without_replacing_its_page(evening: Evening) -> None:
    host = start_guest_room(evening, "good-enough", rounds=3)
    ann = join(listening(evening), "Ann")
    guests = list(join_players(evening, "Ben", "Cid", "最中限", "Eva"))
    watcher, tv = listening(evening, "/watch"), evening.tv()
    host.begin(rounds=3)
    assert_up_to_date(host, ann, watcher, tv)
    for page in (ann, watcher):
        page.evaluate(_COUNT)
    ann.get_by_label("Your number").fill("12")
    send_in_turn(host, guests, (ann, watcher, tv))
    expect(ann.locator(".now .status")).to_contain_text("4 of 5")
    expect(ann.locator("#missing li")).to_have_count(1)
    for page in (ann, watcher):
        assert {"progress": 4, "swaps": 0} == page.evaluate("counted")
    expect(ann.get_by_label("Your number")).to_have_value("12")
    assert [] == evening.complaints


def test_who_bets_by_name_is_told_by_the_stream_what_a_page_that_is_opened_anew_says(
    evening: Evening,
) -> None:
    driver = started_game("good-enough", [f"P {number}" for number in range(1, 131)], rounds=3)
    for seat in range(1, 31):
        driver.do(f"other {seat}", place_bet, f"1.1.{seat}")
    for seat in range(2, 131):
        driver.submit(str(seat), seat % 90)
    evening.put(driver)
    watcher, (phone,) = listening(evening, "/watch"), evening.phones(1)
    watcher.get_by_label("A player’s name").fill("p 40")
    watcher.get_by_role("button", name="Bet").click()
    own = watcher.locator("#own")
    expect(own).to_have_text(re.compile(r"You are Watcher 31\.\s+You said P 40\."))
    expect(watcher.get_by_label("A player’s name")).to_have_value("")
    phone.get_by_label("Your number").fill("100")
    phone.get_by_label("Your number").press("Enter")
    told = watcher.locator(".told")
    expect(told).to_contain_text("You said P 40.")
    expect(own.locator("[data-said]")).to_be_hidden()
    streamed = told.inner_text()
    watcher.reload()
    assert streamed == told.inner_text()
    assert [] == evening.complaints


def test_numbers_leave_the_clock_of_the_round_alone(evening: Evening) -> None:
    host = start_guest_room(evening, "good-enough", rounds=3)
    host.ask(f"/{host.code}/host/time", {"seconds": 300})
    ann = listening(evening)
    ann.clock.install()
    join(ann, "Ann")
    ben, cid = join_players(evening, "Ben", "Cid")
    host.begin(rounds=3)
    assert_up_to_date(host, ann)
    ann.clock.fast_forward(30_000)
    clock = ann.locator(".clock [data-left]")
    expect(clock).to_have_text(re.compile(r"^2[0-6]\d$"))
    left = clock.get_attribute("data-left")  # as it was sent with the round
    assert ben.send(7).status == 200
    assert_up_to_date(host, ann)
    send(ann, 12)
    expect(ann.locator("#own")).to_have_attribute("data-phase", "sent")
    expect(clock).to_have_text(re.compile(r"^2[0-6]\d$"))
    assert left == clock.get_attribute("data-left")
    assert cid.send(8).status == 200
    expect(clock).not_to_have_text(re.compile(r"^2[0-6]\d$"))  # the next round has all of it
    assert [] == evening.complaints
