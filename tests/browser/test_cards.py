"""Cards in real browsers: laid on phones, a whole hand on small ones, and the light on the TV."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from companion.rules.results import Branch
from companion.screens.headings import latest_parts
from tests.browser.conftest import NAMES, Evening, go_on, tap
from tests.support.room_driver import RoomDriver, device, play_moments, start_game_driver
from tests.support.scenes import Scene, started_game
from tests.tools.screenshots import PHONES, TVS, Camera, Picture

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def choose(phone: Page, label: str) -> None:
    """Choose a card, which is not laid before a second tap confirms it."""
    phone.locator(".held .key:visible, .onward .go:visible").first.wait_for()
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
        expect(phone.locator("#own").get_by_text("Your card lies face down")).to_be_visible()
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
    driver = started_game("median", (*NAMES, "Dot"))
    driver.play_trick("low 3 3 5 9")
    evening.put(driver)
    tv, phones = evening.tv(), evening.phones(4)
    expect(tv.locator("#live .heap")).to_contain_text("next counts 2")
    for phone in phones[:2]:
        go_on(phone)
    expect(phones[1].get_by_text("Ann leads and calls high or low")).to_be_visible()
    tap(phones[0], "High")
    for phone, card in zip(phones, ("3", "3", "5", "9"), strict=True):
        lay(phone, card)
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
    parts = (node for moment in play_moments(driver, seed=1) for _, node in latest_parts(moment))
    ended = next(node for node in parts if isinstance(node, Branch) and node.finished)
    for seat in "123":
        page = camera.show(Picture("", Scene("", driver.room), device(seat), "", PHONES[0], "en"))
        told = f"{part} {'won' if seat in ended.winners else 'lost'}"
        assert told == page.evaluate(LARGEST_WORDS)


FOUR = ("Ann", "Bob", "Wilhelmina-Charlotte", "Dave")

IN_LIGHT = """(selector) => {
  const beam = document.querySelector("#live .beam"), box = beam.getBoundingClientRect();
  const style = getComputedStyle(beam);
  const skew = style.transform === "none" ? 0 : new DOMMatrix(style.transform).c;
  const [wide, high] = [beam.offsetWidth, beam.offsetHeight];
  const [left, top] = [beam.offsetLeft, box.top];
  return [...document.querySelectorAll(`#live ${selector}`)].map((card) => {
    const { left: x1, right: x2, top: y1, bottom: y2 } = card.getBoundingClientRect();
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2 - top];
    const centre = left + wide / 2 + y * skew;
    const half = 70 + (wide / 2 - 70) * (y / high);
    return Math.abs(x - centre) <= half;
  });
}"""


def shown(camera: Camera, game: str, *plays: str, **options: str) -> Page:
    """Show the TV after tricks, or after results where these are kept."""
    driver = started_game(
        game, FOUR[: len(plays[0].removeprefix("high").removeprefix("low").split())], **options
    )
    for play in plays:
        if options:
            driver.enter(*play.split())
        else:
            driver.play_trick(play)
    return camera.show(Picture("", Scene("", driver.room), "", "/tv", TVS[0], "en"))


RESULTS = {"keep": "results"}

LIT: dict[str, tuple[str, tuple[str, ...], dict[str, str], str, str]] = {
    "podium": ("saichugen", ("5S 9C KS",), {}, ".middle .card", ".outer .card"),
    "trapdoor": ("mediocrity", ("2 7 J Q",), {}, ".falling .card", ".outer .card"),
    "high": ("median", ("high 3C 8S 5D QH",), {}, ".middle .card", ".outer .card"),
    "low": ("median", ("low 3C 8S 5D QH",), {}, ".middle .card", ".outer .card"),
    "part": ("saichugen", ("5S 9C KS", "8H 3C KD", "JD 10D QD"), {}, ".winners .guest", ".side .guest"),
    "R1": ("mediocrity", ("0 1 2 2",), RESULTS, ".winners .card", ".side .guest"),
    "R2": ("saichugen", ("5 9 11",), RESULTS, ".winners .guest", ".side .guest"),
    "R3": ("median", ("0 1 0 0",), RESULTS, ".winners .guest", ".side .guest"),
}

"""What is played and how, who stands in the light, and who does not."""


@pytest.mark.parametrize(("game", "plays", "options", "middle", "outer"), LIT.values(), ids=LIT)
def test_only_the_middle_stands_in_the_light(
    camera: Camera, game: str, plays: tuple[str, ...], options: dict[str, str], middle: str, outer: str
) -> None:
    tv = shown(camera, game, *plays, **options)
    inside, outside = tv.evaluate(IN_LIGHT, middle), tv.evaluate(IN_LIGHT, outer)
    assert inside
    assert all(inside)
    assert outside
    assert not any(outside)


def test_M5_cards_that_fall_say_whose_they_are(camera: Camera) -> None:
    whose = shown(camera, "mediocrity", "4 4 K K").locator("#live .falling bdi:visible")
    assert whose.all_inner_texts() == list(FOUR)


@pytest.mark.parametrize(("plays", "options"), [("low 3H 5S 5C 9D", {}), ("0 0 0 0", RESULTS)])
def test_a_tied_round_leaves_the_lamp_off(camera: Camera, plays: str, options: dict[str, str]) -> None:
    tv = shown(camera, "median", plays, **options)
    assert not tv.locator("#live .beam").is_visible()
    assert tv.locator("#live .heap").is_visible()


SIZES = ({"width": 390, "height": 844}, {"width": 320, "height": 568})

TOUCHED = ".under .key, .under .calls button, .lay .send, .peek, #change"

HIDDEN = """([touched, least]) => [...document.querySelectorAll(touched)]
  .filter((each) => each.getClientRects().length)
  .filter((each) => {
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const at = document.elementFromPoint(x, y);
    const face = each.querySelector(".face");
    const inner = face ? face.getBoundingClientRect() : { left, right, top, bottom };
    const fits = left >= 0 && top >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5;
    const beside = inner.left >= left && inner.right <= right;
    const holds = beside && inner.top >= top - 1 && inner.bottom <= bottom + 1;
    const resting = each.closest(".resting");
    return !fits || !holds || width < least || height < least || !(resting || (at && each.contains(at)));
  })
  .map((each) => `${each.textContent.trim()} ${JSON.stringify(each.getBoundingClientRect())}`)"""

"""Lists what is not wholly on the screen, lies under something else, holds too little, or is too small."""

HANDS: dict[str, tuple[str, int, dict[str, Any], str, str, int]] = {
    "17 cards": ("saichugen", 3, {}, "", "1", 18),
    "15 cards, two laid": ("saichugen", 3, {}, "123123", "1", 18),
    "17 cards, one is sent": ("saichugen", 3, {}, "1", "1", 2),
    "13 cards": ("mediocrity", 4, {"dealt": False}, "", "1", 14),
    "5 cards": ("median", 3, {}, "", "1", 6),
    "5 cards, the leader calls": ("median", 4, {}, "", "1", 7),
    "13 cards, the leader calls": ("median", 4, {"hand": 13}, "", "1", 15),
    "17 cards, another leads": ("median", 3, {"hand": 17}, "", "2", 17),
    "11 numbered cards": ("good-enough", 3, {"entry": "cards", "cards": 60, "rounds": 10}, "", "1", 12),
}

"""Games, their players and options, which seats have laid a card, and what is touched on the phone of one."""


def deal(game: str, players: int, options: dict[str, Any], laid: str) -> RoomDriver:
    driver = start_game_driver(game, players, 3, **{"dealt": True, **options})
    for seat in laid:
        driver.submit(seat, next(key.card.text for key in driver.phone(seat).own.pad if key.playable))
    return driver


def open_hand(evening: Evening, driver: RoomDriver, seat: str, language: str) -> Page:
    """Open the phone of a seat, and go on to its cards."""
    evening.put(driver)
    page = evening.of(
        device(seat),
        evening.here(),
        viewport=SIZES[0],
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        extra_http_headers={"Accept-Language": language},
    )
    if driver.game.rounds and seat not in driver.game.hidden:
        page.locator(".onward .go").click()
    expect(page.locator("#own .top")).to_be_visible()
    return page


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("hand", HANDS)
def test_no_card_is_cut_or_covered(evening: Evening, hand: str, language: str) -> None:
    game, players, options, laid, seat, count = HANDS[hand]
    page = open_hand(evening, deal(game, players, options, laid), seat, language)
    expect(page.locator(TOUCHED).and_(page.locator(":visible"))).to_have_count(count)
    card = page.locator(".held .key:enabled")
    for is_chosen in (False, True):
        if is_chosen and count > 2 and card.count():
            card.last.click()
            expect(page.locator(".lay .send")).to_be_enabled()
        for size in SIZES:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert [] == page.evaluate(HIDDEN, [TOUCHED, 44])
            assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_was_sent_and_the_open_cards_are_not_cut_either(evening: Evening, language: str) -> None:
    page = open_hand(evening, deal("saichugen", 3, {}, "1231231"), "1", language)
    page.locator("#peek").click()
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        shown = page.locator(".peek .number").bounding_box()
        hands = page.locator(".open .hand").evaluate_all(
            "hands => hands.map((p) => [p.scrollWidth - p.clientWidth, p.offsetLeft + p.offsetWidth])"
        )
        assert shown is not None
        assert shown["y"] + shown["height"] <= size["height"]
        assert all(cut <= 0 and right <= size["width"] for cut, right in hands)
        assert 3 == len(hands)
