"""The round that is going on: what is put down, when it is revealed, and what comes after it."""

from dataclasses import replace

from companion.room import events
from companion.room.events import Seat
from companion.room.game_state import GameState, PlayedRound, add_round, is_allowed, rescore
from companion.rules.results import Reveal


def apply_round_event(table: GameState, act: events.RoundEvent) -> GameState:
    """Follow what somebody did in a round; what means nothing (any more) gives back the same table.

    What was done in a round to come waits for it: the host has taken back the rounds between.
    """
    if table.ask is None or act.round < table.turn:
        return table
    if act.round > table.turn:
        return replace(table, ahead=(*table.ahead, act))
    match act:
        case events.HighLowCalled() if table.ask.caller and not table.hidden:
            return replace(table, call=act.call)
        case events.PlaySubmitted() if (
            table.laying and not table.must_call and is_allowed(table, act.seat, act.play)
        ):
            hidden = {**table.hidden, act.seat: act.play}
            return reveal_if_complete(replace(table, hidden=hidden, clash=False))
        case events.ListSubmitted() if _fits(table, act):
            return reveal_if_complete(replace(table, lists={**table.lists, act.seat: act.plays}))
        case events.RoundClosed():
            return _closed(table)
        case events.TimerExpired() if table.has_any:
            return _closed(table)
        case events.ListRoundRevealed() if table.left:
            return _next(table)
    return table


def _fits(table: GameState, act: events.ListSubmitted) -> bool:
    return (
        table.listing
        and table.ask is not None
        and len(act.plays) == table.ask.at_once
        and all(is_allowed(table, act.seat, play) for play in act.plays)
    )


def reveal_if_complete(table: GameState) -> GameState:
    """Reveal if all who are waited for are in, and the host does not want to give the word."""
    waits = not table.by_itself or table.held or table.clash
    return table if waits or not (table.is_full and table.can_close) else _closed(table)


def _closed(table: GameState) -> GameState:
    """Reveal the round without those who are missing, or go from handing in lists to revealing them."""
    if table.listing and table.ask:
        return replace(table, left=table.ask.at_once, clock=None)
    if not table.laying or table.must_call or (table.ask and table.ask.all_must and not table.is_full):
        return table
    return _revealed(table)


def _next(table: GameState) -> GameState:
    """Reveal one more round of the lists."""
    left = table.left - 1
    shown = replace(table, hidden={seat: plays[-table.left] for seat, plays in table.lists.items()})
    return _revealed(replace(shown, left=left, lists=table.lists if left else {}))


def _revealed(table: GameState) -> GameState:
    """Reveal what lies hidden, unless these cards cannot all have been laid: then somebody must change."""
    revealed = add_round(table, Reveal(table.hidden, table.call))
    if len(revealed.score.problems) > len(table.score.problems):
        return replace(table, clash=True)
    return _caught_up(revealed)


def _caught_up(table: GameState) -> GameState:
    """Follow what was done in this round already, before an earlier one was taken back."""
    due = [act for act in table.ahead if act.round <= table.turn]
    table = replace(table, ahead=tuple(act for act in table.ahead if act.round > table.turn))
    for act in due:
        table = apply_round_event(table, act)
    return table


def reopen_last_round(table: GameState) -> GameState:
    """Take back the last reveal: what was shown lies hidden again, and can be changed (also after the end).

    What was put down since waits for its round. There must be a round, and it must not be void.
    """
    *rows, last = table.rows
    since = [
        events.PlaySubmitted(seat, table.number, table.turn, play) for seat, play in table.hidden.items()
    ]
    called = [events.HighLowCalled(table.number, table.turn, table.call)] if table.call else []
    bare = replace(table, rows=tuple(rows), ended=False, held=True, hidden={}, call=None, lists={}, left=0)
    back = rescore(_without_needless_deal(bare))
    ahead = (*called, *since, *table.ahead)
    return replace(back, hidden=last.reveal.plays, call=last.reveal.call, ahead=ahead)


def _without_needless_deal(table: GameState) -> GameState:
    """Put back the last deal if it was made only after the round that is taken back."""
    *deals, last = table.record.deals or (None,)
    if last is None:
        return table
    before = rescore(replace(table, spare=()), replace(table.record, deals=tuple(deals)))
    if before.undealt:
        return table
    return replace(before, spare=(last, *table.spare))


def can_switch_timer(table: GameState, act: events.TimerPaused | events.TimerResumed) -> bool:
    """Tell whether a clock can be stopped or started now, by the act that asks for it."""
    if act.round != table.turn or table.clock is None:
        return False
    return (table.clock.until is not None) == isinstance(act, events.TimerPaused)


def void_round_at(table: GameState, number: int, *, void: bool) -> GameState:
    """Have a round not count, or count again."""
    return _mended(table, number, replace(table.rows[number - 1], void=void))


def correct_round_at(table: GameState, number: int, reveal: Reveal, seat: Seat | None = None) -> GameState:
    """Put something else in the place of a revealed round; `seat`: whose play is another."""
    row = table.rows[number - 1]
    seats = row.corrected | ({seat} if seat else set())
    return _mended(table, number, replace(row, reveal=reveal, corrected=seats))


def _mended(table: GameState, number: int, row: PlayedRound) -> GameState:
    rows = (*table.rows[: number - 1], row, *table.rows[number:])
    return rescore(replace(table, rows=rows))
