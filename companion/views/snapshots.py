"""A game as it stood at an earlier moment: its record cut off there, and scored anew."""

from collections.abc import Iterable
from dataclasses import replace

from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules import games
from companion.rules.results import Reveal


def game_after(table: GameState, number: int) -> GameState:
    """Return a game as it stood after a revealed round, without the void ones."""
    counted = sum(not row.void for row in table.rows[:number])
    return _cut(table, table.record.reveals[:counted])


def game_before_last(table: GameState) -> GameState:
    """Return a game as it stood before its last reveal; it must have one."""
    if table.earlier is not None:
        return GameState(table.number, table.earlier, ended=True)
    return _cut(table, table.record.reveals[:-1])


def game_showing(table: GameState, number: int) -> GameState | None:
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


def _cut(table: GameState, reveals: Iterable[Reveal]) -> GameState:
    """Return a game of these rounds, in which nothing is asked or lies hidden."""
    record = replace(table.record, reveals=tuple(reveals))
    return GameState(table.number, games.score_record(record), ended=True)


def room_of_game(room: Room, table: GameState) -> Room:
    """Return the room as if there were only this game, and everybody who played it."""
    seats = {seat: Player(seat, room.name(seat)) for seat in table.record.players}
    return replace(room, seats=seats, tables=(table,))
