"""Pictures that teach a game, as data: what stands where on a small stage under a lamp.

A game composes them of figures; the web draws them (`companion.web.drawings`). A stage of a lesson is 160
wide and 100 high, that of an emblem 100 by 100. x grows to the right, y downwards; a figure stands on its
`y`, and the floor of a lesson is at 88.

A picture is a text that lists its figures in the order in which they are drawn, separated by `;` or line
breaks: what it is, its numbers in order, and then what else it has, as `name=value` or a word alone.
`card 34 88 25 turn=-8 says=5 dim` is a card with a 5 on it, turned and outside the light; what else there is,
and what each takes, say the macros of `templates/parts/drawings.svg`. What a figure says as `37%` is the
number at so many hundredths of the range that is played with (`Lesson.on`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.i18n.messages import Text, format_value
from companion.values import frozen

_PLACEHOLDER = re.compile("([0-9]+)%")


def figures(picture: str) -> Iterator[tuple[str, list[float], dict[str, Any]]]:
    """Yield what each figure of a picture is, its numbers, and what else it has by name.

    What a figure `says` is text, all other values are numbers where they can be. A word alone is true.
    """
    for figure in re.split("[;\n]+", picture.strip()):
        kind, *words = figure.split()
        numbers = [_value(word) for word in words if word[0] in "-0123456789"]
        named: dict[str, Any] = {}
        for word in words[len(numbers) :]:
            name, sign, value = word.partition("=")
            named[name] = (value if name == "says" else _value(value)) if sign else True
        yield kind, numbers, named


def _value(word: str) -> Any:
    return float(word) if "." in word else int(word) if word.lstrip("-").isdecimal() else word


@frozen
class Panel:
    """One picture of a lesson, the line under it, and what is seen on it, both to be translated.

    A `|` in the line is where it may break: at most two rows of some 20 letters, or half as many wide ones.
    """

    line: str | Text
    description: str
    picture: str


@frozen
class Lesson:
    """A game in three pictures, after a sentence on what everybody does; to be translated.

    `captions` are for the first reveal of numbers, while it is played: that all are shown, that some are out,
    how the others are told apart, and what scores; none where it needs none.
    """

    lead: str
    panels: tuple[Panel, ...]
    captions: tuple[str, ...] = ()

    def on(self, low: int, high: int, shown: Callable[[int], str] = format_value) -> Lesson:
        """Return the lesson with numbers of a range on its pictures, as they are `shown`."""
        panels = (replace(panel, picture=_numbered(panel.picture, low, high, shown)) for panel in self.panels)
        return replace(self, panels=tuple(panels))


def _numbered(picture: str, low: int, high: int, shown: Callable[[int], str]) -> str:
    """Return a picture with its places as numbers: different ones, if the range has so many."""
    placeholders = sorted({*_PLACEHOLDER.findall(picture)}, key=int)
    rest = max(0, high - low + 1 - len(placeholders))
    numbers = {
        placeholder: min(high, low + rank + rest * int(placeholder) // 100)
        for rank, placeholder in enumerate(placeholders)
    }
    return _PLACEHOLDER.sub(lambda match: shown(numbers[match[1]]), picture)


Options = Mapping[str, Any]
"""The options of a game, as a record has them."""


@dataclass(frozen=True)
class Preset:
    """Options under a title of their own, as a record has them; their guest wears `accessory` on the chest.

    `name` is for forms; the title is to be translated, and so is `source`, who thought of it.
    """

    name: str
    title: str
    options: Options
    accessory: str
    seat: int
    source: str
