"""The network between browsers and servers, the servers, and their disk: each may go wrong.

A server is the real application; it is thrown away when it is killed, and made again from the disk.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError

from companion.config.settings import load_settings
from companion.web.server.serve import Application
from companion.web.services import Services
from tests.support.applications import make_app
from tests.support.simulated_time import Loop, Timeline, wait_until

Headers = Sequence[tuple[bytes, bytes]]
Fields = Sequence[tuple[str, str]]

_LATENCY = 0.005  # seconds one way
_FURTHER = 0.000_01  # seconds that each browser is further away than the one before: it decides who is first
_GIVES_UP = 8.0  # seconds after which htmx takes a request for lost (base.html)
_BREAKS = 0.3  # seconds until a browser learns that a connection broke
_LATE = {"late": 2.5, "overtaken": 0.05}

TROUBLES = ("lost", "answer lost", "doubled", *_LATE, "cut", "half open", "stall")
"""What may happen to the next message, and to the streams that are open."""


@dataclass(frozen=True)
class Answer:
    """What a server has answered."""

    status: int
    headers: Headers
    body: bytes

    def header(self, name: bytes) -> str:
        return next((value.decode() for each, value in self.headers if each == name), "")


class Link:
    """The network between one browser and the servers."""

    def __init__(self, timeline: Timeline, number: int) -> None:
        self.timeline = timeline
        self.address = f"192.168.178.{30 + number}"
        self.latency = _LATENCY + number * _FURTHER
        self.is_troubled = False
        """Whether a message met with trouble since the last rest."""
        self.streams: list[Exchange] = []
        self._next: list[str] = []

    def trouble(self, kind: str) -> None:
        """Have the next message, or the streams that are open, meet with trouble."""
        self.is_troubled = True
        if kind not in ("cut", "half open", "stall"):
            self._next.append(kind)
        for stream in [*self.streams]:
            if kind == "cut":
                stream.reset()
            elif kind == "stall":
                stream.reads.clear()
            elif kind == "half open":
                stream.is_silent = True

    def heal(self) -> None:
        """Let all that is sent from now on arrive; a stream that is half open stays so."""
        self._next.clear()
        for stream in self.streams:
            stream.reads.set()

    def send(self, server: Any, exchange: "Exchange") -> None:
        """Send a request."""
        kind = self._next.pop(0) if self._next else ""
        exchange.loses_answer = kind == "answer lost"

        def arrive(at: Exchange) -> None:
            if not server.is_alive:
                at.reset()
            elif not at.is_over:
                server.answer(at)

        if kind == "lost":
            self.timeline.after(_BREAKS, exchange.reset)
        else:
            self.timeline.after(self.latency + _LATE.get(kind, 0.0), lambda: arrive(exchange))
        if kind == "doubled" and exchange.fields is not None:
            double = replace(exchange, answered=lambda _: None, lost=lambda: None)
            self.timeline.after(self.latency * 3, lambda: arrive(double))
        if exchange.chunk is None:
            self.timeline.after(_GIVES_UP, exchange.reset)


@dataclass(eq=False)
class Exchange:
    """A request and its answer, or a stream; for the server it is the connection, a stream's `Line`."""

    link: Link
    address: str
    headers: Headers
    fields: Fields | None
    """The fields of a form; None for a page or a stream."""
    answered: Callable[[Answer], object]
    lost: Callable[[], object]
    chunk: Callable[[bytes], object] | None = None
    """Takes the parts of a stream; None for a request that is answered."""
    loses_answer: bool = False
    is_over: bool = False
    is_silent: bool = False
    """Whether it carries nothing to the browser, which does not know it."""
    reads: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether the browser takes what it is sent."""
    on_disconnect: Callable[[], object] = lambda: None

    def __post_init__(self) -> None:
        self.reads.set()

    def answer(self, status: int, headers: Headers, body: bytes | None) -> None:
        """Send an answer; without a body it is the beginning of a stream."""
        if body is None:
            self.link.streams.append(self)
        elif self.loses_answer:
            self.link.timeline.after(_BREAKS, self.reset)
        else:
            self._soon(lambda: self.is_over or self._deliver(Answer(status, headers, body)))

    @property
    def is_full(self) -> bool:
        return not self.reads.is_set()

    async def write(self, data: bytes) -> None:
        """Send a part of a stream."""
        await self.reads.wait()
        if not self.is_silent:
            self._soon(lambda: self.is_over or (self.chunk and self.chunk(data)))

    def end(self) -> Awaitable[None]:
        """End the stream after what was written."""
        self.abort()
        return asyncio.sleep(0)

    def abort(self) -> None:
        """Drop the connection and what was not taken from it."""
        if not self.is_silent:
            self._soon(self.reset)
        self.on_disconnect()

    def begin_answer(self, _send: object) -> bool:
        return True

    def end_answer(self) -> None:
        """Do nothing: there is one request for each."""

    def reset(self) -> None:
        """Break the connection; the browser learns of it."""
        if not self.is_over:
            self.close()
            self.lost()

    def close(self) -> None:
        """Close the connection; over a half open one the server does not learn of it."""
        self.is_over = True
        if self in self.link.streams:
            self.link.streams.remove(self)
        if not self.is_silent:
            self._soon(lambda: self.on_disconnect())  # noqa: PLW0108 - the server may set it until then

    def _deliver(self, answer: Answer) -> None:
        self.is_over = True
        self.answered(answer)

    def _soon(self, run: Callable[[], object]) -> None:
        self.link.timeline.after(self.link.latency, run)


Row = tuple[int, str, str, str]
DISK_TROUBLES = {
    "slow": "",
    "gone": "SQLITE_CANTOPEN",
    "failing": "SQLITE_IOERR",
    "full": "SQLITE_FULL",
    "unsure": "SQLITE_IOERR",
}
"""The error of each trouble; what is unsure is written all the same."""

_UNLIMITED = {"COMPANION_LIMIT_REQUESTS_PER_SECOND": "0", "COMPANION_LIMIT_GUESSES": "0"}
_SLOW = 0.4  # seconds that a write takes then


class Disk:
    """The file of the database; the world decides how it fares."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trouble = ""

    def attach(self, engine: Engine) -> None:
        """Decide about all that this engine writes."""
        event.listen(engine, "before_cursor_execute", self._before_statement)
        event.listen(engine, "commit", self._before_commit)

    def entries(self, code: str, after: int = 0) -> list[Row]:
        """Read the stored events of a room, past all servers: number, time, device, content."""
        query = "SELECT number, at, by, what FROM act WHERE room = ? AND number > ? ORDER BY number"
        with closing(sqlite3.connect(self.folder / "companion.db")) as reader:
            return reader.execute(query, (code, after)).fetchall()

    def _before_statement(self, connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        is_first_write = not _raw(connection).in_transaction and not statement.startswith("SELECT")
        if self.trouble == "gone":
            self._fail(statement)
        if is_first_write and self.trouble == "slow":
            wait_until(lambda: False, _SLOW)  # before it has the lock of the file

    def _before_commit(self, connection: Connection) -> None:
        if self.trouble not in ("", "slow") and _raw(connection).in_transaction:
            if self.trouble == "unsure":
                _raw(connection).commit()
            self._fail("COMMIT")

    def _fail(self, statement: str) -> None:
        error: Any = sqlite3.OperationalError("simulated")
        error.sqlite_errorname = DISK_TROUBLES[self.trouble]
        raise OperationalError(statement, {}, error)


def _raw(connection: Connection) -> sqlite3.Connection:
    return connection.connection.driver_connection  # type: ignore[return-value]


class Server:
    """One server; `is_alive` between `start` and `kill`."""

    def __init__(self, timeline: Timeline, disk: Disk, on_fault: Callable[[str], None]) -> None:
        self.is_alive = False
        self._timeline, self._disk, self._on_fault = timeline, disk, on_fault
        self._exchanges: list[Exchange] = []

    def start(self) -> None:
        """Start it on what is on the disk, unless it runs."""
        if self.is_alive:
            return
        self.loop = Loop(self._timeline, self._on_fault)
        with self.loop.running():
            app = make_app(
                load_settings(_UNLIMITED, data=self._disk.folder, port=8000, host="192.168.178.23", mdns="no")
            )
            self._asgi = Application(app)
            self.services = Services.of(app)
            self._disk.attach(self.services.store.engine)
            self.services.sync.start(self.services.store, self.services.hub)
        self.is_alive = True

    def kill(self) -> None:
        """End it at once: what it was doing is not done, and connections are reset."""
        if self.is_alive:
            self.is_alive = False
            self.loop.kill()
            exchanges, self._exchanges = self._exchanges, []
            for exchange in exchanges:
                exchange.reset()
            self.services.store.close()

    def answer(self, exchange: Exchange) -> None:
        """Answer a request that has arrived."""
        self._exchanges.append(exchange)
        task = self.loop.create_task(self._answer(exchange))
        task.add_done_callback(lambda _: exchange in self._exchanges and self._exchanges.remove(exchange))

    async def _answer(self, exchange: Exchange) -> None:
        is_form = exchange.fields is not None
        body = [urlencode(exchange.fields or ()).encode()]
        length = b"%d" % len(body[0])
        form = [(b"content-type", b"application/x-www-form-urlencoded"), (b"content-length", length)]
        path, _, query = exchange.address.partition("?")
        gone, begun = self.loop.create_future(), dict[str, Any]()
        exchange.on_disconnect = lambda: gone.done() or gone.set_result(None)

        async def receive() -> dict[str, Any]:
            if body:
                return {"type": "http.request", "body": body.pop()}
            await gone
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            begun.update(message)
            is_stream = exchange.chunk is not None and begun["status"] == 200
            if "body" in message and is_stream:
                exchange.abort()
            elif "body" in message or is_stream:
                exchange.answer(begun["status"], begun["headers"], message.get("body"))

        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST" if is_form else "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": [(b"host", b"192.168.178.23:8000"), *exchange.headers, *(form if is_form else ())],
            "client": (exchange.link.address, 40_000),
            "server": ("192.168.178.23", 8000),
            "scheme": "http",
            "state": {"connection": exchange},
        }
        await self._asgi(scope, receive, send)
