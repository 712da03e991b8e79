"""How reasons and refusals become sentences: a template and the things it speaks of."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from companion.i18n.languages import gettext, ngettext

NameOf = Callable[[str], str]
"""Turns a player of the rules (a name in a record, a seat in a room) into the name people read."""


def N_(text: str) -> str:
    """Return a text as it is: marked, it is in the catalogues, for whoever says it later."""
    return text


def format_list(things: Iterable[object]) -> str:
    """Join things as a sentence does: `Ann`, `Ann and Bob`, `Ann, Bob and Carol`."""
    *rest, last = [format_value(thing) for thing in things] or [""]
    if not rest:
        return last
    if len(rest) == 1:
        return gettext(_TWO).format(one=rest[0], other=last)
    return gettext(_SEVERAL).format(some=format_sequence(rest), last=last)


_TWO = N_("{one} and {other}")
_SEVERAL = N_("{some} and {last}")
_BETWEEN = N_(", ")


def format_sequence(things: Iterable[object]) -> str:
    """Put things one after another: `1, 2, 3`."""
    return gettext(_BETWEEN).join(map(format_value, things))


def capitalize_first(text: str) -> str:
    """Begin a heading as headings begin: with a capital, where the script has any."""
    return text[:1].upper() + text[1:]


def format_value(thing: object) -> str:
    """Write one value as people read it: a tuple as a listing, minus signs as minus signs.

    >>> say((1, -2)), say(Fraction(5, 2))
    ('1 and −2', '2½')
    """
    if isinstance(thing, str):  # most are, and to find out whether one is a fraction takes longest
        return str(thing)
    if isinstance(thing, tuple):
        return format_list(thing)
    if isinstance(thing, int):
        return str(thing).replace("-", "\N{MINUS SIGN}")
    return format_fraction(thing) if isinstance(thing, Fraction) else str(thing)


def format_fraction(value: Fraction) -> str:
    """Write an exact fraction: `2½`, `−⅓` is written `−1/3`, `12 2/7`."""
    sign = "\N{MINUS SIGN}" if value < 0 else ""
    whole, over = divmod(abs(value.numerator), value.denominator)
    if not over:
        return f"{sign}{whole}"
    if value.denominator == 2:
        return f"{sign}{whole or ''}½"
    part = f"{over}/{value.denominator}"
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"


def format_message(template: str, values: Mapping[str, object]) -> str:
    """Put values into the {fields} of a template that is in the language spoken already."""
    return template.format_map({field: format_value(value) for field, value in values.items()})


def translate(template: str, /, **values: object) -> str:
    """Put values into the {fields} of an English template, in the current language."""
    return format_message(gettext(template), values)


def format_count(number: int, one: str, many: str) -> str:
    """Say how many in the language spoken: `{n} round` or `{n} rounds` becomes `1 round`, `5 rounds`."""
    return ngettext(one, many, number).format(n=format_value(number))


@dataclass(frozen=True, slots=True)
class Count:
    """How many of something, to be said later in whatever language is spoken then; see `count`."""

    number: int
    one: str
    many: str

    def __str__(self) -> str:
        return format_count(self.number, self.one, self.many)


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is to be said later in whatever language is spoken then, with values for its {fields}."""

    says: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return translate(self.says, **self.values)


@dataclass(frozen=True, slots=True)
class PluralTemplate:
    """A template in its two forms, for one and for several: of players, or of the `Count` named `counted`."""

    one: str
    many: str
    counted: str = ""

    def of(self, number: int) -> str:
        """Return the form for so many, in the language spoken."""
        return ngettext(self.one, self.many, number)


def bidi_isolate(name: str) -> str:
    """Keep a name that is written from right to left from turning the sentence around it."""
    turns = not name.isascii() and any(unicodedata.bidirectional(each) in {"R", "AL"} for each in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if turns else name


def printable(text: str) -> str:
    """Replace what breaks a line, moves a terminal's cursor or cannot be printed at all by a space."""
    return "".join(" " if unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp"} else each for each in text)
