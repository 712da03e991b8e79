"""A score as plain text for a terminal: the rounds, who won each and why, and the winner."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion import games
from companion.cards import Card, face
from companion.games import good_enough, median_game, mediocrity, saichugen
from companion.score import Branch, Leaf, Node, Player, Record, Score
from companion.words import listing, say


def text(record: Record, score: Score) -> str:
    """Write what a person wants to see of a score; the lines end without spaces."""
    table = _TABLES.get(record.game, _table)
    lines = [games.game(record.game).TITLE, "", *table(record, score), "", *_verdict(score)]
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


def _mediocrity(record: Record, score: Score) -> Iterator[str]:
    rows: list[list[str]] = []
    for number, hand in _parts(score.root):
        rows.append([f"hand {number}", *record.players])
        rows += [[f"trick {n}", *_laid(trick, record.players)] for n, trick in _parts(hand)]
        rows.append(_row("cards left", hand.scores, record.players))
        rows.append(["point", *("1 " if player in hand.winners else "" for player in record.players)])
    rows.append(["game", *record.players])
    rows.append(_row("points", score.root.scores, record.players))
    yield from _aligned(rows)
    yield "* discarded"


def _median(record: Record, score: Score) -> Iterator[str]:
    rows = [["round", *record.players, "leader", "call", "takes", "pool"]]
    for number, each in enumerate(score.root.parts, 1):
        if isinstance(each, median_game.Round):
            says = [each.leader, each.call or "", say(each.takes), say(each.pool)]
            rows.append([str(number), *_laid(each, record.players), *says])
    rows.append([*_row("taken", score.root.scores, record.players), "", "", "", ""])
    yield from _aligned(rows)
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
    yield from _aligned(rows or [["", *record.players]])
    yield "* wins the trick and stays open"
    for _, game in _parts(score.root):
        yield from (because.sentence() for because in game.because)


_TABLES: Mapping[str, Callable[[Record, Score], Iterator[str]]] = {
    mediocrity.NAME: _mediocrity,
    median_game.NAME: _median,
    saichugen.NAME: _saichugen,
}


def _parts(node: Node) -> Iterator[tuple[int, Any]]:
    return enumerate(node.parts if isinstance(node, Branch) else (), 1)


def _laid(leaf: Leaf, players: Sequence[Player]) -> Iterator[str]:
    """Write the cards of a trick, a star behind those of its winners."""
    for player in players:
        card, mark = leaf.plays.get(player, "-"), "*" if player in leaf.winners else " "
        yield f"{face(card) if isinstance(card, Card) else card}{mark}"


def _row(name: str, values: Mapping[Player, int], players: Sequence[Player]) -> list[str]:
    return [name, *(f"{say(values[player])} " for player in players)]


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
