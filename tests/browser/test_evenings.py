"""A host comes back: the rooms on the start page, and the all-time table, in a real browser."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_evening import axe_finds_nothing
from tests.support.room_driver import HOST
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


@pytest.fixture(params=[("dark", 320), ("light", 1280)], ids=str)
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


def test_a_host_finds_its_rooms_and_the_table_and_can_forget_somebody(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".rooms li")).to_have_count(3)
    expect(page.locator(".rooms li").first).to_contain_text("Tonight, ")
    fits(page)
    page.get_by_role("link", name="All time").click()
    expect(page.locator(".ever tbody tr")).to_have_count(11)
    expect(page.locator(".ever .hit")).to_have_count(3)  # they have won most
    fits(page)

    page.get_by_role("link", name="Forget somebody").click()
    page.get_by_label("Who?").select_option(LONG[0])
    page.get_by_role("button", name="Go on").click()
    fits(page)
    expect(page.get_by_role("button", name="Forget ")).to_be_visible()
    page.get_by_role("link", name="Leave it as it is").click()

    page.get_by_role("link", name="Rooms").click()
    fits(page)
    page.get_by_role("link", name="Delete room").last.click()
    fits(page)
    page.get_by_role("link", name="Leave it as it is").click()
    page.get_by_role("link", name="Result of room").first.click()
    page.get_by_role("link", name="All time").click()
    page.wait_for_url("**/all-time")
