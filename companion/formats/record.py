"""The game record and the result document as JSON: everything the players did, and the score of it."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.i18n.errors import Refused
from companion.i18n.messages import Text
from companion.rules import games
from companion.rules.cards import Card, parse_card
from companion.rules.games import options
from companion.rules.games.contract import Record
from companion.rules.games.kept_results import NOTHING_DEALT
from companion.rules.games.numbers import abbreviate
from companion.rules.results import (
    Call,
    Deal,
    Node,
    Play,
    PlayerId,
    Reveal,
    Score,
    ShowdownRound,
    document_fields,
)
from companion.rules.standing import Peel

FORMAT = "companion.record/1"
_KEYS = {"format", "game", "options", "players", "rounds"}
_ROUND_KEYS = {"plays", "last", "struck"}
_DEAL_KEYS = {"hands", "stock"}
_ONLY_WHERE_ANY = {"peels", "showdown"}
"""Keys of a result that stand there only where the game went so far."""
_SURROGATES = frozenset(map(chr, range(0xD800, 0xE000)))
"""Lone surrogates: JSON can escape them, but no file or terminal can encode them."""


def read_record(text: str | bytes) -> Record:
    """Read a record, and check it by the rules of its game, so that scoring it gives no problems.

    Raises `Refused` with the place and the problem.
    """
    return games.check_record(parse_record(text))


def parse_record(text: str | bytes) -> Record:
    """Read a record without checking its plays; raises `Refused` for anything not shaped like a record."""
    return record_from_document(load_json(text))


def record_from_document(document: Mapping[str, Any]) -> Record:
    """Read a record from its JSON document; raises `Refused` like `parse_record`."""
    if document.get("format") != FORMAT:
        raise Refused("this is not a companion record: its format is not {format}", format=FORMAT)
    rules = games.find_game(document.get("game"))
    require_keys(document, _KEYS | (rules.record_keys & {"deals"}), Text("the record"))
    keys = _ROUND_KEYS | (rules.record_keys & {"call"})
    keys |= {"question", "truth"} if "question" in rules.record_keys else set()
    players = read_player_names(document.get("players"))
    chosen = rules.read_options(require_object(document.get("options", {}), "options"))
    if chosen.keeps_results and "deals" in document:
        raise NOTHING_DEALT
    return Record(
        rules.name,
        chosen,
        players,
        tuple(_reveal(n, each, keys) for n, each in enumerate(require_list(document, "rounds"), 1)),
        tuple(_deal(n, each) for n, each in enumerate(require_list(document, "deals", []), 1)),
    )


def record_to_document(record: Record) -> dict[str, Any]:
    """Return the record as a JSON document; `record_from_document` reads it back."""
    deals = [{"hands": _value(deal.hands), "stock": _value(deal.stock)} for deal in record.deals]
    return {
        "format": FORMAT,
        "game": record.game,
        "options": options.changed_options(record.rules),
        "players": list(record.players),
        **({"deals": deals} if deals else {}),
        "rounds": [_reveal_document(reveal) for reveal in record.reveals],
    }


def dump_record(document: Mapping[str, Any]) -> str:
    """Write a document as readable text: a line a round, and a line a deal."""
    head = {key: value for key, value in document.items() if key not in ("deals", "rounds")}
    start = json.dumps(head, ensure_ascii=False, indent=2).removesuffix("\n}")
    long = [_dump_list(key, document[key]) for key in ("deals", "rounds") if key in document]
    return ",\n".join([start, *long]) + "\n}\n"


def _dump_list(key: str, values: Iterable[Any]) -> str:
    lines = ",\n".join(f"    {json.dumps(each, ensure_ascii=False)}" for each in values)
    return f'  "{key}": [\n{lines}\n  ]' if lines else f'  "{key}": []'


def rename_record_players(record: Record, names: Mapping[PlayerId, str]) -> Record:
    """Return the record with its players renamed, such as from seats to names."""
    reveals = tuple(
        replace(
            each,
            plays={names[p]: play for p, play in each.plays.items()},
            struck={names[p]: play for p, play in each.struck.items()},
        )
        for each in record.reveals
    )
    deals = tuple(
        Deal({names[p]: hand for p, hand in each.hands.items()}, each.stock) for each in record.deals
    )
    renamed = options.rename_option_players(record.rules, names)
    return Record(record.game, renamed, tuple(names[p] for p in record.players), reveals, deals)


def result_document(score: Score) -> dict[str, Any]:
    """Return the result tree of a score as a JSON document."""
    return _node(score.root)


def _node(node: Node) -> dict[str, Any]:
    document = {name: _value(getattr(node, name)) for name in document_fields(node)}
    return {key: value for key, value in document.items() if value or key not in _ONLY_WHERE_ANY}


def _value(value: object) -> Any:
    match value:
        case ShowdownRound():
            return {key: _value(getattr(value, key)) for key in ("plays", "disqualified", "left")}
        case Node():
            return _node(value)
        case Peel():
            return {key: _value(getattr(value, key)) for key in ("first", "last", "scores", "winners")}
        case Card():
            return str(value)
        case tuple():
            return [_value(each) for each in value]
        case Mapping():
            return {key: _value(each) for key, each in value.items()}
    return value


def load_json(text: str | bytes) -> dict[str, Any]:
    """Parse text as a JSON object without duplicate keys; raises `Refused` for anything else."""
    try:
        document = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Refused("this is not a JSON document: {error}", error=str(error)) from None
    return require_object(document, Text("the record"))


def _unique_keys(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object; raises `Refused` for a duplicate key, which would silently lose a number."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Refused("{key} stands twice in the same place", key=key)
        found[key] = value
    return found


def _no_constant(name: str) -> None:
    raise Refused("{name} is not a whole number", name=name)


def require_object(value: object, where: str | Text) -> dict[str, Any]:
    """Return the value if it is a JSON object; raises `Refused` with its place, `where`, otherwise."""
    if not isinstance(value, dict):
        raise Refused("{where} must be a JSON object", where=where)
    return value


def require_list(document: Mapping[str, Any], key: str, default: list[Any] | None = None) -> list[Any]:
    """Return the list of a key, or the default; raises `Refused` for anything but a list."""
    value = document.get(key, default)
    if not isinstance(value, list):
        raise Refused("{key} must be a list", key=key)
    return value


def require_keys(document: Mapping[str, Any], keys: set[str], where: str | Text) -> None:
    """Raise `Refused` for a key that is not one of these."""
    for key in document:
        if key not in keys:
            raise Refused("{where}: {key} is not a key that companion knows", where=where, key=key)


def read_player_names(value: object) -> tuple[PlayerId, ...]:
    """Read the players' names; raises `Refused` for one that is empty, no text or a duplicate."""
    if not isinstance(value, list) or not all(isinstance(each, str) and each for each in value):
        raise Refused("players must be a list of names")
    if not all(_SURROGATES.isdisjoint(name) for name in value):
        raise Refused("players must be a list of names that can be written")
    for name, times in Counter(value).items():
        if times > 1:
            raise Refused("{name} stands twice among the players", name=name)
    return tuple(value)


def _reveal(number: int, value: object, keys: set[str]) -> Reveal:
    where = Text("round {n}", {"n": number})
    document = require_object(value, where)
    require_keys(document, keys, where)
    last = document.get("last", False)
    if type(last) is not bool:
        raise Refused("{where}: last must be true or false", where=where)
    struck = _struck(document, where)
    nothing: dict[str, Any] | None = {} if struck else None
    plays = require_object(document.get("plays", nothing), Text("{where}: plays", {"where": where}))
    return Reveal(
        {player: _play(play) for player, play in plays.items()},
        _call(document, where),
        last,
        _question(document, where),
        _truth(document, where),
        struck,
    )


def _struck(document: Mapping[str, Any], where: Text) -> dict[PlayerId, Play]:
    """Read the plays that do not count; no rule checks them, so they must at least be numbers or cards."""
    if "struck" not in document:
        return {}
    found = require_object(document["struck"], Text("{where}: struck", {"where": where}))
    if not found:
        raise Refused("{where}: struck must not be empty", where=where)
    struck = {player: _play(play) for player, play in found.items()}
    for player, play in struck.items():
        if type(play) is not int and not isinstance(play, Card):
            text = abbreviate(str(found[player]))
            raise Refused(
                "{where}, {player}: {text} is no number and no card", where=where, player=player, text=text
            )
    return struck


def _call(document: Mapping[str, Any], where: Text) -> Call | None:
    call = document.get("call")
    if "call" in document and call not in ("high", "low"):
        raise Refused("{where}: call must be high or low", where=where)
    return call


def _question(document: Mapping[str, Any], where: Text) -> str:
    """Read what the host asked; it only has to be a text that can be written."""
    question = document.get("question", "")
    if not isinstance(question, str) or not _SURROGATES.isdisjoint(question):
        raise Refused("{where}: question must be a text", where=where)
    if "question" in document and not question.strip():
        raise Refused("{where}: question must not be empty", where=where)
    return question


def _truth(document: Mapping[str, Any], where: Text) -> int | None:
    truth = document.get("truth")
    if "truth" not in document:
        return None
    if type(truth) is not int:
        raise Refused("{where}: truth must be a whole number", where=where)
    if "question" not in document:
        raise Refused("{where}: a truth without a question", where=where)
    return truth


def _deal(number: int, value: object) -> Deal:
    where = Text("deal {n}", {"n": number})
    document = require_object(value, where)
    require_keys(document, _DEAL_KEYS, where)
    hands = require_object(document.get("hands"), Text("{where}: hands", {"where": where}))
    return Deal(
        {player: _cards(hand, _hand(where, player)) for player, hand in hands.items()},
        _cards(document.get("stock"), Text("{where}: stock", {"where": where})),
    )


def _hand(where: Text, player: PlayerId) -> Text:
    return Text("{where}, {player}: the hand", {"where": where, "player": player})


def _cards(value: object, where: Text) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise Refused("{where} must be a list of cards", where=where)
    return tuple(map(_play, value))


def _play(value: Any) -> Play:
    """Parse a text that is a card; return all else as it is, for the rules to check."""
    play: Play = (parse_card(value) if isinstance(value, str) else None) or value
    return play


def _reveal_document(reveal: Reveal) -> dict[str, Any]:
    document: dict[str, Any] = {}
    if reveal.plays or not reveal.struck:
        document["plays"] = {p: _value(play) for p, play in reveal.plays.items()}
    if reveal.struck:
        document["struck"] = {p: _value(play) for p, play in reveal.struck.items()}
    if reveal.call:
        document["call"] = reveal.call
    if reveal.last:
        document["last"] = True
    if reveal.question:
        document["question"] = reveal.question
        document |= {} if reveal.truth is None else {"truth": reveal.truth}
    return document
