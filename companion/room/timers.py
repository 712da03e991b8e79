"""The timer of a round: when it starts anew, stands, and goes on, and how long a round waits."""

from datetime import datetime, timedelta

from companion.room import game_events
from companion.room.fast_replace import replace
from companion.room.game_state import GameState, RoundTimer
from companion.room.player_reducer import with_game
from companion.room.state import Room


def switch_timer(game: GameState, event: game_events.TimerPaused, at: datetime) -> GameState:
    """Pause or resume the timer of the open round, if it runs or is paused."""
    if game.timer is None or event.round != game.round_number or event.paused != bool(game.time_up):
        return game
    if game.time_up:
        return replace(game, timer=RoundTimer(None, max(timedelta(), game.time_up - at)))
    return replace(game, timer=RoundTimer(at + game.timer.remaining))


def with_expired_timer(game: GameState, room: Room) -> GameState:
    """Have the timer wait for the host, as its time was up and nothing could be revealed."""
    return replace(game, timer=RoundTimer(None, timedelta(seconds=room.seconds), expired=True))


def close_or_open(room: Room, at: datetime) -> Room:
    """Close a room, or open it again: then timer and bots go on where they stood."""
    game, closed_at = room.current_game, room.closed_at
    room = replace(room, closed_at=None if closed_at else at)
    if game is None or closed_at is None:
        return room
    pause = max(timedelta(), at - closed_at)
    timer = RoundTimer(game.time_up + pause) if game.time_up else game.timer
    return with_game(room, replace(game, timer=timer, waiting_since=game.waiting_since + pause))


def restart_timer(before: Room, room: Room, at: datetime) -> Room:
    """Start the timer anew where a new stage of a round begins that may be closed with players missing."""
    game = room.current_game
    if game is None or _round_stage(room) == _round_stage(before):
        return room
    limit = _time(room, game)
    may_close = not (game.open_round.everyone_must_play or game.open_round.is_result)
    is_on_hold = game.awaits_deal or game.awaits_question or game.lists_left or game.is_reopened
    has_timer = limit and game.next_round and may_close and not is_on_hold
    timer = RoundTimer(at + limit) if has_timer else None
    if timer and game.timer and _limits_spoilers(game):  # one that ran, or stood, is not set back
        is_later = game.time_up and game.time_up > at + limit
        timer = timer if is_later else game.timer
    return with_game(room, replace(game, timer=timer, waiting_since=at))


_SPOILING = timedelta(seconds=10)  # for those who cannot win any more, once the others are in (G16, E4)


def _time(room: Room, game: GameState) -> timedelta:
    """Return how long a round may wait as it does now; 0 for as long as it takes."""
    limit = timedelta(seconds=room.seconds)
    return min(limit or _SPOILING, _SPOILING) if _limits_spoilers(game) else limit


def _limits_spoilers(game: GameState) -> bool:
    return game.auto_reveal and game.waits_for_spoilers


def with_full_time(game: GameState, room: Room, at: datetime) -> GameState:
    """Give a round its full time again if its timer ran out before an undo opened the round again.

    Where it is for spoilers alone it stands, or the round would close again at once.
    """
    if game.time_up is None or game.time_up > at:
        return game
    time = _time(room, game)
    return replace(game, timer=RoundTimer(None, time) if _limits_spoilers(game) else RoundTimer(at + time))


def _round_stage(room: Room) -> object:
    """Return a value that changes whenever the timer must start anew."""
    game = room.current_game
    if game is None:
        return None
    open_round = game.open_round
    awaits = (game.awaits_deal, game.awaits_question, game.lists_left > 0)
    hold = (awaits, game.is_reopened, game.next_round is None)
    leads = open_round.leader and game.must_lead, open_round.caller and game.must_call, game.stand_ins
    return room.seconds, game.here, leads, bool(open_round.contenders) and _limits_spoilers(game), hold
