"""`companion odds`: how likely each end of a game is, for a record or for options."""

import argparse
import json
from dataclasses import replace
from typing import Any

from companion.cli.files import read_bytes
from companion.cli.stored_rooms import Subparsers
from companion.formats import record
from companion.i18n.errors import Refused
from companion.i18n.messages import Text
from companion.rules import games
from companion.rules.games import options
from companion.rules.games.contract import Game, Record
from companion.rules.games.options import OptionField
from companion.rules.odds.report import OddsReport

_USUAL_PLAYERS = 5


def add_command(commands: Subparsers) -> None:
    odds = commands.add_parser(
        "odds",
        help="say how likely rounds, ties and tie-breaks are",
        description="Chances of a round, of what decides a game and of its tie-breaks, and how people "
        "pick who all know the game. For a record also those of its standing, with its options or others.",
    )
    odds.add_argument(
        "record", nargs="?", metavar="RECORD", help="the file of a record, or - for standard input"
    )
    odds.add_argument("--players", type=int, metavar="N", help=f"how many play ({_USUAL_PLAYERS} by default)")
    odds.add_argument("--game", choices=games.GAMES, help="the game, without a record")
    odds.add_argument("--json", action="store_true", help="print the figures as JSON")
    rules = odds.add_argument_group("options of the game")
    for name, field in _fields().items():
        _add_option(rules, name, field)
    odds.set_defaults(command=_odds)


def _fields() -> dict[str, OptionField]:
    """Return the options of the games with odds by their names; the first that has one explains it."""
    known = (game for game in games.GAMES.values() if game.odds is not Game.odds)
    fields = (field for game in known for field in options.form_fields(game))
    found: dict[str, OptionField] = {}
    for field in fields:
        found.setdefault(field.name, field)
    return found


def _add_option(group: argparse._ArgumentGroup, name: str, field: OptionField) -> None:
    flag = f"--{name.replace('_', '-')}"
    if field.kind == "flag":
        group.add_argument(flag, dest=f"option_{name}", action="store_const", const="true", help=field.label)
        return
    shown = "|".join(field.choices) if field.choices else "VALUE"
    group.add_argument(flag, dest=f"option_{name}", metavar=shown, help=field.label)


def _odds(arguments: argparse.Namespace) -> int:
    found = _report(_record(arguments))
    print(json.dumps(found.document(), ensure_ascii=False) if arguments.json else found.text())
    return 0


def _report(found: Record) -> OddsReport:
    return found.rules.odds(games.score_record(found))


def _record(arguments: argparse.Namespace) -> Record:
    """Return the record to judge: the one given, with other options if there are any, or an empty one."""
    texts = {
        name: str(value) for name in _fields() if (value := getattr(arguments, f"option_{name}")) is not None
    }
    if arguments.record is None:
        rules = games.find_game(arguments.game or games.SHEET_GAME)()
        return _with_options(Record(rules.name, rules, _players(rules, arguments.players)), texts)
    if arguments.players is not None or arguments.game:
        raise Refused("a record has its own game and players: leave out --game and --players")
    found = record.record_from_document(record.load_json(read_bytes(arguments.record)))
    return games.check_record(_with_options(found, texts))


def _players(rules: Game, number: int | None) -> tuple[str, ...]:
    """Return names for so many players; raises `Refused` for more than the game takes."""
    count = _USUAL_PLAYERS if number is None else number
    if count > rules.max_players:
        raise Refused("{title} takes {most} players at most", title=Text(rules.title), most=rules.max_players)
    return tuple(map(str, range(1, count + 1)))


def _with_options(found: Record, texts: dict[str, str]) -> Record:
    """Return the record with some options changed; raises `Refused` for any that its game has not."""
    kind = type(found.rules)
    known = {field.name for field in options.option_fields(kind)}
    for name in texts:
        if name not in known:
            raise Refused("{name} is not an option of this game", name=name)
    before = {
        name: value for name, value in options.changed_options(found.rules).items() if name not in texts
    }
    given: dict[str, Any] = {**before, **options.parse_form(kind, texts)}
    return replace(found, rules=kind.read_options(given))
