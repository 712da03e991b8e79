"""The frame that every picture lies in, and what is said the same way in all of them."""

from collections.abc import Sequence

from companion.games import good_enough, mediocrity, saichugen
from companion.journal import Table
from companion.score import Branch
from companion.views.people import persons
from companion.words import count

FRAME = 1000

MOST = 100
"""With more players than this there is no picture: nobody would find a line."""

NAMED = 8
"""Names in a label or a sentence; more are counted."""

Point = tuple[int, int]


def innermost(table: Table) -> Branch:
    """Follow the last parts to the level whose parts give the points of the scoreboard."""
    level = table.score.root
    if isinstance(table.record.options, mediocrity.Options):
        return level
    while level.parts and isinstance(part := level.parts[-1], good_enough.Game | saichugen.Game):
        level = part
    return level


def who(those: Sequence[str]) -> str:
    """List people of these names, or count them where they are many."""
    return persons(those) if len(those) <= NAMED else count(len(those), "{n} player", "{n} players")
