"""Live updates: one hub knows the open streams of all screens, and when to write to which of them.

A change is written to all streams of a room at once, by one task: a screen that reads slowly delays no other.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextvars import Context
from typing import Protocol, TypeVar

from companion.live.reactions import Reaction
from companion.live.stream import COMMENT, Kind, Line, Message, Stream, Subscriber, version_message
from companion.room.events import Device
from companion.room.state import Room

HEARTBEAT = 15.0  # seconds after which streams repeat the version, so that lost connections are noticed
_KNOWN_FOR = 20.0  # seconds: a heartbeat and some more, in which the other process repeats it
_INTERVAL = 0.25  # seconds between two messages to a room that are not urgent
_INTERVAL_EACH = 0.004  # seconds more for each player or screen: a crowd needs no news of each number
_MAX_INTERVAL = 1.0
_TURNS = 4  # times as long as such a message takes, until that of another room
_MIN_DELAY = 0.02  # seconds that such a message waits at least: the answer to who has submitted goes first
_MAX_DELAY = 3.0  # seconds that such a message waits at most for those of other rooms
_AFTER_ANSWER = 0.002  # seconds until who has submitted is drawn the same: the answer is made meanwhile
_COMMENT_DELAY = 0.03  # seconds from an urgent message to a comment, by which TCP notices a loss at once
_THROWN_FOR = 1.0  # seconds for which a reaction waits until the TVs stand at the newest version
_MOST_WAITING = 40  # reactions
_log = logging.getLogger(__name__)

T = TypeVar("T")
Render = Callable[[Subscriber], Message]
"""Returns the message for a screen."""


class Renderer(Protocol):
    """Knows the rooms, and what the streams carry of them."""

    def known_room(self, code: str) -> Room | None:
        """Return a room as this process knows it."""

    def is_urgent(self, before: Room, room: Room) -> bool:
        """Tell whether more has changed than the progress of a round."""

    def render_own(self, before: Room, room: Room) -> Mapping[Device, Render]:
        """Return the messages for the devices whose own play is new since `before`, which cannot wait."""

    def render_change(self, before: Room, room: Room) -> Render:
        """Return the message for each screen that was sent all up to `before`, but for `render_own`."""

    def render_reaction(self, code: str, reaction: Reaction) -> Render:
        """Return the message for each TV with what a phone has thrown."""

    def seconds_until_due(self, room: Room) -> float | None:
        """Return after how many seconds a scheduled event of a room is due; None: never."""

    def apply_due_events(self, code: str) -> Awaitable[Room | None]:
        """Return a room as it is now, after applying what is due; None if there is none."""


class RoomStreams:
    """The open streams of one room, and the state that all of them were sent last."""

    def __init__(self, hub: "Hub", room: Room) -> None:
        self.streams: set[Stream] = set()
        self.phones: dict[Device, tuple[Stream, ...]] = {}
        self.tvs = 0
        self.sent = room
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._own_sent = room  # up to which players were sent what they did themselves
        self._next_broadcast = 0.0  # earliest time of the next message that is not urgent
        self._delayed: asyncio.TimerHandle | None = None
        self._due: asyncio.TimerHandle | None = None
        self._applying_due: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._thrown: list[tuple[float, Reaction]] = []  # what waits for the TVs, and until when
        self._schedule_due()

    def update(self) -> None:
        """Send the room's newest version to all screens, at once if it is urgent."""
        room = self._newest()
        if room.version == self.sent.version:
            return
        if self._is_urgent(self.sent, room):
            self._start_broadcast()
            return
        self._start(self._send_own_soon())
        if self._delayed is None:
            now = self._loop.time()
            at = max(now + _MIN_DELAY, self._next_broadcast, self._hub.take_turn(now))
            self._delayed = self._loop.call_at(at, self._start_broadcast)

    async def open_stream(self, screen: Subscriber, line: Line) -> Stream:
        """Add a screen, and send it the version that its page must have."""
        stream = Stream(screen, line, self._catch_up, self._remove)
        self.streams.add(stream)
        if screen.kind == "tv":
            self.tvs += 1
            self._hub.announce_tv(self.sent.code)
        elif screen.kind == "phone":
            self.phones[screen.device] = (*self.phones.get(screen.device, ()), stream)
        await stream.begin(version_message(self._newest()))
        return stream

    def _remove(self, stream: Stream) -> None:
        self.streams.discard(stream)
        screen = stream.subscriber
        if screen.kind == "tv":
            self.tvs -= 1
        elif screen.kind == "phone":
            left = tuple(
                each_stream for each_stream in self.phones.pop(screen.device, ()) if each_stream is not stream
            )
            self.phones |= {screen.device: left} if left else {}
        if not self.streams:
            self.stop()

    def _catch_up(self) -> Message:
        self._hub.on_behind()
        return version_message(self._newest())

    async def send_heartbeats(self) -> None:
        """Repeat the version on all streams, and find out whether a room that is not cached still exists."""
        if self._hub.renderer.known_room(self.sent.code) is None:
            self._start_applying_due()
        if self.tvs:
            self._hub.announce_tv(self.sent.code)
        message = version_message(self.sent)
        for stream in tuple(self.streams):
            await stream.send_heartbeat(message)

    async def end_streams(self) -> None:
        for stream in tuple(self.streams):
            await stream.end()

    def stop(self) -> None:
        self._hub.remove_room(self)
        for each in (self._delayed, self._due, *self._tasks):
            if each:
                each.cancel()

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        self._tasks.add(task)  # asyncio itself keeps no task from being collected
        task.add_done_callback(self._tasks.discard)
        return task

    def _start_broadcast(self) -> None:
        if self._delayed:
            self._delayed.cancel()
        self._delayed = None
        self._start(self._broadcast())

    async def _broadcast(self) -> None:
        """Send each screen what is new to it."""
        before, room = self.sent, self._newest()
        if room.version == before.version or not self.streams:
            return
        self.sent, begin = room, self._loop.time()
        await self._send_own(room)
        version = version_message(room)
        message: Render = self._made(lambda _: version, self._hub.renderer.render_change, before, room)
        interval = _INTERVAL + _INTERVAL_EACH * max(len(self.streams), len(room.seats))
        self._next_broadcast = self._loop.time() + min(interval, _MAX_INTERVAL)
        self._schedule_due()
        for stream in sorted(self.streams, key=_turn_of):
            await stream.send(self._made(version, message, stream.subscriber))
        await self._throw_waiting()
        if self._is_urgent(before, room):
            await asyncio.sleep(_COMMENT_DELAY)
            for stream in tuple(self.streams):
                await stream.send(COMMENT)
        else:
            self._hub.turn_took = self._loop.time() - begin

    async def _send_own_soon(self) -> None:
        await asyncio.sleep(_AFTER_ANSWER)
        if (room := self._newest()) is not self._own_sent:
            await self._send_own(room)

    async def _send_own(self, room: Room) -> None:
        """Send players what they have just submitted, while the progress of the others is collected."""
        before, self._own_sent = self._own_sent, room
        nothing: Mapping[Device, Render] = {}
        for device, message in self._made(nothing, self._hub.renderer.render_own, before, room).items():
            for stream in self.phones.get(device, ()):
                await stream.send(self._made(version_message(room), message, stream.subscriber))

    def throw(self, reaction: Reaction) -> None:
        """Show a reaction on the TVs: at once if they stand at the newest version, or with what they miss."""
        if not self.tvs:
            return
        if self._newest().version == self.sent.version:
            self._start(self._throw(reaction))
        elif len(self._thrown) < _MOST_WAITING:
            self._thrown.append((self._loop.time() + _THROWN_FOR, reaction))

    async def _throw_waiting(self) -> None:
        """Show what was thrown while the TVs were behind, but for what is late."""
        waiting, self._thrown = self._thrown, []
        for until, reaction in waiting:
            if self._loop.time() <= until:
                await self._throw(reaction)

    async def _throw(self, reaction: Reaction) -> None:
        nothing: Render = lambda _: ()  # noqa: E731 - of this type
        render = self._made(nothing, self._hub.renderer.render_reaction, self.sent.code, reaction)
        for stream in tuple(self.streams):
            if stream.subscriber.kind == "tv":
                await stream.offer(self._made((), render, stream.subscriber))

    def screens(self, kind: Kind) -> list[Subscriber]:
        """List the screens of a kind; may be called from any thread."""
        screens = [stream.subscriber for stream in tuple(self.streams)]
        return [subscriber for subscriber in screens if subscriber.kind == kind]

    def _newest(self) -> Room:
        return self._hub.renderer.known_room(self.sent.code) or self.sent

    def _is_urgent(self, before: Room, room: Room) -> bool:
        return self._made(True, self._hub.renderer.is_urgent, before, room)

    def _made(self, otherwise: T, make: Callable[..., T], *values: object) -> T:
        """Return what a function of the renderer makes; if it fails, log it, as the streams go on."""
        try:
            return make(*values)
        except Exception:  # noqa: BLE001 - the page that a screen fetches instead fails as well
            _log.error("what changed in room %s could not be told", self.sent.code, exc_info=True)
            return otherwise

    def _schedule_due(self) -> None:
        """Start a timer for the next scheduled event."""
        if self._due:
            self._due.cancel()
        delay = self._hub.renderer.seconds_until_due(self.sent)
        due = self._start_applying_due
        self._due = None if delay is None else self._loop.call_later(delay, due, context=Context())

    def _start_applying_due(self) -> None:
        if self._applying_due is None or self._applying_due.done():
            self._applying_due = self._start(self._apply_due())

    async def _apply_due(self) -> None:
        if await self._hub.renderer.apply_due_events(self.sent.code):
            self.update()
            self._schedule_due()
        else:  # it was deleted: screens reconnect, and the pages say so
            await self.end_streams()


class Hub:
    """All open streams. Any thread may call it, but for `open_stream` and `remove_room`: the event loop."""

    renderer: Renderer

    def __init__(self, announce_tv: Callable[[str], None], on_behind: Callable[[], None]) -> None:
        """Once in a heartbeat `announce_tv` gets the code of each room with a TV here, and must not block."""
        self.announce_tv = announce_tv
        self.on_behind = on_behind
        self._announced: dict[str, float] = {}  # until when TVs of other processes are known
        self._rooms: dict[str, RoomStreams] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._heartbeat: asyncio.Task[None] | None = None
        self.turn_took = 0.0  # seconds that the last message took that was not urgent
        self._next_turn = 0.0

    def take_turn(self, now: float) -> float:
        """Return when a room may send what is not urgent: for all rooms that takes a quarter of the time.

        No room waits longer than `_MAX_DELAY`.
        """
        turn = min(max(now, self._next_turn), now + _MAX_DELAY)
        self._next_turn = turn + _TURNS * self.turn_took
        return turn

    def notify(self, code: str, _version: int) -> None:
        """Have the streams of a room sent its newest version: `on_version` of the event store."""
        streams = self._rooms.get(code)
        if streams and self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(streams.update)

    def throw(self, code: str, reaction: Reaction) -> None:
        """Show a reaction on the TVs of a room that are here."""
        streams = self._rooms.get(code)
        if streams and self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(streams.throw, reaction)

    def subscribed_codes(self) -> tuple[str, ...]:
        """List the rooms that have streams."""
        return tuple(self._rooms)

    def follows(self, code: str, device: Device) -> bool:
        """Tell whether a stream of a browser that plays in a room is open here."""
        streams = self._rooms.get(code)
        return streams is not None and device in streams.phones

    def note_tv(self, code: str) -> None:
        """Take note that a process has a TV of a room, which may be this one."""
        self._announced[code] = time.monotonic() + _KNOWN_FOR

    def has_tv(self, code: str) -> bool:
        """Tell whether a TV follows a room.

        One of another process is known after it has opened its stream, and for a while after it has closed
        it. A process that was started since knows it with the next heartbeat, and never without Redis.
        """
        streams = self._rooms.get(code)
        is_here = streams is not None and streams.tvs > 0
        return is_here or self._announced.get(code, 0.0) > time.monotonic()

    def count_watchers(self, code: str) -> int:
        """Count the browsers that just watch a room, as far as their streams are open here."""
        streams = self._rooms.get(code)
        return len({subscriber.device for subscriber in streams.screens("watch")}) if streams else 0

    def count_screens(self, code: str) -> int:
        """Count the open streams of a room here."""
        streams = self._rooms.get(code)
        return len(streams.streams) if streams else 0

    def count_streams(self, kind: Kind) -> int:
        """Count the open streams of a kind."""
        return sum(len(room_streams.screens(kind)) for room_streams in tuple(self._rooms.values()))

    async def open_stream(self, subscriber: Subscriber, room: Room, line: Line) -> Stream:
        """Open a stream for a screen, to be closed when its line is lost; `room` was just loaded."""
        self._loop = asyncio.get_running_loop()
        if self._heartbeat is None:
            self._heartbeat = self._loop.create_task(self._send_heartbeats(), context=Context())
        if room.code not in self._rooms:
            newest = self.renderer.known_room(room.code) or room  # it may have changed since
            self._rooms[room.code] = RoomStreams(self, newest)
        return await self._rooms[room.code].open_stream(subscriber, line)

    def remove_room(self, streams: RoomStreams) -> None:
        if self._rooms.get(streams.sent.code) is streams:
            del self._rooms[streams.sent.code]

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        if self._loop and not self._loop.is_closed():
            self._ending = asyncio.run_coroutine_threadsafe(self._end_streams(), self._loop)

    async def _end_streams(self) -> None:
        if self._heartbeat:
            self._heartbeat.cancel()
        for streams in tuple(self._rooms.values()):
            await streams.end_streams()
            streams.stop()

    async def _send_heartbeats(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            for code, until in tuple(self._announced.items()):
                if until <= time.monotonic():
                    self._announced.pop(code, None)
            for streams in tuple(self._rooms.values()):
                try:
                    await streams.send_heartbeats()
                except Exception:  # noqa: BLE001 - the other rooms go on
                    _log.exception("room %s could not be told that the line is open", streams.sent.code)
                await asyncio.sleep(0)


def _turn_of(stream: Stream) -> tuple[bool, str]:
    """Return the turn of a stream: TVs last, which are rendered while phones draw; each language at once."""
    return stream.subscriber.kind == "tv", stream.subscriber.language
