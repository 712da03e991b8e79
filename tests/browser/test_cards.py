"""Laying cards on phones and on the host screen, in real browsers."""

import pytest
from playwright.sync_api import Page, Route, expect

from companion.rules.results import Branch
from companion.screens.headings import latest_parts
from tests.browser.conftest import NAMES, Evening, go_on, tap
from tests.support.room_driver import device, play_moments
from tests.support.scenes import Scene, started_game
from tests.tools.screenshots import PHONES, Camera, Picture

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def choose(phone: Page, label: str) -> None:
    """Choose a card, which is not laid before a second tap confirms it."""
    phone.locator(".held .key:visible, .onward a:visible").first.wait_for()
    go_on(phone)
    phone.get_by_role("button", name=label, exact=True).wait_for()
    phone.wait_for_timeout(400)  # taps on a card that has just appeared are ignored
    phone.get_by_role("button", name=label, exact=True).click()


def test_each_phone_shows_its_own_hand_and_all_cards_turn_at_once(evening: Evening) -> None:
    driver = started_game("median", NAMES, dealt=True)
    driver.advance()
    evening.put(driver)
    tv, phones = evening.tv(), evening.phones()
    for phone in phones:
        expect(phone.locator(".key")).to_have_count(5)
    hands = [
        set(phone.locator(".key").evaluate_all("keys => keys.map((key) => key.value)")) for phone in phones
    ]
    assert 15 == len(set.union(*hands))
    ann, ben, cid = phones
    expect(ben.get_by_text("Ann leads.")).to_be_visible()
    for phone in (ann, ben):
        phone.wait_for_timeout(500)
        phone.locator(".key").first.click()
        phone.get_by_role("button", name="Lay the").click()
        expect(phone.get_by_text("Your card lies face down")).to_be_visible()
    laid = [sorted(hand)[0] for hand in hands]
    assert not any(f'value="{card}"' in tv.content() for card in laid)
    cid.wait_for_timeout(500)
    cid.locator(".key").first.click()
    cid.get_by_role("button", name="Lay the").click()
    expect(tv.locator("#live .laid .card")).to_have_count(3)
    assert [] == evening.complaints


SECOND_TAP = """() => {
  const stage = document.querySelector("main");
  const king = () => stage.querySelector(".key[value=K]:enabled");
  new MutationObserver((_, observer) => {
    if (stage.querySelector("#own").dataset.place !== "1.2" || !king()) return;
    observer.disconnect();
    king().click();
    document.querySelector(".lay .send").click();
    document.body.dataset.tapped = "again";
  }).observe(stage, { childList: true, subtree: true });
}"""


def test_a_second_tap_that_hits_the_next_trick_before_the_response_lays_no_card(evening: Evening) -> None:
    evening.put(started_game("mediocrity", NAMES))
    ann, ben, cid = evening.phones()
    for phone, card in ((ann, "2"), (ben, "7")):
        lay(phone, card)

    def late(route: Route) -> None:
        port = evening.server.port
        answer = route.fetch(
            url=f"http://127.0.0.1:{port}/{evening.code}/number",
            headers={**route.request.headers, "host": f"party.lan:{port}"},
        )
        expect(cid.locator("body")).to_have_attribute("data-tapped", "again")
        route.fulfill(response=answer)

    cid.route("**/number", late)
    cid.evaluate(SECOND_TAP)
    lay(cid, "king")
    go_on(cid)
    expect(cid.get_by_text("0 of 3 are in")).to_be_visible()
    assert [] == evening.complaints


def lay(phone: Page, rank: str) -> None:
    """Tap a card and wait until it is laid or the trick is revealed."""
    choose(phone, rank)
    with phone.expect_response("**/number") as sent:
        phone.get_by_role("button", name="Lay the").click()
    assert sent.value.ok


def test_D5_D6_a_median_game_of_four_has_calls_and_a_pool(evening: Evening) -> None:
    evening.put(started_game("median", (*NAMES, "Dot")))
    tv, phones = evening.tv(), evening.phones(4)
    for call in ("Low", "High"):
        for phone in phones[:2]:
            phone.locator(".calls:visible, .resting:visible, .onward a:visible").first.wait_for()
            go_on(phone)
        expect(phones[1].get_by_text("Ann leads and calls high or low")).to_be_visible()
        tap(phones[0], call)
        for phone, card in zip(phones, ("3", "3", "5", "9"), strict=True):
            lay(phone, card)
        if call == "Low":
            expect(tv.locator("#live .heap")).to_contain_text("next counts 2")
    expect(phones[2].locator(".outcome")).to_contain_text("Your 5 wins 2 rounds")
    expect(tv.locator("#live")).to_contain_text("1 from the pool")
    assert [] == evening.complaints


LARGEST_WORDS = """() => [...document.querySelectorAll("main *")]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim().length > 2))
  .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((each) => !each.closest(".unseen, svg"))
  .map((each) => [parseFloat(getComputedStyle(each).fontSize), each.textContent.trim()])
  .reduce((largest, each) => (each[0] > largest[0] ? each : largest))[1]"""


@pytest.mark.parametrize(
    ("game", "options", "part"),
    [("mediocrity", {"target": 2}, "Hand"), ("saichugen", {"games": 2, "rounds": 2}, "Round")],
)
def test_the_largest_words_after_the_last_trick_tell_who_won_the_hand_or_the_round(
    camera: Camera, game: str, options: dict[str, object], part: str
) -> None:
    driver = started_game(game, ("Ann", "Ben", "Cid"), **options)
    parts = (node for each in play_moments(driver, seed=1) for _, node in latest_parts(each))
    ended = next(node for node in parts if isinstance(node, Branch) and node.finished)
    for seat in "123":
        page = camera.show(Picture("", Scene("", driver.room), device(seat), "", PHONES[0], "en"))
        page.evaluate("sessionStorage.clear()")
        page.reload()
        told = f"{part} {'won' if seat in ended.winners else 'lost'}"
        assert told == page.evaluate(LARGEST_WORDS)
