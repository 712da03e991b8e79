"""`companion score`: scores records, whole evenings and sheets, and says why."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.formats import csv_sheet, evening_record, record, text_report
from companion.formats.evening_record import EveningRecord
from companion.i18n.errors import Refused
from companion.i18n.messages import Text, printable
from companion.rules import games
from companion.rules.results import Record

_LONGEST = 500  # characters of a refusal


def add_score_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
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


def _read(contents: bytes) -> Record | EveningRecord:
    if csv_sheet.is_csv_sheet(contents):
        return csv_sheet.read_csv_sheet(contents)
    document: dict[str, Any] = record.load_json(contents)
    if document.get("format") == evening_record.FORMAT:
        return evening_record.evening_from_document(document)
    return games.check_record(record.record_from_document(document))


def _results(found: Record | EveningRecord) -> Iterator[str]:
    """Write a line of JSON for each game: those of an evening as if they were given one by one."""
    for game in found.games if isinstance(found, EveningRecord) else (found,):
        yield json.dumps(record.result_document(games.score(game)), ensure_ascii=False)


def _texts(found: Record | EveningRecord) -> Iterator[str]:
    if isinstance(found, Record):
        yield from (text_report.text_report(found, games.score(found)), "")
        return
    yield from (printable(f"Evening in room {found.room}"), "")
    for number, game in enumerate(found.games, 1):
        yield from (
            f"Game {number} of {len(found.games)}: {text_report.text_report(game, games.score(game))}",
            "",
        )
    yield from (
        text_report.evening_report(
            evening_record.standing_of_evening(found), evening_record.game_winners(found)
        ),
        "",
    )
