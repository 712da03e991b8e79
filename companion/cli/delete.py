"""`companion rooms delete` and `companion rooms prune`: delete rooms for good, after a confirmation."""

import argparse
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from companion.cli import stored_rooms
from companion.cli.confirmation import add_yes_option, confirm
from companion.i18n.errors import Refused
from companion.i18n.messages import format_count
from companion.storage.event_store import EventStore, StoredRoom


def add_commands(commands: stored_rooms.Subparsers) -> None:
    delete = _parser(commands, "delete", "delete rooms for good")
    delete.add_argument("codes", nargs="+", metavar="CODE")
    delete.set_defaults(command=_delete)
    prune = _parser(commands, "prune", "delete the rooms in which nothing was done for long")
    prune.add_argument(
        "--days", metavar="N", help="how many days a room may lie untouched (default: COMPANION_KEEP_DAYS)"
    )
    prune.set_defaults(command=_prune)


def _parser(commands: stored_rooms.Subparsers, name: str, summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary)
    stored_rooms.add_data_option(parser)
    add_yes_option(parser)
    return parser


def _delete(arguments: argparse.Namespace) -> int:
    with stored_rooms.open_store(arguments) as store:
        rooms = stored_rooms.find_rooms(store, arguments.codes)
        return _delete_confirmed(store, rooms, arguments, lambda each: store.delete_room(each.code))


def _prune(arguments: argparse.Namespace) -> int:
    days = _days(arguments)
    with stored_rooms.open_store(arguments) as store:
        now = datetime.now(UTC)
        old = [each for each in store.list_rooms() if now - each.last > timedelta(days=days)]
        if not old:
            print("No room has lain untouched for so long.")
            return 0
        return _delete_confirmed(store, old, arguments, store.delete_unused_room)


def _days(arguments: argparse.Namespace) -> int:
    """Return for how many days rooms are kept: as typed, else as the settings say; raises `Refused`."""
    if arguments.days is not None:
        return _parse_days(arguments.days)
    days = stored_rooms.settings_of(arguments).keep_days
    if not days:
        raise Refused("How many days? Say so with --days, or for good with COMPANION_KEEP_DAYS")
    return days


def _parse_days(typed: str) -> int:
    if not (typed.isdecimal() and len(typed) < 10 and int(typed)):
        raise Refused("--days is a whole number of days, 1 or more, not {typed}", typed=typed)
    return min(int(typed), timedelta.max.days)


def _delete_confirmed(
    store: EventStore,
    rooms: Sequence[StoredRoom],
    arguments: argparse.Namespace,
    delete: Callable[[StoredRoom], object],
) -> int:
    """Ask for confirmation unless `--yes` was given, delete rooms, and return the exit status.

    `delete` returns False for a room that was left alone: a game may have gone on during the question.
    """
    lines = (stored_rooms.describe_room(store, each) for each in rooms)
    question = format_count(len(rooms), "Delete {n} room for good?", "Delete {n} rooms for good?")
    if not confirm(arguments, lines, question):
        print("Nothing was deleted.")
        return 1
    for each in rooms:
        if delete(each) is not False:
            print(f"Deleted {each.code}, last act {stored_rooms.format_local_time(each.last)}.")
    return 0
