"""`companion score`: scores records, whole evenings and sheets, and says why."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion import games, keepsake, record, tables, whiteboard
from companion.keepsake import Keepsake
from companion.score import Record, Refused
from companion.words import Text, printable

_LONGEST = 500  # characters of a refusal


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Give the command to a parser."""
    score = commands.add_parser("score", help="score records or evenings and say why")
    score.add_argument(
        "records",
        nargs="+",
        metavar="RECORD",
        help="the file of a record, an evening or a sheet, or - for standard input",
    )
    score.add_argument("--json", action="store_true", help="print the results, one line a game")
    score.set_defaults(command=_score)


def _score(arguments: argparse.Namespace) -> int:
    """Score every file; those that are refused are named on standard error, and the status is 2."""
    status = 0
    for path in arguments.records:
        try:
            found = _read(_contents(path))
            for text in _results(found) if arguments.json else _texts(found):
                print(text)
        except Refused as refused:
            print(_short(printable(str(refused))), file=sys.stderr)
            status = 2
    return status


def _short(line: str) -> str:
    """Cut a line that repeats more of a file than anybody reads."""
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"


def _contents(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Refused("{path}: {error}", path=path, error=error.strerror or Text("cannot be read")) from None


def _read(contents: bytes) -> Record | Keepsake:
    if whiteboard.is_sheet(contents):
        return whiteboard.read(contents)
    document: dict[str, Any] = record.load(contents)
    if document.get("format") == keepsake.FORMAT:
        return keepsake.of_document(document)
    return record.checked(record.of_document(document))


def _results(found: Record | Keepsake) -> Iterator[str]:
    """Write a line of JSON for each game: those of an evening as if they were given one by one."""
    for game in found.games if isinstance(found, Keepsake) else (found,):
        yield json.dumps(record.result(games.score(game)), ensure_ascii=False)


def _texts(found: Record | Keepsake) -> Iterator[str]:
    if isinstance(found, Record):
        yield from (tables.text(found, games.score(found)), "")
        return
    yield from (printable(f"Evening in room {found.room}"), "")
    for number, game in enumerate(found.games, 1):
        yield from (f"Game {number} of {len(found.games)}: {tables.text(game, games.score(game))}", "")
    yield from (tables.evening(keepsake.standing(found), keepsake.wins(found)), "")
