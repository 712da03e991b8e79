"""`companion rooms`: lists, exports, closes and deletes stored rooms, and forgets a name, beside a server."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial

from companion.cli.arguments import Subparsers, add_data_option, format_local_time, settings_of
from companion.formats import csv_files, evening_record
from companion.formats.text_report import align_columns
from companion.i18n.errors import Refused
from companion.i18n.messages import format_count, format_list, printable
from companion.room.commands.room_control import close_room, reopen_room
from companion.room.names import clean_name
from companion.storage import database
from companion.storage.backup import backups_of, in_use
from companion.storage.event_store import EventStore, StoredRoom, UnknownRoom
from companion.storage.name_eraser import NameEraser
from companion.storage.old_rooms import list_old_rooms

ELSEWHERE = (
    "What was made before still has it: backups, downloads, prints, and what the server has written to a log."
)
_TRACES = (
    "The files of the database may keep bytes of it until they are overwritten. "
    "A SQLite file has none after the same command when no server runs."
)

Command = Callable[[argparse.Namespace, EventStore], int]
"""What is done with the stored rooms; returns the exit status."""


def add_command(commands: Subparsers) -> None:
    rooms = commands.add_parser("rooms", help="list, export, close and delete stored rooms")
    add_data_option(rooms)
    rooms.set_defaults(command=partial(_run, _list))
    commands = rooms.add_subparsers(metavar="COMMAND")

    def add(name: str, command: Command, about: str) -> argparse.ArgumentParser:
        parser = commands.add_parser(name, help=about)
        add_data_option(parser)
        parser.set_defaults(command=partial(_run, command))
        if command in {_close, _reopen, _delete}:
            parser.add_argument("codes", nargs="+", metavar="CODE")
        if command in {_close, _delete, _prune, _forget}:
            parser.add_argument("--yes", action="store_true", help="do not ask")
        return parser

    add("list", _list, "list the rooms, the newest first (the default)")
    export = add("export", _export, "write an evening to standard output")
    export.add_argument("code", metavar="CODE")
    export.add_argument("--csv", choices=("rounds", "scores"), help="a file for a spreadsheet, not JSON")
    add("close", _close, "close rooms to everybody; their results can still be read")
    add("reopen", _reopen, "let closed rooms go on where they stood")
    add("delete", _delete, "delete rooms for good")
    prune = add("prune", _prune, "delete the rooms in which nothing was done for long")
    prune.add_argument("--days", metavar="N", help="how many, untouched (default: COMPANION_KEEP_DAYS)")
    forget = add("forget", _forget, "replace the name of a guest wherever it is stored")
    forget.add_argument("name", metavar="NAME", help="as it is on the screens; case does not matter")
    forget.add_argument("--room", action="append", metavar="CODE", help="only in this room; may be repeated")


def _run(command: Command, arguments: argparse.Namespace) -> int:
    """Do something with the database of a server with the same settings; raises `Refused`."""
    settings = settings_of(arguments)
    backups = backups_of(settings)
    with in_use(backups), database.open_database(settings.database_url, backups) as engine:
        return command(arguments, EventStore(engine, lambda *_: None))


def _find_rooms(store: EventStore, typed: Iterable[str]) -> list[StoredRoom]:
    """Return the rooms of these codes, each once; raises `UnknownRoom` where one does not exist."""
    stored = {stored_room.code: stored_room for stored_room in store.list_rooms()}
    codes = dict.fromkeys(code.strip().upper() for code in typed)
    if unknown := [code for code in codes if code not in stored]:
        raise UnknownRoom("There is no room {code}", code=unknown[0])
    return [stored[code] for code in codes]


def _confirm(
    arguments: argparse.Namespace,
    store: EventStore,
    rooms: Iterable[StoredRoom],
    question: str,
    otherwise: str,
) -> bool:
    """List rooms and ask a question, unless `--yes` was given; say what was not done if it is denied.

    Raises `Refused` without a terminal.
    """
    if arguments.yes:
        return True
    if not sys.stdin.isatty():
        raise Refused("There is no terminal to ask on, so nothing was done: --yes does it without asking")
    for stored_room in rooms:
        room = store.load_room(stored_room.code)
        players = format_list(player.name for player in room.players) or "nobody"
        played = format_count(len(evening_record.evening_of_room(room).games), "{n} game", "{n} games")
        print(
            printable(
                f"{stored_room.code}, last act {format_local_time(stored_room.last)}, {played}: {players}"
            )
        )
    try:
        if input(f"{printable(question)} [y/N] ").strip().casefold() in {"y", "yes"}:
            return True
    except (EOFError, KeyboardInterrupt):
        print()
    print(otherwise)
    return False


def _list(_arguments: argparse.Namespace, store: EventStore) -> int:
    rows: list[Sequence[str]] = []
    for stored_room in store.list_rooms():
        room = store.load_room(stored_room.code)
        played = [game.rules.title for game in evening_record.evening_of_room(room).games]
        titles = ", ".join(dict.fromkeys(played))
        times = format_local_time(stored_room.opened), format_local_time(stored_room.last)
        about = f"(closed) {titles}" if room.is_closed else titles
        rows.append((stored_room.code, *times, str(len(room.players)), str(len(played)), about))
    head = ("room", "opened", "last act", "players", "games", "")
    for line in align_columns([head, *rows], left=(0, 5)) if rows else ["There are no rooms."]:
        print(line.rstrip())
    return 0


def _export(arguments: argparse.Namespace, store: EventStore) -> int:
    """Write bytes: the file must not depend on the encoding of the terminal."""
    evening = evening_record.evening_of_room(store.load_room(arguments.code.strip().upper()))
    if arguments.csv == "rounds":
        contents = csv_files.table_csv(csv_files.rounds_table(evening))
    elif arguments.csv:
        contents = csv_files.table_csv(csv_files.scores_table(evening))
    else:
        contents = evening_record.dump_evening(evening_record.evening_to_document(evening)).encode()
    sys.stdout.buffer.write(contents)
    sys.stdout.buffer.flush()
    return 0


def _close(arguments: argparse.Namespace, store: EventStore) -> int:
    stored_rooms = _find_rooms(store, arguments.codes)
    still_open = [
        stored_room for stored_room in stored_rooms if not store.load_room(stored_room.code).is_closed
    ]
    question = format_count(len(still_open), "Close {n} room to everybody?", "Close {n} rooms to everybody?")
    if still_open and not _confirm(arguments, store, still_open, question, "Nothing was closed."):
        return 1
    for stored_room in stored_rooms:
        store.execute(stored_room.code, "", close_room)
        print(f"{stored_room.code} is closed{'' if stored_room in still_open else ' already'}.")
    return 0


def _reopen(arguments: argparse.Namespace, store: EventStore) -> int:
    for stored_room in _find_rooms(store, arguments.codes):
        was_closed = store.load_room(stored_room.code).is_closed
        store.execute(stored_room.code, "", reopen_room)
        print(f"{stored_room.code} is open {'again' if was_closed else 'already'}.")
    return 0


def _delete(arguments: argparse.Namespace, store: EventStore) -> int:
    rooms = _find_rooms(store, arguments.codes)
    if not _confirm_deletion(arguments, store, rooms):
        return 1
    for stored_room in rooms:
        _delete_room(store, stored_room)
    return 0


def _prune(arguments: argparse.Namespace, store: EventStore) -> int:
    settings, typed = settings_of(arguments), arguments.days
    if typed is not None and not (typed.isdecimal() and len(typed) < 10 and int(typed)):
        raise Refused("--days is a whole number of days, 1 or more, not {typed}", typed=typed)
    days = settings.keep_days if typed is None else int(typed)
    if not days:
        raise Refused("How many days? Say so with --days, or for good with COMPANION_KEEP_DAYS")
    old = list_old_rooms(store, days, is_asked=not arguments.yes)
    if not old:
        print("No room has lain untouched for so long.")
    elif not _confirm_deletion(arguments, store, old):
        return 1
    elif backups := backups_of(settings):
        backups.make_before_upgrade(datetime.now().astimezone())
    for stored_room in old:
        _delete_room(store, stored_room, stored_room.last)  # a game may have gone on during the question
    return 0


def _confirm_deletion(arguments: argparse.Namespace, store: EventStore, rooms: Sequence[StoredRoom]) -> bool:
    question = format_count(len(rooms), "Delete {n} room for good?", "Delete {n} rooms for good?")
    return _confirm(arguments, store, rooms, question, "Nothing was deleted.")


def _delete_room(store: EventStore, room: StoredRoom, unused_since: datetime | None = None) -> None:
    if store.delete_room(room.code, unused_since):
        print(f"Deleted {room.code}, last act {format_local_time(room.last)}.")


def _forget(arguments: argparse.Namespace, store: EventStore) -> int:
    name, eraser = clean_name(arguments.name), NameEraser(store.engine)
    wanted = [stored_room.code for stored_room in _find_rooms(store, arguments.room or ())]
    rooms = _find_rooms(store, eraser.find_rooms(name, wanted))
    question = f"Forget {name} for good ({format_count(len(rooms), 'in {n} room', 'in {n} rooms')})?"
    if not _confirm(arguments, store, rooms, question, "Nothing was forgotten."):
        return 1
    done = eraser.replace(name, wanted or None, store.now(""))
    count = format_count(len(done.rooms), "{n} room", "{n} rooms")
    print(printable(f"Forgotten in {count}: {done.name} stands there instead, and the rest is as it was."))
    if not eraser.remove_traces():
        print(_TRACES)
    print(ELSEWHERE)
    return 0
