"""The frame that every picture lies in, and what is said the same way in all of them."""

from collections.abc import Sequence

from companion.i18n.messages import format_count
from companion.room.game_state import GameState
from companion.rules.games import levels, mediocrity, saichugen
from companion.rules.results import Branch
from companion.views.naming import list_players

FRAME = 1000

MAX_CHART_PLAYERS = 100
"""With more players than this there is no picture: nobody would find a line."""

MAX_NAMED = 8
"""Names in a label or a sentence; more are counted."""

Point = tuple[int, int]


def innermost_level(game: GameState) -> Branch:
    """Follow the last parts to the level whose parts give the points of the scoreboard."""
    level = game.score.root
    if isinstance(game.record.options, mediocrity.MediocrityOptions):
        return level
    while level.parts and isinstance(part := level.parts[-1], levels.LevelResult | saichugen.SaichugenGame):
        level = part
    return level


def name_or_count(those: Sequence[str]) -> str:
    """List people of these names, or count them where they are many."""
    return (
        list_players(those)
        if len(those) <= MAX_NAMED
        else format_count(len(those), "{n} player", "{n} players")
    )
