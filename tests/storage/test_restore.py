"""Restoring a backup: the evening goes on elsewhere, nothing is lost, a crash leaves either state."""

import re
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion import cli
from companion.i18n.errors import Refused
from companion.storage import restore
from companion.storage.backup import Backups
from tests.conftest import gather_at
from tests.storage.test_backup import FIRST_RELEASE, files_of
from tests.support.server import Server

OLD, NEW = b"o" * 32, b"n" * 32
Start = Callable[..., Server]


def make(folder: Path, room: str, key: bytes = b"") -> Path:
    """Make a data folder with the database of the first release, its room under another code, and a key."""
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "companion.db")) as connection:
        connection.executescript(FIRST_RELEASE.read_text().replace("AB23", room))
    if key:
        (folder / "secret.key").write_bytes(key)
    return folder / "companion.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup of the room NEW2 with the key `NEW`."""
    made = tmp_path / "copy.zip"
    files_of(make(tmp_path / "there", "NEW2", NEW)).make(made)
    return made


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A data folder with the room OLD2 and the key `OLD`."""
    return make(tmp_path / "here", "OLD2", OLD).parent


def ask(*words: object) -> tuple[int, str, str]:
    """Run a command in a process of its own; return its status, output and errors."""
    command = [sys.executable, "-m", "companion", *map(str, words)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in ended.stderr
    return ended.returncode, ended.stdout, ended.stderr


def state(folder: Path) -> tuple[list[str], bytes]:
    """Return the codes of the rooms in a data folder, and its key, as the next server finds them."""
    with restore.in_use(files_of(folder / "companion.db")):
        with closing(sqlite3.connect(folder / "companion.db")) as connection:
            codes = [code for (code,) in connection.execute("SELECT code FROM room ORDER BY code")]
        return codes, (folder / "secret.key").read_bytes()


def refused(capsys: pytest.CaptureFixture[str], folder: Path, file: Path, *options: str) -> str:
    """Return the sentence with which a backup is refused; nothing may have changed."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert 2 == cli.main(["restore", str(file), "--data", str(folder), *options])
    out, sentence = capsys.readouterr()
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    after.pop(folder / "companion.db.lock", None)
    before.pop(folder / "companion.db.lock", None)
    assert ("", before) == (out, after)
    return sentence.removeprefix("companion: ").strip()


@pytest.mark.slow
@pytest.mark.parametrize("after", [1, 2])
def test_an_evening_goes_on_in_another_folder_with_the_same_phones(
    start_server: Start, tmp_path: Path, after: int
) -> None:
    """The phones have their cookies only, and speak to the new server over HTTP."""
    server = start_server()
    host, guests = gather_at(server, "Ann", "Ben", "Cid", rounds=3)
    for guest, number in zip(guests[:after], (10, 20), strict=False):
        guest.send(number)
    copy = tmp_path / "stick.zip"
    assert 0 == cli.main(["backup", str(copy), "--data", str(server.data)])
    server.kill()
    elsewhere = tmp_path / "another computer"
    status, said, _ = ask("restore", copy, "--data", elsewhere)
    assert 0 == status
    assert "Restored 1 room, last act " in said
    assert "The key came with it: phones are recognised." in said
    assert [0o600] * 2 == [
        (elsewhere / name).stat().st_mode & 0o777 for name in ("companion.db", "secret.key")
    ]
    moved = Server(elsewhere, port=server.port).start()
    try:
        assert f"{after} of 3 are in" in host.page("/tv").text
        assert "Your number is in" in guests[0].page().text
        for guest, number in list(zip(guests, (10, 20, 30), strict=True))[after:]:
            guest.send(number)
        assert "Round 2" in host.page("/tv").text
        assert '"Cid": 30' in host.page("/game-1.json").text.replace('":30', '": 30')
        assert host.page("/host").status == 200
        assert "" == moved.errors()
    finally:
        moved.stop()


def test_rooms_that_are_there_are_not_overwritten(
    here: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, here, copy).startswith(
        f"There are rooms in {here / 'companion.db'} already, and nothing was changed. With --replace "
    )


def test_with_replace_they_are_kept_in_a_backup_that_can_be_restored_in_turn(
    here: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == cli.main(["restore", str(copy), "--replace", "--data", str(here)])
    said = capsys.readouterr().out
    assert (["NEW2"], NEW) == state(here)
    [kept] = (here / "backups").iterdir()
    assert f"What was there before is kept in {kept}" in said
    assert kept.name.startswith("companion-before-restore-2")
    assert 0 == cli.main(["restore", str(kept), "--replace", "--data", str(here)])
    assert (["OLD2"], OLD) == state(here)


def test_a_database_without_rooms_is_replaced_and_leaves_no_backup(tmp_path: Path, copy: Path) -> None:
    folder = tmp_path / "fresh"
    with closing(sqlite3.connect(make(folder, "OLD2", OLD))) as connection, connection:
        connection.executescript("DELETE FROM act; DELETE FROM room")
    assert 0 == cli.main(["restore", str(copy), "--data", str(folder)])
    assert (["NEW2"], NEW) == state(folder)
    assert not (folder / "backups").exists()


def test_a_copy_of_an_earlier_release_is_a_database_alone_and_the_key_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, folder = make(tmp_path / "plain", "NEW2"), tmp_path / "fresh"
    folder.mkdir()
    (folder / "secret.key").write_bytes(OLD)
    assert 0 == cli.main(["restore", str(plain), "--data", str(folder)])
    assert "No key was in it" in capsys.readouterr().out
    assert (["NEW2"], OLD) == state(folder)


def test_a_database_that_was_copied_by_hand_comes_with_what_is_in_its_log(tmp_path: Path) -> None:
    plain = make(tmp_path / "plain", "NEW2")
    by_hand = tmp_path / "by hand"
    by_hand.mkdir()
    with closing(sqlite3.connect(plain)) as connection, connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("INSERT INTO room VALUES ('LOG2', '2026-01-01')")
        connection.commit()
        for name in ("companion.db", "companion.db-wal"):
            shutil.copy(plain.with_name(name), by_hand)
    before = {path.name: path.read_bytes() for path in by_hand.iterdir()}
    assert 0 == cli.main(["restore", str(by_hand / "companion.db"), "--data", str(tmp_path / "new")])
    (tmp_path / "new" / "secret.key").write_bytes(OLD)
    assert ["LOG2", "NEW2"] == state(tmp_path / "new")[0]
    assert before == {path.name: path.read_bytes() for path in by_hand.iterdir()}


def test_a_configured_key_is_used_instead_of_the_one_in_the_backup(
    tmp_path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_SECRET_KEY", "x" * 32)
    assert 0 == cli.main(["restore", str(copy), "--data", str(tmp_path / "new")])
    assert "COMPANION_SECRET_KEY signs cookies" in capsys.readouterr().out
    assert not (tmp_path / "new" / "secret.key").exists()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def overwrite(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(200)
        file.write(b"\xff" * 2000)


def pack(path: Path, **files: bytes) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut off": (cut, "is damaged|is not a complete backup"),
    "overwritten": (overwrite, "is not a complete backup"),
    "empty": (lambda path: path.write_bytes(b""), "is not a backup of companion"),
    "a picture": (lambda path: path.write_bytes(b"\x89PNG" * 500), "is not a complete backup"),
    "another zip": (lambda path: pack(path, some_txt=b"text"), "is not a backup of companion"),
    "a zip of no database": (lambda path: pack(path, companion_db=b"text" * 999), "is damaged"),
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("options", [(), ("--replace",)], ids=["", "--replace"])
def test_a_file_that_is_no_sound_backup_is_refused(
    here: Path, copy: Path, damage: str, options: tuple[str], capsys: pytest.CaptureFixture[str]
) -> None:
    spoil, sentence = DAMAGE[damage]
    spoil(copy)
    found = refused(capsys, here, copy, *options)
    assert found.startswith(str(copy))
    assert re.search(sentence, found), found


def test_another_database_a_missing_file_and_one_of_a_later_release_are_refused(
    here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, later = tmp_path / "other.db", make(tmp_path / "later", "NEW2")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    with closing(sqlite3.connect(later)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert f"{other} is not a database of companion: it has no table act" == refused(capsys, here, other)
    assert f"There is no file {here / 'none.zip'}" == refused(capsys, here, here / "none.zip")
    for options in ((), ("--replace",)):
        assert refused(capsys, here, later, *options).startswith(
            f"{later} was made by a later release of companion, and nothing was changed: "
        )


@pytest.mark.slow
def test_no_backup_is_restored_under_a_running_server(
    start_server: Start, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = start_server()
    gather_at(server, "Ann", "Ben", "Cid")
    for options in ((), ("--replace",)):
        assert 2 == cli.main(["restore", str(copy), "--data", str(server.data), *options])
        assert "companion is running on " in capsys.readouterr().err
    server.kill()
    assert 0 == cli.main(["restore", str(copy), "--replace", "--data", str(server.data)])
    server.start()
    assert (["NEW2"], NEW) == state(server.data)


@pytest.mark.slow
def test_no_server_starts_and_no_command_runs_while_a_backup_is_restored(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with restore.database_lock.alone(here / "companion.db"):
        for command in ("rooms", "backup"):
            assert 2 == cli.main([command, "--data", str(here)])
            assert "is being restored to" in capsys.readouterr().err
        status, _, said = ask("--host", "127.0.0.1", "--port", 0, "--data", here)
    assert (2, True) == (status, "is being restored to" in said)


def test_a_program_that_does_not_know_the_lock_is_noticed(
    here: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(here / "companion.db")) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("SELECT * FROM room").fetchall()
        assert 2 == cli.main(["restore", str(copy), "--replace", "--data", str(here)])
        assert "Another program uses" in capsys.readouterr().err
    assert (["OLD2"], OLD) == state(here)


def test_a_damaged_database_is_replaced_only_when_asked_and_its_files_are_kept(
    here: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = b"no database at all" * 500
    (here / "companion.db").write_bytes(damaged)
    (here / "companion.db-wal").write_bytes(b"log")
    assert "with --replace its files are kept as they are" in refused(capsys, here, copy)
    assert 0 == cli.main(["restore", str(copy), "--replace", "--data", str(here)])
    assert (["NEW2"], NEW) == state(here)
    [kept] = (here / "backups").iterdir()
    with zipfile.ZipFile(kept) as archive:
        assert {"companion.db": damaged, "companion.db-wal": b"log", "secret.key": OLD} == {
            name: archive.read(name) for name in archive.namelist()
        }


def test_another_kind_of_database_is_not_restored(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql://u:p@host/db")
    assert 2 == cli.main(["restore", str(copy)])
    assert "use the tools of your database" in capsys.readouterr().err


CRASHING = """
import os, sys
from datetime import datetime
from pathlib import Path
from companion.storage import backup, database, restore

left = int(sys.argv[3])
def step(event, arguments):
    global left
    if event in ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "shutil.copyfile") or event == "open" and (
        isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
    ):
        left -= 1
        if left < 0:
            os._exit(9)
known = database.known_revisions()
sys.addaudithook(step)
made = backup.Backups.of(f"sqlite:///{sys.argv[2]}/companion.db")
restore.restore(Path(sys.argv[1]), made, known, datetime.now().astimezone(), replace=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("first", range(4))
def test_a_crash_at_any_step_leaves_the_old_state_or_the_new_one(
    here: Path, copy: Path, tmp_path: Path, first: int
) -> None:
    """The process ends without warning before its n-th change of a file; the next command finds one state."""
    seen = []
    for number in range(first, 1000, 4):
        folder = tmp_path / f"crash{number}"
        shutil.copytree(here, folder)
        command = [sys.executable, "-c", CRASHING, str(copy), str(folder), str(number)]
        status = subprocess.run(command, check=False).returncode
        seen.append(state(folder))
        assert seen[-1] in [(["OLD2"], OLD), (["NEW2"], NEW)], number
        if status == 0:
            break
        assert status == 9
        if seen[-1][1] == OLD:
            assert 0 == cli.main(["restore", str(copy), "--replace", "--data", str(folder)])
            assert (["NEW2"], NEW) == state(folder)
        assert not list(folder.glob(".companion*"))
    assert len(seen) > 5
    assert sorted(seen, reverse=True) == seen, "once it is the new one, it stays that"
    assert {b"o"[0], b"n"[0]} == {key[0] for _, key in seen}


def test_of_two_that_complete_a_restore_the_later_one_finds_it_done(
    here: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have seen that it was interrupted before either had the lock."""
    assert 0 == cli.main(["restore", str(copy), "--replace", "--data", str(here)])
    interrupted = iter([True, False])
    monkeypatch.setattr(restore, "is_interrupted", lambda _: next(interrupted))
    assert (["NEW2"], NEW) == state(here)
    assert [] == list(interrupted)


def test_a_restore_that_cannot_be_completed_is_refused(here: Path) -> None:
    (here / "companion.db.restored").touch()
    with pytest.raises(Refused, match=r"companion\.db\.restored cannot be restored: Not a directory"):
        state(here)


def test_a_link_to_the_database_is_followed(tmp_path: Path, here: Path, copy: Path) -> None:
    """Its lock and its log are beside the file, whichever way leads to it."""
    folder = tmp_path / "linked"
    folder.mkdir()
    (folder / "companion.db").symlink_to(here / "companion.db")
    (folder / "secret.key").symlink_to(here / "secret.key")
    assert 0 == cli.main(["backup", str(tmp_path / "made.zip"), "--data", str(folder)])
    assert 0 == cli.main(["restore", str(copy), "--replace", "--data", str(folder)])
    assert (folder / "companion.db").is_symlink()
    assert (here / "companion.db.lock").exists()
    assert (["NEW2"], OLD) == state(here)
    assert NEW == (folder / "secret.key").read_bytes()


def test_the_lock_belongs_to_the_files_of_one_database(tmp_path: Path, here: Path) -> None:
    other = Backups.of(f"sqlite:///{tmp_path / 'other.db'}")
    with restore.in_use(other), restore.database_lock.alone(here / "companion.db"):
        pass
