"""The TV: it shows the room to all, and asks for nothing."""

from tests.tools.simulate.people.browser import Browser
from tests.tools.simulate.people.page import LivePage
from tests.tools.simulate.screens import live_part, tv_screen


class Tv(LivePage):
    """A TV; `screen` is what it shows at rest."""

    def __init__(self, browser: Browser) -> None:
        super().__init__(browser, f"/{browser.site.code}/tv")
        self.screen = ""
        self.is_patched = False
        """Whether guests have moved on it since it was sent whole."""

    def take_page(self, html: str) -> None:
        self.screen = tv_screen(html)
        self.is_patched = False

    def take_message(self, data: str) -> None:
        self.take_page(live_part(data))

    def take_progress(self, data: str, newest: int) -> None:
        counts, _, _guests = data.partition("\n")
        if self.version >= newest - int(counts.split(" ")[0]):
            self.version = newest
            self.is_patched = True
