"""Browsers: screens that follow their room over a stream, players who look at their page and play, hosts."""

import re
import zlib
from collections.abc import Callable
from html import unescape
from typing import Any

from tests.tools.simulate.servers import Answer, Exchange, Fields, Link

_QUIET = 40.0  # seconds of silence after which a page takes its stream for dead (stream.js)
_AGAIN = 3.0  # seconds until what did not arrive is sent again (unsent.js)
_COOKIE = re.compile(r"companion=([^;]*)")
_EVENT = re.compile(r"(?m)^(id|data|event): ?(.*)")
_KEY = re.compile(r'form="pad" name="number" value="([^"]*)"')
_BUTTON = re.compile(r'form="(undo|redo|admit)" name="(number|claimant)" value="([^"]*)"')
_ROW = re.compile(r'<li class="row.*?</li>', re.DOTALL)
_POINTS = re.compile(r'class="name">([^<]*)<.*class="points">([^<]*)<', re.DOTALL)


def attribute(html: str, name: str, tag: str = '<div id="live"') -> str:
    """Return an attribute of a tag, of its data; empty without it."""
    match = re.search(rf'{tag}[^>]*\bdata-{name}="([^"]*)"', html)
    return unescape(match[1]) if match else ""


def points_of(html: str) -> dict[str, int]:
    """Return the points on a scoreboard by the names of the players."""
    found = (_POINTS.search(row) for row in _ROW.findall(html))
    return {unescape(each[1]): int(each[2].replace("\u2212", "-")) for each in found if each}


class Screen:
    """A browser whose page follows the room, as that of a TV."""

    path = "/tv"
    seat = ""

    def __init__(self, world: Any, name: str) -> None:
        self.world, self.name = world, name
        self.link = Link(world.timeline, world.next_link())
        self.html = ""
        """What the stream has sent for all such screens, if that is the newest version."""
        self.version = 0
        self.typed: set[bytes] = set()
        """What was sent from this device."""
        self._cookie = ""
        self.stream: Exchange | None = None

    @property
    def address(self) -> str:
        return f"/{self.world.code}{self.path}"

    def ask(
        self,
        address: str,
        answered: Callable[[Answer], object] = lambda _: None,
        lost: Callable[[], object] = lambda: None,
        fields: Fields | None = None,
    ) -> None:
        """Fetch a page, or send a form."""

        def take(answer: Answer) -> None:
            if match := _COOKIE.search(answer.header(b"set-cookie")):
                self._cookie = match[1]
            self.world.checks.received(self, b"%r %s" % (answer.headers, answer.body))
            answered(answer)

        self.typed |= {value.encode() for _, value in fields or ()}
        part = [(b"hx-request", b"true")] if fields is None and self.seat else []
        self._send(Exchange(self.link, address, [*self._headers(), *part], fields, take, lost))

    def _headers(self) -> list[tuple[bytes, bytes]]:
        return [(b"cookie", f"companion={self._cookie}".encode())]

    def _send(self, exchange: Exchange) -> Exchange:
        self.link.send(self.world.server_for(self.name), exchange)
        return exchange

    def put_away(self) -> None:
        """Put the device away: a page that nobody sees closes its stream."""
        stream, self.stream = self.stream, None
        if stream:
            stream.close()

    def follow(self) -> None:
        """Open the stream, and again whenever it is lost."""
        self.put_away()
        waiting, heard, reader = b"", 0.0, zlib.decompressobj(16 + zlib.MAX_WBITS)

        def feed(data: bytes) -> None:
            nonlocal waiting
            *blocks, waiting = (waiting + reader.decompress(data)).split(b"\n\n")
            for block in blocks:
                self._hear(block)
            watch()

        def watch() -> None:
            nonlocal heard
            heard = now = self.world.timeline.now
            self.world.timeline.after(_QUIET, lambda: heard == now and stream.reset())

        def lost() -> None:
            if self.stream is stream:
                self.world.timeline.after(0.25, lambda: self.stream is stream and self.follow())

        kind = self.path.removeprefix("/") or "phone"
        address = f"/{self.world.code}/stream?screen={kind}&lang=en"
        headers = [*self._headers(), (b"accept-encoding", b"gzip")]
        stream = Exchange(self.link, address, headers, None, lambda _: lost(), lost, feed)
        self.stream = self._send(stream)
        watch()

    def _hear(self, block: bytes) -> None:
        """Take an event of the stream: one that is no part of a page says which version is the newest."""
        self.world.checks.received(self, block)
        lines = _EVENT.findall(block.decode())
        data = [value for name, value in lines if name == "data"]
        if data and ("event", "own") not in lines:
            self.version = int(next((value for name, value in lines if name == "id"), self.version))
            self.html = data[-1] if data[-1].startswith('<div id="live"') else ""
            self.world.checks.shown(self)


class Phone(Screen):
    """The phone of a player, or a spare one that may take a seat."""

    path = phase = page = ""
    unsent: tuple[str, Fields] | None = None

    def look(self, then: Callable[[], object] = lambda: None) -> None:
        """Look at the page as it is now, and do something then; it says whose seat the phone has."""

        def take(answer: Answer) -> None:
            if answer.status == 200:
                self.page = answer.body.decode()
                self.seat = attribute(self.page, "seat")
                self.phase = self._own("phase") if self.seat else ""
                then()

        self.ask(self.address, take)

    def _own(self, name: str) -> str:
        return attribute(self.page, name, '<section id="own"')

    def play(self, draw: int, number: int, *, changes: bool = False) -> None:
        """Send what the page asks for: a number, a list of numbers, a card, or a call."""
        at, keys = ("at", self._own("place")), _KEY.findall(self.page)
        if self.phase == "call":
            self.send("call", [at, ("call", "high" if draw % 2 else "low")])
        elif self.phase == "list":
            many = int(self._own("shape") or 1)
            self.send(
                "list", [at, *(("number", str(number + 17 * each_number)) for each_number in range(many))]
            )
        elif self.phase == "enter" or (self.phase == "sent" and changes):
            self.send("number", [at, ("number", keys[draw % len(keys)] if keys else str(number))])
        elif not self.seat or self.phase == "away":
            self.send("back" if self.seat else "join", [("name", self.name)])

    def send(self, path: str, fields: Fields) -> None:
        """Send a form; what a player has typed is sent again until the server has answered."""
        seat = self.seat

        def again() -> None:
            if path in ("number", "list", "call"):
                self.unsent = path, fields
                self.world.timeline.after(_AGAIN, lambda: self.unsent and self.send(*self.unsent))

        def answered(answer: Answer) -> None:
            if answer.status >= 500:
                again()
                return
            self.unsent = None
            if answer.status in (200, 204, 303):
                self.world.checks.acknowledged(seat, path, fields)

        self.ask(f"{self.address}/{path}", answered, again, fields)


class Host(Screen):
    """The host's browser, which looks at its page when it does something."""

    path = "/host"
    page = ""

    def look(self) -> None:
        """Fetch the page."""
        self.ask(self.address, lambda answer: setattr(self, "page", answer.body.decode()))
        self.world.timeline.run(0.1)

    def shows(self, name: str) -> str:
        """Return what the page says of itself: its phase, its place, what can be done."""
        return attribute(self.page, name)

    def act(self, action: str, **fields: object) -> None:
        """Press a button of the host's pages."""
        said = [(name, str(value)) for name, value in fields.items()]
        count = self.world.counts.update
        self.ask(
            f"{self.address}/{action}", lambda answer: count([f"{action}: {answer.status}"]), fields=said
        )

    def press_all(self, action: str) -> None:
        """Press each button of a kind, which names what it is about."""
        for found, name, value in _BUTTON.findall(self.page):
            if found == action:
                self.act(action, **{name: value, "sure": "yes"})
