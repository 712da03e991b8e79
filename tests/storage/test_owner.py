"""What root's commands make in the data folder of another user is that user's, who goes on with it."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import pytest

from companion.config import files
from companion.i18n.errors import Refused
from companion.storage.database import known_revisions
from tests.storage.test_backup import files_of
from tests.storage.test_restore import ask, make

USER = 12_345
KEY = b"k" * 32
SERVER = """
import _strptime, os, sys, alembic.command, encodings.cp437
from companion.config.settings import load_settings
from companion.storage import backup
from tests.support.applications import make_app
from companion.storage.backup import backups_of
def ask(folder):
    settings = load_settings(data=folder)
    with backup.in_use(backups_of(settings)):
        phone = make_app(settings).test_client()
        phone.get("/")
        return phone.post("/rooms", data={"game": "good-enough"}).status_code
ask(sys.argv[1])  # imports what the user may not read
os.setgroups([]); os.setgid(12345); os.setuid(12345)
print(ask(sys.argv[2]))
"""

is_root = os.name == "posix" and os.geteuid() == 0
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_root, reason="needs root")]


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


def restore(data: Path, copy: Path) -> None:
    """Put a backup in an empty folder, as the command does."""
    now = datetime.now().astimezone()
    files_of(data / "companion.db").restore(copy, known_revisions(), now, replace=False)


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
    found_owners = owners(data)
    assert {"companion.db", "companion.db.lock", "secret.key", "backups"} <= found_owners.keys()
    assert 3 == len([name for name in found_owners if name.endswith(".zip")])
    assert {(USER, USER)} == set(found_owners.values())


def test_the_owner_goes_on_with_what_root_has_restored(data: Path, copy: Path, tmp_path: Path) -> None:
    assert 0 == ask("restore", "--data", data, copy)[0]
    command = [sys.executable, "-c", SERVER, tmp_path / "other", data]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "303" == ended.stdout.strip(), ended.stderr
    assert {(USER, USER)} == set(owners(data).values())
    assert 3 == len(ask("rooms", "--data", data)[1].splitlines())  # a heading, and two rooms


def put_link(path: Path, target: Path) -> None:
    """Put a link to a file of root's in the folder, as its owner could."""
    path.unlink(missing_ok=True)
    path.symlink_to(target)
    os.lchown(path, USER, USER)


def refused_link(path: Path, *words: object) -> None:
    """Run a command as root; it may only say that it follows no link."""
    status, _, errors = ask(*words)
    sentence = f"companion: {path} is a link, and root follows none in the folder of another user\n"
    assert (2, sentence) == (status, errors)


@pytest.mark.parametrize(
    ("name", "commands"),
    [
        ("secret.key", ["backup", "backup made.zip", "rooms", "restore copy.zip --replace"]),
        ("companion.db.lock", ["rooms"]),
        ("backups", ["backup"]),
    ],
)
def test_root_follows_no_link_of_the_owner(
    data: Path, copy: Path, tmp_path: Path, name: str, commands: list[str]
) -> None:
    secret = tmp_path / "secret"
    if name == "backups":
        secret.mkdir()
    else:
        secret.write_bytes(b"for root alone")
    restore(data, copy)
    put_link(data / name, secret)
    for command in commands:
        words = (tmp_path / word if word.endswith(".zip") else word for word in command.split())
        refused_link(data / name, *words, "--data", data)
    assert not [*data.rglob("*.zip"), *tmp_path.glob("made.zip"), *data.glob(".companion*")]
    assert 0 == secret.stat().st_uid


@pytest.mark.parametrize("name", ["", "secret.key", "companion.db"])
def test_root_completes_no_restore_with_links_in_it(
    data: Path, copy: Path, tmp_path: Path, name: str
) -> None:
    restore(data, copy)
    ready, secret = data / "companion.db.restored", tmp_path / "secret"
    secret.mkdir()
    (secret / "file").write_bytes(b"for root alone")
    if name:
        ready.mkdir()
        os.chown(ready, USER, USER)
        (ready / "secret.key").write_bytes(b"u" * 32)
    put_link(ready / name, secret / "file" if name else secret)
    for words in (["rooms"], *([] if name else [["restore", copy, "--replace"]])):
        refused_link(ready / name, *words, "--data", data)
    assert KEY == (data / "secret.key").read_bytes()
    assert b"for root alone" == (secret / "file").read_bytes()


@pytest.mark.parametrize("name", ["secret.key", "companion.db", "companion.db-wal"])
def test_root_packs_no_link_that_comes_while_a_backup_is_made(
    data: Path, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    restore(data, copy)
    secret, made = tmp_path / "secret", files_of(data / "companion.db")
    secret.write_bytes(b"for root alone")
    new_file = files.new_file

    def link_first(path: Path, folder: Path | None = None) -> AbstractContextManager[BinaryIO]:
        if path.suffix == ".zip":
            put_link(data / name, secret)
        return new_file(path, folder)

    monkeypatch.setattr(files, "new_file", link_first)
    with pytest.raises(Refused, match="root follows none"):
        made._keep_present(datetime.now().astimezone(), replace=True)
    assert not [*data.rglob("*.zip")]


@pytest.mark.parametrize("name", ["", "secret.key"])
def test_root_restores_no_link_that_comes_when_a_backup_is_ready(
    data: Path, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    secret, ready = tmp_path / "secret", data / "companion.db.restored"
    secret.mkdir()
    (secret / "secret.key").write_bytes(b"for root alone")
    give_name = files.replace

    def link_then(draft: Path, target: Path) -> None:
        give_name(draft, target)
        if target == ready:
            if not name:
                ready.rename(data / "moved")
            put_link(ready / name, secret / name)

    monkeypatch.setattr(files, "replace", link_then)
    with pytest.raises(Refused, match="root follows none"):
        restore(data, copy)
    assert not (data / "secret.key").exists()
    assert b"for root alone" == (secret / "secret.key").read_bytes()


def test_root_restores_no_link_in_the_folder_of_another_user(data: Path, copy: Path) -> None:
    put_link(data / "link.zip", copy)
    refused_link(data / "link.zip", "restore", "--data", data, data / "link.zip")
    assert not (data / "companion.db").exists()
