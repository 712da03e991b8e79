"""A player's phone: `live.js`, `phone.js` and `unsent.js` as far as they decide what is sent and shown."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.tools.simulate.clock import Call
from tests.tools.simulate.network import Answer
from tests.tools.simulate.people.browser import Browser, Fields
from tests.tools.simulate.people.watcher import Watcher
from tests.tools.simulate.screens import attribute, is_sent, own_part, phone_screen

_AGAIN = 3.0  # seconds between two attempts to send what did not arrive
_BROUGHT = 0.5  # seconds within which the stream brings what was just submitted
_KEY = re.compile(r'form="pad" name="number" value="([^"]*)"')
_SEAT_LINK = re.compile(r"/\w{4}/seat/[\w.-]+")
_ASKED_PHONE = re.compile(r'name="phone" value="([^"]*)" form="mine"')
_KEPT = ("number", "list", "call")  # the addresses of forms whose fields are sent again


@dataclass(frozen=True)
class Sent:
    """What a player has sent, as the server was asked to store it."""

    name: str
    seat: str
    path: str
    at: str
    values: tuple[str, ...]


class Phone(Watcher):
    """The phone of one person, who may or may not have a seat."""

    def __init__(self, browser: Browser, on_acknowledged: Callable[[Sent], None]) -> None:
        super().__init__(browser, f"/{browser.site.code}")
        self.seat = ""
        self.unsent: tuple[str, Fields] | None = None
        self.refusals = 0
        self.put_down: dict[str, list[list[str]]] = {}
        """What was put down on this phone, each in order: by round, and lists by game."""
        self._owned = 0
        self._on_acknowledged = on_acknowledged
        self._resending: Call | None = None

    @property
    def phase(self) -> str:
        """What the phone asks for; empty without a seat."""
        return attribute(self.screen.own, "phase") if self.seat else ""

    # What the page shows

    def take_page(self, html: str) -> None:
        self.seat = attribute(html, "seat")
        super().take_page(html)
        self._owned = self.version

    def take_other_page(self) -> None:
        self.seat = ""

    def take_message(self, data: str) -> None:
        *given, shared = data.split("\n")
        fresh = phone_screen(shared, self.seat)
        stays = attribute(self.screen.own, "place") == attribute(fresh.own, "place")
        own = own_part(given[0]) if given else self.screen.own if stays else fresh.own
        if given or not stays:
            self._owned = fresh.version
        self.screen = replace(fresh, own=own)

    def take_own(self, data: str) -> None:
        html, _, version = data.rpartition("\n")
        if self._owned >= int(version):
            return
        if not self.is_synced:
            self._newest = max(self._newest or 0, int(version))
            return
        self._owned = int(version)
        self.screen = self.screen.with_own(own_part(html), self.seat)

    def in_step(self) -> None:
        self._send_again()

    # What the person does

    def join(self) -> None:
        """Ask for the page, and take a seat under the person's name."""
        self.browser.get(self.address, lambda _: self._join())

    def _join(self) -> None:
        self.browser.post(
            f"{self.address}/join", [("name", self.browser.name)], lambda _: self.open(), self.open
        )

    def play(self, draw: int, number: int) -> None:
        """Send what the page asks for: a number, a list of numbers, a card, or a call."""
        own, at = self.screen.own, attribute(self.screen.own, "place")
        keys = _KEY.findall(own)
        match self.phase:
            case "call":
                self._send("call", [("at", at), ("call", "high" if draw % 2 else "low")])
            case "list":
                many = int(attribute(own, "shape") or 1)
                numbers = [("number", str((number + 7 * place * (draw % 5)) % 100)) for place in range(many)]
                self._send("list", [("at", at), *numbers])
            case "enter" if keys:
                self._send("number", [("at", at), ("number", keys[draw % len(keys)])])
            case "enter" | "sent" if attribute(own, "entry") == "number" or is_sent(own):
                self._send("number", [("at", at), ("number", str(number))])

    def leave(self) -> None:
        """Leave the room, or come back to it."""
        path = "back" if self.phase == "away" else "leave"
        if self.seat:
            self._send(path, [])

    def lend_seat(self, other: "Phone") -> None:
        """Have another phone take the seat too, by the link that the player's own page shows."""
        if self.seat:
            self.browser.get(f"{self.address}/another", other.take_seat_of_page)

    def take_seat_of_page(self, answer: Answer) -> None:
        """Take the seat to which a page has a link."""
        if found := _SEAT_LINK.search(answer.text):
            address = found[0]
            self.browser.get(address, lambda _: self.browser.post(address, [], lambda _: self.open()))

    def claim(self, seat: str) -> None:
        """Ask the host for a seat."""
        fields = [("seat", seat)]
        self.browser.get(
            self.address, lambda _: self.browser.post(f"{self.address}/claim", fields, lambda _: self.open())
        )

    def answer_takeover(self, answer: str) -> None:
        """Say whether the phone that the page asks about is the player's own."""
        if self.seat and (found := _ASKED_PHONE.search(self.screen.own)):
            self._send("mine", [("phone", found[1]), ("mine", answer)])

    def _send(self, path: str, fields: Fields) -> None:
        headers = [("HX-Request", "true")]
        if self.follows:
            headers.append(("X-Follows", str(self.version)))
        values = tuple(value for name, value in fields if name != "at")
        sent = Sent(self.browser.name, self.seat, path, dict(fields).get("at", ""), values)
        document = self.document
        if path in ("number", "list"):
            place = sent.at if path == "number" else sent.at.partition(".")[0]
            self.put_down.setdefault(place, []).append(sorted(values))

        def answered(answer: Answer) -> None:
            if document == self.document:
                self._answered(sent, fields, answer)
            elif answer.status in (200, 204):
                self._on_acknowledged(sent)

        self.browser.post(
            f"{self.address}/{path}", fields, answered, lambda: self._keep(path, fields), headers=headers
        )

    def _answered(self, sent: Sent, fields: Fields, answer: Answer) -> None:
        if answer.status not in (200, 204) and not answer.header(b"hx-retarget"):
            self._keep(sent.path, fields)
            return
        if self.unsent == (sent.path, fields):
            self.unsent = None
        if answer.status in (200, 204):
            self._on_acknowledged(sent)
        else:
            self.refusals += 1
        if not self.is_shown:
            return
        if answer.status == 409:
            self.refresh()
        elif answer.status == 204:
            self._follow(int(answer.header(b"x-version")))
        elif answer.status == 200:
            self._take_answer(answer)

    def _follow(self, version: int) -> None:
        """Fetch the page unless the stream brings this version in a moment."""
        if self._owned < version:
            self._after(_BROUGHT, lambda: self._owned >= version or self.refresh())

    def _take_answer(self, answer: Answer) -> None:
        version, own = int(answer.header(b"x-version") or 0), own_part(answer.text)
        if not own or (self.is_synced and self._owned >= version + 1):
            return
        if attribute(own, "place") == attribute(self.screen.own, "place"):
            self._owned = version
            self.screen = self.screen.with_own(own, self.seat)
            return
        self._newest = version
        self._after(_BROUGHT, lambda: self.is_behind and self.refresh())

    def _keep(self, path: str, fields: Fields) -> None:
        """Keep what did not arrive, and send it again by itself."""
        if path in _KEPT:
            self.unsent = path, fields
            self._resending = self._after(_AGAIN, self._send_again)

    def _send_again(self) -> None:
        if self._resending:
            self._resending.cancel()
        if self.unsent and self.is_shown:
            self._send(*self.unsent)

    def _after(self, seconds: float, act: Callable[[], object]) -> Call:
        return self.browser.site.timeline.after(seconds, lambda: act() if self.is_shown else None)
