"""Real browsers: a TV and a host on localhost, and phones that connect over the network.

The address of the phones is not a secure context, as on any home network: some browser features work on
localhost only.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.support.backing_services import free_port
from tests.support.chromium import FLAGS, chromium_path
from tests.support.room_driver import HOST, RoomDriver, device
from tests.support.scenes import started_game
from tests.support.seeded_server import SeededServer
from tests.support.server import Server
from tests.tools.screenshots import Camera

SILENT = "window.EventSource = class { addEventListener() {} close() {} };"
"""Streams that bring nothing, for pages that are looked at as they open."""
PHONE = {"width": 360, "height": 640}
TV = {"width": 1920, "height": 1080}

expect.set_options(timeout=20_000)  # computers may be busy, and a TV plays its scenes first


@pytest.fixture(scope="package")  # Playwright's event loop conflicts with the loops of other tests
def chromium() -> Iterator[Browser]:
    """Launch Chromium; without it, skip these tests, except under CI."""
    path = chromium_path()
    if path is None and not os.environ.get("CI"):
        pytest.skip("no Chromium on this computer")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededServer]:
    """Yield one server for all tests of a worker, into which rooms are put."""
    running = SeededServer(tmp_path_factory.mktemp("stage"))
    yield running
    assert running.close() == ""


@pytest.fixture(scope="module")
def camera(chromium: Browser, stage: SeededServer) -> Iterator[Camera]:
    """Yield one browser page for all tests of a file, which shows each verdict as if for the first time."""
    context = chromium.new_context()
    context.add_init_script(f"sessionStorage.clear(); {SILENT}")
    yield Camera(context.new_page(), stage)
    context.close()


@dataclass
class Evening:
    """The screens of one evening, and the errors on their consoles."""

    browser: Browser
    site: SeededServer
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    code: str = ""

    @property
    def server(self) -> Server:
        return self.site.server

    def page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def context(self, **options: object) -> BrowserContext:
        self.contexts.append(self.browser.new_context(**options))  # type: ignore[arg-type]
        return self.contexts[-1]

    def of(self, who: str, address: str, script: str = "", **options: object) -> Page:
        """Open an address in the browser of a host or a player of a room that was put into the server."""
        context = self.context(**options)
        value = self.site.cookie(who)
        context.add_cookies([{"name": "companion", "value": value, "url": "/".join(address.split("/")[:3])}])
        if script:
            context.add_init_script(script)
        page = self.page(context)
        page.goto(address)
        return page

    def put(self, driver: RoomDriver) -> None:
        """Go on with a room as it stands."""
        self.code = self.site.put(driver.room)

    def host(self) -> Page:
        """Start a room on the start page; or look at the room that there is."""
        size = {"viewport": {"width": 1280, "height": 800}}
        if self.code:
            return self.of(HOST, self.here("/host"), **size)
        page = self.page(self.context(**size))
        page.goto(f"http://localhost:{self.server.port}/")
        start_room(page)
        self.code = page.url.split("/")[-2]
        return page

    def tv(self, script: str = "", *, moves: bool = False) -> Page:
        """Open the TV, which shows the end of each scene at once unless it `moves`."""
        return self.of(
            "tv", self.here("/tv"), script, viewport=TV, reduced_motion=None if moves else "reduce"
        )

    def here(self, path: str = "") -> str:
        """Return an address on the computer of the server."""
        return f"http://localhost:{self.server.port}/{self.code}{path}"

    def address(self, path: str = "") -> str:
        return f"http://party.lan:{self.server.port}/{self.code}{path}"

    def phones(self, number: int = 3, script: str = "", **options: object) -> list[Page]:
        """Open the phones of the players who are in the room, the first seat's first."""
        like = {"viewport": PHONE, "has_touch": True, "is_mobile": True, **options}
        return [self.of(device(str(n)), self.address(), script, **like) for n in range(1, number + 1)]

    def phone(self, name: str, **options: object) -> Page:
        """Join with a new phone."""
        context = self.context(viewport=PHONE, has_touch=True, is_mobile=True, **options)
        page = self.page(context)
        page.goto(self.address())
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join").click()
        page.get_by_text("You have joined").or_(page.get_by_label("Your number")).first.wait_for()
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededServer]:
    """Yield one server for all evenings of a file."""
    running = site_in(tmp_path_factory.mktemp("site"))
    yield running
    assert running.close() == ""


def site_in(folder: Path) -> SeededServer:
    """Start a server that phones reach by a name of the network."""
    port = free_port()
    return SeededServer(folder, f"http://party.lan:{port}", port)


@pytest.fixture
def evening(chromium: Browser, site: SeededServer) -> Iterator[Evening]:
    made = Evening(chromium, site)
    yield made
    made.close()


NAMES = ("Ann", "Ben", "Cid")


def start_game(evening: Evening, **options: object) -> tuple[Page, list[Page]]:
    """Start a game of three players, each with a phone, and open the host's page and the phones."""
    evening.put(started_game("good-enough", NAMES, **options))
    return evening.host(), evening.phones()


def go_on(phone: Page) -> None:
    """Leave the verdict of the last round, if one fills the screen."""
    onward = phone.locator(".onward .go")
    if onward.is_visible():
        onward.click()


def tap(page: Page, name: str) -> None:
    """Press a button that has been there for a while: too soon, a tap does not count (taps.js)."""
    button = page.get_by_role("button", name=name)
    button.wait_for()
    page.wait_for_timeout(700)
    button.click()


def start_room(page: Page) -> None:
    """Start a room of the game that is chosen on the start page."""
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/host")


def send(phone: Page, number: object) -> None:
    """Send a number, also from the verdict of the last round."""
    go_on(phone)
    phone.get_by_label("Your number").fill(str(number))
    with phone.expect_response("**/number") as sent:
        phone.get_by_role("button", name="Send").click()
    assert sent.value.ok
