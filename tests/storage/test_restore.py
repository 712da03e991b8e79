"""Restoring a backup: the evening goes on elsewhere, and nothing is lost."""

import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion import cli
from companion.storage import backup
from tests.conftest import gather_at
from tests.storage.test_backup import FIRST_RELEASE, files_of
from tests.support.server import Server, companion

EARLIER = FIRST_RELEASE.with_name("2026-11-23.zip")
"""What the program of that day made of a room."""

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
    ended = companion(*words)
    assert "Traceback" not in ended.stderr
    return ended.returncode, ended.stdout, ended.stderr


def state(folder: Path) -> tuple[list[str], bytes]:
    """Return the codes of the rooms in a data folder, and its key, as the next server finds them."""
    with backup.in_use(files_of(folder / "companion.db")):
        with closing(sqlite3.connect(folder / "companion.db")) as connection:
            codes = [code for (code,) in connection.execute("SELECT code FROM room ORDER BY code")]
        return codes, (folder / "secret.key").read_bytes()


def refused(capsys: pytest.CaptureFixture[str], folder: Path, file: Path, *options: str) -> str:
    """Return the sentence with which a backup is refused; nothing may have changed."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert 2 == cli.main(["restore", str(file), "--data", str(folder), *options])
    out, sentence = capsys.readouterr()
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
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


def test_a_database_that_is_there_is_not_overwritten(
    here: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, here, copy).startswith(
        f"There is a database at {here / 'companion.db'} already, and nothing was changed. With --replace "
    )


def test_with_replace_they_are_kept_in_a_backup_that_can_be_restored_in_turn(
    here: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left_by_a_crash = here / ".companion-x.part"
    left_by_a_crash.mkdir()
    assert 0 == cli.main(["restore", str(copy), "--replace", "--data", str(here)])
    assert not left_by_a_crash.exists()
    said = capsys.readouterr().out
    assert (["NEW2"], NEW) == state(here)
    [kept] = (here / "backups").iterdir()
    assert f"What was there before is kept in {kept}" in said
    assert kept.name.startswith("companion-before-restore-2")
    assert 0 == cli.main(["restore", str(kept), "--replace", "--data", str(here)])
    assert (["OLD2"], OLD) == state(here)


def test_a_copy_of_an_earlier_release_is_a_database_alone_and_the_key_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, folder = make(tmp_path / "plain", "NEW2"), tmp_path / "fresh"
    folder.mkdir()
    (folder / "secret.key").write_bytes(OLD)
    assert 0 == cli.main(["restore", str(plain), "--data", str(folder)])
    assert "No key was in it" in capsys.readouterr().out
    assert (["NEW2"], OLD) == state(folder)


def test_a_backup_of_23_november_2026_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "fresh"
    assert 0 == cli.main(["restore", str(EARLIER), "--data", str(folder)])
    assert (["AB23"], b"k" * 32) == state(folder)
    assert 0 == cli.main(["rooms", "--data", str(folder)])


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


DAMAGE: dict[str, Callable[[Path], object]] = {
    "cut off": cut,
    "overwritten": overwrite,
    "empty": lambda path: path.write_bytes(b""),
    "a zip of no database": lambda path: pack(path, companion_db=b"text" * 999),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_file_that_is_no_sound_backup_is_refused(
    here: Path, copy: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    DAMAGE[damage](copy)
    assert refused(capsys, here, copy, "--replace").startswith(
        f"{copy} is not a complete backup of companion ("
    )


def test_another_database_a_missing_file_and_one_of_a_later_release_are_refused(
    here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, later = tmp_path / "other.db", make(tmp_path / "later", "NEW2")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    with closing(sqlite3.connect(later)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "is not a complete backup of companion (no such table: " in refused(capsys, here, other)
    assert f"There is no file {here / 'none.zip'}" == refused(capsys, here, here / "none.zip")
    for options in ((), ("--replace",)):
        assert refused(capsys, here, later, *options).startswith(
            f"{later} was made by a later release of companion, and nothing was changed: "
        )


def test_a_refused_restore_leaves_nothing_where_nothing_was(copy: Path, tmp_path: Path) -> None:
    cut(copy)
    before = {*tmp_path.rglob("*")}
    assert 2 == cli.main(["restore", str(copy), "--data", str(tmp_path / "new" / "folder")])
    assert before == {*tmp_path.rglob("*")}


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
    with files_of(here / "companion.db").locked(alone=True):
        for command in ("rooms", "backup"):
            assert 2 == cli.main([command, "--data", str(here)])
            assert "is being restored to" in capsys.readouterr().err
        status, _, said = ask("--host", "127.0.0.1", "--port", 0, "--data", here)
    assert (2, True) == (status, "is being restored to" in said)


def test_a_damaged_database_is_replaced_only_when_asked_and_its_files_are_kept(
    here: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = b"no database at all" * 500
    (here / "companion.db").write_bytes(damaged)
    (here / "companion.db-wal").write_bytes(b"log")
    assert "With --replace it is kept" in refused(capsys, here, copy)
    assert 0 == cli.main(["restore", str(copy), "--replace", "--data", str(here)])
    assert (["NEW2"], NEW) == state(here)
    [kept] = (here / "backups").iterdir()
    with zipfile.ZipFile(kept) as archive:
        assert {"companion.db": damaged, "companion.db-wal": b"log", "secret.key": OLD} == {
            name: archive.read(name) for name in archive.namelist()
        }
