"""A game of Median game as a text table."""

from collections.abc import Iterator, Sequence

from companion.i18n.messages import format_value
from companion.rules.games.median_game.rounds import MedianGameRound
from companion.rules.results import PlayerId, Score
from companion.rules.text_table import align_columns, play_cells, score_row


def table_lines(score: Score, players: Sequence[PlayerId], *, results: bool) -> Iterator[str]:
    """Yield a row a round, with its leader, call and pool; nobody calls where results are kept (R3)."""
    rows = [["round", *players, "leader", *([] if results else ["call"]), "takes", "pool"]]
    for number, leaf in enumerate(score.leaves(), 1):
        if isinstance(leaf, MedianGameRound):
            call = [] if results else [leaf.call or ""]
            about = [leaf.leader, *call, format_value(leaf.takes), format_value(leaf.pool)]
            rows.append([str(number), *play_cells(leaf, players), *about])
    taken = score_row("taken", score.root.scores, players)
    rows.append([*taken, *[""] * (len(rows[0]) - len(taken))])
    yield from align_columns(rows)
    yield "* wins the round"
