"""The stream updates a page to the same HTML as fetching it, for every player and after every action."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening
from tests.support.guest import Guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The page as it is and as it would be fetched now, without the state of this page only.
_BOTH = """async () => {
  const plain = (node) => {
    const copy = node.cloneNode(true);
    copy.querySelectorAll("[data-left]").forEach((each) => each.replaceChildren(each.dataset.left = "some"));
    for (const each of [copy, ...copy.querySelectorAll("*")]) {
      const OURS = ["style", "open", "data-seats", "data-who", "hidden", "aria-pressed", "data-begins"];
      const HOLD = ["data-hold-round", "data-hold", "data-hold-evening", "data-held", "data-told"];
      for (const name of [...OURS, ...HOLD]) each.removeAttribute(name);
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
        host.begin(rounds=3)
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


def host_actions(host: Guest) -> Iterator[Callable[[], object]]:
    """Yield the actions that a host can take in a round."""
    yield lambda: host.ask(f"/{host.code}/host/undo", {"number": undoable(host), "sure": "yes"})
    yield lambda: host.ask(f"/{host.code}/host/redo", {"number": undoable(host, "redo"), "sure": "yes"})
    yield lambda: host.ask(f"/{host.code}/host/ask", {"question": "How many?", "at": host.round_id("/host")})
    yield lambda: host.ask(f"/{host.code}/host/tell", {"truth": "34", "at": "1.1"})
    yield lambda: host.ask(f"/{host.code}/host/time", {"seconds": 600})
    yield lambda: host.ask(f"/{host.code}/host/pause", {"at": host.round_id("/host")})
    yield lambda: host.ask(f"/{host.code}/host/out", {"seat": "1"})
    yield lambda: host.ask(f"/{host.code}/host/in", {"seat": "1"})
    yield lambda: host.ask(f"/{host.code}/host/rename", {"seat": "1", "name": "Anna"})
    yield lambda: host.ask(f"/{host.code}/host/end", {"how": "count", "at": host.round_id("/host")})


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
    for event in host_actions(host):
        event()
        assert_up_to_date(host, tv, ann)
