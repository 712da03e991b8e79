"""Errors of a database, and what they mean."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError

from companion.room import events
from companion.storage.database import DatabaseFailure, classify_error
from companion.storage.event_store import EventStore
from tests.storage.test_event_store import OPENED
from tests.support.backing_services import Postgres


@pytest.mark.parametrize(
    ("said", "means"),
    [
        (psycopg.errors.DiskFull(), DatabaseFailure.FULL),
        (psycopg.errors.QueryCanceled(), DatabaseFailure.BUSY),
        (psycopg.errors.TooManyConnections(), DatabaseFailure.BUSY),
        (psycopg.errors.AdminShutdown(), DatabaseFailure.SILENT),
        (psycopg.OperationalError(), DatabaseFailure.SILENT),
    ],
)
def test_errors_of_postgresql_are_classified_as_those_of_sqlite(
    said: Exception, means: DatabaseFailure
) -> None:
    assert means == classify_error(OperationalError("INSERT", None, said))
    assert classify_error(ProgrammingError("INSRT", None, psycopg.errors.SyntaxError())) is None  # a mistake


def test_a_file_that_has_become_read_only_is_called_that(tmp_path: Path) -> None:
    (tmp_path / "room.db").touch()
    engine = create_engine(f"sqlite:///file:{tmp_path}/room.db?mode=ro&uri=true")
    with engine.connect() as connection, pytest.raises(OperationalError) as said:
        connection.execute(text("CREATE TABLE room (code)"))
    assert DatabaseFailure.READ_ONLY == classify_error(said.value)
    engine.dispose()


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.database()


@pytest.mark.slow
def test_waiting_for_a_locked_table_ends_with_busy(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.database._STATEMENT_TIMEOUT", 200)
    engine.dispose()  # so that new connections have the timeout
    store = EventStore(engine, lambda *_: None)
    code = store.open_room("host", OPENED)
    with engine.connect() as other:
        other.execute(text("LOCK TABLE act IN EXCLUSIVE MODE"))
        with pytest.raises(OperationalError) as said:
            store.execute(code, "host", lambda room: events.RoomSet({"locked": True}))
        assert DatabaseFailure.BUSY == classify_error(said.value)
    assert 2 == store.execute(code, "host", lambda room: events.RoomSet({"locked": True})).version


def test_connections_that_were_lost_are_replaced(engine: Engine, postgres: Postgres) -> None:
    store = EventStore(engine, lambda *_: None)
    code = store.open_room("host", OPENED)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: store.reload_room(code), range(20)))
    postgres.ask(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    )
    assert 2 == store.execute(code, "host", lambda room: events.RoomSet({"locked": True})).version


def test_errors_contain_no_values_of_the_statement(engine: Engine) -> None:
    with pytest.raises(DBAPIError) as said, engine.begin() as connection:
        connection.execute(text("SELECT * FROM nothing WHERE number = :number"), {"number": 31_415})
    assert "31415" not in str(said.value)
