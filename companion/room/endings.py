"""How the game of a room may end: the endings to choose from, for the players who are there."""

from companion.i18n.errors import Refused
from companion.room.events import EndingChosen, Options
from companion.room.reducer import with_ending
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.options import deferred_options
from companion.rules.games.outcomes import Ending


def room_endings(room: Room) -> tuple[Ending, ...]:
    """List how the game may end that is played or comes next, the recommended ending first.

    Empty where there is nothing to choose, or so many cannot play.
    """
    game = room.current_game if room.is_playing else None
    if game:
        return game.record.rules.endings(len(game.record.players))
    return room.next_game.rules.endings(len(room.present))


def next_rules(room: Room) -> Game:
    """Return the rules of the next game, with the ending that the app chooses if that is left to it."""
    known, asked = room.next_game.rules, room.next_game.options
    return type(known).read_options({**asked, **left_to_app(room, known, asked)})


def left_to_app(room: Room, rules: Game, asked: Options) -> Options:
    """Return the options that say how the game ends, for the players who are here, unless the host has."""
    if any(name in asked for name in deferred_options(type(rules))):
        return {}
    endings = rules.endings(len(room.present))
    return endings[0].options if endings else {}


def followed_ending(room: Room) -> EndingChosen | None:
    """Return the ending for the players who are in the game now, where the app chose it for others.

    It follows them until the first reveal. None where it fits, and where the host has chosen it.
    """
    game = room.current_game
    if game is None or game.rounds or game.next_round is None or not game.is_ending_open:
        return None
    endings = game.record.rules.endings(game.awaited_count)
    if not endings or endings[0].is_of(game.record.rules) or with_ending(game, endings[0].options) is None:
        return None
    return EndingChosen(game.number, endings[0].options, by_app=True)


def ending_options(room: Room, key: str) -> Options:
    """Return the options of an ending by its key, none for no key; raises `Refused` if there is no such."""
    if not key:
        return {}
    found = next((each for each in room_endings(room) if each.key == key), None)
    if found is None:
        raise Refused("This game cannot end like that")
    return found.options
