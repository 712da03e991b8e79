"""What happens to a game: rounds are added, scored again or ended, and what became impossible goes."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from companion.i18n.errors import Refused
from companion.room import game_events
from companion.room.events import Seat, Seats
from companion.room.fast_replace import replace
from companion.room.game_state import NEW_ROUND, GameState, PlayedRound
from companion.rules import games
from companion.rules.games.deck import CardIsGone
from companion.rules.games.numbers import NumberRange
from companion.rules.games.runs import Record
from companion.rules.plays import Deal, Play, Reveal

T = TypeVar("T")


def rescore(game: GameState, record: Record | None = None) -> GameState:
    """Score all rounds of a game again, from the first one on.

    `record`: the source of players, options and deals; by default the record of the game. Where a correction
    has ended the game earlier, the rounds after its end are voided: they are no part of the record.
    """
    reveals = tuple(played.reveal for played in game.rounds if not played.void)
    record = record or game.record
    record = replace(record, reveals=reveals, late=_late_players(game, record))
    is_final = game.is_final
    if is_final:
        record = games.with_evening(record, ended_at_once=game.ended and not reveals)
    scored = games.score_record(record)
    if scored.surplus:
        scored = games.score_record(replace(scored.record, reveals=reveals[: -scored.surplus]))
    ended = game.ended and (is_final or bool(reveals))
    if ended and reveals and not game.throws_away and scored.next_round is not None:
        final = replace(reveals[-1], last=True)
        scored = games.score_record(replace(scored.record, reveals=(*reveals[:-1], final)))
    return update_open_round(replace(game, scored=scored, ended=ended))


def _late_players(game: GameState, record: Record) -> Seats:
    """Return who joined after the first reveal that counts, in a game that asks for it (E6)."""
    if "late" not in record.rules.record_keys:
        return ()
    first = next((played.players for played in game.rounds if not played.void), record.players)
    there = frozenset(first)
    return tuple(seat for seat in record.players if seat not in there)


def add_round(game: GameState, reveal: Reveal) -> GameState:
    """Add the open round as revealed."""
    after = replace(
        game,
        most_rounds=max(game.most_rounds, len(game.reveals) + 1),
        rounds=(*game.rounds, PlayedRound(reveal, game.players, drawn=game.drawn)),
        scored=game.scored.after(reveal),
        senders={seat: sender for seat, sender in game.senders.items() if seat in game.lists},
        fresh_truths=0,
        is_reopened=False,
        **NEW_ROUND,
    )
    return update_open_round(after)


def update_open_round(game: GameState) -> GameState:
    """Drop hidden plays and lists that the new score no longer allows, and find out whether a deal is due."""
    game = replace(
        without_impossible(with_question(game, game.drawn)),
        has_clash=False,
        awaits_deal=(
            (game.dealt or not game.rules.can_deal)
            and game.next_round is not None
            and game.rules.deal(game.scored, lambda _: None) is not None
        ),
    )
    if game.lists and game.next_round and not game.lists_left:
        at_once = game.open_round.plays_at_once
        lists = {seat: plays for seat, plays in game.lists.items() if len(plays) == at_once}
        game = replace(game, lists=lists)
    if not (game.awaits_deal and game.spare_deals):
        return game
    deal, *others = game.spare_deals  # the first is added if it was made for these players, or else dropped
    game = replace(game, spare_deals=tuple(others))
    return add_deal(game, deal) if set(deal.hands) == set(game.players) else update_open_round(game)


def with_question(game: GameState, drawn: game_events.QuestionDrawn | None) -> GameState:
    """Return the game with a question that is asked in the open round: its range is what players may say.

    Whoever has written a fact is not asked in it.
    """
    following = game.scored.next_round
    if drawn is None or following is None:
        return replace(game, asked_round=None) if game.asked_round else game
    allowed = {seat: NumberRange(drawn.low, drawn.high) for seat in game.players if seat != drawn.writer}
    asked_round = replace(following, allowed=allowed)
    return replace(game, asked_round=asked_round, drawn=drawn, question=drawn.question)


def is_allowed(game: GameState, seat: Seat, play: Play, *, or_gone: bool = False) -> bool:
    """Tell whether the rules let a player submit this now, or would but for where the card lies since."""
    allowed = game.open_round.allowed.get(seat)
    try:
        return allowed is not None and allowed.check(play) == play
    except Refused as refused:
        return or_gone and isinstance(refused, CardIsGone)


def without_impossible(game: GameState) -> GameState:
    """Return the game without hidden plays that the rules do not allow: their players are asked again."""
    impossible = {seat for seat, play in game.hidden.items() if not is_allowed(game, seat, play)}
    return without_submissions(game, impossible) if impossible else game


def without_submissions(game: GameState, seats: Collection[Seat]) -> GameState:
    """Return the game without what these players have submitted: they are asked again."""
    hidden, lists = without(game.hidden, seats), without(game.lists, seats)
    return replace(game, hidden=hidden, lists=lists, senders=without(game.senders, seats), has_clash=False)


def without(by_seat: Mapping[str, T], keys: Iterable[str]) -> dict[str, T]:
    """Return a mapping without these keys."""
    left = {**by_seat}
    for key in keys:
        left.pop(key, None)
    return left


def add_deal(game: GameState, deal: Deal) -> GameState:
    """Add a deal to the record; keep it as spare if the game does not wait for one."""
    if not game.awaits_deal:
        return replace(game, spare_deals=(*game.spare_deals, deal))
    return rescore(game, replace(game.record, deals=(*game.record.deals, deal)))


def end_now(game: GameState, *, throws_away: bool = False) -> GameState:
    """End a game after the last revealed round; `throws_away`: nobody wins it."""
    game = replace(game, lists={}, lists_left=0, queued=(), timer=None, senders={}, **NEW_ROUND)
    return rescore(replace(game, ended=True, throws_away=throws_away, is_reopened=False))


def without_truths(game: GameState, known: int) -> GameState:
    """Return the game as if only so many truths had been told."""
    untold = game.truths[known:]
    if not untold:
        return game
    rounds = tuple(
        replace(played, reveal=replace(played.reveal, truth=None)) if number in untold else played
        for number, played in enumerate(game.rounds, 1)
    )
    return replace(
        game, rounds=rounds, truths=game.truths[:known], fresh_truths=max(0, game.fresh_truths - len(untold))
    )
