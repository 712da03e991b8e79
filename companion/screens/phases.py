"""The phase of a player: which form the phone, or the screen that enters plays for the player, shows."""

from typing import Literal

from companion.room.commands.access import round_id
from companion.room.events import Seat
from companion.room.game_state import GameState


def most_digits(game: GameState | None) -> int:
    """Return how many digits a typed number has at most; 0 where nothing is typed."""
    return max((len(str(abs(end))) for end in _typed_range(game)), default=0)


def allows_minus(game: GameState | None) -> bool:
    """Return whether typed numbers may be negative."""
    return any(end < 0 for end in _typed_range(game))


def _typed_range(game: GameState | None) -> tuple[int, ...]:
    """Return the lowest and the highest number that is typed now, the same for all players; or nothing."""
    if game is None or game.next_round is None or game.lists_left:
        return ()
    allowed = next(iter(game.next_round.allowed.values()), None)
    return (allowed.typed_range if allowed else None) or ()


Phase = Literal[
    "lobby",
    "wait",
    "call",
    "enter",
    "list",
    "change",
    "sent",
    "watch",
    "away",
    "next",
    "over",
    "tie",
    "closed",
]
"""What a phone or the host's screen shows. On the host's screen, `next`: one more round of the lists can be
revealed. On a phone, `away`: its player has left, or was removed, and may come back. `closed`: the room
is closed."""


def player_phase(game: GameState | None, seat: Seat, changing: str = "") -> Phase:
    """Return the phase of a player; `changing` is the id of the round whose play is being changed."""
    if game is None:
        return "lobby"
    if game.next_round is None:
        return "over"
    if seat not in game.next_round.allowed or game.next_round.is_result:
        return "watch"
    if game.has_submitted(seat):
        return "change" if changing == round_id(game) and not game.lists_left else "sent"
    return _turn(game, seat)


def _turn(game: GameState, seat: Seat) -> Phase:
    """Return the phase of a player who has submitted nothing yet."""
    if game.lists_left:
        return "watch"
    if game.takes_lists:
        return "list"
    if game.must_call == seat and not game.awaits_deal:
        return "call"
    return "wait" if game.awaits_deal or game.must_call or game.must_lead not in (None, seat) else "enter"


def plays_at_once(game: GameState | None) -> int:
    """Return how many numbers are submitted at once: more than one for lists."""
    return game.next_round.plays_at_once if game and game.next_round and game.takes_lists else 1
