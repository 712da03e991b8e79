"""`companion backup`: copies the database, also while a game runs."""

import argparse
from datetime import datetime
from pathlib import Path

from companion.cli import stored_rooms
from companion.config.settings import load_settings
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, printable
from companion.storage import backup

_NOT_SQLITE = N_(
    "Only a SQLite file can be copied by companion: use the tools of your database, such as pg_dump"
)


def add_command(commands: stored_rooms.Subparsers) -> None:
    parser = commands.add_parser("backup", help="copy the database, also while a game runs")
    stored_rooms.add_data_option(parser)
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a new file, or a folder (default: beside it)"
    )
    parser.set_defaults(command=_backup)


def _backup(arguments: argparse.Namespace) -> int:
    database = backup.database_file(load_settings(data=getattr(arguments, "data", None)).database_url)
    if database is None:
        raise Refused(_NOT_SQLITE)
    target = _target(arguments.file, database)
    backup.make_backup(database, target)
    print(printable(f"Copied to {target}"))
    return 0


def _target(typed: str | None, database: Path) -> Path:
    default = backup.backup_name(database, datetime.now().astimezone())
    if typed is None:
        return default
    path = Path(typed).expanduser()
    return path / default.name if path.is_dir() else path.absolute()
