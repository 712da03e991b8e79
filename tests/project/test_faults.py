"""Recovery from faults, in short; `python -m tests.tools.faults` runs the full set."""

import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.backing_services import Postgres, RedisServer
from tests.support.server import Server
from tests.tools.faults import held, trials
from tests.tools.faults.trials import Result

pytestmark = pytest.mark.slow

Start = Callable[..., Server]
LINUX = pytest.mark.skipif(
    not hasattr(resource, "prlimit"),
    reason="only Linux can mount a disk in memory, or set a quota on a process",
)
_KEPT = " Nothing that was sent before is lost: try again in a moment"
BUSY = "The host's computer is busy with its database." + _KEPT
SILENT = "The host's computer cannot use its database." + _KEPT
FULL = "The host's computer could not write that down: its disk may be full." + _KEPT


def check(result: Result, *, sentences: tuple[str, ...] = ()) -> None:
    """Assert that every acknowledged number is stored exactly once after all faults."""
    assert result.tried == result.survived, result
    assert result.acknowledged == result.kept, result
    assert set(result.sentences) <= set(sentences), result


def test_every_acknowledged_number_survives_kill_9(start_server: Start) -> None:
    check(trials.kills(start_server(), 2))


def test_the_server_waits_for_a_database_locked_by_another_program(start_server: Start) -> None:
    check(trials.locked(start_server(), 1.5))


def test_a_long_database_lock_is_reported_as_busy_and_the_tv_continues(
    start_server: Start,
) -> None:
    result = trials.locked(start_server(), 6)
    check(result, sentences=(BUSY,))
    assert result.faults


@LINUX
def test_a_failed_write_is_reported_and_play_continues_when_there_is_space(
    start_server: Start,
) -> None:
    server = start_server()
    result = trials.full(server, *trials.quota(server), "a quota reached")
    check(result, sentences=(FULL,))
    assert "could not write that down: its disk may be full (SQLITE_IOERR_WRITE)" in server.output()
    assert "" == server.errors()


@LINUX
def test_the_server_survives_a_full_disk(tmp_path: Path) -> None:
    with trials.small_disk(tmp_path / "disk") as ways:
        server = Server(tmp_path / "disk").start()
        try:  # without permission to mount a disk, a quota replaces it
            check(trials.full(server, *(ways or trials.quota(server)), "the disk full"), sentences=(FULL,))
        finally:
            server.stop()


def test_two_hundred_screens_are_closed_at_once_and_reconnect_to_the_next_server(start_server: Start) -> None:
    server = start_server()
    check(trials.stopped(server, 200))
    assert "" == server.errors()


Two = Callable[[], tuple[Server, Server]]


@pytest.fixture
def two(tmp_path: Path, postgres: Postgres, redis: RedisServer) -> Iterator[Two]:
    """Start two servers on one database and one bus."""
    environ = trials.shared(postgres, redis)
    made = [Server(tmp_path / "none", environ=environ) for _ in range(2)]
    yield lambda: (made[0].start(), made[1].start())
    complaints = made[0].errors() + made[1].errors()
    for each in made:
        each.stop()
    assert "" == complaints


def test_an_evening_on_two_servers_continues_without_a_bus(two: Two, redis: RedisServer) -> None:
    check(trials.away(*two(), redis, 4, "Redis", goes_on=True))


def test_an_evening_on_two_servers_pauses_without_its_database_and_loses_nothing(
    two: Two, postgres: Postgres
) -> None:
    check(trials.away(*two(), postgres, 4, "PostgreSQL", goes_on=False), sentences=(BUSY, SILENT))


@LINUX
def test_many_games_leak_no_threads_or_files_and_only_the_events_use_memory(start_server: Start) -> None:
    server = start_server(environ=held.UNLIMITED)
    result = held.evening(server, 4, warm=2)
    assert result.steady, result
    assert result.games
    assert result.streams
    assert "" == server.errors()
