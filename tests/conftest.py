"""What tests share: a running server, and a party in one of its rooms."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.backing_services import Postgres, RedisServer
from tests.support.guest import Guest
from tests.support.server import Server

settings.register_profile("companion", deadline=None)  # a busy laptop is no failure
settings.load_profile("companion")

Party = tuple[Guest, list[Guest]]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not harm it; it must not have complained in the end."""
    running = Server(tmp_path_factory.mktemp("data")).start()
    yield running
    complaints = running.errors()
    running.stop()
    assert complaints == ""


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers of the test's own, which may come to harm."""
    started: list[Server] = []

    def start(*options: str, port: int = 0, environ: Mapping[str, str] | None = None) -> Server:
        started.append(Server(tmp_path / f"data{len(started)}", *options, port=port, environ=environ))
        return started[-1].start()

    yield start
    for each in started:
        each.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server; whoever stops it starts it again."""
    made = Postgres()
    made.start()
    yield made
    made.remove()


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    """A Redis server of the test's own."""
    made = RedisServer()
    made.start()
    yield made
    made.remove()


@pytest.fixture
def party(server: Server) -> Callable[..., Party]:
    """Open a room with a host and players of these names; the host starts the game with `options`."""

    def gather(*names: str, **options: object) -> Party:
        return gather_at(server, *names, **options)

    return gather


def gather_at(server: Server, *names: str, **options: object) -> Party:
    """Open a room on a server, seat the named players, and start a game."""
    host = Guest(server.url)
    host.start_room(**options)
    guests = [Guest(server.url) for _ in names]
    for guest, name in zip(guests, names, strict=True):
        guest.join(host.code, name)
    assert host.begin(**options).status == 200
    return host, guests
