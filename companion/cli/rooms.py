"""`companion rooms`: lists stored rooms and exports an evening; other modules close, delete and forget."""

import argparse
import sys
from collections.abc import Callable, Sequence

from companion.cli import closing, delete, forget, stored_rooms
from companion.formats import csv_export, evening_record
from companion.formats.evening_record import EveningRecord
from companion.rules import games
from companion.rules.text_table import align_columns
from companion.storage.event_store import EventStore, StoredRoom

_SHEETS: dict[str, Callable[[EveningRecord], bytes]] = {
    "rounds": lambda evening: csv_export.rounds_csv(evening.games),
    "scores": lambda evening: csv_export.scores_csv(
        evening.games, evening_record.standing_of_evening(evening)
    ),
}


def add_command(commands: stored_rooms.Subparsers) -> None:
    rooms = commands.add_parser("rooms", help="list, export, close and delete stored rooms")
    stored_rooms.add_data_option(rooms)
    rooms.set_defaults(command=_list)
    commands = rooms.add_subparsers(metavar="COMMAND")
    stored_rooms.add_data_option(
        commands.add_parser("list", help="list the rooms, the newest first (the default)")
    )
    export = commands.add_parser("export", help="write an evening to standard output")
    stored_rooms.add_data_option(export)
    export.add_argument("code", metavar="CODE")
    export.add_argument("--csv", choices=_SHEETS, help="write a file for a spreadsheet instead of JSON")
    export.set_defaults(command=_export)
    closing.add_commands(commands)
    delete.add_commands(commands)
    forget.add_command(commands)


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


def _row(store: EventStore, stored: StoredRoom) -> Sequence[str]:
    room = store.load_room(stored.code)
    played = [game.game for game in evening_record.evening_of_room(room).games]
    titles = ", ".join(games.find_game(name).title for name in dict.fromkeys(played))
    times = stored_rooms.format_local_time(stored.opened), stored_rooms.format_local_time(stored.last)
    about = f"(closed) {titles}" if room.is_closed else titles
    return stored.code, *times, str(len(room.players)), str(len(played)), about


def _export(arguments: argparse.Namespace) -> int:
    """Write bytes: the file must not depend on the encoding of the terminal."""
    with stored_rooms.open_store(arguments) as store:
        evening = evening_record.evening_of_room(
            store.load_room(stored_rooms.parse_room_code(arguments.code))
        )
    if arguments.csv:
        contents = _SHEETS[arguments.csv](evening)
    else:
        contents = evening_record.dump_evening(evening_record.evening_to_document(evening)).encode()
    sys.stdout.buffer.write(contents)
    sys.stdout.buffer.flush()
    return 0
