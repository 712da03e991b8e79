"""An evening of hours in minutes: phones, reconnecting streams, game after game, and the resources used.

What a process holds is read from Linux: memory, threads, open files. The database is weighed as well.
"""

import re
import socket
import sqlite3
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import gather_at
from tests.support.guest import Guest
from tests.support.server import Server

NAMES = tuple(f"P{number}" for number in range(1, 9))
UNLIMITED = {"COMPANION_LIMIT_REQUESTS_PER_SECOND": "0"}
"""Settings of a server whose phones play faster than people."""
_MOST_AN_ACT = 700
"""Bytes of the database for an event, with its index."""

_SPARE = 4
"""Threads by which two snapshots may differ: the server keeps some ready."""
_READY = 16
"""Open files by which they may differ: pooled database connections have two each."""


@dataclass(frozen=True)
class Bill:
    """The memory, threads and files of a server at one time."""

    megabytes: float
    threads: int
    files: int

    @classmethod
    def of(cls, server: Server) -> "Bill":
        """Read them from /proc."""
        status = Path(f"/proc/{server.pid}/status").read_text()
        found = {name: int(value) for name, value in re.findall(r"(?m)^(VmRSS|Threads):\s+(\d+)", status)}
        return cls(
            found["VmRSS"] / 1024, found["Threads"], len(list(Path(f"/proc/{server.pid}/fd").iterdir()))
        )


@dataclass(frozen=True)
class Held:
    """The result of an evening."""

    games: int
    rounds: int
    requests: int
    seconds: float
    before: Bill
    after: Bill
    bytes_an_act: float
    streams: int

    @property
    def light(self) -> bool:
        """Whether memory has grown by at most 2 KB for each number, and 5 MB."""
        grown = self.after.megabytes - self.before.megabytes
        return grown < 5 + self.rounds * len(NAMES) * 2 / 1024

    @property
    def steady(self) -> bool:
        """Whether threads, files and the database have grown by no more than the game explains."""
        return (
            self.after.threads <= self.before.threads + _SPARE
            and self.after.files <= self.before.files + _READY
            and self.bytes_an_act < _MOST_AN_ACT
        )


class Screens:
    """Streams that disconnect and reconnect all the time, as locked and moving phones do."""

    def __init__(self, server: Server, code: str, number: int) -> None:
        self._server, self._code = server, code
        self._over = threading.Event()
        self.opened = 0
        self._threads = [threading.Thread(target=self._follow, args=(n,), daemon=True) for n in range(number)]

    def __enter__(self) -> "Screens":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(10)

    def _follow(self, place: int) -> None:
        while not self._over.is_set():
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._server.port), 5) as line:
                line.sendall(f"GET /{self._code}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                line.settimeout(0.2)
                self.opened += 1
                for _ in range(3 + place % 5):
                    with suppress(TimeoutError):
                        if not line.recv(4096):
                            break


class Marathon:
    """Games of three rounds, one after another, played as fast as possible."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.host, self.phones = gather_at(server, *NAMES, rounds=3)
        self.games = self.rounds = self.requests = 0

    def play(self, seconds: float, most: int = 1_000_000) -> None:
        """Play for some seconds in one room."""
        end, last = time.monotonic() + seconds, self.games + most
        while time.monotonic() < end and self.games < last:
            self._game()

    def _game(self) -> None:
        for turn in range(1, 4):
            at = f"{self.games + 1}.{turn}"
            for number, phone in enumerate(self.phones):
                answer = self._ask(phone, f"/{phone.code}/number", {"number": number * turn, "at": at})
                assert answer.status == 200, (at, answer.status, answer.text[:500])
            self._ask(self.host, f"/{self.host.code}/tv")
            self.rounds += 1
        self.games += 1
        place = f"{self.games}.4"
        while 'data-phase="enter"' in self._ask(self.phones[0], f"/{self.host.code}").text:  # a tie goes on
            self._ask(self.host, f"/{self.host.code}/host/end", {"how": "count", "at": place})
        self._ask(self.host, f"/{self.host.code}/host/begin", {"rounds": 3})

    def _ask(self, who: Guest, path: str, form: dict[str, object] | None = None):  # type: ignore[no-untyped-def]
        self.requests += 1
        return who.ask(path, form)


def crowd(server: Server, code: str, people: int = 60) -> None:
    """Send many requests at once, so that the server starts all its threads."""
    asking = [threading.Thread(target=Guest(server.url).ask, args=(f"/{code}/tv",)) for _ in range(people)]
    for each in asking:
        each.start()
    for each in asking:
        each.join()


def stored(server: Server) -> tuple[int, int]:
    """Return the number of stored events, and the bytes of the database after a checkpoint."""
    path = server.data / "companion.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        [(number,)] = connection.execute("SELECT count(*) FROM act").fetchall()
        [(pages,)] = connection.execute("PRAGMA page_count").fetchall()
        [(size,)] = connection.execute("PRAGMA page_size").fetchall()
    return number, pages * size


def settled(server: Server, patience: float = 20) -> Bill:
    """Wait until closed connections are gone, and return what the server holds then."""
    end, known = time.monotonic() + patience, Bill.of(server)
    while time.monotonic() < end:
        time.sleep(0.5)
        now = Bill.of(server)
        if now.files == known.files:
            return now
        known = now
    return known


def evening(server: Server, seconds: float, warm: int = 4, screens: int = 10) -> Held:
    """Play for some time and return what it cost, not counting the first games, which warm the server up."""
    marathon = Marathon(server)
    with Screens(server, marathon.host.code, screens):
        crowd(server, marathon.host.code)
        marathon.play(seconds, warm)
    before, (events_before, bytes_before) = settled(server), stored(server)
    games, rounds, requests = marathon.games, marathon.rounds, marathon.requests
    begun = time.monotonic()
    with Screens(server, marathon.host.code, screens) as following:
        marathon.play(seconds)
        took = time.monotonic() - begun
    after, (events_after, bytes_after) = settled(server), stored(server)
    return Held(
        games=marathon.games - games,
        rounds=marathon.rounds - rounds,
        requests=marathon.requests - requests,
        seconds=took,
        before=before,
        after=after,
        bytes_an_act=(bytes_after - bytes_before) / max(1, events_after - events_before),
        streams=following.opened,
    )
