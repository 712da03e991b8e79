"""The first picture of the page to join: it needs no style sheet, no font and no script."""

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Evening
from tests.support.scenes import open_room_with

pytestmark = pytest.mark.browser

BOXES = """() => ["h1", ".typed", ".go", ".quiet", ".greets .guest"].map((each) => {
  const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
  const { color, backgroundColor } = getComputedStyle(document.querySelector(each));
  return [each, x, y, width, height, color, backgroundColor];
})"""
IS_PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("colours", ["dark", "light"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 664)])
def test_the_first_picture_waits_for_no_sheet_and_all_of_it_stays_where_it_is(
    evening: Evening, width: int, height: int, colours: str
) -> None:
    evening.put(open_room_with("good-enough", ("Ann", "Ben")))
    size = {"width": width, "height": height}
    page, sheets = evening.page(evening.context(viewport=size, color_scheme=colours)), list[Route]()

    def hold(route: Route) -> None:
        sheets.append(route)

    page.route("**/*.woff2*", lambda route: route.abort())
    page.route("**/*.css*", hold)
    page.goto(evening.address(), wait_until="commit")
    page.wait_for_function(IS_PAINTED)
    first = page.evaluate(BOXES)
    assert "complete" != page.evaluate("document.readyState")
    for each in sheets:
        each.continue_()
    page.wait_for_selector("html.js")
    assert first == page.evaluate(BOXES)


@pytest.mark.slow
def test_a_browser_that_is_too_old_keeps_the_plain_sheet_alone(evening: Evening) -> None:
    evening.put(open_room_with("good-enough", ("Ann", "Ben")))
    page = evening.page(evening.context())
    page.add_init_script("CSS.supports = () => false")
    page.goto(evening.address())
    page.wait_for_selector("html.old")
    assert 1 == page.locator("style, link[rel=stylesheet]").count()
