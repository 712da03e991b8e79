"""`companion backup`: copies the database and the key into one file, also while a game runs."""

import argparse
from datetime import datetime
from pathlib import Path

from companion.cli import stored_rooms
from companion.config.settings import Settings, load_settings
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, printable
from companion.storage import restore
from companion.storage.backup import Backups
from companion.web.backups import backups_of

_NOT_SQLITE = N_(
    "Only a SQLite file can be copied by companion: use the tools of your database, such as pg_dump"
)


def add_command(commands: stored_rooms.Subparsers) -> None:
    parser = commands.add_parser("backup", help="copy the database and the key, also while a game runs")
    stored_rooms.add_data_option(parser)
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a new .zip file, or a folder (default: backups/ in the data folder)",
    )
    parser.set_defaults(command=_backup)


def find_backups(settings: Settings) -> Backups:
    """Return the backups of the configured database; raises `Refused` if it is not a file of SQLite."""
    backups = backups_of(settings)
    if backups is None:
        raise Refused(_NOT_SQLITE)
    return backups


def _backup(arguments: argparse.Namespace) -> int:
    backups = find_backups(load_settings(data=getattr(arguments, "data", None)))
    target = _target(arguments.file, backups.new_name(datetime.now().astimezone()))
    with restore.in_use(backups):
        backups.make(target)
    print(printable(f"Copied to {target}"))
    if not backups.has_key:
        print("COMPANION_SECRET_KEY is not in it: keep that too, or phones lose their seats.")
    return 0


def _target(typed: str | None, default: Path) -> Path:
    if typed is None:
        return default
    path = Path(typed).expanduser().absolute()
    if path.is_dir():
        return path / default.name
    return path if path.suffix == ".zip" else path.with_name(f"{path.name}.zip")
