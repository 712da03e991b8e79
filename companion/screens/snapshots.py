"""Games and rooms at an earlier moment: records truncated there, and scored again."""

from collections.abc import Iterable
from dataclasses import replace

from companion.room.game_changes import rescore, without_truths
from companion.room.game_state import GameState
from companion.room.state import Milestone, Player, Room, with_games
from companion.rules import games
from companion.rules.plays import Reveal


def game_after(game: GameState, number: int) -> GameState:
    """Return the game after a revealed round; void rounds are left out."""
    counted = sum(not row.void for row in game.rounds[:number])
    return _truncated(game, game.reveals[:counted])


def game_before_last(game: GameState) -> GameState:
    """Return the game before its last reveal; it must have one."""
    return _truncated(game, game.reveals[:-1])


def game_showing(game: GameState, number: int) -> GameState | None:
    """Return the game up to a round, void or not, as its last; None where it was over before that."""
    before = sum(not row.void for row in game.rounds[: number - 1])
    earlier, row = game.reveals[:before], game.revealed(number)
    if row.void:
        reveals = (*(replace(reveal, last=False) for reveal in earlier), row.reveal)
    elif before < len(game.reveals):
        reveals = game.reveals[: before + 1]
    else:
        return None
    shown = _truncated(game, reveals)
    return shown if len(tuple(shown.score.leaves())) == len(reveals) else None


def _truncated(game: GameState, reveals: Iterable[Reveal]) -> GameState:
    """Return the game with only these reveals, ended, with no hidden plays."""
    record = replace(game.record, reveals=tuple(reveals))
    return GameState(game.number, games.score_record(record), ended=True)


def room_of_game(room: Room, game: GameState) -> Room:
    """Return the room with only this game and its players."""
    seats = {seat: Player(seat, room.name(seat)) for seat in game.players}
    return with_games(replace(room, seats=seats), (game,))


def room_at(room: Room, milestone: Milestone) -> Room:
    """Return the room as at a milestone, without later games and rounds; corrections and names are kept."""
    earlier = [game for game in room.games if game.number < milestone.game]
    game = room.find_game(milestone.game)
    if game is None:
        return with_games(room, earlier)
    then = without_truths(game, milestone.truths)
    if (len(then.rounds), then.next_round is None) != (milestone.rounds, milestone.over):
        known = GameState(then.number, then.scored, evening_number=then.evening_number)
        then = rescore(replace(known, practice=then.practice, rounds=then.rounds[: milestone.rounds]))
    is_now = then is game and len(room.games) == len(earlier) + 1
    return room if is_now else with_games(room, (*earlier, then))
