"""An event store on each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine

from companion.storage.database import engine_options, prepare_engine
from companion.storage.event_store import EventStore


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'companion.db'}"
    made: str = request.getfixturevalue("postgres").database()
    return made


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    made = create_engine(url, **engine_options(url))
    prepare_engine(made)
    yield made
    made.dispose()


@pytest.fixture
def store(engine: Engine) -> EventStore:
    return EventStore(engine, lambda code, version: None)
