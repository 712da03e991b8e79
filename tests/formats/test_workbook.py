"""The workbook of an evening: every cell is what it was, a number or a text, whatever it looks like."""

import io
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from openpyxl import load_workbook

from companion.formats import evening_record
from companion.formats.csv_files import CsvTable, rounds_table, scores_table
from companion.formats.workbook import evening_workbook
from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.messages import printable, translate
from tests.support.exports import sheets_of
from tests.support.room_driver import whole_evening

OPENED = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)

LIKE_NUMBERS = ["3-4", "007", "1E5", "1.5", "1,5", "12/6", "2026-11-20", "5%", "€5", "１２", "TRUE", "10:30"]
LIKE_CODE = ["=1+1", "{=1}", "+1", "@A1", "#N/A", "http://a", "mailto:a@b.c", "<r><t>x</t></r>", "<r>"]
ODD = [" Ann ", "a  b", "最中限", "אברהם", "'a", '"a"', "a;b,c\td", "_x0041_"]


def book(table: CsvTable) -> bytes:
    return evening_workbook({"Rounds": table}, OPENED)


def opened(table: CsvTable) -> Any:
    return load_workbook(io.BytesIO(book(table)))["Rounds"]


def tables() -> dict[str, CsvTable]:
    kept = evening_record.evening_of_room(whole_evening().room)
    return {"Rounds": rounds_table(kept), "Scores": scores_table(kept)}


def test_it_has_the_rows_of_the_csv_files_with_numbers_as_numbers() -> None:
    wanted = tables()
    found_sheets_of = sheets_of(evening_workbook(wanted, OPENED))
    assert ["Rounds", "Scores"] == [*found_sheets_of]
    for name, rows in wanted.items():
        assert [tuple(None if cell == "" else cell for cell in row) for row in rows] == found_sheets_of[name]
    kinds = {type(cell) for rows in found_sheets_of.values() for row in rows for cell in row}
    assert {int, str, type(None)} == kinds


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\ufffe\uffff")), min_size=1))
@example(LIKE_NUMBERS)
@example(LIKE_CODE)
@example(ODD)
def test_a_name_is_text_whatever_it_looks_like(names: Sequence[str]) -> None:
    cells = [cell for [cell] in opened([["player"], *([name] for name in names)]).iter_rows(min_row=2)]
    found = [cell.value for cell in cells] + [None] * (len(names) - len(cells))  # empty ones at the end
    assert [printable(name) or None for name in names] == found
    assert {"s"} >= {cell.data_type for cell in cells if cell.value}
    assert all(cell.hyperlink is None for cell in cells)


@pytest.mark.parametrize(
    ("number", "cell"),
    [
        (0, 0),
        (-17, -17),
        (999_999_999_999_999, 999_999_999_999_999),
        (10**15, "1000000000000000"),
        (-(10**99) - 7, str(-(10**99) - 7)),
    ],
)
def test_a_number_keeps_all_of_its_digits(number: int, cell: int | str) -> None:
    assert [(cell,)] == sheets_of(book([[number]]))["Rounds"]


def test_the_head_stays_in_sight_and_columns_are_as_wide_as_their_texts() -> None:
    sheet = opened([("player", "part"), ("最中限の平凡な人", 1), ("Bob", 2)])
    assert "A2" == sheet.freeze_panes
    assert 16 <= sheet.column_dimensions["A"].width <= 20
    assert 4 <= sheet.column_dimensions["B"].width <= 8


def test_an_evening_makes_the_same_bytes_at_any_time() -> None:
    first = evening_workbook(tables(), OPENED)
    assert first == evening_workbook(tables(), OPENED)
    about = load_workbook(io.BytesIO(first)).properties
    assert OPENED == about.created.replace(tzinfo=UTC) == about.modified.replace(tzinfo=UTC)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_spreadsheet_takes_the_names_of_the_sheets(language: str) -> None:
    with use_language(language):
        names = [translate("Rounds"), translate("Scores")]
    assert len({*names}) == 2
    assert not any(set(name) & set("[]:*?/\\'") or len(name) > 31 for name in names)


def test_the_library_is_not_imported_before_a_workbook_is_asked_for() -> None:
    code = "import sys, companion.web.app; sys.exit('xlsxwriter' in sys.modules)"
    assert 0 == subprocess.run([sys.executable, "-c", code], check=False).returncode
