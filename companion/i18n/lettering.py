"""How much space a text takes, so that views can decide what fits on a screen that does not scroll."""

import unicodedata

_WIDTHS = (
    ("ijlI '!|.,:;()[]-", 0.34),
    ('ftrJ"/', 0.43),
    ("csvxyzLF1?*", 0.58),
    ("abdeghknopquETPZ+=_#$<>^~`", 0.64),
    ("BCKRSUVXY023456789&", 0.73),
    ("ADHNOGmw", 0.83),
    ("MQ@%{}\\", 0.92),
    ("W", 1.12),
)
_LATIN = {letter: width for letters, width in _WIDTHS for letter in letters}
_NO_SPACE = frozenset({"Mn", "Me", "Cf", "Sk"})


def ems(text: str) -> float:
    """Return how wide a bold text is, in font sizes: an estimate that is rather too large."""
    return sum(map(_em, text))


def _em(letter: str) -> float:
    if letter in _LATIN:
        return _LATIN[letter]
    category = unicodedata.category(letter)
    if category in _NO_SPACE:
        return 0
    if category == "So":
        return 1.3
    return 1.02 if unicodedata.east_asian_width(letter) in {"F", "W"} else 0.8
