"""A host comes back: the rooms on the start page, and the all-time table, in a real browser."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_evening import axe_finds_nothing
from tests.support.room_driver import HOST, device
from tests.support.scenes import LONG
from tests.support.seeded_server import SeededServer
from tests.views.test_alltime import GAME, NAMES, driver_with

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def evenings(stage: SeededServer) -> str:
    """Put three evenings of one host on the stage, and return its address."""
    stage.put(driver_with(*GAME).room, timedelta(minutes=5))
    stage.put(driver_with(*GAME, names=("Ann", "Bobby", *NAMES[2:])).room, timedelta(days=20))
    stage.put(driver_with(*GAME, names=LONG[:5]).room, timedelta(days=400))
    return f"http://localhost:{stage.server.port}"


@pytest.fixture(params=[("dark", 320), ("light", 390), ("dark", 1280), ("light", 1280)], ids=str)
def page(
    request: pytest.FixtureRequest, chromium: Browser, stage: SeededServer, evenings: str
) -> Iterator[Page]:
    scheme, width = request.param
    context = chromium.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, base_url=evenings
    )
    context.add_cookies([{"name": "companion", "value": stage.cookie(HOST), "url": evenings}])
    yield context.new_page()
    context.close()


def fits(page: Page) -> None:
    """Check that a page is no wider than its screen, and that axe finds nothing."""
    assert page.viewport_size
    # a function is tried again where a page has just begun to load
    page.wait_for_function(
        "width => document.documentElement && document.documentElement.scrollWidth === width",
        arg=page.viewport_size["width"],
    )
    axe_finds_nothing(page)


def test_a_host_finds_its_rooms_joins_two_names_forgets_somebody_and_takes_both_back(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".rooms li")).to_have_count(3)
    expect(page.locator(".rooms li").first).to_contain_text("Tonight, ")
    fits(page)
    page.get_by_role("link", name="All time").click()
    expect(page.locator(".ever tbody tr")).to_have_count(11)
    expect(page.locator(".ever .hit")).to_have_count(1)
    fits(page)

    page.get_by_role("link", name="Two names, one person").click()
    fits(page)
    page.get_by_label("This name").select_option("Bobby")
    page.get_by_label("is the same person as").select_option("Bob")
    page.get_by_role("button", name="Go on").click()
    fits(page)
    page.get_by_role("button", name="One person").click()
    expect(page.locator(".ever tbody tr")).to_have_count(10)
    expect(page.locator(".ever")).to_contain_text("also Bobby")

    page.get_by_role("link", name="Forget somebody").click()
    page.get_by_label("Who?").select_option(LONG[0])
    page.get_by_role("button", name="Go on").click()
    fits(page)
    page.get_by_role("button", name="Forget ").click()
    expect(page.locator(".ever tbody tr")).to_have_count(9)
    fits(page)
    for left in (10, 11):
        page.get_by_role("button", name="Take back").first.click()
        expect(page.locator(".ever tbody tr")).to_have_count(left)

    page.get_by_role("link", name="Rooms").click()
    fits(page)
    page.get_by_role("link", name="Delete room").last.click()
    fits(page)
    page.get_by_role("link", name="Leave it as it is").click()
    page.get_by_role("link", name="Result of room").first.click()
    page.get_by_role("link", name="All time").click()
    page.wait_for_url("**/all-time")


def test_a_player_of_these_evenings_finds_none_of_it(
    chromium: Browser, stage: SeededServer, evenings: str
) -> None:
    context = chromium.new_context(base_url=evenings)
    context.add_cookies([{"name": "companion", "value": stage.cookie(device("1")), "url": evenings}])
    page = context.new_page()
    page.goto("/")
    expect(page.locator(".rooms")).to_have_count(0)
    page.goto("/all-time")
    expect(page.locator(".ever tbody tr")).to_have_count(0)
    context.close()
