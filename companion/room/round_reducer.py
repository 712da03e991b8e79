"""The round that is going on: what is put down, when it is revealed, and what comes after it."""

from dataclasses import replace

from companion.room import events
from companion.room.events import Seat
from companion.room.game_state import GameState, PlayedRound, add_round, is_allowed, rescore
from companion.rules.results import Reveal


def apply_round_event(game: GameState, event: events.RoundEvent) -> GameState:
    """Follow what somebody did in a round; what means nothing (any more) gives back the same table.

    What was done in a round to come waits for it: the host has taken back the rounds between.
    """
    if game.next_round is None or event.round < game.round_number:
        return game
    if event.round > game.round_number:
        return replace(game, queued=(*game.queued, event))
    match event:
        case events.HighLowCalled() if game.next_round.caller and not game.hidden:
            return replace(game, call=event.call)
        case events.PlaySubmitted() if (
            game.takes_plays and not game.must_call and is_allowed(game, event.seat, event.play)
        ):
            hidden = {**game.hidden, event.seat: event.play}
            return reveal_if_complete(replace(game, hidden=hidden, has_clash=False))
        case events.ListSubmitted() if _fits(game, event):
            return reveal_if_complete(replace(game, lists={**game.lists, event.seat: event.plays}))
        case events.RoundClosed():
            return _closed(game)
        case events.TimerExpired() if game.has_any:
            return _closed(game)
        case events.ListRoundRevealed() if game.lists_left:
            return _next(game)
    return game


def _fits(game: GameState, event: events.ListSubmitted) -> bool:
    return (
        game.takes_lists
        and game.next_round is not None
        and len(event.plays) == game.next_round.plays_at_once
        and all(is_allowed(game, event.seat, play) for play in event.plays)
    )


def reveal_if_complete(game: GameState) -> GameState:
    """Reveal if all who are waited for are in, and the host does not want to give the word."""
    waits = not game.auto_reveal or game.is_reopened or game.has_clash
    return game if waits or not (game.is_complete and game.can_close) else _closed(game)


def _closed(game: GameState) -> GameState:
    """Reveal the round without those who are missing, or go from handing in lists to revealing them."""
    if game.takes_lists and game.next_round:
        return replace(game, lists_left=game.next_round.plays_at_once, timer=None)
    if (
        not game.takes_plays
        or game.must_call
        or (game.next_round and game.next_round.everyone_must_play and not game.is_complete)
    ):
        return game
    return _revealed(game)


def _next(game: GameState) -> GameState:
    """Reveal one more round of the lists."""
    left = game.lists_left - 1
    shown = replace(game, hidden={seat: plays[-game.lists_left] for seat, plays in game.lists.items()})
    return _revealed(replace(shown, lists_left=left, lists=game.lists if left else {}))


def _revealed(game: GameState) -> GameState:
    """Reveal what lies hidden, unless these cards cannot all have been laid: then somebody must change."""
    revealed = add_round(game, Reveal(game.hidden, game.call))
    if len(revealed.score.problems) > len(game.score.problems):
        return replace(game, has_clash=True)
    return _caught_up(revealed)


def _caught_up(game: GameState) -> GameState:
    """Follow what was done in this round already, before an earlier one was taken back."""
    due = [event for event in game.queued if event.round <= game.round_number]
    game = replace(game, queued=tuple(event for event in game.queued if event.round > game.round_number))
    for event in due:
        game = apply_round_event(game, event)
    return game


def reopen_last_round(game: GameState) -> GameState:
    """Take back the last reveal: what was shown lies hidden again, and can be changed (also after the end).

    What was put down since waits for its round. There must be a round, and it must not be void.
    """
    *rows, last = game.rounds
    since = [
        events.PlaySubmitted(seat, game.number, game.round_number, play) for seat, play in game.hidden.items()
    ]
    called = [events.HighLowCalled(game.number, game.round_number, game.call)] if game.call else []
    bare = replace(
        game, rounds=tuple(rows), ended=False, is_reopened=True, hidden={}, call=None, lists={}, lists_left=0
    )
    back = rescore(_without_needless_deal(bare))
    ahead = (*called, *since, *game.queued)
    return replace(back, hidden=last.reveal.plays, call=last.reveal.call, queued=ahead)


def _without_needless_deal(game: GameState) -> GameState:
    """Put back the last deal if it was made only after the round that is taken back."""
    *deals, last = game.record.deals or (None,)
    if last is None:
        return game
    before = rescore(replace(game, spare_deals=()), replace(game.record, deals=tuple(deals)))
    if before.awaits_deal:
        return game
    return replace(before, spare_deals=(last, *game.spare_deals))


def can_switch_timer(game: GameState, event: events.TimerPaused | events.TimerResumed) -> bool:
    """Tell whether a clock can be stopped or started now, by the act that asks for it."""
    if event.round != game.round_number or game.timer is None:
        return False
    return (game.timer.until is not None) == isinstance(event, events.TimerPaused)


def void_round_at(game: GameState, number: int, *, void: bool) -> GameState:
    """Have a round not count, or count again."""
    return _mended(game, number, replace(game.rounds[number - 1], void=void))


def correct_round_at(game: GameState, number: int, reveal: Reveal, seat: Seat | None = None) -> GameState:
    """Put something else in the place of a revealed round; `seat`: whose play is another."""
    row = game.rounds[number - 1]
    seats = row.corrected | ({seat} if seat else set())
    return _mended(game, number, replace(row, reveal=reveal, corrected=seats))


def _mended(game: GameState, number: int, row: PlayedRound) -> GameState:
    rows = (*game.rounds[: number - 1], row, *game.rounds[number:])
    return rescore(replace(game, rounds=rows))
