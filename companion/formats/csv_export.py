"""Rounds and scores of games as CSV files for a spreadsheet, to sort, filter and pivot.

A line is one player in one round, or in one part of a game. The files are UTF-8 with a byte order mark and
CR LF, which spreadsheets open without asking; text is escaped against formulas.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from companion.formats.text_report import named_parts, named_reveals
from companion.i18n.messages import printable
from companion.rules import games
from companion.rules.cards import Card, format_card
from companion.rules.evening import EveningStanding
from companion.rules.games.contract import Record
from companion.rules.results import Leaf, Play, PlayerId, ScoredPart

_UNSEEN = r"""\s"'\u200b-\u200f\u2060\ufeff"""
_BEFORE_FORMULA = rf"""(?=[{_UNSEEN}]*[=+\-−@＝＋－＠﹦﹢﹣﹫\t\r\n])"""
_FORMULA_START = re.compile(f"(^|;){_BEFORE_FORMULA}")
_ESCAPED = re.compile(f"(^|;)'{_BEFORE_FORMULA}")
"""Where a formula might begin: at the start of a cell, or after a semicolon, which separates cells in many
European locales."""


def csv_escape(text: str) -> str:
    """Put an apostrophe before everything that a spreadsheet would evaluate as a formula.

    >>> csv_escape("=1+1"), csv_escape("Ann")
    ("'=1+1", 'Ann')
    """
    return _FORMULA_START.sub(r"\1'", text)


def csv_unescape(text: str) -> str:
    """Remove the apostrophes that `csv_escape` has added.

    >>> csv_unescape("'=1+1"), csv_unescape("'Ann")
    ('=1+1', "'Ann")
    """
    return _ESCAPED.sub(r"\1", text)


ROUNDS = ("game", "title", "number", "part", "player", "showed", "result", "points")
SCORES = ("game", "title", "part", "player", "counted", "score", "winner")

CsvCell = int | str


def rounds_csv(records: Sequence[Record]) -> bytes:
    """Return a CSV file of games with a line for every player in every round (or trick).

    `number` counts through the whole game, and `part` is the position: `hand 2, trick 3`. `points` is what
    the play brought; empty in games whose single plays bring nothing. Struck plays brought nothing either.
    """
    return _file(ROUNDS, (row for number, game in enumerate(records, 1) for row in _rounds(number, game)))


def scores_csv(records: Sequence[Record], standing: EveningStanding | None = None) -> bytes:
    """Return a CSV file of games with a line for every player in every game and every part with scores.

    `winner` is empty while a part is not finished. The evening standing (H1) comes last, if it is given and a
    game is finished; its winners are the most mediocre players.
    """
    rows = [row for number, game in enumerate(records, 1) for row in _scores(number, game)]
    return _file(SCORES, [*rows, *(_standing(standing) if standing and standing.decided_by else ())])


def _file(head: Sequence[str], rows: Iterable[Sequence[CsvCell]]) -> bytes:
    written = io.StringIO()
    lines = csv.writer(written)  # writes CR LF
    lines.writerow(head)
    lines.writerows([_cell(each) for each in row] for row in rows)
    return written.getvalue().encode("utf-8-sig")


def _cell(value: CsvCell) -> CsvCell:
    """Escape text; numbers stay numbers, so that -5 is not escaped."""
    return csv_escape(printable(value)) if isinstance(value, str) else value


def _rounds(number: int, game: Record) -> Iterator[Sequence[CsvCell]]:
    title = game.rules.title
    for count, (where, reveal, leaf) in enumerate(named_reveals(game, games.score(game)), 1):
        for player in game.players:
            if player in reveal.struck:
                yield number, title, count, where, player, _play_cell(reveal.struck[player]), "struck", ""
            elif leaf is not None:
                result, points = _result(game, leaf, player)
                yield number, title, count, where, player, _play_cell(leaf.plays.get(player)), result, points


def _play_cell(play: Play | None) -> CsvCell:
    return format_card(play) if isinstance(play, Card) else "" if play is None else play


def _result(game: Record, leaf: Leaf, player: PlayerId) -> tuple[str, CsvCell]:
    """Return the result of a play and its points; `""` where single plays bring nothing."""
    if player not in leaf.plays:
        result, points = "absent", game.rules.absent_points
    elif not leaf.finished:  # the play of another is struck
        result, points = "no result", None
    else:
        outcome = game.rules.outcome(leaf, player)
        result, points = outcome.result, outcome.points
    return result, "" if points is None else points


def _scores(number: int, game: Record) -> Iterator[Sequence[CsvCell]]:
    title, root = game.rules.title, games.score(game).root
    for where, node in (*named_parts(root), (f"whole {root.kind}", root)):
        if isinstance(node, ScoredPart):
            counted = game.rules.score_label(node.kind)
            for player, score in node.scores.items():
                yield (
                    number,
                    title,
                    where,
                    player,
                    counted,
                    score,
                    _yes(player in node.winners) if node.finished else "",
                )


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _standing(standing: EveningStanding) -> Iterator[Sequence[CsvCell]]:
    for player, won in standing.scores.items():
        yield "", "Evening", "whole evening", player, "games won", won, _yes(player in standing.mediocre)
