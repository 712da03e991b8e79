"""What screens make of what their streams carry, as merge.js does, and what their pages say then."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

from companion.live.stream import Kind, Subscriber, encode
from companion.room.state import Room
from companion.web.renderer import StreamRenderer
from companion.web.services import Services
from tests.support.clients import HTMX, Clients

VOID = {"br", "img", "input", "meta", "link", "hr", "source"}
_READ = ("aria-label", "data-news", "placeholder", "title")


class _Words(HTMLParser):
    """The words of a part, but for the player's own ones and those that the script adds or takes away."""

    def __init__(self, seat: str) -> None:
        super().__init__()
        self.seat, self.onward, self.own = seat, "", {"data-place": ""}
        self.words: list[str] = []
        self._open: list[dict[str, str]] = []
        self._skipped = 0
        """How many elements are open from the one on of which nothing is read; 0 where all is."""
        self._has_ended = False
        """Whether the end of the game for this player was read."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        its = {name: value or "" for name, value in attrs}
        if its.get("id") == "own":
            self.own = its
        if self._skipped or self._is_left_out(tag, its):
            self._skipped += tag not in VOID
        else:
            self.words += [its[name] for name in _READ if its.get(name)]
        if tag not in VOID:
            self._open.append(its)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._open.pop()
            self._skipped = max(0, self._skipped - 1)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1].get("href") == "#number":
            self.onward += data.strip()
        elif self._open and not self._skipped:
            self.words += data.split()

    def _is_left_out(self, tag: str, its: dict[str, str]) -> bool:
        within = self._open[-1] if self._open else {}
        if within.get("id") in ("outcomes", "endings"):
            is_mine = _has(its.get("data-seats", ""), self.seat)
            is_for_others = within["id"] == "endings" and "data-seats" not in its and not self._has_ended
            self._has_ended |= is_mine
            return not (is_mine or is_for_others)
        is_listed = tag == "ol" and within.get("id") == "missing"
        return (
            is_listed or its.get("id") in ("own", "scenes") or its.get("class") == "tag" or "data-left" in its
        )


def _has(seats: str, seat: str) -> bool:
    """Return whether a player is among some seats, as a part names them: `1-4 7`."""
    ranges = (each.split("-") for each in seats.split())
    return any(int(ends[0]) <= int(seat) <= int(ends[-1]) for ends in ranges)


@dataclass
class Difference:
    """What a screen says after its stream, and what its page says."""

    who: str
    streamed: str
    page: str


class Screens:
    """All screens of a room: those of players, of a TV, and of somebody who watches."""

    def __init__(self, clients: Clients, language: str = "en") -> None:
        self._clients, self._language = clients, language
        self._renderer = StreamRenderer(clients.app)
        self._before: Room | None = None
        self._own: dict[str, str] = {}
        """The own part that each phone shows."""
        self.compared = 0
        """How many parts were compared with pages."""

    def parts(self) -> Iterator[str]:
        """Follow the room to what it is now; yield the parts of pages that its streams carry."""
        for _, _, message in self._messages():
            yield from re.findall(r"^data: ?(<.*)$", message, re.MULTILINE)

    def differences(self) -> Iterator[Difference]:
        """Follow the room to what it is now; yield what a stream says otherwise than the page."""
        for who, screen, message in self._messages():
            room, page = self._room(), self._page(who, screen.kind)
            if 'id="live"' in message and f'data-v="{room.version}"' in page:
                yield from self._compared(who, room.devices.get(screen.device, "0"), message, page)
            elif "event:own" not in message:
                self._own[who] = _own_part(page)

    def _messages(self) -> Iterator[tuple[str, Subscriber, str]]:
        """Yield each screen, and what it is sent now; nothing where its page has just been opened."""
        before, room = self._before, self._room()
        self._before = room
        for who, screen in self._screens(room):
            yield who, screen, self._message(before, room, screen) if before else ""

    def _room(self) -> Room:
        return Services.of(self._clients.app).store.load_room(self._clients.code)

    def _compared(self, who: str, seat: str, message: str, page: str) -> Iterator[Difference]:
        private, _, shared = message.rpartition('<div id="live"')
        streamed, fetched = _read(f'<div id="live"{shared}', seat), _read(page, seat)
        kept = _read(self._own.get(who, ""), seat).own
        own = _read(private, seat).own if 'id="own"' in private else streamed.own
        if own is streamed.own and kept["data-place"] == own["data-place"]:
            own = kept
        self._own[who] = _own_part(page)
        self.compared += 1
        onward = own.get("data-next") or streamed.onward
        for one, other in ((streamed.words, fetched.words), ([onward], [fetched.onward or onward])):
            if one != other:
                yield Difference(who, " ".join(one), " ".join(other))

    def _message(self, before: Room, room: Room, screen: Subscriber) -> str:
        """Return what a screen is sent after a change."""
        submitted = self._renderer.render_own(before, room).get(screen.device, lambda _: ())
        messages = (*submitted(screen), *self._renderer.render_change(before, room)(screen))
        return encode(messages, is_gzip=False).decode()

    def _screens(self, room: Room) -> Iterator[tuple[str, Subscriber]]:
        for who in dict.fromkeys(("tv", "stranger", *self._clients.browsers)):
            device = self._clients.fingerprint(who)
            kind: Kind = "tv" if who == "tv" else "phone" if device in room.devices else "watch"
            if kind != "watch" or who == "stranger":
                yield who, Subscriber(kind, self._language, "http://localhost", device)

    def _page(self, who: str, kind: Kind) -> str:
        """Return the part of a screen's page that is kept up to date."""
        path = {"tv": "tv", "watch": "watch"}.get(kind, "")
        return self._clients.ask(who, path, headers={**HTMX, "Accept-Language": self._language}).text


def _read(part: str, seat: str) -> _Words:
    words = _Words(seat)
    words.feed(part)
    return words


def _own_part(page: str) -> str:
    """Return the beginning of a player's own part."""
    start = page.find('<section id="own"')
    return page[start : page.find(">", start) + 1] if start >= 0 else ""
