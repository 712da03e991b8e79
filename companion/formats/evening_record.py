"""The evening record: the records of all games of a room in one JSON document."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.formats import record
from companion.i18n.errors import Refused
from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.messages import Text
from companion.room.state import Room
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.results import PlayerId, Players
from companion.rules.standing import EveningStanding, evening_standing

FORMAT = "companion.evening/1"
_KEYS = {"format", "room", "players", "games", "thrown_away"}
_WITH_POSITION = re.compile(r"(round|deal) \d+\b.*:")
"""Matches an English problem that begins with its position in the game."""


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """The games of a room, in the order played, with the rounds revealed so far.

    `thrown_away` are the numbers, from 1, of those that the host ended for nobody to win. Their records are
    those of games that were never finished, so scoring them again gives no winner either.
    """

    room: str
    games: tuple[Record, ...]
    thrown_away: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """All players of the games, in the order of first appearance."""
        return tuple(dict.fromkeys(player for game in self.games for player in game.players))


def evening_of_room(room: Room) -> EveningRecord:
    """Return the games of a room, with the players' names for their seats.

    It has nothing hidden: no play before its reveal, no deal before the game is over. A game without a reveal
    is left out.
    """
    played = [game for game in room.real_games if game.record.reveals]
    names = {seat: room.name(seat) for game in played for seat in game.record.players}
    return EveningRecord(
        room.code,
        tuple(record.rename_record_players(game.exported_record, names) for game in played),
        tuple(number for number, game in enumerate(played, 1) if game.is_thrown_away),
    )


def _games_that_count(evening: EveningRecord) -> list[tuple[Players, Players]]:
    """Return the players and the winners of every finished game."""
    scored = ((game.players, games.score(game).root) for game in evening.games)
    return [(players, root.winners) for players, root in scored if root.finished]


def game_winners(evening: EveningRecord) -> tuple[Players, ...]:
    """Return the winners of every finished game."""
    return tuple(winners for _, winners in _games_that_count(evening))


def standing_of_evening(evening: EveningRecord) -> EveningStanding:
    """Find the evening standing (H1)."""
    return evening_standing(_games_that_count(evening))


def evening_to_document(evening: EveningRecord) -> dict[str, Any]:
    """Return the evening as a JSON document; `evening_from_document` reads it back."""
    return {
        "format": FORMAT,
        "room": evening.room,
        "players": list(evening.players),
        **({"thrown_away": list(evening.thrown_away)} if evening.thrown_away else {}),
        "games": [record.record_to_document(game) for game in evening.games],
    }


def dump_evening(document: Mapping[str, Any]) -> str:
    """Write a document as readable text: every game as `record.dump_record` writes it."""
    start = json.dumps({**document, "games": []}, ensure_ascii=False, indent=2).removesuffix("]\n}")
    texts = (record.dump_record(game).rstrip("\n").replace("\n", "\n    ") for game in document["games"])
    written = ",".join(f"\n    {text}" for text in texts)
    return f"{start}{written}\n  ]\n}}\n" if written else f"{start}]\n}}\n"


def evening_from_document(document: Mapping[str, Any]) -> EveningRecord:
    """Read an evening from its JSON document, and check it, so that scoring it gives no problems.

    Raises `Refused` with the place and the problem: `game 2, round 3, Bob: 101 is above the highest number,
    100`.
    """
    if document.get("format") != FORMAT:
        raise Refused("this is not an evening of companion: its format is not {format}", format=FORMAT)
    record.require_object(document, Text("the evening"), _KEYS)
    room = document.get("room")
    if not isinstance(room, str) or not room:
        raise Refused("room must be the code of a room")
    players = record.read_player_names(document.get("players"))
    played = tuple(_read_game(n, each) for n, each in enumerate(record.require_list(document, "games"), 1))
    evening = EveningRecord(room, played, _read_thrown_away(document, played))
    for number, game in enumerate(evening.games, 1):
        for player in game.players:
            if player not in players:  # the standing counts the players of the games (H1)
                raise Refused(
                    "game {number}, {player}: no such player in this evening", number=number, player=player
                )
    for player in players:
        if player not in evening.players:
            raise Refused("{player} stands among the players, but is in none of the games", player=player)
    return evening


def _read_thrown_away(document: Mapping[str, Any], played: tuple[Record, ...]) -> tuple[int, ...]:
    """Read which games were thrown away; raises `Refused` for one that is not there, or that is over."""
    numbers = record.require_list(document, "thrown_away", [])
    if not all(type(number) is int and 0 < number <= len(played) for number in numbers):
        raise Refused("thrown_away must be a list of numbers of games")
    if numbers != sorted(set(numbers)):
        raise Refused("thrown_away must be in order, each game once")
    for number in numbers:
        if games.score(played[number - 1]).root.finished:
            raise Refused("game {number} is over, so it was not thrown away", number=number)
    return tuple(numbers)


def _read_game(number: int, value: object) -> Record:
    where = Text("game {n}", {"n": number})
    document = record.require_object(value, where)
    try:
        return games.check_record(record.record_from_document(document))
    except Refused as refused:
        with use_language(next(iter(LANGUAGES))):
            has_position = _WITH_POSITION.match(str(refused))
        if has_position:
            raise Refused("{where}, {problem}", where=where, problem=refused) from None
        raise Refused("{where}: {problem}", where=where, problem=refused) from None
