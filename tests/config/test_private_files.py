"""What a server keeps is for its owner alone, also under an open umask and in a folder that all may enter."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config import files
from companion.config.files import tighten
from companion.i18n.errors import Refused
from tests.support.guest import Guest
from tests.support.server import Server

OPEN_UMASK = ("sh", "-c", 'umask 0; exec "$@"', "sh")
KEPT = {"companion.db", "companion.db-wal", "companion.db-shm", "companion.db.lock", "secret.key"}

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no modes")
is_root = os.name == "posix" and os.geteuid() == 0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server, not started yet, that would let everybody read what it makes, in a folder open to all."""
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(0o777)
    made = Server(data, within=OPEN_UMASK)
    yield made
    made.stop()


def open_room(server: Server) -> None:
    server.start()
    assert Guest(server.url).start_room().status == 200


def modes(folder: Path) -> dict[str, int]:
    """Return the rights of all that is in a folder, by the names."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}


def make_backup(data: Path) -> None:
    command = [*OPEN_UMASK, sys.executable, "-m", "companion", "backup", "--data", str(data)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@pytest.mark.slow
def test_all_files_of_a_server_are_for_the_owner_alone_under_an_open_umask(server: Server) -> None:
    open_room(server)
    make_backup(server.data)
    found = modes(server.data)
    assert KEPT | {"backups"} < found.keys()
    assert 0o700 == found.pop("backups")
    assert {0o600} == set(found.values()), found
    assert 0o777 == stat.S_IMODE(server.data.stat().st_mode)  # it is not ours to close
    server.kill()  # files of an earlier release that all may read are closed at the start
    for path in server.data.rglob("*"):
        path.chmod(0o777 if path.is_dir() else 0o666)
    server.start()
    found = {name: mode for name, mode in modes(server.data).items() if name != "backups"}
    assert KEPT <= found.keys()
    assert {0o600} == set(found.values()), found


@pytest.mark.slow
def test_a_folder_that_is_made_is_for_the_owner_alone_and_those_above_it_are_as_the_umask_says(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "above" / "data", within=OPEN_UMASK).start()
    server.stop()
    folders = server.data, server.data.parent
    assert [0o700, 0o777] == [stat.S_IMODE(folder.stat().st_mode) for folder in folders]


def widened(path: Path, mode: int = 0o664) -> Path:
    path.touch()
    path.chmod(mode)
    return path


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_the_rights_of_others_are_taken(tmp_path: Path) -> None:
    for before, after in ((0o666, 0o600), (0o444, 0o400), (0o755, 0o700), (0o600, 0o600)):
        tighten(file := widened(tmp_path / "file", before))
        assert after == mode_of(file)
        file.unlink()


def test_links_and_folders_and_what_is_missing_are_left_alone(tmp_path: Path) -> None:
    target, folder, link = widened(tmp_path / "target"), tmp_path / "folder", tmp_path / "link"
    folder.mkdir(0o755)
    link.symlink_to(target)
    for path in (link, folder, tmp_path / "missing"):
        tighten(path)
    assert [0o664, 0o755] == [mode_of(target), mode_of(folder)]


@pytest.mark.skipif(not is_root, reason="needs root")
@pytest.mark.parametrize("others", ["file", "folder"])
def test_root_closes_no_file_of_another_user_and_none_in_the_folder_of_one(
    tmp_path: Path, others: str
) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    file = widened(folder / "file")
    os.chown(file if others == "file" else folder, 12_345, 12_345)
    tighten(file)
    assert 0o664 == mode_of(file)


@pytest.mark.skipif(not is_root, reason="needs root")
def test_root_opens_no_link_in_the_folder_of_another_user_also_if_it_comes_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path / "theirs" / "link"
    link.parent.mkdir()
    link.symlink_to(widened(tmp_path / "target"))
    files.open_trusted(link).close()
    os.chown(link.parent, 12_345, 12_345)
    with pytest.raises(Refused, match="root follows none"):
        files.open_trusted(link)
    monkeypatch.setattr(files, "refuse_link", lambda _: None)
    with pytest.raises(OSError, match="symbolic links"):
        files.open_trusted(link)
