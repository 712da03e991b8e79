"""The event store: events are appended one after another, by many threads and processes."""

import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, event, insert, inspect, text
from sqlalchemy.exc import OperationalError

from companion.i18n.errors import Refused
from companion.room import events, game_events, stored_events
from companion.room.commands import submissions
from companion.room.reducer import apply
from companion.room.state import Room
from companion.storage import event_store
from companion.storage.database import engine_options, known_revisions, prepare_engine
from companion.storage.event_store import EventStore, LaterReleaseError, UnknownRoom
from companion.storage.tables import Base, EventRow
from tests.support.migrations import migrate

OPENED = events.RoomOpened("host", "good-enough", {}, None)


def join(room: Room) -> events.PlayerJoined:
    seat = str(len(room.players) + 1)
    return events.PlayerJoined(seat, f"P{seat}", f"device{seat}")


@pytest.mark.parametrize("make", [prepare_engine, partial(migrate, revision="head")])
def test_a_new_database_and_the_migrations_have_the_tables_of_the_code(
    url: str, make: Callable[[Engine], None]
) -> None:
    engine = create_engine(url, **engine_options(url))
    make(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert [] == compare_metadata(context, Base.metadata)
        assert (max(known_revisions()),) == context.get_current_heads()
        [version] = inspect(connection).get_columns("alembic_version")
        assert ("version_num", False) == (version["name"], version["nullable"])
        assert "alembic_version_pkc" == inspect(connection).get_pk_constraint("alembic_version")["name"]
    engine.dispose()


def test_a_server_with_a_new_database_or_one_of_its_release_never_loads_alembic(tmp_path: Path) -> None:
    code = """
import sys
from companion.config.settings import load_settings
from companion.web.app import create_app
create_app(load_settings(data=sys.argv[1]), None)
sys.exit("alembic" in sys.modules)
"""
    for expected in ([], ["companion.db"]):
        assert expected == [file.name for file in tmp_path.glob("*.db")]
        subprocess.run([sys.executable, "-c", code, tmp_path], check=True)


def test_two_stores_on_one_database_see_each_others_events(engine: Engine, store: EventStore) -> None:
    code = store.open_room("host", OPENED)
    other = EventStore(engine, lambda code, version: None)
    for each in (store, other, store, other):
        each.execute(code, "somebody", join)
    assert ["P1", "P2", "P3", "P4"] == [player.name for player in store.load_room(code).players]
    assert store.load_room(code) == other.load_room(code)


def test_a_code_that_is_taken_is_drawn_again(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["AAA9", "AAA9", "AAA8"])
    monkeypatch.setattr("companion.storage.event_store.new_code", lambda: next(drawn))
    assert ["AAA9", "AAA8"] == [store.open_room("host", OPENED), store.open_room("host", OPENED)]


def test_a_deleted_room_is_gone_with_all_its_events_and_no_other(engine: Engine, store: EventStore) -> None:
    gone, stays = store.open_room("host", OPENED), store.open_room("host", OPENED)
    store.delete_room(gone)
    assert [stays] == [room.code for room in store.list_rooms()]
    with engine.connect() as connection:
        assert 1 == connection.scalar(text("SELECT count(*) FROM act"))
    with pytest.raises(UnknownRoom, match=f"There is no room {gone}"):
        store.load_room(gone)
    assert not store.delete_room(gone)


def test_a_room_that_another_process_deletes_takes_no_more_events(engine: Engine, store: EventStore) -> None:
    code = store.open_room("host", OPENED)

    def join_too_late(room: Room) -> events.PlayerJoined:
        if store.list_rooms():
            EventStore(engine, lambda *_: None).delete_room(code)
        return join(room)

    with pytest.raises(UnknownRoom):
        store.execute(code, "somebody", join_too_late)
    with engine.connect() as connection:
        assert 0 == connection.scalar(text("SELECT count(*) FROM act"))


@pytest.mark.parametrize("stored", ['{"act": "danced"}', '{"act": "began", "game": "dance", "options": {}}'])
def test_a_room_with_what_only_a_later_release_knows_is_shown_and_takes_no_event_until_that_is_undone(
    engine: Engine, store: EventStore, stored: str
) -> None:
    code = store.open_room("host", OPENED)
    before = store.load_room(code)

    def store_of_later_release(number: int, what: str) -> None:
        row = {"room": code, "number": number, "at": "2026-01-01T00:00:00.000+00:00", "by": "x", "what": what}
        with engine.begin() as connection:
            connection.execute(insert(EventRow), row)

    store_of_later_release(2, stored)
    with pytest.raises(LaterReleaseError):
        store.execute(code, "somebody", join)
    assert (2, before.hosts) == (store.load_room(code).version, store.load_room(code).hosts)
    store_of_later_release(3, '{"act": "undid", "number": 2}')
    assert 4 == store.execute(code, "somebody", join).version


@pytest.mark.slow
def test_several_processes_may_start_on_a_new_database_at_once(url: str) -> None:
    program = (
        "import sys; from sqlalchemy import create_engine;"
        "from companion.storage.database import prepare_engine;"
        "engine = create_engine(sys.argv[1]); prepare_engine(engine); engine.dispose()"
    )
    command = [sys.executable, "-c", program, url]
    starting = [subprocess.Popen(command) for _ in range(4)]
    assert [0] * 4 == [each.wait() for each in starting]


def statements(engine: Engine, begins: str) -> list[str]:
    """Return a list of all statements from now on that begin so."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith(begins):
            seen.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    return seen


def playing(store: EventStore, players: int) -> str:
    """Open a room with a game of so many players, a device each, and return its code."""
    code = store.open_room("host", OPENED)
    for _ in range(players):
        store.execute(code, "host", join)
    store.execute(
        code, "host", lambda room: game_events.GameStarted("good-enough", {"rounds": 50, "high": 1000})
    )
    return code


def send(store: EventStore, code: str, seat: int, number: int, at: str = "1.1") -> Room:
    who = f"device{seat}"
    return store.execute(code, who, lambda room: submissions.submit_play(room, who, at, str(number)))


def test_two_hundred_numbers_at_once_share_commits_and_are_all_revealed(
    engine: Engine, store: EventStore
) -> None:
    code, commits = playing(store, 200), []

    def slow(_connection: object) -> None:
        commits.append(1)
        time.sleep(0.005)

    event.listen(engine, "commit", slow)
    with ThreadPoolExecutor(50) as pool:
        list(pool.map(lambda seat: send(store, code, seat, seat), range(1, 201)))
    assert len(commits) < 40
    [game] = EventStore(engine, lambda *_: None).load_room(code).games
    assert [{str(n): n for n in range(1, 201)}] == [row.reveal.plays for row in game.rounds]


class Gate:
    """Blocks the commits of an engine until it is opened."""

    def __init__(self, engine: Engine) -> None:
        self.reached, self.opened = threading.Event(), threading.Event()
        event.listen(engine, "commit", self._hold)

    def _hold(self, _connection: object) -> None:
        self.reached.set()
        assert self.opened.wait(10)


def test_a_pending_event_is_not_read_but_the_next_command_is_decided_on_it(engine: Engine) -> None:
    notified: list[int] = []
    store = EventStore(engine, lambda code, version: notified.append(version), trust=60)
    code = store.open_room("host", OPENED)
    gate, decided = Gate(engine), threading.Event()

    def join_second(room: Room) -> events.PlayerJoined:
        assert ["P1"] == [player.name for player in room.players]
        decided.set()
        return join(room)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(store.execute, code, "device1", join)
        assert gate.reached.wait(10)
        second = pool.submit(store.execute, code, "device2", join_second)
        assert decided.wait(10)
        assert (1, 1) == (store.load_room(code).version, store.reload_room(code).version)
        assert [] == notified
        gate.opened.set()
        assert [2, 3] == [first.result(10).version, second.result(10).version]
    assert [2, 3] == notified


def test_a_refusal_decided_on_a_pending_event_waits_until_that_is_on_disk(
    engine: Engine, store: EventStore
) -> None:
    code = store.open_room("host", OPENED)
    gate, asked = Gate(engine), threading.Event()

    def refuse(room: Room) -> None:
        asked.set()
        raise Refused(f"{len(room.players)} player")

    with ThreadPoolExecutor(2) as pool:
        pool.submit(store.execute, code, "device1", join)
        assert gate.reached.wait(10)
        second = pool.submit(store.execute, code, "device2", refuse)
        assert asked.wait(10)
        assert not second.done()
        gate.opened.set()
        assert "1 player" == str(second.exception(10))


def test_a_commit_that_fails_loses_only_events_that_were_not_acknowledged(
    engine: Engine, store: EventStore
) -> None:
    rooms = [store.open_room("host", OPENED) for _ in range(4)]
    commits = iter(range(1_000_000))

    def fail(_connection: object) -> None:
        time.sleep(0.002)
        if next(commits) % 5 == 3:
            raise OperationalError("COMMIT", None, Exception("disk full"))

    event.listen(engine, "commit", fail)

    def some(code: str, thread: int) -> list[tuple[str, str]]:
        acknowledged = []
        for number in range(25):
            name = f"{thread}-{number}"
            try:
                store.execute(
                    code, name, lambda room, me=name: events.PlayerJoined(str(room.seats_given + 1), me, me)
                )
            except OperationalError:
                continue
            acknowledged.append((code, name))
        return acknowledged

    with ThreadPoolExecutor(16) as pool:
        found = [pool.submit(some, rooms[thread % 4], thread) for thread in range(16)]
    acknowledged = {each for thread in found for each in thread.result()}
    event.remove(engine, "commit", fail)
    fresh = EventStore(engine, lambda *_: None)
    assert acknowledged == {(code, player.name) for code in rooms for player in fresh.load_room(code).players}
    assert 0 < len(acknowledged) < 400
    assert [fresh.load_room(code) for code in rooms] == [store.cached_room(code) for code in rooms]


def before_the_next_insert(engine: Engine, act: Callable[[], object]) -> None:
    """Do something after an event was decided and before it is inserted."""
    due = [act]

    def hurry(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT") and due:
            due.pop()()

    event.listen(engine, "before_cursor_execute", hurry)


def test_an_event_whose_number_another_process_has_taken_is_decided_again(
    engine: Engine, store: EventStore, other: EventStore
) -> None:
    code = store.open_room("host", OPENED)
    before_the_next_insert(engine, lambda: other.execute(code, "other", join))
    assert ["P1", "P2"] == [player.name for player in store.execute(code, "device", join).players]
    assert store.load_room(code) == other.load_room(code)


@pytest.fixture
def other(engine: Engine) -> Iterator[EventStore]:
    """The store of another process on the same database, with connections of its own."""
    made = create_engine(engine.url, **engine_options(str(engine.url)))
    prepare_engine(made)
    yield EventStore(made, lambda *_: None)
    made.dispose()


def test_versions_are_notified_in_order_and_never_before_they_are_cached(
    engine: Engine, other: EventStore
) -> None:
    notified: list[int] = []

    def on_version(code: str, version: int) -> None:
        known = store.cached_room(code)
        assert known is not None
        assert version <= known.version
        notified.append(version)

    store = EventStore(engine, on_version)
    code = store.open_room("host", OPENED)
    with ThreadPoolExecutor(12) as pool:
        for each in (store, store, other) * 20:
            pool.submit(each.execute, code, "somebody", join)
    assert 61 == store.load_room(code).version == notified[-1]
    assert sorted(set(notified)) == notified


def test_a_trusted_room_is_read_and_decided_on_without_a_query(engine: Engine) -> None:
    store = EventStore(engine, lambda *_: None, trust=60)
    code = store.open_room("host", OPENED)
    queries = statements(engine, "SELECT")
    store.execute(code, "device1", join)
    with pytest.raises(Refused):
        send(store, code, 1, 5)
    assert 2 == store.load_room(code).version
    assert [] == queries


def test_events_of_another_process_are_seen_when_the_trust_is_over(
    engine: Engine, other: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = EventStore(engine, lambda *_: None, trust=0.5)
    code = store.open_room("host", OPENED)
    other.execute(code, "other", join)
    now = time.monotonic()
    monkeypatch.setattr("companion.storage.event_store.time.monotonic", lambda: now + 0.6)
    assert 2 == store.load_room(code).version
    other.delete_room(code)
    monkeypatch.setattr("companion.storage.event_store.time.monotonic", lambda: now + 1.2)
    with pytest.raises(UnknownRoom):
        store.load_room(code)


def test_nothing_is_refused_because_of_an_outdated_state(store: EventStore, other: EventStore) -> None:
    code = store.open_room("host", OPENED)
    other.execute(code, "device1", join)

    def wants_somebody(room: Room) -> events.PlayerJoined:
        if not room.players:
            raise Refused("Nobody is here")
        return join(room)

    assert 3 == store.execute(code, "device2", wants_somebody).version


def test_reloading_notifies_of_changed_rooms_and_evicts_deleted_ones(
    engine: Engine, other: EventStore
) -> None:
    notified: list[tuple[str, int]] = []
    store = EventStore(engine, lambda code, version: notified.append((code, version)), trust=60)
    same, more, gone = (store.open_room("host", OPENED) for _ in range(3))
    other.execute(more, "other", join)
    other.execute(more, "other", join)
    other.delete_room(gone)
    queries = statements(engine, "SELECT")
    store.reload_changed([same, more, gone])
    assert 2 == len(queries)  # which have moved on, and what one of them has become
    assert [(more, 3)] == notified
    assert [1, 3] == [store.load_room(same).version, store.load_room(more).version]
    assert store.cached_room(gone) is None


def test_the_cache_does_not_grow_with_the_rooms(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.event_store._CACHE_BYTES", 5 * 18_200)  # five rooms of a player
    first = store.open_room("host", OPENED)
    store.execute(first, "a", join)
    before = sizes(store)
    for _ in range(30):
        store.execute(store.open_room("host", OPENED), "a", join)
    assert {**before, "_rooms": 5} == sizes(store)
    assert 2 == store.load_room(first).version


def test_a_room_with_many_events_leaves_place_for_few_others(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.storage.event_store._CACHE_BYTES", 100_000)
    small, large = (store.open_room("host", OPENED) for _ in range(2))
    store.execute(small, "a", join)
    for _ in range(150):
        store.execute(large, "host", lambda _: events.PlayerLeft("1"))
    assert ([large], 1) == ([*store._rooms], store.count_cached_rooms())
    assert 2 == store.load_room(small).version  # the last one is kept, however large it is
    assert [small] == [*store._rooms]
    store.delete_room(small)
    assert 0 == store._bytes


def test_a_room_takes_about_as_much_memory_as_the_cache_counts_for_it() -> None:
    for acts in (
        [events.PlayerJoined(str(n), f"Guest {n}", f"{n:032d}") for n in range(1, 1001)],
        [kind("1") for _ in range(2000) for kind in (events.PlayerLeft, events.PlayerReturned)],
    ):
        tracemalloc.start()
        room = Room("AB23")
        for each in (OPENED, events.PlayerJoined("1", "Ann", "ann"), *acts):
            [stored] = stored_events.load_events([stored_events.dump_event(each)])
            room = apply(room, stored, "0" * 32)
        measured, counted = tracemalloc.get_traced_memory()[0], event_store._memory_of(room)
        tracemalloc.stop()
        assert 0.6 < counted / measured < 2.5  # each event has the same browser here


def sizes(store: EventStore) -> dict[str, int]:
    """Return the sizes of the containers of a store."""
    return {name: len(each) for name, each in vars(store).items() if hasattr(each, "__len__")}
