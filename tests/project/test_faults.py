"""A real server that is killed, locked out of its database, or has no space: nothing acknowledged is lost."""

import json
import re
import resource
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Self

import pytest

from tests.conftest import gather_at
from tests.support.guest import Guest, error_message
from tests.support.server import Server

pytestmark = pytest.mark.slow

Start = Callable[..., Server]
LINUX = pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
NAMES = [f"P{seat}" for seat in range(1, 9)]
_KEPT = " Nothing that was sent before is lost: try again in a moment"
BUSY = "The host's computer is busy with its database." + _KEPT
FULL = "The host's computer could not write that down: its disk may be full." + _KEPT


class Phones:
    """Phones that send number after number, each until it is acknowledged; leaving says what was lost."""

    def __init__(self, server: Server) -> None:
        self.host, self._phones = gather_at(server, *NAMES, rounds=9999, high=10_000_000)
        self._server = server
        self._acknowledged: list[tuple[str, int, int]] = []
        self.sentences = Counter[str]()
        """What phones were told instead."""
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._send, args=each) for each in enumerate(self._phones, 1)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        assert self.go_on()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(40)
        assert not any(thread.is_alive() for thread in self._threads)
        with closing(sqlite3.connect(self._server.data / "companion.db")) as database:
            stored = [json.loads(what) for [what] in database.execute("SELECT what FROM act")]
        kept = Counter(
            (each["seat"], each["round"], each["play"]) for each in stored if each["act"] == "showed"
        )
        assert [] == [each for each in self._acknowledged if kept[each] != 1]
        assert "" == self._server.errors()

    def _send(self, seat: int, phone: Guest) -> None:
        number = 1
        while not self._over.is_set():
            form: dict[str, object] = {"number": number * 100 + seat, "at": f"1.{number}"}
            with suppress(OSError, HTTPException):  # the server is gone
                answer = phone.ask(f"/{phone.code}/number", form, {"HX-Request": "true"})
                if answer.status == 200:
                    self._acknowledged.append((str(seat), number, number * 100 + seat))
                    number += 1
                    continue
                if answer.status >= 500:
                    self.sentences[error_message(answer)] += 1
            time.sleep(0.04)

    def go_on(self, more: int = 16) -> bool:
        """Tell whether so many more numbers are acknowledged soon."""
        wanted = len(self._acknowledged) + more
        return until(lambda: len(self._acknowledged) >= wanted, patience=20 + more / 10)


def until(reached: Callable[[], bool], patience: float = 20) -> bool:
    end = time.monotonic() + patience
    while not reached() and time.monotonic() < end:
        time.sleep(0.02)
    return reached()


def test_every_acknowledged_number_survives_kill_9(start_server: Start) -> None:
    server = start_server()
    with Phones(server) as phones:
        for _ in range(3):
            server.kill()
            server.start()
            assert phones.go_on()


@pytest.mark.parametrize(("seconds", "sentences"), [(1.5, set()), (6, {BUSY})])
def test_a_locked_database_is_waited_for_and_then_said_to_be_busy_and_the_tv_continues(
    start_server: Start, seconds: float, sentences: set[str]
) -> None:
    server = start_server()
    with (
        Phones(server) as phones,
        closing(sqlite3.connect(server.data / "companion.db", isolation_level=None)) as other,
    ):
        other.execute("PRAGMA busy_timeout=5000")
        other.execute("BEGIN EXCLUSIVE")
        locked = time.monotonic()
        while time.monotonic() < locked + seconds:
            asked = time.monotonic()
            assert 200 == phones.host.page("/tv").status
            assert time.monotonic() < asked + 3
            time.sleep(0.1)
        other.execute("ROLLBACK")
        assert phones.go_on()
        assert sentences == {*phones.sentences}


@LINUX
def test_a_failed_write_is_reported_and_play_continues_when_there_is_space(start_server: Start) -> None:
    server = start_server()
    with Phones(server) as phones:
        size = (server.data / "companion.db-wal").stat().st_size
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        assert until(lambda: phones.sentences[FULL] >= 8)
        assert 200 == phones.host.page("/tv").status == phones.host.page("").status
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert phones.go_on()
    assert "could not write that down: its disk may be full (SQLITE_IOERR_WRITE)" in server.output()


@LINUX
def test_many_rounds_leak_no_threads_or_files_and_little_memory(start_server: Start) -> None:
    server = start_server(environ={"COMPANION_LIMIT_REQUESTS_PER_SECOND": "0"})
    with Phones(server) as phones:
        assert phones.go_on(400)
        before = holds(server)
        assert phones.go_on(1000)
        after = holds(server)
    threads, files, megabytes = (now - then for now, then in zip(after, before, strict=True))
    assert (threads <= 4, files <= 16, megabytes <= 6) == (True, True, True), (before, after)


def holds(server: Server) -> tuple[int, int, float]:
    """Return the threads, open files and memory of a server, in megabytes."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    found = {name: int(value) for name, value in re.findall(r"(?m)^(VmRSS|Threads):\s+(\d+)", status)}
    files = list(Path(f"/proc/{server.pid}/fd").iterdir())
    return found["Threads"], len(files), found["VmRSS"] / 1024
