"""The reducer of the open round: plays are submitted, the round is revealed, the next one opens."""

from dataclasses import replace

from companion.room import events
from companion.room.events import Device, Seat
from companion.room.game_state import (
    EVERYBODY,
    GameState,
    QueuedEvent,
    add_round,
    is_allowed,
    rescore,
    without_impossible,
)
from companion.rules.games.deck import CardIsGone
from companion.rules.results import Problem, Reveal


def apply_round_event(game: GameState, event: events.RoundEvent, sender: Device) -> GameState:
    """Apply an event of a round; return the same game where it does not apply (any more).

    `sender` is the phone it came from, if that is one of the player's whose play it is; otherwise empty.
    An event of a later round is queued until that round: the host has reopened an earlier one. A card that
    was laid, and lies somewhere else since an undo, is shown all the same: then it is struck.
    """
    if game.next_round is None or event.round < game.round_number:
        return game
    if event.round > game.round_number:
        return replace(game, queued=(*game.queued, QueuedEvent(event, sender)))
    match event:
        case events.HighLowCalled() if game.next_round.caller and not game.hidden:
            return replace(game, call=event.call)
        case events.PlaySubmitted() if (
            game.takes_plays and not game.must_call and is_allowed(game, event.seat, event.play, or_gone=True)
        ):
            hidden = {**game.hidden, event.seat: event.play}
            entered = game.entered - {event.seat}
            senders = {**game.senders, event.seat: sender}
            game = replace(game, hidden=hidden, entered=entered, senders=senders, has_clash=False)
            return reveal_if_complete(game)
        case events.PlaysEntered() if game.takes_plays:
            return _enter_plays(game, event)
        case events.QuestionAsked() if game.record.rules.takes_questions and event.question != game.question:
            return replace(game, question=event.question)
        case events.ListSubmitted() if _is_valid_list(game, event):
            lists = {**game.lists, event.seat: event.plays}
            senders = {**game.senders, event.seat: sender}
            return reveal_if_complete(replace(game, lists=lists, senders=senders))
        case events.RoundClosed():
            return _close(game)
        case events.TimerExpired() if game.has_any:
            return _close(game)
        case events.ListRoundRevealed() if game.lists_left:
            return _reveal_list_round(game)
    return game


def _enter_plays(game: GameState, event: events.PlaysEntered) -> GameState:
    """Take what the score-keeper entered, and reveal the round if it is complete: Done closes it."""
    call = game.call if game.hidden or not (game.next_round and game.next_round.caller) else event.call
    entered = replace(game, call=call or game.call)
    if entered.must_call:
        return game
    plays = {seat: play for seat, play in event.plays.items() if is_allowed(game, seat, play, or_gone=True)}
    hidden, seats = {**game.hidden, **plays}, game.entered.union(plays)
    senders = {seat: sender for seat, sender in game.senders.items() if seat not in plays}
    entered = replace(entered, hidden=hidden, entered=seats, senders=senders, has_clash=False)
    return _close(entered) if entered.is_complete and entered.can_close else entered


def _is_valid_list(game: GameState, event: events.ListSubmitted) -> bool:
    return (
        game.takes_lists
        and game.next_round is not None
        and len(event.plays) == game.next_round.plays_at_once
        and all(is_allowed(game, event.seat, play) for play in event.plays)
    )


def reveal_if_complete(game: GameState) -> GameState:
    """Reveal the round if it is complete, unless the host wants to close it by hand."""
    by_hand = not game.auto_reveal or game.is_reopened or game.has_clash
    return game if by_hand or not (game.is_complete and game.can_close) else _close(game)


def _close(game: GameState) -> GameState:
    """Reveal the round without missing players, or go from submitting lists to revealing them."""
    ask = game.next_round
    if ask and game.takes_lists:
        return replace(game, lists_left=ask.plays_at_once, timer=None)
    must_wait = game.must_call or (ask and ask.everyone_must_play and not game.is_complete)
    return _reveal(game) if game.takes_plays and not must_wait else game


def _reveal_list_round(game: GameState) -> GameState:
    """Reveal one more round of the lists."""
    left = game.lists_left - 1
    hidden = {seat: plays[-game.lists_left] for seat, plays in game.lists.items()}
    return _reveal(replace(game, hidden=hidden, lists_left=left, lists=game.lists if left else {}))


def _reveal(game: GameState) -> GameState:
    """Reveal the hidden plays, unless the cards contradict each other: then a player must change one."""
    revealed = add_round(game, Reveal(game.hidden, game.call, question=game.question))
    for problem in revealed.score.problems[len(game.score.problems) :]:
        if not _is_struck(game, problem):
            return replace(game, has_clash=True, clashing=_clashing(game, problem))
    return _apply_queued(revealed)


def _is_struck(game: GameState, problem: Problem) -> bool:
    """Return whether a problem is that of a play which is impossible by itself, whatever the others show."""
    seat = problem.player
    return seat in game.hidden and seat is not None and not is_allowed(game, seat, game.hidden[seat])


def _clashing(game: GameState, problem: Problem) -> tuple[Seat, ...]:
    """Return whose hidden plays a problem is about: of a card that several have named, all of them."""
    played, seats = len(game.record.reveals), {problem.player}
    if isinstance(problem.refused, CardIsGone):
        seats |= {each.player for each in problem.refused.laid if each.place.number > played}
    return tuple(seat for seat in game.record.players if seat in seats)


def _apply_queued(game: GameState) -> GameState:
    """Apply the events of this round that were queued when an earlier one was reopened."""
    due = [each for each in game.queued if each.event.round <= game.round_number]
    left = tuple(each for each in game.queued if each.event.round > game.round_number)
    game = replace(game, queued=left)
    for event, sender in due:
        game = without_impossible(apply_round_event(game, event, sender))
    return game


def withdraw_plays(game: GameState, seat: Seat, sender: Device) -> GameState:
    """Take back what one phone has submitted for a player, and what waits for later rounds.

    Lists that are being revealed already stay.
    """
    queued = tuple(
        each for each in game.queued if (getattr(each.event, "seat", ""), each.sender) != (seat, sender)
    )
    game = replace(game, queued=queued)
    if game.senders.get(seat) != sender or game.lists_left:
        return game
    hidden = {each: play for each, play in game.hidden.items() if each != seat}
    lists = {each: plays for each, plays in game.lists.items() if each != seat}
    senders = {each: phone for each, phone in game.senders.items() if each != seat}
    return replace(game, hidden=hidden, lists=lists, senders=senders, has_clash=False)


def reopen_last_round(game: GameState) -> GameState:
    """Take back the last reveal: its plays are hidden again, and can be changed (also after the game ended).

    What was submitted since is queued. There must be a revealed round, and it must not be void.
    """
    *rounds, last = game.rounds
    here = (game.number, game.round_number)
    plays = (
        QueuedEvent(events.PlaySubmitted(*here, seat, play), game.senders.get(seat, ""))
        for seat, play in game.hidden.items()
    )
    calls = [QueuedEvent(events.HighLowCalled(*here, game.call), "")] if game.call else []
    asked = [QueuedEvent(events.QuestionAsked(*here, game.question), "")] if game.question else []
    queued = (*asked, *calls, *plays, *game.queued)
    truths = tuple(number for number in game.truths if number != len(game.rounds))
    game = replace(game, rounds=tuple(rounds), ended=False, throws_away=False, is_reopened=True)
    game = replace(game, hidden={}, call=None, question="", truths=truths, fresh_truths=0)
    game = rescore(_take_back_deal(replace(game, lists={}, lists_left=0)))
    reveal = last.reveal
    return replace(
        game,
        hidden=reveal.plays,
        entered=frozenset(reveal.plays),
        senders=dict.fromkeys(reveal.plays, EVERYBODY),
        call=reveal.call,
        question=reveal.question,
        queued=queued,
    )


def _take_back_deal(game: GameState) -> GameState:
    """Make the last deal a spare one if it was made only after the round that is reopened."""
    *deals, last = game.record.deals or (None,)
    if last is None:
        return game
    before = rescore(replace(game, spare_deals=()), replace(game.record, deals=tuple(deals)))
    if before.awaits_deal:
        return game
    return replace(before, spare_deals=(last, *game.spare_deals))
