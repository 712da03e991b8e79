"""Texts in an SVG: escaped, and fitted to the room they have."""

import re
from dataclasses import dataclass, replace
from typing import Literal
from unicodedata import east_asian_width

from markupsafe import Markup, escape

from companion.i18n.lettering import ems, wrap

FAMILIES = (
    "Jost,Futura,'Century Gothic','Hiragino Sans','Noto Sans JP','Noto Sans CJK JP','Yu Gothic',sans-serif"
)
BOLD = 900
"""The weight of texts that say nothing else; the root of a picture has it."""

_NARROWER = 0.9  # the width of lighter text, compared with the bold one that `ems` measures
_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Letters:
    """How a text is set; `colour` is empty where it is that of everything around it."""

    size: float
    colour: str = ""
    weight: int = BOLD
    anchor: Literal["start", "middle", "end"] = "middle"


def text(x: float, y: float, words: str, letters: Letters) -> str:
    """Draw a text in one line that stands on y."""
    anchor = "" if letters.anchor == "start" else f' text-anchor="{letters.anchor}"'
    weight = "" if letters.weight == BOLD else f' font-weight="{letters.weight}"'
    colour = f' fill="{letters.colour}"' if letters.colour else ""
    place = f'x="{n(x)}" y="{n(y)}" font-size="{n(letters.size)}"'
    return f"<text {place}{anchor}{weight}{colour}>{plain(words)}</text>"


def fitted(x: float, y: float, words: str, room: float, letters: Letters) -> str:
    """Draw a text in one line, smaller where it would be wider than `room`."""
    size = min(letters.size, room / max(ems(words), 0.1))
    return text(x, y, words, replace(letters, size=size))


def lines(words: str, room: float, size: float) -> list[str]:
    """Break a light text into lines; it is narrower than a bold one where it is not East Asian."""
    is_wide = any(east_asian_width(letter) in {"F", "W"} for letter in words)
    return wrap(words, room / size / (1 if is_wide else _NARROWER))


def largest(words: str, room: float, size: float, most: int) -> tuple[float, list[str]]:
    """Return the largest size, up to `size`, in which a bold text has at most so many lines, and these."""
    while len(found := wrap(words, room / size)) > most and size > 12:
        size *= 0.95
    return size, found[:most]


def plain(words: str) -> Markup:
    """Escape a text, without the characters that XML does not allow."""
    return escape(_NOT_IN_XML.sub(" ", words))


def n(number: float) -> str:
    """Write a number in few characters."""
    return f"{number:.1f}".removesuffix(".0")
