"""A workbook of an evening, .xlsx: tables with typed cells, so that no spreadsheet has to guess.

In a CSV file it takes the players `3-4`, `007` and `1E5` for dates and numbers, and in much of Europe all
columns for one.
"""

import io
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.formats.csv_files import CsvCell, CsvTable
from companion.i18n.lettering import columns
from companion.i18n.messages import printable

_EXACT = 10**15
"""From here on a spreadsheet forgets the last digits of a number."""


def evening_workbook(tables: Mapping[str, CsvTable], opened: datetime | None) -> bytes:
    """Return a workbook with a sheet for each table, under its name; equal evenings give equal bytes."""
    from xlsxwriter import Workbook  # noqa: PLC0415 - here, as few ask for it

    contents = io.BytesIO()
    with Workbook(contents, {"in_memory": True}) as book:
        book.set_properties({"created": opened})
        bold = book.add_format({"bold": True})
        for name, table in tables.items():
            sheet = book.add_worksheet(name)
            sheet.freeze_panes(1, 0)
            sheet.set_row(0, None, bold)
            _fill(sheet, table)
    return contents.getvalue()


def _fill(sheet: Any, table: CsvTable) -> None:
    for column, cells in enumerate(zip(*table, strict=True)):
        for row, cell in enumerate(cells):
            _write(sheet, row, column, cell)
        sheet.set_column(column, column, max(columns(str(cell)) for cell in cells) + 2)


def _write(sheet: Any, row: int, column: int, cell: CsvCell) -> None:
    """Write a number as one, and text as text, whatever it looks like; a cell without text stays empty."""
    text = printable(str(cell))
    if isinstance(cell, int) and abs(cell) < _EXACT:
        sheet.write_number(row, column, cell)
    elif text.startswith("<r>"):  # the library would take it for text that is formatted already
        sheet.write_rich_string(row, column, *text[:2], text[2:])
    elif text:
        sheet.write_string(row, column, text)
