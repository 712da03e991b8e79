"""A score as plain text for a terminal: the rounds, who won each and why, and the winner."""

import unicodedata
from collections.abc import Iterator, Sequence

from companion import games
from companion.games import good_enough
from companion.score import Leaf, Player, Record, Score
from companion.words import listing, say


def text(record: Record, score: Score) -> str:
    """Write what a person wants to see of a score; the lines end without spaces."""
    lines = [games.game(record.game).TITLE, "", *_table(record, score), "", *_verdict(score)]
    return "\n".join(line.rstrip() for line in lines)


def _table(record: Record, score: Score) -> Iterator[str]:
    leaves = list(score.leaves())
    rows = [["", *(str(n) for n in range(1, len(leaves) + 1)), "points"]]
    for player in record.players:
        rows.append([player, *(_cell(leaf, player) for leaf in leaves), say(score.root.scores[player])])
    yield from _aligned(rows)
    if leaves:
        yield "* scores   x disqualified   - absent"


def _cell(leaf: Leaf, player: Player) -> str:
    if player not in leaf.plays:
        return "- "
    disqualified = isinstance(leaf, good_enough.Round) and player in leaf.disqualified
    mark = "*" if player in leaf.winners else "x" if disqualified else " "
    return f"{say(leaf.plays[player])}{mark}"


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Pad the columns: the first to the left, the others to the right."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = [first + " " * (widths[0] - _width(first))]
        cells += [" " * (width - _width(cell)) + cell for cell, width in zip(rest, widths[1:], strict=True)]
        yield "  ".join(cells)


def _width(string: str) -> int:
    """Count the columns a terminal needs: wide characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in string)
    return len(string) + wide - sum(unicodedata.combining(each) > 0 for each in string)


def _verdict(score: Score) -> Iterator[str]:
    yield from (because.sentence() for because in score.root.because)
    if not score.root.finished:
        yield "The game is not finished."
    elif len(score.root.winners) == 1:
        yield f"Winner: {score.root.winners[0]}"
    else:
        yield f"Tie: {listing(score.root.winners)} share the win"
