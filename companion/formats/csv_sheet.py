"""A sheet of names and numbers as CSV, as one would write them on a whiteboard; for one game only.

    player,1,2,3
    Alice,99,50,73
    Bob,0,50,

The first line counts the rounds, every other line is a player's; an empty cell is an absence (G8).
"""

import csv
import io
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from companion.formats import csv_export, record
from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.numbers import abbreviate, parse_integer
from companion.rules.results import Problem, Reveal

_SEPARATORS = ",;\t"


def is_csv_sheet(contents: bytes) -> bool:
    """Return whether contents look like a sheet: the first line is a row of cells, not the start of JSON."""
    try:
        first = _first_line(_text(contents))
    except Refused:
        return False
    has_cells = first.strip('" ').casefold() == "player" or any(each in first for each in _SEPARATORS)
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
            beyond = Refused("the first line counts only {rounds} rounds", rounds=rounds)
            raise Refused("{problem}", problem=Problem(beyond, len(row) - 1, row[0]))
    rules = games.find_game(games.SHEET_GAME).read_options({"rounds": rounds})
    players = record.read_player_names([csv_export.csv_unescape(row[0]) for row in rows])
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
