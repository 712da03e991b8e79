"""`companion restore`: puts a backup in the place of the database and the key."""

import argparse
from datetime import datetime
from pathlib import Path

from companion.cli import stored_rooms
from companion.cli.backup import find_backups
from companion.config.settings import load_settings
from companion.i18n.messages import format_count, printable
from companion.storage import database, restore
from companion.storage.backup import Backups
from companion.storage.restore import Restored


def add_command(commands: stored_rooms.Subparsers) -> None:
    parser = commands.add_parser("restore", help="put a backup in the place of the database")
    stored_rooms.add_data_option(parser)
    parser.add_argument("file", metavar="FILE", help="what companion backup has made")
    parser.add_argument(
        "--replace", action="store_true", help="replace rooms that are there, after a backup of them"
    )
    parser.set_defaults(command=_restore)


def _restore(arguments: argparse.Namespace) -> int:
    backups = find_backups(load_settings(data=getattr(arguments, "data", None)))
    file, now = Path(arguments.file).expanduser(), datetime.now().astimezone()
    known = database.known_revisions()
    restored = restore.restore(file, backups, known, now, replace=arguments.replace)
    print(printable(_describe(restored)))
    if restored.kept:
        print(printable(f"What was there before is kept in {restored.kept}"))
    print(_describe_key(restored, backups))
    return 0


def _describe(restored: Restored) -> str:
    rooms, newest = restored.contents.rooms, restored.contents.newest
    counted = format_count(rooms, "Restored {n} room", "Restored {n} rooms")
    return f"{counted}, last act {stored_rooms.format_local_time(newest)}." if newest else f"{counted}."


def _describe_key(restored: Restored, backups: Backups) -> str:
    if not backups.has_key:
        return "COMPANION_SECRET_KEY signs cookies: phones are recognised if it is the same as then."
    if restored.has_key:
        return "The key came with it: phones are recognised."
    return "No key was in it: phones are recognised if secret.key is the one of then."
