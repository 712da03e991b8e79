"""`companion rooms close` and `companion rooms reopen`: close rooms to everybody while a server runs."""

import argparse

from companion.cli import stored_rooms
from companion.cli.confirmation import add_yes_option, confirm
from companion.i18n.messages import format_count
from companion.room.commands.closing import close_room, reopen_room


def add_commands(commands: stored_rooms.Subparsers) -> None:
    close = _parser(commands, "close", "close rooms to everybody; their results can still be read")
    add_yes_option(close)
    close.set_defaults(command=_close)
    _parser(commands, "reopen", "let closed rooms go on where they stood").set_defaults(command=_reopen)


def _parser(commands: stored_rooms.Subparsers, name: str, summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary)
    stored_rooms.add_data_option(parser)
    parser.add_argument("codes", nargs="+", metavar="CODE")
    return parser


def _close(arguments: argparse.Namespace) -> int:
    with stored_rooms.open_store(arguments) as store:
        found = stored_rooms.find_rooms(store, arguments.codes)
        rooms = [each for each in found if not store.load_room(each.code).is_closed]
        lines = (stored_rooms.describe_room(store, each) for each in rooms)
        question = format_count(len(rooms), "Close {n} room to everybody?", "Close {n} rooms to everybody?")
        if rooms and not confirm(arguments, lines, question):
            print("Nothing was closed.")
            return 1
        for each in found:
            if each in rooms:
                store.execute(each.code, "", close_room)
            print(f"{each.code} is closed{'' if each in rooms else ' already'}.")
    return 0


def _reopen(arguments: argparse.Namespace) -> int:
    with stored_rooms.open_store(arguments) as store:
        for each in stored_rooms.find_rooms(store, arguments.codes):
            was_closed = store.load_room(each.code).is_closed
            store.execute(each.code, "", reopen_room)
            print(f"{each.code} is open {'again' if was_closed else 'already'}.")
    return 0
