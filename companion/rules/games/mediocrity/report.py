"""A game of Mediocrity as a text table."""

from collections.abc import Iterator, Sequence

from companion.rules.results import Branch, Leaf, Node, PlayerId, ResultLeaf, ScoredPart
from companion.rules.text_table import align_columns, play_cells, score_row


def table_lines(root: Branch, players: Sequence[PlayerId]) -> Iterator[str]:
    """Yield a row a trick, with the cards left and the point of each hand."""
    rows: list[list[str]] = []
    for number, hand in enumerate(root.parts, 1):
        rows.append([f"hand {number}", *players])
        rows.extend(_hand_rows(hand, players))
        rows.append(["point", *("1 " if player in hand.winners else "" for player in players)])
    rows.append(["game", *players])
    rows.append(score_row("points", root.scores, players))
    yield from align_columns(rows)
    if not any(isinstance(hand, ResultLeaf) for hand in root.parts):
        yield "* discarded"


def _hand_rows(hand: Node, players: Sequence[PlayerId]) -> Iterator[list[str]]:
    """Yield the tricks of a hand, unless it is kept by results, and the cards left."""
    if isinstance(hand, Branch):
        tricks = (trick for trick in hand.parts if isinstance(trick, Leaf))
        yield from ([f"trick {n}", *play_cells(trick, players)] for n, trick in enumerate(tricks, 1))
    if isinstance(hand, ScoredPart):
        yield score_row("cards left", hand.scores, players)
