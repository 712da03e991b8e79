"""Damage to a database is said before anything is written to it, and nothing else is taken for damage."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from companion import cli
from companion.i18n.errors import Refused
from companion.storage import damage
from companion.storage.backup import in_use
from companion.storage.database import prepare_engine
from tests.storage.test_backup import files_of, prepare
from tests.storage.test_restore import make

PAGE = 4096
ROOMS = 40


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with rooms, whose newest are in the log, as a killed server leaves it."""
    database = make(tmp_path / "data", "AB23", b"k" * 32)
    prepare(database)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        for number in range(ROOMS):
            connection.execute("INSERT INTO room VALUES (?, '2026-11-28')", (f"R{number}",))
        left = {each: each.read_bytes() for each in (database, log_of(database))}
    for path, content in left.items():
        path.write_bytes(content)
    return database.parent


def log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


def contents(data: Path) -> dict[str, bytes]:
    """Return what must not change: `-shm` is made anew by whoever looks."""
    return {path.name: path.read_bytes() for path in data.glob("companion.db*") if path.suffix != ".db-shm"}


def opened(data: Path) -> int:
    """Open a database as the server does; return how many rooms are there. Raises `Refused`."""
    database = data / "companion.db"
    engine = create_engine(f"sqlite:///{database}")
    try:
        with in_use(files_of(database)):
            prepare_engine(engine, files_of(database))
            with engine.connect() as connection:
                return connection.exec_driver_sql("SELECT count(*) FROM room").scalar_one()
    finally:
        engine.dispose()


def test_a_page_of_zeros_is_found_wherever_it_is_and_nothing_is_written(data: Path) -> None:
    database = data / "companion.db"
    assert opened(data) == ROOMS + 1
    sound = database.read_bytes()
    assert len(sound) > 8 * PAGE
    for at in range(0, len(sound), PAGE):
        database.write_bytes(sound[:at] + bytes(PAGE) + sound[at + PAGE :])
        before = contents(data)
        with pytest.raises(Refused, match=r"^The rooms cannot be read: .* companion restore FILE --replace"):
            opened(data)
        assert before == contents(data), at


GARBLED: dict[str, Callable[[bytes], bytes]] = {
    "zeros": lambda log: bytes(len(log)),
    "noise": lambda log: os.urandom(len(log)),
    "noise at its beginning": lambda log: os.urandom(512) + log[512:],
    "noise in its middle": lambda log: log[:9_000] + os.urandom(PAGE) + log[9_000 + PAGE :],
}


@pytest.mark.parametrize("garbled", GARBLED)
def test_a_garbled_log_is_said_by_whatever_opens_it_and_not_written_over(
    data: Path, garbled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    log = log_of(data / "companion.db")
    log.write_bytes(GARBLED[garbled](log.read_bytes()))
    before = contents(data)
    for command, status in (("rooms", 2), ("backup", 2), ("doctor", 1), ("run", 2)):
        assert status == cli.main([command, "--data", str(data)]), command
        said = "".join(capsys.readouterr())
        assert "the log beside it is broken" in said, command
        assert "companion restore FILE --replace" in said, command
        assert before == contents(data), command


def test_a_backup_with_a_garbled_log_is_not_restored_in_part(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = log_of(data / "companion.db")
    log.write_bytes(GARBLED["noise"](log.read_bytes()))
    file = data / "companion.db"
    assert 2 == cli.main(["restore", str(file), "--data", str(tmp_path / "new")])
    assert (
        f"{file} is not a complete backup of companion (the log beside it is broken"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("left", [0, 31, 33, 5_000, 20_000, -1, -PAGE])
@pytest.mark.parametrize("rest", [b"", bytes(2 * PAGE)])
def test_a_log_that_a_power_cut_has_torn_is_none_that_is_damaged(data: Path, left: int, rest: bytes) -> None:
    """What was written after the cut was never acknowledged; the disk may have made room for it already."""
    log = log_of(data / "companion.db")
    log.write_bytes(log.read_bytes()[:left] + (rest if abs(left) > 32 else b""))
    assert 1 <= opened(data) <= ROOMS + 1


def test_a_transaction_of_two_pages_whose_first_head_was_half_written_is_the_last_and_torn(
    data: Path,
) -> None:
    """What stands in the half that was not written must not be taken for the end of a transaction."""
    log, frame = log_of(data / "companion.db"), 24 + PAGE
    content = bytearray(log.read_bytes())
    first = len(content) - 2 * frame
    content[first : first + 8] = b"\xa5" * 8
    assert content[first + 8 : first + 16] == content[16:24]
    log.write_bytes(content)
    assert not damage.loses_events(data / "companion.db")


def test_a_log_to_which_others_write_is_sound(data: Path) -> None:
    database = data / "companion.db"
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        for number in range(50):
            writer.execute("INSERT INTO room VALUES (?, '2026-11-28')", (f"S{number}",))
            assert not damage.loses_events(database)
