"""Rounds and scores of games as CSV files for a spreadsheet, to sort, filter and pivot.

A line is one player in one round, or in one part of a game. The files are UTF-8 with a byte order mark and
CR LF, which spreadsheets open without asking; text is escaped against formulas.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, starmap

from companion.formats.text_report import named_parts, named_reveals
from companion.i18n.messages import printable
from companion.rules import games
from companion.rules.cards import format_card
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
    return _file(ROUNDS, chain.from_iterable(starmap(_rounds, enumerate(records, 1))))


def scores_csv(records: Sequence[Record], standing: EveningStanding | None = None) -> bytes:
    """Return a CSV file of games with a line for every player in every game and every part with scores.

    `winner` is empty while a part is not finished. The evening standing (H1) comes last, if it is given and a
    game is finished; its winners are the most mediocre players.
    """
    evening = _standing(standing) if standing and standing.decided_by else ()
    return _file(SCORES, chain(chain.from_iterable(starmap(_scores, enumerate(records, 1))), evening))


def _file(head: Sequence[str], rows: Iterable[Sequence[CsvCell]]) -> bytes:
    """Write a file, with all text escaped; numbers stay numbers, so that -5 is not escaped."""
    written = io.StringIO()
    lines = csv.writer(written)  # writes CR LF
    lines.writerow(head)
    for row in rows:
        lines.writerow(csv_escape(printable(cell)) if isinstance(cell, str) else cell for cell in row)
    return written.getvalue().encode("utf-8-sig")


def _rounds(number: int, game: Record) -> Iterator[Sequence[CsvCell]]:
    for count, (where, reveal, leaf) in enumerate(named_reveals(game, games.score(game)), 1):
        for player in game.players:
            start = number, game.rules.title, count, where, player
            if player in reveal.struck:
                yield *start, _cell(reveal.struck[player]), "struck", ""
            elif leaf is not None:
                result, points = _result(game, leaf, player)
                yield *start, _cell(leaf.plays.get(player)), result, _cell(points)


def _cell(value: Play | None) -> CsvCell:
    return "" if value is None else value if isinstance(value, int) else format_card(value)


def _result(game: Record, leaf: Leaf, player: PlayerId) -> tuple[str, int | None]:
    """Return the result of a play and its points; None where single plays bring nothing."""
    if player not in leaf.plays:
        return "absent", 0 if game.rules.number_line else None
    if not leaf.finished:  # the play of another is struck
        return "no result", None
    outcome = game.rules.outcome(leaf, player)
    return outcome.result, outcome.points


def _scores(number: int, game: Record) -> Iterator[Sequence[CsvCell]]:
    root = games.score(game).root
    for where, node in (*named_parts(root), (f"whole {root.kind}", root)):
        if isinstance(node, ScoredPart):
            counted = game.rules.ranking(node).counts
            for player, score in node.scores.items():
                wins = _yes(player in node.winners) if node.finished else ""
                yield number, game.rules.title, where, player, counted, score, wins


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _standing(standing: EveningStanding) -> Iterator[Sequence[CsvCell]]:
    for player, won in standing.scores.items():
        yield "", "Evening", "whole evening", player, "games won", won, _yes(player in standing.mediocre)
