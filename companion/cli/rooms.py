"""`companion rooms`: lists the rooms that are stored, exports an evening, and (see `deleting`) deletes."""

import argparse
import sys
from collections.abc import Callable, Sequence

from companion.cli import delete, stored_rooms
from companion.formats import csv_export, evening_record
from companion.formats.evening_record import EveningRecord
from companion.rules import games
from companion.rules.text_table import align_columns
from companion.storage.event_store import EventStore, StoredRoom

_SHEETS: dict[str, Callable[[EveningRecord], bytes]] = {
    "rounds": lambda kept: csv_export.rounds_csv(kept.games),
    "scores": lambda kept: csv_export.scores_csv(kept.games, evening_record.standing_of_evening(kept)),
}


def add_rooms_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Give the command to a parser."""
    rooms = commands.add_parser("rooms", help="list, export and delete stored rooms")
    stored_rooms.add_data_option(rooms)
    rooms.set_defaults(command=_list)
    each = rooms.add_subparsers(metavar="COMMAND")
    stored_rooms.add_data_option(
        each.add_parser("list", help="list the rooms, the newest first (the default)")
    )
    _add_export(each.add_parser("export", help="write an evening to standard output"))
    delete.add_delete_commands(each)


def _add_export(parser: argparse.ArgumentParser) -> None:
    stored_rooms.add_data_option(parser)
    parser.add_argument("code", metavar="CODE")
    parser.add_argument("--csv", choices=_SHEETS, help="write a file for a spreadsheet instead of JSON")
    parser.set_defaults(command=_export)


def _list(arguments: argparse.Namespace) -> int:
    with stored_rooms.open_store(arguments) as store:
        rows = [_row(store, each) for each in store.list_rooms()]
    if not rows:
        print("There are no rooms.")
        return 0
    head = ("room", "opened", "last act", "players", "games", "")
    for line in align_columns([head, *rows], left=(0, 5)):
        print(line.rstrip())
    return 0


def _row(store: EventStore, shelved: StoredRoom) -> Sequence[str]:
    room = store.load_room(shelved.code)
    played = [game.game for game in evening_record.evening_of_room(room).games]
    titles = ", ".join(games.find_game(name).title for name in dict.fromkeys(played))
    times = stored_rooms.format_local_time(shelved.opened), stored_rooms.format_local_time(shelved.last)
    return shelved.code, *times, str(len(room.players)), str(len(played)), titles


def _export(arguments: argparse.Namespace) -> int:
    """Write bytes, not text: a file is the same whatever the terminal's language is."""
    with stored_rooms.open_store(arguments) as store:
        kept = evening_record.evening_of_room(store.load_room(stored_rooms.parse_room_code(arguments.code)))
    if arguments.csv:
        contents = _SHEETS[arguments.csv](kept)
    else:
        contents = evening_record.dump_evening(evening_record.evening_to_document(kept)).encode()
    sys.stdout.buffer.write(contents)
    sys.stdout.buffer.flush()
    return 0
