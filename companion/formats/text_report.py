"""Scores and evening standings as plain text for a terminal."""

from collections.abc import Container, Iterable, Iterator, Sequence

from companion.formats.evening_record import EveningResult
from companion.i18n.lettering import columns
from companion.i18n.messages import format_list, format_value, printable
from companion.rules import games
from companion.rules.cards import card_sign
from companion.rules.games.contract import Game
from companion.rules.games.runs import Record
from companion.rules.plays import PlayerId, Reveal
from companion.rules.results import (
    Branch,
    FinalRound,
    Leaf,
    Node,
    Score,
    Scores,
    decisive_level,
    document_fields,
    part_phrase,
)
from companion.rules.standing import PeeledResult

_MAX_WIDTH = 100
"""The width in terminal columns from which a table is wrapped."""
_Column = tuple[str, Scores, Sequence[PlayerId]]
"""Scores: their heading, those of all players, and who has a star."""


def named_parts(node: Branch, above: str = "") -> Iterator[tuple[str, Node]]:
    """Yield all parts of a level with their positions (`game 2, round 3`), each after its own parts."""
    if node.entered:
        yield f"whole {node.kind}", node.entered
    for number, part in enumerate(node.parts, 1):
        where = f"{above}{part.kind} {number}"
        if isinstance(part, Branch):
            yield from named_parts(part, f"{where}, ")
        yield where, part
    for number, played in enumerate(node.showdown, 1):
        name = "grand final" if isinstance(played, FinalRound) else "showdown"
        yield f"{name}, round {number}", played


def named_reveals(record: Record, score: Score) -> Iterator[tuple[str, Reveal, Leaf | None]]:
    """Yield the reveals of a record with names and results; None for those after the end of the game."""
    leaves = ((where, node) for where, node in named_parts(score.root) if isinstance(node, Leaf))
    for reveal in record.reveals:
        where, leaf = next(leaves, ("after the end", None))
        yield where, reveal, leaf


def text_report(record: Record, score: Score) -> str:
    """Return a game as text without trailing spaces: table, voided plays, winner and why, next round."""
    level, following = decisive_level(score.root), score.next_round.position if score.next_round else ()
    inner = [(where, part) for where, part in named_parts(level) if isinstance(part, Branch)]
    lines = [record.rules.title, ""]
    for where, part in inner:
        lines += (where.capitalize(), "", *_level(record, part), "", *_outcome(part), "")
    lines += (f"The {level.kind}", "") if inner else ()
    lines += (*_level(record, level), "", *_voided_lines(record, score), *_outcome(score.root))
    parts = [str(part_phrase(position.kind, position.number, position.of)) for position in following]
    lines += [f"Next: {', '.join(parts)}"] if parts else []
    return _text(lines)


def _voided_lines(record: Record, score: Score) -> Iterator[str]:
    """Yield a line for each round with voided plays: `Struck, hand 1, trick 1: Ann’s 9 and Bob’s 10`."""
    for where, reveal, _ in named_reveals(record, score):
        if reveal.struck:
            plays = (f"{player}’s {card_sign(play)}" for player, play in reveal.struck.items())
            yield f"Struck, {where}: {format_list(plays)}"


def _level(record: Record, level: Branch) -> Iterator[str]:
    """Yield the table of a level, with its scores and those of its peels, and that of its showdown."""
    scores: list[_Column] = [(record.rules.ranking(level).counts, level.scores, ())]
    if isinstance(level, PeeledResult):
        scores += ((f"only {peel.first}-{peel.last}", peel.scores, peel.winners) for peel in level.peels)
    yield from _table(record, level.parts, scores)
    if level.showdown:
        title = "The grand final" if isinstance(level.showdown[0], FinalRound) else "The showdown"
        yield from ("", title, *_table(record, level.showdown, ()))


def _table(record: Record, parts: Sequence[Node], scores: Sequence[_Column]) -> Iterator[str]:
    """Yield a row a player, with a column a part and one for each of the scores, and what the marks mean."""
    marks: dict[str, str] = {}
    head = ["", *(f"{n} " for n in range(1, len(parts) + 1)), *(f"{label} " for label, *_ in scores)]
    rows = [
        [
            player,
            *(_cell(record.rules, part, player, marks) for part in parts),
            *(f"{format_value(each[player])}{'*' if player in stars else ' '}" for _, each, stars in scores),
        ]
        for player in record.players
    ]
    yield from wrap_columns([head, *rows, *([*fact, *[""] * len(scores)] for fact in _facts(parts))])
    if marks:
        yield "   ".join(f"{mark} {meaning}" for mark, meaning in sorted(marks.items()))


def _cell(rules: Game, part: Node, player: PlayerId, marks: dict[str, str]) -> str:
    """Return what a player presented or gained; `marks` learns what the mark behind it means."""
    if not isinstance(part, Leaf):
        mark, meaning, text = "*", "wins", format_value(rules.gain(part, player))
    elif player in part.plays:
        mark, meaning, text = "*", rules.outcome(part, player).result, card_sign(part.plays[player])
    else:
        marks["-"] = "absent"
        return "- "
    if player not in part.winners:
        mark = "x" if meaning == "disqualified" else " "
    if mark.strip():
        marks.setdefault(mark, meaning)
    return text + mark


def _facts(parts: Sequence[Node]) -> Iterator[list[str]]:
    """Yield what else the results of rounds say in a word: who led, what was called."""
    leaves = [part for part in parts if isinstance(part, Leaf)]
    for name in dict.fromkeys(name for leaf in leaves for name in document_fields(leaf)):
        values = [getattr(part, name, None) for part in parts]  # rounds may be of two kinds
        if name not in ("kind", "finished") and any(isinstance(value, str | int) for value in values):
            yield [name, *(f"{'' if value is None else format_value(value)} " for value in values)]


def _outcome(node: Node) -> Iterator[str]:
    """Yield why a level ended as it did, and who won it."""
    yield from (reason.sentence() for reason in node.reasons)
    if not node.finished:
        yield f"The {node.kind} is not finished."
    elif len(node.winners) == 1:
        yield f"Winner: {node.winners[0]}"
    elif node.winners:
        yield f"Tie: {format_list(node.winners)} share the win"


def _text(lines: Iterable[str]) -> str:
    return "\n".join(printable(line.rstrip()) for line in lines)


def evening_report(result: EveningResult, final: Record | None) -> str:
    """Return an evening as text: the steps of each game that counts (H2), who has won it, and why (H4)."""
    standing = result.standing
    if not standing.by_game:
        return "The evening\n\nNo game is finished."
    head = ["", *(f"{number} " for number in range(1, len(standing.by_game) + 1)), "steps ", "won"]
    rows = [
        [player, *(f"{steps[player]} " for steps in standing.by_game), f"{sum_} ", f"{standing.won[player]}"]
        for player, sum_ in standing.steps.items()
    ]
    lines = [
        "The evening",
        "",
        *wrap_columns([head, *rows]),
        "",
        "The fewest steps are closest to the middle.",
    ]
    return _text([*lines, *(_final_lines(final) if final else ())])


def _final_lines(final: Record) -> Iterator[str]:
    """Yield the grand final of an evening, or why it needed none."""
    root = games.score(final).root
    if root.showdown:
        yield from ("", "The grand final", *_table(final, root.showdown, ()))
    yield from ("", *(reason.sentence() for reason in root.reasons))
    if len(root.winners) == 1:
        yield f"Most mediocre player of the evening: {root.winners[0]}"
    elif root.winners:
        yield f"Most mediocre players of the evening: {format_list(root.winners)}"


def align_columns(rows: Sequence[Sequence[str]], left: Container[int]) -> Iterator[str]:
    """Yield the lines of a table with padded columns; those in `left` are left-aligned, others right."""
    return map("  ".join, zip(*_padded(rows, left), strict=True))


def wrap_columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; a wide one in several blocks, each beginning with the first column."""
    first, *others = _padded(rows)
    block = [first]
    for column in others:
        if len(block) > 1 and sum(columns(each[0]) + 2 for each in (*block, column)) > _MAX_WIDTH:
            yield from (*map("  ".join, zip(*block, strict=True)), "")
            block = [first]
        block.append(column)
    yield from map("  ".join, zip(*block, strict=True))


def _padded(rows: Sequence[Sequence[str]], left: Container[int] = (0,)) -> Iterator[Sequence[str]]:
    """Yield the columns of a table, each with cells of one width."""
    for at, column in enumerate(zip(*rows, strict=True)):
        width = max(map(columns, column))
        spaces = [" " * (width - columns(cell)) for cell in column]
        yield [
            cell + padding if at in left else padding + cell
            for cell, padding in zip(column, spaces, strict=True)
        ]
