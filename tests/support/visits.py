"""The pages of whole evenings: those that people come to, and all that links on them lead to."""

import html
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from companion.room.commands.room_control import close_room
from companion.web.services import Services
from tests.support.clients import OPEN, Clients
from tests.support.evening import Evening
from tests.support.streamed import Screens

_LINK = re.compile(r'\b(?:href|hx-get)="(/[^"#]*)|class="address[^"]*">(?:http://)?[^/<]*(/[^<]*)<')
_NO_PAGE = re.compile(r"^/static/|\.(csv|json|svg|txt|xlsx)$|/stream|/demo$")
_ELSEWHERE = ("/", "/join?code=", "/no/such/page", "/ZZZZ", "/evenings?skip=99", "/all-time", "/stop")


@dataclass
class Visits:
    """The browsers of evenings, all with one language, and each page that they got."""

    clients: Clients
    language: str
    pages: dict[str, str] = field(default_factory=dict)
    """By number, browser and address; and the parts of pages that streams carry."""
    codes: set[str] = field(default_factory=set)
    """The codes of rooms and hosts that were seen."""
    _seen: set[str] = field(default_factory=set)

    def ask(
        self, who: str, path: str = "", said: Any = None, /, headers: dict[str, str] | None = None
    ) -> TestResponse:
        """See `Browsers`; a page is kept."""
        answer = self.clients.ask(
            who, path, said, headers={**(headers or {}), "Accept-Language": self.language}
        )
        assert answer.status_code < 500, path
        if answer.mimetype == "text/html" and answer.status_code not in range(300, 400):
            self.codes |= {*re.findall(r'class="(?:host)?code">([^<]*)<', answer.text)}
            address = path.replace(f"/{self.clients.code}", "/CODE") if self.clients.code else path
            self.pages[f"{len(self.pages)} {who} {address}"] = answer.text
        return answer

    def play(self, seed: int, after: Callable[[str], None] = lambda _: None) -> None:
        """Play the evening of a seed; look around after the first of its steps of each kind in each game."""
        evening, screens, turns = Evening(self, seed), Screens(self.clients, self.language), 0
        for step in evening.steps():
            turns = turns + 1 if step == "turn" else 0
            self.clients.code = evening.party.code
            self.codes.add(self.clients.code)
            for part in screens.parts():
                self.pages[f"{len(self.pages)} stream {step}"] = part
            if turns % 4 < 2:
                self.look_around(f"{evening.game} {step}", evening.party.phones.values())
            after(f"{step} {turns}")

    def look_around(self, state: str, phones: Iterable[str]) -> None:
        """Follow all links from what people see, but those that were followed in such a state before."""
        for who in ("host", *phones, "stranger"):
            todo = [f"/{self.clients.code}{tail}" for tail in ("", "/host", "/tv", "/result", "/watch")]
            while todo:
                path = todo.pop()
                key = re.sub(r"\d+|[\w.-]{20,}", "#", f"{state} {who == 'host'} {who == 'stranger'} {path}")
                if _NO_PAGE.search(path) or key in self._seen:
                    continue
                self._seen.add(key)
                page = self.ask(who, path).text
                todo += [html.unescape(one or other) for one, other in _LINK.findall(page)]

    def finish(self) -> None:
        """Have the last room closed, and see what there is beside rooms."""
        store = Services.of(self.clients.app).store
        store.execute(self.clients.code, "", close_room)
        self.look_around("closed", [*self.clients.browsers])
        for who in ("host", "nobody"):
            for path in _ELSEWHERE:
                self.ask(who, path)
        for path, said in (
            ("/rooms", [("game", "good-enough"), ("rounds", "x")]),
            ("/all-time/forget", [("name", "Cid"), ("sure", "")]),
            ("/language", [("language", "x")]),
            (f"/evenings/{self.clients.code}/delete", []),
        ):
            self.ask("host", path, said)
        demo = self.ask("host", "/demo", [])
        self.clients.code = demo.location.split("/")[1]
        self.look_around("demo", ())
        self.ask("host", "/stop", [])


def visited(folder: Path, language: str) -> Visits:
    """Return the pages of four evenings in which nearly everything comes up."""
    done = Visits(Clients(folder, OPEN), language)
    done.codes.update((str(folder), "backups"))  # pages for who started the server name them
    for seed in (9, 1, 8, 7):
        done.play(seed)
    done.finish()
    return done
