"""The hub: who is told what and when, however fast a room changes and however slowly somebody reads."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import Any

import pytest

from companion.live import hub
from companion.live.hub import Hub, Stream, Subscriber
from companion.room.state import Room

ANN, BEN = (Subscriber("phone", "en", "", device, "") for device in ("ann", "ben"))


class Transport(asyncio.Transport):
    """A connection whose reader takes in what is written, or does not."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []
        self.is_open = True

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:  # noqa: ARG002
        assert high == 0  # the first byte that waits is one too many

    def write(self, data: Any) -> None:
        self.written.append(bytes(data).decode())

    def abort(self) -> None:
        self.is_open = False

    close = abort


class Story:
    """A program about a room that the test changes: its game is what is urgent."""

    def __init__(self) -> None:
        self.now = Room("AB23", 1)
        self.due: float | None = None
        self.looked = 0
        self.is_gone = False
        self.faults = 0
        self.freshened: list[Collection[str]] = []

    def room(self, _code: str) -> Room | None:
        return None if self.is_gone else self.now

    def is_urgent(self, before: Room, room: Room) -> bool:
        return before.game_name != room.game_name

    def messages(self, before: Room, room: Room) -> Callable[[Subscriber], bytes]:
        if room.game_name == "faulty":
            raise ValueError
        return lambda screen: f"{screen.device} {before.version}-{room.version}".encode()

    def anew(self, room: Room) -> Callable[[Subscriber], bytes]:
        return lambda screen: f"{screen.device} anew {room.version}".encode()

    def version(self, room: Room) -> bytes:
        if self.faults:
            self.faults -= 1
            raise ValueError
        return b"v%d" % room.version

    def due_in(self, _room: Room) -> float | None:
        return self.due

    async def look(self, _code: str) -> Room | None:
        self.looked += 1
        if self.is_gone:
            return None
        self.due = None
        return self.now

    async def freshen(self, codes: Collection[str]) -> None:
        self.freshened.append(codes)


class Stage:
    """A hub with its program, in the event loop of a test."""

    def __init__(self) -> None:
        self.hub, self.story = Hub(), Story()
        self.hub.program = self.story

    def join(self, screen: Subscriber) -> tuple[Stream, list[str], Transport]:
        transport = Transport()
        return self.hub.join(screen, self.story.now, transport, b"HEAD "), transport.written, transport

    async def act(self, **changes: Any) -> None:
        """Have something done in the room, and let the loop hear of it."""
        self.story.now = replace(self.story.now, version=self.story.now.version + 1, **changes)
        self.hub.tell("AB23", self.story.now.version)
        await asyncio.sleep(0)
        await asyncio.sleep(0)


def played(scene: Callable[[Stage], Awaitable[None]]) -> None:
    async def whole() -> None:
        stage = Stage()
        await scene(stage)
        stage.hub.close()
        await asyncio.sleep(0.01)

    asyncio.run(whole())


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "_PACE", 0.2)


def test_who_listens_hears_the_version_first_and_then_each_change() -> None:
    async def scene(stage: Stage) -> None:
        _, written, _ = stage.join(ANN)
        await stage.act()
        assert ["HEAD v1", "ann 1-2"] == written

    played(scene)


def test_changes_that_come_soon_after_one_another_are_told_together_and_urgent_ones_at_once() -> None:
    async def scene(stage: Stage) -> None:
        _, written, _ = stage.join(ANN)
        await stage.act()
        await stage.act()
        await stage.act()
        assert ["HEAD v1", "ann 1-2"] == written
        await asyncio.sleep(0.3)
        assert ["HEAD v1", "ann 1-2", "ann 2-4"] == written
        await stage.act()
        await stage.act(game_name="another")
        assert ["ann 4-6"] == written[3:]
        await asyncio.sleep(0.3)
        assert ["ann 4-6"] == written[3:]

    played(scene)


def test_who_comes_between_two_messages_hears_the_newest_version() -> None:
    async def scene(stage: Stage) -> None:
        stage.join(ANN)
        await stage.act()
        await stage.act()
        assert ["HEAD v3"] == stage.join(BEN)[1]

    played(scene)


def test_a_reader_who_is_behind_delays_nobody_and_gets_the_newest_state_when_there_is_room() -> None:
    async def scene(stage: Stage) -> None:
        slow, behind, _ = stage.join(ANN)
        _, written, _ = stage.join(BEN)
        slow.pause_writing()
        for game in "abc":
            await stage.act(game_name=game)
        assert (["HEAD v1"], 4) == (behind, len(written))
        slow.resume_writing()
        assert ["HEAD v1", "ann anew 4"] == behind
        slow.pause_writing()
        slow.resume_writing()
        assert ["HEAD v1", "ann anew 4"] == behind

    played(scene)


def test_a_reader_who_takes_nothing_in_for_long_is_given_up() -> None:
    async def scene(stage: Stage) -> None:
        dead, behind, transport = stage.join(ANN)
        dead.pause_writing()
        for _ in range(4):
            assert transport.is_open
            dead.beat(b"v1")
        assert (["HEAD v1"], False) == (behind, transport.is_open)

    played(scene)


def test_the_hub_repeats_the_version_for_as_long_as_somebody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.02)

    async def scene(stage: Stage) -> None:
        line, written, _ = stage.join(ANN)
        await asyncio.sleep(0.05)
        assert "v1" in written
        line.connection_lost(None)
        heard = len(written)
        await asyncio.sleep(0.05)
        assert heard == len(written)

    played(scene)


def test_the_streams_of_a_room_that_was_deleted_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.02)

    async def scene(stage: Stage) -> None:
        _, _, transport = stage.join(ANN)
        async with asyncio.timeout(10):
            while not stage.story.freshened:
                await asyncio.sleep(0.01)
            assert (("AB23",), True) == (stage.story.freshened[0], transport.is_open)
            stage.story.is_gone = True
            while transport.is_open:
                await asyncio.sleep(0.01)

    played(scene)


def test_streams_are_counted_and_rooms_that_nobody_follows_are_forgotten() -> None:
    async def scene(stage: Stage) -> None:
        line, _, _ = stage.join(replace(ANN, client="1.2.3.4"))
        other, _, _ = stage.join(BEN)
        assert (2, 1, ("AB23",)) == (stage.hub.open(), stage.hub.open("1.2.3.4"), stage.hub.codes())
        line.connection_lost(None)
        other.connection_lost(None)
        assert (0, 0, ()) == (stage.hub.open(), stage.hub.open("1.2.3.4"), stage.hub.codes())

    played(scene)


def test_somebody_looks_at_a_room_when_something_falls_due() -> None:
    async def scene(stage: Stage) -> None:
        stage.story.due = 0.02
        stage.join(ANN)
        await asyncio.sleep(0.01)
        assert 0 == stage.story.looked
        await asyncio.sleep(0.05)
        assert 1 == stage.story.looked

    played(scene)


def test_nobody_looks_again_at_a_room_that_is_gone() -> None:
    async def scene(stage: Stage) -> None:
        stage.story.due, stage.story.is_gone = 0.0, True
        stage.join(ANN)
        await asyncio.sleep(0.05)
        assert 1 == stage.story.looked

    played(scene)


def test_what_was_done_while_the_first_stream_was_opened_is_watched_too() -> None:
    async def scene(stage: Stage) -> None:
        opened = stage.story.now
        stage.story.now = replace(opened, version=2)
        transport = Transport()
        stage.hub.join(ANN, opened, transport, b"HEAD ")
        await stage.act(game_name="another")
        assert ["HEAD v2", "ann 2-3"] == transport.written

    played(scene)


def test_screens_hear_of_a_change_that_cannot_be_told_and_of_those_after_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(stage: Stage) -> None:
        _, written, _ = stage.join(ANN)
        await stage.act(game_name="faulty")
        await stage.act(game_name="good")
        assert ["HEAD v1", "ann anew 2", "ann 2-3"] == written

    played(scene)
    assert ["what changed in room AB23 could not be told"] == caplog.messages


def test_a_fault_in_one_room_does_not_end_the_heartbeat(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.02)

    async def scene(stage: Stage) -> None:
        _, written, _ = stage.join(ANN)
        stage.story.faults = 1
        await asyncio.sleep(0.1)
        assert "v1" in written

    played(scene)
    assert ["room AB23 could not be told that the line is open"] == caplog.messages


def test_closing_the_hub_closes_all_streams() -> None:
    async def scene(stage: Stage) -> None:
        _, _, transport = stage.join(ANN)
        stage.hub.close()
        await asyncio.sleep(0.01)
        assert not transport.is_open

    played(scene)


def test_a_page_waits_in_its_thread_until_the_screens_were_sent_what_was_told() -> None:
    async def scene(stage: Stage) -> None:
        _, written, _ = stage.join(ANN)
        stage.story.now = replace(stage.story.now, version=2, game_name="another")

        def page() -> list[str]:
            stage.hub.tell("AB23", 2)
            stage.hub.show("AB23")
            return written.copy()

        assert ["HEAD v1", "ann 1-2"] == await asyncio.to_thread(page)
        stage.hub.show("ZZ99")  # nobody listens there, so nobody is waited for

    played(scene)


def test_a_reader_gets_every_byte_in_order_however_little_the_connection_takes_at_once() -> None:
    async def scene(stage: Stage) -> None:
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        transport, _ = await asyncio.get_running_loop().create_connection(asyncio.Protocol, sock=ours)
        line = stage.hub.join(ANN, stage.story.now, transport, b"HEAD ")
        transport.set_protocol(line)
        long = b"".join(b"%d " % number for number in range(100_000))
        line.write(long)
        reader, writer = await asyncio.open_connection(sock=theirs)
        assert b"HEAD v1" + long == await reader.readexactly(len(b"HEAD v1" + long))
        line.write(b"more")
        assert b"more" == await reader.readexactly(4)
        writer.close()
        transport.close()

    played(scene)
