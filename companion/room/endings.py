"""How the game of a room may end: the endings to choose from, for the players who are there."""

from collections.abc import Mapping
from typing import Any

from companion.i18n.errors import Refused
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Ending
from companion.rules.results import Leaf

_LATEST = 40
"""How many of the room's rounds are looked at."""


def room_endings(room: Room) -> tuple[Ending, ...]:
    """List how the game may end that is played or comes next, the recommended ending first.

    Empty where there is nothing to choose, or so many cannot play.
    """
    game = room.current_game if room.is_playing else None
    rules = game.record.rules if game else room.next_game.rules
    players = len(game.record.players) if game else len(room.present)
    return rules.endings(players, seen_rounds(room, rules.name))


def seen_rounds(room: Room, name: str) -> tuple[Leaf, ...]:
    """List the latest rounds that the room has played of a game, whatever its options were."""
    leaves = [
        leaf
        for game in room.games
        if game.record.game == name
        for leaf in game.score.latest(_LATEST)
    ]
    return tuple(leaves[-_LATEST:])


def ending_key(options: Mapping[str, object]) -> str:
    """Return the text by which a form names an ending: `tie_break=peel`."""
    return "&".join(f"{name}={value}" for name, value in options.items())


def ending_options(room: Room, key: str) -> Mapping[str, Any]:
    """Return the options of an ending by its key, none for no key; raises `Refused` if there is no such."""
    if not key:
        return {}
    for each in room_endings(room):
        if ending_key(each.options) == key:
            return each.options
    raise Refused("This game cannot end like that")


def chosen_ending(rules: Game, endings: tuple[Ending, ...]) -> Ending | None:
    """Return the ending that some rules have, if it is one of these."""
    return next(
        (each for each in endings if all(getattr(rules, name) == value for name, value in each.options.items())),
        None,
    )
