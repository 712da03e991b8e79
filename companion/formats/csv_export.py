"""Rounds and scores of games as CSV files that a person opens in a spreadsheet, to sort, filter and pivot.

A line is one player in one round, or in one part of a game. The files are what spreadsheets read without
a question: UTF-8 with its mark, lines that end as theirs do, and nothing that would be calculated.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from companion.formats.csv_escape import csv_escape
from companion.i18n.messages import printable
from companion.rules import games
from companion.rules.cards import Card, format_card
from companion.rules.evening import EveningStanding
from companion.rules.results import Branch, Leaf, Node, Play, PlayerId, Record

ROUNDS = ("game", "title", "round", "part", "player", "showed", "result", "points")
SCORES = ("game", "title", "part", "player", "counted", "score", "winner")

CsvCell = int | str


def rounds_csv(records: Sequence[Record]) -> bytes:
    """Write games as a CSV file with a line for every player in every round (or trick).

    `round` counts the rounds through the whole game, and `part` says where that is. `points` is what
    the round brought, and empty in tricks, which bring nothing by themselves.
    """
    return _file(ROUNDS, (row for number, game in enumerate(records, 1) for row in _rounds(number, game)))


def scores_csv(records: Sequence[Record], standing: EveningStanding | None = None) -> bytes:
    """Write games as a CSV file with a line for every player in every game and every part that has a score.

    `winner` is empty as long as a part is not finished. The evening standing (H1) comes last, if it is
    given and a game is finished: its winners are the most mediocre players.
    """
    rows = [row for number, game in enumerate(records, 1) for row in _scores(number, game)]
    return _file(SCORES, [*rows, *(_standing(standing) if standing and standing.decided_by else ())])


def _file(head: Sequence[str], rows: Iterable[Sequence[CsvCell]]) -> bytes:
    written = io.StringIO()
    lines = csv.writer(written)  # its lines end in CR LF
    lines.writerow(head)
    lines.writerows([_cell(each) for each in row] for row in rows)
    return written.getvalue().encode("utf-8-sig")


def _cell(value: CsvCell) -> CsvCell:
    """Make text safe; numbers stay numbers, and so −5 is one."""
    return csv_escape(printable(value)) if isinstance(value, str) else value


def _rounds(number: int, game: Record) -> Iterator[Sequence[CsvCell]]:
    title = game.rules.title
    leaves = ((where, node) for where, node in _parts(games.score(game).root) if isinstance(node, Leaf))
    for count, (where, leaf) in enumerate(leaves, 1):
        for player in game.players:
            play = leaf.plays.get(player)
            result, points = _result(game, leaf, player)
            yield number, title, count, where, player, _shown(play), result, points


def _parts(node: Branch, above: str = "") -> Iterator[tuple[str, Node]]:
    """Yield all parts of a level, each behind its own parts and with where it stands: `game 2, round 3`."""
    for number, part in enumerate(node.parts, 1):
        where = f"{above}{part.kind} {number}"
        if isinstance(part, Branch):
            yield from _parts(part, f"{where}, ")
        yield where, part


def _shown(play: Play | None) -> CsvCell:
    return format_card(play) if isinstance(play, Card) else "" if play is None else play


def _result(game: Record, leaf: Leaf, player: PlayerId) -> tuple[str, CsvCell]:
    """Return what became of a play, and the points that it brought; empty where plays bring none."""
    if player not in leaf.plays:
        result, points = "absent", game.rules.absent_points
    else:
        outcome = game.rules.outcome(leaf, player)
        result, points = outcome.result, outcome.points
    return result, "" if points is None else points


def _scores(number: int, game: Record) -> Iterator[Sequence[CsvCell]]:
    title, root = game.rules.title, games.score(game).root
    for where, node in (*_parts(root), (f"whole {root.kind}", root)):
        if isinstance(node, Branch):
            counted = game.rules.score_label(node.kind)
            for player, score in node.scores.items():
                yield number, title, where, player, counted, score, _won(node, player)


def _won(node: Node, player: PlayerId) -> str:
    return _yes(player in node.winners) if node.finished else ""


def _yes(said: bool) -> str:
    return "yes" if said else "no"


def _standing(standing: EveningStanding) -> Iterator[Sequence[CsvCell]]:
    for player, won in standing.scores.items():
        yield "", "Evening", "whole evening", player, "games won", won, _yes(player in standing.mediocre)
