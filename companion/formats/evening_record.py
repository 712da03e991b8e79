"""The evening record: the records of all games of a room in one JSON document."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from companion.formats import record
from companion.i18n.errors import Refused
from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.messages import Text
from companion.room.state import Room
from companion.rules import games
from companion.rules.evening import (
    FEWEST_GAMES,
    EveningFinish,
    EveningStanding,
    evening_standing,
    with_fewest,
)
from companion.rules.games.runs import Record
from companion.rules.plays import Players
from companion.rules.results import Branch
from companion.values import frozen

FORMAT = "companion.evening/1"
_KEYS = {"format", "room", "players", "games", "thrown_away", "finished", "final"}
_FINAL_KEYS = {"tied", "rounds", "ended"}
_WITH_POSITION = re.compile(r"(round|deal) \d+\b.*:")
"""Matches an English problem that begins with its position in the game."""


@frozen
class EveningRecord:
    """The games of a room, in the order played, with the rounds revealed so far.

    `thrown_away` are the numbers, from 1, of those that the host ended for nobody to win. Their records are
    those of games that were never finished, so scoring them again gives no winner either. `final` is the
    grand final, once the host has finished the evening; it has no rounds where it needed none (H4).
    """

    room: str
    games: tuple[Record, ...]
    thrown_away: tuple[int, ...] = ()
    final: Record | None = None

    @property
    def players(self) -> Players:
        """All players of the games and of the grand final, in the order of first appearance."""
        played = (*self.games, *((self.final,) if self.final and self.final.reveals else ()))
        return tuple(dict.fromkeys(player for game in played for player in game.players))


@frozen
class EveningResult:
    """What came of an evening; nobody has won it before it is finished, and its grand final over (H4)."""

    standing: EveningStanding
    finished: bool = False
    winners: Players = ()
    decided_by: Literal["steps", "final", "shared"] | None = None


def evening_of_room(room: Room) -> EveningRecord:
    """Return the games of a room, with the players' names for their seats.

    It has nothing hidden: no play before its reveal, no deal before the game is over. A game without a reveal
    is left out.
    """
    played = [game for game in room.evening_games if game.reveals]
    names = {seat: room.name(seat) for game in room.real_games for seat in game.players}
    return EveningRecord(
        room.code,
        tuple(record.rename_record_players(game.exported_record, names) for game in played),
        tuple(number for number, game in enumerate(played, 1) if game.is_thrown_away),
        record.rename_record_players(room.final.exported_record, names) if room.final else None,
    )


def games_that_count(evening: EveningRecord) -> list[tuple[Players, Branch]]:
    """Return the players and the result of every finished game (H1)."""
    scored = ((game.players, games.score(game).root) for game in evening.games if game.reveals)
    return [(players, root) for players, root in scored if root.finished]


def evening_result(evening: EveningRecord) -> EveningResult:
    """Find the standing of the evening, and who has won it."""
    standing, final = evening_standing(games_that_count(evening)), evening.final
    if final is None:
        return EveningResult(standing)
    root = games.score(final).root
    if not root.finished:
        return EveningResult(standing, finished=True)
    decided_by: Literal["steps", "final", "shared"] = "shared" if len(root.winners) > 1 else "final"
    is_clear = len(standing.fewest) == 1
    return EveningResult(standing, True, root.winners, "steps" if is_clear else decided_by)


def result_document(result: EveningResult) -> dict[str, Any]:
    """Return the result of an evening as a JSON document."""
    return {
        "kind": "evening",
        "won": dict(result.standing.won),
        "steps": dict(result.standing.steps),
        "winners": list(result.winners),
        "finished": result.finished,
        "decided_by": result.decided_by,
    }


def evening_to_document(evening: EveningRecord) -> dict[str, Any]:
    """Return the evening as a JSON document; `evening_from_document` reads it back."""
    return {
        "format": FORMAT,
        "room": evening.room,
        "players": list(evening.players),
        **({"thrown_away": list(evening.thrown_away)} if evening.thrown_away else {}),
        **_final_document(evening.final),
        "games": [record.record_to_document(game) for game in evening.games],
    }


def _final_document(final: Record | None) -> dict[str, Any]:
    """Return the keys of an evening that is finished: who is tied, and the rounds that decide (H4)."""
    evening = games.evening_of(final.rules) if final else None
    if not final or not evening:
        return {}
    if len(evening.fewest) == 1:
        return {"finished": True}
    is_shared = not evening.needs_final and len(evening.tied) > 1
    tied = () if is_shared and evening.tied != evening.fewest else evening.tied
    rounds = record.record_to_document(final)["rounds"]
    ended = {"ended": True} if evening.ended_at_once or (is_shared and tied) else {}
    return {"finished": True, "final": {"tied": list(tied), "rounds": rounds, **ended}}


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
    evening = replace(evening, final=_read_final(document, evening, players))
    for number, game in enumerate(evening.games, 1):
        for player in game.players:
            if player not in players:  # the standing counts the players of the games (H1)
                raise Refused(
                    "game {number}, {player}: no such player in this evening", number=number, player=player
                )
    for player in players:
        if player not in evening.players and not evening.final:
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


def _read_final(document: Mapping[str, Any], evening: EveningRecord, players: Players) -> Record | None:
    """Read how a finished evening was decided (H4); raises `Refused` for what the steps do not allow."""
    if "finished" not in document:
        if "final" in document:
            raise Refused("a grand final without finished")
        return None
    if document["finished"] is not True:
        raise Refused("finished must be true, or left out")
    _require_finishable(evening)
    steps = evening_standing(games_that_count(evening)).steps
    fewest = with_fewest(steps)
    if (len(fewest) > 1) != ("final" in document):
        raise Refused("final must be there if several have the fewest steps, and only then")
    if len(fewest) == 1:
        return games.final_record(EveningFinish(steps, players), players)
    final = record.require_object(document["final"], Text("final"), _FINAL_KEYS)
    tied = _read_tied(final, fewest)
    here = tuple(player for player in players if player in tied or player not in fewest)
    finish = EveningFinish(steps, here, ended_at_once=_read_ended(final))
    reveals = record.read_reveals(final, {"plays", "last", "struck"})
    return games.check_record(games.final_record(finish, players, reveals))


def _require_finishable(evening: EveningRecord) -> None:
    """Raise `Refused` for a finish beside an open game, or after too few that count."""
    kept = [each for each in enumerate(evening.games, 1) if each[0] not in evening.thrown_away]
    for number, game in kept:
        if not games.score(game).root.finished:
            raise Refused("game {number} is not over, so the evening cannot be finished", number=number)
    if len(kept) < FEWEST_GAMES:
        raise Refused("an evening of fewer than {fewest} games cannot be finished", fewest=FEWEST_GAMES)


def _read_tied(final: Mapping[str, Any], fewest: Players) -> Players:
    tied = record.require_list(final, "tied")
    for player in tied:
        if player not in fewest:
            raise Refused("final, tied: {player} does not have the fewest steps", player=str(player))
    return tuple(dict.fromkeys(tied))


def _read_ended(final: Mapping[str, Any]) -> bool:
    if final.get("ended", True) is not True:
        raise Refused("final: ended must be true, or left out")
    if "ended" in final and final.get("rounds"):
        raise Refused("final: ended is for one without rounds; else the last round has last")
    return "ended" in final


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
