"""Two servers that share a database, as behind a load balancer."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.backing_services import Postgres, RedisServer
from tests.support.preloaded_server import PreloadedServer
from tests.support.server import Server

KEY = "one key for all servers of this test"
Start = Callable[[], Server]


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture
def start(tmp_path: Path, database: str, redis: RedisServer) -> Iterator[Start]:
    """Start servers that share a database, a Redis and the key; none may log errors."""
    environ = {"COMPANION_DATABASE_URL": database, "COMPANION_SECRET_KEY": KEY}
    environ |= {"COMPANION_REDIS_URL": redis.url, "COMPANION_DRAIN_SECONDS": "0"}
    started: list[Server] = []

    def one() -> Server:
        started.append(PreloadedServer(tmp_path / f"none{len(started)}", environ=environ))
        return started[-1].start()

    yield one
    complaints = "".join(each.errors() for each in started)
    for each in started:
        each.stop()
    assert "" == complaints


@pytest.fixture
def pair(start: Start) -> tuple[Server, Server]:
    return start(), start()
