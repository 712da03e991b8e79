"""A score as plain text for a terminal: the rounds, who won each and why, and the winner."""

import unicodedata
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any

from companion.i18n.messages import format_list, format_value, printable
from companion.rules import games
from companion.rules.cards import Card, format_card
from companion.rules.evening import EveningStanding
from companion.rules.games import levels, median_game, mediocrity, number_rounds, saichugen
from companion.rules.results import Branch, Leaf, Node, PlayerId, Record, Score

_WIDEST = 100
"""Columns of the terminal that a table may take before it goes on below."""


def text_report(record: Record, score: Score) -> str:
    """Write what a person wants to see of a score; the lines end without spaces."""
    table = _TABLES.get(record.game, _table)
    lines = [games.find_game(record.game).TITLE, "", *table(record, score), "", *_verdict(score)]
    return "\n".join(printable(line.rstrip()) for line in lines)


def evening_report(standing: EveningStanding, wins: Sequence[Sequence[PlayerId]]) -> str:
    """Write the evening standing (H1) with a column for each finished game, given by its winners."""
    return "\n".join(printable(line.rstrip()) for line in ("The evening", "", *_evening(standing, wins)))


def _evening(standing: EveningStanding, wins: Sequence[Sequence[PlayerId]]) -> Iterator[str]:
    if not wins:
        yield "No game is finished."
        return
    rows = [["", *(f"{number} " for number in range(1, len(wins) + 1)), "won"]]
    for player, won in standing.scores.items():
        rows.append([player, *("* " if player in winners else "" for winners in wins), format_value(won)])
    yield from (*_wrapped(rows), "* wins", "")
    yield from (reason.sentence() for reason in standing.reasons)
    yield f"Most mediocre: {format_list(standing.mediocre)}"


def _table(record: Record, score: Score) -> Iterator[str]:
    if isinstance(score.root, levels.LevelResult):
        yield from _nested(score.root, record.players)


def _nested(game: levels.LevelResult, players: Sequence[PlayerId], above: str = "") -> Iterator[str]:
    """Write a game; of a match first all its parts. `above` says where it stands."""
    for number, part in enumerate(game.parts, 1):
        if isinstance(part, levels.LevelResult):
            where = f"{above}, {part.kind} {number}" if above else f"{part.kind} {number}"
            yield from (where.capitalize(), "", *_nested(part, players, where))
            yield from ("", *_outcome(part), "")
    if game.kind == "match":
        yield from (f"{above.capitalize()}, all its parts" if above else "The match", "")
    yield from _columns(game, players)
    yield from _peels(game, players)


def _columns(game: levels.LevelResult, players: Sequence[PlayerId]) -> Iterator[str]:
    """Write the parts as columns: the numbers of rounds, the winners of games."""
    rows = [["", *(f"{number} " for number in range(1, len(game.parts) + 1)), "points"]]
    for player in players:
        rows.append(
            [player, *(_cell(part, player) for part in game.parts), format_value(game.scores[player])]
        )
    yield from _wrapped(rows)
    if game.parts:
        yield "* scores   x disqualified   - absent" if game.kind == "game" else "* wins"


def _peels(game: levels.LevelResult, players: Sequence[PlayerId]) -> Iterator[str]:
    """Write the points that each peel leaves, a column for each, the one who wins marked."""
    if not game.peels:
        return
    rows = [["", *(f"{peel.first}-{peel.last} " for peel in game.peels)]]
    for player in players:
        marks = ("*" if player in peel.winners else " " for peel in game.peels)
        cells = (
            f"{format_value(peel.scores[player])}{mark}" for peel, mark in zip(game.peels, marks, strict=True)
        )
        rows.append([player, *cells])
    yield from ("", f"Peeled: the points counting only {_parts_of(game)}", *_wrapped(rows))


def _parts_of(game: levels.LevelResult) -> str:
    kind = game.parts[0].kind
    return "matches" if kind == "match" else f"{kind}s"


def _cell(part: Node, player: PlayerId) -> str:
    mark = "*" if player in part.winners else " "
    if not isinstance(part, Leaf):
        return mark
    if player not in part.plays:
        return "- "
    disqualified = isinstance(part, number_rounds.NumberRound) and player in part.disqualified
    return f"{format_value(part.plays[player])}{'x' if disqualified else mark}"


def _wrapped(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Write a table, in several blocks below one another where it is too wide for one."""
    widths = [max(map(_width, column)) + 2 for column in zip(*rows, strict=True)]
    start, used = 1, widths[0]
    for column in range(1, len(widths)):
        if used + widths[column] > _WIDEST and column > start:
            yield from (*align_columns([[row[0], *row[start:column]] for row in rows]), "")
            start, used = column, widths[0]
        used += widths[column]
    yield from align_columns([[row[0], *row[start:]] for row in rows])


def _mediocrity(record: Record, score: Score) -> Iterator[str]:
    rows: list[list[str]] = []
    for number, hand in _parts(score.root):
        rows.append([f"hand {number}", *record.players])
        rows += [[f"trick {n}", *_laid(trick, record.players)] for n, trick in _parts(hand)]
        rows.append(_row("cards left", hand.scores, record.players))
        rows.append(["point", *("1 " if player in hand.winners else "" for player in record.players)])
    rows.append(["game", *record.players])
    rows.append(_row("points", score.root.scores, record.players))
    yield from align_columns(rows)
    yield "* discarded"


def _median(record: Record, score: Score) -> Iterator[str]:
    rows = [["round", *record.players, "leader", "call", "takes", "pool"]]
    for number, each in enumerate(score.root.parts, 1):
        if isinstance(each, median_game.MedianGameRound):
            says = [each.leader, each.call or "", format_value(each.takes), format_value(each.pool)]
            rows.append([str(number), *_laid(each, record.players), *says])
    rows.append([*_row("taken", score.root.scores, record.players), "", "", "", ""])
    yield from align_columns(rows)
    yield "* wins the round"


def _saichugen(record: Record, score: Score) -> Iterator[str]:
    rows: list[list[str]] = []
    for game_number, game in _parts(score.root):
        for number, each in _parts(game):
            rows.append([f"game {game_number}, round {number}", *record.players])
            rows += [[f"trick {n}", *_laid(trick, record.players)] for n, trick in _parts(each)]
            rows.append(_row("sum", each.scores, record.players))
            rows.append(_row("kept", getattr(each, "kept", {}), record.players))
        rows.append(_row(f"game {game_number}, total", game.scores, record.players))
        rows.append(_row(f"game {game_number}, points", getattr(game, "points", {}), record.players))
    yield from align_columns(rows or [["", *record.players]])
    yield "* wins the trick and stays open"
    for _, game in _parts(score.root):
        yield from (reason.sentence() for reason in game.reasons)


_TABLES: Mapping[str, Callable[[Record, Score], Iterator[str]]] = {
    mediocrity.NAME: _mediocrity,
    median_game.NAME: _median,
    saichugen.NAME: _saichugen,
}


def _parts(node: Node) -> Iterator[tuple[int, Any]]:
    return enumerate(node.parts if isinstance(node, Branch) else (), 1)


def _laid(leaf: Leaf, players: Sequence[PlayerId]) -> Iterator[str]:
    """Write the cards of a trick, a star behind those of its winners."""
    for player in players:
        card, mark = leaf.plays.get(player, "-"), "*" if player in leaf.winners else " "
        yield f"{format_card(card) if isinstance(card, Card) else card}{mark}"


def _row(name: str, values: Mapping[PlayerId, int], players: Sequence[PlayerId]) -> list[str]:
    return [name, *(f"{format_value(values[player])} " for player in players)]


def align_columns(rows: Sequence[Sequence[str]], left: Container[int] = (0,)) -> Iterator[str]:
    """Pad the columns of a table, and yield it line by line: those in `left` begin at the left, others end
    at the right.
    """
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        gaps = (" " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        cells = zip(row, gaps, strict=True)
        yield "  ".join(cell + gap if at in left else gap + cell for at, (cell, gap) in enumerate(cells))


def _width(string: str) -> int:
    """Count the columns a terminal needs: wide characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in string)
    return len(string) + wide - sum(unicodedata.combining(each) > 0 for each in string)


def _verdict(score: Score) -> Iterator[str]:
    yield from _outcome(score.root)
    if score.next_round:
        places = (
            f"{p.kind} {p.number} of {p.of}" if p.of else f"{p.kind} {p.number}"
            for p in score.next_round.position
        )
        yield f"Next: {', '.join(places)}"


def _outcome(node: Node) -> Iterator[str]:
    yield from (reason.sentence() for reason in node.reasons)
    if not node.finished:
        yield f"The {node.kind} is not finished."
    elif len(node.winners) == 1:
        yield f"Winner: {node.winners[0]}"
    else:
        yield f"Tie: {format_list(node.winners)} share the win"
