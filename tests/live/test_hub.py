"""The hub: which screens are sent what and when, if rooms change fast or readers are slow."""

import asyncio
import random
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.live import hub
from companion.live.hub import Hub, Render
from companion.live.reactions import Reaction
from companion.live.stream import GZIP_HEADER, Block, Message, Stream, Subscriber, encode
from companion.room.events import Device
from companion.room.state import Room

ANN, BEN = (Subscriber("phone", "en", "", device) for device in ("ann", "ben"))
COMMENT = ":\n\n"
SOON = 0.1  # seconds within which a first change is sent


def version(number: int) -> str:
    return f"id: {number}\ndata: {number}\n\n"


def block(text: str) -> Message:
    return (Block(text.encode()),)


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
        await turns()

    async def write(self, data: bytes) -> None:
        await self._has_room.wait()
        if data:
            self.written.append(data.decode())

    async def end(self) -> None:
        self.is_open = False

    def abort(self) -> None:
        self.is_open = False


async def turns() -> None:
    """Let the loop run."""
    for _ in range(3):
        await asyncio.sleep(0)


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

    def render_change(self, before: Room, room: Room) -> Render:
        if room.game_name == "faulty":
            raise ValueError
        return lambda screen: block(f"{screen.device} {before.version}-{room.version}")

    def render_own(self, before: Room, room: Room) -> Mapping[Device, Render]:
        if not self.submits:
            return {}
        own = f"'s own {before.version}-{room.version}"
        return {self.submits: lambda screen: block(f"{screen.device}{own}")}

    def render_reaction(self, code: str, reaction: Reaction) -> Render:
        return lambda screen: block(f"{screen.device} {code} {reaction}")

    def seconds_until_due(self, _room: Room) -> float | None:
        return self.due

    async def apply_due_events(self, _code: str) -> Room | None:
        self.applied += 1
        if self.is_gone:
            return None
        self.due = None
        return self.now


class HubDriver:
    """A hub with its renderer, in the event loop of a test."""

    def __init__(self) -> None:
        self.behind = 0
        self.hub, self.renderer = Hub(lambda _code: None, self._count), FakeRenderer()
        self.hub.renderer = self.renderer

    def _count(self) -> None:
        self.behind += 1

    async def open_stream(self, screen: Subscriber) -> tuple[Stream, list[str], FakeLine]:
        line = FakeLine()
        return await self.hub.open_stream(screen, self.renderer.now, line), line.written, line

    async def change(self, **changes: Any) -> None:
        """Change the room, notify the hub, and let the loop run."""
        self.renderer.now = replace(self.renderer.now, version=self.renderer.now.version + 1, **changes)
        self.hub.notify("AB23", self.renderer.now.version)
        await turns()


Scene = Callable[[HubDriver], Awaitable[None]]


def on_a_loop(scene: Scene) -> Callable[[], None]:
    async def whole() -> None:
        driver = HubDriver()
        await scene(driver)
        driver.hub.close()
        await asyncio.sleep(0.01)

    def test() -> None:
        asyncio.run(whole())

    return test


@pytest.fixture(autouse=True)
def shorter_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "_INTERVAL", 0.2)


@pytest.fixture
def heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.02)


@on_a_loop
async def test_frequent_changes_are_sent_together_and_urgent_ones_at_once(driver: HubDriver) -> None:
    _, written, _ = await driver.open_stream(ANN)
    await driver.change()
    assert [version(1)] == written  # the answer to who has submitted goes first
    await asyncio.sleep(SOON)
    await driver.change()
    await driver.change()
    assert [version(1), "ann 1-2"] == written
    await asyncio.sleep(0.3)
    assert [version(1), "ann 1-2", "ann 2-4"] == written
    await driver.change()
    await driver.change(game_name="another")
    assert ["ann 4-6"] == written[3:]
    await asyncio.sleep(0.3)
    assert ["ann 4-6", COMMENT] == written[3:]


@on_a_loop
async def test_what_somebody_submits_is_sent_to_that_phone_at_once_and_once_while_progress_is_collected(
    driver: HubDriver,
) -> None:
    _, anns, _ = await driver.open_stream(ANN)
    _, bens, _ = await driver.open_stream(BEN)
    await driver.change()
    await asyncio.sleep(SOON)
    for who in ("ann", "ben"):
        driver.renderer.submits = who
        await driver.change()
        assert not anns[2:] or who == "ben", "the answer goes first"
        await asyncio.sleep(5 * hub._AFTER_ANSWER)
    driver.renderer.submits = ""
    assert (["ann's own 2-3"], ["ben's own 3-4"]) == (anns[2:], bens[2:])
    await asyncio.sleep(0.3)
    assert (["ann 2-4"], ["ben 2-4"]) == (anns[3:], bens[3:])


def test_rooms_take_turns_with_what_is_not_urgent_so_that_most_of_the_time_is_for_other_work() -> None:
    hub = Hub(lambda _code: None, lambda: None)
    assert [7.0, 7.0] == [hub.take_turn(now=7.0) for _room in range(2)]
    hub.turn_took = 0.01
    turns = [hub.take_turn(now=8.0) for _room in range(3)]
    assert [8.0, 8.04, 8.08] == pytest.approx(turns)
    assert 9.0 == hub.take_turn(now=9.0)
    hub.turn_took = 60.0
    assert [9.04, 12.04, 12.04] == pytest.approx([hub.take_turn(now=9.04) for _room in range(3)])


@on_a_loop
async def test_it_knows_which_phones_follow(driver: HubDriver) -> None:
    stream, _, _ = await driver.open_stream(ANN)
    await driver.open_stream(replace(BEN, kind=""))  # a page of the host, which is sent nobody's own part
    asked = [("AB23", "ann"), ("AB23", "ben"), ("AB23", "cid"), ("XY99", "ann")]
    assert [True, False, False, False] == [driver.hub.follows(*each) for each in asked]
    stream.close()
    assert not driver.hub.follows("AB23", "ann")


@on_a_loop
async def test_it_knows_whether_a_tv_follows(driver: HubDriver) -> None:
    await driver.open_stream(BEN)
    tvs = [(await driver.open_stream(replace(ANN, kind="tv")))[0] for _ in "12"]
    for tv in tvs:
        assert driver.hub.has_tv("AB23")
        tv.close()
    assert not driver.hub.has_tv("AB23")


@on_a_loop
async def test_a_slow_reader_delays_no_other_and_is_sent_the_newest_state_later(driver: HubDriver) -> None:
    _, behind, slow = await driver.open_stream(ANN)
    _, written, _ = await driver.open_stream(BEN)
    slow.fill()
    for game in "abc":
        await driver.change(game_name=game)
    assert ([version(1)], version(1)) == (behind, written[0])
    assert ["ben 1-2", "ben 2-3", "ben 3-4"] == [each for each in written[1:] if each != COMMENT]
    for _ in range(2):
        await slow.empty()
        assert [version(1), version(4)] == [each for each in behind if each != COMMENT]
        assert 1 == driver.behind
        slow.fill()


@on_a_loop
async def test_all_phones_of_a_language_are_sent_a_reveal_before_that_of_the_next_is_drawn(
    driver: HubDriver,
) -> None:
    drawn: list[str] = []
    languages = random.Random(8).sample(("de", "en", "fr", "ja") * 10, 40)
    for number, language in enumerate(languages):
        await driver.open_stream(Subscriber("tv" if number == 0 else "phone", language, "", f"{number}"))

    def draw(_before: Room, _room: Room) -> Render:
        return lambda screen: drawn.append(screen.language) or block("drawn")  # type: ignore[func-returns-value]

    driver.renderer.render_change = draw  # type: ignore[method-assign]
    await driver.change(game_name="another")
    assert [*sorted(languages[1:]), languages[0]] == drawn


@on_a_loop
async def test_reactions_reach_tvs_alone_that_read_what_they_are_sent(driver: HubDriver) -> None:
    _, phone, _ = await driver.open_stream(BEN)
    _, tv, line = await driver.open_stream(replace(ANN, kind="tv"))
    driver.hub.throw("AB23", Reaction("2", "clap"))
    await turns()
    assert ["ann AB23 2 clap"] == tv[1:]
    line.fill()
    driver.hub.throw("AB23", Reaction("2", "stare"))
    await turns()
    await line.empty()
    assert ["ann AB23 2 clap"] == tv[1:]
    assert not any("AB23" in each for each in phone)


@on_a_loop
async def test_what_is_thrown_while_a_tv_is_behind_comes_after_what_it_missed_and_within_a_second(
    driver: HubDriver,
) -> None:
    _, tv, _ = await driver.open_stream(replace(ANN, kind="tv"))
    await driver.change()
    await asyncio.sleep(SOON)
    await driver.change()  # collected for a moment
    driver.hub.throw("AB23", Reaction("2", "clap"))
    await turns()
    assert ["ann 1-2"] == tv[1:]
    await asyncio.sleep(0.3)
    assert ["ann 1-2", "ann 2-3", "ann AB23 2 clap"] == tv[1:]


@on_a_loop
async def test_what_would_come_later_than_a_second_after_it_was_thrown_is_dropped(driver: HubDriver) -> None:
    _, tv, _ = await driver.open_stream(replace(ANN, kind="tv"))
    driver.renderer.now = replace(driver.renderer.now, version=2)  # of which the hub hears late
    driver.hub.throw("AB23", Reaction("2", "yawn"))
    await asyncio.sleep(1.05)
    await driver.change(game_name="other")
    assert ["ann 1-3"] == tv[1:]


@on_a_loop
async def test_a_connection_whose_buffer_stays_full_is_aborted(driver: HubDriver) -> None:
    dead, behind, line = await driver.open_stream(ANN)
    line.fill()
    for _ in range(4):
        assert line.is_open
        await dead.send_heartbeat(block("again"))
    assert ([version(1)], False) == (behind, line.is_open)


@pytest.mark.usefixtures("heartbeat")
def test_the_version_is_repeated_also_after_a_fault_until_the_room_is_gone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @on_a_loop
    async def scene(driver: HubDriver) -> None:
        _, written, line = await driver.open_stream(ANN)
        driver.renderer.faults = 1
        async with asyncio.timeout(10):
            while written.count(version(1)) < 3:
                await asyncio.sleep(0.01)
            driver.renderer.is_gone = True
            while line.is_open:
                await asyncio.sleep(0.01)

    scene()
    assert ["room AB23 could not be told that the line is open"] == caplog.messages


@on_a_loop
async def test_due_events_are_applied_in_time(driver: HubDriver) -> None:
    driver.renderer.due = 0.02
    await driver.open_stream(ANN)
    await asyncio.sleep(0.01)
    assert 0 == driver.renderer.applied
    await asyncio.sleep(0.05)
    assert 1 == driver.renderer.applied
    driver.renderer.due = 0.02
    await driver.change(game_name="another")
    await asyncio.sleep(0.1)
    assert 2 == driver.renderer.applied


@on_a_loop
async def test_a_change_during_the_opening_of_the_first_stream_is_not_missed(driver: HubDriver) -> None:
    opened = driver.renderer.now
    driver.renderer.now = replace(opened, version=2)
    line = FakeLine()
    await driver.hub.open_stream(ANN, opened, line)
    await driver.change(game_name="another")
    assert [version(2), "ann 2-3"] == line.written


def test_screens_are_sent_a_version_if_a_change_cannot_be_rendered(caplog: pytest.LogCaptureFixture) -> None:
    @on_a_loop
    async def scene(driver: HubDriver) -> None:
        _, written, _ = await driver.open_stream(ANN)
        await driver.change(game_name="faulty")
        await driver.change(game_name="good")
        assert [version(1), version(2), "ann 2-3"] == written

    scene()
    assert ["what changed in room AB23 could not be told"] == caplog.messages


@on_a_loop
async def test_a_screen_that_accepts_it_is_sent_a_stream_of_gzip(driver: HubDriver) -> None:
    decoder = zlib.decompressobj(16 + zlib.MAX_WBITS)

    class Bytes(FakeLine):
        async def write(self, data: bytes) -> None:
            self.written.append(decoder.decompress(data).decode())

    line = Bytes()
    await driver.hub.open_stream(replace(ANN, accepts_gzip=True), driver.renderer.now, line)
    await driver.change(game_name="another")
    assert [version(1), "ann 1-2"] == line.written


def test_any_blocks_may_follow_any_others() -> None:
    known = [Block(b"data: <p>%d of thirty are in.</p>\nid: 17\n\n" % n * 9) for n in range(3)]
    rng = random.Random(1)
    for _ in range(50):
        blocks = rng.choices(known, k=rng.randint(0, 8))
        sent = GZIP_HEADER + b"".join(encode((each_block,), is_gzip=True) for each_block in blocks)
        received = zlib.decompressobj(wbits=31).decompress(sent)
        assert received == b"".join(each_block.plain for each_block in blocks)
