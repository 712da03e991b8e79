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
    table = current_game(room)
    if _shown_already(table, seat, at, typed):
        return None
    number = require_open_round(table, at)
    allowed = _allowed(table, seat)
    _can_be_laid(table)
    _in_turn(room, table, seat)
    play = allowed.read(typed)
    if table.hidden.get(seat) == play:
        return None
    return events.PlaySubmitted(seat, table.number, number, play)


def _can_be_laid(table: GameState) -> None:
    """Raise `Refused` where no single number or card is wanted now."""
    if table.undealt:
        raise TooLate("The cards are not dealt yet")
    if table.left:
        raise TooLate("The lists are in: the host reveals them round by round")
    if table.listing and table.ask:
        raise Refused("Hand in a list of {n} numbers", n=table.ask.at_once)


def _in_turn(room: Room, table: GameState, seat: Seat) -> None:
    """Raise `Refused` before the call is made, and for others before the leader's card lies (D3, D5)."""
    if table.must_call == seat:
        raise Refused("Call high or low before you lay a card")
    if table.must_call:
        raise Refused("{leader} must call high or low first", leader=room.name(table.must_call))
    if table.first and table.first != seat:
        raise Refused("{leader} leads and must lay a card first", leader=room.name(table.first))


def call_high_low(room: Room, device: Device, at: str, typed: str) -> events.HighLowCalled | None:
    """Call high or low as the leader, before anybody lays a card (D5)."""
    return _call(room, own_seat(room, device), at, typed)


def call_high_low_for(room: Room, device: Device, at: str, typed: str) -> events.HighLowCalled | None:
    """Call high or low for the leader, as the host or score-keeper does."""
    require_host(room, device)
    table = current_game(room)
    leader = table.ask.caller if table.ask else None
    return _call(room, leader or "", at, typed)


def _call(room: Room, seat: Seat, at: str, typed: str) -> events.HighLowCalled | None:
    table = current_game(room)
    number = require_open_round(table, at)
    caller = table.ask.caller if table.ask else None
    if caller is None:
        raise Refused("Nobody calls high or low here")
    if caller != seat:
        raise Refused("Only {leader}, who leads, calls high or low", leader=room.name(caller))
    if typed not in ("high", "low"):
        raise Refused("A call is high or low")
    if table.call == typed:
        return None
    if table.hidden:
        raise TooLate("A card lies already: the call stands")
    return events.HighLowCalled(table.number, number, "high" if typed == "high" else "low")


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
    table = current_game(room)
    number = require_open_round(table, at)
    allowed = _allowed(table, seat)
    if list(map(str, table.lists.get(seat, ()))) == [each.strip() for each in typed]:
        return None
    if table.left:
        raise TooLate("The lists are in: the host reveals them round by round")
    if not table.listing or table.ask is None:
        raise Refused("No list is wanted now, but a single number")
    if len(typed) != table.ask.at_once:
        raise Refused("The list must have {n} numbers, not {got}", n=table.ask.at_once, got=len(typed))
    plays = tuple(_listed(allowed, place, each) for place, each in enumerate(typed, 1))
    return None if table.lists.get(seat) == plays else events.ListSubmitted(seat, table.number, number, plays)


def _listed(allowed: AllowedPlay, place: int, typed: str) -> Play:
    try:
        return allowed.read(typed)
    except Refused as refused:
        raise Refused("Number {place}: {refused}", place=place, refused=refused) from None


def close_round(room: Room, device: Device, at: str) -> events.RoundClosed:
    """Reveal a round, or go on to revealing lists, without those who are missing (G8)."""
    require_host(room, device)
    table = current_game(room)
    number = require_open_round(table, at)
    if table.ask and table.ask.all_must and not table.is_full:
        raise Refused("Everybody must lay a card: this round cannot be closed")
    if table.clash:
        raise Refused("Two players have the same card: one of them must change it")
    if not table.listing:
        _can_be_laid(table)
    if not table.has_any:
        raise Refused("Nobody has sent a number for round {number} yet", number=number)
    return events.RoundClosed(table.number, number)


def reveal_list_round(room: Room, device: Device, at: str) -> events.ListRoundRevealed:
    """Reveal one more round of the lists that were handed in (G14)."""
    require_host(room, device)
    table = current_game(room)
    number = require_open_round(table, at)
    if not table.left:
        raise Refused("There are no lists to reveal")
    return events.ListRoundRevealed(table.number, number)


def _may_act_for(room: Room, seat: Seat) -> None:
    """Raise `Refused` where acting for a seat would look at what is hidden, or take its place."""
    table = current_game(room)
    player = find_player(room, seat)
    if table.ask and seat not in table.ask.wants:
        raise Refused("{name} is not in this game", name=player.name)
    if player.bot:
        raise Forbidden("{name} is a bot, and plays without help", name=player.name)
    if not player.devices or (player.away and not table.is_in(seat)) or (table.clash and not table.dealt):
        return
    if table.dealt and not player.away:
        raise Forbidden("The cards are dealt: only {name} can lay his or her own", name=player.name)
    if table.is_in(seat):
        raise Forbidden("{name} is in already, and can change it", name=player.name)


def _allowed(table: GameState, seat: Seat) -> AllowedPlay:
    """Return what somebody may present; raises `Refused` for those who are not in the game."""
    allowed = table.ask.wants.get(seat) if table.ask else None
    if allowed is None:
        raise Refused("You are not in this game")
    return allowed


def _shown_already(table: GameState, seat: Seat, at: str, typed: str) -> bool:
    """Tell whether a revealed round has this very number from this seat: the tap was a second one."""
    game, number = parse_round_id(at)
    row = table.row(number) if game == table.number else None
    there = row.reveal.plays.get(seat) if row else None
    try:
        return (
            there is not None
            and (parse_card(typed) if isinstance(there, Card) else parse_integer(typed)) == there
        )
    except Refused:
        return False
