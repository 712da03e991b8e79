"""How much space a text takes, so that views can decide what fits on a screen that does not scroll."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

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
_SMALLEST = 12  # of letters that are made smaller until they fit
_OF_CATEGORY = {"Mn": 0.0, "Me": 0.0, "Cf": 0.0, "Sk": 0.0, "So": 1.3}

_SIGNS = re.compile(
    r".(?:\u200d.|[\u0300-\u036f\u200e\u200f\u2066-\u2069\ufe0e\ufe0f\U0001f3fb-\U0001f3ff])*", re.DOTALL
)
"""Signs, each with what is drawn into it: a sign joined to it, its marks, or its shade."""


def ems(text: str) -> float:
    """Return how wide a bold text is, in font sizes: an estimate that is rather too large."""
    return sum(_em(sign[0]) for sign in _SIGNS.findall(text))


def _em(letter: str) -> float:
    bare = letter if letter.isascii() else unicodedata.normalize("NFD", letter)[0]
    if bare in _LATIN:
        return _LATIN[bare]
    is_wide = unicodedata.east_asian_width(letter) in {"F", "W"}
    return _OF_CATEGORY.get(unicodedata.category(letter), 1.02 if is_wide else 0.8)


def columns(text: str) -> int:
    """Return the width of a text in letters: those of East Asian scripts count twice, combining ones not."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(unicodedata.combining(sign) > 0 for sign in text)


_EAST_ASIAN = "\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
_KEEPS_TOGETHER = "\u00a0\u202f"  # no-break spaces, as in "24 3/8" and before a French question mark
_WORD = rf"(?:[^\s{_EAST_ASIAN}]|[{_KEEPS_TOGETHER}])+"
_PIECES = re.compile(
    rf"[^\S\n{_KEEPS_TOGETHER}]+|[（「『]*(?:[{_EAST_ASIAN}]|{_WORD})[、。：！？…）」』ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*"
)
"""Spaces, words, and letters of East Asian scripts, the last two with what must not end or begin a line."""


def wrap(text: str, width: float) -> list[str]:
    """Break a bold text into lines of at most so many font sizes; a word that is longer is broken, too."""
    lines, line = [], ""
    for piece in _PIECES.findall(text):
        for part in _fitting(piece, width):
            if line and ems(line + part) > width:
                lines.append(line.strip())
                line = ""
            line += part if line else part.lstrip()
    return [*lines, line.strip()] if line.strip() else lines


def _fitting(piece: str, width: float) -> list[str]:
    """Break a word into parts that fit a line each, and no sign that is drawn as one."""
    parts = [""]
    for sign in _SIGNS.findall(piece):
        if parts[-1] and ems(parts[-1] + sign) > width:
            parts.append("")
        parts[-1] += sign
    return parts


def shorten(text: str, width: float) -> str:
    """Return a bold text, cut where it is wider than so many font sizes."""
    if ems(text) <= width:
        return text
    return _fitting(text, max(width - ems("…"), 0.1))[0] + "…"


def short_names(names: Sequence[str], width: float) -> tuple[str, ...]:
    """Return labels at most so many font sizes wide: a name that fits is whole.

    Two names that would be cut alike are told apart by their ends: `Alex…ra` and `Alex…er`.
    """
    cut = [shorten(name, width) for name in names]
    return tuple(
        label if label == name or cut.count(label) == 1 else _told_apart(name, names, width)
        for name, label in zip(names, cut, strict=True)
    )


def _told_apart(name: str, names: Sequence[str], width: float) -> str:
    """Return the first letters, …, and the rest from the first letter that no other name has there."""
    rest = _fitting(split_name(name, names)[1], (width - ems("…")) / 2)[0]
    return _fitting(name, width - ems("…" + rest))[0] + "…" + rest


def split_name(name: str, names: Iterable[str]) -> tuple[str, str]:
    """Return the start of a name that another one has too, and the rest, which tells it from all others.

    The rest is empty where another name goes on after all of this one.
    """
    signs = _SIGNS.findall(name)
    others = [_SIGNS.findall(other) for other in names if other != name]
    indexes = range(len(signs))
    starts = (at for at in indexes if signs[: at + 1] not in [other[: at + 1] for other in others])
    start = next(starts, len(signs))
    return "".join(signs[:start]), "".join(signs[start:])


def fit(text: str, room: float, size: float, most: int) -> tuple[float, list[str]]:
    """Return the largest size, up to `size`, in which a bold text has at most so many lines, and these."""
    while len(lines := wrap(text, room / size)) > most and size > _SMALLEST:
        size *= 0.95
    return size, lines[:most]
