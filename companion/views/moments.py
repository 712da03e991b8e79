"""A game as it stood at an earlier moment: its record cut off there, and scored anew."""

from collections.abc import Iterable
from dataclasses import replace

from companion import games
from companion.journal import Player, Room, Table
from companion.score import Reveal


def after(table: Table, number: int) -> Table:
    """Return a game as it stood after a revealed round, without the void ones."""
    counted = sum(not row.void for row in table.rows[:number])
    return _cut(table, table.record.reveals[:counted])


def before(table: Table) -> Table:
    """Return a game as it stood before its last reveal; it must have one."""
    if table.earlier is not None:
        return Table(table.number, table.earlier, ended=True)
    return _cut(table, table.record.reveals[:-1])


def showing(table: Table, number: int) -> Table | None:
    """Return a game of which a revealed round is the last: one that is void as if it were not.

    None where the game was over before it, so that nothing came of it.
    """
    before = sum(not row.void for row in table.rows[: number - 1])
    earlier, row = table.record.reveals[:before], table.rows[number - 1]
    if row.void:
        reveals = (*(replace(each, last=False) for each in earlier), row.reveal)
    else:
        reveals = table.record.reveals[: before + 1]
    shown = _cut(table, reveals)
    return shown if len(tuple(shown.score.leaves())) == len(reveals) else None


def _cut(table: Table, reveals: Iterable[Reveal]) -> Table:
    """Return a game of these rounds, in which nothing is asked or lies hidden."""
    record = replace(table.record, reveals=tuple(reveals))
    return Table(table.number, games.scoring(record), ended=True)


def alone(room: Room, table: Table) -> Room:
    """Return the room as if there were only this game, and everybody who played it."""
    seats = {seat: Player(seat, room.name(seat)) for seat in table.record.players}
    return replace(room, seats=seats, tables=(table,))
