"""`companion score`: scores records, evenings and CSV sheets, and explains the scores."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.cli.arguments import Subparsers
from companion.formats import csv_files, evening_record, record, text_report
from companion.formats.evening_record import EveningRecord
from companion.i18n.errors import Refused
from companion.i18n.messages import UNPRINTABLE, Text, printable
from companion.rules import games
from companion.rules.games.runs import Record

_MAX_ERROR = 500  # characters: a refusal may quote a file


def add_command(commands: Subparsers) -> None:
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
    """Score every file; refusals go to standard error, and the status is 2 if there are any."""
    status = 0
    for path in arguments.records:
        try:
            scored = _read(path)
            for text in _json_lines(scored) if arguments.json else _report(scored):
                print(text)
        except Refused as refused:
            message = printable(str(refused))
            print(message if len(message) <= _MAX_ERROR else message[:_MAX_ERROR] + "…", file=sys.stderr)
            status = 2
    return status


def _read(path: str) -> Record | EveningRecord:
    """Read a file, or standard input for `-`; raises `Refused` if that cannot be, or its rules are broken."""
    try:
        contents = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise Refused(
            "{label}: {value}", label=path, value=error.strerror or Text("cannot be read")
        ) from None
    if csv_files.is_csv_sheet(contents):
        return csv_files.read_csv_sheet(contents)
    document = record.load_json(contents)
    if document.get("format") == evening_record.FORMAT:
        return evening_record.evening_from_document(document)
    return games.check_record(record.record_from_document(document))


def _json_lines(scored: Record | EveningRecord) -> Iterator[str]:
    """Yield a line of JSON for each game, and of an evening as the last one what came of it."""
    played = scored.games if isinstance(scored, EveningRecord) else (scored,)
    documents = [record.result_document(games.score(game)) for game in played]
    if isinstance(scored, EveningRecord):
        documents.append(evening_record.result_document(evening_record.evening_result(scored)))
    for document in documents:
        text = json.dumps(document, ensure_ascii=False)
        yield UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _report(scored: Record | EveningRecord) -> Iterator[str]:
    """Yield the paragraphs of a report, each with an empty line after it."""
    if isinstance(scored, Record):
        yield f"{text_report.text_report(scored, games.score(scored))}\n"
        return
    yield printable(f"Evening in room {scored.room}") + "\n"
    for number, game in enumerate(scored.games, 1):
        text = text_report.text_report(game, games.score(game))
        yield f"Game {number} of {len(scored.games)}: {text}\n" if len(scored.games) > 1 else f"{text}\n"
    yield f"{text_report.evening_report(evening_record.evening_result(scored), scored.final)}\n"
