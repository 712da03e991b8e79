"""Every page in both languages, light and dark: accessible according to axe, and usable when zoomed.

The pages are those that people come to on some evenings; each is shown without its scripts.
"""

import re
from collections.abc import Iterator, Mapping

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route

from companion.i18n.languages import LANGUAGES
from tests.support.visits import Visits, visited

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800)]

ZOOMED = {"width": 640, "height": 400}
"""The size of a window of 1280 by 800 at 200 %."""

ROOT = "http://party.lan"


@pytest.fixture(scope="module", params=LANGUAGES)
def evenings(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Visits:
    """Return all pages in a language."""
    return visited(tmp_path_factory.mktemp("evenings"), request.param)


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


def kinds_on(page: str) -> set[str]:
    """Return every kind of element with every class that is on a page; numbers make no difference."""
    return set(re.findall(r'<\w+(?: [^>]*?class="[^"]*")?', re.sub(r"\d", "", page)))


def differing(pages: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Return the numbers of pages that together have every kind of element with every class."""
    seen: set[str] = set()
    for number, (name, page) in enumerate(pages.items()):
        kinds = kinds_on(page)
        if not kinds <= seen and "<html" in page:
            seen |= kinds
            yield number, name


def test_axe_finds_nothing_on_any_page(evenings: Visits, page: Page) -> None:
    """Check dark pages with all rules of axe, light ones with those about colours."""
    found = []
    for number, name in differing(evenings.pages):
        page.emulate_media(color_scheme="dark")
        page.goto(f"{ROOT}/{number}")
        found += [f"{name}: {each}" for each in violations(page)]
        page.emulate_media(color_scheme="light")
        found += [
            f"{name}, light: {each}" for each in violations(page, "color-contrast", "link-in-text-block")
        ]
    assert not found, "\n".join(found)


def violations(page: Page, *rules: str) -> list[str]:
    """Return what axe finds with some or all of its rules."""
    options = {"runOnly": rules} if rules else {}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{each['id']} {node['html'][:120]}" for each in found for node in each["nodes"]]


def test_no_page_is_wider_than_the_window_at_200_percent(evenings: Visits, page: Page) -> None:
    wide = []
    for number, name in differing(evenings.pages):
        page.goto(f"{ROOT}/{number}")
        if page.evaluate("document.documentElement.scrollWidth") > ZOOMED["width"]:
            wide.append(name)
    assert [] == wide
