"""Cells of a spreadsheet file that hold names: nothing in them may ever be calculated."""

import re

_UNSEEN = r"""\s"'\u200b-\u200f\u2060\ufeff"""
_AT_FORMULA = rf"""(?=[{_UNSEEN}]*[=+\-−@＝＋－＠﹦﹢﹣﹫\t\r\n])"""
_GUARD = re.compile(f"(^|;){_AT_FORMULA}")
_GUARDED = re.compile(f"(^|;)'{_AT_FORMULA}")
"""Where something begins that a spreadsheet might calculate: a cell, or what becomes one where semicolons
part the cells, as they do in half of Europe."""


def csv_escape(text: str) -> str:
    """Put an apostrophe before whatever a spreadsheet would take for a formula.

    >>> guarded("=1+1"), guarded("Ann")
    ("'=1+1", 'Ann')
    """
    return _GUARD.sub(r"\1'", text)


def csv_unescape(text: str) -> str:
    """Take away the apostrophes that `guarded` has put there.

    >>> unguarded("'=1+1"), unguarded("'Ann")
    ('=1+1', "'Ann")
    """
    return _GUARDED.sub(r"\1", text)
