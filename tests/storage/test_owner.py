"""What root's commands make in the data folder of another user is that user's, who goes on with it."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from companion.storage import database, restore
from tests.storage.test_backup import files_of
from tests.storage.test_restore import ask, make

USER = 12_345
KEY = b"k" * 32
SERVER = """
import _strptime, os, sys, encodings.cp437
from companion.config.settings import load_settings
from companion.storage import restore
from companion.web.app import create_app
from companion.web.backups import backups_of
def ask(folder):
    settings = load_settings(data=folder)
    with restore.in_use(backups_of(settings)):
        phone = create_app(settings).test_client()
        return phone.post("/rooms", data={"game": "good-enough"}).status_code
ask(sys.argv[1])  # imports what the user may not read
os.setgroups([]); os.setgid(12345); os.setuid(12345)
print(ask(sys.argv[2]))
"""

pytestmark = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs root")


@pytest.fixture
def data() -> Iterator[Path]:
    """An empty data folder of the user, where the user reaches it."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "data"
        folder.mkdir(mode=0o700)
        os.chown(folder, USER, USER)
        Path(scratch).chmod(0o755)
        yield folder


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup that belongs to root."""
    made = tmp_path / "copy.zip"
    files_of(make(tmp_path / "there", "NEW2", KEY)).make(made)
    return made


def owners(folder: Path) -> dict[str, tuple[int, int]]:
    """Return owner and group of all that is in a folder."""
    paths = sorted(folder.rglob("*"))
    return {path.relative_to(folder).as_posix(): (path.stat().st_uid, path.stat().st_gid) for path in paths}


def test_all_that_root_makes_belongs_to_the_owner_of_the_folder(data: Path, copy: Path) -> None:
    for words in (
        ["restore", "--data", data, copy],
        ["rooms", "--data", data],  # upgrades it, after a backup
        ["backup", "--data", data],
        ["restore", "--data", data, "--replace", copy],
    ):
        assert 0 == ask(*words)[0]
    found = owners(data)
    assert {"companion.db", "companion.db.lock", "secret.key", "backups"} <= found.keys()
    assert 3 == len([name for name in found if name.endswith(".zip")])
    assert {(USER, USER)} == set(found.values())


def test_the_owner_goes_on_with_what_root_has_restored(data: Path, copy: Path, tmp_path: Path) -> None:
    assert 0 == ask("restore", "--data", data, copy)[0]
    command = [sys.executable, "-c", SERVER, tmp_path / "other", data]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "303" == ended.stdout.strip(), ended.stderr
    assert {(USER, USER)} == set(owners(data).values())
    assert "2 rooms" in ask("doctor", "--data", data)[1]


def test_the_owner_can_complete_a_restore_that_was_interrupted(
    data: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restore, "_put_in_place", lambda _: None)
    backups = files_of(data / "companion.db")
    restore.restore(copy, backups, database.known_revisions(), datetime.now().astimezone(), replace=False)
    assert restore.is_interrupted(backups)
    assert {(USER, USER)} == set(owners(data).values())


def test_a_copy_elsewhere_stays_with_root(data: Path, copy: Path, tmp_path: Path) -> None:
    assert 0 == ask("restore", "--data", data, copy)[0]
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    os.chown(folder, USER + 1, USER + 1)
    assert 0 == ask("backup", "--data", data, folder / "made.zip")[0]
    assert {"made.zip": (0, 0)} == owners(folder)


def test_root_keeps_what_it_makes_in_a_folder_of_its_own(copy: Path, tmp_path: Path) -> None:
    assert 0 == ask("restore", "--data", tmp_path / "own", copy)[0]
    assert {(0, 0)} == set(owners(tmp_path / "own").values())
