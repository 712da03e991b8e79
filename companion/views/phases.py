"""What somebody is to do now: what a phone, or whoever lays for somebody, shows a form for."""

from typing import Literal

from companion.room.commands.access import round_id
from companion.room.events import Seat
from companion.room.game_state import GameState

Phase = Literal[
    "lobby", "wait", "call", "enter", "list", "change", "sent", "watch", "away", "next", "over", "tie"
]
"""What a phone or the desk is to show. On the desk, `next`: one more round of the lists can be revealed.
On a phone, `away`: its player has left, or was removed, and may come back."""


def player_phase(game: GameState | None, seat: Seat, changing: str = "") -> Phase:
    """Say what somebody is to do; `changing` names the round whose number is being changed."""
    if game is None:
        return "lobby"
    if game.next_round is None:
        return "over"
    if seat not in game.next_round.allowed:
        return "watch"
    if game.has_submitted(seat):
        return "change" if changing == round_id(game) and not game.lists_left else "sent"
    return _turn(game, seat)


def _turn(game: GameState, seat: Seat) -> Phase:
    """Say what somebody who has put down nothing yet is to do."""
    if game.lists_left:
        return "watch"
    if game.takes_lists:
        return "list"
    if game.must_call == seat and not game.awaits_deal:
        return "call"
    return "wait" if game.awaits_deal or game.must_call or game.must_lead not in (None, seat) else "enter"


def plays_at_once(game: GameState | None) -> int:
    """Count the numbers that are handed in at once."""
    return game.next_round.plays_at_once if game and game.next_round and game.takes_lists else 1
