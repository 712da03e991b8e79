"""The index of hosts, and their remarks about names: shared by servers, and deleted with the rooms."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine, insert, select, text
from sqlalchemy.exc import IntegrityError

from companion import cli
from companion.i18n.errors import Refused
from companion.room import events
from companion.room.namebook import NameForgotten, NamesJoined
from companion.storage import database, remark_store
from companion.storage.database import engine_options, prepare_engine
from companion.storage.event_store import EventRow, EventStore, HostRow, RoomRow, UnknownRoom
from companion.storage.remark_store import RemarkStore

NOW = datetime(2026, 11, 20, 21, tzinfo=UTC)
DEVICES = ("host", "second", "third")


def opened(device: str = "host") -> events.RoomOpened:
    return events.RoomOpened(device, "good-enough", {}, None)


@pytest.fixture
def remarks(engine: Engine) -> RemarkStore:
    return RemarkStore(engine)


def codes(store: EventStore, device: str, most: int = 100, skip: int = 0) -> list[str]:
    return [each.code for each in store.list_hosted_rooms(device, most, skip)]


def index(engine: Engine) -> set[tuple[str, str]]:
    with engine.connect() as connection:
        return {(row.device, row.room) for row in connection.execute(select(HostRow.device, HostRow.room))}


def test_a_host_finds_its_rooms_the_latest_first_with_their_versions(store: EventStore) -> None:
    mine = [store.open_room("host", opened()) for _ in range(3)]
    store.open_room("other", opened("other"))
    store.execute(mine[0], "host", lambda room: events.RoomLocked(True))
    found = store.list_hosted_rooms("host", 10)
    assert {(mine[0], 2), (mine[1], 1), (mine[2], 1)} == {(each.code, each.version) for each in found}
    assert sorted((each.opened for each in found), reverse=True) == [each.opened for each in found]
    assert max(each.last for each in found) == store.load_room(mine[0]).entry(2).at  # type: ignore[union-attr]


def test_the_list_is_read_page_by_page(store: EventStore) -> None:
    for _ in range(5):
        store.open_room("host", opened())
    every = codes(store, "host")
    assert every == codes(store, "host", 2) + codes(store, "host", 2, 2) + codes(store, "host", 2, 4)
    assert [] == codes(store, "host", 2, 6) == codes(store, "nobody")


def test_who_becomes_host_finds_the_room_and_who_hands_it_over_does_not(store: EventStore) -> None:
    code = store.open_room("host", opened())
    store.execute(code, "second", lambda room: events.HostAdded("second", "link"))
    assert [[code], [code]] == [codes(store, each) for each in ("host", "second")]
    store.execute(code, "third", lambda room: events.HostAdded("third", "other", instead_of="host"))
    assert [[], [code], [code]] == [codes(store, each) for each in DEVICES]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.sampled_from(DEVICES), st.sampled_from(("", *DEVICES))), max_size=12
    )
)
def test_the_index_of_hosts_is_what_the_events_say_however_hosts_change(
    engine: Engine, store: EventStore, changes: list[tuple[int, str, str]]
) -> None:
    rooms = [store.open_room("host", opened()) for _ in range(2)]
    for number, device, instead in changes:
        store.execute(rooms[number], device, lambda room, d=device, i=instead: events.HostAdded(d, "", i))  # type: ignore[misc]
    fresh = EventStore(engine, lambda *_: None)
    expected = {(host, code) for code in rooms for host in fresh.load_room(code).hosts}
    assert expected == {(device, code) for device, code in index(engine) if code in rooms}


def test_another_server_finds_the_rooms_too(engine: Engine, store: EventStore) -> None:
    code = store.open_room("host", opened())
    other = EventStore(engine, lambda *_: None)
    assert [code] == codes(other, "host")
    other.execute(code, "third", lambda room: events.HostAdded("third", "x", instead_of="host"))
    assert ([], [code]) == (codes(store, "host"), codes(store, "third"))


def test_threads_that_add_hosts_at_once_leave_a_whole_index(engine: Engine, store: EventStore) -> None:
    rooms = [store.open_room("host", opened()) for _ in range(3)]
    with ThreadPoolExecutor(8) as pool:
        for number in range(24):
            device, code = f"d{number}", rooms[number % 3]
            pool.submit(store.execute, code, device, lambda room, d=device: events.HostAdded(d, d))  # type: ignore[misc]
    assert index(engine) == {(host, code) for code in rooms for host in store.load_room(code).hosts}
    assert 27 == len(index(engine))


def test_reading_a_room_does_not_keep_it_in_memory(engine: Engine, store: EventStore) -> None:
    code = EventStore(engine, lambda *_: None).open_room("host", opened())
    assert 1 == store.read_room(code).version
    assert store.cached_room(code) is None
    with pytest.raises(UnknownRoom):
        store.read_room("ZZZ9")


def test_a_deleted_room_is_in_nobodys_list(store: EventStore, engine: Engine) -> None:
    code = store.open_room("host", opened())
    store.execute(code, "second", lambda room: events.HostAdded("second", "link"))
    store.delete_room(code)
    assert ([], [], set()) == (codes(store, "host"), codes(store, "second"), index(engine))


def test_what_a_host_said_about_names_goes_with_the_last_room(
    store: EventStore, remarks: RemarkStore
) -> None:
    first, last, shared = (store.open_room("host", opened()) for _ in range(3))
    store.execute(shared, "second", lambda room: events.HostAdded("second", "link"))
    store.open_room("second", opened("second"))
    for device in ("host", "second"):
        remarks.append(device, NOW, lambda book: NameForgotten("Ann"))
    for code, left in ((first, 1), (shared, 1), (last, 0)):
        store.delete_room(code)
        assert left == remarks.load_namebook("host").version
    assert 1 == remarks.load_namebook("second").version


def test_remarks_belong_to_one_host(remarks: RemarkStore) -> None:
    book = remarks.append("host", NOW, lambda book: NamesJoined("Bobby", "Bob"))
    assert ("bob", 1) == (book.person_of("bobby"), book.version)
    assert book == remarks.load_namebook("host")
    assert "bobby" == remarks.load_namebook("second").person_of("Bobby")


def test_a_remark_that_is_refused_is_not_stored(remarks: RemarkStore) -> None:
    def refuse(_: object) -> None:
        raise Refused("No")

    with pytest.raises(Refused):
        remarks.append("host", NOW, refuse)
    assert 0 == remarks.load_namebook("host").version


def test_remarks_of_two_servers_at_once_are_all_kept(engine: Engine) -> None:
    stores = [RemarkStore(engine), RemarkStore(engine)]
    with ThreadPoolExecutor(6) as pool:
        for number in range(20):
            remark = NameForgotten(f"P{number}")
            pool.submit(stores[number % 2].append, "host", NOW, lambda book, r=remark: r)  # type: ignore[misc]
    book = stores[0].load_namebook("host")
    assert (20, {f"p{number}" for number in range(20)}) == (book.version, set(book.forgotten))


def test_there_is_an_end_to_remarks(remarks: RemarkStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remark_store, "_MOST_REMARKS", 2)
    for _ in range(2):
        remarks.append("host", NOW, lambda book: NameForgotten("Ann"))
    with pytest.raises(Refused, match="That is too much to remember about names"):
        remarks.append("host", NOW, lambda book: NameForgotten("Ann"))


def test_an_old_database_gets_the_index_from_its_events(url: str) -> None:
    engine = create_engine(url, **engine_options(url))
    _migrate_to(engine, "0001")
    said = [
        ("AB23", opened("old")),
        ("AB23", events.RoomLocked(True)),
        ("AB23", events.HostAdded("new", "link")),
        ("AB23", events.HostAdded("phone", "other", instead_of="old")),
        ("CD45", opened("new")),
        ("EF67", opened("other")),
        ("EF67", events.PlayerJoined("1", '{"act": "opened"', "d1")),
    ]
    at = NOW.isoformat(timespec="milliseconds")
    with engine.begin() as connection:
        connection.execute(
            insert(RoomRow), [{"code": c, "opened": at} for c in dict.fromkeys(c for c, _ in said)]
        )
        rows = [
            {"room": code, "number": number, "at": at, "by": "x", "what": events.dump_event(event)}
            for number, (code, event) in enumerate(said, 1)
        ]
        connection.execute(insert(EventRow), rows)
    prepare_engine(engine)
    found = index(engine)
    engine.dispose()
    assert {("new", "AB23"), ("phone", "AB23"), ("new", "CD45"), ("other", "EF67")} == found


def _migrate_to(engine: Engine, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def test_a_hosted_room_that_is_not_there_cannot_be_stored(engine: Engine) -> None:
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(insert(HostRow).values(device="host", room="ZZZ9"))


def test_commands_that_delete_rooms_delete_what_hangs_on_them(tmp_path: Path) -> None:
    path = tmp_path / "companion.db"
    engine = create_engine(f"sqlite:///{path}")
    prepare_engine(engine)
    code = EventStore(engine, lambda *_: None).open_room("host", opened())
    RemarkStore(engine).append("host", NOW - timedelta(days=1), lambda book: NameForgotten("Ann"))
    engine.dispose()
    assert 0 == cli.main(["rooms", "delete", code, "--yes", "--data", str(tmp_path)])
    with closing(sqlite3.connect(path)) as connection:
        left = connection.execute("SELECT device FROM host UNION ALL SELECT device FROM name_remark")
        assert [] == left.fetchall()


@pytest.mark.slow
def test_a_host_of_thousands_of_rooms_finds_the_latest_at_once(engine: Engine, store: EventStore) -> None:
    at = NOW.isoformat(timespec="milliseconds")
    every = [f"{n:04}" for n in range(5000)]
    what = events.dump_event(opened())
    with engine.begin() as connection:
        connection.execute(insert(RoomRow), [{"code": code, "opened": at} for code in every])
        connection.execute(
            insert(EventRow),
            [
                {"room": code, "number": n, "at": at, "by": "x", "what": what}
                for code in every
                for n in (1, 2, 3)
            ],
        )
        connection.execute(insert(HostRow), [{"device": "host", "room": code} for code in every])
        connection.execute(text("ANALYZE"))
    before = datetime.now(UTC)
    assert 12 == len(store.list_hosted_rooms("host", 12))
    assert datetime.now(UTC) - before < timedelta(seconds=0.5)
