"""A phone that just watches: it shows what all phones show, and its owner has no seat."""

from tests.tools.simulate.people.browser import Browser
from tests.tools.simulate.people.page import LivePage
from tests.tools.simulate.screens import PhoneScreen, phone_screen


class Watcher(LivePage):
    """A phone without a seat; `screen` is what it shows."""

    seat = ""

    def __init__(self, browser: Browser, address: str = "") -> None:
        super().__init__(browser, address or f"/{browser.site.code}/watch")
        self.screen = PhoneScreen(0, "", "")

    def take_page(self, html: str) -> None:
        self.screen = phone_screen(html, self.seat)

    def take_message(self, data: str) -> None:
        self.take_page(data)

    def take_progress(self, data: str, newest: int) -> None:
        versions, submitted, *seats = data.split(" ")
        if self.version >= newest - int(versions):
            self.screen = self.screen.with_progress(newest, submitted, seats)
            self.version = newest
