"""What a database says when it cannot be used, and what that means for whoever asked."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError

from companion.room import events
from companion.storage.database import DatabaseTrouble, classify_error, engine_options, prepare_engine
from companion.storage.event_store import EventStore
from tests.support.backing_services import Postgres

OPENED = events.RoomOpened("host", "good-enough", {}, None)


@pytest.mark.parametrize(
    ("said", "means"),
    [
        (psycopg.errors.DiskFull(), DatabaseTrouble.FULL),
        (psycopg.errors.QueryCanceled(), DatabaseTrouble.BUSY),
        (psycopg.errors.TooManyConnections(), DatabaseTrouble.BUSY),
        (psycopg.errors.AdminShutdown(), DatabaseTrouble.SILENT),
        (psycopg.OperationalError(), DatabaseTrouble.SILENT),
    ],
)
def test_what_postgresql_says_is_told_as_what_a_file_would_say(
    said: Exception, means: DatabaseTrouble
) -> None:
    assert means == classify_error(OperationalError("INSERT", None, said))


def test_a_mistake_in_the_program_is_no_trouble_of_the_databases() -> None:
    assert classify_error(ProgrammingError("INSRT", None, psycopg.errors.SyntaxError())) is None


@pytest.fixture
def engine(postgres: Postgres) -> Iterator[Engine]:
    url = postgres.database()
    made = create_engine(url, **engine_options(url))
    prepare_engine(made)
    yield made
    made.dispose()


def test_nobody_waits_for_ever_for_a_database_that_somebody_holds(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.storage.database._BUSY", 200)
    engine.dispose()  # connections from now on are more hurried
    store = EventStore(engine, lambda *_: None)
    code = store.open_room("host", OPENED)
    with engine.connect() as other:
        other.execute(text("LOCK TABLE act IN EXCLUSIVE MODE"))
        with pytest.raises(OperationalError) as said:
            store.execute(code, "host", lambda room: events.RoomLocked(True))
        assert DatabaseTrouble.BUSY == classify_error(said.value)
    assert 2 == store.execute(code, "host", lambda room: events.RoomLocked(True)).version


def test_connections_that_died_unnoticed_harm_nobody(engine: Engine, postgres: Postgres) -> None:
    store = EventStore(engine, lambda *_: None)
    code = store.open_room("host", OPENED)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: store.reload_room(code), range(20)))
    postgres.ask(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    )
    assert 2 == store.execute(code, "host", lambda room: events.RoomLocked(True)).version


def test_errors_name_none_of_the_values_that_were_to_be_stored(engine: Engine) -> None:
    with pytest.raises(DBAPIError) as said, engine.begin() as connection:
        connection.execute(text("SELECT * FROM nothing WHERE number = :number"), {"number": 31_415})
    assert "31415" not in str(said.value)
