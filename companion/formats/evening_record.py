"""An evening to keep: the records of all games of a room in one JSON document."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.formats import record
from companion.i18n.errors import Refused
from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.messages import Text
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules import games
from companion.rules.evening import EveningStanding, evening_standing
from companion.rules.games import check_record
from companion.rules.results import PlayerId, Record

FORMAT = "companion.evening/1"
_KEYS = {"format", "room", "players", "games"}
_PLACED = re.compile(r"(round|deal) \d+\b.*:")
"""How a sentence of the code's own language begins that says where in a game something is wrong."""


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """The games that were played in a room, in their order, as far as they are revealed."""

    room: str
    games: tuple[Record, ...]

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Everybody who is in one of the games, in the order of first appearance."""
        return tuple(dict.fromkeys(player for game in self.games for player in game.players))


def evening_of_room(room: Room) -> EveningRecord:
    """Take the games of a room, with its players under their names.

    Nothing hidden is in it: neither what lies face down, nor a deal before the game is over. A game of
    which nothing is revealed yet is left out.
    """
    return EveningRecord(room.code, tuple(_named(room, game) for game in room.games if game.record.reveals))


def _named(room: Room, game: GameState) -> Record:
    return record.rename_record_players(
        game.public_record, {seat: room.name(seat) for seat in game.public_record.players}
    )


def game_winners(kept: EveningRecord) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the winners of every finished game."""
    roots = (games.score(game).root for game in kept.games)
    return tuple(root.winners for root in roots if root.finished)


def standing_of_evening(kept: EveningRecord) -> EveningStanding:
    """Find the evening standing (H1)."""
    return evening_standing(kept.players, game_winners(kept))


def evening_to_document(kept: EveningRecord) -> dict[str, Any]:
    """Return the evening as a JSON document; reading it again gives the same evening."""
    return {
        "format": FORMAT,
        "room": kept.room,
        "players": list(kept.players),
        "games": [record.record_to_document(game) for game in kept.games],
    }


def dump_evening(document: Mapping[str, Any]) -> str:
    """Write a document as text that is kind to eyes: every game as `record.dumps` writes it."""
    head = {key: value for key, value in document.items() if key != "games"}
    start = json.dumps(head, ensure_ascii=False, indent=2).removesuffix("\n}")
    texts = (record.dump_record(game).rstrip("\n").replace("\n", "\n    ") for game in document["games"])
    written = ",\n".join(f"    {text}" for text in texts)
    return f'{start},\n  "games": [\n{written}\n  ]\n}}\n' if written else f'{start},\n  "games": []\n}}\n'


def read_evening(text: str | bytes) -> EveningRecord:
    """Read an evening and check all that the rules of its games imply.

    Raises `Refused` with one line that says where and what: `game 2, round 3, Bob: 101 is above the
    highest number, 100`. Scoring what is returned therefore gives no problems.
    """
    return evening_from_document(record.load_json(text))


def evening_from_document(document: Mapping[str, Any]) -> EveningRecord:
    """Read an evening from its JSON document; raises `Refused` as `read` does."""
    if document.get("format") != FORMAT:
        raise Refused("this is not an evening of companion: its format is not {format}", format=FORMAT)
    record.require_keys(document, _KEYS, Text("the evening"))
    room = document.get("room")
    if not isinstance(room, str) or not room:
        raise Refused("room must be the code of a room")
    players = record.read_player_names(document.get("players"))
    kept = EveningRecord(
        room, tuple(_game(n, each) for n, each in enumerate(record.require_list(document, "games"), 1))
    )
    _check_players(kept, players)
    return kept


def _game(number: int, value: object) -> Record:
    where = Text("game {n}", {"n": number})
    document = record.require_object(value, where)
    try:
        return check_record(record.record_from_document(document))
    except Refused as refused:
        if _is_placed(refused):
            raise Refused("{where}, {problem}", where=where, problem=refused) from None
        raise Refused("{where}: {problem}", where=where, problem=refused) from None


def _is_placed(refused: Refused) -> bool:
    """Tell whether a refusal says itself where in the game something is wrong."""
    with use_language(next(iter(LANGUAGES))):
        return _PLACED.match(str(refused)) is not None


def _check_players(kept: EveningRecord, players: tuple[PlayerId, ...]) -> None:
    """Compare the list of players with the games: the standing counts exactly these (H1)."""
    for number, game in enumerate(kept.games, 1):
        for player in game.players:
            if player not in players:
                raise Refused(
                    "game {number}, {player}: no such player in this evening", number=number, player=player
                )
    for player in players:
        if player not in kept.players:
            raise Refused("{player} stands among the players, but is in none of the games", player=player)
