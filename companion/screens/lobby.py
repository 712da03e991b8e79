"""The TV before a game: who is here, who came last, and whether so many can play."""

from collections.abc import Mapping
from dataclasses import replace

from companion.i18n.messages import number_in_words
from companion.room.state import Room
from companion.rules import games
from companion.rules.games.contract import Game
from companion.screens import scoreboard
from companion.screens.lessons import lesson_view
from companion.screens.lineup import MOST_NAMED, Area, Lineup, in_tiers, line_up
from companion.screens.scoreboard import ScoreRow

_FLOOR = Area(width=120, height=16.2, largest=9, smallest=4)
_CROWD = Area(width=120, height=16.2, largest=6)
_STAGE = Area(width=112, height=27, largest=14)
_MOST_PLACES = 8  # places that are drawn singly


def lobby_view(room: Room) -> Mapping[str, object]:
    """Return the lobby of a room in which no game is played.

    `missing` is how many more players the game needs. `places`: how many it takes at most, 0 where nobody is
    too many, of which `steps` are drawn singly; `exactly`: whether it also takes no fewer. `playable` are the
    games for so many players, where this one is not.
    """
    game, count = room.next_game.rules, len(room.present)
    listed = tuple(player for player in room.players if not player.away)
    rows = tuple(replace(row, points=None) for row in scoreboard.rows_of(room, listed))
    too_many = count > game.max_players
    return {
        "lesson": lesson_view(game),
        "guests": _guests(rows, _STAGE if too_many else _FLOOR),
        "count": count,
        "newest": rows[-1] if rows else None,
        "missing": missing_players(room),
        "fewest": game.min_players,
        "places": game.max_players if too_many else 0,
        "count_in_words": number_in_words(count),
        "places_in_words": number_in_words(game.max_players),
        "exactly": game.min_players == game.max_players,
        "steps": game.max_players if game.max_players <= _MOST_PLACES else 0,
        "playable": playable_games(room),
    }


def missing_players(room: Room) -> int:
    """Return how many more players a game needs."""
    return max(0, games.find_game(room.next_game.name).min_players - len(room.present))


def _guests(rows: tuple[ScoreRow, ...], area: Area) -> Lineup:
    """Line up all; of a crowd those who came last."""
    if len(rows) <= MOST_NAMED or area is _STAGE:
        return line_up(rows, area)
    last = in_tiers(rows[::-1], _CROWD)
    return Lineup(tuple(line[::-1] for line in last.lines[::-1]), last.size, named=False, more=last.more)


def playable_games(room: Room) -> tuple[type[Game], ...]:
    """List the games for so many players as are here, unless that is one of them which comes next."""
    count = len(room.present)
    fits = tuple(game for game in games.GAMES.values() if game.min_players <= count <= game.max_players)
    return () if any(game.name == room.next_game.name for game in fits) else fits
