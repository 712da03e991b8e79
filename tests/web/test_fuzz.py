"""Invalid requests get an answer, never a server error."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

import pytest
from werkzeug.test import TestResponse

from companion.web.services import Services
from tests.support.clients import HTMX, Clients, captured_log
from tests.support.evening import Evening
from tests.support.hostile_input import TEXTS, spoilt
from tests.support.page_forms import page_forms
from tests.support.routes import addresses, rules

METHODS = ("GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")
FORM = "application/x-www-form-urlencoded"
KINDS = (*[FORM] * 16, "multipart/form-data", "application/json", "text/plain", "x/\xe4")
NAMES = ("Cookie", "Origin", "Accept-Language", "HX-Current-URL", "Host")
PAGES = ("", "tv", "result", "another", "host", "host/rounds", "host/room", "host/games", "host/pass")
PAGES += ("host/people/2", "host/rounds/1/1", "host/sheet")
PAGES += ("host/sheet?correct=1", "host/sheet?insert=1", "host/sheet?menu=1")
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
    forms: list[tuple[str, Fields]] = field(default_factory=list)
    """The addresses of forms, each with the fields and their values."""

    def look(self) -> None:
        """Get the pages of all browsers, and collect their forms."""
        self.forms.clear()
        for who in [*self.clients.browsers]:
            for page in PAGES:
                answer = self.clients.ask(who, page)
                self._check(f"{who} looks at {page}", answer)
                for form in page_forms(answer.text).values() if answer.mimetype == "text/html" else ():
                    for button in form.buttons or [("", "")]:
                        fields = (*form.fields, *form.unchecked, *([button] if button[0] else ()))
                        self.forms.append((form.action.partition("#")[0] or "/", fields))
        if not self.clients.replays():
            self.faults.append(f"after {self.tried}: the events make another room")

    def sweep(self, who: str, value: str) -> None:
        """Request every address with every field, all of the same value."""
        for method in ("GET", "POST"):
            for rule in rules(self.clients.app, method):
                parts = dict.fromkeys(rule.arguments, (quote(value, safe=""),))
                said = [(name, value) for name in self._names()]
                for address in addresses(rule, self.clients.code, parts, most=60):
                    asked = f"{address}?{urlencode(said)}" if method == "GET" else address
                    self._send(who, method, asked, said)

    def step(self) -> None:
        """Send a form of which something is changed, or anything at all."""
        who = self.chance.choice([*self.clients.browsers, "nobody"])
        if self.chance.random() < 0.5:
            address, fields = self.chance.choice(self.forms)
            self._send(who, "POST", address, [*self._changed(fields)])
        else:
            self._send(who, self.chance.choice(METHODS), self._address(), self._random_fields())

    def _names(self) -> list[str]:
        return sorted({name for _, fields in self.forms for name, _ in fields} | _ASKED)

    def _address(self) -> str:
        """Fill in a random rule, and perhaps add a query."""
        rule = self.chance.choice([*rules(self.clients.app, "GET"), *rules(self.clients.app, "POST")])
        values = {name: [quote(self._value(), safe="")] for name in rule.arguments}
        code = self.chance.choice([self.clients.code] * 27 + ["ZZZZ", "abcd", "...."])
        address = self.chance.choice([*addresses(rule, code, values, most=50)] or ["/"])
        return address + (f"?{urlencode(self._random_fields())}" if self.chance.random() < 0.5 else "")

    def _value(self) -> str:
        return self.chance.choice(("1", "2", "3", "1.1", "1.2", self.chance.choice(TEXTS)))

    def _random_fields(self) -> Fields:
        """Return random fields: names that some form has, with any value."""
        return [(name, self._value()) for name in self.chance.sample(self._names(), self.chance.randrange(5))]

    def _changed(self, fields: Fields) -> Iterator[tuple[str, str]]:
        """Change some fields of a form: other values, none, two, or additional fields."""
        for name, value in fields:
            what = self.chance.randrange(8)
            yield from [(name, value)] if what in (1, 4, 5, 6, 7) else []
            yield from [(name, spoilt(value, self.chance))] if what in (1, 2, 3) else []
        yield from self._random_fields() if self.chance.random() < 0.2 else ()

    def _send(self, who: str, method: str, address: str, said: Fields) -> None:
        self.tried += 1
        browser = self.clients.app.test_client() if who == "nobody" else self.clients.browser(who)
        kind = self.chance.choice(KINDS)
        body = json.dumps(dict(said)) if kind == "application/json" else urlencode(said)
        if self.chance.random() < 0.02:
            body = body[: self.chance.randrange(len(body) + 1)] + "%" + self.chance.choice(TEXTS)
        headers = dict(HTMX) if self.chance.random() < 0.3 else {}
        if self.chance.random() < 0.05:
            text = quote(self.chance.choice(TEXTS)[:200], safe=" =;,/:*<>'\"[](){}")
            headers[self.chance.choice(NAMES)] = text
        what = f"{who} {method} {address[:300]} {kind} {body[:300]!r} {headers}"
        try:
            answer = browser.open(
                address, method=method, data=body.encode(), content_type=kind, headers=headers
            )
        except Exception as fault:  # noqa: BLE001 - any exception is a finding
            self.faults.append(f"{what}: {type(fault).__name__} {fault}")
            return
        self._check(what, answer)

    def _check(self, what: str, answer: TestResponse) -> None:
        self.statuses[answer.status_code] += 1
        if answer.status_code >= 500 or b"Traceback" in answer.data:
            self.faults.append(f"{what}: {answer.status_code} {answer.data[:300]!r}")
        self.faults += [f"{what}: {line}" for line in self.lines if line.startswith("ERROR")]
        self.lines.clear()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4])
def test_whatever_is_sent_is_answered(clients: Clients, seed: int) -> None:
    """Each game of an evening is disturbed once, in the middle; then nobody knows what becomes of it."""
    with captured_log() as lines:
        fuzz = Fuzz(clients, random.Random(seed), lines)
        for evening in (Evening(clients, seed + number) for number in (0, 10, 20)):
            for _, _ in zip(range(20), evening.steps(), strict=False):
                clients.code = evening.party.code
            fuzz.look()
            for _ in range(120):
                fuzz.step()
            is_there = Services.of(clients.app).store.cached_room(clients.code)  # or the host has deleted it
            assert not is_there or clients.replays()
            clients.browsers.clear()
    assert [] == fuzz.faults
    assert {200, 303, 403, 404, 405, 422} <= set(fuzz.statuses)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("value", ["x", "1.1", "9" * 5000])
def test_every_address_answers_when_every_field_is_wrong(clients: Clients, value: str) -> None:
    clients.gather("Ann", "Ben", "Cid", rounds=3)
    with captured_log() as lines:
        fuzz = Fuzz(clients, random.Random(0), lines)
        fuzz.look()
        fuzz.sweep("host", value)
    assert [] == fuzz.faults
    assert fuzz.tried > 100


def test_what_cannot_be_read_is_refused_in_a_sentence(clients: Clients) -> None:
    for host in ("9" * 200, "a" * 64 + ".local"):
        answer = clients.ask("Ann", "/", headers={"Host": host})
        assert (400, "That request could not be read") == (answer.status_code, answer.text)
    answer = clients.browser("Ann").get("/join?code=x", data=b"9" * 70_000)
    assert (413, True) == (answer.status_code, "That was more than this server takes at once" in answer.text)
    answer = clients.ask("Ann", "/rules/good-enough?room=x")
    assert (422, True) == (answer.status_code, "X is not a room code" in answer.text)
