"""The network between browsers and servers: what is sent may be lost, late, doubled or out of order."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from tests.tools.simulate.clock import Call, Timeline

_LATENCY = 0.005  # seconds one way
_FURTHER = 0.000_01  # seconds that each browser is further away than the one before: it decides who is first
GIVES_UP = 8.0
"""Seconds after which htmx takes a request for lost (base.html)."""
_LATE = 2.5  # seconds of a late message
_BREAKS = 0.3  # seconds until a browser learns that a connection broke

Trouble = Literal["drop", "drop_answer", "duplicate", "delay", "overtaken", "half_open", "stall"]
TROUBLES: tuple[Trouble, ...] = (
    "drop",
    "drop_answer",
    "duplicate",
    "delay",
    "overtaken",
    "half_open",
    "stall",
)


@dataclass(frozen=True)
class Request:
    """What a browser asks; a form has fields."""

    address: str
    headers: tuple[tuple[bytes, bytes], ...]
    fields: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True)
class Answer:
    """What a server has answered."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes

    def header(self, name: bytes) -> str:
        return next((value.decode() for each, value in self.headers if each == name), "")

    @property
    def text(self) -> str:
        return self.body.decode()


class Server(Protocol):
    """What answers requests."""

    is_alive: bool

    def answer(self, request: Request, exchange: "Exchange") -> None: ...


class Link:
    """The network between one browser and the servers."""

    def __init__(self, timeline: Timeline, number: int, counts: Counter[str]) -> None:
        self.timeline = timeline
        self.address = f"192.168.178.{30 + number}"
        self.latency = _LATENCY + number * _FURTHER
        self.counts = counts
        """The troubles that have met a message, by their kinds."""
        self.is_troubled = False
        """Whether a message met with trouble since the last rest."""
        self._next: list[Trouble] = []
        self._streams: list[Exchange] = []
        self._overtaken: Call | None = None
        """The arrival of a request that lets the next one pass, which is not long in coming."""

    def trouble(self, kind: Trouble) -> None:
        """Have the next message, or the stream that is open, meet with trouble."""
        if kind in ("half_open", "stall"):
            for each in self._streams:
                each.go_silent(stalls=kind == "stall")
                self._count(kind)
        else:
            self._next.append(kind)

    def heal(self) -> None:
        """Let all that is sent from now on arrive; a stream that lost something stays lost."""
        self._next.clear()
        for each in self._streams:
            each.read_on()

    def end_of_rest(self) -> None:
        """Count troubles anew; a half open stream goes on being one."""
        self.is_troubled = any(each.is_silent for each in self._streams)

    def send(
        self,
        server: Server,
        request: Request,
        answered: Callable[[Answer], None],
        lost: Callable[[], None],
        chunk: Callable[[bytes], None] | None = None,
    ) -> "Exchange":
        """Send a request; `chunk` makes it a stream, whose end is `lost`."""
        kind = self._next.pop(0) if self._next else None
        if kind:
            self._count(kind)
        exchange = Exchange(self, answered, lost, chunk)
        exchange.loses_answer = kind == "drop_answer"
        if kind == "drop":
            self.timeline.after(_BREAKS, exchange.reset)
            return exchange
        overtaken, self._overtaken = self._overtaken, None
        if kind == "overtaken":
            self._overtaken = self.timeline.after(_LATE, lambda: self._arrive(server, request, exchange))
        else:
            late = _LATE if kind == "delay" else 0.0
            self.timeline.after(self.latency + late, lambda: self._arrive(server, request, exchange))
        if overtaken:
            self._hurry(overtaken)
        if kind == "duplicate" and request.fields is not None:
            double = Exchange(self, lambda _: None, lambda: None, None)
            self.timeline.after(self.latency * 3, lambda: self._arrive(server, request, double))
        if chunk is None:
            self.timeline.after(GIVES_UP, exchange.reset)
        return exchange

    def _hurry(self, overtaken: Call) -> None:
        """Have a request that was overtaken arrive now, after the one that has just been sent."""
        if not overtaken.is_done:
            overtaken.cancel()
            self.timeline.after(self.latency * 2, overtaken.run)

    def _count(self, kind: Trouble) -> None:
        self.counts[f"met: {kind}"] += 1
        self.is_troubled = True

    def _arrive(self, server: Server, request: Request, exchange: "Exchange") -> None:
        if not server.is_alive:
            exchange.reset()
        elif not exchange.is_over:
            server.answer(request, exchange)

    def add(self, stream: "Exchange") -> None:
        self._streams.append(stream)

    def remove(self, stream: "Exchange") -> None:
        if stream in self._streams:
            self._streams.remove(stream)


class Exchange:
    """A request and its answer, or a stream; for the server it is the connection, a stream's `Line`."""

    def __init__(
        self,
        link: Link,
        answered: Callable[[Answer], None],
        lost: Callable[[], None],
        chunk: Callable[[bytes], None] | None,
    ) -> None:
        self.address = link.address
        self.is_over = False
        self.is_full = False
        self.is_silent = False
        """Whether it carries nothing to the browser, which does not know it."""
        self.loses_answer = False
        self.on_disconnect: Callable[[], None] = lambda: None
        self._link = link
        self._answered = answered
        self._lost = lost
        self._chunk = chunk
        self._status = 0
        self._headers: Sequence[tuple[bytes, bytes]] = ()
        self._kept: list[bytes] = []
        self._room: asyncio.Future[None] | None = None

    # What the server does

    def begin(self, status: int, headers: Sequence[tuple[bytes, bytes]]) -> None:
        self._status, self._headers = status, headers
        if self._chunk and status == 200:
            self._link.add(self)

    def finish(self, body: bytes) -> None:
        """Send the answer."""
        answer = Answer(self._status, self._headers, body)
        if self.loses_answer:
            self._after(_BREAKS, self.reset)
        elif self._chunk and self._status == 200:
            self._after(self._link.latency, self.reset)
        else:
            self._after(self._link.latency, lambda: self._deliver(answer))

    async def write(self, data: bytes) -> None:
        """Send a part of a stream."""
        if self.is_silent:
            self._kept.append(data)
            if self.is_full:
                self._room = asyncio.get_running_loop().create_future()
                await self._room
        elif not self.is_over:
            self._after(self._link.latency, lambda: self._receive(data))

    def end(self) -> Awaitable[None]:
        """End the stream after what was written."""
        if not self.is_silent:
            self._after(self._link.latency, self.reset)
        self.on_disconnect()
        return _nothing()

    def abort(self) -> None:
        """Drop the connection and what was not taken from it."""
        self._after(self._link.latency, self.reset)
        self.on_disconnect()

    # What the network does

    def go_silent(self, *, stalls: bool) -> None:
        """Carry nothing any more: the line is half open, or (`stalls`) the browser does not read."""
        self.is_silent = True
        self.is_full = stalls

    def read_on(self) -> None:
        """Have a browser that has stalled read on."""
        if self.is_full:
            self.is_full = self.is_silent = False
            kept, self._kept = self._kept, []
            for data in kept:
                self._receive(data)
            if self._room and not self._room.done():
                self._room.set_result(None)

    def reset(self) -> None:
        """Break the connection; the browser learns of it."""
        if not self.is_over:
            self._close()
            self._lost()

    # What the browser does

    def close(self) -> None:
        """Close the connection; over a half open one the server does not learn of it."""
        self._close()

    def _close(self) -> None:
        self.is_over = True
        self._link.remove(self)
        if not self.is_silent or self.is_full:
            self._after(self._link.latency, self.on_disconnect)

    def _deliver(self, answer: Answer) -> None:
        if not self.is_over:
            self.is_over = True
            self._answered(answer)

    def _receive(self, data: bytes) -> None:
        if not self.is_over and self._chunk:
            self._chunk(data)

    def _after(self, seconds: float, run: Callable[[], object]) -> None:
        self._link.timeline.after(seconds, run)


async def _nothing() -> None:
    """Answer an `await` at once."""
