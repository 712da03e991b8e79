"""Backups: complete, of one moment, never over another file; and the one before a migration."""

import logging
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from companion import cli
from companion.config.settings import load_settings
from companion.i18n.errors import Refused
from companion.storage import backup, database
from companion.storage.backup import Backups
from companion.storage.event_store import EventStore
from tests.conftest import gather_at
from tests.support.migrations import migrations_of_a_later_release
from tests.support.server import Server, companion

FIRST_RELEASE = Path(__file__).parent / "databases" / "0001.sql"
NOW = datetime.now().astimezone()


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A database of the first release."""
    path = tmp_path / "companion.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIRST_RELEASE.read_text())
    return path


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The migrations of a later release."""
    return migrations_of_a_later_release(tmp_path)


def prepare(path: Path, *folder: Path) -> None:
    engine = create_engine(f"sqlite:///{path}")
    try:
        database.prepare_tables(engine, *folder, backups=files_of(path))
    finally:
        engine.dispose()


def files_of(database_file: Path) -> Backups:
    made = backup.backups_of(
        load_settings({}, data=database_file.parent, database_url=f"sqlite:///{database_file}")
    )
    assert made
    return made


def rows(path: Path, query: str = "SELECT * FROM act ORDER BY room, number") -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def copies(folder: Path) -> list[Path]:
    return sorted((folder / "backups").glob("*"))


def unpacked(copy: Path, member: str = "companion.db") -> Path:
    """Return one file of a backup, written beside it."""
    path = copy.with_name(f"{copy.name}.{member}")
    with zipfile.ZipFile(copy) as archive:
        path.write_bytes(archive.read(member))
    return path


def members(copy: Path) -> list[str]:
    return zipfile.ZipFile(copy).namelist()


def test_a_database_of_the_first_release_opens_with_its_rooms(first: Path) -> None:
    engine = create_engine(f"sqlite:///{first}")
    database.prepare_engine(engine)
    room = EventStore(engine, lambda *_: None).load_room("AB23")
    engine.dispose()
    assert ["Ann", "Ben", "Cid"] == [player.name for player in room.players]
    assert [[10, 20, 30], [7, 7, 9]] == [
        list(row.reveal.plays.values()) for game in room.games for row in game.rounds
    ]
    assert [("00000000000000000000000000000001", "AB23")] == rows(first, "SELECT device, room FROM host")


def test_an_older_database_is_copied_before_it_is_upgraded_and_the_log_says_where(
    first: Path, later: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = rows(first)
    with caplog.at_level(logging.INFO, "companion.database"):
        prepare(first, later)
    [copy] = copies(first.parent)
    assert re.fullmatch(r"companion-before-upgrade-\d{4}-\d\d-\d\d-\d{6}\.zip", copy.name)
    assert str(copy) in caplog.text
    prepare(first, later)
    assert [copy] == copies(first.parent)  # the second time there is nothing to do
    saved = unpacked(copy)
    assert [("0001",), ("9999",)] == [
        rows(path, "SELECT * FROM alembic_version")[0] for path in (saved, first)
    ]
    assert before == rows(saved) == rows(first)


def test_only_the_newest_five_copies_from_before_an_upgrade_are_kept(first: Path, later: Path) -> None:
    made = files_of(first)
    older = [made.make_before_upgrade(NOW - timedelta(days=days)) for days in range(7, 0, -1)]
    assert older[2:] == copies(first.parent)
    prepare(first, later)
    assert 5 == len(copies(first.parent))
    assert set(older[3:]) < set(copies(first.parent))


def test_without_a_copy_nothing_is_upgraded(
    first: Path, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Backups, "new_name", lambda *_: first)  # is there already
    with pytest.raises(Refused, match="is there already, and nothing was overwritten"):
        prepare(first, later)
    assert [("0001",)] == rows(first, "SELECT * FROM alembic_version")


@pytest.mark.slow
def test_the_database_of_a_later_release_is_refused_and_not_changed(first: Path, later: Path) -> None:
    prepare(first, later)
    before = rows(first)
    for command in (["--port", "0"], ["rooms"]):
        ended = companion(*command, "--data", first.parent)
        assert (2, "") == (ended.returncode, ended.stdout)
        assert ended.stderr.startswith(
            "companion: The database was made by a later release of companion. Nothing in it was changed: "
        )
    assert before == rows(first)
    assert [("9999",)] == rows(first, "SELECT * FROM alembic_version")


def test_a_copy_has_the_date_in_its_name_and_database_and_key_in_it(
    first: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = first.with_name("secret.key")
    key.write_bytes(b"k" * 32)
    assert 0 == cli.main(["backup", "--data", str(first.parent)])
    [copy] = copies(first.parent)
    assert f"Copied to {copy}\n" == capsys.readouterr().out
    assert f"companion-{datetime.now().astimezone():%Y-%m-%d}" in copy.name
    assert ["companion.db", "secret.key"] == members(copy)
    assert 0o600 == copy.stat().st_mode & 0o777
    assert b"k" * 32 == unpacked(copy, "secret.key").read_bytes()
    assert rows(first) == rows(unpacked(copy))


def test_a_key_that_is_configured_is_not_in_a_copy_which_says_so(
    first: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first.with_name("secret.key").write_bytes(b"k" * 32)  # from before it was configured
    monkeypatch.setenv("COMPANION_SECRET_KEY", "x" * 32)
    assert 0 == cli.main(["backup", "--data", str(first.parent)])
    assert "COMPANION_SECRET_KEY is not in it: keep that too" in capsys.readouterr().out
    assert ["companion.db"] == members(*copies(first.parent))


def test_the_copy_may_have_a_name_or_go_into_a_folder(first: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for target in (stick / "party.zip", stick / "party of 9.5", stick):
        assert 0 == cli.main(["backup", str(target), "--data", str(first.parent)])
    made = sorted(stick.iterdir())
    assert ["companion", "party of 9.5.zip", "party.zip"] == [each.name.split("-")[0] for each in made]
    assert [rows(first)] * 3 == [rows(unpacked(path)) for path in made]


def test_an_existing_file_is_not_overwritten(first: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = first.with_name("other.zip")
    other.write_text("mine")
    assert 2 == cli.main(["backup", str(other), "--data", str(first.parent)])
    assert f"companion: {other} is there already, and nothing was overwritten\n" == capsys.readouterr().err
    assert "mine" == other.read_text()


def test_a_damaged_database_is_refused(first: Path) -> None:
    with first.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(Refused, match=r"damaged|malformed|not a database"):
        files_of(first).make(first.with_name("copy.zip"))
    assert not first.with_name("copy.zip").exists()


def test_the_oldest_daily_copies_are_removed_and_no_other_file(first: Path) -> None:
    made = files_of(first)
    made.folder.mkdir()
    kinds = ("companion-daily", "my-companion-daily", "companion-before-upgrade", "companion")
    names = ["companion-daily.zip", "companion-daily-2020-99-99-000000.zip"]
    names += [f"{kind}-2020-01-01-000000.zip{'.old' * (kind == kinds[0])}" for kind in kinds]
    mine = [made.folder / name for name in names]
    for path in mine:
        shutil.copy(first, path)
    incomplete = made.folder / f"companion-daily-{NOW:%Y-%m-%d-%H%M%S}.zip"
    incomplete.touch()
    days = [made.make_daily(3, NOW + timedelta(days=day)) for day in range(6)]
    assert sorted([*mine, incomplete, *filter(None, days[3:])]) == copies(first.parent)


def test_a_day_has_one_copy_however_often_the_server_is_started(first: Path) -> None:
    made = files_of(first)
    assert made.make_daily(3, NOW)
    assert made.make_daily(3, NOW + timedelta(hours=5)) is None
    assert made.make_daily(3, NOW + timedelta(hours=23))
    assert made.make_daily(3, NOW - timedelta(days=9)), "a clock that was set back stops no copies"
    assert 3 == len(copies(first.parent))


def test_the_copy_of_a_date_is_replaced_by_a_later_one_and_by_none_of_another_database(first: Path) -> None:
    made, noon = files_of(first), NOW.replace(hour=12)
    for each in (2, 1):
        assert made.make_daily(2, noon - timedelta(days=1, hours=each), again=True)
    morning, later = (made.make_daily(2, noon + timedelta(hours=each), again=True) for each in (0, 3))
    assert morning
    assert later
    assert [later] == [copied for copied in copies(first.parent) if f"{NOW:%Y-%m-%d}" in copied.name]
    assert 2 == len(copies(first.parent))
    made.set_aside(noon)
    shutil.copy(later.parent.parent / f"companion-damaged-{noon:%Y-%m-%d-%H%M%S}.db", first)
    assert made.make_daily(2, noon + timedelta(hours=4), again=True)
    assert later.with_name(later.name.replace("daily", "before-restore")) in copies(first.parent)


def test_a_day_is_not_skipped_when_clocks_go_back(first: Path) -> None:
    made, morning = files_of(first), NOW.replace(hour=0)
    assert made.make_daily(3, morning)
    assert made.make_daily(3, morning + timedelta(hours=23)), "of the same date"


@pytest.mark.skipif(os.name != "posix", reason="there are no such names")
def test_the_name_of_a_database_is_no_pattern(first: Path) -> None:
    other, made = files_of(first.with_name("xy1.db")), files_of(first.with_name("x*[1].db"))
    for each in (other, made):
        shutil.copy(first, each.database)
    theirs = other.make_daily(1, NOW)
    assert made.make_daily(1, NOW)
    assert made.make_daily(1, NOW + timedelta(hours=1)) is None
    assert {theirs, made.make_daily(1, NOW + timedelta(days=1))} == set(copies(first.parent))


def test_what_a_killed_copy_has_left_is_no_copy_and_removed_after_a_day(first: Path) -> None:
    made = files_of(first)
    killed = "import os, sys; from companion.storage import backup;"
    killed += "from companion.config.settings import load_settings;"
    killed += "backup.files.open_trusted = lambda *_: os._exit(9);"
    killed += "made = backup.backups_of(load_settings({}, data=sys.argv[1]));"
    killed += "made.make_daily(3, backup.datetime.now().astimezone())"
    ended = subprocess.run([sys.executable, "-c", killed, first.parent], check=False)
    assert 9 == ended.returncode
    assert [] == made.list_copies(backup.DAILY)
    left = [*first.parent.rglob(".companion-*.part")]
    assert 1 == len(left)
    assert made.make_daily(3, NOW)
    assert all(path.exists() for path in left)
    assert [made.make_daily(1, NOW + timedelta(days=2))] == copies(first.parent)
    assert not any(path.exists() for path in left)


def test_a_full_disk_leaves_no_part_of_a_copy_and_every_older_one(first: Path) -> None:
    """A limit on the size of files stands for the disk, in a process of its own."""
    made = files_of(first)
    old = made.make_daily(1, NOW - timedelta(days=1))
    full = "import resource, signal, sys; from companion.storage.backup import *;"
    full += "from companion.config.settings import load_settings;"
    full += "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
    full += "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096));"
    full += "made = backups_of(load_settings({}, data=sys.argv[1]));"
    full += "made.make_daily(1, datetime.now().astimezone())"
    ended = subprocess.run(
        [sys.executable, "-c", full, first.parent], capture_output=True, text=True, check=False
    )
    assert re.search(r"Refused: .*No copy could be made at .*daily.*: disk I/O error", ended.stderr)
    assert [old] == copies(first.parent)


@pytest.mark.parametrize(
    "url", ["postgresql://u:p@host/db", "sqlite://", "sqlite:///file:x?uri=true", "nonsense"]
)
def test_other_databases_are_refused(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", url)
    assert 2 == cli.main(["backup"])
    assert "use the tools of your database, such as pg_dump" in capsys.readouterr().err


@pytest.mark.slow
def test_a_copy_can_be_made_while_a_game_runs(start_server: Callable[..., Server], tmp_path: Path) -> None:
    server = start_server()
    host, (ann, ben, cid) = gather_at(server, "Ann", "Ben", "Cid")
    ann.send(10)
    copy = tmp_path / "copy.zip"
    assert f"Copied to {copy}\n" == companion("backup", copy, "--data", server.data).stdout
    ben.send(20)
    cid.send(30)
    assert "Round 2" in host.page("/tv").text
    engine = create_engine(f"sqlite:///{unpacked(copy)}")
    database.prepare_engine(engine)
    [game] = EventStore(engine, lambda *_: None).load_room(host.code).games
    with engine.connect() as connection:
        assert "ok" == connection.scalar(text("PRAGMA integrity_check"))
    engine.dispose()
    assert ({"1": 10}, 0) == (dict(game.hidden), len(game.rounds))
