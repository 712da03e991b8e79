"""How the game of a room may end: the endings to choose from, for the players who are there."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from companion.i18n.errors import Refused
from companion.room.state import Milestone, Room
from companion.rules.games.contract import SECONDS_A_ROUND, Game
from companion.rules.games.options import deferred_options
from companion.rules.games.outcomes import Ending
from companion.rules.median import middle
from companion.rules.results import Leaf

_LATEST = 40
"""How many of the room's rounds are looked at."""
_PACES = (10.0, 300.0)
"""The fewest and the most seconds a round that are believed."""


def room_endings(room: Room) -> tuple[Ending, ...]:
    """List how the game may end that is played or comes next, the recommended ending first.

    Empty where there is nothing to choose, or so many cannot play.
    """
    game = room.current_game if room.is_playing else None
    rules = game.record.rules if game else room.next_game.rules
    players = len(game.record.players) if game else len(room.present)
    return rules.endings(players, seen_rounds(room, rules.name), pace(room))


def seen_rounds(room: Room, name: str) -> tuple[Leaf, ...]:
    """List the latest rounds that the room has played of a game, whatever its options were."""
    played = [game for game in room.games if game.record.game == name]
    return tuple(leaf for game in played for leaf in game.score.latest(_LATEST))[-_LATEST:]


def pace(room: Room) -> float:
    """Return how many seconds the room takes for a round: the middle of the latest, or what is usual."""
    taken = sorted(_seconds(room.milestones))
    if len(taken) < 3:
        return SECONDS_A_ROUND
    least, most = _PACES
    return min(max(middle(taken)[0], least), most)


def _seconds(milestones: tuple[Milestone, ...]) -> Iterator[float]:
    """Yield the seconds between two reveals of one game that follow each other."""
    last: dict[tuple[int, int], datetime] = {}
    for each in milestones:
        before = last.get((each.game, each.rounds - 1))
        if before:
            yield (each.at - before).total_seconds()
        last.setdefault((each.game, each.rounds), each.at)


def next_rules(room: Room) -> Game:
    """Return the rules of the next game, with the ending that the app chooses if that is left to it."""
    known, asked = room.next_game.rules, room.next_game.options
    return type(known).read_options({**asked, **left_to_app(room, known, asked)})


def left_to_app(room: Room, rules: Game, asked: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options that say how the game ends, for the players who are here, unless the host has."""
    if any(name in asked for name in deferred_options(type(rules))):
        return {}
    endings = rules.endings(len(room.present), seen_rounds(room, rules.name), pace(room))
    return endings[0].options if endings else {}


def ending_key(ending: Ending) -> str:
    """Return the text by which a form names an ending: `tie_break=peel`."""
    return "&".join(f"{name}={value}" for name, value in ending.options.items())


def ending_options(room: Room, key: str) -> Mapping[str, Any]:
    """Return the options of an ending by its key, none for no key; raises `Refused` if there is no such."""
    if not key:
        return {}
    found = next((each for each in room_endings(room) if ending_key(each) == key), None)
    if found is None:
        raise Refused("This game cannot end like that")
    return found.options
