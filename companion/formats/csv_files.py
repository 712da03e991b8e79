"""CSV files: rounds and scores of games, to sort, filter and pivot, and sheets of numbers.

A line of an export is one player in one round, or in one part of a game. The files are UTF-8 with a byte
order mark and CR LF, which spreadsheets open without asking; text is escaped against formulas. A workbook has
the same tables.

A sheet has names and numbers as one would write them on a whiteboard; for one game only.

    player,1,2,3
    Alice,99,50,73
    Bob,0,50,

The first line counts the rounds, every other line is a player's; an empty cell is an absence (G8).
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from companion.formats import record
from companion.formats.evening_record import EveningRecord, EveningResult, evening_result
from companion.formats.text_report import named_parts, named_reveals
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, printable
from companion.rules import games
from companion.rules.cards import format_card
from companion.rules.games.numbers import abbreviate, parse_integer
from companion.rules.games.runs import Record
from companion.rules.plays import Play, PlayerId, Reveal
from companion.rules.results import Leaf, PrizeRound, Problem, ScoredPart

_UNSEEN = r"""\s"'\u200b-\u200f\u2060\ufeff"""
_BEFORE_FORMULA = rf"""(?=[{_UNSEEN}]*[=+\-−@＝＋－＠﹦﹢﹣﹫\t\r\n])"""
_FORMULA_START = re.compile(f"(^|;){_BEFORE_FORMULA}")
_ESCAPED = re.compile(f"(^|;)'{_BEFORE_FORMULA}")
"""Where a formula might begin: in a cell, or after a semicolon, which parts cells in European locales."""


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
ASKED = ("question", "low", "high", "truth")
"""The columns after them where anything was asked; low and high of an opinion are its two ends."""
PRIZE = ("prize",)
"""The column after them in which is what was bid for, where anything was."""
SCORES = ("game", "title", "part", "player", "counted", "score", "winner")

CsvCell = int | str
CsvTable = Sequence[Sequence[CsvCell]]
"""The lines of a file, of which the first one names the columns."""


def rounds_table(evening: EveningRecord) -> CsvTable:
    """Return a table of games with a line for every player in every round (or trick), and the grand final.

    `number` counts through the whole game, and `part` is the position: `hand 2, trick 3`. `points` is what
    the play brought; empty in games whose single plays bring nothing. Voided plays brought nothing either.
    """
    rows: list[Sequence[CsvCell]] = [ROUNDS + ASKED + PRIZE]
    for number, game in enumerate(evening.games, 1):
        rows += _round_rows(number, game)
    rows += _round_rows("", evening.final) if evening.final else ()
    left_out = set[int]()
    for columns in (ASKED, PRIZE):
        first = rows[0].index(columns[0])
        if not any(row[first] for row in rows[1:]):
            left_out.update(range(first, first + len(columns)))
    return [tuple(cell for column, cell in enumerate(row) if column not in left_out) for row in rows]


def _round_rows(game_number: CsvCell, game: Record) -> Iterator[Sequence[CsvCell]]:
    for count, (where, reveal, leaf) in enumerate(named_reveals(game, games.score(game)), 1):
        low, high = reveal.range or reveal.ends or ("", "")
        prize = leaf.prize if isinstance(leaf, PrizeRound) else ""
        rest = reveal.question, low, high, _cell(reveal.truth), prize
        for player in game.players:
            start = game_number, game.rules.title, count, where, player
            if player in reveal.struck:
                yield (*start, _cell(reveal.struck[player]), "struck", "", *rest)
            elif leaf is not None:
                result, points = _result(game, leaf, player)
                yield (*start, _cell(leaf.plays.get(player)), result, _cell(points), *rest)


def scores_table(evening: EveningRecord) -> CsvTable:
    """Return a table of games with a line for every player in every game and every part with scores.

    `winner` is empty while a part, or the evening, is not finished. The evening comes last, if a game is
    finished: games won, then steps (H1, H2).
    """
    rows: list[Sequence[CsvCell]] = [SCORES]
    for number, game in enumerate(evening.games, 1):
        root = games.score(game).root
        for where, node in (*named_parts(root), (f"whole {root.kind}", root)):
            if isinstance(node, ScoredPart) and node is not root.entered:
                counted = game.rules.ranking(node).counts
                for player, score in node.scores.items():
                    wins = _yes(player in node.winners) if node.finished else ""
                    rows.append((number, game.rules.title, where, player, counted, score, wins))
    return [*rows, *_evening_rows(evening_result(evening))]


def _evening_rows(result: EveningResult) -> Iterator[Sequence[CsvCell]]:
    standing = result.standing
    for counted, scores in (("games won", standing.won), ("steps", standing.steps)):
        for player, score in scores.items():
            wins = _yes(player in result.winners) if result.winners else ""
            yield "", "Evening", "whole evening", player, counted, score, wins


def table_csv(table: CsvTable) -> bytes:
    """Return a table as a file, with all text escaped; numbers stay numbers, so that -5 is not escaped."""
    written = io.StringIO()
    lines = csv.writer(written)  # writes CR LF
    for row in table:
        lines.writerow(csv_escape(printable(cell)) if isinstance(cell, str) else cell for cell in row)
    return written.getvalue().encode("utf-8-sig")


def _cell(value: Play | None) -> CsvCell:
    return "" if value is None else value if isinstance(value, int) else format_card(value)


def _result(game: Record, leaf: Leaf, player: PlayerId) -> tuple[str, int | None]:
    """Return the result of a play and its points; None where single plays bring nothing."""
    if player not in leaf.plays:
        return "absent", game.rules.gain(leaf, player) if game.rules.number_line else None
    if not leaf.finished:  # the play of another is voided
        return "no result", None
    outcome = game.rules.outcome(leaf, player)
    return outcome.result, outcome.points


def _yes(value: bool) -> str:
    return "yes" if value else "no"


# Sheets


_SEPARATORS = ",;\t"


def is_csv_sheet(contents: bytes) -> bool:
    """Return whether contents look like a sheet: the first line is a row of cells, not the start of JSON."""
    try:
        first = _first_line(_text(contents))
    except Refused:
        return False
    has_cells = first.strip('" ').casefold() == "player" or any(
        separator in first for separator in _SEPARATORS
    )
    return has_cells and not first.startswith(("{", "["))


def read_csv_sheet(contents: bytes) -> Record:
    """Read a sheet as a record with as many rounds as it has columns.

    Cells are separated by commas, semicolons or tabs; extra spaces and empty lines are ignored. Raises
    `Refused` for a sheet that cannot be read or breaks a rule.
    """
    head, *rows = _rows(_text(contents)) or [[""]]
    _check_head(head)
    rounds = len(head) - 1
    for line, row in enumerate(rows, 1):
        if not row[0]:
            raise Refused("line {line} of the players has numbers, but no name", line=line)
        if len(row) > len(head):
            beyond = Refused(
                "the first line counts only {rounds}", rounds=Count(rounds, "{n} round", "{n} rounds")
            )
            raise Refused("{problem}", problem=Problem(beyond, len(row) - 1, row[0]))
    rules = games.find_game(games.SHEET_GAME).read_options({"rounds": rounds})
    players = record.read_player_names([csv_unescape(row[0]) for row in rows])
    columns = zip_longest(*(row[1:] for row in (head, *rows)), fillvalue="")
    reveals = (
        Reveal({player: _number(cell) for player, cell in zip(players, column, strict=True) if cell})
        for _, *column in columns
    )
    return games.check_record(Record(games.SHEET_GAME, rules, players, tuple(reveals)))


def _text(contents: bytes) -> str:
    """Decode a file as spreadsheets write it: UTF-8, or UTF-16 if it begins with a byte order mark."""
    is_wide = contents.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return contents.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("this sheet is not UTF-8 text") from None


def _first_line(text: str) -> str:
    return next(iter(text.strip().splitlines()), "")


def _rows(text: str) -> list[list[str]]:
    """Split a sheet into cells; empty lines, and empty cells at the end of a line, are left out."""
    separator = max(_SEPARATORS, key=_first_line(text).count)
    lines = io.StringIO(text, newline="")
    try:
        found = list(csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise Refused("this sheet cannot be read: {error}", error=str(error)) from None
    for row in found:
        row[:] = map(str.strip, row)
        while row and not row[-1]:
            row.pop()
    return list(filter(None, found))


def _check_head(head: Sequence[str]) -> None:
    """Raise `Refused` unless the first line counts 1, 2, 3 and so on."""
    for number, cell in enumerate(head[1:], 1):
        if not cell.isdecimal() or parse_integer(cell) != number:
            problem = N_("the first line must count the rounds: {cell} stands where {n} belongs")
            if not abbreviate(cell):
                problem = N_("the first line must count the rounds: nothing stands where {n} belongs")
            raise Refused(problem, cell=abbreviate(cell), n=number)


def _number(cell: str) -> Any:
    """Return the number in a cell; any other text as it is, for the rules to refuse."""
    try:
        return parse_integer(cell)
    except Refused:
        return cell
