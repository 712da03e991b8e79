"""An evening in which one thing fails, once: each statement and each write in turn, until none is left.

Who is refused or gets no answer tries again, as people do. What is acknowledged is stored (`Evening` looks
after each step), nothing is stored twice, and the evening ends as one without a failure.
"""

import http.client
import random
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from email.message import Message
from itertools import count
from pathlib import Path
from typing import TypeVar

import pytest

from companion.i18n.errors import Refused
from companion.storage.backup import backups_of
from companion.web.services import Services
from tests.support.clients import HTMX, SCRATCH, Clients
from tests.support.failing_database import OneFailure, failing_database
from tests.support.failing_sockets import SocketFailure
from tests.support.guest import Answer, Guest, error_message
from tests.support.server import Server
from tests.support.short_evening import STEPS, TRIES, Evening, Lost, Step
from tests.support.stream_client import StreamClient

NEVER = 10**9
HALF = len(STEPS) // 2
ALL = pytest.param(lambda: count(1), marks=pytest.mark.slow, id="all")
T = TypeVar("T")


def some(most: int, seed: int, number: int) -> object:
    """A few of the first `most` failures."""
    return pytest.param(lambda: sorted(random.Random(seed).sample(range(1, most), number)), id="some")


def insist(act: Callable[[], T]) -> T:
    """Do something again where it is refused."""
    for _ in range(TRIES):
        with suppress(Refused):
            return act()
    raise AssertionError("it is refused each time")


def play_in_process(failure: OneFailure) -> Evening:
    """Start the application, play, restart it in the middle, and make a backup, while one statement fails."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder, failing_database(failure):
        clients = insist(lambda: Clients(Path(folder)))

        def send(step: Step, code: str) -> Answer:
            clients.code = code
            form = None if step.form is None else ()
            found = clients.ask(step.who, step.path, form, **(step.form or {}))
            return Answer(found.status_code, found.text, found.location or "", Message())

        evening = Evening(send, Path(folder) / "companion.db")
        evening.play(STEPS[:HALF])
        insist(clients.restart)
        evening.play(STEPS[HALF:])
        backups = backups_of(Services.of(clients.app).settings)
        assert backups
        insist(lambda: backups.make_daily(1, datetime.now().astimezone()))
        failure.stop()
        assert 1 == len(backups.listed("daily"))
        assert clients.replays()
        clients.close()
        evening.end()
        return evening


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.parametrize("each_nth", [some(80, 19, 2), ALL])
def test_an_evening_goes_on_after_any_statement_has_failed_once(
    each_nth: Callable[[], Iterable[int]], is_late: bool
) -> None:
    """If it is late, the statement fails when it is done: what is sent again is not stored again."""
    untouched = play_in_process(OneFailure(NEVER))
    assert [] == untouched.refused
    for nth in each_nth():
        failure = OneFailure(nth, is_late=is_late)
        evening = play_in_process(failure)
        assert untouched.stored == evening.stored, nth
        for answer in evening.refused:
            assert answer.status in (503, 507)
            assert "Nothing that was sent before is lost: try again" in error_message(answer)
        if not failure.has_come:
            break


class Sockets:
    """A server of which one write fails, for evening after evening."""

    def __init__(self, folder: Path) -> None:
        self._failure = SocketFailure(folder / "left")
        environ = {**self._failure.environ, "COMPANION_LIMIT_REQUESTS_PER_SECOND": "0"}
        self.server = Server(folder / "data", environ=environ, program=self._failure.program).start()

    def play(self, nth: int) -> tuple[Evening, bool]:
        """Play while the `nth` write fails, with a screen that follows; return whether it did."""
        self._failure.come_at(nth)
        guests: dict[str, Guest] = {}

        def send(step: Step, code: str) -> Answer:
            guest = guests.setdefault(step.who, Guest(self.server.url))
            path = step.path if step.path.startswith("/") else f"/{code}/{step.path}".removesuffix("/")
            try:
                return guest.ask(path, step.form and dict(step.form), HTMX if step.path == "number" else None)
            except (OSError, http.client.HTTPException):
                raise Lost from None

        evening = Evening(send, self.server.data / "companion.db")
        evening.play(STEPS[:2])
        with StreamClient(self.server, evening.code) as screen:
            evening.play(STEPS[2:])
            screen.reaches(len(evening.log()))
        evening.end()
        return evening, not self._failure.left


@pytest.fixture(scope="module")
def sockets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sockets]:
    made = Sockets(tmp_path_factory.mktemp("sockets"))
    yield made
    complaints = made.server.errors()
    made.server.stop()
    assert complaints == ""


@pytest.mark.slow
@pytest.mark.parametrize("each_nth", [some(80, 19, 2), ALL])
def test_an_evening_goes_on_after_any_write_to_a_socket_has_failed_once(
    sockets: Sockets, each_nth: Callable[[], Iterable[int]]
) -> None:
    untouched, _ = sockets.play(NEVER)
    for nth in each_nth():
        evening, has_come = sockets.play(nth)
        assert untouched.stored == evening.stored, nth
        assert [] == evening.refused
        if not has_come:
            break
