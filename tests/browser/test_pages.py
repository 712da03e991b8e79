"""Pages with every kind of element: accessible according to axe, and usable when zoomed.

They are few of all screens in all states, and, without their scripts, of the pages of whole evenings.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.axe import kinds_on, violations
from tests.browser.test_door import FULL_STORAGE, NO_STORAGE, REFUSED_STORAGE
from tests.support.clients import Clients
from tests.support.drawn_pages import drawn
from tests.support.made_once import made_once
from tests.support.scenes import PLAYS
from tests.support.seeded_server import SeededServer
from tests.support.texts import cover
from tests.support.visits import visited
from tests.tools.screenshots import Camera

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800)]

ZOOMED = {"width": 640, "height": 400}
"""The size of a window of 1280 by 800 at 200 %."""

ROOT = "http://party.lan"


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return all pages of whole evenings in English."""

    def make(folder: Path) -> None:
        (folder / "pages.json").write_text(json.dumps(visited(folder / "evenings", "en").pages))

    pages: dict[str, str] = json.loads(
        (made_once(tmp_path_factory, "visits", make) / "pages.json").read_text()
    )
    return pages


@pytest.fixture(scope="module")
def page(
    chromium: Browser, evenings: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """Yield a browser page that gets the pages by number, and files from an application."""
    context = chromium.new_context(viewport=ZOOMED, device_scale_factor=2, reduced_motion="reduce")
    pages, files = [*evenings.values()], Clients(tmp_path_factory.mktemp("files")).app.test_client()

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


T = TypeVar("T")


def covering(offers: Sequence[tuple[T, frozenset[str]]]) -> Iterator[T]:
    """Yield few of the offers that have every kind of element between them."""
    return cover(frozenset[str]().union(*(kinds for _, kinds in offers)), offers)


@pytest.fixture(scope="module")
def kinds(evenings: dict[str, str]) -> dict[str, frozenset[str]]:
    """Return the kinds of elements on each page of the evenings."""
    return {name: kinds_on(page) for name, page in evenings.items() if "<html" in page}


def open_page(page: Page, evenings: dict[str, str], name: str) -> Page:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{ROOT}/{[*evenings].index(name)}")
    return page


def complaints(page: Page, name: str) -> Iterator[str]:
    """Yield what axe finds on a dark page, and about colours on a light one; a TV is always dark."""
    yield from (f"{name}: {violation}" for violation in violations(page))
    if page.locator("html.tv").count():
        return
    page.emulate_media(color_scheme="light")
    colours = violations(page, "color-contrast", "link-in-text-block")
    yield from (f"{name}, light: {colour}" for colour in colours)


SCRIPT = re.compile(r'<script [^>]*src="/static/([^"?]+)')


def test_whatever_a_page_keeps_in_its_browser_it_opens_where_nothing_can_be_kept(
    chromium: Browser, stage: SeededServer
) -> None:
    """Open few pages, which have all scripts between them."""
    screens = [
        (picture, frozenset(SCRIPT.findall(html)))
        for picture, html in drawn([("good-enough", 3), ("median", 3)], "en")
        if picture.staged is None
    ]
    chosen, failed = [*covering(screens)], list[str]()
    assert len(chosen) > 5
    for storage in (NO_STORAGE, REFUSED_STORAGE, FULL_STORAGE):
        context = chromium.new_context()
        context.add_init_script(storage)
        context.on("weberror", lambda error: failed.append(f"{error.page.url}: {error.error}"))
        camera = Camera(context.new_page(), stage)
        for picture in chosen:
            camera.show(picture).wait_for_load_state()
        context.close()
    assert not failed, "\n".join(failed)


@pytest.mark.first
def test_axe_finds_nothing_on_any_kind_of_element(
    camera: Camera, evenings: dict[str, str], kinds: dict[str, frozenset[str]], page: Page
) -> None:
    """Check screens while their scripts run, and pages of evenings that have what no screen has."""
    parties = [(game, players) for game, (counts, _) in PLAYS.items() for players in counts]
    screens = [
        (picture, kinds_on(html))
        for picture, html in drawn(parties, "ja")
        if not picture.path.endswith(".svg")  # a picture, not a page
    ]
    on_screens = frozenset[str]().union(*(its for _, its in screens))
    others = [(name, its - on_screens) for name, its in kinds.items()]
    found = list[str]()
    for picture in covering(screens):
        found += complaints(camera.show(picture), picture.name)
    for name in covering(others):
        found += complaints(open_page(page, evenings, name), name)
    assert not found, "\n".join(found)


def test_no_page_is_wider_than_the_window_at_200_percent(
    evenings: dict[str, str], kinds: dict[str, frozenset[str]], page: Page
) -> None:
    wide = "document.documentElement.scrollWidth"
    chosen = [*covering([*kinds.items()])]
    assert len(chosen) > 50
    assert [] == [name for name in chosen if open_page(page, evenings, name).evaluate(wide) > ZOOMED["width"]]
