"""What the host downloads of games, as files."""

import io
from collections.abc import Sequence
from typing import Any

from openpyxl import load_workbook

from companion.formats.csv_files import rounds_table, scores_table, table_csv
from companion.formats.evening_record import EveningRecord
from companion.rules.games.runs import Record


def rounds_csv(records: Sequence[Record]) -> bytes:
    """Return the rounds of games as a CSV file."""
    return table_csv(rounds_table(EveningRecord("AB23", tuple(records))))


def scores_csv(records: Sequence[Record]) -> bytes:
    """Return the scores of games, and of the evening that they make, as a CSV file."""
    return table_csv(scores_table(EveningRecord("AB23", tuple(records))))


def sheets_of(workbook: bytes) -> dict[str, list[tuple[Any, ...]]]:
    """Return the cells of a workbook, by the names of its sheets."""
    book = load_workbook(io.BytesIO(workbook))
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}
