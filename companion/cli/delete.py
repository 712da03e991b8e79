"""`companion rooms delete` and `companion rooms prune`: delete rooms for good, after a confirmation."""

import argparse
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from companion.cli import stored_rooms
from companion.cli.confirmation import add_yes_option, confirm
from companion.i18n.errors import Refused
from companion.i18n.messages import format_count
from companion.storage.event_store import EventStore, StoredRoom

_DAY = 24 * 60 * 60


def add_commands(commands: stored_rooms.Subparsers) -> None:
    delete = _parser(commands, "delete", "delete rooms for good")
    delete.add_argument("codes", nargs="+", metavar="CODE")
    delete.set_defaults(command=_delete)
    prune = _parser(commands, "prune", "delete the rooms in which nothing was done for long")
    prune.add_argument("--days", required=True, metavar="N", help="how many days a room may lie untouched")
    prune.set_defaults(command=_prune)


def _parser(commands: stored_rooms.Subparsers, name: str, summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary)
    stored_rooms.add_data_option(parser)
    add_yes_option(parser)
    return parser


def _delete(arguments: argparse.Namespace) -> int:
    with stored_rooms.open_store(arguments) as store:
        return _delete_confirmed(store, stored_rooms.find_rooms(store, arguments.codes), arguments)


def _prune(arguments: argparse.Namespace) -> int:
    days = _parse_days(arguments.days)
    with stored_rooms.open_store(arguments) as store:
        old = _rooms_older_than(store, days)
        if not old:
            print("No room has lain untouched for so long.")
            return 0
        return _delete_confirmed(store, old, arguments, lambda: _rooms_older_than(store, days))


def _rooms_older_than(store: EventStore, days: int) -> list[StoredRoom]:
    now = datetime.now(UTC)
    return [each for each in store.list_rooms() if (now - each.last).total_seconds() > days * _DAY]


def _parse_days(typed: str) -> int:
    if not (typed.isdecimal() and len(typed) < 10 and int(typed)):
        raise Refused("--days is a whole number of days, 1 or more, not {typed}", typed=typed)
    return int(typed)


def _delete_confirmed(
    store: EventStore,
    rooms: Sequence[StoredRoom],
    arguments: argparse.Namespace,
    recheck: Callable[[], Sequence[StoredRoom]] | None = None,
) -> int:
    """Ask for confirmation unless `--yes` was given, delete rooms, and return the exit status.

    `recheck` finds the rooms again after that: a game may have gone on during the question.
    """
    lines = (stored_rooms.describe_room(store, each) for each in rooms)
    question = format_count(len(rooms), "Delete {n} room for good?", "Delete {n} rooms for good?")
    if not confirm(arguments, lines, question):
        print("Nothing was deleted.")
        return 1
    still_due = {each.code for each in recheck()} if recheck else None
    for each in rooms:
        if still_due is None or each.code in still_due:
            store.delete_room(each.code)
            print(f"Deleted {each.code}, last act {stored_rooms.format_local_time(each.last)}.")
    return 0
