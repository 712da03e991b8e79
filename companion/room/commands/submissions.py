"""Moves within a round: calling, laying, handing in lists, and revealing without the missing."""

from collections.abc import Sequence

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands.access import (
    Forbidden,
    TooLate,
    current_game,
    find_player,
    own_seat,
    parse_round_id,
    require_host,
    require_open_round,
)
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.cards import Card, parse_card
from companion.rules.games.numbers import parse_integer
from companion.rules.results import AllowedPlay, Play


def submit_play(room: Room, device: Device, at: str, typed: str) -> events.PlaySubmitted | None:
    """Put down the number or the card that was typed for one round, or another one instead of it."""
    return _show(room, own_seat(room, device), at, typed)


def submit_play_for(
    room: Room, device: Device, seat: Seat, at: str, typed: str
) -> events.PlaySubmitted | None:
    """Put down a number or a card for somebody else, as the host or score-keeper does.

    What a player's own phone has sent stays that player's, and so do cards that only he or she sees.
    """
    require_host(room, device)
    _may_act_for(room, seat)
    return _show(room, seat, at, typed)


def _show(room: Room, seat: Seat, at: str, typed: str) -> events.PlaySubmitted | None:
    game = current_game(room)
    if _shown_already(game, seat, at, typed):
        return None
    number = require_open_round(game, at)
    allowed = _allowed(game, seat)
    _can_be_laid(game)
    _in_turn(room, game, seat)
    play = allowed.read(typed)
    if game.hidden.get(seat) == play:
        return None
    return events.PlaySubmitted(seat, game.number, number, play)


def _can_be_laid(game: GameState) -> None:
    """Raise `Refused` where no single number or card is wanted now."""
    if game.awaits_deal:
        raise TooLate("The cards are not dealt yet")
    if game.lists_left:
        raise TooLate("The lists are in: the host reveals them round by round")
    if game.takes_lists and game.next_round:
        raise Refused("Send a list of {n} numbers", n=game.next_round.plays_at_once)


def _in_turn(room: Room, game: GameState, seat: Seat) -> None:
    """Raise `Refused` before the call is made, and for others before the leader's card lies (D3, D5)."""
    if game.must_call == seat:
        raise Refused("Call high or low before you lay a card")
    if game.must_call:
        raise Refused("{leader} must call high or low first", leader=room.name(game.must_call))
    if game.must_lead and game.must_lead != seat:
        raise Refused("{leader} leads and must lay a card first", leader=room.name(game.must_lead))


def call_high_low(room: Room, device: Device, at: str, typed: str) -> events.HighLowCalled | None:
    """Call high or low as the leader, before anybody lays a card (D5)."""
    return _call(room, own_seat(room, device), at, typed)


def call_high_low_for(room: Room, device: Device, at: str, typed: str) -> events.HighLowCalled | None:
    """Call high or low for the leader, as the host or score-keeper does."""
    require_host(room, device)
    game = current_game(room)
    leader = game.next_round.caller if game.next_round else None
    return _call(room, leader or "", at, typed)


def _call(room: Room, seat: Seat, at: str, typed: str) -> events.HighLowCalled | None:
    game = current_game(room)
    number = require_open_round(game, at)
    caller = game.next_round.caller if game.next_round else None
    if caller is None:
        raise Refused("Nobody calls high or low here")
    if caller != seat:
        raise Refused("Only {leader}, who leads, calls high or low", leader=room.name(caller))
    if typed not in ("high", "low"):
        raise Refused("A call is high or low")
    if game.call == typed:
        return None
    if game.hidden:
        raise TooLate("A card lies already: the call stands")
    return events.HighLowCalled(game.number, number, "high" if typed == "high" else "low")


def submit_list(room: Room, device: Device, at: str, typed: Sequence[str]) -> events.ListSubmitted | None:
    """Hand in all numbers of a game at once, or others instead of them (G14)."""
    return _hand_in(room, own_seat(room, device), at, typed)


def submit_list_for(
    room: Room, device: Device, seat: Seat, at: str, typed: Sequence[str]
) -> events.ListSubmitted | None:
    """Hand in the list of somebody else, as the host or score-keeper does."""
    require_host(room, device)
    _may_act_for(room, seat)
    return _hand_in(room, seat, at, typed)


def _hand_in(room: Room, seat: Seat, at: str, typed: Sequence[str]) -> events.ListSubmitted | None:
    game = current_game(room)
    number = require_open_round(game, at)
    allowed = _allowed(game, seat)
    if list(map(str, game.lists.get(seat, ()))) == [each.strip() for each in typed]:
        return None
    if game.lists_left:
        raise TooLate("The lists are in: the host reveals them round by round")
    if not game.takes_lists or game.next_round is None:
        raise Refused("No list is wanted now, but a single number")
    if len(typed) != game.next_round.plays_at_once:
        raise Refused(
            "The list must have {n} numbers, not {got}", n=game.next_round.plays_at_once, got=len(typed)
        )
    plays = tuple(_listed(allowed, place, each) for place, each in enumerate(typed, 1))
    return None if game.lists.get(seat) == plays else events.ListSubmitted(seat, game.number, number, plays)


def _listed(allowed: AllowedPlay, place: int, typed: str) -> Play:
    try:
        return allowed.read(typed)
    except Refused as refused:
        raise Refused("Number {place}: {refused}", place=place, refused=refused) from None


def close_round(room: Room, device: Device, at: str) -> events.RoundClosed:
    """Reveal a round, or go on to revealing lists, without those who are missing (G8)."""
    require_host(room, device)
    game = current_game(room)
    number = require_open_round(game, at)
    if game.next_round and game.next_round.everyone_must_play and not game.is_complete:
        raise Refused("Everybody must lay a card: this round cannot be closed")
    if game.has_clash:
        raise Refused("Two players have the same card: one of them must change it")
    if not game.takes_lists:
        _can_be_laid(game)
    if not game.has_any:
        raise Refused("Nobody has sent a number for round {number} yet", number=number)
    return events.RoundClosed(game.number, number)


def reveal_list_round(room: Room, device: Device, at: str) -> events.ListRoundRevealed:
    """Reveal one more round of the lists that were handed in (G14)."""
    require_host(room, device)
    game = current_game(room)
    number = require_open_round(game, at)
    if not game.lists_left:
        raise Refused("There are no lists to reveal")
    return events.ListRoundRevealed(game.number, number)


def _may_act_for(room: Room, seat: Seat) -> None:
    """Raise `Refused` where acting for a seat would look at what is hidden, or take its place."""
    game = current_game(room)
    player = find_player(room, seat)
    if game.next_round and seat not in game.next_round.allowed:
        raise Refused("{name} is not in this game", name=player.name)
    if player.bot:
        raise Forbidden("{name} is a bot, and plays without help", name=player.name)
    if (
        not player.devices
        or (player.away and not game.has_submitted(seat))
        or (game.has_clash and not game.dealt)
    ):
        return
    if game.dealt and not player.away:
        raise Forbidden("The cards are dealt: only {name} can lay his or her own", name=player.name)
    if game.has_submitted(seat):
        raise Forbidden("{name} is in already, and can change it", name=player.name)


def _allowed(game: GameState, seat: Seat) -> AllowedPlay:
    """Return what somebody may present; raises `Refused` for those who are not in the game."""
    allowed = game.next_round.allowed.get(seat) if game.next_round else None
    if allowed is None:
        raise Refused("You are not in this game")
    return allowed


def _shown_already(state: GameState, seat: Seat, at: str, typed: str) -> bool:
    """Tell whether a revealed round has this very number from this seat: the tap was a second one."""
    game, number = parse_round_id(at)
    row = state.played_round(number) if game == state.number else None
    there = row.reveal.plays.get(seat) if row else None
    try:
        return (
            there is not None
            and (parse_card(typed) if isinstance(there, Card) else parse_integer(typed)) == there
        )
    except Refused:
        return False
