"""The words that name nothing in particular stay retired as names in Python."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parents[1]

RETIRED = {
    *("Content", "Contest", "Cast", "Actor", "contest", "actor", "actors", "troupe", "worn", "gap", "causes"),
    *("Place", "place", "places", "ask", "asks", "asked", "said", "noted", "odd", "act", "acts", "struck"),
}
"""Words that each named several things: each of these has a name of its own now."""

KEPT = {
    ("companion/room/commands/submissions.py", "place"),
    ("companion/web/pages/phone.py", "asked"),
    ("companion/web/server/housekeeping.py", "said"),
}
"""Names that stay: keys of an address, and of sentences that are translated."""

MOST = {
    "companion": {"each": 205, "found": 146, "struck": 19},
    "tests": {"each": 984, "found": 455, "ask": 883, "said": 249, "asked": 178, "place": 136, "act": 66}
    | {"places": 37, "acts": 29, "noted": 6, "odd": 6, "asks": 6, "worn": 6, "struck": 5},
}
"""How often a word is still a name in a folder: no more than this. `struck` is the key of records."""


def names_in(path: Path) -> Iterator[str]:
    """Yield every name that a module binds or reads, without leading underscores."""
    for node in ast.walk(ast.parse(path.read_text())):
        for field in ("id", "attr", "name", "arg", "asname"):
            if isinstance(word := getattr(node, field, None), str):
                yield word.lstrip("_")


@pytest.mark.parametrize("folder", MOST)
def test_a_retired_word_names_nothing_again(folder: str) -> None:
    most = MOST[folder]
    counted = Counter(
        word
        for path in (ROOT / folder).rglob("*.py")
        for word in names_in(path)
        if word in RETIRED | most.keys() and (str(path.relative_to(ROOT)), word) not in KEPT
    )
    assert {} == {word: count for word, count in counted.items() if count > most.get(word, 0)}
