"""Which scores are hidden, where the host hides them until a game is over, or where it is for practice.

Leading is bad where the middle wins. All that tells a total asks here; what the round just played has brought
is told in any case.
"""

from companion.room.game_state import GameState
from companion.room.state import Room, with_games
from companion.rules.games import score
from companion.rules.games.runs import Record
from companion.rules.results import Branch, Leaf, decisive_level


def hides_scores(room: Room, game: GameState | None) -> bool:
    """Return whether the scores of a game are hidden now.

    They are told once it is over, thrown away too, and from the tie-break on that its whole standing led to;
    those of a practice round, which count for nothing, never.
    `game` must be one of the room as it is: a game as it was earlier is always over.
    """
    if game and game.practice:
        return True
    if game is None or not room.hides_scores or game.next_round is None:
        return False
    return not (game.next_round.contenders or game.rules.tie_title(game.root))


def leading_is_bad(room: Room) -> bool:
    """Return whether the middle wins the game that is played, or else the next one."""
    game, rules = room.current_game, room.rules
    is_open = game is not None and game.next_round is not None
    some = tuple(map(str, range(rules.min_players)))
    root = game.root if game and is_open else score(Record(rules.name, rules, some)).root
    return rules.has_middle and rules.ranking(decisive_level(root)).is_middle


def hides_level(room: Room, game: GameState, level: Branch) -> bool:
    """Return whether the scores of one level of a game are hidden, as totals of several rounds.

    Cards that are left in hands or lie open on the table are no totals: everybody sees them.
    """
    rules = game.rules
    if not hides_scores(room, game) or level.kind == "hand":
        return False
    is_innermost = all(isinstance(node, Leaf) for node in level.parts)
    return not (is_innermost and rules.open_cards([level]))


def without_hidden_scores(room: Room) -> Room:
    """Return the room without the game whose scores are hidden."""
    return with_games(room, room.earlier_games) if hides_scores(room, room.current_game) else room
