"""All addresses of the application, from its URL map."""

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
"""Values for the parameters of rules; `x` for all others."""


def rules(app: Flask, method: str) -> Iterator[Rule]:
    """Yield the rules for a method, except those of files."""
    return (
        rule
        for rule in app.url_map.iter_rules()
        if method in (rule.methods or ()) and "path" not in rule.rule
    )


def addresses(
    rule: Rule, code: str, values: Mapping[str, Iterable[str]] = STAND_INS, most: int = 1000
) -> Iterator[str]:
    """Yield the addresses of a rule with all combinations of values for its parameters."""
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
