"""`companion score` scores any file or refuses it in one line."""

import contextlib
import copy
import io
import json
import random
import tracemalloc
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.formats import evening_record, record
from companion.rules.games.runs import Record
from tests.formats.test_csv import write_csv_sheet
from tests.support.contract_games import random_results
from tests.support.hostile_input import TEXTS, spoilt
from tests.support.room_driver import whole_evening

VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 4.5, 1e308, 10**30, 10**400, 2**63),
    *("", "7H", "nobody", [], {}, [[]], {"": {}}),
    *TEXTS[:40],
)
_DEEP = 5000


@cache
def evening() -> dict[str, Any]:
    """Return an evening of all games as a JSON document."""
    return evening_record.evening_to_document(evening_record.evening_of_room(whole_evening().room))


def documents() -> list[dict[str, Any]]:
    """Return a valid document of each kind."""
    kept = [
        record.record_to_document(random_results(game, 3)) for game in ("mediocrity", "saichugen", "median")
    ]
    return [*evening()["games"], *kept, evening()]


def sheet() -> str:
    """Return a valid CSV sheet."""
    found_record: Record = record.record_from_document(evening()["games"][0])
    return write_csv_sheet(found_record)


def files(chance: random.Random, number: int) -> Iterator[bytes]:
    """Yield files, nearly all of them broken in some way."""
    for _ in range(number):
        match chance.randrange(10):
            case 0:
                yield _cut(json.dumps(chance.choice(documents())).encode(), chance)
            case 1 | 2:
                yield _cut(_spoilt_sheet(chance).encode("utf-8", "surrogatepass"), chance)
            case 3:
                yield _deep(chance)
            case _:
                yield _spoilt_document(chance)


def _spoilt_document(chance: random.Random) -> bytes:
    document = copy.deepcopy(chance.choice(documents()))
    for _ in range(chance.randrange(1, 4)):
        _change(document, chance)
    text = json.dumps(document, ensure_ascii=chance.random() < 0.5)
    if chance.random() < 0.1:
        text = text.replace('"players"', '"players": [], "players"', 1)
    return text.encode("utf-8", "surrogatepass")


def _change(document: Any, chance: random.Random) -> None:
    """Change one random value in a document."""
    here = document
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = chance.choice(keys)
        if not isinstance(here[key], dict | list) or chance.random() < 0.25:
            break
        here = here[key]
    match chance.randrange(6):
        case 0:
            del here[key]
        case 1 if isinstance(here, list):
            here.insert(key, here[key])
        case 1:
            here[chance.choice(TEXTS[:30])] = here[key]
        case 2 if isinstance(here[key], str):
            here[key] = spoilt(here[key], chance)
        case 3:
            here[key] = [here[key]]
        case 4 if isinstance(here, list):
            here *= chance.choice((0, 2, 50))
        case _:
            here[key] = chance.choice(VALUES)


def _spoilt_sheet(chance: random.Random) -> str:
    rows = [line.split(",") for line in sheet().splitlines()]
    for _ in range(chance.randrange(1, 5)):
        row = chance.choice(rows)
        match chance.randrange(4):
            case 0:
                row.append(chance.choice(TEXTS))
            case 1 if row:
                del row[chance.randrange(len(row))]
            case 2:
                rows.insert(chance.randrange(len(rows)), list(row))
            case _ if row:
                place = chance.randrange(len(row))
                row[place] = spoilt(row[place], chance)
    return chance.choice(("\n", "\r\n", "\r")).join(chance.choice((",", ";", "\t")).join(row) for row in rows)


def _cut(contents: bytes, chance: random.Random) -> bytes:
    match chance.randrange(4):
        case 0:
            return contents[: chance.randrange(len(contents) + 1)]
        case 1:
            place = chance.randrange(len(contents) + 1)
            return contents[:place] + chance.randbytes(chance.randrange(1, 5)) + contents[place:]
        case 2:
            return contents.decode("utf-8", "replace").encode("utf-16")
    return contents


def _deep(chance: random.Random) -> bytes:
    """Replace a value of a record with something nested thousands of levels deep."""
    inner = chance.choice(("[" * _DEEP + "]" * _DEEP, '{"a":' * _DEEP + "1" + "}" * _DEEP))
    document = copy.deepcopy(chance.choice(documents()[:-1]))
    document[chance.choice(list(document))] = "HERE"
    return json.dumps(document).replace('"HERE"', inner, 1).encode()


def fault(contents: bytes, path: Path) -> str | None:
    """Return what `companion score` did wrong: it prints a score, or refuses in a line with status 2."""
    path.write_bytes(contents)
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        try:
            status = cli.main(["score", str(path)])
        except Exception as error:  # noqa: BLE001 - any exception is a finding
            return f"{type(error).__name__} {str(error)[:200]}: {contents[:300]!r}"
    said = errors.getvalue()
    if status == 0:
        return None if output.getvalue() and not said else f"no score, {said!r}: {contents[:300]!r}"
    if status != 2 or said.count("\n") != 1 or len(said) > 2000 or output.getvalue():
        return f"status {status}, {said[:300]!r}: {contents[:300]!r}"
    return None


MEMORY = 64 * 1024 * 1024


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_file_is_scored_or_refused_in_one_line(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    found = [fault(contents, tmp_path / "file") for contents in files(chance, 150)]
    assert [] == [each for each in found if each]


@pytest.mark.parametrize("contents", [b"", b"\x00", b"\xff\xfe", b"[", b"1", b'"', b"player", None], ids=repr)
def test_the_smallest_files_are_scored_or_refused_in_one_line(contents: bytes | None, tmp_path: Path) -> None:
    assert fault(sheet().encode() if contents is None else contents, tmp_path / "file") is None


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
