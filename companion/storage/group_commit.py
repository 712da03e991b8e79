"""Writing journals down: lines that wait at the same moment share one commit, and none is in force before it.

There is no thread for it. Whoever brings a line while nobody writes, writes all lines that wait; those who
come meanwhile wait, and the first of them writes for all of them when the pen is free.
"""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from sqlalchemy.exc import IntegrityError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.room.state import LogEntry, Room

_TROUBLES = (OperationalError, InterfaceError, InternalError, PoolTimeout)
"""What is wrong with the database, and not with a line."""

_log = logging.getLogger(__name__)


class WriteConflict(Exception):  # noqa: N818 - nothing is wrong, it only has to be decided anew
    """Another process has written under that number first, or the room is gone."""


class PendingEvent:
    """A line on its way to the disk, its room without and with it, and the line on its way that it stands on.

    `fault` says, once the line is settled, why it was not written; None if it was.
    """

    def __init__(
        self, entry: LogEntry, before: Room, room: Room, under: "PendingEvent | None" = None
    ) -> None:
        self.entry = entry
        self.before = before
        self.room = room
        self.under = under
        self.fault: Exception | None = None
        self.is_settled = False
        self._called = threading.Event()
        self._settled = threading.Event()

    def settle(self, fault: Exception | None) -> None:
        """Say how it went, once: what is not written falls with everything that stands on it."""
        self.fault, self.under, self.is_settled = fault, None, True

    def call(self) -> None:
        """Wake whoever brought this line: it is to write, or it is settled."""
        self._called.set()

    def called(self) -> None:
        """Wait for that."""
        self._called.wait()

    def let_go(self) -> None:
        """Wake all who wait for this line."""
        self._settled.set()
        self.call()

    def outcome(self) -> None:
        """Wait until the line is settled; raises what kept it from being written."""
        self._settled.wait()
        if self.fault is not None:
            raise self.fault


WriteEvents = Callable[[Sequence[PendingEvent]], None]
"""Writes lines in one transaction; raises `IntegrityError` where a number is taken or a room is gone."""

OnWritten = Callable[[Sequence[PendingEvent]], None]
"""Hears of lines that are on disk, in their order, before those who brought them do."""


class Writer:
    """Writes the lines of all rooms, in the order in which they came."""

    def __init__(self, write: WriteEvents, written: OnWritten) -> None:
        self._write = write
        self._written = written
        self._guard = threading.Lock()
        self._waiting: list[PendingEvent] = []
        self._pen_is_taken = False

    def take(self, line: PendingEvent) -> None:
        """Put a line in the queue. Whoever brings it must then call `wait`: it may fall to them to write."""
        with self._guard:
            self._waiting.append(line)
            if not self._pen_is_taken:
                self._pen_is_taken = True
                line.call()

    def wait(self, line: PendingEvent) -> None:
        """Wait until one's own line is on disk; raises `Overtaken`, or what the database said."""
        line.called()
        if not line.is_settled:
            self._write_all()
        line.outcome()

    def _write_all(self) -> None:
        """Write whatever waits, and pass the pen on."""
        lines = self._taken()
        fault: Exception = RuntimeError("interrupted while writing")
        try:
            self._settle(lines)
        except Exception as said:  # noqa: BLE001 - each of those who wait raises it
            fault = said
            lines += self._taken()  # they would wait as long as these, for the same
        finally:
            for line in lines:
                if not line.is_settled:
                    line.settle(fault)
            self._pass_on()
            for line in lines:
                line.let_go()

    def _taken(self) -> list[PendingEvent]:
        with self._guard:
            lines, self._waiting = self._waiting, []
        return lines

    def _pass_on(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting[0].call()
            else:
                self._pen_is_taken = False

    def _settle(self, lines: Iterable[PendingEvent]) -> None:
        """Write lines in one commit; where one cannot be written, each room's in one, so that others stand.

        Raises what keeps any line from being written.
        """
        standing = [line for line in lines if _stands(line)]
        if not standing:
            return
        try:
            self._write(standing)
        except _TROUBLES:
            raise
        except Exception as fault:  # noqa: BLE001 - whoever brought the line raises it
            rooms = _by_room(standing)
            if len(rooms) > 1:
                for each in rooms:
                    self._settle(each)
            else:
                for line in standing:
                    line.settle(WriteConflict() if isinstance(fault, IntegrityError) else fault)
        else:
            self._tell(standing)
            for line in standing:
                line.settle(None)

    def _tell(self, lines: Sequence[PendingEvent]) -> None:
        try:
            self._written(lines)
        except Exception:  # noqa: BLE001 - whatever it is, what was written is on disk
            _log.exception("what was written could not be told")


def _stands(line: PendingEvent) -> bool:
    """Tell whether a line may be written; it falls with the one that it stands on."""
    under = line.under
    if under is not None and under.is_settled and under.fault is not None:
        line.settle(under.fault)
        return False
    return True


def _by_room(lines: Iterable[PendingEvent]) -> list[list[PendingEvent]]:
    found: defaultdict[str, list[PendingEvent]] = defaultdict(list)
    for line in lines:
        found[line.room.code].append(line)
    return list(found.values())
