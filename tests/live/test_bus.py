"""The bus and the poller: other processes read what one announces, and notify their screens."""

import queue
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine

from companion.i18n.errors import Refused
from companion.live import bus as buses
from companion.live.bus import Bus
from companion.live.hub import Tvs
from companion.live.sync import Poller
from companion.room import events
from companion.room.state import Room
from companion.storage.database import prepare_engine
from companion.storage.event_store import EventStore
from tests.support.backing_services import RedisServer, until

OPENED = events.RoomOpened("host", "good-enough", {}, None)
Announcements = "queue.Queue[tuple[str, int]]"
TV = -1
"""The version in an announcement of a TV."""


def join(room: Room) -> events.PlayerJoined:
    seat = str(len(room.players) + 1)
    return events.PlayerJoined(seat, f"P{seat}", f"device{seat}")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = create_engine(f"sqlite:///{tmp_path / 'companion.db'}")
    prepare_engine(made)
    yield made
    made.dispose()


@pytest.fixture(params=["local", pytest.param("redis", marks=pytest.mark.slow)])
def bus(request: pytest.FixtureRequest) -> Iterator[Bus]:
    url = None if request.param == "local" else request.getfixturevalue("redis").url
    made = buses.open_bus(url)
    yield made
    made.close()


def announcing_store(engine: Engine, bus: Bus) -> EventStore:
    return EventStore(engine, lambda *_: None, lambda _, after: bus.publish(after.code, after.version))


def subscribed(bus: Bus, code: str = "AAA2") -> Announcements:
    """Subscribe to the bus; when this returns, announcements arrive."""
    received: Announcements = queue.Queue()
    bus.subscribe(lambda *said: received.put(said), lambda code: received.put((code, TV)))

    def hears() -> bool:
        bus.publish(code, 0)
        try:
            return received.get(timeout=0.1) == (code, 0)
        except queue.Empty:
            return False

    until(hears, "nothing is received")
    return received


def receive(received: Announcements, wanted: tuple[str, int]) -> bool:
    """Wait for an announcement, whatever comes before it."""
    while received.get(timeout=10) != wanted:
        pass
    return True


def test_all_subscribers_receive_an_announcement(bus: Bus) -> None:
    one, two = subscribed(bus), subscribed(bus)
    bus.publish("BBB2", 7)
    assert receive(one, ("BBB2", 7))
    assert receive(two, ("BBB2", 7))


def test_a_tv_of_another_process_is_known_for_a_while(
    bus: Bus, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Tvs(bus.publish_tv), Tvs(bus.publish_tv)
    poller = Poller(EventStore(engine, lambda *_: None), bus, tuple, here.note)
    subscribed(bus)
    poller.start()
    assert not here.has_tv("BBB2")
    until(lambda: is_announced(there, here), "no TV is known")
    monkeypatch.setattr("companion.live.hub.time", SimpleNamespace(monotonic=lambda: time.monotonic() + 60))
    assert (here.has_tv("BBB2"), there.has_tv("BBB2")) == (False, True)
    there.remove("BBB2")
    assert not there.has_tv("BBB2")
    poller.close()


def is_announced(there: Tvs, here: Tvs) -> bool:
    """Open a TV in one process if none is, announce it again, and tell whether the other knows of it."""
    if not there.has_tv("BBB2"):
        there.add("BBB2")
    there.announce_all()
    return here.has_tv("BBB2")


def test_an_event_of_another_process_in_a_room_with_streams_is_read_and_notified(
    bus: Bus, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.sync._INTERVAL", 1000.0)  # the bus alone
    other, notified = announcing_store(engine, bus), queue.Queue()
    store = EventStore(engine, lambda *change: notified.put(change), trust=60)
    followed, not_followed = store.open_room("host", OPENED), store.open_room("host", OPENED)
    poller = Poller(store, bus, lambda: {followed})
    subscribed(bus)
    poller.start()
    until(lambda: event_of_other_is_notified(other, followed, notified), "nothing is notified")
    room = store.cached_room(followed)
    assert room == other.load_room(followed)
    other.execute(not_followed, "other", join)
    version = other.execute(followed, "other", join).version
    assert receive(notified, (followed, version))
    known = store.cached_room(not_followed)
    assert known is not None
    assert 1 == known.version  # it has no streams here
    poller.close()


def event_of_other_is_notified(other: EventStore, code: str, notified: Announcements) -> bool:
    """Store an event in another process, and tell whether this one is notified."""
    version = other.execute(code, "other", join).version
    try:
        return notified.get(timeout=0.2) == (code, version)
    except queue.Empty:
        return False


def test_an_event_that_was_not_announced_is_found_by_polling(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.sync._INTERVAL", 0.01)
    notified: Announcements = queue.Queue()
    store = EventStore(engine, lambda *change: notified.put(change), trust=60)
    code = store.open_room("host", OPENED)
    poller = Poller(store, Bus(), lambda: {code})
    poller.start()
    announcing_store(engine, Bus()).execute(code, "other", join)  # on another bus
    assert receive(notified, (code, 2))
    poller.close()


def test_a_database_that_is_lost_and_comes_back_is_logged_once(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.live.sync._INTERVAL", 0.01)
    notified: Announcements = queue.Queue()
    store = EventStore(engine, lambda *change: notified.put(change), trust=60)
    code = store.open_room("host", OPENED)
    poller = Poller(store, Bus(), lambda: {code})
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE act RENAME TO gone")
    poller.start()
    until(lambda: "The database is lost (SQLITE_ERROR)" in caplog.text, "nobody notices")
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE gone RENAME TO act")
    announcing_store(engine, Bus()).execute(code, "other", join)
    assert receive(notified, (code, 2))
    poller.close()
    assert ["lost (SQLITE_ERROR)", "back"] == [each.partition(" is ")[2] for each in caplog.messages]


def test_an_error_in_a_callback_does_not_end_the_polling(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.live.sync._INTERVAL", 0.01)
    notified: Announcements = queue.Queue()

    def on_version(*change: Any) -> None:
        notified.put(change)
        if change[1] == 2:
            raise ValueError

    store = EventStore(engine, on_version, trust=60)
    code = store.open_room("host", OPENED)
    poller = Poller(store, Bus(), lambda: {code})
    poller.start()
    other = announcing_store(engine, Bus())
    other.execute(code, "other", join)
    assert receive(notified, (code, 2))
    until(lambda: "what others have done could not be told" in caplog.text, "nobody says so")
    other.execute(code, "other", join)
    assert receive(notified, (code, 3))
    poller.close()


def test_a_lost_bus_is_tried_until_it_is_back(redis: RedisServer, caplog: pytest.LogCaptureFixture) -> None:
    bus = buses.open_bus(redis.url)
    received = subscribed(bus)
    redis.stop()
    assert bus.is_connected() is False
    bus.publish("AAA2", 1)  # is lost, and does not block
    until(lambda: "The bus is lost" in caplog.text, "nobody notices")
    redis.start()
    until(lambda: "The bus is back" in caplog.text, "it is not found again")
    assert bus.is_connected() is True
    bus.publish("AAA2", 2)
    assert receive(received, ("AAA2", 2))
    bus.close()


def test_a_bus_that_never_answers_does_not_block() -> None:
    bus = buses.open_bus("redis://127.0.0.1:1")
    bus.publish("AAA2", 1)
    assert bus.is_connected() is False
    bus.close()


@pytest.mark.parametrize("url", ["nonsense", "http://host"])
def test_an_invalid_url_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="COMPANION_REDIS_URL cannot be used: "):
        buses.open_bus(url)


def test_redis_without_its_library_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(Refused, match="COMPANION_REDIS_URL needs the extra named redis"):
        buses.open_bus("redis://host")
