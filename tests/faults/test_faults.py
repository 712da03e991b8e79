"""Faults survived, in short; `python -m tests.faults` tries them in full."""

import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults import trials
from tests.faults.trials import Result
from tests.server import Server

Start = Callable[..., Server]
LINUX = pytest.mark.skipif(
    not hasattr(resource, "prlimit"),
    reason="only Linux can mount a disk in memory, or set a quota on a process",
)
_KEPT = " Nothing that was sent before is lost: try again in a moment"
BUSY = "The host's computer is busy with its database." + _KEPT
FULL = "The host's computer could not write that down: its disk may be full." + _KEPT


def check(result: Result, *, sentences: tuple[str, ...] = ()) -> None:
    """All was survived, and every acknowledged number is in the journal exactly once."""
    assert result.tried == result.survived, result
    assert result.acknowledged == result.kept, result
    assert set(result.sentences) <= set(sentences), result


def test_every_acknowledged_number_survives_kill_9(start_server: Start) -> None:
    check(trials.kills(start_server(), 2))


def test_a_database_that_another_program_locks_is_waited_for(start_server: Start) -> None:
    check(trials.locked(start_server(), 1.5))


def test_a_database_that_is_locked_for_long_is_said_to_be_busy_and_the_tv_goes_on(
    start_server: Start,
) -> None:
    result = trials.locked(start_server(), 6)
    check(result, sentences=(BUSY,))
    assert result.faults


@LINUX
def test_where_nothing_can_be_written_people_read_so_and_go_on_when_there_is_room(
    start_server: Start,
) -> None:
    server = start_server()
    result = trials.full(server, *trials.quota(server), "a quota reached")
    check(result, sentences=(FULL,))
    assert "could not write that down: its disk may be full (SQLITE_IOERR_WRITE)" in server.output()
    assert "" == server.errors()


@LINUX
def test_a_full_disk_is_survived(tmp_path: Path) -> None:
    with trials.small_disk(tmp_path / "disk") as ways:
        server = Server(tmp_path / "disk").start()
        try:  # where we may not mount a disk, a quota stands for it
            check(trials.full(server, *(ways or trials.quota(server)), "the disk full"), sentences=(FULL,))
        finally:
            server.stop()


def test_two_hundred_screens_are_let_go_at_once_and_find_the_next_server(start_server: Start) -> None:
    server = start_server()
    check(trials.stopped(server, 200))
    assert "" == server.errors()
