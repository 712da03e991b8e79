"""`companion score` scores any file or refuses it in one line."""

import random
import tracemalloc
from pathlib import Path

import pytest

from tests.support.bad_records import fault, files, sheet

MEMORY = 64 * 1024 * 1024


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_file_is_scored_or_refused_in_one_line(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    found = [fault(contents, tmp_path / "file") for contents in files(chance, 150)]
    assert [] == [each for each in found if each]


@pytest.mark.parametrize(
    "contents", [b"", b"\x00", b"\xff\xfe", b"[", b"1", b'"', b"player", sheet().encode()]
)
def test_the_smallest_files_are_scored_or_refused_in_one_line(contents: bytes, tmp_path: Path) -> None:
    assert fault(contents, tmp_path / "file") is None


@pytest.mark.parametrize(
    "option", ['"rounds": 1000000000000', '"high": 1e999', '"points_target": 999999999999999999999']
)
def test_huge_options_use_little_memory(option: str, tmp_path: Path) -> None:
    text = (
        '{"format": "companion.record/1", "game": "good-enough", "options": {%s}, "players": ["A", "B", "C"],'
    )
    tracemalloc.start()
    try:
        assert fault((text % option + '"rounds": []}').encode(), tmp_path / "file") is None
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()
