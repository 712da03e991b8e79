"""Every address that the application answers, found in the application itself: a new one is there at once."""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from flask import Flask
from werkzeug.routing import Rule

STAND_INS: Mapping[str, Sequence[str]] = {
    "seat": ("1", "2", "4"),
    "game": ("1",),
    "number": ("1", "2"),
    "name": ("good-enough",),
}
"""What stands in an address where a rule wants something of that name; `x` for all others."""


def rules(app: Flask, method: str) -> Iterator[Rule]:
    """List the rules that answer a method, but for those of files."""
    return (
        each
        for each in app.url_map.iter_rules()
        if method in (each.methods or ()) and "path" not in each.rule
    )


def addresses(
    rule: Rule, code: str, values: Mapping[str, Iterable[str]] = STAND_INS, most: int = 1000
) -> Iterator[str]:
    """Fill in a rule in all ways, with the values for each name in it, or with one of those it lists."""
    parts = re.split(r"(<[^>]*>)", rule.rule)
    filled = (_choices(part, code, values) if part.startswith("<") else (part,) for part in parts)
    return ("".join(each) for each in itertools.islice(itertools.product(*filled), most))


def _choices(part: str, code: str, values: Mapping[str, Iterable[str]]) -> Iterable[str]:
    kind, _, name = part.strip("<>").rpartition(":")
    if kind == "code":
        return (code,)
    if kind.startswith("any("):
        return [each.strip() for each in kind[4:-1].split(",")]
    return values.get(name, ("x",))
