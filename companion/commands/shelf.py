"""What the commands about stored rooms share: where the rooms are, and how people name and date them."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from companion import database
from companion.settings import settings
from companion.store import Store


def option_data(parser: argparse.ArgumentParser) -> None:
    """Let a command be told where the rooms are."""
    parser.add_argument("--data", default=argparse.SUPPRESS, help="folder of the database")


@contextmanager
def store(arguments: argparse.Namespace) -> Iterator[Store]:
    """Open the store that a server with the same settings has; raises `Refused` where that cannot be."""
    chosen = settings(data=getattr(arguments, "data", None))
    with database.opened(chosen.database_url) as engine:
        yield Store(engine, lambda *_: None)


def read_code(typed: str) -> str:
    """Make a room code of what somebody typed; case does not matter."""
    return typed.strip().upper()


def local(time: datetime) -> str:
    """Write a time as the clock here shows it."""
    return time.astimezone().strftime("%Y-%m-%d %H:%M")
