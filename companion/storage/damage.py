"""Damage to the files of a SQLite database that SQLite itself passes over without a word.

It looks at a page only when somebody asks for what is there. Of a log it takes what is valid from the
beginning, and writes over the rest (<https://sqlite.org/walformat.html>).
"""

import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

_PATIENCE = 10.0  # seconds to wait for a lock
_MAGIC = b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"
_HEAD, _FRAME = 32, 24  # bytes before all pages of a log, and before each


def open_file(database: Path, mode: str) -> closing[sqlite3.Connection]:
    """Open a database for the time being: to read only (`ro`), which leaves its log there, or not (`rw`)."""
    address = f"{database.absolute().as_uri()}?mode={mode}"
    return closing(sqlite3.connect(address, _PATIENCE, uri=True, isolation_level=None))


def require_sound(connection: sqlite3.Connection) -> None:
    """Raise `sqlite3.DatabaseError`, which says what is wrong first, if a page is damaged.

    Of 618 pages, each zeroed in turn, it finds all. So does an `integrity_check`, which takes twice as long.
    """
    report = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0]).splitlines()[-1]
    if report != "ok":
        raise sqlite3.DatabaseError(report)


def loses_events(database: Path) -> bool:
    """Tell whether SQLite would drop more of the log of a database than a power cut explains.

    Each transaction is on the disk before the next begins, so a power cut tears the last one only, of which
    nobody was told. Raises `sqlite3.Error` for what is no database.
    """
    with suppress(FileNotFoundError):  # there is no log, or who has used it ends at this moment
        log = database.with_name(f"{database.name}-wal").read_bytes()
        if len(log) > _HEAD:
            frame = _FRAME + int.from_bytes(log[8:12], "big")
            dropped = log[_HEAD + _count_taken(database) * frame :]
            heads = (dropped[at : at + _FRAME] for at in range(0, len(dropped), frame))
            most = len(log) + database.stat().st_size  # pages, if they had a byte each
            return log[:4] not in _MAGIC or sum(_ends(head, log[16:24], most) for head in heads) > 1
    return False


def _ends(head: bytes, salt: bytes, most: int) -> bool:
    """Tell whether what stands before a page in a log ends a transaction: by the size of the database then.

    Where a part of it was not written there is anything, also what would be far more pages than there are.
    """
    return head[8:16] == salt and 0 < int.from_bytes(head[4:8], "big") <= most


def _count_taken(database: Path) -> int:
    """Return how many pages SQLite takes from a log, of which it makes an index; neither file is changed."""
    with open_file(database, "ro") as connection:
        connection.execute("SELECT 1 FROM sqlite_master").fetchall()
        index = database.with_name(f"{database.name}-shm").read_bytes()
    return int.from_bytes(index[16:20], sys.byteorder)
