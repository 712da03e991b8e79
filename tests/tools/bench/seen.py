"""What a screen has received of a reveal: the numbers, and which of them are in the middle.

A page covers this until the TV has told it; but the bytes are there, and nothing more is sent.
"""

import re
from collections.abc import Iterator, Sequence

from tests.tools.bench import figures, wire

_LISTS = (
    (
        'id="{}"',
        '<ol class="cards"',
        re.compile(r'<li class="card (\w+)(?:(?!<li ).)*?"number">(−?\d+)<', re.DOTALL),
    ),
    (
        'data-key="{}"',
        '<ol class="cast"',
        re.compile(r'<li class="actor (\w+)(?:(?!<li ).)*?<(?:text|b)\b[^>]*>(−?\d+)<', re.DOTALL),
    ),
)
"""How a phone and the TV name a reveal, where its numbers begin, and one of them: a card, a guest."""


def is_right(html: str, version: int, key: str, numbers: Sequence[int]) -> bool:
    """Return whether a part of a page has the reveal of this round and version with the right middle."""
    if wire.version(html.encode()) < version:
        return False
    found = list(_numbers(html, key))
    shown = {number for _, number in found}
    middle = {number for fate, number in found if fate == "middle"}
    return bool(shown) and shown <= set(numbers) and middle == figures.middles(numbers)


def _numbers(html: str, key: str) -> Iterator[tuple[str, int]]:
    """Yield what became of each number of a reveal; nothing if it is the reveal of another round."""
    for name, begins, item in _LISTS:
        begin = html.find(begins, named) if (named := html.find(name.format(key))) >= 0 else -1
        if begin >= 0:
            found = item.findall(html, begin, html.find("</ol>", begin))
            yield from ((fate, int(number.replace("−", "-"))) for fate, number in found)
