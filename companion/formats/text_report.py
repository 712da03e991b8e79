"""Scores and evening standings as plain text for a terminal."""

import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from companion.i18n.messages import format_list, format_value, printable
from companion.rules.cards import card_sign
from companion.rules.evening import EveningStanding
from companion.rules.games.contract import Game, Record
from companion.rules.results import (
    Branch,
    Leaf,
    Node,
    PlayerId,
    Position,
    Reveal,
    Score,
    decisive_level,
    document_fields,
)
from companion.rules.standing import PeeledResult

_MAX_WIDTH = 100
"""The width in terminal columns from which a table is wrapped."""
_Column = tuple[str, Mapping[PlayerId, int], Sequence[PlayerId]]
"""Scores: their heading, those of all players, and who has a star."""


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
    table = _tables(record.rules, record.players, decisive_level(score.root))
    return _text([record.rules.title, "", *table, "", *struck, *_outcome(score.root), *goes_on])


def _tables(rules: Game, players: Sequence[PlayerId], level: Branch, name: str = "") -> Iterator[str]:
    """Yield the table of a level, after those of all its parts that have some."""
    inner = [(n, part) for n, part in enumerate(level.parts, 1) if isinstance(part, Branch)]
    for number, part in inner:
        where = f"{name}, {part.kind} {number}" if name else f"{part.kind} {number}"
        yield from (*_tables(rules, players, part, where), "", *_outcome(part), "")
    if name or inner:
        yield from (name.capitalize() or f"The {level.kind}", "")
    scores: list[_Column] = [(rules.ranking(level).counts, level.scores, ())]
    if isinstance(level, PeeledResult):
        scores += ((f"only {peel.first}-{peel.last}", peel.scores, peel.winners) for peel in level.peels)
    yield from _table(rules, players, level.parts, scores)
    if level.showdown:
        yield from ("", "The showdown", *_table(rules, players, level.showdown, ()))


def _table(
    rules: Game,
    players: Sequence[PlayerId],
    parts: Sequence[Node],
    scores: Iterable[_Column],
) -> Iterator[str]:
    """Yield a row a player, with a column a part and one for each of the scores, and what the marks mean."""
    marks: dict[str, str] = {}
    rows = [["", *(f"{number} " for number in range(1, len(parts) + 1))]]
    rows += ([player, *(_cell(rules, part, player, marks) for part in parts)] for player in players)
    for label, points, winners in scores:
        rows[0].append(f"{label} ")
        for row, player in zip(rows[1:], players, strict=True):
            row.append(f"{format_value(points[player])}{'*' if player in winners else ' '}")
    rows += _facts(parts)
    width = max(map(len, rows))
    yield from wrap_columns([[*row, *[""] * (width - len(row))] for row in rows])
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
    for name in document_fields(parts[0]) if parts and isinstance(parts[0], Leaf) else ():
        values = [getattr(part, name) for part in parts]
        if name not in ("kind", "finished") and any(isinstance(each, str | int) for each in values):
            yield [name, *(f"{'' if each is None else format_value(each)} " for each in values)]


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


def _width(string: str) -> int:
    """Return the width in terminal columns: wide characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in string)
    return len(string) + wide - sum(unicodedata.combining(each) > 0 for each in string)
