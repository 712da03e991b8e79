"""The store: acts are added one after the other, by however many threads and processes."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, text

from companion.acts import Began, Joined, Opened
from companion.database import prepare
from companion.journal import BEGINNING, Entry, Room
from companion.score import Refused
from companion.store import Base, Store, UnknownRoom, new_code

OPENED = Opened("host", "good-enough", {}, None)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = create_engine(f"sqlite:///{tmp_path / 'companion.db'}")
    prepare(made)
    yield made
    made.dispose()


@pytest.fixture
def store(engine: Engine) -> Store:
    return Store(engine, lambda code, version: None)


def join(room: Room) -> Joined:
    seat = str(len(room.players) + 1)
    return Joined(seat, f"P{seat}", f"device{seat}")


def test_the_migrations_make_the_tables_that_the_code_means(engine: Engine) -> None:
    with engine.connect() as connection:
        assert [] == compare_metadata(MigrationContext.configure(connection), Base.metadata)


def test_preparing_a_database_again_keeps_what_is_in_it(engine: Engine, store: Store) -> None:
    code = store.open("host", OPENED)
    prepare(engine)
    assert 1 == store.room(code).version


def test_what_was_added_is_on_disk_before_it_is_acknowledged(engine: Engine, store: Store) -> None:
    code = store.open("host", OPENED)
    store.do(code, "device1", join)
    with engine.connect() as connection:
        assert "wal" == connection.scalar(text("PRAGMA journal_mode"))
        assert 2 == connection.scalar(text("PRAGMA synchronous"))  # FULL
        assert 2 == connection.scalar(text("SELECT max(number) FROM act"))


def test_two_stores_on_one_database_see_each_others_acts(engine: Engine, store: Store) -> None:
    code = store.open("host", OPENED)
    other = Store(engine, lambda code, version: None)
    for each in (store, other, store, other):
        each.do(code, "somebody", join)
    assert ["P1", "P2", "P3", "P4"] == [player.name for player in store.room(code).players]
    assert store.room(code) == other.room(code)


def test_threads_of_two_stores_lose_nothing(engine: Engine, store: Store) -> None:
    code = store.open("host", OPENED)
    stores = [store, Store(engine, lambda code, version: None)]
    threads = [
        threading.Thread(target=lambda each=each: [each.do(code, "somebody", join) for _ in range(10)])
        for each in stores * 4
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [str(n) for n in range(1, 81)] == [player.seat for player in store.room(code).players]


def test_a_second_process_adds_to_the_same_room(engine: Engine, store: Store) -> None:
    code = store.open("host", OPENED)
    program = (
        "import sys; from sqlalchemy import create_engine; from tests.test_store import *;"
        "engine = create_engine(sys.argv[1]); prepare(engine); store = Store(engine, lambda *_: None);"
        "[store.do(sys.argv[2], 'other', join) for _ in range(20)]; engine.dispose()"
    )
    command = [sys.executable, "-c", program, str(engine.url), code]
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    ) as other:
        for _ in range(20):
            store.do(code, "somebody", join)
    assert 0 == other.returncode
    assert 40 == len(store.room(code).players)


def test_versions_are_told_in_order_and_only_when_something_was_added(engine: Engine) -> None:
    told: list[tuple[str, int]] = []
    store = Store(engine, lambda code, version: told.append((code, version)))
    code = store.open("host", OPENED)
    store.do(code, "somebody", join)
    store.do(code, "somebody", lambda room: None)
    store.do(code, "somebody", join)
    assert [(code, 2), (code, 3)] == told


def test_what_is_refused_is_not_stored(store: Store) -> None:
    code = store.open("host", OPENED)

    def refuse(room: Room) -> None:
        raise Refused("No")

    with pytest.raises(Refused, match="No"):
        store.do(code, "somebody", refuse)
    assert 1 == store.room(code).version


def test_a_room_that_is_not_there_is_unknown(store: Store) -> None:
    with pytest.raises(UnknownRoom, match="There is no room AAA9"):
        store.room("AAA9")


def test_a_code_that_is_taken_is_drawn_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["AAA9", "AAA9", "AAA8"])
    monkeypatch.setattr("companion.store.new_code", lambda: next(drawn))
    assert ["AAA9", "AAA8"] == [store.open("host", OPENED), store.open("host", OPENED)]


def test_codes_have_a_digit_and_so_are_never_a_word() -> None:
    assert all(any(each.isdigit() for each in new_code()) for _ in range(500))


def test_a_room_that_was_deleted_behind_our_back_is_unknown_and_not_waited_for(
    engine: Engine, store: Store
) -> None:
    code = store.open("host", OPENED)
    store.do(code, "somebody", join)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM act"))
        connection.execute(text("DELETE FROM room"))
    with pytest.raises(UnknownRoom):
        store.do(code, "somebody", join)


def test_all_rooms_are_listed_the_newest_first(engine: Engine, store: Store) -> None:
    old, new = store.open("host", OPENED), store.open("host", OPENED)
    store.do(old, "somebody", join)
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE room SET opened = '2020-01-01T00:00:00.000+00:00' WHERE code = :code"), {"code": old}
        )
    listed = store.listing()
    assert [new, old] == [each.code for each in listed]
    assert 2020 == listed[1].opened.year
    assert listed[1].last >= listed[0].last


def test_a_deleted_room_is_gone_with_all_its_acts_and_no_other(engine: Engine, store: Store) -> None:
    gone, stays = store.open("host", OPENED), store.open("host", OPENED)
    store.delete(gone)
    assert [stays] == [each.code for each in store.listing()]
    with engine.connect() as connection:
        assert 1 == connection.scalar(text("SELECT count(*) FROM act"))
    for action in (store.room, store.delete):
        with pytest.raises(UnknownRoom, match=f"There is no room {gone}"):
            action(gone)


def test_a_room_that_another_process_deletes_takes_no_more_acts(engine: Engine, store: Store) -> None:
    code = store.open("host", OPENED)

    def join_too_late(room: Room) -> Joined:
        if store.listing():
            Store(engine, lambda *_: None).delete(code)
        return join(room)

    with pytest.raises(UnknownRoom):
        store.do(code, "somebody", join_too_late)
    with engine.connect() as connection:
        assert 0 == connection.scalar(text("SELECT count(*) FROM act"))


def test_a_new_room_of_a_deleted_rooms_code_begins_from_nothing(
    engine: Engine, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.new_code", lambda: "AAA9")
    store.open("host", OPENED)
    store.do("AAA9", "somebody", join)
    Store(engine, lambda *_: None).delete("AAA9")
    store.open("host", OPENED)
    store.do("AAA9", "somebody", lambda room: Joined("1", "New", "other"))
    assert ["New"] == [player.name for player in store.room("AAA9").players]


def test_an_act_of_a_later_release_changes_nothing_but_the_version(engine: Engine, store: Store) -> None:
    code = store.open("host", OPENED)
    with engine.begin() as connection:
        at = "2026-01-01T00:00:00.000+00:00"
        values = f"('{code}', 2, '{at}', 'somebody', '{{\"act\": \"danced\", \"seat\": \"1\"}}')"
        connection.execute(text(f"INSERT INTO act VALUES {values}"))  # noqa: S608
    assert 3 == store.do(code, "somebody", join).version


def test_options_that_the_rules_no_longer_allow_do_not_lock_the_room(engine: Engine, store: Store) -> None:
    code = store.open("host", OPENED)
    began = Began("good-enough", {"rounds": 1})
    assert store.append(code, Entry(2, BEGINNING, "host", began))
    assert () == store.room(code).tables


def test_two_processes_may_start_on_a_new_database_at_once(tmp_path: Path) -> None:
    program = (
        "import sys; from sqlalchemy import create_engine; from companion.database import prepare;"
        "engine = create_engine(sys.argv[1]); prepare(engine); engine.dispose()"
    )
    command = [sys.executable, "-c", program, f"sqlite:///{tmp_path / 'new.db'}"]
    starting = [subprocess.Popen(command) for _ in range(4)]
    assert [0] * 4 == [each.wait() for each in starting]
