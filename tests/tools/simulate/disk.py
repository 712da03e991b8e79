"""The disk under the database: it may fail, be full or slow, and without power loses what was not synced."""

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError

from tests.tools.simulate import clock

Failure = Literal["", "SQLITE_IOERR", "SQLITE_FULL", "SQLITE_BUSY"]
Row = tuple[int, str, str, str]
_FULL = 2  # what `PRAGMA synchronous` says where a commit waits for the disk


class Disk:
    """The file of the database; the world decides how it fares."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "companion.db"
        self.failure: Failure = ""
        """The error that each write raises at present."""
        self.is_gone = False
        """Whether nothing can be read either."""
        self.seconds = 0.0
        """How long each write takes."""
        self._synced: Path | None = None
        self._reader: sqlite3.Connection | None = None

    def attach(self, engine: Engine) -> None:
        """Decide about all that this engine writes."""
        event.listen(engine, "before_cursor_execute", self._before_statement)
        event.listen(engine, "commit", self._before_commit)

    def heal(self) -> None:
        self.failure, self.is_gone, self.seconds = "", False, 0.0

    def lose_unsynced(self) -> None:
        """Go back to what was on the disk for good; to be called while no server runs."""
        if self._synced:
            self.close()
            for each in self.folder.glob("companion.db-*"):
                each.unlink()
            shutil.copyfile(self._synced, self.file)
            self._synced = None

    def entries(self, code: str, after: int = 0) -> list[Row]:
        """Read the stored events of a room, past all servers: number, time, device, content."""
        if self._reader is None:
            self._reader = sqlite3.connect(self.file, isolation_level=None)
        query = "SELECT number, at, by, what FROM act WHERE room = ? AND number > ? ORDER BY number"
        return self._reader.execute(query, (code, after)).fetchall()

    def close(self) -> None:
        if self._reader:
            self._reader.close()
        self._reader = None

    def _before_statement(
        self,
        connection: Connection,
        _cursor: object,
        statement: str,
        _parameters: object,
        _context: object,
        _many: bool,
    ) -> None:
        if self.is_gone:
            raise _error("SQLITE_CANTOPEN", statement)
        is_first_write = not _raw(connection).in_transaction and not statement.startswith("SELECT")
        if is_first_write and self.seconds:
            clock.sleep(self.seconds)  # before it has the lock of the file
        if is_first_write and self.failure == "SQLITE_BUSY":
            raise _error(self.failure, statement)

    def _before_commit(self, connection: Connection) -> None:
        raw = _raw(connection)
        if not raw.in_transaction:
            return
        if self.failure:
            raise _error(self.failure, "COMMIT")
        [[level]] = raw.execute("PRAGMA synchronous").fetchall()
        if level == _FULL:
            self._synced = None
        elif self._synced is None:
            self._synced = self._copy()

    def _copy(self) -> Path:
        """Copy the database as it was before this commit."""
        copy = self.folder / "synced.db"
        copy.unlink(missing_ok=True)
        source, target = sqlite3.connect(self.file), sqlite3.connect(copy)
        source.backup(target)
        source.close()
        target.close()
        return copy


def _raw(connection: Connection) -> sqlite3.Connection:
    found: Any = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


def _error(name: str, statement: str) -> OperationalError:
    error: Any = sqlite3.OperationalError("simulated")
    error.sqlite_errorname = name
    return OperationalError(statement, {}, error)


def rows_text(rows: Sequence[Row]) -> str:
    """Write stored events as lines, for a report."""
    return "\n".join(f"{number} {at} {by[:4]} {what}" for number, at, by, what in rows)
