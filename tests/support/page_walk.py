"""A walk through all pages: an evening in which everything that a page can show comes up."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.room.commands.closing import close_room
from companion.web.pages.phones import CAUSES
from companion.web.services import Services
from tests.support.clients import HTMX, Clients
from tests.support.correction_fields import confirmed, play_field

NAMES = ("Ann", "B<b>ob", "Cyd", "D&n", "Ed")


@dataclass
class Walk:
    """The evening of some browsers, and every page that they got."""

    clients: Clients
    language: str
    after: Callable[[str], None]
    """Called with a name whenever the room is in another state."""
    pages: dict[str, str] = field(default_factory=dict)
    codes: list[str] = field(default_factory=list)
    """The room codes and host codes that were seen."""

    @property
    def app(self) -> Flask:
        return self.clients.app

    @property
    def code(self) -> str:
        """The code of the room."""
        return self.clients.code

    def enter(self, page: str, pattern: str) -> None:
        """Continue in the room whose code is on a page."""
        found = re.search(pattern, page)
        assert found, page
        self.clients.code = found[1]
        self.codes.append(self.code)

    def get(self, who: str, path: str = "", **headers: str) -> str:
        """Get a page; a path without a leading slash is within the room."""
        return self._kept(who, path, self._ask(who, path, **headers))

    def post(self, who: str, path: str, said: Any = (), /, **form: object) -> str:
        """Post a form and follow the redirects."""
        return self._kept(who, path, self._ask(who, path, [*form.items(), *said]))

    def host(self, action: str, **form: object) -> str:
        return self.post("host", f"host/{action}", **form)

    def at(self, who: str, path: str = "") -> str:
        found = re.search(r'name="at" value="([^"]*)"', self.get(who, path))
        assert found, (who, path)
        return found[1]

    def show(self, *numbers: object) -> None:
        """Submit a number or card for each player, from their own phones."""
        for who, number in zip(NAMES, numbers, strict=False):
            self.post(who, "number", number=number, at=self.at(who))

    def screens(self) -> None:
        """Get the current pages of everybody, and the results."""
        for who, path in (("host", "host"), ("host", "tv"), *((who, "") for who in self.clients.browsers)):
            self.get(who, path)
        for path in ("result", "host/people", "host/rounds"):
            self.get("host", path)
        self.after(f"state {len(self.pages)}")

    def _ask(self, who: str, path: str, said: Any = None, **headers: str) -> TestResponse:
        sent = {"Accept-Language": self.language, **headers}
        answer = self.clients.ask(who, path, said, headers=sent)
        while 300 <= answer.status_code < 400:
            answer = self.clients.ask(who, answer.location, headers=sent)
        return answer

    def _kept(self, who: str, path: str, answer: TestResponse) -> str:
        assert answer.status_code < 500, path
        self.codes += re.findall(r'class="hostcode">([^<]*)<', answer.text)
        if answer.mimetype == "text/html":
            address = path if path.startswith("/") else f"/CODE/{path}".removesuffix("/")
            self.pages[f"{len(self.pages)} {who} {address}"] = answer.text
        return answer.text


def walk(clients: Clients, language: str, after: Callable[[str], None] = lambda _: None) -> Walk:
    """Walk through the pages in a language."""
    done = Walk(clients, language, after)
    for part in (_start, _gather, _numbers, _mend, _people, _end, _tricks, _lists, _closed, _demo, _evenings):
        part(done)
    return done


def _start(walk: Walk) -> None:
    walk.get("host", "/")
    walk.get("host", "/join?code=")
    walk.get("host", "/no/such/page")
    walk.get("host", "/ZZZZ")
    for game in ("good-enough", "mediocrity", "median", "saichugen"):
        walk.get("host", f"/rules/{game}")
    walk.post("host", "/rooms", game="good-enough", rounds="x")
    page = walk.post("host", "/rooms", game="good-enough", rounds=3, low=-9, high=9)
    walk.enter(page, r'class="code">(\w{4})<')
    for path in (
        "host",
        "tv",
        "host/people",
        "host/rounds",
        "host/room",
        "host/games",
        "result",
        "host/pass",
        "host/pad",
        *(f"host/phones/{cause}" for cause in CAUSES),
    ):
        walk.get("host", path)


def _gather(walk: Walk) -> None:
    for path in ("", "host", "host/pass"):
        walk.get("stranger", path)
    walk.post("stranger", "join", name="")
    walk.post("stranger", "recover", host_code="x")
    for who in NAMES[:3]:
        walk.post(who, "join", name=who)
    walk.host("add", name=NAMES[3], then="people")
    walk.host("add", name="", then="people")
    walk.post("twin", "join", name="Ann")
    walk.screens()
    walk.host("bot", strategy="edge", then="people")
    for seat in ("1", "4", "5", "6"):
        walk.get("host", f"host/people/{seat}")
    walk.host("remove", seat="5")
    walk.host("remove", seat="6")
    walk.get("host", "host/people/5")
    walk.host("lock", locked="yes", then="room")
    walk.get("stranger")
    walk.host("lock", locked="no", then="room")
    walk.host("pace", by_itself="no", then="room")
    walk.host("pace", by_itself="yes", then="room")
    for how in ("second", "over"):
        link = re.findall(r'class="address">([^<]*)<', walk.get("host", f"host/room/{how}"))[0]
        walk.get("stranger", "/" + link.split("/", 3)[3])
    for link in re.findall(r'class="address whole">([^<]*)<', walk.get("Ann", "another"))[:1]:
        for who in ("stranger", "Cyd"):
            walk.get(who, "/" + link.split("/", 3)[3])
    walk.post("claimant", "claim", seat="2")
    walk.get("claimant", "?asked=2", **HTMX)
    claimant = re.findall(r'name="claimant" value="([^"]*)"', walk.get("host", "host"))[0]
    walk.host("deny", claimant=claimant)
    walk.get("claimant", "?asked=2")


def _numbers(walk: Walk) -> None:
    walk.host("time", seconds="300", then="room")
    walk.host("begin", rounds=3, low=-9, high=9)
    walk.screens()
    walk.host("pause", at=walk.at("host", "host"))
    walk.screens()
    walk.host("resume", at=walk.at("host", "host"))
    walk.host("time", seconds="0", then="room")
    hand = walk.get("host", "host/pass")
    entry = re.findall(r'href="([^"]*/pass/4[^"]*)"', hand)[0].replace("&amp;", "&")
    walk.get("host", entry)
    skipped = re.findall(r'href="([^"]*skip=4[^"]*)"', hand)[0].replace("&amp;", "&")
    walk.get("host", skipped)
    walk.post("Ann", "number", number="x", at=walk.at("Ann"))
    walk.show(5, 5)
    walk.screens()
    walk.get("Ann", f"?change={walk.at('Ann')}")
    walk.host("show", seat="4", number="7", at=walk.at("host", "host"))
    walk.get("host", "host/pass")
    walk.show(5, 5, 2)
    walk.screens()
    walk.get("host", "host/pass?at=1.1")
    walk.get("host", "result/1/1")
    walk.show(1, 2, 3)
    walk.host("close", at=walk.at("host", "host"))
    walk.screens()


def _mend(walk: Walk) -> None:
    walk.get("host", "host/rounds/1/1")
    walk.host("correct", **play_field("1.1", "2", "x"), then="round")
    walk.host("correct", **play_field("1.1", "2", "6"), then="round")
    walk.get("host", "host/sure/correct?at=1.1&play-1-2=6")
    walk.host("correct", **confirmed("1.1", "2", "6"), then="round")
    walk.get("host", "host/rounds/1/1")
    walk.screens()
    walk.host("void", at="1.1", then="round")
    walk.host("void", at="1.1", sure="yes")
    walk.get("host", "host/rounds/1/1")
    walk.get("host", "result/1/1")
    walk.host("count", at="1.1", then="round")
    walk.screens()
    walk.host("reopen", at="1.2")
    walk.screens()
    walk.host(
        "undo", number=re.findall(r'form="undo" name="number" value="(\d+)"', walk.get("host", "host"))[0]
    )
    walk.screens()
    walk.host("undo", number="1")
    walk.host("merge", seat="5", into="1", then="person")


def _people(walk: Walk) -> None:
    walk.host("out", seat="3", then="people")
    walk.screens()
    walk.get("host", "host/people/3")
    walk.host("in", seat="3", then="people")
    walk.post("Cyd", "leave")
    walk.screens()
    walk.get("host", "host/people/3")
    walk.post("Cyd", "back")
    walk.post("Ed", "join", name="Ed")
    walk.screens()
    walk.host("rename", seat="7", name="Ann", then="person")
    walk.host("bar", seat="7", then="people")
    walk.get("Ed")
    walk.get("host", "host/people/7")


def _end(walk: Walk) -> None:
    walk.host("begin", then="games")
    for numbers in ((1, 2, 3), (4, 5, 6)):
        walk.show(*numbers)
        walk.host("close", at=walk.at("host", "host"))
    walk.host("end", how="count", at=walk.at("host", "host"))
    walk.screens()
    walk.get("host", "host/games")
    walk.host("begin", rounds="x", then="games")
    for number in (1, 2, 3):
        walk.get("host", f"result/1/{number}")


def _tricks(walk: Walk) -> None:
    walk.host("remove", seat="4")
    walk.host("begin", game="mediocrity", target=1)
    walk.screens()
    for cards in (("3", "7", "9"), ("2", "2", "8"), ("4", "5", "6")):
        walk.show(*cards)
        walk.screens()
    walk.host("end", how="count", at=walk.at("host", "host"))
    walk.screens()
    walk.get("host", "host/games")
    walk.host("begin", game="median", lead="winner", hand=4, lowest="7", table="dealt")
    walk.screens()
    walk.post("Ann", "number", number="x", at=walk.at("Ann"))
    for _ in range(2):
        for who in NAMES[:3]:
            keys = re.findall(r'name="number" value="(\w+)">', walk.get(who))
            walk.post(who, "number", number=next(iter(keys), ""), at=walk.at(who))
        walk.screens()
    walk.get("host", "host/rounds/3/1")
    walk.host("end", how="count", at=walk.at("host", "host"))
    walk.host("bar", seat="9")
    walk.host("begin", game="saichugen", rounds=1, tricks=2, games=2)
    for cards in (("3H", "7H", "9H"), ("2S", "2D", "8S"), ("4S", "5S", "6S")):
        walk.show(*cards)
        walk.screens()
    walk.host("end", how="count", at=walk.at("host", "host"))
    _pads(walk)
    walk.host("out", seat="3", then="people")
    walk.screens()
    walk.host("begin", game="median", hand=4)
    walk.screens()
    walk.post("Ann", "call", call="high", at=walk.at("Ann"))
    walk.show("5H", "5S")
    walk.screens()
    walk.get("host", "host/rounds/5/1")
    walk.host("end", how="count", at=walk.at("host", "host"))
    walk.host("in", seat="3", then="people")
    for game, number in ((2, 1), (2, 2), (3, 1), (4, 1), (4, 2), (5, 1)):
        walk.get("host", f"result/{game}/{number}")


def _pads(walk: Walk) -> None:
    """Keep results, and play cards for a phone that fails."""
    walk.host("begin", game="saichugen", rounds=1, table="results")
    at = walk.at("host", "host")
    for path in ("host/pad", "host/pad/check"):
        for sums in ((30, 30, 30), ("x", 1, 2), (1, 2, "")):
            walk.post("host", path, [(f"play-{n}", each) for n, each in enumerate(sums, 1)], at=at)
    walk.get("host", "host/pad", **HTMX)
    walk.post("host", "host/pad", [("play-1", 5), ("play-2", 9), ("play-3", 11)], at=at)
    walk.get("host", "host/pad")
    walk.screens()
    walk.host("begin", game="median", hand=4, table="cards")
    walk.get("host", "host/pad")
    walk.post("host", "host/pad", [("play-1", "5")], at=walk.at("host", "host"))
    walk.get("host", "host/pad")
    walk.host("end", how="throw", at=walk.at("host", "host"))


def _lists(walk: Walk) -> None:
    walk.host("begin", game="good-enough", entry="lists", nesting="3, 2", low=0, high=9, scoring="mean")
    walk.screens()
    at = walk.at("Ann")
    walk.post("Ann", "list", [("number", 1), ("number", "x"), ("number", 3)], at=at)
    for who, numbers in zip(NAMES, ((1, 2, 3), (4, 5, 6), (7, 8, 9)), strict=False):
        walk.post(who, "list", [("number", number) for number in numbers], at=at)
        walk.get("host", "host")
    walk.screens()
    for _ in range(3):
        walk.host("next", at=walk.at("host", "host"))
        walk.screens()
    walk.host("end", how="count", at=walk.at("host", "host"))
    walk.screens()
    walk.host("remove", seat="4")
    walk.host("begin", game="good-enough", rounds=3, low=0, high=9)
    for numbers in ((1, 2, 3), (2, 1, 3), (1, 3, 2)):
        walk.show(*numbers)
    walk.screens()
    walk.host("on", at=walk.at("host", "host"))
    walk.screens()
    walk.host("end", how="count", at=walk.at("host", "host"))
    walk.host("begin", game="good-enough", entry="cards", cards=24, table="dealt")
    walk.screens()
    walk.get("host", "host/sure/end")


def _closed(walk: Walk) -> None:
    """Have whoever runs the server close the room."""
    Services.of(walk.app).store.execute(walk.code, "", close_room)
    walk.screens()
    for path in ("result/1/1", "host/room", "host/pass"):
        walk.get("host", path)


def _demo(walk: Walk) -> None:
    page = walk.post("host", "/demo")
    walk.enter(page, r"/(\w{4})/stream")
    walk.screens()
    walk.get("host", "host/people/1")


def _evenings(walk: Walk) -> None:
    for path in ("/", "/evenings", "/evenings?skip=99", "/all-time"):
        walk.get("host", path)
        walk.get("nobody", path)
    walk.get("host", "/all-time/forget")
    for sure in ("", "yes"):
        walk.post("host", "/all-time/forget", name="Cyd", sure=sure)
    walk.get("host", f"/evenings/{walk.code}/delete")
    code = next(code for code in walk.codes if len(code) == len(walk.code))
    walk.get("host", f"/evenings/{code}/delete")
    walk.post("host", f"/evenings/{code}/delete")
    walk.get("host", "/stop")
    walk.post("host", "/stop")
