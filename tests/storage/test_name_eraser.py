"""Names that are forgotten, and the index of hosts with their remarks about names."""

import json
import re
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from types import UnionType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine, insert, select, text

from companion.formats import evening_record
from companion.i18n.errors import Refused
from companion.room import events, stored_events
from companion.room.commands import membership, room_control
from companion.room.events import PersonName
from companion.room.state import Room
from companion.screens.results import results_view
from companion.storage.database import engine_options, prepare_engine
from companion.storage.event_store import EventStore
from companion.storage.name_eraser import NameEraser, StoredNames
from companion.storage.tables import EventRow, HostRow, RemarkRow, RoomRow
from tests.support.migrations import migrate
from tests.support.room_driver import HOST, RoomDriver, device, open_room_with, play_out

NOW = datetime(2026, 11, 23, tzinfo=UTC)
NAME = "Zoë Quetzal 水"
"""A name of which no part is stored by chance; the JSON of it can be written in two ways."""


def played(seed: int) -> RoomDriver:
    """Play a game in which somebody goes by the name, also after an undo, a merge and a rename."""
    driver = open_room_with("good-enough", ("Ann", NAME, "Cyd", "Dan"), seed, rounds=3)
    driver.do(HOST, membership.rename_player, "1", f"{NAME[:3]} B.")
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    driver.do(HOST, membership.rename_player, "2", "Somebody")
    driver.apply(membership.join_room(driver.room, device("5"), NAME.upper()))
    driver.undo()
    play_out(driver, seed)
    driver.do(HOST, membership.merge_players, "5", "2")
    return driver


def stored(store: EventStore, driver: RoomDriver) -> str:
    """Store the events of a room, each by the browser that it came from; return its code."""
    entries = [*reversed([*driver.room.entries()])]
    first = entries[0].event
    assert first is not None
    code = store.open_room(entries[0].device, first)
    for entry in entries[1:]:
        store.execute(code, entry.device, lambda _, event=entry.event: event)
    return code


def with_name(room: Room, name: str, other: str) -> str:
    """Return all that follows from a room, as text, with another name."""
    shown = [
        room.seats,
        room.former,
        room.games,
        room.undo,
        room.redo,
        room.blocked,
        results_view(room).games,
    ]
    evening = evening_record.evening_to_document(evening_record.evening_of_room(room))
    shown_as = re.sub(" at 0x[0-9a-f]+", "", repr(shown))
    whole = shown_as + evening_record.dump_evening(evening)
    return whole.replace(name.upper(), other).replace(name, other)


@pytest.mark.parametrize("seed", range(4))
def test_a_room_of_which_a_name_was_forgotten_is_the_same_but_for_the_name(
    seed: int, engine: Engine, store: EventStore
) -> None:
    code = stored(store, played(seed))
    before = store.load_room(code)
    done = NameEraser(engine).replace(NAME, None, NOW)
    after = EventStore(engine, lambda *_: None).load_room(code)
    assert (done.rooms, done.name) == ((code,), "Guest 1")
    assert with_name(after, NAME, done.name) == with_name(before, NAME, done.name)
    assert NAME not in with_name(after, "-", "-")
    assert (after.version, after.hosts) == (before.version + 1, before.hosts)


def test_a_store_that_has_the_room_in_memory_reads_it_again(engine: Engine) -> None:
    versions: list[int] = []
    store = EventStore(engine, lambda _, version: versions.append(version))
    code = stored(store, played(1))
    before = store.load_room(code)
    NameEraser(engine).replace(NAME, None, NOW)
    store.reload_changed([code])
    known = store.cached_room(code)
    assert known is not None
    assert [known.name(seat) for seat in known.seats] == ["Zoë B.", "Guest 1", "Cyd", "Dan"]
    assert versions[-1] == known.version == before.version + 1


def test_a_name_is_matched_as_joining_matches_names(engine: Engine, store: EventStore) -> None:
    codes = [
        stored(store, open_room_with("good-enough", (each, "Bob")))
        for each in ("Straße", "STRASSE", "Ｓtrasse")
    ]
    other = stored(store, open_room_with("good-enough", ("Strassen", "Bob")))
    done = NameEraser(engine).replace("strasse", None, NOW)
    assert done.rooms == tuple(sorted(codes))
    assert {store.load_room(code).seats["1"].name for code in codes} == {"Guest 1"}
    assert store.load_room(other).seats["1"].name == "Strassen"


def test_the_other_name_is_one_that_nobody_has_in_any_room(engine: Engine, store: EventStore) -> None:
    here = stored(store, open_room_with("good-enough", ("Ann", "guest 1")))
    there = stored(store, open_room_with("good-enough", ("Bob", "ＧＵＥＳＴ 2")))
    assert NameEraser(engine).replace("Ann", None, NOW).name == "Guest 3"
    assert NameEraser(engine).replace("Bob", None, NOW).name == "Guest 4"
    assert [store.load_room(code).seats["1"].name for code in (here, there)] == ["Guest 3", "Guest 4"]


def test_one_room_alone_can_forget_a_name(engine: Engine, store: EventStore) -> None:
    rooms = [stored(store, open_room_with("good-enough", ("Ann", "Bob"))) for _ in range(2)]
    remark(engine, HOST, remark="forgot", name="Ann")
    eraser = NameEraser(engine)
    assert eraser.replace("Ann", rooms[:1], NOW).rooms == (rooms[0],)
    assert [store.load_room(code).seats["1"].name for code in rooms] == ["Guest 1", "Ann"]
    assert eraser.forgotten_by(HOST) == {"ann"}


def remark(engine: Engine, device: str, place: int = 1, **said: object) -> None:
    """Store what a host said about names, as earlier releases did."""
    row = {"device": device, "number": place, "at": NOW.isoformat(), "what": json.dumps(said)}
    with engine.begin() as connection:
        connection.execute(insert(RemarkRow), row)


def test_names_that_an_earlier_release_forgot_stay_so_unless_taken_back(engine: Engine) -> None:
    for number, said in enumerate(
        (
            {"remark": "forgot", "name": "ANN"},
            {"remark": "joined", "name": "Cyd", "into": "Dan"},
            {"remark": "forgot", "name": "Bob"},
            {"remark": "undid", "number": 3},
            {"remark": "sang"},
        ),
        1,
    ):
        remark(engine, HOST, number, **said)
    remark(engine, "second", remark="forgot", name="Eve")
    assert NameEraser(engine).forgotten_by(HOST) == {"ann"}
    assert NameEraser(engine).forgotten_by("third") == frozenset()


def test_what_hosts_have_said_about_the_name_is_about_the_other_name_then(
    engine: Engine, store: EventStore
) -> None:
    eraser = NameEraser(engine)
    remark(engine, "one", remark="joined", name="Ann", into="Anna")
    remark(engine, "two", remark="forgot", name="ANN")
    code = stored(store, open_room_with("good-enough", ("Ann", "Bob", "Anna")))
    assert eraser.find_rooms("Ann") == (code,)
    eraser.replace("Ann", None, NOW)
    assert eraser.forgotten_by("two") == {"guest 1"}
    with pytest.raises(Refused, match="Nobody is called Ann there"):
        eraser.find_rooms("Ann")
    remark(engine, "three", remark="forgot", name="Ann")
    assert eraser.find_rooms("Ann") == ()


def test_an_event_of_a_later_release_is_left_as_it_is(engine: Engine, store: EventStore) -> None:
    code = stored(store, open_room_with("good-enough", ("Ann", "Bob")))
    what = '{"act": "sang", "name": "Ann"}'
    row = {"room": code, "number": 99, "at": NOW.isoformat(), "by": "", "what": what}
    with engine.begin() as connection:
        connection.execute(insert(EventRow), row)
    NameEraser(engine).replace("Ann", None, NOW)
    with engine.connect() as connection:
        kept = connection.scalars(select(EventRow.what).where(EventRow.number == 99)).one()
    assert kept == what
    assert store.load_room(code).version == 100


def bytes_of(name: str) -> tuple[bytes, bytes]:
    """Return a name as it may stand in a file: as text, and escaped as in JSON."""
    return name.encode(), json.dumps(name)[1:-1].encode()


def test_no_file_of_a_sqlite_database_has_a_byte_of_a_forgotten_name(tmp_path: Path) -> None:
    """Also not of what was there before: of a deleted room, in unused parts of pages and in the log."""
    file = tmp_path / "companion.db"
    engine, running = (create_engine(f"sqlite:///{file}") for _ in range(2))
    prepare_engine(engine)
    prepare_engine(running)
    server = EventStore(running, lambda *_: None)
    codes = [stored(server, played(seed)) for seed in range(8)]
    server.delete_room(codes.pop())
    remark(running, HOST, remark="joined", name=NAME, into="Cyd")
    with running.begin() as connection:  # as another program would have written it
        escaped = text("UPDATE act SET what = replace(what, :name, :escaped) WHERE room = :code")
        values = {"name": NAME, "escaped": json.dumps(NAME)[1:-1], "code": codes[0]}
        connection.execute(escaped, values)
    files = [file, *tmp_path.glob("companion.db-*")]
    assert all(any(part in each_file.read_bytes() for each_file in files) for part in bytes_of(NAME))
    done = NameEraser(engine).replace(NAME, None, NOW)
    assert (NameEraser(engine).remove_traces(), len(done.rooms)) == (True, 7)
    for each in [file, *tmp_path.glob("companion.db*")]:
        contents = each.read_bytes()
        for part in (*bytes_of(NAME), *bytes_of(NAME.upper())):
            assert part not in contents, each
    server.reload_changed(codes)
    assert {server.load_room(code).seats["2"].name for code in codes} == {done.name}
    engine.dispose()
    running.dispose()


@pytest.mark.slow
def test_a_reader_that_does_not_finish_is_told_of_and_the_name_is_replaced_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'companion.db'}")
    prepare_engine(engine)
    monkeypatch.setattr("companion.storage.database._STATEMENT_TIMEOUT", 50)
    store = EventStore(engine, lambda *_: None)
    code = stored(store, open_room_with("good-enough", ("Ann", "Bob")))
    with engine.connect() as reader:
        reader.exec_driver_sql("PRAGMA busy_timeout=50")
        rows = reader.execution_options(stream_results=True).execute(select(EventRow.what))
        rows.fetchone()
        NameEraser(engine).replace("Ann", None, NOW)
        assert not NameEraser(engine).remove_traces()
        rows.close()
    assert store.load_room(code).seats["1"].name == "Guest 1"


STRINGS_WITHOUT_NAMES = {
    "opened": {"host", "game", "address", "recovery"},
    "hosted": {"device", "link", "instead_of"},
    "joined": {"seat", "device", "bot"},
    "moved": {"seat", "device", "link", "giver"},
    "asked": {"question"},
    "chosequestions": {"deck"},
    "drewquestion": {"id", "question", "unit", "language", "writer"},
    "wantsgame": {"choice"},
    "bet": {"on"},
}
"""The texts of events that name nobody. A question stays as it was asked, whoever it is about."""
_HARMLESS = {"seat", "into", "device", "source", "screen", "game", "address", "call"}


def test_every_text_in_an_event_is_known_to_be_a_name_or_none() -> None:
    """A text that a new event stores must be declared as `PersonName`, or be listed here."""
    for stored_as, kind in events.EVENT_TYPES.items():
        texts = {field.name for field in fields(kind) if str in _parts(field.type)}  # type: ignore[arg-type]
        names = {field.name for field in fields(kind) if field.type == PersonName}  # type: ignore[arg-type]
        assert texts - names <= STRINGS_WITHOUT_NAMES.get(stored_as, set()) | _HARMLESS, stored_as
        assert "name" not in texts - names


def _parts(declared: Any) -> tuple[Any, ...]:
    return declared.__args__ if isinstance(declared, UnionType) else (declared,)


def test_where_names_are_stored_follows_from_the_definitions() -> None:
    said = (
        events.PlayerJoined("1", "Ann", "phone"),
        events.PlayerRenamed("1", "ＡＮＮ"),
        events.PlayerLeft("1"),
    )
    joined, renamed, left = (
        StoredNames(EventRow, "AB23", 1, stored_events.dump_event(each)) for each in said
    )
    assert [["Ann"], ["ＡＮＮ"], []] == [[*each.names().values()] for each in (joined, renamed, left)]
    assert next(stored_events.load_events([renamed.replaced("ann", "Guest 1")])) == events.PlayerRenamed(
        "1", "Guest 1"
    )
    assert joined.replaced("bob", "Guest 1") == joined.text


# The index of hosts, and their remarks about names: shared by servers, and deleted with the rooms.


DEVICES = ("host", "second", "third")


def opened(device: str = "host") -> events.RoomOpened:
    return events.RoomOpened(device, "good-enough", {}, None)


def codes(store: EventStore, device: str, most: int = 100, skip: int = 0) -> list[str]:
    return [room.code for room in store.list_hosted_rooms(device, most, skip)]


def index(engine: Engine) -> set[tuple[str, str]]:
    with engine.connect() as connection:
        return {(row.device, row.room) for row in connection.execute(select(HostRow.device, HostRow.room))}


def test_a_host_finds_its_rooms_the_latest_first_with_their_versions(store: EventStore) -> None:
    mine = [store.open_room("host", opened()) for _ in range(3)]
    store.open_room("other", opened("other"))
    store.execute(mine[0], "host", lambda room: events.RoomSet({"locked": True}))
    hosted_rooms = store.list_hosted_rooms("host", 10)
    assert {(mine[0], 2), (mine[1], 1), (mine[2], 1)} == {(each.code, each.version) for each in hosted_rooms}
    assert sorted((each.opened for each in hosted_rooms), reverse=True) == [
        each.opened for each in hosted_rooms
    ]
    assert max(each.last for each in hosted_rooms) == store.load_room(mine[0]).entry(2).at  # type: ignore[union-attr]


def test_who_becomes_host_finds_the_room_and_who_hands_it_over_does_not(store: EventStore) -> None:
    code = store.open_room("host", opened())
    store.execute(code, "second", lambda room: events.HostAdded("second", "link"))
    assert [[code], [code]] == [codes(store, each) for each in ("host", "second")]
    store.execute(code, "third", lambda room: events.HostAdded("third", "other", instead_of="host"))
    assert [[], [code], [code]] == [codes(store, each_device) for each_device in DEVICES]


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
    for number, who, instead in changes:
        store.execute(rooms[number], who, lambda room, d=who, i=instead: events.HostAdded(d, "", i))  # type: ignore[misc]
    fresh = EventStore(engine, lambda *_: None)
    expected = {(host, code) for code in rooms for host in fresh.load_room(code).hosts}
    assert expected == {(device, code) for device, code in index(engine) if code in rooms}


def test_what_a_host_said_about_names_goes_with_the_last_room(store: EventStore, engine: Engine) -> None:
    first, last, shared = (store.open_room("host", opened()) for _ in range(3))
    store.execute(shared, "second", lambda room: events.HostAdded("second", "link"))
    store.open_room("second", opened("second"))
    for who in ("host", "second"):
        remark(engine, who, remark="forgot", name="Ann")
    names = NameEraser(engine)
    for code, left in ((first, {"ann"}), (shared, {"ann"}), (last, set())):
        store.delete_room(code)
        assert left == names.forgotten_by("host")
    assert {"ann"} == names.forgotten_by("second")


def test_an_old_database_gets_the_index_from_its_events(url: str) -> None:
    engine = create_engine(url, **engine_options(url))
    migrate(engine, "0001")
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
            {"room": code, "number": number, "at": at, "by": "x", "what": stored_events.dump_event(event)}
            for number, (code, event) in enumerate(said, 1)
        ]
        connection.execute(insert(EventRow), rows)
    prepare_engine(engine)
    found_index = index(engine)
    engine.dispose()
    assert {("new", "AB23"), ("phone", "AB23"), ("new", "CD45"), ("other", "EF67")} == found_index
