"""What the commands about stored rooms share: where the rooms are, and how people name and date them."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from companion.config.settings import load_settings
from companion.storage import database
from companion.storage.event_store import EventStore


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Let a command be told where the rooms are."""
    parser.add_argument("--data", default=argparse.SUPPRESS, help="folder of the database")


@contextmanager
def open_store(arguments: argparse.Namespace) -> Iterator[EventStore]:
    """Open the store that a server with the same settings has; raises `Refused` where that cannot be."""
    chosen = load_settings(data=getattr(arguments, "data", None))
    with database.open_database(chosen.database_url) as engine:
        yield EventStore(engine, lambda *_: None)


def parse_room_code(typed: str) -> str:
    """Make a room code of what somebody typed; case does not matter."""
    return typed.strip().upper()


def format_local_time(time: datetime) -> str:
    """Write a time as the clock here shows it."""
    return time.astimezone().strftime("%Y-%m-%d %H:%M")
