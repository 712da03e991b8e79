"""Text tables for a terminal."""

from companion.formats.text_report import align_columns, wrap_columns


def test_columns_are_as_wide_as_a_terminal_shows_them() -> None:
    rows = [["最中限", "1"], ["a\u0338b", "2"], ["e\u0301", "3"]]
    assert ["最中限  1", "a\u0338b      2", "e\u0301       3"] == list(align_columns(rows))


def test_a_table_is_wrapped_where_it_is_wider_than_100_columns_with_its_gaps() -> None:
    assert 1 == len(list(wrap_columns([["x" * 50, "y" * 20, "z" * 24]])))
    assert 3 == len(list(wrap_columns([["x" * 50, "y" * 20, "z" * 25]])))
