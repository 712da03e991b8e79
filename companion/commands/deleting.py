"""`companion rooms delete` and `companion rooms prune`: delete rooms for good, once somebody has said yes."""

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from companion import keepsake
from companion.commands import shelf
from companion.score import Refused
from companion.store import Shelved, Store, UnknownRoom
from companion.words import count, listing, printable

_DAY = 24 * 60 * 60


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
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
    shelf.option_data(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")
    return parser


def _delete(arguments: argparse.Namespace) -> int:
    with shelf.store(arguments) as store:
        stored = {each.code: each for each in store.listing()}
        codes = dict.fromkeys(map(shelf.read_code, arguments.codes))
        for code in codes:
            if code not in stored:
                raise UnknownRoom("There is no room {code}", code=code)
        return _deleted(store, [stored[code] for code in codes], arguments)


def _prune(arguments: argparse.Namespace) -> int:
    days = _days(arguments.days)
    with shelf.store(arguments) as store:
        old = _older(store, days)
        if not old:
            print("No room has lain untouched for so long.")
            return 0
        return _deleted(store, old, arguments, lambda: _older(store, days))


def _older(store: Store, days: int) -> list[Shelved]:
    now = datetime.now(UTC)
    return [each for each in store.listing() if (now - each.last).total_seconds() > days * _DAY]


def _days(typed: str) -> int:
    if not (typed.isdecimal() and len(typed) < 10 and int(typed)):
        raise Refused("--days is a whole number of days, 1 or more, not {typed}", typed=typed)
    return int(typed)


def _deleted(
    store: Store,
    rooms: Sequence[Shelved],
    arguments: argparse.Namespace,
    again: Callable[[], Sequence[Shelved]] | None = None,
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
            store.delete(each.code)
            print(f"Deleted {each.code}, last act {shelf.local(each.last)}.")
    return 0


def _described(store: Store, shelved: Shelved) -> str:
    room = store.room(shelved.code)
    who = listing(player.name for player in room.players) or "nobody"
    played = count(len(keepsake.keep(room).games), "{n} game", "{n} games")
    return printable(f"{shelved.code}, last act {shelf.local(shelved.last)}, {played}: {who}")


def _confirmed(rooms: Sequence[str]) -> bool:
    """Ask on the terminal; raises `Refused` where there is none to ask on."""
    if not sys.stdin.isatty():
        raise Refused("There is no terminal to ask on, so nothing was deleted: --yes deletes without asking")
    print(*rooms, sep="\n")
    try:
        answer = input(
            count(len(rooms), "Delete {n} room for good? [y/N] ", "Delete {n} rooms for good? [y/N] ")
        )
    except (EOFError, KeyboardInterrupt):
        print()
        return False
    return answer.strip().casefold() in {"y", "yes"}
