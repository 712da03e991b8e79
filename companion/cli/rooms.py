"""`companion rooms`: lists, exports, closes and deletes stored rooms, and forgets a name, beside a server."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from sqlalchemy import Engine

from companion.cli.arguments import Subparsers, add_data_option, format_local_time, settings_of
from companion.formats import csv_export, evening_record
from companion.formats.text_report import align_columns
from companion.i18n.errors import Refused
from companion.i18n.messages import format_count, format_list, printable
from companion.room.commands.closing import close_room, reopen_room
from companion.room.names import clean_name
from companion.rules import games
from companion.storage import database
from companion.storage.backup import Backups, backups_of, in_use
from companion.storage.event_store import EventStore, StoredRoom, UnknownRoom
from companion.storage.name_eraser import NameEraser

ELSEWHERE = (
    "What was made before still has it: backups, downloads, prints, and what the server has written to a log."
)
_TRACES = (
    "The files of the database may keep bytes of it until they are overwritten. "
    "A SQLite file has none after the same command when no server runs."
)


def add_command(commands: Subparsers) -> None:
    rooms = commands.add_parser("rooms", help="list, export, close and delete stored rooms")
    add_data_option(rooms)
    rooms.set_defaults(command=_list)
    commands = rooms.add_subparsers(metavar="COMMAND")

    def add(name: str, command: Callable[[argparse.Namespace], int], about: str) -> argparse.ArgumentParser:
        parser = commands.add_parser(name, help=about)
        add_data_option(parser)
        parser.set_defaults(command=command)
        return parser

    add("list", _list, "list the rooms, the newest first (the default)")
    export = add("export", _export, "write an evening to standard output")
    export.add_argument("code", metavar="CODE")
    export.add_argument(
        "--csv", choices=("rounds", "scores"), help="write a file for a spreadsheet, not JSON"
    )
    close = add("close", _close, "close rooms to everybody; their results can still be read")
    reopen = add("reopen", _reopen, "let closed rooms go on where they stood")
    delete = add("delete", _delete, "delete rooms for good")
    prune = add("prune", _prune, "delete the rooms in which nothing was done for long")
    prune.add_argument(
        "--days", metavar="N", help="how many days a room may lie untouched (default: COMPANION_KEEP_DAYS)"
    )
    forget = add("forget", _forget, "replace the name of a guest wherever it is stored")
    forget.add_argument("name", metavar="NAME", help="as it is on the screens; case does not matter")
    forget.add_argument("--room", action="append", metavar="CODE", help="only in this room; may be repeated")
    for each in (close, reopen, delete):
        each.add_argument("codes", nargs="+", metavar="CODE")
    for each in (close, delete, prune, forget):
        each.add_argument("--yes", action="store_true", help="do not ask")


@contextmanager
def _open_engine(arguments: argparse.Namespace) -> Iterator[Engine]:
    """Open the database of a server with the same settings; raises `Refused`."""
    settings = settings_of(arguments)
    backups = backups_of(settings)
    with in_use(backups), database.open_database(settings.database_url, backups) as engine:
        yield engine


@contextmanager
def _open_store(arguments: argparse.Namespace) -> Iterator[EventStore]:
    """Open the event store of that database, whose rooms nobody follows here."""
    with _open_engine(arguments) as engine:
        yield EventStore(engine, lambda *_: None)


def _parse_room_code(typed: str) -> str:
    """Return a typed room code as it is stored, in upper case."""
    return typed.strip().upper()


def _find_rooms(store: EventStore, typed: Iterable[str]) -> list[StoredRoom]:
    """Return the rooms of these codes, each once; raises `UnknownRoom` where one does not exist."""
    stored = {each.code: each for each in store.list_rooms()}
    codes = dict.fromkeys(map(_parse_room_code, typed))
    for code in codes:
        if code not in stored:
            raise UnknownRoom("There is no room {code}", code=code)
    return [stored[code] for code in codes]


def _confirm(
    arguments: argparse.Namespace, store: EventStore, rooms: Iterable[StoredRoom], question: str
) -> bool:
    """List rooms and ask a question, unless `--yes` was given; raises `Refused` without a terminal."""
    if arguments.yes:
        return True
    if not sys.stdin.isatty():
        raise Refused("There is no terminal to ask on, so nothing was done: --yes does it without asking")
    for each in rooms:
        room = store.load_room(each.code)
        players = format_list(player.name for player in room.players) or "nobody"
        played = format_count(len(evening_record.evening_of_room(room).games), "{n} game", "{n} games")
        print(printable(f"{each.code}, last act {format_local_time(each.last)}, {played}: {players}"))
    try:
        answer = input(f"{printable(question)} [y/N] ")
    except (EOFError, KeyboardInterrupt):
        print()
        return False
    return answer.strip().casefold() in {"y", "yes"}


def _list(arguments: argparse.Namespace) -> int:
    with _open_store(arguments) as store:
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
    times = format_local_time(stored.opened), format_local_time(stored.last)
    about = f"(closed) {titles}" if room.is_closed else titles
    return stored.code, *times, str(len(room.players)), str(len(played)), about


def _export(arguments: argparse.Namespace) -> int:
    """Write bytes: the file must not depend on the encoding of the terminal."""
    with _open_store(arguments) as store:
        evening = evening_record.evening_of_room(store.load_room(_parse_room_code(arguments.code)))
    if arguments.csv == "rounds":
        contents = csv_export.rounds_csv(evening.games)
    elif arguments.csv:
        contents = csv_export.scores_csv(evening.games, evening_record.standing_of_evening(evening))
    else:
        contents = evening_record.dump_evening(evening_record.evening_to_document(evening)).encode()
    sys.stdout.buffer.write(contents)
    sys.stdout.buffer.flush()
    return 0


def _close(arguments: argparse.Namespace) -> int:
    with _open_store(arguments) as store:
        found = _find_rooms(store, arguments.codes)
        rooms = [each for each in found if not store.load_room(each.code).is_closed]
        question = format_count(len(rooms), "Close {n} room to everybody?", "Close {n} rooms to everybody?")
        if rooms and not _confirm(arguments, store, rooms, question):
            print("Nothing was closed.")
            return 1
        for each in found:
            if each in rooms:
                store.execute(each.code, "", close_room)
            print(f"{each.code} is closed{'' if each in rooms else ' already'}.")
    return 0


def _reopen(arguments: argparse.Namespace) -> int:
    with _open_store(arguments) as store:
        for each in _find_rooms(store, arguments.codes):
            was_closed = store.load_room(each.code).is_closed
            store.execute(each.code, "", reopen_room)
            print(f"{each.code} is open {'again' if was_closed else 'already'}.")
    return 0


def _delete(arguments: argparse.Namespace) -> int:
    with _open_store(arguments) as store:
        rooms = _find_rooms(store, arguments.codes)
        return _delete_confirmed(store, rooms, arguments, lambda each: store.delete_room(each.code))


def _prune(arguments: argparse.Namespace) -> int:
    settings, typed = settings_of(arguments), arguments.days
    if typed is not None and not (typed.isdecimal() and len(typed) < 10 and int(typed)):
        raise Refused("--days is a whole number of days, 1 or more, not {typed}", typed=typed)
    days = settings.keep_days if typed is None else min(int(typed), timedelta.max.days)
    if not days:
        raise Refused("How many days? Say so with --days, or for good with COMPANION_KEEP_DAYS")
    with _open_store(arguments) as store:
        if old := store.list_old_rooms(days):
            return _delete_confirmed(store, old, arguments, store.delete_unused_room, backups_of(settings))
    print("No room has lain untouched for so long.")
    return 0


def _delete_confirmed(
    store: EventStore,
    rooms: Sequence[StoredRoom],
    arguments: argparse.Namespace,
    delete: Callable[[StoredRoom], object],
    backups: Backups | None = None,
) -> int:
    """Delete rooms after a confirmation, and a backup where there are any; return the exit status.

    `delete` returns False for a room that was left alone: a game may have gone on during the question.
    """
    question = format_count(len(rooms), "Delete {n} room for good?", "Delete {n} rooms for good?")
    if not _confirm(arguments, store, rooms, question):
        print("Nothing was deleted.")
        return 1
    if backups:
        backups.make_before_upgrade(datetime.now().astimezone())
    for each in rooms:
        if delete(each) is not False:
            print(f"Deleted {each.code}, last act {format_local_time(each.last)}.")
    return 0


def _forget(arguments: argparse.Namespace) -> int:
    name = clean_name(arguments.name)
    with _open_engine(arguments) as engine:
        store, eraser = EventStore(engine, lambda *_: None), NameEraser(engine)
        wanted = arguments.room and [each.code for each in _find_rooms(store, arguments.room)]
        found = [code for code in eraser.find_rooms(name) if not wanted or code in wanted]
        if not found and (wanted or not eraser.is_in_remarks(name)):
            raise Refused("Nobody is called {name} there", name=name)
        question = f"Forget {name} for good ({format_count(len(found), 'in {n} room', 'in {n} rooms')})?"
        if not _confirm(arguments, store, _find_rooms(store, found), question):
            print("Nothing was forgotten.")
            return 1
        done = eraser.replace(name, wanted or None, store.now(""))
        without_trace = eraser.remove_traces()
    rooms = format_count(len(done.rooms), "{n} room", "{n} rooms")
    print(printable(f"Forgotten in {rooms}: {done.name} stands there instead, and the rest is as it was."))
    if not without_trace:
        print(_TRACES)
    print(ELSEWHERE)
    return 0
