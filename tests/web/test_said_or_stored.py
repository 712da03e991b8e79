"""What is posted is stored, or refused in a sentence, or said to stand there already: nothing is lost."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any
from urllib.parse import unquote, urlencode

import pytest
from sqlalchemy import delete, insert, select
from werkzeug.test import TestResponse

from companion.room.commands.access import round_id
from companion.storage.event_store import EventStore
from companion.storage.tables import EventRow, HostRow, RemarkRow, RoomRow
from companion.web.services import Services
from tests.support.clients import HTMX, Clients
from tests.support.evening import Evening
from tests.support.page_forms import page_forms, page_text
from tests.support.routes import addresses, rules

_TABLES = (RoomRow, EventRow, HostRow, RemarkRow)
_NOTICE = re.compile(r'<p\b[^>]*(?:role="(?:status|alert)"|id="(?:message|means)")[^>]*>(.*?)</p>', re.DOTALL)
_REFUSAL = re.compile(r'<p\b[^>]*id="(?:message|means)"[^>]*>(.*?)</p>', re.DOTALL)
_OF_EVENINGS = ("/", "/evenings", "/all-time", "/all-time/forget")
_TYPED = {"name": "Zed", "question": "How many?", "truth": "5", "host_code": "AAAA-BBBB-CCCC"}
_ASIDE = ("noted", "taken")
"""What a session has for the next page alone."""
_IN_BROWSER = {"language": "/language", "waits": "/slow", "no tv": "/slow"}
"""What is kept in the session for good, by the end of the address that it is sent to."""
_FLEETING = "/react"
"""What the TV shows for a moment, or never."""


@dataclass(frozen=True)
class Post:
    """A form as a browser sends it."""

    who: str
    address: str
    fields: tuple[tuple[str, str], ...]
    fragment: bool = False


@dataclass
class EveryPost:
    """Collects the forms of all pages, posts them, and judges the answers."""

    clients: Clients
    chance: random.Random
    plays: Sequence[str]
    """What is typed where a number or a card is asked for."""
    forms: dict[tuple[str, str, str, str], Post] = field(default_factory=dict)
    """All forms that were seen, the newest of each round and browser."""
    outcomes: Counter[str] = field(default_factory=Counter)
    posted: set[str] = field(default_factory=set)
    """The places that were posted to."""
    lost: list[str] = field(default_factory=list)

    @property
    def _store(self) -> EventStore:
        return Services.of(self.clients.app).store

    def look(self) -> None:
        """Collect the forms of all pages, as each browser sees them now."""
        for who, paths in self._pages():
            for path in paths:
                self._collect(who, self.clients.ask(who, path))

    def post(self, stage: str, most: int) -> None:
        """Post up to so many of the forms that were seen until now, and first what was never posted to."""
        known = [*self.forms.values(), *self.made_up()]
        self.chance.shuffle(known)
        known.sort(key=lambda each: self.place(each) in self.posted)
        chosen = known[:most]
        here = _Snapshot(self.clients, self._store)
        for each in chosen:
            self.posted.add(self.place(each))
            self._try(stage, each, here)

    def place(self, post: Post) -> str:
        """Return the address of a post, the same in all rooms."""
        return post.address.replace(self.clients.code, "CODE")

    def _try(self, stage: str, post: Post, here: "_Snapshot") -> None:
        """Post a form, and once more what was stored: a double tap."""
        if self.chance.random() < 0.1:
            post = replace(post, who=self.chance.choice([*self.clients.browsers]))
        for again in ("", " again"):
            outcome = self._send(post)
            self.outcomes[outcome + again] += 1
            if outcome == "lost":
                self.lost.append(f"{stage}: {post}{again}")
            if outcome != "stored":
                break
        here.restore()

    def _send(self, post: Post) -> str:
        before = self._kept(post.who)
        answer = self.clients.browser(post.who).post(
            post.address,
            data=urlencode(post.fields),
            content_type="application/x-www-form-urlencoded",
            headers=HTMX if post.fragment else {},
        )
        if self._kept(post.who) != before:
            return "stored"
        return self._said(post, answer)

    def _kept(self, who: str) -> Any:
        """Return all that a post can change: the room, rooms, and the browser's session."""
        with self._store.engine.connect() as connection:
            rooms = connection.execute(select(RoomRow.code)).all()
        room = self._store.load_room(self.clients.code) if (self.clients.code,) in rooms else None
        with self.clients.browser(who).session_transaction() as session:
            own = {name: value for name, value in session.items() if name not in _ASIDE}
        return room and replace(room, version=0), rooms, own

    def _said(self, post: Post, answer: TestResponse) -> str:
        """Judge the answer to a post that has changed nothing."""
        if answer.status_code >= 400:
            return "refused" if _refusal(answer, fragment=post.fragment) else "lost"
        if answer.headers.get("X-Said") or self._is_in_browser(post) or post.address.endswith(_FLEETING):
            return "there already"
        address = answer.headers.get("HX-Redirect") or answer.location
        page, plain = answer, set[str]()
        if address is not None:
            page, again = (self.clients.browser(post.who).get(address, follow_redirects=True) for _ in "12")
            plain = _notices(again.text)
        if self._asks(post, page.text):
            self._collect(post.who, page)
            return "asked"
        return "there already" if _notices(page.text) - plain else "lost"

    def _is_in_browser(self, post: Post) -> bool:
        """Tell whether a post is about what every page of this browser shows from then on."""
        with self.clients.browser(post.who).session_transaction() as session:
            return any(post.address.endswith(end) and name in session for name, end in _IN_BROWSER.items())

    @staticmethod
    def _asks(post: Post, page: str) -> bool:
        """Tell whether a page has the same form once more, with a field that confirms it."""
        sent = {name for name, _ in post.fields}
        return any(
            form.action == post.address and {name for name, _ in (*form.fields, *form.buttons)} - sent
            for form in page_forms(page).values()
        )

    # Forms

    def _pages(self) -> Iterator[tuple[str, list[str]]]:
        room = self._store.load_room(self.clients.code)
        seats = list(room.seats)
        at = round_id(room.current_game) if room.current_game else "1.1"
        game, number = at.split(".")
        rounds = [
            f"host/rounds/{game}/{each_number}"
            for each_number in range(1, int(number))
            if room.find_game(int(game))
        ]
        its = ["host", "host/people", "host/rounds", "host/room", "host/games", "host/sheet", "host/phones"]
        people = [f"host/people/{seat}" for seat in seats] + [f"host/pass/{seat}?at={at}" for seat in seats]
        yield "host", [*its, *people, *rounds, f"/evenings/{room.code}/delete", *_OF_EVENINGS]
        for who in [browser for browser in self.clients.browsers if browser != "host"]:
            yield who, ["", f"?change={at}", "?asked=1", "host", "host/room", *rounds[-1:]]

    def _collect(self, who: str, answer: TestResponse) -> None:
        if answer.mimetype != "text/html" or answer.status_code >= 300:
            return
        for name, form in page_forms(answer.text).items():
            if not form.action.startswith("/") or form.action == "/join":
                continue
            for button in form.buttons or [("", "")]:
                fields = [(each, self._typed(each, value)) for each, value in form.fields]
                fields += [button] if button[0] else []
                fragment = f'hx-post="{form.action}"' in answer.text and self.chance.random() < 0.5
                known = Post(who, form.action, tuple(fields), fragment)
                self.forms[who, form.action, f"{name} {button}", dict(fields).get("at", "")] = known

    def _typed(self, name: str, value: str) -> str:
        """Return what is typed into a field: something in one that is empty."""
        if value or self.chance.random() < 0.1:
            return value
        if name == "number" or name.startswith("play-"):
            return self.chance.choice(self.plays)
        return _TYPED.get(name, "")

    def made_up(self) -> Iterator[Post]:
        """Yield posts to every rule, also of forms that no page shows now, with fields that forms have."""
        fields = [form.fields for form in self.forms.values()]
        for rule in rules(self.clients.app, "POST"):
            for address in addresses(rule, self.clients.code, most=60):
                who = self.chance.choice(["host", *self.clients.browsers])
                its = self.chance.choice(fields)
                yield Post(who, address, (*its, ("language", "ja")), fragment=False)


def _refusal(answer: TestResponse, *, fragment: bool) -> str:
    if fragment:
        return answer.text.strip() if "HX-Retarget" in answer.headers else ""
    if answer.mimetype != "text/html":
        return answer.text
    return "".join(page_text(each) for each in _REFUSAL.findall(answer.text))


def _notices(page: str) -> set[str]:
    return {*map(page_text, _NOTICE.findall(page))} - {""}


class _Snapshot:
    """All that is stored, and the cookies of all browsers, to put them back."""

    def __init__(self, clients: Clients, store: EventStore) -> None:
        self._clients, self._store = clients, store
        self._rooms = dict.fromkeys([clients.code], store.load_room(clients.code))
        self._rows = self._read()
        self._cookies = {who: dict(browser._cookies) for who, browser in clients.browsers.items()}

    def restore(self) -> None:
        if self._read() != self._rows:
            with self._store.engine.begin() as connection:
                for table in reversed(_TABLES):
                    connection.execute(delete(table))
                for table, rows in zip(_TABLES, self._rows, strict=True):
                    if rows:
                        connection.execute(insert(table), rows)
            self._store._rooms.clear()
            for room in self._rooms.values():
                self._store._cache(room, 0.0)
        for who, browser in self._clients.browsers.items():
            browser._cookies.clear()
            browser._cookies.update(self._cookies.get(who, {}))

    def _read(self) -> list[list[dict[str, Any]]]:
        with self._store.engine.connect() as connection:
            return [
                [dict(row) for row in connection.execute(select(table.__table__)).mappings()]
                for table in _TABLES
            ]


pytestmark = pytest.mark.usefixtures("clocks")

PLAYS = ("40", "50", "60", "7", "K", "7H", "8D", "0", "13", "101", "x")


def posted(clients: Clients, most: int, is_chosen: Callable[[int], bool]) -> EveryPost:
    """Play evenings, and post up to `most` forms in each of the states that are chosen."""
    every, states = EveryPost(clients, random.Random(most), PLAYS), count()
    evening = Evening(clients, 7)
    for step in evening.steps():
        clients.code = evening.party.code
        if is_chosen(number := next(states)):
            every.look()
            every.post(f"{number}, {step}", most)
    return every


@pytest.mark.slow
def test_nothing_that_is_posted_is_lost_in_any_state(clients: Clients) -> None:
    every = posted(clients, 60, lambda _: True)
    assert [] == every.lost
    assert {"stored", "refused", "there already again", "refused again"} <= set(every.outcomes)


def test_nothing_that_is_posted_is_lost_in_some_states(clients: Clients) -> None:
    every = posted(clients, 40, lambda number: number % 2 == 1)
    assert [] == every.lost
    assert {"stored", "refused", "there already again"} <= set(every.outcomes)
    assert set() == {every.place(each) for each in every.made_up()} - every.posted - {"/stop"}


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("out", "Carol sits this out: nothing was entered"),
        ("remove", "Carol has left: nothing was entered"),
        ("show", "Carol is in already: what was entered first stands"),
    ],
)
def test_on_the_passed_phone_a_number_that_comes_too_late_is_not_lost_in_silence(
    clients: Clients, action: str, sentence: str
) -> None:
    clients.open(rounds=3)
    clients.join("Ann", "Ben")
    clients.host("add", name="Carol")
    clients.host("begin")
    clients.host(action, seat="3", number="40", at="1.1")
    before = clients.room.version
    answer = clients.ask("host", "host/pass/3", number="50", at="1.1")
    page = clients.ask("host", answer.location).text if answer.location else answer.text
    assert sentence in page_text(page)
    assert before == clients.room.version
    assert sentence not in page_text(clients.ask("host", "host/pass").text)


def test_a_number_that_a_phone_sends_again_is_acknowledged_and_counts_once(clients: Clients) -> None:
    clients.gather("Ann", "Ben", "Cid")
    before = clients.room.version
    for typed in ("40", "４０"):
        assert 303 == clients.ask("Ann", "number", number=typed, at="1.1").status_code
    assert "That is what stands there already" in page_text(clients.ask("Ann").text)
    assert "That is what stands there already" not in page_text(clients.ask("Ann").text)
    answer = clients.ask("Ann", "number", headers=HTMX, number="40", at="1.1")
    said = (answer.status_code, unquote(answer.headers["X-Said"]))
    assert (200, "That is what stands there already") == said
    assert before + 1 == clients.room.version
