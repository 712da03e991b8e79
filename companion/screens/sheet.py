"""The score sheet: what the score-keeper of a table with real cards enters, for everybody at once."""

from collections.abc import Iterator
from functools import reduce
from typing import Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import Count, as_sentence, bidi_isolate, capitalize_first, translate
from companion.room.commands import access, submissions
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.cards import Card, lazy_card_phrase
from companion.rules.games.deck import CardIsGone
from companion.rules.results import NextRound, Play
from companion.screens import endings, reveals
from companion.screens.cards import card_face
from companion.screens.changes import to_undo
from companion.screens.corrections import entry_kind, keys_by_suit
from companion.screens.entry import clash_for_keeper, entered_play
from companion.screens.headings import (
    aim,
    game_heading,
    join_parts,
    part_name,
    waiting_sentence,
)
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import list_players, player_names, reason_sentences
from companion.screens.scenes.numbers import Content
from companion.screens.scoreboard import innermost_points

EntryState = Literal["missing", "phone", "in", "entered", "bot", "away"]
"""What the round has of a player: nothing, and the score-keeper must enter it; nothing, and a phone may send
it; something from a phone; something from the sheet; what a bot plays; nothing, and no round waits for it."""


def has_sheet(game: GameState | None) -> bool:
    """Tell whether a game is entered on the score sheet: with real cards, or by results."""
    return bool(game and not game.dealt and entry_kind(game.next_round))


def is_natural(room: Room) -> bool:
    """Tell whether the score sheet is the way to play on: by results, or where somebody has no phone."""
    game = room.current_game
    if game is None or game.next_round is None or not has_sheet(game):
        return False
    return game.next_round.is_result or any(
        room.seats[seat].has_no_phone for seat in game.next_round.allowed if seat in room.seats
    )


def sheet_view(room: Room) -> Content | None:
    """Return the sheet of the game that is played, or was played last; None where it has none.

    That is what the score-keeper sees and can enter; nothing of what phones have sent but that it is there.
    `heading` is what is asked, `said` what the last entry meant, and `undo` what the host did last. `kind` is
    how plays are entered, empty once the game is over.
    """
    game = room.current_game
    if game is None or room.is_closed:
        return None
    ask = game.next_round
    is_begun = ask is None or game.rounds or game.hidden  # else the last thing done is the start of the game
    view = {
        "code": room.code,
        "version": room.version,
        "round_id": access.round_id(game),
        "where": translate(game.record.rules.known_as),
        "heading": game_heading(game),
        "said": _said(room, game),
        "undo": to_undo(room) if is_begun else "",
        "kind": "",
    }
    if ask is None:
        return None if game.dealt or game.record.rules.number_line else view
    return {**view, **_keys(room, game, ask)} if has_sheet(game) else None


def _keys(room: Room, game: GameState, ask: NextRound) -> Content:
    """Return what is asked in the open round, and the keys with which it is entered.

    `groups` are the keys, one group for each suit where suits count; `has_cards`: they are cards. `most` is
    the highest number that can be typed, `caller` who calls high or low. `pool` is how many cards lie in
    it, and what the round counts then; None without a pool. `chosen` is the seat of the one player who was
    entered, `none` where nobody was; empty before the entry.
    """
    *above, name = [part_name(place.kind, place.number, place.of) for place in ask.position]
    outer, heading = (
        ([*above, name], next(iter(ask.allowed.values())).prompt(1)) if ask.is_result else (above, name)
    )
    kind = entry_kind(ask)
    keys = keys_by_suit(game, ask.allowed.values()) if kind in ("keys", "several") else ()
    return {
        "where": reduce(join_parts, outer, translate(game.record.rules.known_as)),
        "heading": capitalize_first(heading),
        "kind": kind,
        "players": tuple(_players(room, game, ask)),
        "groups": tuple((suit, tuple(_key(room, ask, play) for play in plays)) for suit, plays in keys),
        "has_cards": bool(keys) and isinstance(keys[0][1][0], Card),
        "most": max((each.typed_range or (0, 0))[1] for each in ask.allowed.values()),
        "caller": bidi_isolate(room.name(ask.caller)) if ask.caller else "",
        "call": game.call or "",
        "pool": _pool(game),
        "chosen": _chosen(game, ask),
    }


def _chosen(game: GameState, ask: NextRound) -> Seat:
    entered = {entered_play(game, seat): seat for seat in ask.allowed}
    return entered.get(1, "none" if 0 in entered else "")


def _players(room: Room, game: GameState, ask: NextRound) -> Iterator[Content]:
    """Yield the players on the sheet, each with what can be entered, and what was entered there already.

    `face` is None for what a phone has sent. `points` is the score so far, None where it is hidden.
    """
    points = {} if hides_scores(room, game) else innermost_points(game)
    for seat in ask.allowed:
        yield {
            "seat": seat,
            "name": room.name(seat),
            "state": _state(game, ask, room.seats[seat]),
            "can_enter": submissions.can_enter(room, game, seat),
            "face": None if (play := entered_play(game, seat)) is None else card_face(play),
            "points": points.get(seat),
            "leads": seat == ask.leader,
        }


def _state(game: GameState, ask: NextRound, player: Player) -> EntryState:
    if player.bot:
        return "bot"
    if game.has_submitted(player.seat):
        return "entered" if player.seat in game.entered else "in"
    if not game.waits_for(player.seat):
        return "away"
    is_by_phone = bool(player.devices) and player.is_present and not ask.is_result
    return "phone" if is_by_phone else "missing"


def _key(room: Room, ask: NextRound, play: Play) -> Content:
    """Return a key: it is `closed` for these seats, and `why` says so in a sentence.

    `phrase` names it at the beginning of a sentence. `left` is how many players may have it in a
    round, None where all may.
    """
    face, closed, why = card_face(play), [], ""
    for seat, allowed in ask.allowed.items():
        try:
            allowed.check(play)
        except Refused as refused:
            closed.append(seat)
            why = why or as_sentence(capitalize_first(_why_closed(room, play, refused)))
    name = str(lazy_card_phrase(play)) if isinstance(play, Card) else face.sign
    left = next(iter(ask.allowed.values())).most_of(play)
    phrase = capitalize_first(name)
    return {"face": face, "phrase": phrase, "left": left, "closed": tuple(closed), "why": why}


def _why_closed(room: Room, play: Play, refused: Refused) -> str:
    """Say who laid a card last, and where; of one that several can have laid, what the rules say."""
    if not isinstance(refused, CardIsGone) or not isinstance(play, Card) or not play.suit:
        return str(refused)
    laid = refused.laid[-1]
    [name] = player_names(room, [laid.player])
    card = lazy_card_phrase(play)
    return translate("{name} laid {card} already, in {where}", name=name, card=card, where=laid.place)


def _pool(game: GameState) -> tuple[str, ...] | None:
    rounds = game.score.root.pool
    if not rounds:
        return None if rounds is None else ()
    cards = Count(rounds * len(game.record.players), "{n} card in the pool", "{n} cards in the pool")
    return str(cards), translate("This round counts {n}.", n=rounds + 1)


def _said(room: Room, game: GameState) -> tuple[str, ...]:
    """Return what stands above the keys: what is wrong, whom the round waits for, or what it meant."""
    if game.has_clash:
        return (as_sentence(clash_for_keeper(room, game)),)
    if game.is_reopened:
        return (as_sentence(waiting_sentence(room, game)),)
    if game.hidden:
        return _still_to_come(room, game)
    return result_sentences(room) or (as_sentence(aim(game.record.rules)),)


def _still_to_come(room: Room, game: GameState) -> tuple[str, ...]:
    """Say whom the round still waits for, once something is in."""
    names = list_players(player_names(room, game.thinking))
    return (translate("Still to come: {names}.", names=names),) if game.thinking else ()


def result_sentences(room: Room) -> tuple[str, ...]:
    """Say what the last reveal meant, for whoever entered it: at once, and not after the TV."""
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None:
        return ()
    said, ask = [translate("No result")], game.next_round
    if leaf.finished:
        said = [*reason_sentences(room, [game.record.rules.round_headline(leaf)])]
    said += [part.headline for part in endings.ended_parts(room, game)]
    if ask is None:
        said.append(endings.game_ending(room, game).headline)
    elif ask.is_result and ask.leader:  # else the list of players shows who leads
        said.append(translate("{name} leads next", name=bidi_isolate(room.name(ask.leader))))
    return tuple(map(as_sentence, filter(None, said)))


def entry_means(before: Room, after: Room) -> tuple[str, ...]:
    """Say what an entry would mean that makes `after` of `before`; nothing if it would reveal others' plays.

    Those are what phones have sent: the score-keeper, who may be playing, could try what beats them.
    """
    game, later = before.current_game, after.current_game
    if game is None or later is None:
        return ()
    if len(later.rounds) == len(game.rounds):
        return _still_to_come(after, later)
    return () if game.hidden.keys() - game.entered else result_sentences(after)
