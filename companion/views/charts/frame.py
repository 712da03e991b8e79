"""The frame that every picture lies in, and what is said the same way in all of them."""

from collections.abc import Sequence

from companion.i18n.messages import format_count
from companion.views.naming import list_players

FRAME = 1000

MAX_CHART_PLAYERS = 100
"""With more players than this there is no picture: nobody would find a line."""

MAX_NAMED = 8
"""Names in a label or a sentence; more are counted."""

Point = tuple[int, int]


def name_or_count(those: Sequence[str]) -> str:
    """List people of these names, or count them where they are many."""
    return (
        list_players(those)
        if len(those) <= MAX_NAMED
        else format_count(len(those), "{n} player", "{n} players")
    )
