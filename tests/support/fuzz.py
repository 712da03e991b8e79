"""Random requests to every address, by every kind of client, with invalid fields.

Addresses come from the rules of the application and fields from the forms of its pages, so that a new page
or form is tried without a change here.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from werkzeug.test import TestResponse

from companion.room.commands.access import round_id
from companion.room.state import Room
from companion.web.services import Services
from tests.support.clients import HTMX, Clients
from tests.support.hostile_input import TEXTS, spoilt
from tests.support.page_forms import page_forms
from tests.support.routes import addresses, rules

ACTORS = ("nobody", "stranger", "Ann", "Ben", "host", "host", "neighbour")
"""Clients: without a cookie, with one, with a seat, the host, and the host of another room."""

METHODS = ("GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")
KINDS = (
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json",
    "text/plain",
    "x/\xe4",
)
GAMES: Sequence[tuple[str, dict[str, object]]] = (
    ("good-enough", {"rounds": 3, "low": 0, "high": 999_999_999}),
    ("good-enough", {"rounds": 3, "low": 0, "high": 999_999_999, "entry": "lists"}),
    ("median", {"table": "dealt"}),
    ("mediocrity", {"target": 2}),
    ("saichugen", {"rounds": 2}),
)
_SECRET = 7  # digits of a hidden number, too many to be on a page by chance
_ROUND = 120  # requests in one room
_ASKED = {"at", "change", "asked", "skip", "room", "code", "lang", "sure"}
"""Query parameters, which stand in no form."""
_FIELD = tuple[str, str]
_Form = tuple[str, tuple[_FIELD, ...]]
"""The address of a form, and its fields with their values."""


@dataclass
class Fuzz:
    """Sends random requests and collects faults."""

    clients: Clients
    chance: random.Random
    lines: list[str]
    """The log lines of the terminal."""
    tried: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    forms: set[_Form] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)

    def run(self, times: int) -> None:
        """Send requests, in one room after another."""
        for _ in range(times):
            if self.tried % _ROUND == 0 or self._room() is None:  # the host may have deleted it
                self._open_room()
            self._step()
            self.tried += 1
            if self.tried % (_ROUND // 4) == 0:
                self._check_pages()

    def sweep(self, who: str, *values: str) -> None:
        """Request every address with every field, all of the same value."""
        self._open_room()
        for method in ("GET", "POST"):
            for rule in rules(self.clients.app, method):
                for value in values:
                    parts = dict.fromkeys(rule.arguments, (quote(value, safe=""),))
                    said = [(name, value) for name in sorted(self.fields | _ASKED)]
                    for address in addresses(rule, self.clients.code, parts, most=60):
                        asked = f"{address}?{urlencode(said)}" if method == "GET" else address
                        self._send(who, method, asked, said)
                        self.tried += 1

    def _open_room(self) -> None:
        game, options = self.chance.choice(GAMES)
        self.clients.browsers.clear()
        self.forms.clear()
        self.clients.open(game="good-enough")
        self.clients.browsers["neighbour"] = self.clients.browsers.pop("host")
        self.clients.gather("Ann", "Ben", "Cid", game=game, **options)
        self.clients.browser("stranger").get("/")
        self._hide()
        self._check_pages()

    def _hide(self) -> None:
        """Submit a number for a player that can be recognised on other pages."""
        room = self._room()
        if room and room.current_game and room.current_game.next_round and room.game_name == "good-enough":
            numbers = [
                self.chance.randrange(10**8, 10**9) for _ in range(room.current_game.next_round.plays_at_once)
            ]
            path = "list" if room.current_game.takes_lists else "number"
            self.clients.ask("Ann", path, [("number", each) for each in numbers], at=self._round_id(room))

    def _check_pages(self) -> None:
        """Get the pages of all clients, collect their forms, and compare the room with its events."""
        for who in {*ACTORS} - {"nobody", "neighbour"}:
            pages = ["", "tv", "result", "another"]
            if who == "host":
                pages += ["host", "host/people", "host/rounds", "host/room", "host/games", "host/pass"]
                pages += ["host/people/2", "host/rounds/1/1", "host/pad"]
            for page in pages:
                answer = self.clients.ask(who, page)
                self._check(f"{who} looks at {page}", who, answer)
                self._collect_forms(answer)
        if self._room() and not self.clients.replays():
            self.faults.append(f"after {self.tried}: the events make another room")

    def _collect_forms(self, answer: TestResponse) -> None:
        if answer.mimetype == "text/html":
            for form in page_forms(answer.text).values():
                for button in form.buttons or [("", "")]:
                    fields = [*form.fields, *form.unchecked, *([button] if button[0] else ())]
                    self.forms.add((re.sub("#.*", "", form.action) or "/", tuple(fields)))
                    self.fields |= {name for name, _ in fields}

    def _step(self) -> None:
        if self.chance.random() < 0.05:
            self._hide()
        who = self.chance.choice(ACTORS)
        if self.chance.random() < 0.5 and self.forms:
            address, fields = self.chance.choice(sorted(self.forms))
            method, said = "POST", self._changed(fields)
        else:
            method = self.chance.choice(METHODS)
            address, said = self._address(), self._random_fields()
        self._send(who, method, address, said)

    def _address(self) -> str:
        """Fill in a random rule, and perhaps add a query."""
        every = list(rules(self.clients.app, "GET")) + list(rules(self.clients.app, "POST"))
        rule = self.chance.choice(every)
        values = {name: [quote(self._value(), safe="")] for name in rule.arguments}
        code = (
            self.clients.code if self.chance.random() < 0.9 else self.chance.choice(("ZZZZ", "abcd", "...."))
        )
        ways = list(addresses(rule, code, values, most=50)) or ["/"]
        address = self.chance.choice(ways)
        if self.chance.random() < 0.5:
            address += "?" + urlencode(self._random_fields())
        return address

    def _value(self) -> str:
        return self.chance.choice(("1", "2", "3", self._round_id(self._room()), self.chance.choice(TEXTS)))

    def _random_fields(self) -> list[_FIELD]:
        """Return random fields: names that some form has had, with any value."""
        names = sorted(self.fields | _ASKED)
        chosen = self.chance.sample(names, min(len(names), self.chance.randrange(5)))
        return [(name, self._value()) for name in chosen]

    def _changed(self, fields: Sequence[_FIELD]) -> list[_FIELD]:
        """Change some fields of a form: other values, none, two, or additional fields."""
        found: list[_FIELD] = []
        for name, value in fields:
            match self.chance.randrange(8):
                case 0:
                    continue
                case 1:
                    found += [(name, value), (name, spoilt(value, self.chance))]
                case 2 | 3:
                    found.append((name, spoilt(value, self.chance)))
                case _:
                    found.append((name, value))
        return found + (self._random_fields() if self.chance.random() < 0.2 else [])

    def _send(self, who: str, method: str, address: str, said: Sequence[_FIELD]) -> None:
        browser = self.clients.app.test_client() if who == "nobody" else self.clients.browser(who)
        kind = KINDS[0] if self.chance.random() < 0.8 else self.chance.choice(KINDS)
        body = json.dumps(dict(said)) if kind == "application/json" else urlencode(said)
        if self.chance.random() < 0.02:
            body = body[: self.chance.randrange(len(body) + 1)] + "%" + self.chance.choice(TEXTS)
        headers = dict(HTMX) if self.chance.random() < 0.3 else {}
        if self.chance.random() < 0.05:
            name = self.chance.choice(("Cookie", "Origin", "Accept-Language", "HX-Current-URL", "Host"))
            headers[name] = quote(self.chance.choice(TEXTS)[:200], safe=" =;,/:*<>'\"[](){}")
        hidden = self._hidden(who)
        what = f"{who} {method} {address[:300]} {kind} {body[:300]!r} {headers}"
        try:
            answer = browser.open(
                address, method=method, data=body.encode(), content_type=kind, headers=headers
            )
        except Exception as fault:  # noqa: BLE001 - any exception is a finding
            self.faults.append(f"{what}: {type(fault).__name__} {fault}")
            return
        self._check(what, who, answer, hidden & self._hidden(who))
        self._collect_forms(answer)

    def _check(self, what: str, who: str, answer: TestResponse, hidden: frozenset[str] | None = None) -> None:
        self.statuses[answer.status_code] += 1
        if answer.status_code >= 500 or "Traceback" in answer.text:
            self.faults.append(f"{what}: {answer.status_code} {answer.text[:300]}")
        for each in hidden if hidden is not None else self._hidden(who):
            if each in answer.text and each not in what:
                self.faults.append(f"{what}: shows {each}, which is hidden")
        self.faults += [f"{what}: {line}" for line in self.lines if line.startswith("ERROR")]
        self.lines.clear()

    def _hidden(self, who: str) -> frozenset[str]:
        """Return the hidden numbers that a client must not see."""
        room = self._room()
        if room is None or room.current_game is None:
            return frozenset()
        numbers = self._plays_of_others(room, {room.devices.get(device) for device in self._devices(who)})
        return frozenset(str(each) for each in numbers if len(str(each)) >= _SECRET)

    def _plays_of_others(self, room: Room, seats: set[str | None]) -> Iterator[object]:
        game = room.current_game
        assert game is not None
        phoned = {player.seat for player in room.players if player.devices and not player.away}
        yield from (play for seat, play in game.hidden.items() if seat in phoned - seats)
        for seat, plays in game.lists.items():
            if seat in phoned - seats:
                yield from plays[-game.lists_left :] if game.lists_left else plays

    def _devices(self, who: str) -> set[str]:
        browser = self.clients.browsers.get(who)
        if browser is None or who == "nobody":
            return set()
        return {self.clients.fingerprint(who)} - {""}

    def _room(self) -> Room | None:
        return Services.of(self.clients.app).store.cached_room(self.clients.code)

    @staticmethod
    def _round_id(room: Room | None) -> str:
        return round_id(room.current_game) if room and room.current_game else "1.1"
