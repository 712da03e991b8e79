"""The index of hosts, and their remarks about names: shared by servers, and deleted with the rooms."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine, insert, select

from companion.room import events
from companion.storage import database
from companion.storage.database import engine_options, prepare_engine
from companion.storage.event_store import EventRow, EventStore, HostRow, RoomRow
from companion.storage.name_eraser import NameEraser
from tests.storage.test_name_eraser import remark

NOW = datetime(2026, 11, 20, 21, tzinfo=UTC)
DEVICES = ("host", "second", "third")


def opened(device: str = "host") -> events.RoomOpened:
    return events.RoomOpened(device, "good-enough", {}, None)


def codes(store: EventStore, device: str, most: int = 100, skip: int = 0) -> list[str]:
    return [each.code for each in store.list_hosted_rooms(device, most, skip)]


def index(engine: Engine) -> set[tuple[str, str]]:
    with engine.connect() as connection:
        return {(row.device, row.room) for row in connection.execute(select(HostRow.device, HostRow.room))}


def test_a_host_finds_its_rooms_the_latest_first_with_their_versions(store: EventStore) -> None:
    mine = [store.open_room("host", opened()) for _ in range(3)]
    store.open_room("other", opened("other"))
    store.execute(mine[0], "host", lambda room: events.RoomSet({"locked": True}))
    found = store.list_hosted_rooms("host", 10)
    assert {(mine[0], 2), (mine[1], 1), (mine[2], 1)} == {(each.code, each.version) for each in found}
    assert sorted((each.opened for each in found), reverse=True) == [each.opened for each in found]
    assert max(each.last for each in found) == store.load_room(mine[0]).entry(2).at  # type: ignore[union-attr]


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


def test_what_a_host_said_about_names_goes_with_the_last_room(store: EventStore, engine: Engine) -> None:
    first, last, shared = (store.open_room("host", opened()) for _ in range(3))
    store.execute(shared, "second", lambda room: events.HostAdded("second", "link"))
    store.open_room("second", opened("second"))
    for device in ("host", "second"):
        remark(engine, device, remark="forgot", name="Ann")
    names = NameEraser(engine)
    for code, left in ((first, {"ann"}), (shared, {"ann"}), (last, set())):
        store.delete_room(code)
        assert left == names.forgotten_by("host")
    assert {"ann"} == names.forgotten_by("second")


def test_an_old_database_gets_the_index_from_its_events(url: str) -> None:
    engine = create_engine(url, **engine_options(url))
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    said = [
        ("AB23", opened("old")),
        ("AB23", events.RoomSet({"locked": True})),
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
