"""Escaping of CSV cells, so that a spreadsheet never evaluates a name as a formula."""

import re

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
