"""Keep the log of a room: `python -m tests.tools.logs NAME DATABASE CODE`.

The room is read from a SQLite database as it is stored, after it was played in the app. A log that is kept
already is never written again: what was stored once replays to the same state for ever.
"""

import sqlite3
import sys
from pathlib import Path

from tests.support.kept_logs import StoredEvent, keep_log


def stored_events(database: Path, code: str) -> list[StoredEvent]:
    """Read the events of a room as they are stored."""
    query = 'SELECT number, at, "by", what FROM act WHERE room = ? ORDER BY number'
    with sqlite3.connect(database) as connection:
        return connection.execute(query, (code,)).fetchall()


if __name__ == "__main__":
    name, database, code = sys.argv[1:]
    keep_log(name, stored_events(Path(database), code))
