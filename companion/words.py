"""How reasons and refusals become sentences: a template and the things it speaks of."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

Name = Callable[[str], str]
"""Turns a player of the rules (a name in a record, a seat in a room) into the name people read."""


def listing(things: Iterable[object]) -> str:
    """Join things as a sentence does: `Ann`, `Ann and Bob`, `Ann, Bob and Carol`."""
    *rest, last = [say(thing) for thing in things] or [""]
    return f"{', '.join(rest)} and {last}" if rest else last


def say(thing: object) -> str:
    """Write one value as people read it: a tuple as a listing, minus signs as minus signs.

    >>> say((1, -2)), say(Fraction(5, 2))
    ('1 and −2', '2½')
    """
    if isinstance(thing, tuple):
        return listing(thing)
    if isinstance(thing, Fraction):
        return fraction(thing)
    if isinstance(thing, int):
        return str(thing).replace("-", "\N{MINUS SIGN}")
    return str(thing)


def fraction(value: Fraction) -> str:
    """Write an exact fraction: `2½`, `−⅓` is written `−1/3`, `12 2/7`."""
    sign = "\N{MINUS SIGN}" if value < 0 else ""
    whole, over = divmod(abs(value.numerator), value.denominator)
    if not over:
        return f"{sign}{whole}"
    if value.denominator == 2:
        return f"{sign}{whole or ''}½"
    part = f"{over}/{value.denominator}"
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"


def fill(template: str, values: Mapping[str, object]) -> str:
    """Put values into a template's {fields}; every value is written by `say`."""
    return template.format_map({field: say(value) for field, value in values.items()})


def count(number: int, one: str, many: str) -> str:
    """Say how many: `1 round`, `5 rounds`."""
    return f"{say(number)} {one if number == 1 else many}"


def isolated(name: str) -> str:
    """Keep a name that is written from right to left from turning the sentence around it."""
    turns = any(unicodedata.bidirectional(each) in {"R", "AL"} for each in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if turns else name


def printable(text: str) -> str:
    """Replace what breaks a line, moves a terminal's cursor or cannot be printed at all by a space."""
    return "".join(" " if unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp"} else each for each in text)
