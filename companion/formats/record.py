"""The game record and the result document as JSON: everything the players did, and the score of it."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.rules import games
from companion.rules.cards import Card, parse_card
from companion.rules.games import options
from companion.rules.games.numbers import abbreviate
from companion.rules.games.runs import Record
from companion.rules.games.tricks import NOTHING_DEALT
from companion.rules.plays import Deal, Play, PlayerId, Players, Reveal
from companion.rules.results import Node, Score, ShowdownRound, document_fields
from companion.rules.standing import Peel

FORMAT = "companion.record/1"
_KEYS = {"format", "game", "options", "players", "rounds"}
_ONLY_WHERE_ANY = {"peels", "showdown"}
"""Keys of a result that stand there only where the game went so far."""
_SURROGATES = frozenset(map(chr, range(0xD800, 0xE000)))
"""Lone surrogates: JSON can escape them, but no file or terminal can encode them."""


def record_from_document(document: Mapping[str, Any]) -> Record:
    """Read a record from its JSON document, plays unchecked; raises `Refused` for another shape."""
    if document.get("format") != FORMAT:
        raise Refused("this is not a companion record: its format is not {format}", format=FORMAT)
    named = games.find_game(document.get("game"))
    require_object(document, Text("the record"), _KEYS | (named.record_keys & {"deals", "late"}))
    given = require_object(document.get("options", {}), "options")
    rules, own = games.find_recorded_game(named.name, given)
    keys = {"plays", "last", "struck"} | (rules.record_keys & {"call", "question"})
    keys |= {"truth"} if "question" in keys else set()
    players = read_player_names(document.get("players"))
    chosen = rules.read_options(own)
    keys |= {"range", "ends"} if chosen.question_aims else set()
    if chosen.keeps_results and "deals" in document:
        raise Refused(NOTHING_DEALT)
    reveals = read_reveals(document, keys)
    if chosen.question_aims:
        _require_questions(reveals)
    return Record(
        rules.name,
        chosen,
        players,
        reveals,
        tuple(_deal(n, each) for n, each in enumerate(require_list(document, "deals", []), 1)),
        _late_players(document, players),
    )


def _late_players(document: Mapping[str, Any], players: Players) -> Players:
    """Read who of the players joined after the first reveal (E6), in their order; not all can have."""
    named = require_list(document, "late", [])
    late = tuple(player for player in players if player in named)
    if len(late) != len(named) or late == players:
        raise Refused("late must be a list of some of the players")
    return late


def read_reveals(document: Mapping[str, Any], keys: Collection[str]) -> tuple[Reveal, ...]:
    """Read the rounds of a document, each of these keys, plays unchecked."""
    return tuple(_reveal(n, each, keys) for n, each in enumerate(require_list(document, "rounds"), 1))


def record_to_document(record: Record) -> dict[str, Any]:
    """Return the record as a JSON document; `record_from_document` reads it back."""
    deals = [_value({"hands": deal.hands, "stock": deal.stock}) for deal in record.deals]
    name, fixed = games.RECORDED_AS.get(record.game, (record.game, {}))
    return {
        "format": FORMAT,
        "game": name,
        "options": {**fixed, **options.changed_options(record.rules)},
        "players": list(record.players),
        **({"late": list(record.late)} if record.late else {}),
        **({"deals": deals} if deals else {}),
        "rounds": [_reveal_document(reveal) for reveal in record.reveals],
    }


def dump_record(document: Mapping[str, Any]) -> str:
    """Write a document as readable text: a line a round, and a line a deal."""
    head = {key: value for key, value in document.items() if key not in ("deals", "rounds")}
    text = json.dumps(head, ensure_ascii=False, indent=2).removesuffix("\n}")
    for key in ("deals", "rounds"):
        if key in document:
            lines = ",\n".join(f"    {json.dumps(each, ensure_ascii=False)}" for each in document[key])
            text += f',\n  "{key}": [\n{lines}\n  ]' if lines else f',\n  "{key}": []'
    return text + "\n}\n"


def rename_record_players(record: Record, names: Mapping[PlayerId, str]) -> Record:
    """Return the record with its players renamed, such as from seats to names."""

    def renamed(found: Mapping[PlayerId, Any]) -> dict[str, Any]:
        return {names[player]: value for player, value in found.items()}

    return Record(
        record.game,
        games.rename_players(record.rules, names),
        tuple(names[player] for player in record.players),
        tuple(
            replace(reveal, plays=renamed(reveal.plays), struck=renamed(reveal.struck))
            for reveal in record.reveals
        ),
        tuple(replace(deal, hands=renamed(deal.hands)) for deal in record.deals),
        tuple(names[player] for player in record.late),
    )


def result_document(score: Score) -> dict[str, Any]:
    """Return the result tree of a score as a JSON document."""
    return dict(_value(score.root))


def _value(value: Any) -> Any:
    """Return what stands in a document for a value, and for all that is in it."""
    if isinstance(value, ShowdownRound):
        return _fields(value, ("plays", "disqualified", "left"))
    if isinstance(value, Peel):
        return _fields(value, ("first", "last", "scores", "winners"))
    if isinstance(value, Node):
        return _fields(value, document_fields(value))
    if isinstance(value, Mapping):
        return {key: _value(sign) for key, sign in value.items()}
    if isinstance(value, tuple):
        return [*map(_value, value)]
    return str(value) if isinstance(value, Card) else value


def _fields(value: object, keys: Iterable[str]) -> dict[str, Any]:
    document = {key: _value(getattr(value, key)) for key in keys}
    return {key: each for key, each in document.items() if each or key not in _ONLY_WHERE_ANY}


# Reading JSON


def load_json(text: str | bytes) -> dict[str, Any]:
    """Parse text as a JSON object without duplicate keys; raises `Refused` for anything else."""
    try:
        document = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Refused("this is not a JSON document: {error}", error=str(error)) from None
    return require_object(document, Text("the record"))


def _unique_keys(pairs: Collection[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object; raises `Refused` for a duplicate key, which would silently lose a number."""
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise Refused("{key} stands twice in the same place", key=key)
    return dict(pairs)


def _no_constant(name: str) -> None:
    raise Refused("{name} is not a whole number", name=name)


def require_object(value: object, where: str | Text, keys: Collection[str] | None = None) -> dict[str, Any]:
    """Return a value that is a JSON object of these `keys`, if given; else raises `Refused` with `where`."""
    if not isinstance(value, dict):
        raise Refused("{where} must be a JSON object", where=where)
    for key in value:
        if keys is not None and key not in keys:
            raise Refused("{where}: {key} is not a key that companion knows", where=where, key=key)
    return value


def require_list(document: Mapping[str, Any], key: str, default: list[Any] | None = None) -> list[Any]:
    """Return the list of a key, or the default; raises `Refused` for anything but a list."""
    value = document.get(key, default)
    if not isinstance(value, list):
        raise Refused("{key} must be a list", key=key)
    return value


def read_player_names(value: object) -> Players:
    """Read the players' names; raises `Refused` for one that is empty, no text or a duplicate."""
    if not isinstance(value, list) or not all(isinstance(sign, str) and sign for sign in value):
        raise Refused("players must be a list of names")
    if not all(map(_can_be_written, value)):
        raise Refused("players must be a list of names that can be written")
    for name, times in Counter(value).items():
        if times > 1:
            raise Refused("{name} stands twice among the players", name=name)
    return tuple(value)


def _can_be_written(text: object) -> bool:
    return isinstance(text, str) and _SURROGATES.isdisjoint(text)


# Rounds and deals


_ROUND_KEYS = ("struck", "call", "last", "question", "range", "ends", "truth")
"""A round's keys besides its plays, fields of `Reveal`, in order; those as in an empty one are left out."""


def _is_pair(value: Any, kind: type) -> bool:
    return isinstance(value, list) and [*map(type, value)] == [kind, kind]


def _are_bounds(value: Any) -> bool:
    return _is_pair(value, int) and value[0] < value[1]


_ROUND_CHECKS: tuple[tuple[str, Callable[[Any], object], str], ...] = (
    ("call", ("high", "low").__contains__, N_("{where}: call must be high or low")),
    ("last", lambda value: type(value) is bool, N_("{where}: last must be true or false")),
    ("question", _can_be_written, N_("{where}: question must be a text")),
    ("question", str.strip, N_("{where}: question must not be empty")),
    ("truth", lambda value: type(value) is int, N_("{where}: truth must be a whole number")),
    ("range", _are_bounds, N_("{where}: range must be a lower and a higher number")),
    ("ends", lambda value: _is_pair(value, str), N_("{where}: ends must be two texts")),
)
"""What must be true of the value of a key that is there, and the problem where it is not."""


def _reveal(number: int, value: object, keys: Collection[str]) -> Reveal:
    where = Text("round {n}", {"n": number})
    document = require_object(value, where, keys)
    for key, is_right, problem in _ROUND_CHECKS:
        if key in document and not is_right(document[key]):
            raise Refused(problem, where=where)
    if "truth" in document and "question" not in document:
        raise Refused("{where}: a truth without a question", where=where)
    voided = _read_voided(document, where)
    plays = document.get("plays", {} if voided else None)
    pairs: dict[str, Any] = {key: tuple(document[key]) for key in ("range", "ends") if key in document}
    read = _plays(plays, Text("{where}: plays", {"where": where}))
    fields: dict[str, Any] = {**document, **pairs, "plays": read, "struck": voided}
    return Reveal(**fields)


def _require_questions(reveals: Iterable[Reveal]) -> None:
    """Raise `Refused` for a round that asks neither a fact nor an opinion (Q1, Q5)."""
    for number, reveal in enumerate(reveals, 1):
        if reveal.is_voided:
            continue
        if not reveal.question or bool(reveal.range) == bool(reveal.ends):
            template = N_("{where}: a question needs either a range or two ends")
            raise Refused(template, where=Text("round {n}", {"n": number}))
        if reveal.ends and reveal.truth is not None:
            raise Refused("{where}: an opinion has no truth", where=Text("round {n}", {"n": number}))


def _read_voided(document: Mapping[str, Any], where: Text) -> dict[PlayerId, Play]:
    """Read the plays that do not count; no rule checks them, so they must at least be numbers or cards."""
    if "struck" not in document:
        return {}
    voided = _plays(document["struck"], Text("{where}: struck", {"where": where}))
    if not voided:
        raise Refused("{where}: struck must not be empty", where=where)
    for player, play in voided.items():
        if type(play) is not int and not isinstance(play, Card):
            text = abbreviate(str(play))
            raise Refused(
                "{where}, {player}: {text} is no number and no card", where=where, player=player, text=text
            )
    return voided


def _reveal_document(reveal: Reveal) -> dict[str, Any]:
    usual = Reveal({})
    keys = [key for key in _ROUND_KEYS if getattr(reveal, key) != getattr(usual, key)]
    keys[:0] = ["plays"] if reveal.plays or not reveal.struck else []
    return {key: _value(getattr(reveal, key)) for key in keys}


def _deal(number: int, value: object) -> Deal:
    where = Text("deal {n}", {"n": number})
    document = require_object(value, where, {"hands", "stock"})
    hands = require_object(document.get("hands"), Text("{where}: hands", {"where": where}))
    return Deal(
        {
            player: _cards(hand, Text("{where}, {player}: the hand", {"where": where, "player": player}))
            for player, hand in hands.items()
        },
        _cards(document.get("stock"), Text("{where}: stock", {"where": where})),
    )


def _cards(value: object, where: Text) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise Refused("{where} must be a list of cards", where=where)
    return tuple(map(_play, value))


def _plays(value: object, where: Text) -> dict[PlayerId, Play]:
    return {player: _play(play) for player, play in require_object(value, where).items()}


def _play(value: Any) -> Play:
    """Parse a text that is a card; return all else as it is, for the rules to check."""
    play: Play = (parse_card(value) if isinstance(value, str) else None) or value
    return play
