"""A SQLite database of which one statement fails, once."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

_CODES = ("SQLITE_IOERR", "SQLITE_FULL", "SQLITE_BUSY")
T = TypeVar("T")


class OneFailure:
    """Counts the statements of this process, commits among them, and has the `nth` fail.

    If `is_late` it is done all the same, as when a connection breaks before the answer.
    """

    def __init__(self, nth: int, *, is_late: bool = False) -> None:
        self._nth = nth
        self._is_late = is_late
        self._is_over = False
        self._count = 0

    @property
    def has_come(self) -> bool:
        return self._count >= self._nth

    def stop(self) -> None:
        """Have nothing fail from now on."""
        self._is_over = True

    def run(self, statement: Callable[[], T]) -> T:
        self._count += not self._is_over
        if self._is_over or self._count != self._nth:
            return statement()
        if self._is_late:
            statement()
        error = sqlite3.OperationalError("as the test wants it")
        error.sqlite_errorname = _CODES[self._nth % len(_CODES)]
        raise error


@contextmanager
def failing_database(failure: OneFailure) -> Iterator[None]:
    """Have the statements of all connections that are made meanwhile counted, and one of them fail."""

    class Cursor(sqlite3.Cursor):
        def execute(self, *statement: Any) -> sqlite3.Cursor:
            return failure.run(lambda: super(Cursor, self).execute(*statement))

        def executemany(self, *statement: Any) -> sqlite3.Cursor:
            return failure.run(lambda: super(Cursor, self).executemany(*statement))

    class Connection(sqlite3.Connection):
        def cursor(self, factory: type[sqlite3.Cursor] = Cursor) -> sqlite3.Cursor:
            return super().cursor(factory)

        def execute(self, *statement: Any) -> sqlite3.Cursor:
            return self.cursor().execute(*statement)

        def commit(self) -> None:
            if self.in_transaction:
                failure.run(super().commit)

        def backup(self, target: sqlite3.Connection, **how: Any) -> None:
            failure.run(lambda: super(Connection, self).backup(target, **how))

    real = sqlite3.connect

    def connect(*where: Any, **how: Any) -> sqlite3.Connection:
        return real(*where, **{"factory": Connection, **how})

    with patch.object(sqlite3, "connect", connect), patch.object(sqlite3.dbapi2, "connect", connect):
        yield
