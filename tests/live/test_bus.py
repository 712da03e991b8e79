"""The bus and the herald: what one process announces, the others read and tell their screens."""

import queue
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from sqlalchemy import Engine, create_engine

from companion.i18n.errors import Refused
from companion.live import bus as buses
from companion.live.bus import Bus, LocalBus
from companion.live.sync import Poller
from companion.room import events
from companion.room.state import Room
from companion.storage.database import prepare_engine
from companion.storage.event_store import EventStore
from tests.support.backing_services import RedisServer, until

OPENED = events.RoomOpened("host", "good-enough", {}, None)
Told = "queue.Queue[tuple[str, int]]"


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


def announcing(engine: Engine, bus: Bus) -> EventStore:
    return EventStore(engine, lambda *_: None, lambda _, after: bus.publish(after.code, after.version))


def listening(bus: Bus, code: str = "AAA2") -> Told:
    """Listen to the bus; when this returns, it hears."""
    heard: Told = queue.Queue()
    bus.listen(lambda *said: heard.put(said))

    def hears() -> bool:
        bus.publish(code, 0)
        try:
            return heard.get(timeout=0.1) == (code, 0)
        except queue.Empty:
            return False

    until(hears, "nothing is heard")
    return heard


def next_of(heard: Told, wanted: tuple[str, int]) -> bool:
    """Wait for an announcement, whatever comes before it."""
    while heard.get(timeout=10) != wanted:
        pass
    return True


def test_what_is_announced_is_heard_by_all_who_listen(bus: Bus) -> None:
    one, two = listening(bus), listening(bus)
    bus.publish("BBB2", 7)
    assert next_of(one, ("BBB2", 7))
    assert next_of(two, ("BBB2", 7))


def test_what_another_process_did_in_a_room_that_is_followed_here_is_read_and_told(
    bus: Bus, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.sync._EVERY", 1000.0)  # the bus alone
    other, told = announcing(engine, bus), queue.Queue()
    store = EventStore(engine, lambda *said: told.put(said), trust=60)
    followed, not_followed = store.open_room("host", OPENED), store.open_room("host", OPENED)
    herald = Poller(store, bus, lambda: {followed})
    listening(bus)
    herald.start()
    until(lambda: others_act_is_told(other, followed, told), "nothing is told")
    room = store.cached_room(followed)
    assert room == other.load_room(followed)
    other.execute(not_followed, "other", join)
    version = other.execute(followed, "other", join).version
    assert next_of(told, (followed, version))
    known = store.cached_room(not_followed)
    assert known is not None
    assert 1 == known.version  # nobody here wants to know
    herald.close()


def others_act_is_told(other: EventStore, code: str, told: Told) -> bool:
    """Do something in another process, and tell whether this one hears of it."""
    version = other.execute(code, "other", join).version
    try:
        return told.get(timeout=0.2) == (code, version)
    except queue.Empty:
        return False


def test_what_the_bus_has_lost_is_found_by_looking(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.live.sync._EVERY", 0.01)
    told: Told = queue.Queue()
    store = EventStore(engine, lambda *said: told.put(said), trust=60)
    code = store.open_room("host", OPENED)
    herald = Poller(store, LocalBus(), lambda: {code})
    herald.start()
    announcing(engine, LocalBus()).execute(code, "other", join)  # on a bus that nobody hears
    assert next_of(told, (code, 2))
    herald.close()


def test_a_database_that_goes_away_and_comes_back_is_told_of_once(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.live.sync._EVERY", 0.01)
    told: Told = queue.Queue()
    store = EventStore(engine, lambda *said: told.put(said), trust=60)
    code = store.open_room("host", OPENED)
    herald = Poller(store, LocalBus(), lambda: {code})
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE act RENAME TO gone")
    herald.start()
    until(lambda: "The database is lost (SQLITE_ERROR)" in caplog.text, "nobody notices")
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE gone RENAME TO act")
    announcing(engine, LocalBus()).execute(code, "other", join)
    assert next_of(told, (code, 2))
    herald.close()
    assert ["lost (SQLITE_ERROR)", "back"] == [each.partition(" is ")[2] for each in caplog.messages]


def test_a_fault_in_telling_does_not_end_the_looking(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.live.sync._EVERY", 0.01)
    told: Told = queue.Queue()

    def tell(*said: Any) -> None:
        told.put(said)
        if said[1] == 2:
            raise ValueError

    store = EventStore(engine, tell, trust=60)
    code = store.open_room("host", OPENED)
    herald = Poller(store, LocalBus(), lambda: {code})
    herald.start()
    other = announcing(engine, LocalBus())
    other.execute(code, "other", join)
    assert next_of(told, (code, 2))
    until(lambda: "what others have done could not be told" in caplog.text, "nobody says so")
    other.execute(code, "other", join)
    assert next_of(told, (code, 3))
    herald.close()


def test_a_fault_in_telling_does_not_end_the_listening(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.sync._EVERY", 1000.0)
    bus, told = LocalBus(), []

    def tell(*said: Any) -> None:
        told.append(said)
        raise ValueError

    store = EventStore(engine, tell, trust=60)
    code = store.open_room("host", OPENED)
    herald = Poller(store, bus, lambda: {code})
    herald.start()
    announcing(engine, LocalBus()).execute(code, "other", join)
    bus.publish(code, 2)  # raises nothing
    assert [(code, 2)] == told
    herald.close()


def test_a_bus_that_dies_is_tried_until_it_is_back(
    redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    bus = buses.open_bus(redis.url)
    heard = listening(bus)
    redis.stop()
    assert bus.answers() is False
    bus.publish("AAA2", 1)  # is lost, and nobody waits for it
    until(lambda: "The bus is lost" in caplog.text, "nobody notices")
    redis.start()
    until(lambda: "The bus is back" in caplog.text, "it is not found again")
    assert bus.answers() is True
    bus.publish("AAA2", 2)
    assert next_of(heard, ("AAA2", 2))
    bus.close()


def test_what_is_no_announcement_is_not_heard(redis: RedisServer) -> None:
    bus = buses.open_bus(redis.url)
    heard = listening(bus)
    client = Redis.from_url(redis.url)
    for said in (b"", b"AAA2", b"AAA2 x", b"\xff 1", b"AAA2 " + 5000 * b"1"):
        client.publish("companion", said)
    client.close()
    bus.publish("AAA2", 2)
    assert next_of(heard, ("AAA2", 2))
    bus.close()


def test_a_bus_that_was_never_there_keeps_nobody_waiting() -> None:
    bus = buses.open_bus("redis://127.0.0.1:1")
    bus.publish("AAA2", 1)
    assert bus.answers() is False
    bus.close()


def test_where_none_is_asked_for_none_is_missing() -> None:
    assert buses.open_bus(None).answers() is None


@pytest.mark.parametrize("url", ["nonsense", "http://host"])
def test_a_url_that_means_no_bus_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="COMPANION_REDIS_URL cannot be used: "):
        buses.open_bus(url)


def test_redis_without_its_library_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(Refused, match="COMPANION_REDIS_URL needs the extra named redis"):
        buses.open_bus("redis://host")
