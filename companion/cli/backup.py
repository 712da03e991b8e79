"""`companion backup` copies database and key into one file; `companion restore` puts them back."""

import argparse
from datetime import datetime
from pathlib import Path

from companion.cli.arguments import Subparsers, add_data_option, format_local_time, settings_of
from companion.i18n.errors import Refused
from companion.i18n.messages import format_count, printable
from companion.storage import database
from companion.storage.backup import Backups, backups_of, in_use


def add_command(commands: Subparsers) -> None:
    backup = commands.add_parser("backup", help="copy the database and the key, also while a game runs")
    add_data_option(backup)
    where = "a new .zip file, or a folder (default: backups/ in the data folder)"
    backup.add_argument("file", nargs="?", metavar="FILE", help=where)
    backup.set_defaults(command=_backup)
    again = commands.add_parser("restore", help="put a backup in the place of the database")
    add_data_option(again)
    again.add_argument("file", metavar="FILE", help="what companion backup has made")
    again.add_argument("--replace", action="store_true", help="replace what is there, after a backup of it")
    again.set_defaults(command=_restore)


def _find_backups(arguments: argparse.Namespace) -> Backups:
    """Return the backups of the configured database; raises `Refused` if it is not a file of SQLite."""
    backups = backups_of(settings_of(arguments))
    if backups is None:
        raise Refused(
            "Only a SQLite file can be copied by companion: use the tools of your database, such as pg_dump"
        )
    return backups


def _backup(arguments: argparse.Namespace) -> int:
    backups = _find_backups(arguments)
    target = backups.new_name(datetime.now().astimezone())
    if arguments.file is not None:
        typed = Path(arguments.file).expanduser().absolute()
        named = typed if typed.suffix == ".zip" else typed.with_name(f"{typed.name}.zip")
        target = typed / target.name if typed.is_dir() else named
    with in_use(backups):
        backups.make(target)
    print(printable(f"Copied to {target}"))
    if not backups.has_key:
        print("COMPANION_SECRET_KEY is not in it: keep that too, or phones lose their seats.")
    return 0


def _restore(arguments: argparse.Namespace) -> int:
    backups = _find_backups(arguments)
    file, now = Path(arguments.file).expanduser(), datetime.now().astimezone()
    restored = backups.restore(file, database.known_revisions(), now, replace=arguments.replace)
    rooms = format_count(restored.rooms, "Restored {n} room", "Restored {n} rooms")
    print(rooms + (f", last act {format_local_time(restored.newest)}." if restored.newest else "."))
    if restored.kept:
        print(printable(f"What was there before is kept in {restored.kept}"))
    if not backups.has_key:
        print("COMPANION_SECRET_KEY signs cookies: phones are recognised if it is the same as then.")
    elif restored.has_key:
        print("The key came with it: phones are recognised.")
    else:
        print("No key was in it: phones are recognised if secret.key is the one of then.")
    return 0
