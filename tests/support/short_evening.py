"""A short evening as phones send it: numbers, a correction that is undone, and a game of cards."""

import json
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.correction_fields import confirmed
from tests.support.guest import Answer, error_message

NAMES = ("Ann", "Ben", "Cid")
TRIES = 4
_OF_ONE_ROOM = {"host", "device", "recovery", "address"}
"""Fields of events that differ between rooms in which the same was done."""


@dataclass(frozen=True)
class Step:
    """What a browser asks for: a page, or with a form that something is done."""

    who: str
    path: str
    form: Mapping[str, object] | None = None


def _pages() -> list[Step]:
    return [Step("host", "host"), Step("Ann", ""), Step("TV", "tv")]


def _plays(at: str, *plays: object) -> list[Step]:
    form = zip(NAMES, plays, strict=True)
    return [Step(who, "number", {"number": play, "at": at}) for who, play in form]


STEPS: Sequence[Step] = (
    Step("host", "/"),
    Step("host", "/rooms", {"game": "good-enough"}),
    *(Step(who, "") for who in NAMES),
    *(Step(who, "join", {"name": who}) for who in NAMES),
    Step("host", "host/begin", {"rounds": 3}),
    *_plays("1.1", 10, 20, 30),
    *_pages(),
    Step("host", "host/correct", confirmed("1.1", "2", "40")),
    Step("host", "host/undo", {"number": "9", "sure": "yes"}),
    *_plays("1.2", 11, 12, 13),
    *_plays("1.3", 7, 5, 6),
    Step("host", "host/begin", {"game": "mediocrity", "target": 1}),
    *_plays("2.1", "3", "7", "9"),
    Step("host", "host/end", {"at": "2.2", "how": "count"}),
    *_pages(),
)


class Lost(Exception):  # noqa: N818 - an answer that a browser does not get
    """No answer came."""


Send = Callable[[Step, str], Answer]
"""Sends a step to the room with that code, and returns the answer; raises `Lost`."""


class Evening:
    """One evening on a server: each browser sends again what was not acknowledged."""

    def __init__(self, send: Send, database: Path) -> None:
        self._send = send
        self._database = database
        self.code = ""
        self.refused: list[Answer] = []
        """The answers that said that something went wrong."""
        self.stored: Sequence[Mapping[str, object]] = ()
        """What was stored in the end."""

    def play(self, steps: Sequence[Step] = STEPS) -> None:
        for step in steps:
            self._insist(step)

    def _insist(self, step: Step) -> None:
        """Send a step until it is acknowledged, or refused as it was done already."""
        before = len(self.log())
        for _ in range(TRIES):
            with suppress(Lost):
                answer = self._send(step, self.code)
                if step.path == "/rooms" and answer.status < 400:
                    self.code = re.findall(r"/(\w{4})/host", answer.url)[0]
                done = len(self.log()) - before
                if answer.status < 400 or (answer.status < 500 and done):
                    assert done == (step.form is not None), f"{step} is stored {done} times"
                    return
                self.refused.append(answer)
        raise AssertionError(f"{step} is never acknowledged: {[*map(error_message, self.refused)]}")

    def end(self) -> None:
        self.stored = self.log()

    def log(self) -> list[Mapping[str, object]]:
        """Return the events that are stored, without what differs between rooms."""
        if not self.code:
            return []
        with closing(_connect(self._database)) as connection:
            rows = connection.execute("SELECT what FROM act WHERE room = ? ORDER BY number", [self.code])
            events = [json.loads(what) for (what,) in rows]
        return [{key: each[key] for key in each.keys() - _OF_ONE_ROOM} for each in events]


_connect = sqlite3.connect  # as it is, whatever a test makes of it
