"""Flushing: in which order, and where a system cannot."""

import errno
import os
from contextlib import nullcontext
from pathlib import Path

import pytest

from companion.config import files
from companion.config.settings import load_settings


@pytest.fixture
def flushed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files and folders that are flushed, in order."""
    names: list[str] = []
    monkeypatch.setattr(
        os, "fsync", lambda descriptor: names.append(Path(f"/proc/self/fd/{descriptor}").resolve().name)
    )
    return names


def test_a_folder_is_made_for_its_owner_alone_and_each_new_name_is_flushed(
    tmp_path: Path, flushed: list[str]
) -> None:
    files.make_folder(tmp_path / "a" / "b")
    assert 0o700 == (tmp_path / "a" / "b").stat().st_mode & 0o777
    assert ["a", tmp_path.name] == flushed


def test_a_folder_that_is_there_is_left_as_it_is(tmp_path: Path, flushed: list[str]) -> None:
    tmp_path.chmod(0o755)
    files.make_folder(tmp_path)
    assert (0o755, []) == (tmp_path.stat().st_mode & 0o777, flushed)


def test_a_file_that_takes_the_place_of_another_is_flushed_with_its_folder(
    tmp_path: Path, flushed: list[str]
) -> None:
    draft = tmp_path / "draft"
    draft.write_text("new")
    files.flush(draft)
    files.replace(draft, tmp_path / "file")
    assert ("new", ["draft", tmp_path.name]) == ((tmp_path / "file").read_text(), flushed)


@pytest.mark.parametrize(
    ("code", "is_raised"), [(errno.EINVAL, False), (errno.EACCES, False), (errno.EIO, True)]
)
def test_a_system_that_cannot_flush_folders_is_left_alone_and_a_broken_disk_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, is_raised: bool
) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(code, "no")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no") if is_raised else nullcontext():
        files.flush_folder(tmp_path)


def test_a_key_is_flushed_with_its_name_before_anything_is_signed(tmp_path: Path, flushed: list[str]) -> None:
    settings = load_settings({}, data=tmp_path)
    settings.prepare()
    assert [True, False] == [name.startswith("secret.") for name in flushed]
    assert tmp_path.name == flushed[-1]
