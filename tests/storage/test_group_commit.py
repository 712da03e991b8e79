"""The scribe: lines that wait together are written together, and each falls only with what it stands on."""

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


def line(code: str = "AAA2", under: PendingEvent | None = None) -> PendingEvent:
    room = under.room if under else Room(code)
    entry = LogEntry(room.version + 1, BEGINNING, "host", events.RoomLocked(True))
    return PendingEvent(entry, room, apply_all(room, [entry]), under)


def places(lines: Sequence[PendingEvent]) -> list[tuple[str, int]]:
    return [(each.room.code, each.entry.number) for each in lines]


class Desk:
    """A scribe whose first commit waits until it is let go; each commit does what `ways` says next."""

    def __init__(self, *ways: Exception | None) -> None:
        self.commits: list[list[tuple[str, int]]] = []
        self.told: list[tuple[str, int]] = []
        self.go = threading.Event()
        self.begun = threading.Event()
        self._ways = list(ways)
        self.scribe = Writer(self._write, lambda lines: self.told.extend(places(lines)))
        self._pool = ThreadPoolExecutor(32)

    def _write(self, lines: Sequence[PendingEvent]) -> None:
        self.begun.set()
        assert self.go.wait(10)
        way = self._ways.pop(0) if self._ways else None
        if way is not None:
            raise way
        self.commits.append(places(lines))

    def bring(self, brought: PendingEvent) -> "Future[None]":
        """Bring a line in a thread of its own; the first is being written when this returns."""
        self.scribe.take(brought)
        waiting = self._pool.submit(self.scribe.wait, brought)
        assert self.begun.wait(10)
        return waiting

    def end(self) -> None:
        self.go.set()
        self._pool.shutdown()


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> Callable[..., Desk]:
    def make(*ways: Exception | None) -> Desk:
        made = Desk(*ways)
        request.addfinalizer(made.end)
        return made

    return make


def test_a_lone_line_is_written_by_whoever_brings_it(desk: Callable[..., Desk]) -> None:
    here = desk()
    here.go.set()
    alone = line()
    here.scribe.take(alone)
    here.scribe.wait(alone)
    assert [[("AAA2", 1)]] == here.commits
    assert [("AAA2", 1)] == here.told


def test_lines_that_come_during_a_commit_share_the_next(desk: Callable[..., Desk]) -> None:
    here = desk()
    brought = [line(f"AAA{number}") for number in range(20)]
    waiting = [here.bring(each) for each in brought]
    here.go.set()
    for each in waiting:
        assert each.result(10) is None
    assert [[("AAA0", 1)], [(f"AAA{n}", 1) for n in range(1, 20)]] == here.commits
    assert here.told == [place for commit in here.commits for place in commit]


def test_nobody_is_told_and_nothing_acknowledged_before_the_commit_is_through(
    desk: Callable[..., Desk],
) -> None:
    here = desk()
    waiting = here.bring(line())
    assert not waiting.done()
    assert [] == here.told
    here.go.set()
    assert waiting.result(10) is None
    assert [("AAA2", 1)] == here.told


def test_a_failed_commit_takes_with_it_all_that_waited_and_nothing_after_it(
    desk: Callable[..., Desk],
) -> None:
    here = desk(FULL)
    first = line()
    on_top = line(under=first)
    waiting = [here.bring(each) for each in (first, on_top, line("BBB2"))]
    here.go.set()
    assert [FULL] * 3 == [each.exception(10) for each in waiting]
    assert here.bring(line("BBB2")).exception(10) is None
    assert [[("BBB2", 1)]] == here.commits
    assert [("BBB2", 1)] == here.told


def test_a_line_that_comes_later_falls_with_the_one_it_stands_on(desk: Callable[..., Desk]) -> None:
    here = desk(FULL)
    here.go.set()
    first = line()
    assert FULL is here.bring(first).exception(10)
    assert FULL is here.bring(line(under=first)).exception(10)
    assert [] == here.commits


def test_where_one_room_is_overtaken_the_others_stand(desk: Callable[..., Desk]) -> None:
    here = desk(None, TAKEN, TAKEN)  # of the second commit, of its first room alone
    overtaken = line("BBB2")
    brought = [line("AAA2"), overtaken, line("BBB2", overtaken), line("CCC2"), line("DDD2")]
    waiting = [here.bring(each) for each in brought]
    here.go.set()
    kinds = [type(each.exception(10)) for each in waiting]
    assert [type(None), WriteConflict, WriteConflict, type(None), type(None)] == kinds
    assert [[("AAA2", 1)], [("CCC2", 1)], [("DDD2", 1)]] == here.commits


def test_a_line_that_cannot_be_written_at_all_takes_no_other_room_along(desk: Callable[..., Desk]) -> None:
    unwritable = ValueError("not even JSON")
    here = desk(None, unwritable, unwritable)  # the second commit, and then its first room alone
    brought = [line("AAA2"), line("BBB2"), line("CCC2")]
    waiting = [here.bring(each) for each in brought]
    here.go.set()
    assert [None, unwritable, None] == [each.exception(10) for each in waiting]
    assert [[("AAA2", 1)], [("CCC2", 1)]] == here.commits


def test_trouble_that_comes_while_rooms_are_written_one_by_one_spares_what_is_written(
    desk: Callable[..., Desk],
) -> None:
    here = desk(None, TAKEN, None, FULL)
    waiting = [here.bring(line(code)) for code in ("AAA2", "BBB2", "CCC2", "DDD2")]
    here.go.set()
    assert [None, None, FULL, FULL] == [each.exception(10) for each in waiting]
    assert [[("AAA2", 1)], [("BBB2", 1)]] == here.commits


def test_what_cannot_be_told_is_written_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    def deaf(lines: Sequence[PendingEvent]) -> None:
        raise ValueError

    scribe = Writer(lambda lines: None, deaf)
    alone = line()
    scribe.take(alone)
    scribe.wait(alone)
    assert "could not be told" in caplog.text


def test_a_writer_that_is_interrupted_acknowledges_nothing_and_passes_the_pen_on(
    desk: Callable[..., Desk],
) -> None:
    here = desk()
    here.go.set()
    here._ways.append(KeyboardInterrupt())  # type: ignore[arg-type]
    first = line()
    here.scribe.take(first)
    with pytest.raises(KeyboardInterrupt):
        here.scribe.wait(first)
    with pytest.raises(RuntimeError, match="interrupted"):
        first.outcome()
    assert here.bring(line()).exception(10) is None
