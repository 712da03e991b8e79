"""The command: `companion` runs the server, `companion score` scores records."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import games, record, tables, whiteboard
from companion.score import Refused
from companion.words import printable


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments (those of the process by default); return its status."""
    arguments = _parser().parse_args(argv)
    status: int = arguments.command(arguments)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description=__doc__)
    commands = parser.add_subparsers(required=True)
    score = commands.add_parser("score", help="score records and say why")
    score.add_argument(
        "records", nargs="+", metavar="RECORD", help="a record's or a sheet's file, or - for standard input"
    )
    score.add_argument("--json", action="store_true", help="print the result, one line a record")
    score.set_defaults(command=_score)
    return parser


def _score(arguments: argparse.Namespace) -> int:
    """Score every record; those that are refused are named on standard error, and the status is 2."""
    status = 0
    for path in arguments.records:
        try:
            print(_scored(_contents(path), as_json=arguments.json))
        except Refused as refused:
            print(printable(str(refused)), file=sys.stderr)
            status = 2
    return status


def _contents(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Refused("{path}: {error}", path=path, error=error.strerror or "cannot be read") from None


def _scored(contents: bytes, *, as_json: bool) -> str:
    found = whiteboard.read(contents) if whiteboard.is_sheet(contents) else record.read(contents)
    score = games.score(found)
    if as_json:
        return json.dumps(record.result(score), ensure_ascii=False)
    return tables.text(found, score) + "\n"
