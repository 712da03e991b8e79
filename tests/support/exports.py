"""What the host downloads of games, as files."""

import io
from collections.abc import Sequence
from typing import Any

from openpyxl import load_workbook

from companion.formats.csv_files import rounds_table, scores_table, table_csv
from companion.rules.games.contract import Record
from companion.rules.standing import EveningStanding


def rounds_csv(records: Sequence[Record]) -> bytes:
    """Return the rounds of games as a CSV file."""
    return table_csv(rounds_table(records))


def scores_csv(records: Sequence[Record], standing: EveningStanding | None = None) -> bytes:
    """Return the scores of games as a CSV file, with those of the evening if it is given."""
    return table_csv(scores_table(records, standing))


def sheets_of(workbook: bytes) -> dict[str, list[tuple[Any, ...]]]:
    """Return the cells of a workbook, by the names of its sheets."""
    book = load_workbook(io.BytesIO(workbook))
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}
