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


def player_phase(table: GameState | None, seat: Seat, changing: str = "") -> Phase:
    """Say what somebody is to do; `changing` names the round whose number is being changed."""
    if table is None:
        return "lobby"
    if table.ask is None:
        return "over"
    if seat not in table.ask.wants:
        return "watch"
    if table.is_in(seat):
        return "change" if changing == round_id(table) and not table.left else "sent"
    return _turn(table, seat)


def _turn(table: GameState, seat: Seat) -> Phase:
    """Say what somebody who has put down nothing yet is to do."""
    if table.left:
        return "watch"
    if table.listing:
        return "list"
    if table.must_call == seat and not table.undealt:
        return "call"
    return "wait" if table.undealt or table.must_call or table.first not in (None, seat) else "enter"


def plays_at_once(table: GameState | None) -> int:
    """Count the numbers that are handed in at once."""
    return table.ask.at_once if table and table.ask and table.listing else 1
