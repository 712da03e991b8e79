"""How many bytes a phone loads, and what works before scripts and styles have loaded."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Evening

LIMIT = 90_000
"""Bytes of a first visit on a phone, all files and the font included."""

TV_LIMIT = 250_000
"""Bytes of a first visit of a TV, all files and the font included."""


class Weight:
    """Counts the bytes that a page loads from now on; `parts` has those of each path."""

    def __init__(self, page: Page) -> None:
        self.parts: dict[str, int] = {}
        self._paths: dict[str, str] = {}
        wire = page.context.new_cdp_session(page)
        wire.on("Network.requestWillBeSent", self._asked)
        wire.on("Network.loadingFinished", self._loaded)
        wire.send("Network.enable")

    @property
    def total(self) -> int:
        """The bytes of all paths."""
        return sum(self.parts.values())

    def _asked(self, event: dict) -> None:  # type: ignore[type-arg]
        self._paths[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _loaded(self, event: dict) -> None:  # type: ignore[type-arg]
        path = self._paths.get(event["requestId"], "?")
        self.parts[path] = self.parts.get(path, 0) + round(event["encodedDataLength"])


pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_first_visit_loads_little_and_a_second_only_the_page(evening: Evening) -> None:
    host = evening.host()
    context = evening.context(viewport={"width": 360, "height": 640})
    first, second = visit(evening, context), visit(evening, context)
    assert first.total < LIMIT
    assert {f"/{evening.code}", "/static/phone.css", "/static/vendor/jost.woff2", "/static/live.js"} <= set(
        first.parts
    )
    assert {f"/{evening.code}"} == {path for path, weight in second.parts.items() if weight}
    expect(host.get_by_text("Phones cannot open the page?")).to_be_visible()
    assert [] == evening.complaints


def test_a_first_visit_of_a_tv_loads_little_and_the_font_only_once(evening: Evening) -> None:
    evening.host()
    for name in ("Ann", "Ben", "Cid"):
        evening.phone(name)
    loaded = visit(evening, evening.context(viewport={"width": 1280, "height": 720}), "/tv")
    assert 20_000 < loaded.total < TV_LIMIT
    assert 1 == sum(path.endswith(".woff2") for path in loaded.parts)
    assert loaded.parts["/static/vendor/jost.woff2"] < 20_000
    assert [] == evening.complaints  # a font that is loaded in advance and not used would be one


def visit(evening: Evening, context: BrowserContext, path: str = "") -> Weight:
    """Open the room in a new page, and count the bytes that it loads."""
    page = evening.page(context)
    weight = Weight(page)
    page.goto(evening.address(path))
    page.wait_for_load_state("networkidle")
    page.close()
    return weight
