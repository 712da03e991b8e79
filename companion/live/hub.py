"""Live updates: one hub holds the open streams of all screens in one event loop, without a thread for any.

A change is written to all streams of a room at once. A screen that reads slowly delays no other: it is sent
the newest state when its connection can take more.
"""

import asyncio
import logging
import os
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from companion.live.message import Message, encode
from companion.live.tvs import Tvs
from companion.room.events import Device
from companion.room.state import Room

HEARTBEAT = 15.0
"""Seconds after which all streams repeat the version, so that screens and server notice lost connections."""

_MAX_BLOCKED = 4  # heartbeats that the buffer of a connection may stay full
_INTERVAL = 0.1  # seconds between two messages to a room that are not urgent
_INTERVAL_PER_STREAM = 0.0005  # seconds more for each of its streams
_SENT_TIMEOUT = 1.0  # seconds that `Hub.wait_until_sent` waits
_NO_FILE = -1

_log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Subscriber:
    """A screen with a stream: a TV, or a phone that plays or watches, is sent HTML, others the version alone.

    `base` is the base URL under which it reaches us, `device` the fingerprint of its browser, and `client`
    its IP address. `accepts_gzip`: whether its stream is compressed.
    """

    kind: Literal["tv", "phone", "watch", ""]
    language: str
    base: str
    device: Device
    client: str
    accepts_gzip: bool = False


class Stream(asyncio.Protocol):
    """The connection to one screen."""

    __slots__ = ("_blocked", "_file", "_is_behind", "_streams", "_transport", "subscriber")

    def __init__(self, subscriber: Subscriber, streams: "RoomStreams", transport: asyncio.Transport) -> None:
        self.subscriber = subscriber
        self._streams = streams
        self._transport = transport
        self._blocked = 0  # heartbeats since the buffer is full; 0 if it is not
        self._is_behind = False
        connection = transport.get_extra_info("socket")
        self._file = connection.fileno() if connection and os.name == "posix" else _NO_FILE
        transport.set_write_buffer_limits(high=0)

    def send(self, message: Message, head: bytes = b"") -> None:
        """Send a message; if the buffer is full, drop it and send the newest state later."""
        if not message:
            return
        if self._blocked:
            self._is_behind = True
        else:
            self._write(head + encode(message, self.subscriber.accepts_gzip))

    def _write(self, message: bytes) -> None:
        if (sent := self._write_directly(message)) < len(message):
            self._transport.write(message[sent:])

    def _write_directly(self, message: bytes) -> int:
        """Write to the socket and return how much it took: a tenth quicker than by the transport."""
        if self._file == _NO_FILE or self._transport.get_write_buffer_size():
            return 0
        try:
            return os.write(self._file, message)
        except OSError:
            return 0  # the transport finds out what is wrong

    def send_heartbeat(self, message: Message) -> None:
        """Repeat the version; close a connection whose buffer has been full for a minute."""
        if not self._blocked:
            self.send(message)
        elif self._blocked < _MAX_BLOCKED:
            self._blocked += 1
        else:
            self._transport.abort()

    def close(self) -> None:
        self._transport.close()

    def pause_writing(self) -> None:
        self._blocked = 1

    def resume_writing(self) -> None:
        """Send the newest state if messages were dropped while the buffer was full."""
        self._blocked = 0
        if self._is_behind:
            self._is_behind = False
            self._streams.resend(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._streams.remove(self)


class Renderer(Protocol):
    """Knows what the streams carry; the hub knows when to write to which of them."""

    def known_room(self, code: str) -> Room | None:
        """Return a room as this process knows it."""

    def is_urgent(self, before: Room, room: Room) -> bool:
        """Tell whether more has changed than the progress of a round."""

    def render_change(self, before: Room, room: Room) -> Callable[[Subscriber], Message]:
        """Return the message for each screen that was sent everything up to `before`.

        What `render_own` returns for the same versions is not repeated in the progress of a round.
        """

    def render_own(self, before: Room, room: Room) -> Mapping[Device, Callable[[Subscriber], Message]]:
        """Return the messages for the devices whose own play is new since `before`, which cannot wait."""

    def render_anew(self, room: Room) -> Callable[[Subscriber], Message]:
        """Return the message for screens that may have missed something."""

    def render_version(self, room: Room) -> Message:
        """Return the message that contains the version alone."""

    def seconds_until_due(self, room: Room) -> float | None:
        """Return after how many seconds a scheduled event of a room is due; None: never."""

    def apply_due_events(self, code: str) -> Awaitable[Room | None]:
        """Return a room as it is now, after applying what is due; None if there is none."""

    def reload_changed_rooms(self, codes: Collection[str]) -> Awaitable[None]:
        """Reload the rooms that other processes have changed or deleted."""


class RoomStreams:
    """The open streams of one room, and the state that all of them were sent last."""

    def __init__(self, hub: "Hub", room: Room) -> None:
        self.streams: set[Stream] = set()
        self.sent = room
        self._owned = room  # up to which devices were sent their own plays
        self._by_device: dict[Device, set[Stream]] = {}
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._next_broadcast = 0.0  # earliest time of the next message that is not urgent
        self._delayed: asyncio.TimerHandle | None = None
        self._due: asyncio.TimerHandle | None = None
        self._applying_due: asyncio.Task[None] | None = None
        self._schedule_due()

    def update(self) -> None:
        """Send the room's newest version to all screens, at once if it is urgent."""
        room = self._newest()
        if room.version == self.sent.version:
            return
        self._send_own(room)
        delay = self._next_broadcast - self._loop.time()
        renderer = self._hub.renderer
        if delay <= 0 or self._try_render(lambda: renderer.is_urgent(self.sent, room), fallback=True):
            self._broadcast()
        elif self._delayed is None:
            self._delayed = self._loop.call_later(delay, self._broadcast)

    def add(self, subscriber: Subscriber, transport: asyncio.Transport, head: bytes) -> Stream:
        """Add a screen, and send it `head` and the version that its page must have."""
        self.update()  # the room may have changed while the first stream was being opened
        stream = Stream(subscriber, self, transport)
        self.streams.add(stream)
        self._by_device.setdefault(subscriber.device, set()).add(stream)
        if subscriber.kind == "tv":
            self._hub.tvs.add(self.sent.code)
        stream.send(self._hub.renderer.render_version(self._newest()), head)
        return stream

    def resend(self, stream: Stream) -> None:
        """Send one screen the newest state, as it has missed messages."""
        stream.send(self._hub.renderer.render_anew(self._newest())(stream.subscriber))

    def send_heartbeats(self) -> None:
        """Repeat the version on all streams, and find out whether a room that is not cached still exists."""
        if self._hub.renderer.known_room(self.sent.code) is None:
            self._start_applying_due()
        message = self._hub.renderer.render_version(self.sent)
        for stream in tuple(self.streams):
            stream.send_heartbeat(message)

    def remove(self, stream: Stream) -> None:
        self._hub.count_closed(stream)
        if stream.subscriber.kind == "tv":
            self._hub.tvs.remove(self.sent.code)
        self.streams.discard(stream)
        if others := self._by_device.pop(stream.subscriber.device, set()) - {stream}:
            self._by_device[stream.subscriber.device] = others
        if not self.streams:
            self.stop()

    def count_watchers(self) -> int:
        """Count the browsers that just watch."""
        screens = (each.subscriber for each in tuple(self.streams))
        return len({each.device for each in screens if each.kind == "watch"})

    def close_streams(self) -> None:
        for stream in tuple(self.streams):
            stream.close()

    def stop(self) -> None:
        self._hub.remove_room(self)
        for each in (self._delayed, self._due, self._applying_due):
            if each:
                each.cancel()

    def _broadcast(self) -> None:
        if self._delayed:
            self._delayed.cancel()
        self._delayed = None
        room = self._newest()
        self._send_own(room)
        renderer = self._hub.renderer
        message = self._try_render(
            lambda: renderer.render_change(self.sent, room), fallback=renderer.render_anew(room)
        )
        self.sent = room
        tvs = [each for each in self.streams if each.subscriber.kind == "tv"]  # rendered while phones draw
        for stream in (*self.streams.difference(tvs), *tvs):
            stream.send(message(stream.subscriber))
        self._next_broadcast = self._loop.time() + _INTERVAL + _INTERVAL_PER_STREAM * len(self.streams)
        self._schedule_due()

    def _send_own(self, room: Room) -> None:
        """Send players what they have just submitted, while the progress of the others is collected."""
        before, self._owned = self._owned, room
        renderer = self._hub.renderer
        nothing: Mapping[Device, Callable[[Subscriber], Message]] = {}
        for device, message in self._try_render(lambda: renderer.render_own(before, room), nothing).items():
            for stream in self._by_device.get(device, ()):
                stream.send(message(stream.subscriber))

    def follows(self, device: Device) -> bool:
        """Tell whether a browser has a phone's stream of this room."""
        return any(each.subscriber.kind == "phone" for each in tuple(self._by_device.get(device, ())))

    def _newest(self) -> Room:
        return self._hub.renderer.known_room(self.sent.code) or self.sent

    def _try_render(self, render: Callable[[], T], fallback: T) -> T:
        """Render a change; if that fails, log it and return the fallback: screens still get a message."""
        try:
            return render()
        except Exception:  # noqa: BLE001 - the streams go on; the page that a screen fetches fails as well
            _log.error("what changed in room %s could not be told", self.sent.code, exc_info=True)
            return fallback

    def _schedule_due(self) -> None:
        """Start a timer for the next scheduled event."""
        if self._due:
            self._due.cancel()
        delay = self._hub.renderer.seconds_until_due(self.sent)
        self._due = None if delay is None else self._loop.call_later(delay, self._start_applying_due)

    def _start_applying_due(self) -> None:
        if self._applying_due is None or self._applying_due.done():
            self._applying_due = self._loop.create_task(self._apply_due())

    async def _apply_due(self) -> None:
        if await self._hub.renderer.apply_due_events(self.sent.code):
            self.update()
            self._schedule_due()
        else:  # it was deleted: screens reconnect, and the pages say so
            self.close_streams()


class Hub:
    """All open streams.

    `notify`, `wait_until_sent`, `subscribed_codes`, `follows`, `count_watchers` and `close` may be called
    from any thread, everything else only in the event loop.
    """

    renderer: Renderer

    def __init__(self, tvs: Tvs | None = None) -> None:
        self.tvs = tvs or Tvs(lambda _code: None)
        self._rooms: dict[str, RoomStreams] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._heartbeat: asyncio.Task[None] | None = None
        self._open: Counter[str] = Counter()

    def notify(self, code: str, _version: int) -> None:
        """Have the streams of a room sent its newest version: an `OnVersion` of the event store."""
        if code in self._rooms:
            self._call_soon(lambda: self._update(code))

    def wait_until_sent(self, code: str) -> None:
        """Block a thread until the loop has done what it was notified of in a room, a second at most."""
        sent = threading.Event()
        if code in self._rooms and self._call_soon(sent.set):
            sent.wait(_SENT_TIMEOUT)

    def subscribed_codes(self) -> tuple[str, ...]:
        """List the rooms that have streams."""
        return tuple(self._rooms)

    def count_streams(self, client: str | None = None) -> int:
        """Count the open streams, or those of one address."""
        return self._open.total() if client is None else self._open[client]

    def follows(self, code: str, device: Device) -> bool:
        """Tell whether a browser has a phone's stream of a room open here."""
        streams = self._rooms.get(code)
        return streams is not None and streams.follows(device)

    def count_watchers(self, code: str) -> int:
        """Count the browsers that just watch a room, as far as their streams are open here."""
        streams = self._rooms.get(code)
        return streams.count_watchers() if streams else 0

    def open_stream(
        self, subscriber: Subscriber, room: Room, transport: asyncio.Transport, head: bytes
    ) -> Stream:
        """Open a stream for a screen, on which `head` is sent first; `room` was just loaded."""
        self._loop = asyncio.get_running_loop()
        if self._heartbeat is None:
            self._heartbeat = self._loop.create_task(self._send_heartbeats())
        streams = self._rooms.get(room.code)
        if streams is None:
            streams = self._rooms[room.code] = RoomStreams(self, room)
        self._open[subscriber.client] += 1
        return streams.add(subscriber, transport, head)

    def count_closed(self, stream: Stream) -> None:
        self._open[stream.subscriber.client] -= 1
        if not self._open[stream.subscriber.client]:
            del self._open[stream.subscriber.client]

    def remove_room(self, streams: RoomStreams) -> None:
        if self._rooms.get(streams.sent.code) is streams:
            del self._rooms[streams.sent.code]

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._call_soon(self._close)

    def _call_soon(self, callback: Callable[[], None]) -> bool:
        """Call a function in the event loop; return False if there is none (any more)."""
        if self._loop is None or self._loop.is_closed():
            return False
        self._loop.call_soon_threadsafe(callback)
        return True

    def _update(self, code: str) -> None:
        if streams := self._rooms.get(code):
            streams.update()

    def _close(self) -> None:
        if self._heartbeat:
            self._heartbeat.cancel()
        for streams in tuple(self._rooms.values()):
            streams.close_streams()
            streams.stop()

    async def _send_heartbeats(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            self.tvs.announce_all()
            for streams in tuple(self._rooms.values()):
                try:
                    streams.send_heartbeats()
                except Exception:  # noqa: BLE001 - the other rooms go on
                    _log.exception("room %s could not be told that the line is open", streams.sent.code)
                await asyncio.sleep(0)
            try:
                await self.renderer.reload_changed_rooms(self.subscribed_codes())
            except Exception:  # noqa: BLE001 - the next heartbeat may succeed
                _log.exception("whether anything was done that nobody told of could not be found out")
