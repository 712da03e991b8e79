"""Power cuts: what was acknowledged is on the disk, whatever the disk forgets of all else.

A process that is killed leaves its writes to the system; a power cut does not. The folder of a real server is
rebuilt as of many moments, without what was not synced by then (tests/support/forgetful_disk.py).
"""

import json
import random
import shutil
import sqlite3
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError

from companion.config.settings import load_settings
from companion.i18n.errors import Refused
from companion.storage.backup import in_use
from companion.storage.database import prepare_engine
from companion.storage.event_store import EventStore
from tests.conftest import gather_at
from tests.storage.test_backup import files_of, prepare
from tests.storage.test_restore import NEW, OLD, make, state
from tests.support.forgetful_disk import ForgetfulDisk, PowerCut
from tests.support.guest import Guest
from tests.support.server import Server, companion

PHONES, ROUNDS = 8, 12
BROKEN = b"broken" * 4096
FREE = {"COMPANION_LIMIT_REQUESTS_PER_SECOND": "0"}
WITH_PRAGMA = """
from companion.cli import main
from companion.storage import database
database._PRAGMAS = (*database._PRAGMAS, *"{pragma}".split())
raise SystemExit(main())
"""
"""The server, with one more setting of SQLite."""


@dataclass(frozen=True)
class Evening:
    """A room that was played on a server with a forgetful disk, and what it left in the end."""

    disk: ForgetfulDisk
    data: Path
    code: str
    log: Sequence[tuple[int, str]]
    """The events of the room, as they are stored."""
    key: bytes


@dataclass
class Found:
    """What was found after power cuts."""

    moments: int = 0
    torn: int = 0
    lost: list[str] = field(default_factory=list)
    damaged: list[int] = field(default_factory=list)
    """The moments after which the database or the key is not sound."""


def play(folder: Path, pragma: str = "") -> Evening:
    """Start a server in a folder that is not there yet, play a few rounds, and stop the server."""
    disk = ForgetfulDisk(folder)
    program = (sys.executable, "-W", "error", "-c", WITH_PRAGMA.format(pragma=pragma))
    server = Server(disk.folder / "new" / "party", environ={**disk.environ, **FREE}, program=program).start()
    try:
        names = [f"P{seat}" for seat in range(1, PHONES + 1)]
        host, guests = gather_at(server, *names, rounds=ROUNDS, high=9999)
        disk.acknowledge(json.dumps({"act": "began"}))
        with ThreadPoolExecutor(PHONES) as phones:
            for number in range(1, ROUNDS + 1):
                [*phones.map(lambda each, at=number: _submit(disk, *each, at), enumerate(guests, 1))]
    finally:
        server.stop()
    key = (server.data / "secret.key").read_bytes()
    return Evening(disk, server.data, host.code, _log(server.data), key)


def _submit(disk: ForgetfulDisk, seat: int, guest: Guest, number: int) -> None:
    value = 100 * number + seat
    assert guest.send(value, f"1.{number}").status == 200
    disk.acknowledge(json.dumps({"act": "showed", "seat": str(seat), "round": number, "play": value}))


def _log(data: Path) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(data / "companion.db")) as connection:
        return connection.execute("SELECT number, what FROM act ORDER BY number").fetchall()


def after_cuts(evening: Evening, cuts: Iterator[PowerCut], scratch: Path) -> Found:
    """Start companion on what each power cut has left, and compare it with what was acknowledged before."""
    seen = Found()
    for cut in cuts:
        left = scratch / "left"
        seen.torn += cut.rebuild(left)
        seen.moments += 1
        try:
            stored = _started(evening, left / evening.data.relative_to(evening.disk.folder), cut)
        except (Refused, OSError, SQLAlchemyError, sqlite3.Error, AssertionError):
            seen.damaged.append(cut.moment)
        else:
            said = [json.loads(each).items() for each in cut.acknowledged]
            seen.lost += [str(each) for each in said if not any(each <= act.items() for act in stored)]
        shutil.rmtree(left)
    return seen


def _started(evening: Evening, data: Path, cut: PowerCut) -> list[dict[str, object]]:
    """Return the events of a room on what a power cut has left, which is what was stored first, and whole."""
    settings = load_settings({}, data=data)
    settings.prepare()
    engine, backups = create_engine(settings.database_url), files_of(data / "companion.db")
    try:
        with in_use(backups):  # for which torn is not damaged
            prepare_engine(engine, backups)
        with engine.connect() as connection:
            assert "ok" == connection.exec_driver_sql("PRAGMA integrity_check").scalar_one()
        log = _log(data)
        assert log == evening.log[: len(log)]
        assert not log or len(log) == EventStore(engine, lambda *_: None).load_room(evening.code).version
    finally:
        engine.dispose()
    assert not cut.acknowledged or settings.secret_key() == evening.key
    return [json.loads(what) for _, what in log]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return play(tmp_path_factory.mktemp("power") / "disk")


@pytest.mark.slow
def test_a_power_cut_at_any_moment_loses_nothing_that_was_acknowledged(
    evening: Evening, tmp_path: Path
) -> None:
    seen = after_cuts(evening, evening.disk.cuts(random.Random(200), 200), tmp_path)
    assert Found(200, seen.torn) == seen
    assert seen.torn


@pytest.mark.slow
def test_a_disk_that_only_says_that_it_has_synced_is_found_out(evening: Evening, tmp_path: Path) -> None:
    seen = after_cuts(evening, evening.disk.cuts(random.Random(1), 10, lies=True), tmp_path)
    assert seen.damaged


@pytest.mark.slow
def test_nothing_is_lost_while_the_log_is_written_into_the_database(tmp_path: Path) -> None:
    """That is at every few pages here, and so at many of the moments."""
    played = play(tmp_path / "disk", "wal_autocheckpoint=9")
    seen = after_cuts(played, played.disk.cuts(random.Random(1), 150), tmp_path)
    assert Found(150, seen.torn) == seen


def run(disk: ForgetfulDisk, *words: object) -> None:
    """Run a command on a forgetful disk, and note when it has said that it is done."""
    companion(*words, environ=disk.environ).check_returncode()
    disk.acknowledge("done")


def left_by(disk: ForgetfulDisk, scratch: Path) -> Iterator[tuple[Path, bool]]:
    """Yield what power cuts leave of a disk, and whether the command was done before."""
    for number, cut in enumerate(disk.cuts(random.Random(1), 100)):
        left = scratch / f"left{number}"
        cut.rebuild(left)
        yield left, bool(cut.acknowledged)


def rooms_in(backup: Path) -> list[str]:
    """Return the codes of the rooms in a backup, which must be whole."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(backup) as archive:
        assert archive.testzip() is None
        archive.extractall(folder)
        return state(Path(folder))[0]


@pytest.mark.slow
def test_a_backup_is_whole_wherever_it_has_its_name_and_there_when_it_was_said_so(tmp_path: Path) -> None:
    make(tmp_path / "disk", "OLD2", OLD)
    disk = ForgetfulDisk(tmp_path / "disk")
    run(disk, "backup", "--data", disk.folder)
    for left, is_done in left_by(disk, tmp_path):
        assert (["OLD2"], OLD) == state(left)
        backups = [*left.glob("backups/companion-*.zip")]
        assert all(["OLD2"] == rooms_in(backup) for backup in backups)
        assert backups or not is_done


@pytest.mark.slow
@pytest.mark.parametrize("key", [NEW, b""])
def test_a_power_cut_leaves_either_what_was_there_or_what_was_restored(tmp_path: Path, key: bytes) -> None:
    """Without a key in the backup, the server keeps its own."""
    files_of(make(tmp_path / "there", "NEW2", key)).make(tmp_path / "copy.zip")
    make(tmp_path / "disk", "OLD2", OLD)
    disk = ForgetfulDisk(tmp_path / "disk")
    run(disk, "restore", tmp_path / "copy.zip", "--replace", "--data", disk.folder)
    old, new = (["OLD2"], OLD), (["NEW2"], key or OLD)
    seen = set()
    for left, is_done in left_by(disk, tmp_path):
        comes_again = (left / "companion.db.restored" / "companion.db").exists()
        assert not (is_done and comes_again)
        found_state = state(left)
        assert found_state == new or (found_state == old and not is_done)
        if found_state == new:
            [kept] = left.glob("backups/companion-before-restore-*.zip")
            assert ["OLD2"] == rooms_in(kept)
        seen.add(found_state[0][0])
    assert {"OLD2", "NEW2"} == seen


@pytest.mark.slow
def test_the_log_of_a_damaged_database_is_beside_that_alone(tmp_path: Path) -> None:
    files_of(make(tmp_path / "there", "NEW2")).make(tmp_path / "copy.zip")
    database = make(tmp_path / "disk", "OLD2", OLD)
    log = kill(database)
    database.write_bytes(BROKEN)
    disk = ForgetfulDisk(tmp_path / "disk")
    run(disk, "restore", tmp_path / "copy.zip", "--replace", "--data", disk.folder)
    restored = 0
    for left, is_done in left_by(disk, tmp_path):
        files = {each.name: each.read_bytes() for each in left.iterdir() if each.is_file()}
        try:
            found_state = state(left)
        except Refused:
            assert not is_done
            assert (BROKEN, log) == (files["companion.db"], files["companion.db-wal"])
        else:
            assert (["NEW2"], OLD) == found_state
            assert not any(what.endswith(" ") for _, what in _log(left))
            restored += 1
    assert restored


def kill(database: Path) -> bytes:
    """Leave a database with a log, as kill does; return the log, with a space after each event."""
    log = database.with_name(f"{database.name}-wal")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("UPDATE act SET what = what || ' '")
        connection.commit()
        found = database.read_bytes(), log.read_bytes()
    database.write_bytes(found[0])
    log.write_bytes(found[1])
    return found[1]


@pytest.mark.slow
def test_a_copy_is_on_the_disk_before_an_upgrade_changes_the_database(tmp_path: Path) -> None:
    make(tmp_path / "disk", "OLD2", OLD)
    disk = ForgetfulDisk(tmp_path / "disk")
    run(disk, "rooms", "list", "--data", disk.folder)
    seen = set()
    for left, is_done in left_by(disk, tmp_path):
        with closing(sqlite3.connect(left / "companion.db")) as connection:
            [(revision,)] = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        assert ["OLD2"] == state(left)[0]
        if revision != "0001":
            [kept] = left.glob("backups/companion-before-upgrade-*.zip")
            assert ["OLD2"] == rooms_in(kept)
        assert revision != "0001" or not is_done
        seen.add(revision)
    assert len(seen) == 2


@pytest.mark.slow
def test_a_forgotten_name_does_not_come_back_with_the_power(tmp_path: Path) -> None:
    database = make(tmp_path / "disk", "OLD2", OLD)
    prepare(database)
    kill(database)
    shutil.rmtree(tmp_path / "disk" / "backups")
    disk = ForgetfulDisk(tmp_path / "disk")
    with closing(sqlite3.connect(database)) as server:  # that keeps the log
        server.execute("SELECT * FROM act").fetchall()
        run(disk, "rooms", "forget", "Ann", "--yes", "--data", disk.folder)
    had_it = set()
    for left, is_done in left_by(disk, tmp_path):
        has_it = any(b"Ann" in path.read_bytes() for path in left.iterdir())
        assert not (has_it and is_done)
        assert ["OLD2"] == state(left)[0]
        had_it.add(has_it)
    assert {True, False} == had_it
