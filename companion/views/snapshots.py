"""A game as it stood at an earlier moment: its record cut off there, and scored anew."""

from collections.abc import Iterable
from dataclasses import replace

from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules import games
from companion.rules.results import Reveal


def game_after(game: GameState, number: int) -> GameState:
    """Return a game as it stood after a revealed round, without the void ones."""
    counted = sum(not row.void for row in game.rounds[:number])
    return _cut(game, game.record.reveals[:counted])


def game_before_last(game: GameState) -> GameState:
    """Return a game as it stood before its last reveal; it must have one."""
    if game.scored_before is not None:
        return GameState(game.number, game.scored_before, ended=True)
    return _cut(game, game.record.reveals[:-1])


def game_showing(game: GameState, number: int) -> GameState | None:
    """Return a game of which a revealed round is the last: one that is void as if it were not.

    None where the game was over before it, so that nothing came of it.
    """
    before = sum(not row.void for row in game.rounds[: number - 1])
    earlier, row = game.record.reveals[:before], game.rounds[number - 1]
    if row.void:
        reveals = (*(replace(each, last=False) for each in earlier), row.reveal)
    else:
        reveals = game.record.reveals[: before + 1]
    shown = _cut(game, reveals)
    return shown if len(tuple(shown.score.leaves())) == len(reveals) else None


def _cut(game: GameState, reveals: Iterable[Reveal]) -> GameState:
    """Return a game of these rounds, in which nothing is asked or lies hidden."""
    record = replace(game.record, reveals=tuple(reveals))
    return GameState(game.number, games.score_record(record), ended=True)


def room_of_game(room: Room, game: GameState) -> Room:
    """Return the room as if there were only this game, and everybody who played it."""
    seats = {seat: Player(seat, room.name(seat)) for seat in game.record.players}
    return replace(room, seats=seats, games=(game,))
