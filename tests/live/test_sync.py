"""Sync: what one process stores and announces reaches the screens of another, and polling finds the rest."""

import queue
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine

from companion.i18n.errors import Refused
from companion.live import sync
from companion.live.hub import Hub
from companion.live.reactions import Reaction
from companion.live.sync import Sync
from companion.storage.database import prepare_engine
from companion.storage.event_store import EventStore
from tests.storage.test_event_store import OPENED, join
from tests.support.backing_services import RedisServer, until


class Process:
    """A server of which nobody asks for pages: what it announces, polls, and tells its screens."""

    def __init__(self, engine: Engine, url: str | None = None) -> None:
        self.sync = Sync(url)
        self.hub = Hub(self.sync.publish_tv, lambda: None)
        self.followed: set[str] = set()
        self.hub.subscribed_codes = lambda: tuple(self.followed)  # type: ignore[method-assign]
        self.notified: queue.Queue[tuple[str, int]] = queue.Queue()
        self.fails_at = 0
        self.store = EventStore(
            engine, self._notify, lambda _, room: self.sync.publish(room.code, room.version), trust=60
        )

    def _notify(self, code: str, version: int) -> None:
        self.notified.put((code, version))
        if version == self.fails_at:
            raise ValueError

    def start(self) -> "Process":
        self.sync.start(self.store, self.hub)
        return self

    def hears(self, code: str, version: int) -> bool:
        """Wait until its screens are told of a version."""
        while self.notified.get(timeout=10) != (code, version):
            pass
        return True


Make = Callable[..., Process]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Return a function that makes one more process on the same database."""
    made: list[Process] = []
    engine = create_engine(f"sqlite:///{tmp_path / 'companion.db'}")
    prepare_engine(engine)

    def one(url: str | None = None) -> Process:
        made.append(Process(engine, url))
        return made[-1]

    yield one
    for each in made:
        each.sync.close()
    engine.dispose()


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "_INTERVAL", 0.01)


@pytest.mark.slow
def test_what_another_process_announces_of_a_room_with_streams_is_read(
    make: Make, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "_INTERVAL", 1000.0)  # without polling
    here, there = make(redis.url).start(), make(redis.url).start()
    followed, other = (here.store.open_room("host", OPENED) for _ in "12")
    here.followed = {followed}

    def is_heard() -> bool:
        there.store.execute(followed, "other", join)
        time.sleep(0.1)
        return (known := here.store.cached_room(followed)) is not None and known.version > 1

    until(is_heard, "nothing is received")
    there.store.execute(other, "other", join)
    assert here.hears(followed, there.store.execute(followed, "other", join).version)
    assert (known := here.store.cached_room(other))
    assert 1 == known.version  # it has no streams here


@pytest.mark.parametrize("is_shared", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_tv_is_known_for_a_while_also_in_another_process(
    make: Make, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, *, is_shared: bool
) -> None:
    url = request.getfixturevalue("redis").url if is_shared else None
    here = there = make(url).start()
    if is_shared:
        there = make(url).start()
    assert not here.hub.has_tv("BBB2")

    def is_known() -> bool:
        there.hub.announce_tv("BBB2")
        return here.hub.has_tv("BBB2")

    until(is_known, "no TV is known")
    monkeypatch.setattr("companion.live.hub.time", SimpleNamespace(monotonic=lambda: time.monotonic() + 60))
    assert not here.hub.has_tv("BBB2")


@pytest.mark.parametrize("is_shared", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_reaction_reaches_the_tvs_of_this_process_or_of_all_that_share_a_redis(
    make: Make, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, *, is_shared: bool
) -> None:
    url = request.getfixturevalue("redis").url if is_shared else None
    here = there = make(url).start()
    if is_shared:
        there = make(url).start()
    thrown: list[tuple[str, Reaction]] = []
    monkeypatch.setattr(here.hub, "throw", lambda *each: thrown.append(each))
    reaction = Reaction("12", "tap", 3)

    def is_seen() -> bool:
        there.sync.publish_reaction("BBB2", reaction)
        return bool(thrown)

    until(is_seen, "no reaction is seen")
    assert ("BBB2", reaction) == thrown[0]


@pytest.mark.usefixtures("often")
def test_an_event_that_was_not_announced_is_found_by_polling(make: Make) -> None:
    here = make().start()
    code = here.store.open_room("host", OPENED)
    here.followed = {code}
    make().store.execute(code, "other", join)
    assert here.hears(code, 2)


@pytest.mark.usefixtures("often")
def test_a_database_that_is_lost_and_comes_back_is_logged_once(
    make: Make, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    here, other = make(), make()
    code = here.store.open_room("host", OPENED)
    here.followed = {code}
    engine = create_engine(f"sqlite:///{tmp_path / 'companion.db'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE act RENAME TO gone")
    here.start()
    until(lambda: "The database is lost (SQLITE_ERROR)" in caplog.text, "nobody notices")
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE gone RENAME TO act")
    engine.dispose()
    other.store.execute(code, "other", join)
    assert here.hears(code, 2)
    here.sync.close()
    assert ["lost (SQLITE_ERROR)", "back"] == [message.partition(" is ")[2] for message in caplog.messages]


@pytest.mark.usefixtures("often")
def test_an_error_in_a_callback_does_not_end_the_polling(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    here, other = make(), make()
    code = here.store.open_room("host", OPENED)
    here.followed, here.fails_at = {code}, 2
    here.start()
    other.store.execute(code, "other", join)
    until(lambda: "what others have done could not be told" in caplog.text, "nobody says so")
    other.store.execute(code, "other", join)
    assert here.hears(code, 3)


def test_a_lost_redis_is_tried_until_it_is_back(
    make: Make, redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = make(redis.url).start(), make(redis.url).start()
    until(lambda: bool(here.sync.is_connected()), "it is not found")
    redis.stop()
    assert here.sync.is_connected() is False
    there.sync.publish_tv("BBB2")  # is lost, and does not block
    until(lambda: "Redis is lost" in caplog.text, "nobody notices")
    redis.start()

    def is_heard() -> bool:
        there.sync.publish_tv("BBB2")
        return here.hub.has_tv("BBB2")

    until(is_heard, "it is not found again")
    assert here.sync.is_connected() is True
    assert "Redis is back" in caplog.text


def test_a_redis_that_never_answers_does_not_block(make: Make) -> None:
    here = make("redis://127.0.0.1:1").start()
    here.sync.publish("AAA2", 1)
    assert here.sync.is_connected() is False


@pytest.mark.parametrize("url", ["nonsense", "http://host"])
def test_an_invalid_url_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="COMPANION_REDIS_URL cannot be used: "):
        Sync(url)


def test_redis_without_its_library_is_refused_with_what_to_install(monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(Refused, match="COMPANION_REDIS_URL needs the extra named redis"):
        Sync("redis://host")
