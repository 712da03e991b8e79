"""Group commit: events in the queue share a commit, and an event fails only with its base."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from companion.room import events
from companion.room.game_state import BEGINNING
from companion.room.reducer import apply_all
from companion.room.state import LogEntry, Room
from companion.storage.group_commit import PendingEvent, WriteConflict, Writer

FULL = OperationalError("INSERT", None, Exception("disk full"))
TAKEN = IntegrityError("INSERT", None, Exception("number is taken"))


def pending(code: str = "AAA2", base: PendingEvent | None = None) -> PendingEvent:
    room = base.after if base else Room(code)
    entry = LogEntry(room.version + 1, BEGINNING, "host", events.RoomSet({"locked": True}))
    return PendingEvent(entry, room, apply_all(room, [entry]), base)


def numbers(batch: Sequence[PendingEvent]) -> list[tuple[str, int]]:
    return [(each.after.code, each.entry.number) for each in batch]


class BlockedWriter:
    """A writer whose first commit waits for `go`; each commit raises the next of `results`, if not None."""

    def __init__(self, *results: BaseException | None) -> None:
        self.commits: list[list[tuple[str, int]]] = []
        self.notified: list[tuple[str, int]] = []
        self.go = threading.Event()
        self.begun = threading.Event()
        self._results = list(results)
        self.writer = Writer(self._insert, lambda batch: self.notified.extend(numbers(batch)))
        self._pool = ThreadPoolExecutor(32)

    def _insert(self, batch: Sequence[PendingEvent]) -> None:
        self.begun.set()
        assert self.go.wait(10)
        result = self._results.pop(0) if self._results else None
        if result is not None:
            raise result
        self.commits.append(numbers(batch))

    def submit(self, event: PendingEvent) -> "Future[None]":
        """Submit an event, and complete it in a thread; the first is being written when this returns."""
        self.writer.submit(event)
        completing = self._pool.submit(self.writer.complete, event)
        assert self.begun.wait(10)
        return completing

    def end(self) -> None:
        self.go.set()
        self._pool.shutdown()


Make = Callable[..., BlockedWriter]


@pytest.fixture
def make(request: pytest.FixtureRequest) -> Make:
    def make(*results: BaseException | None) -> BlockedWriter:
        made = BlockedWriter(*results)
        request.addfinalizer(made.end)
        return made

    return make


def test_a_single_event_is_written_by_the_thread_that_submits_it(make: Make) -> None:
    blocked = make()
    blocked.go.set()
    event = pending()
    blocked.writer.submit(event)
    blocked.writer.complete(event)
    assert event.is_done
    assert [[("AAA2", 1)]] == blocked.commits
    assert [("AAA2", 1)] == blocked.notified


def test_events_submitted_during_a_commit_share_the_next(make: Make) -> None:
    blocked = make()
    completing = [blocked.submit(pending(f"AAA{number}")) for number in range(20)]
    blocked.go.set()
    for each in completing:
        assert each.result(10) is None
    assert [[("AAA0", 1)], [(f"AAA{n}", 1) for n in range(1, 20)]] == blocked.commits
    assert blocked.notified == [number for commit in blocked.commits for number in commit]


def test_nothing_is_notified_or_acknowledged_before_the_commit(make: Make) -> None:
    blocked = make()
    completing = blocked.submit(pending())
    assert not completing.done()
    assert [] == blocked.notified
    blocked.go.set()
    assert completing.result(10) is None
    assert [("AAA2", 1)] == blocked.notified


def test_when_the_database_fails_the_whole_queue_fails_and_nothing_after_it(make: Make) -> None:
    blocked = make(FULL)
    first = pending()
    completing = [blocked.submit(each) for each in (first, pending(base=first), pending("BBB2"))]
    blocked.go.set()
    assert [FULL] * 3 == [each.exception(10) for each in completing]
    assert blocked.submit(pending("BBB2")).exception(10) is None
    assert [[("BBB2", 1)]] == blocked.commits
    assert [("BBB2", 1)] == blocked.notified


def test_an_event_submitted_later_fails_with_the_one_it_was_decided_on(make: Make) -> None:
    blocked = make(FULL)
    blocked.go.set()
    first = pending()
    assert FULL is blocked.submit(first).exception(10)
    assert FULL is blocked.submit(pending(base=first)).exception(10)
    assert [] == blocked.commits


def test_a_conflict_in_one_room_fails_no_other(make: Make) -> None:
    blocked = make(None, TAKEN, TAKEN)  # of the second commit, and of room BBB2 alone
    conflicting = pending("BBB2")
    after = [pending("BBB2", conflicting), pending("CCC2"), pending("DDD2")]
    completing = [blocked.submit(each) for each in (pending("AAA2"), conflicting, *after)]
    blocked.go.set()
    kinds = [type(each.exception(10)) for each in completing]
    assert [type(None), WriteConflict, WriteConflict, type(None), type(None)] == kinds
    assert [[("AAA2", 1)], [("CCC2", 1)], [("DDD2", 1)]] == blocked.commits


def test_an_interrupted_writer_acknowledges_nothing_and_hands_over(make: Make) -> None:
    blocked = make(KeyboardInterrupt())
    blocked.go.set()
    first = pending()
    blocked.writer.submit(first)
    with pytest.raises(KeyboardInterrupt):
        blocked.writer.complete(first)
    with pytest.raises(RuntimeError, match="interrupted"):
        blocked.writer.complete(first)
    assert blocked.submit(pending()).exception(10) is None
