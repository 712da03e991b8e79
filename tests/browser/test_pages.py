"""Every page of whole evenings, without its scripts: accessible according to axe, and usable when zoomed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.axe import covering, violations
from tests.support.visits import Visits, visited

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800)]

ZOOMED = {"width": 640, "height": 400}
"""The size of a window of 1280 by 800 at 200 %."""

ROOT = "http://party.lan"


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Visits:
    """Return all pages in English; test_fits.py has those of other languages."""
    return visited(tmp_path_factory.mktemp("evenings"), "en")


@pytest.fixture(scope="module")
def page(chromium: Browser, evenings: Visits) -> Iterator[Page]:
    """Yield a browser page that gets the pages by number, and files from the application."""
    context = chromium.new_context(viewport=ZOOMED, device_scale_factor=2, reduced_motion="reduce")
    pages, files = [*evenings.pages.values()], evenings.clients.app.test_client()

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ROOT)
        if path.endswith(".js") or ".js?" in path or "stream" in path:
            route.abort()
        elif path.strip("/").isdecimal():
            route.fulfill(body=pages[int(path.strip("/"))], content_type="text/html; charset=utf-8")
        else:  # a style sheet, a font or a picture
            with files.get(path) as file:
                route.fulfill(status=file.status_code, body=file.data, content_type=file.content_type)

    context.route("**/*", answer)
    yield context.new_page()
    context.close()


def test_axe_finds_nothing_and_no_page_is_wider_than_the_window_at_200_percent(
    evenings: Visits, page: Page
) -> None:
    """Check dark pages with all rules of axe, light ones with those about colours."""
    found, names = list[str](), [*evenings.pages]
    for name in covering(evenings.pages):
        page.emulate_media(color_scheme="dark")
        page.goto(f"{ROOT}/{names.index(name)}")
        if page.evaluate("document.documentElement.scrollWidth") > ZOOMED["width"]:
            found.append(f"{name} is too wide")
        found += [f"{name}: {violation}" for violation in violations(page)]
        page.emulate_media(color_scheme="light")
        colours = violations(page, "color-contrast", "link-in-text-block")
        found += [f"{name}, light: {colour}" for colour in colours]
    assert not found, "\n".join(found)
