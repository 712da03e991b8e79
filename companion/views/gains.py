"""What the last reveal brought each player on the scoreboard."""

from collections.abc import Iterator
from dataclasses import replace

from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.results import Leaf
from companion.views import reveals, scoreboard, snapshots
from companion.views.scoreboard import ScoreRow


def rows_with_gains(room: Room, figure: str, rows: tuple[ScoreRow, ...]) -> tuple[ScoreRow, ...]:
    """Return the rows of the scoreboard, each with what the last reveal brought.

    `figure` names the points. Rows are returned unchanged before the first reveal, and in a crowd, where each
    stands for many players.
    """
    leaf = reveals.latest_leaf(room.current_game)
    if room.current_game is None or leaf is None or not all(row.seat for row in rows):
        return rows
    return tuple(_rows_with_gains(room, room.current_game, leaf, figure, rows))


def _rows_with_gains(
    room: Room, game: GameState, leaf: Leaf, figure: str, rows: tuple[ScoreRow, ...]
) -> Iterator[ScoreRow]:
    before = replace(room, games=(*room.games[:-1], snapshots.game_before_last(game)))
    figure_before, previous_rows = scoreboard.scoreboard(before)
    earlier = {row.seat: row.points or 0 for row in previous_rows}
    for row in rows:
        growth = (row.points or 0) - earlier[row.seat] if figure == figure_before else 0
        yield replace(row, gain=_gain(game.record.rules, leaf, row.seat, growth))


def _gain(rules: Game, leaf: Leaf, seat: Seat, growth: int) -> int:
    """Return a player's gain: the points of the play or, where single plays have none, `growth`."""
    points = rules.outcome(leaf, seat).points if seat in leaf.plays else None
    return max(0, growth) if points is None else points
