"""`companion backup`: a copy of all rooms, also while a game runs."""

import argparse
from datetime import datetime
from pathlib import Path

from companion.cli import stored_rooms
from companion.config.settings import load_settings
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, printable
from companion.storage import backup

_OTHER = N_("Only a SQLite file can be copied by companion: use the tools of your database, such as pg_dump")


def add_backup_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Give the command to a parser."""
    parser = commands.add_parser("backup", help="copy the database, also while a game runs")
    stored_rooms.add_data_option(parser)
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a new file, or a folder (default: beside it)"
    )
    parser.set_defaults(command=_backup)


def _backup(arguments: argparse.Namespace) -> int:
    database = backup.database_file(load_settings(data=getattr(arguments, "data", None)).database_url)
    if database is None:
        raise Refused(_OTHER)
    target = _target(arguments.file, database)
    backup.make_backup(database, target)
    print(printable(f"Copied to {target}"))
    return 0


def _target(typed: str | None, database: Path) -> Path:
    dated = backup.backup_name(database, datetime.now().astimezone())
    if typed is None:
        return dated
    chosen = Path(typed).expanduser()
    return chosen / dated.name if chosen.is_dir() else chosen.absolute()
