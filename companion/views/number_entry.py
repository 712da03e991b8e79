"""What can be typed as a number now: how many digits it has, and whether it may be negative."""

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
