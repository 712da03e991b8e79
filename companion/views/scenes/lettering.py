"""How large a heading beside the podium can be written, so that its words are not broken."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Literal

from companion.i18n.lettering import ems

HeadingSize = Literal["huge", "large", "medium", "small", "tiny"]

_WIDTH = 42.0  # rem: the left third of the frame, where headings stand
_HEIGHT = 33.0
_LINE = 0.9  # of the size
_SIZES: Mapping[HeadingSize, float] = {"huge": 15.0, "large": 12.0, "medium": 9.0, "small": 6.8, "tiny": 5.2}
"""Words of the style sheet, and the size in rem."""
_SPACE = 0.3  # of the size
_TIGHT = 0.9  # of the usual width: the letters of large headings stand closer


def heading_size(text: str) -> HeadingSize:
    """Return the largest of the sizes at which a heading fits; the smallest where none does."""
    fitting = (word for word, size in _SIZES.items() if _fits(text, _WIDTH / size, _HEIGHT / size / _LINE))
    return next(fitting, "tiny")


def _fits(text: str, width: float, lines: float) -> bool:
    """Return whether a text fits into a box, which is measured in units of the size."""
    used, left = 1, width
    for word in re.findall(r"[^\s-]+-?", text):
        wide = _TIGHT * ems(word)
        if wide > width and not _may_break(word):
            return False
        if wide > left:
            used, left = used + max(1, -int(-wide // width)), width
        left -= wide % width + _SPACE
    return used <= lines


def _may_break(word: str) -> bool:
    """Return whether lines may end anywhere in a word, as in Japanese."""
    return all(unicodedata.east_asian_width(each) in {"F", "W"} for each in word)
