"""Live updates: an open stream for each screen, all held by one hub in one event loop, no thread for any.

A stream is a connection and little else. What changes is written to all streams of a room at once; a
reader who is behind delays nobody, and gets the newest state once there is room for it.
"""

import asyncio
import logging
import os
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from companion.room.events import Device
from companion.room.state import Room

HEARTBEAT = 15.0
"""Seconds after which all streams repeat the version: a screen notices a dead line, and so do we."""

_STUCK = 4  # heartbeats in a row that a reader may not have taken in
_PACE = 0.1  # seconds between two messages to a room of which nothing but the progress has changed
_EACH = 0.0005  # seconds more for each of its streams
_PATIENCE = 1.0  # seconds that a page waits for screens that are told first
_NONE = -1

_log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Subscriber:
    """What listens: a TV or a phone, which are sent what they show, or another page, which asks for it.

    `base` is the address under which it found us, `device` whose browser it is, and `client` the address
    that it comes from.
    """

    kind: Literal["tv", "phone", ""]
    language: str
    base: str
    device: Device
    client: str


class Stream(asyncio.Protocol):
    """The connection to one screen."""

    __slots__ = ("_circle", "_file", "_is_behind", "_paused", "_transport", "screen")

    def __init__(self, screen: Subscriber, circle: "RoomStreams", transport: asyncio.Transport) -> None:
        self.screen = screen
        self._circle = circle
        self._transport = transport
        self._paused = 0  # heartbeats since the reader has taken nothing in
        self._is_behind = False
        connection = transport.get_extra_info("socket")
        self._file = connection.fileno() if connection and os.name == "posix" else _NONE
        transport.set_write_buffer_limits(high=0)

    def write(self, message: bytes) -> None:
        """Send something at once; the newest state later if the reader has not taken in what was before."""
        if self._paused:
            self._is_behind = True
        elif (sent := self._sent(message)) < len(message):
            self._transport.write(message[sent:])

    def _sent(self, message: bytes) -> int:
        """Write to the connection itself and return how much it took: a tenth quicker with many lines."""
        if self._file == _NONE or self._transport.get_write_buffer_size():
            return 0
        try:
            return os.write(self._file, message)
        except OSError:
            return 0  # the transport finds out what is wrong

    def beat(self, message: bytes) -> None:
        """Repeat the version; give up a reader who has taken nothing in for a minute."""
        if not self._paused:
            self.write(message)
        elif self._paused < _STUCK:
            self._paused += 1
        else:
            self._transport.abort()

    def close(self) -> None:
        """End the stream."""
        self._transport.close()

    def pause_writing(self) -> None:
        """Hear that the reader is behind."""
        self._paused = 1

    def resume_writing(self) -> None:
        """Hear that the reader has taken in what was sent; the newest state follows if there is one since."""
        self._paused = 0
        if self._is_behind:
            self._is_behind = False
            self._circle.catch_up(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Hear that the screen is gone."""
        self._circle.leave(self)


class Renderer(Protocol):
    """What is shown: the hub knows when to write to whom, and this knows what."""

    def room(self, code: str) -> Room | None:
        """Return a room as this process knows it."""

    def is_urgent(self, before: Room, room: Room) -> bool:
        """Tell whether more has changed than how far a round has got."""

    def messages(self, before: Room, room: Room) -> Callable[[Subscriber], bytes]:
        """Return what each screen is to be sent that was sent all up to `before`."""

    def anew(self, room: Room) -> Callable[[Subscriber], bytes]:
        """Return what a screen is to be sent of which it is not known what it has missed."""

    def version(self, room: Room) -> bytes:
        """Return the message that says no more than the version."""

    def due_in(self, room: Room) -> float | None:
        """Return after how many seconds to look at a room, though nobody does anything; None: never."""

    def look(self, code: str) -> Awaitable[Room | None]:
        """Return a room as it is now, after doing what fell due; None if there is none."""

    def freshen(self, codes: Collection[str]) -> Awaitable[None]:
        """Find out whether anything was done in rooms, or to them, that nobody here was told of."""


class RoomStreams:
    """The open streams of one room, and what all of them were told last."""

    def __init__(self, hub: "Hub", room: Room) -> None:
        self.lines: set[Stream] = set()
        self.shown = room
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._next = 0.0  # when the next message may go out that is not urgent
        self._waiting: asyncio.TimerHandle | None = None
        self._due: asyncio.TimerHandle | None = None
        self._looking: asyncio.Task[None] | None = None
        self._watch()

    def changed(self) -> None:
        """Tell all screens of the room's newest version, at once or soon."""
        room = self._newest()
        if room.version == self.shown.version:
            return
        wait = self._next - self._loop.time()
        if wait <= 0 or self._made(lambda: self._hub.program.is_urgent(self.shown, room), otherwise=True):
            self._spread()
        elif self._waiting is None:
            self._waiting = self._loop.call_later(wait, self._spread)

    def enter(self, screen: Subscriber, transport: asyncio.Transport, head: bytes) -> Stream:
        """Have a screen told what all are told from now on, and first which version it must not be behind."""
        self.changed()  # nobody may have been told of what was done while the first stream was opened
        line = Stream(screen, self, transport)
        self.lines.add(line)
        line.write(head + self._hub.program.version(self._newest()))
        return line

    def catch_up(self, line: Stream) -> None:
        """Send one screen all that it may have missed."""
        line.write(self._hub.program.anew(self.shown)(line.screen))

    def beat(self) -> None:
        """Let all screens know that we are still here, and find out whether the room is."""
        if self._hub.program.room(self.shown.code) is None:
            self._look()
        message = self._hub.program.version(self.shown)
        for line in tuple(self.lines):
            line.beat(message)

    def leave(self, line: Stream) -> None:
        """Forget a screen, and the room with its last one."""
        self._hub.left(line)
        self.lines.discard(line)
        if not self.lines:
            self.end()

    def hang_up(self) -> None:
        """End all streams of this room."""
        for line in tuple(self.lines):
            line.close()

    def end(self) -> None:
        """Do nothing more for this room."""
        self._hub.forget(self)
        for each in (self._waiting, self._due, self._looking):
            if each:
                each.cancel()

    def _spread(self) -> None:
        if self._waiting:
            self._waiting.cancel()
        self._waiting = None
        room = self._newest()
        message = self._made(
            lambda: self._hub.program.messages(self.shown, room), otherwise=self._hub.program.anew(room)
        )
        self.shown = room
        tvs = [line for line in self.lines if line.screen.kind == "tv"]  # made while phones are drawing
        for line in (*self.lines.difference(tvs), *tvs):
            line.write(message(line.screen))
        self._next = self._loop.time() + _PACE + _EACH * len(self.lines)
        self._watch()

    def _newest(self) -> Room:
        return self._hub.program.room(self.shown.code) or self.shown

    def _made(self, make: Callable[[], T], otherwise: T) -> T:
        """Make something of a change; whatever is wrong with it, screens hear that there was one."""
        try:
            return make()
        except Exception:  # noqa: BLE001 - the streams go on, and whoever asks for a page meets it
            _log.error("what changed in room %s could not be told", self.shown.code, exc_info=True)
            return otherwise

    def _watch(self) -> None:
        """See to it that somebody looks when something falls due."""
        if self._due:
            self._due.cancel()
        wait = self._hub.program.due_in(self.shown)
        self._due = None if wait is None else self._loop.call_later(wait, self._look)

    def _look(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = self._loop.create_task(self._looked())

    async def _looked(self) -> None:
        if await self._hub.program.look(self.shown.code):
            self.changed()
            self._watch()
        else:  # deleted, as the pages say that ask why their stream has ended
            self.hang_up()


class Hub:
    """All open streams.

    `tell`, `show`, `codes` and `close` may be called from any thread, all else belongs to the event loop.
    """

    program: Renderer

    def __init__(self) -> None:
        self._circles: dict[str, RoomStreams] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None
        self._open: Counter[str] = Counter()

    def tell(self, code: str, _version: int | None = None) -> None:
        """Hear that a room has reached a version."""
        if self._loop is not None and not self._loop.is_closed() and code in self._circles:
            self._loop.call_soon_threadsafe(self._told, code)

    def show(self, code: str) -> None:
        """Wait, in another thread than the loop's, until the screens of a room were sent what was told."""
        if self._loop is not None and not self._loop.is_closed() and code in self._circles:
            were_sent = threading.Event()
            self._loop.call_soon_threadsafe(were_sent.set)
            were_sent.wait(_PATIENCE)

    def codes(self) -> tuple[str, ...]:
        """List the rooms that somebody listens to."""
        return tuple(self._circles)

    def open(self, client: str | None = None) -> int:
        """Count the open streams, or those of one address."""
        return self._open.total() if client is None else self._open[client]

    def join(self, screen: Subscriber, room: Room, transport: asyncio.Transport, head: bytes) -> Stream:
        """Let a screen listen to a room, which is as it was looked up just now; `head` goes out first."""
        self._loop = asyncio.get_running_loop()
        if self._beating is None:
            self._beating = self._loop.create_task(self._beat())
        circle = self._circles.get(room.code)
        if circle is None:
            circle = self._circles[room.code] = RoomStreams(self, room)
        self._open[screen.client] += 1
        return circle.enter(screen, transport, head)

    def left(self, line: Stream) -> None:
        """Count a stream that has ended."""
        self._open[line.screen.client] -= 1
        if not self._open[line.screen.client]:
            del self._open[line.screen.client]

    def forget(self, circle: RoomStreams) -> None:
        """Forget a room that nobody listens to."""
        if self._circles.get(circle.shown.code) is circle:
            del self._circles[circle.shown.code]

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._close)

    def _told(self, code: str) -> None:
        if circle := self._circles.get(code):
            circle.changed()

    def _close(self) -> None:
        if self._beating:
            self._beating.cancel()
        for circle in tuple(self._circles.values()):
            circle.hang_up()
            circle.end()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            for circle in tuple(self._circles.values()):
                try:
                    circle.beat()
                except Exception:  # noqa: BLE001 - the other rooms are told
                    _log.exception("room %s could not be told that the line is open", circle.shown.code)
                await asyncio.sleep(0)
            try:
                await self.program.freshen(self.codes())
            except Exception:  # noqa: BLE001 - the next look may find nothing wrong
                _log.exception("whether anything was done that nobody told of could not be found out")
