"""`companion rooms`: lists the rooms that are stored, exports an evening, and (see `deleting`) deletes."""

import argparse
import sys
from collections.abc import Callable, Sequence

from companion import games, keepsake, spreadsheet, tables
from companion.commands import deleting, shelf
from companion.keepsake import Keepsake
from companion.store import Shelved, Store

_SHEETS: dict[str, Callable[[Keepsake], bytes]] = {
    "rounds": lambda kept: spreadsheet.rounds(kept.games),
    "scores": lambda kept: spreadsheet.scores(kept.games, keepsake.standing(kept)),
}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Give the command to a parser."""
    rooms = commands.add_parser("rooms", help="list, export and delete stored rooms")
    shelf.option_data(rooms)
    rooms.set_defaults(command=_list)
    each = rooms.add_subparsers(metavar="COMMAND")
    shelf.option_data(each.add_parser("list", help="list the rooms, the newest first (the default)"))
    _add_export(each.add_parser("export", help="write an evening to standard output"))
    deleting.add(each)


def _add_export(parser: argparse.ArgumentParser) -> None:
    shelf.option_data(parser)
    parser.add_argument("code", metavar="CODE")
    parser.add_argument("--csv", choices=_SHEETS, help="write a file for a spreadsheet instead of JSON")
    parser.set_defaults(command=_export)


def _list(arguments: argparse.Namespace) -> int:
    with shelf.store(arguments) as store:
        rows = [_row(store, each) for each in store.listing()]
    if not rows:
        print("There are no rooms.")
        return 0
    head = ("room", "opened", "last act", "players", "games", "")
    for line in tables.aligned([head, *rows], left=(0, 5)):
        print(line.rstrip())
    return 0


def _row(store: Store, shelved: Shelved) -> Sequence[str]:
    room = store.room(shelved.code)
    played = [game.game for game in keepsake.keep(room).games]
    titles = ", ".join(games.game(name).TITLE for name in dict.fromkeys(played))
    times = shelf.local(shelved.opened), shelf.local(shelved.last)
    return shelved.code, *times, str(len(room.players)), str(len(played)), titles


def _export(arguments: argparse.Namespace) -> int:
    """Write bytes, not text: a file is the same whatever the terminal's language is."""
    with shelf.store(arguments) as store:
        kept = keepsake.keep(store.room(shelf.read_code(arguments.code)))
    if arguments.csv:
        contents = _SHEETS[arguments.csv](kept)
    else:
        contents = keepsake.dumps(keepsake.write(kept)).encode()
    sys.stdout.buffer.write(contents)
    sys.stdout.buffer.flush()
    return 0
