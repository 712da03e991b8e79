"""The reducer of rounds: plays are submitted and revealed, and the host corrects what was revealed."""

from companion.room import game_events
from companion.room.events import Device, Seat, Seats
from companion.room.fast_replace import replace
from companion.room.game_changes import (
    add_round,
    end_now,
    is_allowed,
    rescore,
    update_open_round,
    with_question,
    without,
    without_impossible,
    without_submissions,
)
from companion.room.game_state import EVERYBODY, NEW_ROUND, GameState, PlayedRound, QueuedEvent
from companion.rules import games
from companion.rules.games.deck import CardIsGone
from companion.rules.plays import Call, Plays, Reveal
from companion.rules.results import Problem


def apply_round_event(game: GameState, event: game_events.RoundEvent, sender: Device) -> GameState:
    """Apply an event of a round; return the same game where it does not apply (any more).

    `sender` is the phone it came from, if that is one of the player's whose play it is; otherwise empty.
    An event of a later round is queued until that round: the host has reopened an earlier one. A card that
    was laid, and lies somewhere else since an undo, is shown all the same: then it is voided.
    """
    if game.next_round is None or event.round < game.round_number:
        return game
    if event.round > game.round_number:
        return replace(game, queued=(*game.queued, QueuedEvent(event, sender)))
    match event:
        case game_events.QuestionDrawn() | game_events.QuestionSkipped() | game_events.TruthGiven():
            return _apply_question_event(game, event)
        case game_events.PlaySubmitted() if game.takes_plays and not game.must_call:
            return _submit_play(game, event, sender)
        case game_events.HighLowCalled() if game.open_round.caller and not game.hidden:
            return replace(game, call=event.call)
        case game_events.QuestionAsked() if game.rules.answer_aim and event.question != game.question:
            return replace(game, question=event.question)
        case game_events.PlaysEntered() if game.takes_plays:
            return _enter_plays(game, event)
        case game_events.ListSubmitted() if (
            game.takes_lists and len(event.plays) == game.open_round.plays_at_once
        ):
            return _submit_list(game, event, sender)
        case game_events.ListRoundRevealed() if game.lists_left:
            return _reveal_list_round(game)
        case game_events.RoundClosed():
            return _close(game)
        case game_events.TimerExpired() if game.has_any:
            return _close(game)
    return game


def _apply_question_event(game: GameState, event: game_events.RoundEvent) -> GameState:
    """Apply what the app or the host does with the question of the open round (Q1)."""
    match event:
        case game_events.QuestionDrawn() if game.awaits_question:
            return _apply_queued(with_question(game, event))
        case game_events.QuestionSkipped() if game.drawn:
            return _skip_question(game, game.drawn)
        case game_events.TruthGiven() if game.awaits_truth and game.drawn and game.hidden:
            return _close(replace(game, drawn=replace(game.drawn, truth=event.truth)))
    return game


def _submit_play(game: GameState, event: game_events.PlaySubmitted, sender: Device) -> GameState:
    seat = event.seat
    if not is_allowed(game, seat, event.play, or_gone=True):
        return game
    hidden, senders = {**game.hidden, seat: event.play}, {**game.senders, seat: sender}
    entered = game.entered - {seat}
    return reveal_if_complete(replace(game, hidden=hidden, entered=entered, senders=senders, has_clash=False))


def _submit_list(game: GameState, event: game_events.ListSubmitted, sender: Device) -> GameState:
    seat = event.seat
    if not all(is_allowed(game, seat, play) for play in event.plays):
        return game
    lists, senders = {**game.lists, seat: event.plays}, {**game.senders, seat: sender}
    return reveal_if_complete(replace(game, lists=lists, senders=senders))


def _enter_plays(game: GameState, event: game_events.PlaysEntered) -> GameState:
    """Take what the score-keeper entered (a result is of all who were there, R5); if complete, reveal it."""
    may_call = game.open_round.caller and not game.hidden
    call = (event.call if may_call else None) or game.call
    if game.open_round.caller and not call:
        return game
    plays = {seat: play for seat, play in event.plays.items() if is_allowed(game, seat, play, or_gone=True)}
    game = replace(
        game,
        call=call,
        hidden=plays if game.open_round.is_result else {**game.hidden, **plays},
        entered=frozenset(plays) if game.open_round.is_result else game.entered.union(plays),
        senders=without(game.senders, plays),
        has_clash=False,
    )
    return _close(game) if game.closes_when_entered else game


def reveal_if_complete(game: GameState) -> GameState:
    """Reveal the round if it is complete, unless the host wants to close it by hand."""
    by_hand = not game.auto_reveal or game.is_reopened or game.has_clash or game.awaits_truth
    return game if by_hand or not (game.is_complete and game.can_close) else _close(game)


def _close(game: GameState) -> GameState:
    """Reveal the round without missing players, or go from submitting lists to revealing them."""
    if game.takes_lists:
        return replace(game, lists_left=game.open_round.plays_at_once, timer=None)
    everybody_must = game.open_round.everyone_must_play and not game.is_complete
    must_wait = game.must_call or game.awaits_truth or everybody_must
    return _reveal(game) if game.takes_plays and not must_wait else game


def _reveal_list_round(game: GameState) -> GameState:
    """Reveal one more round of the lists."""
    left = game.lists_left - 1
    hidden = {seat: plays[-game.lists_left] for seat, plays in game.lists.items()}
    return _reveal(replace(game, hidden=hidden, lists_left=left, lists=game.lists if left else {}))


def _reveal(game: GameState) -> GameState:
    """Reveal the hidden plays, unless the cards contradict each other: then a player must change one.

    A play that is impossible by itself, whatever the others show, is voided.
    """
    revealed = add_round(game, open_reveal(game, game.hidden, game.call))
    problems = revealed.scored.problems[len(game.scored.problems) :]
    if problems:  # what was allowed may have changed: see `ScoredRecord.after`
        game = replace(game, scored=games.score_record(game.record))
    for problem in problems:
        seat = problem.player
        if seat is None or seat not in game.hidden or is_allowed(game, seat, game.hidden[seat]):
            return replace(game, has_clash=True, clashing=_clashing(game, problem))
    return end_now(revealed, throws_away=True) if game.practice else _apply_queued(revealed)


def open_reveal(game: GameState, plays: Plays, call: Call | None) -> Reveal:
    """Return what is revealed if these are the plays of the open round: with what is asked."""
    reveal, drawn = Reveal(plays, call, question=game.question), game.drawn
    if drawn is None:
        return reveal
    if drawn.ends:
        return replace(reveal, ends=drawn.ends)
    return replace(reveal, range=(drawn.low, drawn.high), truth=drawn.truth)


def _skip_question(game: GameState, drawn: game_events.QuestionDrawn) -> GameState:
    """Put the question behind as a round of nobody that counts for nothing; its truth is not kept."""
    skipped = PlayedRound(Reveal({}, question=drawn.question), void=True, drawn=replace(drawn, truth=None))
    game = replace(game, rounds=(*game.rounds, skipped), senders={}, **NEW_ROUND)
    return _apply_queued(update_open_round(game))


def _clashing(game: GameState, problem: Problem) -> Seats:
    """Return whose hidden plays a problem is about: of a card that several have named, all of them."""
    played, seats = len(game.reveals), {problem.player}
    if isinstance(problem.refused, CardIsGone):
        seats |= {
            laid_card.player for laid_card in problem.refused.laid if laid_card.round_position.number > played
        }
    return tuple(seat for seat in game.players if seat in seats)


def _apply_queued(game: GameState) -> GameState:
    """Apply the events of this round that were queued when an earlier one was reopened."""
    due = [queued_event for queued_event in game.queued if queued_event.event.round <= game.round_number]
    if due:
        game = replace(
            game, queued=tuple(queued_event for queued_event in game.queued if queued_event not in due)
        )
    for event, sender in due:
        game = without_impossible(apply_round_event(game, event, sender))
    return game


def withdraw_plays(game: GameState, seat: Seat, sender: Device) -> GameState:
    """Take back what a phone has submitted for a player and later rounds, but no list being revealed."""
    queued = (
        queued_event
        for queued_event in game.queued
        if (getattr(queued_event.event, "seat", ""), queued_event.sender) != (seat, sender)
    )
    game = replace(game, queued=tuple(queued))
    is_sent = game.senders.get(seat) == sender and not game.lists_left
    return without_submissions(game, {seat}) if is_sent else game


def corrected(game: GameState, event: game_events.CorrectionEvent) -> GameState:
    """Apply a correction, to be scored then; return the same game where it does not apply (any more)."""
    played = game.played_round(event.round) if isinstance(event, game_events.RoundCorrectionEvent) else None
    match event:
        case game_events.PlaysCorrected():
            return _correct_plays(game, event)
        case game_events.RoundVoided() if played and played.void != event.void:
            return _with_round(game, event.round, void=event.void)
        case game_events.RoundInserted() if played and game.rules.keeps_results:
            return _insert_round(game, event, played.players)
        case game_events.TruthTold() if played and played.reveal.question:
            game = _with_round(game, event.round, reveal=replace(played.reveal, truth=event.truth))
            if event.truth is not None:
                return replace(game, truths=(*game.truths, event.round), fresh_truths=game.fresh_truths + 1)
            fresh = game.truths[len(game.truths) - game.fresh_truths :].count(event.round)
            truths = tuple(number for number in game.truths if number != event.round)
            return replace(game, truths=truths, fresh_truths=game.fresh_truths - fresh)
    return game


def _correct_plays(game: GameState, event: game_events.PlaysCorrected) -> GameState:
    for number, seat, play in event.plays:
        played = game.played_round(number)
        if played and seat in game.players:
            plays = without(played.reveal.plays, {seat}) | ({} if play is None else {seat: play})
            reveal = replace(played.reveal, plays=plays)
            game = _with_round(game, number, reveal=reveal, corrected=played.corrected | {seat})
    for number, call in event.calls:  # of rounds in which there was one (D5)
        played = game.played_round(number)
        if played and played.reveal.call:
            game = _with_round(game, number, reveal=replace(played.reveal, call=call))
    return game


def _insert_round(game: GameState, event: game_events.RoundInserted, players: Seats) -> GameState:
    """Put in a round before a revealed one; those after it, and what waits for later ones, move up."""
    plays = {seat: play for seat, play in event.plays.items() if seat in game.players}
    rounds = [*game.rounds]
    rounds.insert(event.round - 1, PlayedRound(Reveal(plays), players))
    queued = tuple(
        QueuedEvent(replace(queued_event.event, round=queued_event.event.round + 1), queued_event.sender)
        for queued_event in game.queued
    )
    return replace(game, rounds=tuple(rounds), queued=queued)


def _with_round(game: GameState, number: int, **changes: object) -> GameState:
    """Return the game with a revealed round that is changed, not scored yet."""
    rounds = [*game.rounds]
    rounds[number - 1] = replace(rounds[number - 1], **changes)  # type: ignore[arg-type]
    return replace(game, rounds=tuple(rounds))


def reopen_last_round(game: GameState) -> GameState:
    """Take back the last reveal: its plays are hidden again, and can be changed (also after the game ended).

    What was submitted since is queued. There must be a revealed round, and it must not be void.
    """
    *rounds, last = game.rounds
    reveal = last.reveal
    typed = game_events.QuestionAsked(*game.here, game.question) if game.question else None
    questions = [question for question in (game.drawn or typed,) if question]
    called = [game_events.HighLowCalled(*game.here, game.call)] if game.call else []
    plays = (
        QueuedEvent(game_events.PlaySubmitted(*game.here, seat, play), game.senders.get(seat, ""))
        for seat, play in game.hidden.items()
    )
    queued = (*(QueuedEvent(round_event, "") for round_event in (*questions, *called)), *plays, *game.queued)
    truths = tuple(number for number in game.truths if number != len(game.rounds))
    game = replace(game, rounds=tuple(rounds), ended=False, throws_away=False, lists={}, lists_left=0)
    game = _rescored_before_deal(replace(game, truths=truths, fresh_truths=0, **NEW_ROUND))
    return replace(
        with_question(game, last.drawn),
        hidden=reveal.plays,
        entered=frozenset(reveal.plays),
        senders=dict.fromkeys(reveal.plays, EVERYBODY),
        call=reveal.call,
        question=reveal.question,
        queued=queued,
        is_reopened=True,
    )


def _rescored_before_deal(game: GameState) -> GameState:
    """Score a game; if its last deal was made only after the round that is reopened, it is a spare one."""
    deals = game.record.deals
    before = rescore(replace(game, spare_deals=()), replace(game.record, deals=deals[:-1]))
    if not deals or before.awaits_deal:
        return rescore(game)
    return replace(before, spare_deals=(deals[-1], *game.spare_deals))
