"""What the commands about stored rooms share: the database, room codes and times."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TypeAlias

from companion.config.settings import load_settings
from companion.storage import database, restore
from companion.storage.event_store import EventStore
from companion.web.backups import backups_of

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What a command is added to."""


def add_data_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", default=argparse.SUPPRESS, help="folder of the database")


@contextmanager
def open_store(arguments: argparse.Namespace) -> Iterator[EventStore]:
    """Open the event store of a server with the same settings; raises `Refused`."""
    settings = load_settings(data=getattr(arguments, "data", None))
    backups = backups_of(settings)
    with (
        restore.in_use(backups),
        database.open_database(settings.database_url, backups) as engine,
    ):
        yield EventStore(engine, lambda *_: None)


def parse_room_code(typed: str) -> str:
    """Return a typed room code as it is stored, in upper case."""
    return typed.strip().upper()


def format_local_time(time: datetime) -> str:
    """Format a time in the local time zone."""
    return time.astimezone().strftime("%Y-%m-%d %H:%M")
