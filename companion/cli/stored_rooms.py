"""What the commands about stored rooms share: the database, room codes and times."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import Engine

from companion.config.settings import Settings, load_settings
from companion.formats import evening_record
from companion.i18n.messages import format_count, format_list
from companion.storage import database, restore
from companion.storage.event_store import EventStore, StoredRoom, UnknownRoom
from companion.web.backups import backups_of

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What a command is added to."""


def add_data_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", default=argparse.SUPPRESS, help="folder of the database")


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Return the settings of a server with the same options."""
    return load_settings(data=getattr(arguments, "data", None))


@contextmanager
def open_engine(arguments: argparse.Namespace) -> Iterator[Engine]:
    """Open the database of a server with the same settings; raises `Refused`."""
    settings = settings_of(arguments)
    backups = backups_of(settings)
    with (
        restore.in_use(backups),
        database.open_database(settings.database_url, backups) as engine,
    ):
        yield engine


def store_of(engine: Engine) -> EventStore:
    """Return the event store of a database, for a command: nobody follows its rooms."""
    return EventStore(engine, lambda *_: None)


@contextmanager
def open_store(arguments: argparse.Namespace) -> Iterator[EventStore]:
    """Open the event store of a server with the same settings; raises `Refused`."""
    with open_engine(arguments) as engine:
        yield store_of(engine)


def parse_room_code(typed: str) -> str:
    """Return a typed room code as it is stored, in upper case."""
    return typed.strip().upper()


def find_rooms(store: EventStore, typed: Iterable[str]) -> list[StoredRoom]:
    """Return the rooms of these codes, each once; raises `UnknownRoom` where one does not exist."""
    stored = {each.code: each for each in store.list_rooms()}
    codes = dict.fromkeys(map(parse_room_code, typed))
    for code in codes:
        if code not in stored:
            raise UnknownRoom("There is no room {code}", code=code)
    return [stored[code] for code in codes]


def describe_room(store: EventStore, stored: StoredRoom) -> str:
    """Return the line that says what would be lost with a room."""
    room = store.load_room(stored.code)
    players = format_list(player.name for player in room.players) or "nobody"
    played = format_count(len(evening_record.evening_of_room(room).games), "{n} game", "{n} games")
    return f"{stored.code}, last act {format_local_time(stored.last)}, {played}: {players}"


def format_local_time(time: datetime) -> str:
    """Format a time in the local time zone."""
    return time.astimezone().strftime("%Y-%m-%d %H:%M")
