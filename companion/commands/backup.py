"""`companion backup`: a copy of all rooms, also while a game runs."""

import argparse
from datetime import datetime
from pathlib import Path

from companion import backup
from companion.commands import shelf
from companion.score import Refused
from companion.settings import settings
from companion.words import mark, printable

_OTHER = mark(
    "Only a SQLite file can be copied by companion: use the tools of your database, such as pg_dump"
)


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Give the command to a parser."""
    parser = commands.add_parser("backup", help="copy the database, also while a game runs")
    shelf.option_data(parser)
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a new file, or a folder (default: beside it)"
    )
    parser.set_defaults(command=_backup)


def _backup(arguments: argparse.Namespace) -> int:
    database = backup.file_of(settings(data=getattr(arguments, "data", None)).database_url)
    if database is None:
        raise Refused(_OTHER)
    target = _target(arguments.file, database)
    backup.make(database, target)
    print(printable(f"Copied to {target}"))
    return 0


def _target(typed: str | None, database: Path) -> Path:
    dated = backup.named(database, datetime.now().astimezone())
    if typed is None:
        return dated
    chosen = Path(typed).expanduser()
    return chosen / dated.name if chosen.is_dir() else chosen.absolute()
