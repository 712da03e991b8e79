"""How large a heading can be written on the TV, so that its words are not broken."""

import unicodedata

_WIDTH = 42.0  # rem: the left third of the frame, where headings stand
_HEIGHT = 33.0
_LINE = 0.9  # of the size
_SIZES = {"huge": 15.0, "large": 12.0, "medium": 9.0, "small": 6.8, "tiny": 5.2}
"""Words of the style sheet, and the size in rem."""
_NARROW, _WIDE = frozenset("iljtfrI1.,:;'!|() -"), frozenset("mwMWQO@%")


def heading_size(text: str) -> str:
    """Return the largest of the sizes at which a heading fits; the smallest where none does."""
    fitting = (word for word, size in _SIZES.items() if _fits(text, _WIDTH / size, _HEIGHT / size / _LINE))
    return next(fitting, "tiny")


def _fits(text: str, width: float, lines: float) -> bool:
    """Return whether a text fits into a box; `width` is in units of its size."""
    used, left = 1, width
    for word in text.split():
        ems = sum(map(_width, word))
        if ems > width and not _may_break(word):
            return False
        if ems > left:
            used, left = used + max(1, -int(-ems // width)), width
        left -= ems % width + _width(" ")
    return used <= lines


def _may_break(word: str) -> bool:
    """Return whether lines may end within a word, as in Japanese; then it still has to have room in two."""
    return all(unicodedata.east_asian_width(each) in {"F", "W"} for each in word)


def _width(letter: str) -> float:
    """Return the width of a letter of the heaviest weight, in units of its size."""
    if letter in _NARROW:
        return 0.34
    if letter in _WIDE or unicodedata.east_asian_width(letter) in {"F", "W"}:
        return 1.0
    return 0.7 if letter.isupper() else 0.58
