"""How the last reveal moved the scoreboard: what everybody gained, and where the lines were before."""

from collections.abc import Iterator
from dataclasses import replace

from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.results import Leaf
from companion.views import reveals, scoreboard, snapshots
from companion.views.scoreboard import PreviousRow, ScoreRow


def rows_with_gains(room: Room, figure: str, rows: tuple[ScoreRow, ...]) -> tuple[ScoreRow, ...]:
    """Return the lines of a room's scoreboard, each with its gain and what it was before the last reveal.

    `figure` says what the points are. Nothing moves before the first reveal, nor in a crowd, whose lines are
    of many.
    """
    leaf = reveals.latest_leaf(room.current_game)
    if room.current_game is None or leaf is None or not all(row.seat for row in rows):
        return rows
    return tuple(_moved(room, room.current_game, leaf, figure, rows))


def _moved(
    room: Room, game: GameState, leaf: Leaf, figure: str, rows: tuple[ScoreRow, ...]
) -> Iterator[ScoreRow]:
    before = replace(room, games=(*room.games[:-1], snapshots.game_before_last(game)))
    figure_before, ago = scoreboard.scoreboard(before)
    earlier = {row.seat: PreviousRow(place, row.points, row.central) for place, row in enumerate(ago)}
    for row in rows:
        was = earlier[row.seat]
        more = (row.points or 0) - (was.points or 0) if figure == figure_before else 0
        yield replace(row, earlier=was, gain=_gain(game.record.rules, leaf, row.seat, more))


def _gain(rules: Game, leaf: Leaf, seat: Seat, more: int) -> int:
    """Return what a reveal brought to a player: `more`, the growth of the points, where plays bring none."""
    points = rules.outcome(leaf, seat).points if seat in leaf.plays else None
    return max(0, more) if points is None else points
