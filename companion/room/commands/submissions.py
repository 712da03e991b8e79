"""Commands within a round: call, submit a play or a list, ask, and reveal without the missing players."""

from collections.abc import Container, Iterator, Mapping, Sequence

from companion.decks import own
from companion.i18n.errors import Refused
from companion.i18n.messages import Text, plain
from companion.room import game_events
from companion.room.commands.access import (
    Forbidden,
    TooLate,
    by_host,
    current_game,
    find_person,
    find_player,
    of_player,
    own_hand,
    own_seat,
    parse_call,
    parse_round_id,
    read_play_of,
    require_open_round,
)
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.names import clean_text, visible_length
from companion.room.round_reducer import open_reveal
from companion.room.state import Room
from companion.rules import games
from companion.rules.cards import Card, lazy_card_phrase, parse_card
from companion.rules.games.numbers import parse_integer
from companion.rules.plays import AllowedPlay, Call, NextRound, Play, Plays
from companion.rules.results import position_phrase

LONGEST_QUESTION = 140
"""Characters of a question, as people count them."""


def submit_play(room: Room, device: Device, at: str, typed: str) -> game_events.PlaySubmitted | None:
    """Submit the number or the card that was typed for a round, or replace the one submitted before."""
    return _submit_play(room, own_hand(room, device), at, typed, device)


@by_host
def submit_play_for(room: Room, seat: Seat, at: str, typed: str) -> game_events.PlaySubmitted | None:
    """Submit a number or a card for a player, as the host.

    The host cannot change what a player's own phone has submitted, nor lay cards that only the player sees.
    """
    _require_open_to_host(room, seat)
    return _submit_play(room, seat, at, typed)


def _submit_play(
    room: Room, seat: Seat, at: str, typed: str, device: Device = ""
) -> game_events.PlaySubmitted | None:
    """Submit a play for a seat; None where this phone has sent the same.

    What another phone has sent is not compared, as that would tell it.
    """
    if _is_second_tap(current_game(room), at, {seat: typed}):
        return None
    game = require_open_round(room, at)
    allowed = _allowed_play(game.open_round, seat)
    if game.open_round.is_result:
        raise Refused("In this game only results are kept, and the host enters them")
    _require_entry(game)
    if game.must_call == seat:
        raise Refused("Call high or low before you lay a card")
    _require_lead(room, game, {seat}, game.call)
    play = allowed.read(typed)
    is_there = _is_there(game, seat, play, device)
    return None if is_there else game_events.PlaySubmitted(*game.here, seat, play)


def _is_there(game: GameState, seat: Seat, play: Play, device: Device = "") -> bool:
    """Tell whether a seat has submitted this very play, as far as a browser may know it."""
    return game.hidden.get(seat) == play and _is_known(game, seat, device)


def _is_known(game: GameState, seat: Seat, device: Device) -> bool:
    """Tell whether a browser may know a play: the `device` that sent it, or without one the host."""
    return game.shows_play(seat, device) if device else seat in game.entered


def _require_entry(game: GameState, *, of_lists: bool = False) -> None:
    """Raise `Refused` unless the round takes single numbers or cards now, or lists."""
    if game.awaits_deal:
        raise TooLate("The cards are not dealt yet")
    if game.awaits_question:
        raise TooLate("The next question is not open yet")
    if game.lists_left:
        raise TooLate("The lists are in: the host reveals them round by round")
    if game.takes_lists and not of_lists:
        raise Refused("Send a list of {n} numbers", n=game.open_round.plays_at_once)
    if of_lists and not game.takes_lists:
        raise Refused("No list is wanted now, but a single number")


def _require_lead(room: Room, game: GameState, seats: Container[Seat], call: Call | None) -> None:
    """Raise `Refused` before the call is made, and for others before the leader has laid a card (D3, D5)."""
    if game.must_call and not call:
        raise Refused("{leader} must call high or low first", leader=room.name(game.must_call))
    if game.must_lead and game.must_lead not in seats:
        raise Refused("{leader} leads and must lay a card first", leader=room.name(game.must_lead))


@by_host
def enter_plays(
    room: Room, at: str, typed: Mapping[Seat, str], call: str = ""
) -> game_events.PlaysEntered | None:
    """Enter what lies on the table for some players at once, as the score-keeper; empty texts are left out.

    None where it stands there already, so that it can be sent again. Raises `Refused` for plays that the
    rules do not allow, alone or together, with the player's name. What a player's own phone has sent stands,
    and is not even compared: the score-keeper may be playing too.
    """
    state, entered = current_game(room), {seat: text for seat, text in typed.items() if plain(text)}
    if _is_second_tap(state, at, entered):
        return None
    game = require_open_round(room, at)
    if game.dealt:
        raise Refused("The cards are dealt: every player lays from a phone")
    _require_entry(game)
    called = _read_call(game, call) if call else None
    plays = dict(_read_entered(room, game, entered))
    _require_together(room, game, plays, called)
    is_there = all(_is_there(game, seat, play) for seat, play in plays.items())
    if called or not is_there or game.closes_when_entered:  # Done reveals it
        return game_events.PlaysEntered(*game.here, plays, called)
    if not plays:
        raise Refused("Nothing is entered yet")
    return None


def can_enter(room: Room, game: GameState, seat: Seat) -> bool:
    """Tell whether the score-keeper may enter a play for a seat: not over what a phone has sent.

    Everything is open again where cards contradict each other, and where the host has reopened the round.
    """
    player = room.seats.get(seat)
    if player is None or player.bot or game.dealt or not game.takes_plays:
        return False
    is_own = game.has_submitted(seat) and seat not in game.entered
    return player.has_no_phone or game.has_clash or game.is_reopened or not is_own


def _read_call(game: GameState, typed: str) -> Call | None:
    """Return the call that was typed (D5); None where it stands already, or nobody calls."""
    if game.open_round.caller is None:
        return None
    call = parse_call(typed)
    if call == game.call:
        return None
    if game.hidden:
        raise TooLate("A card lies already: the call stands")
    return call


def _read_entered(room: Room, game: GameState, entered: Mapping[Seat, str]) -> Iterator[tuple[Seat, Play]]:
    """Parse what was entered for each player; raise `Refused` with the name."""
    for seat, typed in entered.items():
        player = find_person(room, seat)
        if not can_enter(room, game, seat):
            raise TooLate("{name} is in already, and can change it", name=player.name)
        yield seat, read_play_of(room, game.open_round, seat, typed)


def _require_together(room: Room, game: GameState, plays: Plays, call: Call | None) -> None:
    """Raise `Refused` where the plays cannot stand together, or not yet (D3, D5, R1 to R6)."""
    laid = plays if game.open_round.is_result else {**game.hidden, **plays}
    if game.open_round.is_result:
        _require_results(room, game, plays)
    if not laid:
        raise Refused("Nothing is entered yet")
    if not game.open_round.is_result:
        _require_lead(room, game, plays, call)
    known = {seat: play for seat, play in laid.items() if seat in plays or seat in game.entered}
    _require_possible(room, game, known, call or game.call)


def _require_results(room: Room, game: GameState, plays: Container[Seat]) -> None:
    """Raise `Refused` unless all who are here have a result (R5); of one open again, nobody knows who was."""
    open_round = game.open_round
    required = (
        open_round.allowed if open_round.everyone_must_play else () if game.is_reopened else game.thinking
    )
    if missing := tuple(room.name(seat) for seat in required if seat not in plays):
        raise Refused("Still missing: {players}", players=missing)


def _require_possible(room: Room, game: GameState, known: Plays, call: Call | None) -> None:
    """Raise the first problem of what the score-keeper knows of a round, such as a card that two have laid.

    Where that is all of it, or results, that may also be one that concerns nobody alone.
    """
    open_round, after = game.open_round, game.scored.after(open_reveal(game, known, call)).score
    is_whole = open_round.is_result or known.keys() == open_round.allowed.keys()
    for problem in after.problems[len(game.score.problems) :]:
        if problem.player is None and is_whole:
            raise problem.refused
        if problem.player is not None and problem.player in known:
            why = _same_card(room, open_round, known, problem.player) or problem.refused
            raise of_player(room, problem.player, why)


def _same_card(room: Room, open_round: NextRound, plays: Plays, seat: Seat) -> Refused | None:
    """Return the refusal that names who has laid the same card, which is there once; None for any other."""
    card = plays[seat]
    other = next((each_play for each_play, play in plays.items() if play == card and each_play != seat), None)
    if other is None or not isinstance(card, Card) or open_round.allowed[seat].most_of(card) != 1:
        return None
    return Refused("{card} lies before {name} already", card=lazy_card_phrase(card), name=room.name(other))


def call_high_low(room: Room, device: Device, at: str, typed: str) -> game_events.HighLowCalled | None:
    """Call high or low as the leader, before any card is laid (D5)."""
    return _call_high_low(room, own_hand(room, device), at, typed)


@by_host
def call_high_low_for(room: Room, at: str, typed: str) -> game_events.HighLowCalled | None:
    """Call high or low for the leader, as the host; not where the app dealt the leader's hand."""
    game = current_game(room)
    if game.dealt and game.must_call:
        raise Forbidden("The cards are dealt: only {name} can do that", name=room.name(game.must_call))
    return _call_high_low(room, None, at, typed)


def _call_high_low(room: Room, seat: Seat | None, at: str, typed: str) -> game_events.HighLowCalled | None:
    """Call high or low; `seat` None stands for the leader."""
    game = require_open_round(room, at)
    if game.open_round.caller is None:
        raise Refused("Nobody calls high or low here")
    if seat not in (None, game.open_round.caller):
        raise Refused("Only {leader}, who leads, calls high or low", leader=room.name(game.open_round.caller))
    call = _read_call(game, typed)
    return game_events.HighLowCalled(*game.here, call) if call else None


def submit_list(
    room: Room, device: Device, at: str, typed: Sequence[str]
) -> game_events.ListSubmitted | None:
    """Submit all numbers of a game at once, or replace those submitted before (G14)."""
    return _submit_list(room, own_seat(room, device), at, typed, device)


@by_host
def submit_list_for(
    room: Room, seat: Seat, at: str, typed: Sequence[str]
) -> game_events.ListSubmitted | None:
    """Submit the list of a player, as the host."""
    _require_open_to_host(room, seat)
    return _submit_list(room, seat, at, typed)


def _submit_list(
    room: Room, seat: Seat, at: str, typed: Sequence[str], device: Device = ""
) -> game_events.ListSubmitted | None:
    """Submit a list for a seat; None where this phone has sent just that, as for a single play."""
    game = require_open_round(room, at)
    allowed = _allowed_play(game.open_round, seat)
    shown = game.lists.get(seat, ()) if _is_known(game, seat, device) else ()
    if shown and [*map(str, shown)] == [*map(plain, typed)]:
        return None
    _require_entry(game, of_lists=True)
    if len(typed) != game.open_round.plays_at_once:
        raise Refused(
            "The list must have {n} numbers, not {got}", n=game.open_round.plays_at_once, got=len(typed)
        )
    plays: list[Play] = []
    for position, text in enumerate(typed, 1):
        try:
            plays.append(allowed.read(text))
        except Refused as refused:
            raise Refused("Number {place}: {refused}", place=position, refused=refused) from None
    return None if shown == tuple(plays) else game_events.ListSubmitted(*game.here, seat, tuple(plays))


@by_host
def close_round(room: Room, at: str) -> game_events.RoundClosed:
    """Reveal a round, or go on to revealing lists, without missing players (G8)."""
    game = require_open_round(room, at)
    if game.open_round.is_result and not game.has_any:
        raise Refused("Enter the results on the score sheet")
    if game.open_round.everyone_must_play and not game.is_complete:
        raise Refused("Everybody must lay a card before this can be closed")
    if game.has_clash and len(game.clashing) > 1:
        who = tuple(map(room.name, game.clashing))
        raise Refused("{players} named the same card: one of them must change it", players=who)
    if game.has_clash:
        raise Refused("What was sent cannot stand together: somebody must change it")
    _require_entry(game, of_lists=game.takes_lists)
    if game.awaits_truth:
        raise Refused("Tell the truth: that reveals the round")
    if not game.has_any:
        raise Refused(
            "Nobody has sent a number for {round} yet", round=position_phrase(game.open_round.position)
        )
    return game_events.RoundClosed(*game.here)


@by_host
def reveal_list_round(room: Room, at: str) -> game_events.ListRoundRevealed:
    """Reveal one more round of the submitted lists (G14)."""
    game = require_open_round(room, at)
    if not game.lists_left:
        raise Refused("There are no lists to reveal")
    return game_events.ListRoundRevealed(*game.here)


@by_host
def ask_question(room: Room, at: str, typed: str) -> game_events.QuestionAsked | None:
    """Ask a question in the open round, or change it until the reveal; nothing typed takes it away.

    None where it is the same. Raises `Refused` in a game whose plays answer no question, and for one with its
    answer, which scores only where the app asks (Q1).
    """
    game = require_open_round(room, at)
    if not game.rules.answer_aim:
        raise Refused("{title} takes no questions", title=Text(game.rules.title))
    question = clean_text(typed)
    if own.is_fact(question):
        title = Text(games.find_game(games.QUESTION_GAME).title)
        raise Refused("That has a right answer, and here the middle scores. Ask it in {game}", game=title)
    if visible_length(question) > LONGEST_QUESTION or len(question) > 3 * LONGEST_QUESTION:
        raise Refused(
            "That question is too long: {longest} characters are the most", longest=LONGEST_QUESTION
        )
    return None if question == game.question else game_events.QuestionAsked(*game.here, question)


def _require_open_to_host(room: Room, seat: Seat) -> None:
    """Raise `Refused` where a play by the host would reveal a hand or play, or replace a phone's."""
    game, player = current_game(room), find_player(room, seat)
    if game.next_round and seat not in game.next_round.allowed:
        raise Refused("{name} is not in this game", name=player.name)
    if player.bot:
        raise Forbidden("{name} is a bot", name=player.name)
    if game.dealt:
        raise Forbidden("The cards are dealt: only {name} can do that", name=player.name)
    if player.devices and not game.has_clash and game.has_submitted(seat):
        raise Forbidden("{name} is in already, and can change it", name=player.name)


def _allowed_play(open_round: NextRound, seat: Seat) -> AllowedPlay:
    """Return what a player may submit; raise `Refused` for a player who is not in the game."""
    if seat not in open_round.allowed:
        raise Refused("You are not in this game")
    return open_round.allowed[seat]


def _is_second_tap(state: GameState, at: str, typed: Mapping[Seat, str]) -> bool:
    """Tell whether the round is revealed with these very plays; False for none."""
    game, number = parse_round_id(at)
    played = state.played_round(number) if game == state.number else None
    plays = played.reveal.plays if played else {}
    if not typed or not typed.keys() <= plays.keys():
        return False
    try:
        return all(
            plays[seat] == (parse_card(text) if isinstance(plays[seat], Card) else parse_integer(text))
            for seat, text in typed.items()
        )
    except Refused:
        return False
