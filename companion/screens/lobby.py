"""Before a game: who is here, who came last, and whether so many can play."""

from collections.abc import Sequence

from companion.i18n.messages import number_in_words
from companion.room.state import Room
from companion.rules import games
from companion.rules.games.contract import Game
from companion.screens import headings, scoreboard
from companion.screens.lessons import LessonView, lesson_view
from companion.screens.lineup import MOST_NAMED, Area, Lineup, in_tiers, line_up
from companion.screens.scoreboard import ScoreRow, ScoreRows
from companion.screens.troubleshooting import missing_players, question_at
from companion.values import frozen

_FLOOR = Area(width=120, height=16.2, largest=9, smallest=4)


_CROWD = Area(width=120, height=16.2, largest=6)


_STAGE = Area(width=112, height=27, largest=14)


_MOST_SEATS_DRAWN = 8  # places that are drawn singly
_MOST_OFFERED = 5  # games beside one that takes fewer players


@frozen
class Lobby:
    """The lobby of a room in which no game is played.

    `missing` is how many more players the game needs, and `waits` whether no phone has come. `seat_limit`:
    how many it takes at most, 0 where nobody is too many, of which `steps` are drawn singly; `exactly`:
    whether it also takes no fewer. `playable` are the games for so many players, where this one is not.
    """

    lesson: LessonView
    guests: Lineup
    count: int
    newest: ScoreRow | None
    names: Sequence[str]
    missing: int
    waits: bool
    fewest: int
    enough: str
    seat_limit: int
    count_in_words: str
    limit_in_words: str
    exactly: bool
    steps: int
    playable: Sequence[type[Game]]


def lobby_view(room: Room) -> Lobby:
    """Return who is here, and whether so many can play."""
    game, count = room.next_game.rules, len(room.present)
    listed = tuple(player for player in room.players if not player.away)
    rows = tuple(row._replace(points=None) for row in scoreboard.rows_of(room, listed))
    too_many = count > game.max_players
    return Lobby(
        lesson=lesson_view(game),
        guests=_guests(rows, _STAGE if too_many else _FLOOR),
        count=count,
        newest=rows[-1] if rows else None,
        names=[row.name for row in rows],
        missing=missing_players(room),
        waits=question_at(room) is not None,
        fewest=game.min_players,
        enough=headings.enough_players(game),
        seat_limit=game.max_players if too_many else 0,
        count_in_words=number_in_words(count),
        limit_in_words=number_in_words(game.max_players),
        exactly=game.min_players == game.max_players,
        steps=game.max_players if game.max_players <= _MOST_SEATS_DRAWN else 0,
        playable=playable_games(room),
    )


def _guests(rows: ScoreRows, area: Area) -> Lineup:
    """Line up all; of a crowd those who came last."""
    if len(rows) <= MOST_NAMED or area is _STAGE:
        return line_up(rows, area)
    last = in_tiers(rows[::-1], _CROWD)
    return Lineup(tuple(line[::-1] for line in last.lines[::-1]), last.size, named=False, more=last.more)


def playable_games(room: Room) -> tuple[type[Game], ...]:
    """List some games for so many players as are here, unless that is one of them which comes next."""
    count = len(room.present)
    fits = tuple(game for game in games.suited_games(count) if game.min_players <= count <= game.max_players)
    return () if any(game.name == room.next_game.name for game in fits) else fits[:_MOST_OFFERED]
