"""Backups: complete, of one moment, never over another file; and the one before a migration."""

import logging
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from companion import cli
from companion.i18n.errors import Refused
from companion.storage import backup, database
from companion.storage.event_store import EventStore
from tests.conftest import gather_at
from tests.support.server import Server

FIRST_RELEASE = Path(__file__).parent / "databases" / "0001.sql"
NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("room", sa.Column("title", sa.Text))
"""


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
    folder = tmp_path / "migrations"
    shutil.copytree(Path(database.__file__).parent / "migrations", folder)
    (folder / "versions" / "next_titles.py").write_text(NEXT)
    return folder


def prepare(path: Path, *folder: Path) -> None:
    engine = create_engine(f"sqlite:///{path}")
    try:
        database.prepare_engine(engine, *folder)
    finally:
        engine.dispose()


def rows(path: Path, query: str = "SELECT * FROM act ORDER BY room, number") -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def copies(folder: Path) -> list[Path]:
    return sorted(folder.glob("companion-*.db"))


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
    assert re.fullmatch(r"companion-before-upgrade-\d{4}-\d\d-\d\d-\d{6}\.db", copy.name)
    assert str(copy) in caplog.text
    assert [("0001",), ("next",)] == [
        rows(path, "SELECT * FROM alembic_version")[0] for path in (copy, first)
    ]
    assert before == rows(copy) == rows(first)
    prepare(first, later)
    assert [copy] == copies(first.parent)  # the second time there is nothing to do


def test_a_new_database_is_not_copied(tmp_path: Path) -> None:
    prepare(tmp_path / "companion.db")
    assert [] == copies(tmp_path)


def test_without_a_copy_nothing_is_upgraded(
    first: Path, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "backup_name", lambda *_: first)  # is there already
    with pytest.raises(Refused, match="is there already, and nothing was overwritten"):
        prepare(first, later)
    assert [("0001",)] == rows(first, "SELECT * FROM alembic_version")


@pytest.mark.slow
def test_the_database_of_a_later_release_is_refused_and_not_changed(first: Path, later: Path) -> None:
    prepare(first, later)
    before = rows(first)
    for command in (["--port", "0"], ["rooms"]):
        whole = [sys.executable, "-m", "companion", *command, "--data", str(first.parent)]
        ended = subprocess.run(whole, capture_output=True, text=True, check=False)
        assert (2, "") == (ended.returncode, ended.stdout)
        assert ended.stderr.startswith(
            "companion: The database was made by a later release of companion. Nothing in it was changed: "
        )
    assert before == rows(first)
    assert [("next",)] == rows(first, "SELECT * FROM alembic_version")


def test_the_default_name_of_a_copy_has_the_date(first: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == cli.main(["backup", "--data", str(first.parent)])
    [copy] = copies(first.parent)
    assert f"Copied to {copy}\n" == capsys.readouterr().out
    assert f"companion-{datetime.now().astimezone():%Y-%m-%d}" in copy.name
    assert rows(first) == rows(copy)
    assert 0o600 == copy.stat().st_mode & 0o777


def test_the_copy_may_have_a_name_or_go_into_a_folder(first: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    assert 0 == cli.main(["backup", str(stick / "party.db"), "--data", str(first.parent)])
    assert 0 == cli.main(["backup", str(stick), "--data", str(first.parent)])
    assert [rows(first)] * 2 == [rows(path) for path in stick.iterdir()]


def test_an_existing_file_is_not_overwritten(first: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = first.with_name("other.db")
    other.write_text("mine")
    assert 2 == cli.main(["backup", str(other), "--data", str(first.parent)])
    assert f"companion: {other} is there already, and nothing was overwritten\n" == capsys.readouterr().err
    assert "mine" == other.read_text()


@pytest.mark.parametrize("where", ["nowhere", "none/such/copy.db"])
def test_a_copy_that_fails_leaves_no_file_behind(
    first: Path, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = set(first.parent.rglob("*"))
    arguments = ["--data", str(first.parent / where)] if where == "nowhere" else [str(first.parent / where)]
    assert 2 == cli.main(["backup", "--data", str(first.parent), *arguments])
    assert re.search("There is no database to copy|No copy could be made", capsys.readouterr().err)
    assert before == set(first.parent.rglob("*"))


def test_a_damaged_database_is_refused(first: Path) -> None:
    with first.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(Refused, match=r"damaged|malformed|not a database"):
        backup.make_backup(first, first.with_name("copy.db"))
    assert not first.with_name("copy.db").exists()


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
    copy = tmp_path / "copy" / "companion.db"
    copy.parent.mkdir()
    command = [sys.executable, "-m", "companion", "backup", str(copy), "--data", str(server.data)]
    assert f"Copied to {copy}\n" == subprocess.check_output(command, text=True)
    ben.send(20)
    cid.send(30)
    assert "Round 2" in host.page("/tv").text
    engine = create_engine(f"sqlite:///{copy}")
    database.prepare_engine(engine)
    [game] = EventStore(engine, lambda *_: None).load_room(host.code).games
    with engine.connect() as connection:
        assert "ok" == connection.scalar(text("PRAGMA integrity_check"))
    engine.dispose()
    assert ({"1": 10}, 0) == (dict(game.hidden), len(game.rounds))
