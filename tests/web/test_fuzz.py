"""Invalid requests get an answer, never a server error."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

import pytest
from werkzeug.test import TestResponse

from companion.room.commands.access import round_id
from companion.room.state import Room
from companion.web.services import Services
from tests.support.clients import HTMX, Clients, captured_log
from tests.support.hostile_input import TEXTS, spoilt
from tests.support.page_forms import page_forms
from tests.support.routes import addresses, rules

ACTORS = ("nobody", "stranger", "Ann", "Ben", "host", "host", "neighbour")
"""Clients: without a cookie, with one, with a seat, the host, and the host of another room."""
METHODS = ("GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")
FORM = "application/x-www-form-urlencoded"
KINDS = (*[FORM] * 16, "multipart/form-data", "application/json", "text/plain", "x/\xe4")
NAMES = ("Cookie", "Origin", "Accept-Language", "HX-Current-URL", "Host")
GAMES: Sequence[tuple[str, dict[str, object]]] = (
    ("good-enough", {"rounds": 3, "low": 0, "high": 999_999_999}),
    ("good-enough", {"rounds": 3, "low": 0, "high": 999_999_999, "entry": "lists"}),
    ("median", {"table": "dealt"}),
    ("mediocrity", {"target": 2}),
    ("saichugen", {"rounds": 2}),
)
PAGES = ("", "tv", "result", "another")
OF_HOST = ("", "/people", "/rounds", "/room", "/games", "/pass", "/people/2", "/rounds/1/1", "/pad")
_ROUND = 120  # requests in one room
_ASKED = {"at", "change", "asked", "skip", "room", "code", "lang", "sure"}
"""Query parameters, which stand in no form."""
Fields = Sequence[tuple[str, str]]


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
    forms: set[tuple[str, tuple[tuple[str, str], ...]]] = field(default_factory=set)
    """The addresses of forms, each with the fields and their values."""
    fields: set[str] = field(default_factory=set)

    def run(self, times: int) -> None:
        """Send requests, in one room after another."""
        for _ in range(times):
            if self.tried % _ROUND == 0 or self._room is None:  # the host may have deleted it
                self._open_room()
            self._step()
            self.tried += 1
            if self.tried % (_ROUND // 4) == 0:
                self._check_pages()

    def sweep(self, who: str, value: str) -> None:
        """Request every address with every field, all of the same value."""
        self._open_room()
        for method in ("GET", "POST"):
            for rule in rules(self.clients.app, method):
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
        self._check_pages()

    def _check_pages(self) -> None:
        """Get the pages of all clients, collect their forms, and compare the room with its events."""
        for who in ("stranger", "Ann", "Ben", "host"):
            for page in (*PAGES, *(f"host{each}" for each in OF_HOST if who == "host")):
                self._check(f"{who} looks at {page}", self.clients.ask(who, page))
        if self._room and not self.clients.replays():
            self.faults.append(f"after {self.tried}: the events make another room")

    def _step(self) -> None:
        who = self.chance.choice(ACTORS)
        if self.chance.random() < 0.5 and self.forms:
            address, fields = self.chance.choice(sorted(self.forms))
            self._send(who, "POST", address, self._changed(fields))
        else:
            self._send(who, self.chance.choice(METHODS), self._address(), self._random_fields())

    def _address(self) -> str:
        """Fill in a random rule, and perhaps add a query."""
        rule = self.chance.choice([*rules(self.clients.app, "GET"), *rules(self.clients.app, "POST")])
        values = {name: [quote(self._value(), safe="")] for name in rule.arguments}
        code = self.chance.choice([self.clients.code] * 27 + ["ZZZZ", "abcd", "...."])
        address = self.chance.choice([*addresses(rule, code, values, most=50)] or ["/"])
        return address + (f"?{urlencode(self._random_fields())}" if self.chance.random() < 0.5 else "")

    def _value(self) -> str:
        game = self._room and self._room.current_game
        return self.chance.choice(
            ("1", "2", "3", round_id(game) if game else "1.1", self.chance.choice(TEXTS))
        )

    def _random_fields(self) -> Fields:
        """Return random fields: names that some form has had, with any value."""
        names = sorted(self.fields | _ASKED)
        return [(name, self._value()) for name in self.chance.sample(names, self.chance.randrange(5))]

    def _changed(self, fields: Fields) -> Fields:
        """Change some fields of a form: other values, none, two, or additional fields."""
        found: list[tuple[str, str]] = []
        for name, value in fields:
            what = self.chance.randrange(8)
            found += [(name, value)] if what in (1, 4, 5, 6, 7) else []
            found += [(name, spoilt(value, self.chance))] if what in (1, 2, 3) else []
        return [*found, *(self._random_fields() if self.chance.random() < 0.2 else ())]

    def _send(self, who: str, method: str, address: str, said: Fields) -> None:
        browser = self.clients.app.test_client() if who == "nobody" else self.clients.browser(who)
        kind = self.chance.choice(KINDS)
        body = json.dumps(dict(said)) if kind == "application/json" else urlencode(said)
        if self.chance.random() < 0.02:
            body = body[: self.chance.randrange(len(body) + 1)] + "%" + self.chance.choice(TEXTS)
        headers = dict(HTMX) if self.chance.random() < 0.3 else {}
        if self.chance.random() < 0.05:
            text = quote(self.chance.choice(TEXTS)[:200], safe=" =;,/:*<>'\"[](){}")
            headers[self.chance.choice(NAMES)] = text
        sent = {"data": body.encode(), "content_type": kind, "headers": headers}
        what = f"{who} {method} {address[:300]} {kind} {body[:300]!r} {headers}"
        try:
            answer = browser.open(address, method=method, **sent)  # type: ignore[arg-type]
        except Exception as fault:  # noqa: BLE001 - any exception is a finding
            self.faults.append(f"{what}: {type(fault).__name__} {fault}")
            return
        self._check(what, answer)

    def _check(self, what: str, answer: TestResponse) -> None:
        """Look for what is wrong in an answer, and collect the forms of a page."""
        self.statuses[answer.status_code] += 1
        if answer.status_code >= 500 or "Traceback" in answer.text:
            self.faults.append(f"{what}: {answer.status_code} {answer.text[:300]}")
        self.faults += [f"{what}: {line}" for line in self.lines if line.startswith("ERROR")]
        self.lines.clear()
        for form in page_forms(answer.text).values() if answer.mimetype == "text/html" else ():
            for button in form.buttons or [("", "")]:
                fields = (*form.fields, *form.unchecked, *([button] if button[0] else ()))
                self.forms.add((form.action.partition("#")[0] or "/", fields))
                self.fields |= {name for name, _ in fields}

    @property
    def _room(self) -> Room | None:
        return Services.of(self.clients.app).store.cached_room(self.clients.code)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_sent_is_answered(clients: Clients, seed: int) -> None:
    with captured_log() as lines:
        fuzz = Fuzz(clients, random.Random(seed), lines)
        fuzz.run(360)
    assert [] == fuzz.faults
    assert {200, 303, 403, 404, 405, 422} <= set(fuzz.statuses)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("value", ["x", "1.1", "9" * 5000])
def test_every_address_answers_when_every_field_is_wrong(clients: Clients, value: str) -> None:
    with captured_log() as lines:
        fuzz = Fuzz(clients, random.Random(0), lines)
        fuzz.sweep("host", value)
    assert [] == fuzz.faults
    assert fuzz.tried > 100


def test_bad_codes_behind_the_rules_are_refused_in_a_sentence(clients: Clients) -> None:
    answer = clients.ask("Ann", "/rules/good-enough?room=x")
    assert 422 == answer.status_code
    assert "X is not a room code" in answer.text


@pytest.mark.parametrize("host", ["9" * 200, "a" * 64 + ".local"])
def test_a_name_that_cannot_be_one_is_refused(clients: Clients, host: str) -> None:
    answer = clients.ask("Ann", "/", headers={"Host": host})
    assert (400, "That request could not be read") == (answer.status_code, answer.text)


def test_a_body_that_is_too_large_is_refused_also_where_none_belongs(clients: Clients) -> None:
    answer = clients.browser("Ann").get("/join?code=x", data=b"9" * 70_000)
    assert 413 == answer.status_code
    assert "That was more than this server takes at once" in answer.text
