"""The parts of a game with their names, as files write them: in English, and without totals."""

from collections.abc import Iterator

from companion.rules.games.contract import Record
from companion.rules.results import Branch, Leaf, Node, Reveal, Score


def named_parts(node: Branch, above: str = "") -> Iterator[tuple[str, Node]]:
    """Yield all parts of a level with their positions (`game 2, round 3`), each after its own parts."""
    for number, part in enumerate(node.parts, 1):
        where = f"{above}{part.kind} {number}"
        if isinstance(part, Branch):
            yield from named_parts(part, f"{where}, ")
        yield where, part
    for number, played in enumerate(node.showdown, 1):
        yield f"showdown, round {number}", played


def named_reveals(record: Record, score: Score) -> Iterator[tuple[str, Reveal, Leaf | None]]:
    """Yield the reveals of a record with names and results; None for those after the end of the game."""
    leaves = ((where, node) for where, node in named_parts(score.root) if isinstance(node, Leaf))
    for reveal in record.reveals:
        where, leaf = next(leaves, (_AFTER, None))
        yield where, reveal, leaf


_AFTER = "after the end"
