"""A thief of seats: walks over every form that some browsers can reach, and every address that takes forms.

After each step the room is put back, so that the next one starts from the same state; what a step makes
possible is walked in its turn. What is collected can be compared with a walk in which something else is
hidden.
"""

import html
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import delete, insert

from companion.live.stream import Kind, Subscriber
from companion.room.events import Device, Seat
from companion.room.state import Room
from companion.storage.event_store import EventRow, HostRow
from companion.web.renderer import StreamRenderer
from companion.web.services import Services
from tests.support.clients import Clients
from tests.support.page_forms import page_forms
from tests.support.routes import STAND_INS, addresses, rules

Fields = tuple[tuple[str, str], ...]

DEEPEST = 3  # steps one after another: to claim, to have it accepted, and one more
FOLLOWED = ("", "host", "host/people", "another")
SHOWN = ("", "?change=1.1")
LOOKED_AT = (*SHOWN, "tv", "host", "host/pad", "result", "evening.json", "rounds.csv")
TYPED = {"number": "7", "name": "Zoe", "call": "high", "sure": "yes", "mine": "yes", "how": "count"}
_SEATS = ("seat", "into")


class Step(NamedTuple):
    """A form that a browser sends."""

    who: str
    address: str
    fields: Fields

    @property
    def kind(self) -> tuple[str, str, tuple[str, ...]]:
        """What the step is, apart from the numbers and names in it."""
        plain = re.sub(r"/(seat|become)/[^/]+", r"/\1/x", self.address)
        seats = tuple(value for name, value in self.fields if name in (*_SEATS, "mine"))
        return self.who, plain, (*sorted({name for name, _ in self.fields}), *seats)


@dataclass
class SeatThief:
    """A person with some browsers, who wants to know what `victim` has put down or holds."""

    clients: Clients
    browsers: Sequence[str]
    victim: Device
    steps: list[tuple[Step, ...]] = field(default_factory=list)
    received: dict[str, object] = field(default_factory=dict)
    """What these browsers got after each step, as long as nothing was revealed."""
    taken_by: set[str] = field(default_factory=set)
    """What one of them came to play for the seat of the victim by, as addresses within the room."""
    tried: set[str] = field(default_factory=set)
    """The rules to which a form was sent."""

    def walk(self) -> None:
        """Walk over everything from the present state of the room, which stays as it is."""
        self._start = self._room()
        self._rules = self.clients.app.url_map.bind("localhost")
        self._known: set[tuple[object, bool]] = set()
        found = [*self._on_pages(self._all_addresses()), *self._at_routes()]
        self._explore((), [each for each in found if self._is_new(each, held=False)])

    def _explore(self, before: tuple[Step, ...], steps: Sequence[Step]) -> None:
        for step in steps:
            self._put_back(before)
            offered, held = self._take((*before, step)), self._holds(self._room())
            if len(before) + 1 < DEEPEST and (held or not before):
                self._explore((*before, step), [each for each in offered if self._is_new(each, held=held)])
        self._put_back(())

    def _put_back(self, steps: Sequence[Step]) -> None:
        """Put the room back to where the walk began, and take some steps from there."""
        store = Services.of(self.clients.app).store
        with store._engine.begin() as connection:
            later = EventRow.room == self.clients.code, EventRow.number > self._start.version
            connection.execute(delete(EventRow).where(*later))
            connection.execute(delete(HostRow).where(HostRow.room == self.clients.code))
            hosts = [{"device": each, "room": self.clients.code} for each in self._start.hosts]
            connection.execute(insert(HostRow), hosts)
        store._rooms.pop(self.clients.code, None)
        for step in steps:
            self._send(step)

    def _room(self) -> Room:
        return Services.of(self.clients.app).store.load_room(self.clients.code)

    def _send(self, step: Step) -> Any:
        return self.clients.ask(step.who, step.address, list(step.fields) or [("x", "")])

    def _take(self, steps: tuple[Step, ...]) -> list[Step]:
        """Take the last of some steps, collect what comes of it, and return what is offered then."""
        *_, step = steps
        before = self._room()
        answer = self._send(step)
        after = self._room()
        self.tried.add(self._rule(step))
        self.steps.append(steps)
        if self._holds(after) and not self._holds(before):
            self.taken_by.add("/".join(step.kind[1].split("/")[2:]))
        if _revealed(after) != _revealed(self._start):
            return []  # everybody has seen it
        name = f"{len(self.steps)} {[(each.who, each.address, each.fields) for each in steps]}"
        self.received[name] = answer.status, str(answer.headers), answer.data
        if before.version == after.version and not answer.location:
            return []
        self.received |= {f"{name}: {where}": got for where, got in self._look(before, after)}
        address = urlsplit(answer.location or "")
        ways = [f"{address.path}?{address.query}"] if answer.location else []
        return list(self._on_pages([*map(self._address, FOLLOWED), *ways]))

    def _look(self, before: Room, after: Room) -> Iterator[tuple[str, object]]:
        """Yield what these browsers show and are streamed; all of it where one has the seat."""
        pages = LOOKED_AT if self._holds(after) else SHOWN
        for who, page in itertools.product(self.browsers, pages):
            answer = self.clients.ask(who, self._address(page))
            yield f"{who} {page}", (answer.status, answer.data)
        if before.version == after.version:
            return
        renderer = StreamRenderer(self.clients.app)  # a new one: it remembers rooms by their versions
        change, own = renderer.render_change(before, after), renderer.render_own(before, after)
        kinds: tuple[Kind, ...] = ("phone", "watch", "tv", "")
        for who, kind in itertools.product(self.browsers, kinds):
            screen = Subscriber(kind, "en", "http://localhost", self.clients.fingerprint(who))
            blocks = [*change(screen), *(own[screen.device](screen) if screen.device in own else ())]
            yield f"{who} streams {kind}", [(each.plain, len(each.gzipped)) for each in blocks]

    def _holds(self, room: Room) -> bool:
        """Tell whether one of these browsers plays for the seat of the victim, or of what it sent."""
        game = room.current_game
        sent = {seat for seat, phone in game.senders.items() if phone == self.victim} if game else set()
        seats = {room.devices.get(self.clients.fingerprint(who)) for who in self.browsers}
        return bool(seats & {room.devices.get(self.victim, "?"), *sent})

    def _is_new(self, step: Step, *, held: bool) -> bool:
        known = step.kind, held
        if known in self._known:
            return False
        self._known.add(known)
        return True

    def _rule(self, step: Step) -> str:
        rule, _ = self._rules.match(urlsplit(step.address).path, method="POST", return_rule=True)
        return str(rule.rule)

    # What can be done

    def _address(self, page: str) -> str:
        address = page if page.startswith("/") else f"/{self.clients.code}/{page}"
        return address.replace("/?", "?").removesuffix("/")

    def _values(self) -> dict[str, Sequence[str]]:
        return {**STAND_INS, "seat": tuple(self._start.seats)}

    def _all_addresses(self) -> list[str]:
        found = (
            addresses(rule, self.clients.code, self._values())
            for rule in rules(self.clients.app, "GET")
            if "<code" in rule.rule
        )
        return list(itertools.chain.from_iterable(found))

    def _on_pages(self, pages: Sequence[str]) -> Iterator[Step]:
        """Yield the forms of some pages, and of the pages behind the links that work once on them."""
        links: list[str] = []
        for who, page in itertools.product(self.browsers, pages):
            text = self.clients.ask(who, page).text
            links += re.findall(rf"/{self.clients.code}/(?:seat|become)/[\w.-]{{20,}}", html.unescape(text))
            yield from self._in_forms(who, text)
        for who, link in itertools.product(self.browsers, dict.fromkeys(links)):
            yield from self._in_forms(who, self.clients.ask(who, link).text)

    def _in_forms(self, who: str, text: str) -> Iterator[Step]:
        for form in page_forms(text).values():
            if not form.action.startswith(f"/{self.clients.code}/"):
                continue
            typed = [(name, value or TYPED.get(name, "")) for name, value in form.fields]
            choices = [
                [(name, each) for each in self._start.seats] if name in _SEATS else [(name, value)]
                for name, value in typed
            ]
            buttons: list[Fields] = [(each,) for each in form.buttons] or [()]
            for fields, button in itertools.product(itertools.product(*choices), buttons):
                yield Step(who, html.unescape(form.action), (*fields, *button))

    def _at_routes(self) -> Iterator[Step]:
        """Yield a form for each address that takes one, with all fields that any of them reads."""
        mine = [self.clients.fingerprint(who) for who in self.browsers]
        theirs: Seat = self._start.devices[self.victim]
        ours = next((self._start.devices[each] for each in mine if each in self._start.devices), theirs)
        named = {"claimant": mine[-1], "phone": mine[-1], "at": "1.1", "seat": theirs, "into": ours}
        fields = tuple({**TYPED, **named}.items())
        for rule in rules(self.clients.app, "POST"):
            if "<code" not in rule.rule or "evenings" in rule.rule:  # those delete the room
                continue
            for address in addresses(rule, self.clients.code, {**STAND_INS, "seat": (theirs,)}):
                yield from (Step(who, address, fields) for who in self.browsers)


def _revealed(room: Room) -> object:
    """Return what is revealed."""
    return [(game.number, len(game.rounds), game.ended) for game in room.games]
