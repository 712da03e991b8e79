"""The veil: where the host hides scores until a game is over, this says of which games they are hidden.

Leading is bad where the middle wins. All that tells a total asks here; the points of the round just played are
told in any case.
"""

from companion.room.game_state import GameState
from companion.room.state import Room


def hides_scores(room: Room, game: GameState | None) -> bool:
    """Return whether the scores of a game are hidden now.

    They are told once it is over, thrown away too, and from the tie-break on that its whole standing led to.
    `game` must be one of the room as it is: a game as it was earlier is always over.
    """
    if game is None or not room.hides_scores or game.next_round is None:
        return False
    return not (game.next_round.contenders or game.record.rules.halt(game.score.root))
