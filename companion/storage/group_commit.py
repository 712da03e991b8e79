"""Group commit: events that are queued at the same moment are stored in one transaction.

The writer has no thread of its own. A thread that completes an event while no other writes, writes everything
in the queue. Threads that come meanwhile wait; the first of them writes the next batch.
"""

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from itertools import filterfalse, groupby
from operator import attrgetter

from sqlalchemy.exc import IntegrityError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.room.state import LogEntry, Room

_DATABASE_FAILURES = (OperationalError, InterfaceError, InternalError, PoolTimeout)
"""Errors of the database as a whole, not of one event."""

_CODE = attrgetter("after.code")
_log = logging.getLogger(__name__)


class WriteConflict(Exception):  # noqa: N818 - not a fault: the command is decided again
    """Another process has stored an event under that number first, or the room was deleted."""


@dataclass(eq=False, repr=False)
class PendingEvent:
    """An event to be stored: `is_done` when it is on disk, or has failed with an `error`.

    `before` and `after` are its room without and with it. `base` is the pending event that it was decided
    on, if any: when that one fails, so does this. `context` is that of the thread that submits it: another
    one may write it, and what it says is about this one's request.
    """

    entry: LogEntry
    before: Room
    after: Room
    base: "PendingEvent | None"
    context: Context = field(default_factory=copy_context)
    error: Exception | None = None
    is_done: bool = False

    def finish(self, error: Exception | None) -> None:
        """Note how it ended, and let go of the base so that events do not form an endless chain."""
        self.base = None
        del self.context  # it refers to the whole request
        self.error, self.is_done = error, True  # in this order: other threads look at it


TakeEvents = Callable[[Sequence[PendingEvent]], None]


class Writer:
    """Stores the events of all rooms in the order in which they were submitted.

    `insert` does so in one transaction, and raises `IntegrityError` if a number is taken or a room is gone;
    `on_stored` is called after it, before any of them is done.
    """

    def __init__(self, insert: TakeEvents, on_stored: TakeEvents) -> None:
        self._insert = insert
        self._on_stored = on_stored
        self._turn = threading.Condition()
        self._queue: list[PendingEvent] = []
        self._is_writing = False

    def submit(self, event: PendingEvent) -> None:
        """Queue an event; it is written when this or another one is completed."""
        with self._turn:
            self._queue.append(event)

    def complete(self, event: PendingEvent) -> None:
        """Wait until a submitted event is on disk; raises `WriteConflict`, or the error of the database."""
        with self._turn:
            self._turn.wait_for(lambda: event.is_done or not self._is_writing)
            if is_writing := not event.is_done:
                self._is_writing = True
        if is_writing:
            self._write_queue()
        if event.error:
            raise event.error

    def _write_queue(self) -> None:
        """Write everything in the queue, and let the next thread write."""
        batch = self._drain()
        error: Exception = RuntimeError("interrupted while writing")
        try:
            self._store(batch)
        except Exception as raised:  # noqa: BLE001 - each thread that waits raises it
            error = raised
            batch += self._drain()  # a database that fails now would make these wait in vain
        finally:
            for event in batch:
                if not event.is_done:
                    event.finish(error)
            with self._turn:
                self._is_writing = False
                self._turn.notify_all()

    def _drain(self) -> list[PendingEvent]:
        with self._turn:
            batch, self._queue = self._queue, []
        return batch

    def _store(self, batch: Iterable[PendingEvent]) -> None:
        """Store events in one transaction; if one is invalid, each room's in its own. Raises other errors."""
        valid = [*filterfalse(_fails_with_base, batch)]
        if not valid:
            return
        failed: Exception | None = None
        try:
            self._insert(valid)
        except _DATABASE_FAILURES:
            raise
        except Exception as error:  # noqa: BLE001 - the thread that submitted the event raises it
            rooms = [list(events) for _, events in groupby(sorted(valid, key=_CODE), _CODE)]
            if len(rooms) > 1:
                for events in rooms:
                    self._store(events)
                return
            failed = WriteConflict() if isinstance(error, IntegrityError) else error
        else:
            try:
                self._on_stored(valid)
            except Exception:  # noqa: BLE001 - the events are on disk in any case
                _log.exception("what was written could not be told")
        for event in valid:
            event.finish(failed)


def _fails_with_base(event: PendingEvent) -> bool:
    """Fail an event whose base has failed, and tell whether it did."""
    if event.base is None or event.base.error is None:
        return False
    event.finish(event.base.error)
    return True
