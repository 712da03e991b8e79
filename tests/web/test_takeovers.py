"""Whoever takes a seat over learns nothing of what its player has put down, or holds: by no form there is."""

import html
import itertools
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from sqlalchemy import delete, insert

from companion.live.stream import Kind, Subscriber
from companion.room.events import Device, Seat
from companion.room.state import Room
from companion.storage.tables import EventRow, HostRow
from companion.web.renderer import StreamRenderer
from companion.web.services import Services
from tests.support.clients import SCRATCH, Clients
from tests.support.determinism import deterministic
from tests.support.page_forms import page_forms
from tests.support.routes import STAND_INS, addresses, rules
from tests.web.test_secrecy import DECK, arranged, swapped

Fields = tuple[tuple[str, str], ...]

DEEPEST = 3  # steps one after another: to claim, to have it accepted, and one more
FOLLOWED = ("", "host", "host/people", "another")
SHOWN = ("", "?change=1.1")
FILES = "evening.json", "rounds.csv", "evening.xlsx"
LOOKED_AT = (*SHOWN, "tv", "host", "host/sheet", "result", *FILES)
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
        with store.engine.begin() as connection:
            later = EventRow.room == self.clients.code, EventRow.number > self._start.version
            connection.execute(delete(EventRow).where(*later))
            connection.execute(delete(HostRow).where(HostRow.room == self.clients.code))
            hosts = [{"device": host, "room": self.clients.code} for host in self._start.hosts]
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
        name = f"{len(self.steps)} {[(sent.who, sent.address, sent.fields) for sent in steps]}"
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
            yield f"{who} streams {kind}", [(block.plain, len(block.gzipped)) for block in blocks]

    def _holds(self, room: Room) -> bool:
        """Tell whether one of these browsers plays for the seat of the victim, or of what it sent."""
        game = room.current_game
        sent = {seat for seat, phone in game.senders.items() if phone == self.victim} if game else set()
        seats = {room.devices.get(self.clients.fingerprint(who)) for who in self.browsers}
        return bool(seats & {room.devices.get(self.victim, "?"), *sent})

    def _is_new(self, step: Step, *, held: bool) -> bool:
        before = len(self._known)
        self._known.add((step.kind, held))
        return len(self._known) > before

    def _rule(self, step: Step) -> str:
        rule, _ = self._rules.match(urlsplit(step.address).path, method="POST", return_rule=True)
        return str(rule.rule)

    # What can be done

    def _address(self, page: str) -> str:
        address = page if page.startswith("/") else f"/{self.clients.code}/{page}"
        return address.replace("/?", "?").removesuffix("/")

    def _all_addresses(self) -> list[str]:
        values = {**STAND_INS, "seat": tuple(self._start.seats)}
        found_rules = [rule for rule in rules(self.clients.app, "GET") if "<code" in rule.rule]
        return [address for rule in found_rules for address in addresses(rule, self.clients.code, values)]

    def _on_pages(self, pages: Sequence[str]) -> Iterator[Step]:
        """Yield the forms of some pages, and of the pages behind the links that work once on them."""
        links: list[str] = []
        for who, page in itertools.product(self.browsers, pages):
            text = self.clients.ask(who, page).data.decode(errors="replace")  # a workbook is none
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
                [(name, seat) for seat in self._start.seats] if name in _SEATS else [(name, value)]
                for name, value in typed
            ]
            buttons: list[Fields] = [(button,) for button in form.buttons] or [()]
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


NAMES = ("Ann", "Ben", "Cid")
Scene = Callable[[Clients, Any], None]
Deck = Sequence[int] | None

THIEVES = {
    "a player": ("Ben", "spare"),
    "a host who plays": ("host", "spare"),
    "a second host": ("Ben", "spare"),
    "a stranger": ("spare",),
}


def gather(clients: Clients, game: str = "good-enough", **options: object) -> None:
    """Start a game in which the host plays too; a spare browser has opened the room."""
    clients.open(game, **options)
    clients.join(*NAMES, *(("host",) if game == "good-enough" else ()))
    clients.ask("spare")
    assert clients.host("begin", **options).status_code == 303


def of_a_number(clients: Clients, number: int) -> None:
    """Hide the number of Ann."""
    gather(clients, rounds=3, low=0, high=999)
    clients.send("Ann", number)


def of_a_list(clients: Clients, number: int) -> None:
    """Hide the last number of Ann's list."""
    gather(clients, rounds=3, entry="lists", low=0, high=999)
    clients.ask("Ann", "list", [("number", each) for each in (1, 5, number)], at="1.1")


def of_a_card(clients: Clients, card: str, game: str = "saichugen") -> None:
    """Hide a card that Ann has laid on a table with real cards."""
    gather(clients, game)
    clients.send("Ann", card)


def walked(scene: Scene, hidden: Any, thief: str, deck: Deck = None) -> SeatThief:
    """Let a thief walk through a scene, and return what was received."""
    with (
        tempfile.TemporaryDirectory(dir=SCRATCH) as folder,
        deterministic(0, arranged(deck)) as clocks,
        closing(Clients(Path(folder), wait=clocks.wait)) as clients,
    ):
        scene(clients, hidden)
        if thief == "a second host":
            page = clients.ask("host", "host/room/second").text
            link = page[page.index(f"/{clients.code}/become/") :].split("<")[0].split('"')[0]
            assert clients.ask("Ben", link, [("x", "")]).status_code == 303
        seat_thief = SeatThief(clients, THIEVES[thief], clients.fingerprint("Ann"))
        seat_thief.walk()
    return seat_thief


def same(one: SeatThief, other: SeatThief) -> SeatThief:
    """Check that two walks are the same, though something else was hidden; return the first."""
    assert one.steps == other.steps
    assert [] == [where for where, got in one.received.items() if other.received.get(where) != got]
    assert one.received.keys() == other.received.keys()
    return one


SCENES: dict[str, tuple[Scene, Any, Any]] = {
    "a number": (of_a_number, 42, 137),
    "a list": (of_a_list, 42, 137),
    "a card": (of_a_card, "7H", "KC"),
    "a card of Mediocrity": (partial(of_a_card, game="mediocrity"), "7", "9"),
    "a card of the Median game": (partial(of_a_card, game="median"), "7H", "KC"),
}


def both(scene: str, thief: str) -> SeatThief:
    """Let a thief walk twice, with two things hidden; check that it learns nothing, and return a walk."""
    play, this, that = SCENES[scene]
    return same(*(walked(play, each, thief) for each in (this, that)))


@pytest.mark.slow
def test_a_stranger_who_sends_every_form_gets_no_seat_and_learns_no_number() -> None:
    assert set() == both("a number", "a stranger").taken_by


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scene", "thief"),
    [
        ("a number", "a host who plays"),
        ("a list", "a second host"),
        ("a card", "a player"),
        ("a card of Mediocrity", "a player"),
        ("a card of the Median game", "a player"),
    ],
)
def test_whoever_sends_every_form_learns_nothing_of_what_a_player_has_put_down(
    scene: str, thief: str
) -> None:
    found_both = both(scene, thief)
    takes_forms = {rule.rule for rule in rules(found_both.clients.app, "POST") if "<code" in rule.rule}
    assert {"/evenings/<code:code>/delete"} == takes_forms - found_both.tried
    if "host" in thief:
        assert {"seat/x", "host/admit", "host/merge"} <= found_both.taken_by


@pytest.mark.slow
def test_nor_of_the_hand_that_the_player_was_dealt() -> None:
    """The deck decides what is in it."""

    def scene(clients: Clients, _: None) -> None:
        gather(clients, "median", table="dealt", lowest="2", hand=5)

    decks = [swapped(DECK, 0, place) for place in (0, DECK - 1)]
    found_same = same(*(walked(scene, None, "a host who plays", deck) for deck in decks))
    assert {"seat/x", "host/admit"} <= found_same.taken_by
