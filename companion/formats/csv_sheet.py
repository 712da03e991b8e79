"""A sheet of names and numbers as CSV, as one would write them on a whiteboard; for one game only.

    player,1,2,3
    Alice,99,50,73
    Bob,0,50,

The first line counts the rounds, every other line is a player's; an empty cell is an absence (G8).
"""

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from companion.formats import csv_export, record
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.numbers import abbreviate, parse_integer
from companion.rules.results import Problem, Reveal

_HEAD = "player"
_SEPARATORS = ",;\t"

SheetRow = Sequence[str]


def is_csv_sheet(contents: bytes) -> bool:
    """Return whether contents look like a sheet: the first line is a row of cells, not the start of JSON."""
    try:
        first = next(iter(_text(contents).strip().splitlines()), "")
    except Refused:
        return False
    if first.startswith(("{", "[")):
        return False
    return first.strip('" ').casefold() == _HEAD or any(each in first for each in _SEPARATORS)


def read_csv_sheet(contents: bytes) -> Record:
    """Read a sheet as a record with as many rounds as it has columns.

    Cells are separated by commas, semicolons or tabs; extra spaces and empty lines are ignored. Raises
    `Refused` for a sheet that cannot be read or breaks a rule.
    """
    head, *rows = _rows(_text(contents)) or [[]]
    rounds = _rounds(head)
    for line, row in enumerate(rows, 1):
        if not row[0]:
            raise Refused("line {line} of the players has numbers, but no name", line=line)
        if len(row) - 1 > rounds:
            beyond = Refused("the first line counts only {rounds} rounds", rounds=rounds)
            raise Refused("{problem}", problem=Problem(beyond, len(row) - 1, row[0]))
    rules = games.find_game(games.SHEET_GAME).read_options({"rounds": rounds})
    players = record.read_player_names([csv_export.csv_unescape(row[0]) for row in rows])
    columns = list(zip_longest(*(row[1:] for row in rows), fillvalue=""))
    reveals = (
        Reveal(dict(_plays(number, players, column))) for number, column in enumerate(columns[:rounds], 1)
    )
    played = tuple(reveals) + (Reveal({}),) * (rounds - len(columns))
    return games.check_record(Record(games.SHEET_GAME, rules, players, played))


def _text(contents: bytes) -> str:
    """Decode a file as spreadsheets write it: UTF-8, or UTF-16 if it begins with a byte order mark."""
    is_wide = contents.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return contents.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("this sheet is not UTF-8 text") from None


def _rows(text: str) -> list[SheetRow]:
    """Split a sheet into cells; empty lines, and empty cells at the end of a line, are left out."""
    first = next(iter(text.strip("\r\n ").splitlines()), "")
    separator = max(_SEPARATORS, key=first.count)
    try:
        found = list(
            csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
        )
    except csv.Error as error:
        raise Refused("this sheet cannot be read: {error}", error=str(error)) from None
    for row in found:
        row[:] = map(str.strip, row)
        while row and not row[-1]:
            row.pop()
    return [row for row in found if row]


def _rounds(head: SheetRow) -> int:
    """Return the number of rounds in the first line, which must count 1, 2, 3 and so on."""
    for number, cell in enumerate(head[1:], 1):
        if not cell.isdecimal() or parse_integer(cell) != number:
            if not abbreviate(cell):
                raise Refused(
                    "the first line must count the rounds: nothing stands where {n} belongs", n=number
                )
            raise Refused(
                "the first line must count the rounds: {cell} stands where {n} belongs",
                cell=abbreviate(cell),
                n=number,
            )
    return len(head) - 1 if head else 0


def _plays(number: int, players: Sequence[str], row: Sequence[str]) -> Iterator[tuple[str, int]]:
    for player, cell in zip(players, row, strict=True):
        try:
            if cell:
                yield player, parse_integer(cell)
        except Refused as refused:
            raise Refused("{problem}", problem=Problem(refused, number, player)) from None
