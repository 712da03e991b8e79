"""The reducer of corrections: plays, calls and truths of revealed rounds, void rounds, reopened ones."""

from dataclasses import replace
from functools import reduce

from companion.room import events, round_reducer
from companion.room.events import CorrectedCall, CorrectedPlay
from companion.room.game_state import GameState, PlayedRound, rescore
from companion.room.player_reducer import end_unless_current, with_game
from companion.room.state import Room


def apply_correction(room: Room, event: events.CorrectionEvent) -> Room:
    """Apply a correction; return the same room where it does not apply (any more)."""
    game = room.find_game(event.game)
    if game is None:
        return room
    played = game.played_round(event.round) if isinstance(event, events.RoundCorrectionEvent) else None
    match event:
        case events.PlaysCorrected():
            after = reduce(_correct_call, event.calls, reduce(_correct_play, event.plays, game))
            return room if after is game else _rescored(room, after)
        case events.RoundReopened() if played and can_reopen(room, game, event.round):
            return with_game(room, round_reducer.reopen_last_round(game))
        case events.RoundVoided() if played and played.void != event.void:
            return _rescored(room, _with_round(game, event.round, replace(played, void=event.void)))
        case events.TruthTold() if played and played.reveal.question:
            told = replace(played, reveal=replace(played.reveal, truth=event.truth))
            return _rescored(room, _with_round(_count_truth(game, event), event.round, told))
    return room


def _rescored(room: Room, game: GameState) -> Room:
    return with_game(room, end_unless_current(room, rescore(game)))


def _correct_play(game: GameState, corrected: CorrectedPlay) -> GameState:
    played, seat = game.played_round(corrected.round), corrected.seat
    if played is None or seat not in game.record.players:
        return game
    plays = {each: play for each, play in played.reveal.plays.items() if each != seat}
    plays |= {} if corrected.play is None else {seat: corrected.play}
    reveal = replace(played.reveal, plays=plays)
    return _with_round(
        game, corrected.round, replace(played, reveal=reveal, corrected=played.corrected | {seat})
    )


def _correct_call(game: GameState, corrected: CorrectedCall) -> GameState:
    """Replace the call of a round in which there was one (D5)."""
    played = game.played_round(corrected.round)
    if played is None or not played.reveal.call:
        return game
    reveal = replace(played.reveal, call=corrected.call)
    return _with_round(game, corrected.round, replace(played, reveal=reveal))


def _with_round(game: GameState, number: int, played: PlayedRound) -> GameState:
    """Return the game with another round of that number, not scored yet."""
    return replace(game, rounds=(*game.rounds[: number - 1], played, *game.rounds[number:]))


def _count_truth(game: GameState, event: events.TruthTold) -> GameState:
    """Take note that the truth of a round was told, or that it was taken back."""
    if event.truth is None:
        fresh = game.truths[len(game.truths) - game.fresh_truths :]
        kept = sum(number != event.round for number in fresh)
        return replace(
            game, truths=tuple(number for number in game.truths if number != event.round), fresh_truths=kept
        )
    return replace(game, truths=(*game.truths, event.round), fresh_truths=game.fresh_truths + 1)


def can_reopen(room: Room, game: GameState, number: int) -> bool:
    """Tell whether a round can be reopened: the last revealed one, not void, and not one of lists."""
    is_last = game is room.current_game and number == game.round_number - 1
    listed = game.lists_left or game.lists or game.record.rules.takes_lists
    return is_last and not game.rounds[-1].void and not listed
