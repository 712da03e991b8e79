"""How the last reveal moved the scoreboard: what everybody gained, and where the lines were before."""

from collections.abc import Iterator
from dataclasses import replace

from companion.acts import Seat
from companion.games import good_enough, median_game
from companion.journal import Room, Table
from companion.score import Leaf
from companion.views import boards, moments, reveals
from companion.views.boards import Earlier, Row


def moved(room: Room, figure: str, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the lines of a room's scoreboard, each with its gain and what it was before the last reveal.

    `figure` says what the points are. Nothing moves before the first reveal, nor in a crowd, whose lines are
    of many.
    """
    leaf = reveals.latest(room.table)
    if room.table is None or leaf is None or not all(row.seat for row in rows):
        return rows
    return tuple(_moved(room, room.table, leaf, figure, rows))


def _moved(room: Room, table: Table, leaf: Leaf, figure: str, rows: tuple[Row, ...]) -> Iterator[Row]:
    before = replace(room, tables=(*room.tables[:-1], moments.before(table)))
    figure_before, ago = boards.board(before)
    earlier = {row.seat: Earlier(place, row.points, row.central) for place, row in enumerate(ago)}
    for row in rows:
        was = earlier[row.seat]
        more = (row.points or 0) - (was.points or 0) if figure == figure_before else 0
        yield replace(row, earlier=was, gain=_gain(leaf, row.seat, more))


def _gain(leaf: Leaf, seat: Seat, more: int) -> int:
    """Say what a reveal brought to a player; `more` is what its end of a level may have brought besides."""
    match leaf:
        case good_enough.Round():
            return int(seat in leaf.winners)
        case median_game.Round():
            return leaf.takes if seat in leaf.winners else 0
    return max(0, more)
