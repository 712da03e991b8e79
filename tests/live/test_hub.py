"""The hub: which screens are sent what and when, if rooms change fast or readers are slow."""

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.live import hub
from companion.live.hub import Hub
from companion.live.stream import Block, Message, Stream, Subscriber
from companion.room.events import Device
from companion.room.state import Room

ANN, BEN = (Subscriber("phone", "en", "", device) for device in ("ann", "ben"))


class FakeLine:
    """A connection that records what is written, and whose buffer the test fills."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.is_open = True
        self._has_room = asyncio.Event()
        self._has_room.set()

    @property
    def is_full(self) -> bool:
        return not self._has_room.is_set()

    def fill(self) -> None:
        self._has_room.clear()

    async def empty(self) -> None:
        self._has_room.set()
        for _ in range(3):
            await asyncio.sleep(0)

    async def write(self, data: bytes) -> None:
        await self._has_room.wait()
        if data:
            self.written.append(data.decode())

    async def end(self) -> None:
        self.is_open = False

    def abort(self) -> None:
        self.is_open = False


class FakeRenderer:
    """A renderer of a room that the test changes: another game is urgent."""

    def __init__(self) -> None:
        self.now = Room("AB23", 1)
        self.due: float | None = None
        self.applied = 0
        self.is_gone = False
        self.faults = 0
        self.submits: Device = ""

    def known_room(self, _code: str) -> Room | None:
        if self.faults:
            self.faults -= 1
            raise ValueError
        return None if self.is_gone else self.now

    def is_urgent(self, before: Room, room: Room) -> bool:
        return before.game_name != room.game_name

    def render_change(self, before: Room, room: Room) -> Callable[[Subscriber], Message]:
        if room.game_name == "faulty":
            raise ValueError
        return lambda screen: block(f"{screen.device} {before.version}-{room.version}")

    def render_own(self, before: Room, room: Room) -> Mapping[Device, Callable[[Subscriber], Message]]:
        def message(screen: Subscriber) -> Message:
            return block(f"{screen.device}'s own {before.version}-{room.version}")

        return {self.submits: message} if self.submits else {}

    def seconds_until_due(self, _room: Room) -> float | None:
        return self.due

    async def apply_due_events(self, _code: str) -> Room | None:
        self.applied += 1
        if self.is_gone:
            return None
        self.due = None
        return self.now


def version(number: int) -> str:
    return f"id: {number}\ndata: {number}\n\n"


VERSION_1 = version(1)


def block(text: str) -> Message:
    return (Block(text.encode()),)


class HubDriver:
    """A hub with its renderer, in the event loop of a test."""

    def __init__(self) -> None:
        self.hub, self.renderer = Hub(), FakeRenderer()
        self.hub.renderer = self.renderer

    async def open_stream(self, screen: Subscriber) -> tuple[Stream, list[str], FakeLine]:
        line = FakeLine()
        return await self.hub.open_stream(screen, self.renderer.now, line), line.written, line

    async def change(self, **changes: Any) -> None:
        """Change the room, notify the hub, and let the loop run."""
        self.renderer.now = replace(self.renderer.now, version=self.renderer.now.version + 1, **changes)
        self.hub.notify("AB23", self.renderer.now.version)
        for _ in range(3):
            await asyncio.sleep(0)


SOON = 0.1  # seconds within which a first change is sent


def run(scene: Callable[[HubDriver], Awaitable[None]]) -> None:
    async def whole() -> None:
        driver = HubDriver()
        await scene(driver)
        driver.hub.close()
        await asyncio.sleep(0.01)

    asyncio.run(whole())


@pytest.fixture(autouse=True)
def shorter_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "_INTERVAL", 0.2)


def test_a_screen_is_sent_the_version_first_and_then_each_change() -> None:
    async def scene(driver: HubDriver) -> None:
        _, written, _ = await driver.open_stream(ANN)
        await driver.change()
        assert [VERSION_1] == written  # the answer to who has submitted goes first
        await asyncio.sleep(SOON)
        assert [VERSION_1, "ann 1-2"] == written

    run(scene)


def test_frequent_changes_are_sent_together_and_urgent_ones_at_once() -> None:
    async def scene(driver: HubDriver) -> None:
        _, written, _ = await driver.open_stream(ANN)
        await driver.change()
        await asyncio.sleep(SOON)
        await driver.change()
        await driver.change()
        assert [VERSION_1, "ann 1-2"] == written
        await asyncio.sleep(0.3)
        assert [VERSION_1, "ann 1-2", "ann 2-4"] == written
        await driver.change()
        await driver.change(game_name="another")
        assert ["ann 4-6"] == written[3:]
        await asyncio.sleep(0.3)
        assert ["ann 4-6", ":\n\n"] == written[3:]

    run(scene)


def test_what_somebody_submits_is_sent_to_that_phone_at_once_and_once_while_progress_is_collected() -> None:
    async def scene(driver: HubDriver) -> None:
        _, anns, _ = await driver.open_stream(ANN)
        _, bens, _ = await driver.open_stream(BEN)
        await driver.change()
        await asyncio.sleep(SOON)
        driver.renderer.submits = "ann"
        await driver.change()
        assert ["ann's own 2-3"] == anns[2:]
        driver.renderer.submits = "ben"
        await driver.change()
        driver.renderer.submits = ""
        assert (["ann's own 2-3"], ["ben's own 3-4"]) == (anns[2:], bens[2:])
        await asyncio.sleep(0.3)
        assert (["ann 2-4"], ["ben 2-4"]) == (anns[3:], bens[3:])

    run(scene)


def test_it_knows_which_phones_follow() -> None:
    async def scene(driver: HubDriver) -> None:
        stream, _, _ = await driver.open_stream(ANN)
        await driver.open_stream(replace(BEN, kind=""))  # a page of the host, which is sent nobody's own part
        asked = [("AB23", "ann"), ("AB23", "ben"), ("AB23", "cid"), ("XY99", "ann")]
        assert [True, False, False, False] == [driver.hub.follows(*each) for each in asked]
        stream.close()
        assert not driver.hub.follows("AB23", "ann")

    run(scene)


def test_a_slow_reader_delays_no_other_and_is_sent_the_newest_state_later() -> None:
    async def scene(driver: HubDriver) -> None:
        _, behind, slow = await driver.open_stream(ANN)
        _, written, _ = await driver.open_stream(BEN)
        slow.fill()
        for game in "abc":
            await driver.change(game_name=game)
        assert ([VERSION_1], 4) == (behind, len(written))
        await slow.empty()
        assert [VERSION_1, version(4)] == behind
        slow.fill()
        await slow.empty()
        assert [VERSION_1, version(4)] == behind

    run(scene)


def test_a_connection_whose_buffer_stays_full_is_aborted() -> None:
    async def scene(driver: HubDriver) -> None:
        dead, behind, line = await driver.open_stream(ANN)
        line.fill()
        for _ in range(4):
            assert line.is_open
            await dead.send_heartbeat(block(VERSION_1))
        assert ([VERSION_1], False) == (behind, line.is_open)

    run(scene)


def test_the_version_is_repeated_while_a_stream_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.02)

    async def scene(driver: HubDriver) -> None:
        stream, written, _ = await driver.open_stream(ANN)
        await asyncio.sleep(0.05)
        assert VERSION_1 in written
        stream.close()
        sent = len(written)
        await asyncio.sleep(0.05)
        assert sent == len(written)

    run(scene)


def test_the_streams_of_a_room_that_was_deleted_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.02)

    async def scene(driver: HubDriver) -> None:
        _, _, line = await driver.open_stream(ANN)
        await asyncio.sleep(0.05)
        assert line.is_open
        driver.renderer.is_gone = True
        async with asyncio.timeout(10):
            while line.is_open:
                await asyncio.sleep(0.01)

    run(scene)


def test_due_events_are_applied_in_time() -> None:
    async def scene(driver: HubDriver) -> None:
        driver.renderer.due = 0.02
        await driver.open_stream(ANN)
        await asyncio.sleep(0.01)
        assert 0 == driver.renderer.applied
        await asyncio.sleep(0.05)
        assert 1 == driver.renderer.applied

    run(scene)


def test_a_change_during_the_opening_of_the_first_stream_is_not_missed() -> None:
    async def scene(driver: HubDriver) -> None:
        opened = driver.renderer.now
        driver.renderer.now = replace(opened, version=2)
        line = FakeLine()
        await driver.hub.open_stream(ANN, opened, line)
        await driver.change(game_name="another")
        assert [version(2), "ann 2-3"] == line.written

    run(scene)


def test_screens_are_sent_a_version_if_a_change_cannot_be_rendered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(driver: HubDriver) -> None:
        _, written, _ = await driver.open_stream(ANN)
        await driver.change(game_name="faulty")
        await driver.change(game_name="good")
        assert [VERSION_1, version(2), "ann 2-3"] == written

    run(scene)
    assert ["what changed in room AB23 could not be told"] == caplog.messages


def test_a_fault_in_one_room_does_not_end_the_heartbeat(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.02)

    async def scene(driver: HubDriver) -> None:
        _, written, _ = await driver.open_stream(ANN)
        driver.renderer.faults = 1
        await asyncio.sleep(0.1)
        assert VERSION_1 in written

    run(scene)
    assert ["room AB23 could not be told that the line is open"] == caplog.messages


def test_a_screen_that_accepts_it_is_sent_a_stream_of_gzip() -> None:
    class Bytes(FakeLine):
        async def write(self, data: bytes) -> None:
            self.written.append(decoder.decompress(data).decode())

    decoder = zlib.decompressobj(16 + zlib.MAX_WBITS)

    async def scene(driver: HubDriver) -> None:
        line = Bytes()
        await driver.hub.open_stream(replace(ANN, accepts_gzip=True), driver.renderer.now, line)
        await driver.change(game_name="another")
        assert [VERSION_1, "ann 1-2"] == line.written

    run(scene)
