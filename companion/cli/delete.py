"""`companion rooms delete` and `companion rooms prune`: delete rooms for good, once somebody has said yes."""

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from companion.cli import stored_rooms
from companion.formats import evening_record
from companion.i18n.errors import Refused
from companion.i18n.messages import format_count, format_list, printable
from companion.storage.event_store import EventStore, StoredRoom, UnknownRoom

_DAY = 24 * 60 * 60


def add_delete_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Give both commands to a parser."""
    delete = _parser(commands, "delete", "delete rooms for good")
    delete.add_argument("codes", nargs="+", metavar="CODE")
    delete.set_defaults(command=_delete)
    prune = _parser(commands, "prune", "delete the rooms in which nothing was done for long")
    prune.add_argument("--days", required=True, metavar="N", help="how many days a room may lie untouched")
    prune.set_defaults(command=_prune)


def _parser(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, explains: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=explains)
    stored_rooms.add_data_option(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")
    return parser


def _delete(arguments: argparse.Namespace) -> int:
    with stored_rooms.open_store(arguments) as store:
        stored = {each.code: each for each in store.list_rooms()}
        codes = dict.fromkeys(map(stored_rooms.parse_room_code, arguments.codes))
        for code in codes:
            if code not in stored:
                raise UnknownRoom("There is no room {code}", code=code)
        return _deleted(store, [stored[code] for code in codes], arguments)


def _prune(arguments: argparse.Namespace) -> int:
    days = _days(arguments.days)
    with stored_rooms.open_store(arguments) as store:
        old = _older(store, days)
        if not old:
            print("No room has lain untouched for so long.")
            return 0
        return _deleted(store, old, arguments, lambda: _older(store, days))


def _older(store: EventStore, days: int) -> list[StoredRoom]:
    now = datetime.now(UTC)
    return [each for each in store.list_rooms() if (now - each.last).total_seconds() > days * _DAY]


def _days(typed: str) -> int:
    if not (typed.isdecimal() and len(typed) < 10 and int(typed)):
        raise Refused("--days is a whole number of days, 1 or more, not {typed}", typed=typed)
    return int(typed)


def _deleted(
    store: EventStore,
    rooms: Sequence[StoredRoom],
    arguments: argparse.Namespace,
    again: Callable[[], Sequence[StoredRoom]] | None = None,
) -> int:
    """Delete rooms once somebody has said yes, and return the status.

    `again` finds them once more after that: somebody may have played on while the question stood there.
    """
    if not arguments.yes and not _confirmed([_described(store, each) for each in rooms]):
        print("Nothing was deleted.")
        return 1
    still = {each.code for each in again()} if again else None
    for each in rooms:
        if still is None or each.code in still:
            store.delete_room(each.code)
            print(f"Deleted {each.code}, last act {stored_rooms.format_local_time(each.last)}.")
    return 0


def _described(store: EventStore, shelved: StoredRoom) -> str:
    room = store.load_room(shelved.code)
    who = format_list(player.name for player in room.players) or "nobody"
    played = format_count(len(evening_record.evening_of_room(room).games), "{n} game", "{n} games")
    return printable(
        f"{shelved.code}, last act {stored_rooms.format_local_time(shelved.last)}, {played}: {who}"
    )


def _confirmed(rooms: Sequence[str]) -> bool:
    """Ask on the terminal; raises `Refused` where there is none to ask on."""
    if not sys.stdin.isatty():
        raise Refused("There is no terminal to ask on, so nothing was deleted: --yes deletes without asking")
    print(*rooms, sep="\n")
    try:
        answer = input(
            format_count(len(rooms), "Delete {n} room for good? [y/N] ", "Delete {n} rooms for good? [y/N] ")
        )
    except (EOFError, KeyboardInterrupt):
        print()
        return False
    return answer.strip().casefold() in {"y", "yes"}
