"""The words that name nothing in particular stay retired as names in Python and in styles."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import companion
from tests.support.front import files_below

ROOT = Path(companion.__file__).parents[1]

RETIRED = {
    *("Content", "Contest", "Cast", "Actor", "contest", "actor", "actors", "troupe", "worn", "gap", "causes"),
    *("Place", "place", "places", "ask", "asks", "asked", "said", "noted", "odd", "act", "acts"),
}
"""Words that each named several things: each of these has a name of its own now."""

KEPT = {
    ("companion/room/commands/submissions.py", "place"),
    ("companion/web/pages/phone.py", "asked"),
    ("companion/web/server/housekeeping.py", "said"),
}
"""Names that stay: keys of an address, and of sentences that are translated."""


def names_in(path: Path) -> Iterator[str]:
    """Yield every name that a module binds or reads, without leading underscores."""
    for node in ast.walk(ast.parse(path.read_text())):
        for field in name_fields(type(node)):
            if isinstance(word := getattr(node, field), str):
                yield word.lstrip("_")


@cache
def name_fields(kind: type[ast.AST]) -> tuple[str, ...]:
    return tuple(field for field in ("id", "attr", "name", "arg", "asname") if field in kind._fields)


def test_a_retired_word_names_nothing_again() -> None:
    paths = sorted((ROOT / "companion").rglob("*.py"))
    found = {(str(path.relative_to(ROOT)), word) for path in paths for word in names_in(path)}
    assert [] == [f"{path}: {word}" for path, word in sorted(found - KEPT) if word in RETIRED]


def test_a_retired_word_is_no_class_and_no_id() -> None:
    sheets = {
        path.name: re.sub(r"/\*(?s:.*?)\*/", "", path.read_text())
        for path in files_below("static/css", ".css")
    }
    found = {
        (name, word) for name, text in sheets.items() for word in re.findall(r"[.#]([a-zA-Z][-\w]*)", text)
    }
    assert ("guest.css", "guest") in found
    assert [] == [
        f"{name}: {word}" for name, word in sorted(found) if word in RETIRED | {"cast", "cause", "contest"}
    ]
