"""`companion rooms forget`: replaces the name of a guest in all rooms, also while a server runs."""

import argparse
from collections.abc import Iterator

from companion.cli import stored_rooms
from companion.cli.confirmation import add_yes_option, confirm
from companion.i18n.errors import Refused
from companion.i18n.messages import format_count, printable
from companion.room.names import clean_name
from companion.storage.clock import MonotonicClock
from companion.storage.name_eraser import Forgotten, NameEraser

ELSEWHERE = (
    "What was made before still has it: backups, downloads, prints, and what the server has written to a log."
)
_TRACES = (
    "The files of the database may keep bytes of it until they are overwritten. "
    "A SQLite file has none after the same command when no server runs."
)


def add_command(commands: stored_rooms.Subparsers) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "forget", help="replace the name of a guest wherever it is stored"
    )
    stored_rooms.add_data_option(parser)
    add_yes_option(parser)
    parser.add_argument("name", metavar="NAME", help="as it is on the screens; case does not matter")
    parser.add_argument("--room", action="append", metavar="CODE", help="only in this room; may be repeated")
    parser.set_defaults(command=_forget)


def _forget(arguments: argparse.Namespace) -> int:
    name = clean_name(arguments.name)
    with stored_rooms.open_engine(arguments) as engine:
        store, eraser = stored_rooms.store_of(engine), NameEraser(engine)
        wanted = arguments.room and [each.code for each in stored_rooms.find_rooms(store, arguments.room)]
        found = [code for code in eraser.find_rooms(name) if not wanted or code in wanted]
        remarks = 0 if wanted else eraser.count_remarks(name)
        if not (found or remarks):
            raise Refused("Nobody is called {name} there", name=name)
        lines = [stored_rooms.describe_room(store, each) for each in stored_rooms.find_rooms(store, found)]
        if not confirm(arguments, lines, _question(name, len(found), remarks)):
            print("Nothing was forgotten.")
            return 1
        done = eraser.forget(name, wanted or None, MonotonicClock().now())
    print(*map(printable, _sentences(done)), sep="\n")
    return 0


def _question(name: str, rooms: int, remarks: int) -> str:
    in_rooms = format_count(rooms, "in {n} room", "in {n} rooms")
    in_tables = format_count(remarks, ", {n} remark in an all-time table", ", {n} remarks in all-time tables")
    return f"Forget {name} for good ({in_rooms}{in_tables if remarks else ''})?"


def _sentences(done: Forgotten) -> Iterator[str]:
    rooms = format_count(len(done.rooms), "{n} room", "{n} rooms")
    yield f"Forgotten in {rooms}: {done.name} stands there instead, and the rest is as it was."
    if not done.without_trace:
        yield _TRACES
    yield ELSEWHERE
