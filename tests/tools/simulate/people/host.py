"""The host: a browser on the laptop, whose page fetches itself when the room has changed."""

import re
from collections.abc import Callable

from tests.tools.simulate.network import Answer
from tests.tools.simulate.people.browser import Browser
from tests.tools.simulate.people.page import LivePage
from tests.tools.simulate.people.phone import Phone
from tests.tools.simulate.screens import attribute, live_part

_NUMBERED = re.compile(r'form="(undo|redo)" name="number" value="(\d+)"')

_CLAIM = re.compile(r'form="(admit|deny)" name="claimant" value="([^"]*)"')


class Host(LivePage):
    """A browser that is host of the room, or becomes it."""

    def __init__(self, browser: Browser) -> None:
        super().__init__(browser, f"/{browser.site.code}/host")
        self.given = ""
        """The address of the link that was given to another host."""

    def take_page(self, html: str) -> None:
        """All that the host sees is in `html`."""

    @property
    def phase(self) -> str:
        return attribute(self.html, "phase")

    @property
    def can(self) -> list[str]:
        """The actions that the page offers now."""
        return attribute(self.html, "can").split()

    @property
    def at(self) -> str:
        """The round that the page shows."""
        return attribute(self.html, "place")

    def open_room(self, opened: Callable[[str], None]) -> None:
        """Open a room from the start page; `opened` is called with its code."""

        def take(answer: Answer) -> None:
            opened(answer.header(b"location").split("/")[1])

        self.browser.get("/", lambda _: self.browser.post("/rooms", [("game", "good-enough")], take))

    def act(self, action: str, **fields: object) -> None:
        """Press a button of the host's pages."""
        said = [(name, str(value)) for name, value in fields.items()]

        def answered(answer: Answer) -> None:
            self._answered(action, answer)

        self.browser.post(f"{self.address}/{action}", said, answered, headers=[("HX-Request", "true")])

    def _answered(self, action: str, answer: Answer) -> None:
        self.browser.link.counts[f"{action}: {answer.status}"] += 1
        if not self.is_shown:
            return
        if answer.status == 200 and (found := live_part(answer.text)):
            self.take_fragment(found)
        else:
            self.refresh()

    def take_back(self, action: str) -> None:
        """Undo or redo what the page offers."""
        for name, number in _NUMBERED.findall(self.html):
            if name == action:
                self.act(action, number=number, sure="yes")

    def give_seat(self, seat: str, phone: Phone) -> None:
        """Have a phone take a seat, by the link that the page of the player shows."""
        self.browser.get(f"{self.address}/people/{seat}", phone.take_seat_of_page)

    def answer_claims(self, action: str) -> None:
        """Accept (`admit`) or refuse (`deny`) all claims that the page shows."""
        for name, claimant in _CLAIM.findall(self.html):
            if name == action:
                self.act(action, claimant=claimant)

    def hand_over(self, other: "Host") -> None:
        """Make another browser host too, by the link that the page of the settings shows."""

        def take(answer: Answer) -> None:
            if found := re.search(r"(/\w{4}/become/[\w.-]+)", answer.text):
                self.given = found[1]
                other.become(self.given)

        self.browser.get(f"{self.address}/room/second", take)

    def become(self, address: str) -> None:
        """Open a link that makes this browser host, and press its button."""
        self.browser.get(address, lambda _: self.browser.post(address, [], lambda _: self.open()))
