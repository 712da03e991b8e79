"""Initials, for guests in places without room for a name."""

import unicodedata
from itertools import pairwise, takewhile

_JOINER = "\N{ZERO WIDTH JOINER}"
_TONES = range(0x1F3FB, 0x1F400)  # of skin, which colour the emoji before them
_FLAGS = range(0x1F1E6, 0x1F200)  # two of these letters make a flag
_MOST = 12  # characters; an emoji of a family has 7


def initial(name: str) -> str:
    """Return the first letter of a name as a capital, with its accents; an emoji whole."""
    start = name[:1]
    if ord(start or " ") in _FLAGS:
        return name[:2]
    rest = takewhile(lambda pair: _continues(*pair), pairwise(name[:_MOST]))
    return start.upper()[:1] + "".join(after for _, after in rest)


def _continues(before: str, after: str) -> bool:
    """Return whether a character is drawn as one with that before it."""
    return (
        _JOINER in {before, after}
        or ord(after) in _TONES
        or unicodedata.category(after).startswith("M")  # accents, and what selects a variant
    )
