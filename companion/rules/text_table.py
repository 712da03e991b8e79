"""Text tables for a terminal: aligning and wrapping rows of cells, and the cells of a score."""

import unicodedata
from collections.abc import Container, Iterator, Mapping, Sequence

from companion.i18n.messages import format_list, format_value
from companion.rules.cards import Card, format_card
from companion.rules.results import Leaf, Node, PlayerId

_MAX_WIDTH = 100
"""The width in terminal columns from which a table is wrapped."""


def align_columns(rows: Sequence[Sequence[str]], left: Container[int] = (0,)) -> Iterator[str]:
    """Yield the lines of a table with padded columns; those in `left` are left-aligned, others right."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        gaps = (" " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        cells = zip(row, gaps, strict=True)
        yield "  ".join(cell + gap if at in left else gap + cell for at, (cell, gap) in enumerate(cells))


def wrap_columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; a wide one in several blocks, each beginning with the first column."""
    widths = [max(map(_width, column)) + 2 for column in zip(*rows, strict=True)]
    start, used = 1, widths[0]
    for column in range(1, len(widths)):
        if used + widths[column] > _MAX_WIDTH and column > start:
            yield from (*align_columns([[row[0], *row[start:column]] for row in rows]), "")
            start, used = column, widths[0]
        used += widths[column]
    yield from align_columns([[row[0], *row[start:]] for row in rows])


def play_cells(leaf: Leaf, players: Sequence[PlayerId]) -> Iterator[str]:
    """Yield what each player presented, with a star behind the plays of winners; `-` for none."""
    for player in players:
        play, mark = leaf.plays.get(player, "-"), "*" if player in leaf.winners else " "
        yield f"{format_card(play) if isinstance(play, Card) else format_value(play)}{mark}"


def score_row(name: str, scores: Mapping[PlayerId, int], players: Sequence[PlayerId]) -> list[str]:
    """Return a row with a number for each player."""
    return [name, *(f"{format_value(scores[player])} " for player in players)]


def level_outcome(node: Node) -> Iterator[str]:
    """Yield why a level ended as it did, and who won it."""
    yield from (reason.sentence() for reason in node.reasons)
    if not node.finished:
        yield f"The {node.kind} is not finished."
    elif len(node.winners) == 1:
        yield f"Winner: {node.winners[0]}"
    else:
        yield f"Tie: {format_list(node.winners)} share the win"


def _width(string: str) -> int:
    """Return the width in terminal columns: wide characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in string)
    return len(string) + wide - sum(unicodedata.combining(each) > 0 for each in string)
