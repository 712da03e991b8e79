"""Scores and evening standings as plain text for a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from companion.i18n.messages import format_list, format_value, printable
from companion.rules.cards import card_sign
from companion.rules.evening import EveningStanding
from companion.rules.games.contract import Record
from companion.rules.results import Branch, Leaf, Node, PlayerId, Position, Reveal, Score
from companion.rules.text_table import level_outcome, wrap_columns


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
        where, leaf = next(leaves, ("after the end", None))
        yield where, reveal, leaf


def text_report(record: Record, score: Score) -> str:
    """Return a game as text: its table, what is struck, the winner and why, and the next round.

    There are no trailing spaces.
    """
    struck = (
        f"Struck, {where}: {player}’s {card_sign(play)}"
        for where, reveal, _ in named_reveals(record, score)
        for player, play in reveal.struck.items()
    )
    following = score.next_round.position if score.next_round else ()
    goes_on = [f"Next: {', '.join(map(_place, following))}"] if following else []
    table = record.rules.table(record, score)
    return _text([record.rules.title, "", *table, "", *struck, *level_outcome(score.root), *goes_on])


def _text(lines: Iterable[str]) -> str:
    return "\n".join(printable(line.rstrip()) for line in lines)


def _place(place: Position) -> str:
    kind = "showdown, round" if place.kind == "showdown" else place.kind
    return f"{kind} {place.number} of {place.of}" if place.of else f"{kind} {place.number}"


def evening_report(standing: EveningStanding, wins: Sequence[Sequence[PlayerId]]) -> str:
    """Return the evening standing (H1) as text; `wins` are the winners of each finished game."""
    return _text(("The evening", "", *_evening(standing, wins)))


def _evening(standing: EveningStanding, wins: Sequence[Sequence[PlayerId]]) -> Iterator[str]:
    if not wins:
        yield "No game is finished."
        return
    rows = [["", *(f"{number} " for number in range(1, len(wins) + 1)), "won"]]
    for player, won in standing.scores.items():
        rows.append([player, *("* " if player in winners else "" for winners in wins), format_value(won)])
    yield from (*wrap_columns(rows), "* wins", "")
    yield from (reason.sentence() for reason in standing.reasons)
    yield f"Most mediocre: {format_list(standing.mediocre)}"
