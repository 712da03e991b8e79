"""Messages: templates with values, translated and formatted for people."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction

from companion.i18n.languages import gettext, ngettext
from companion.values import frozen

NameOf = Callable[[str], str]
"""Returns the display name of a player, who is a name in a record or a seat in a room."""


def N_(text: str) -> str:
    """Mark a text for the catalogues, and return it untranslated."""
    return text


def format_list(values: Iterable[object]) -> str:
    """Join values as a sentence does: `Ann`, `Ann and Bob`, `Ann, Bob and Carol`."""
    *rest, last = [*map(format_value, values)] or [""]
    if not rest:
        return last
    if len(rest) == 1:
        return translate("{one} and {other}", one=rest[0], other=last)
    return translate("{some} and {last}", some=format_sequence(rest), last=last)


_SEPARATOR = N_(", ")


def format_sequence(values: Iterable[object]) -> str:
    """Join values by commas: `1, 2, 3`."""
    return gettext(_SEPARATOR).join(map(format_value, values))


def format_either(values: Iterable[object]) -> str:
    """Join values of which any will do: `1`, `1 or 2`, `1, 2 or 3`."""
    *rest, last = map(format_value, values)
    return translate("{some} or {last}", some=format_sequence(rest), last=last) if rest else last


def capitalize_first(text: str) -> str:
    """Write the first letter of a heading as a capital, if the script has any."""
    return text[:1].upper() + text[1:]


def as_sentence(phrase: str) -> str:
    """Write a phrase as a sentence: with a full stop. It may begin with a name, so nothing else changes."""
    return translate("{sentence}.", sentence=phrase)


def format_value(value: object) -> str:
    """Format a value for people: a tuple as a list, numbers with a proper minus sign.

    Fractions are exact, as they stand in equations: `2½`, `20.2`, or `24 3/8` where two digits are too few.

    >>> format_value((1, -2)), format_value(Fraction(5, 2)), format_value(Fraction(101, 5))
    ('1 and −2', '2½', '20.2')
    """
    if isinstance(value, str):  # first, as it is the most frequent: the check for a fraction is slow
        return str(value)
    if isinstance(value, tuple):
        return format_list(value)
    if isinstance(value, int):
        return str(value).replace("-", "\N{MINUS SIGN}")
    if not isinstance(value, Fraction):
        return str(value)
    sign, (whole, rest) = "\N{MINUS SIGN}" if value < 0 else "", divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole}"
    if rest in _VULGAR:
        return f"{sign}{whole or ''}{_VULGAR[rest]}"
    if (rest * 100).denominator == 1:
        return f"{sign}{whole}{gettext(_DECIMAL_POINT)}{int(rest * 100):02}".rstrip("0")
    return f"{sign}{whole}\N{NO-BREAK SPACE}{rest}" if whole else f"{sign}{rest}"


_DECIMAL_POINT = N_(".")
_VULGAR = {
    Fraction(n, of): sign for n, of, sign in ((1, 2, "½"), (1, 3, "⅓"), (2, 3, "⅔"), (1, 4, "¼"), (3, 4, "¾"))
}


def number_in_words(number: int) -> str:
    """Write a small number as a word, and a larger one in digits."""
    words = gettext(_WORDS).split()
    return words[number] if number < len(words) else format_value(number)


_WORDS = N_("none one two three four five six seven eight nine ten eleven twelve")


def format_message(template: str, values: Mapping[str, object]) -> str:
    """Put values into the {fields} of a template that is translated already."""
    return template.format_map({field: format_value(value) for field, value in values.items()})


def translate(template: str, /, **values: object) -> str:
    """Translate a template into the current language, and put values into its {fields}."""
    return format_message(gettext(template), values)


def format_count(number: int, one: str, many: str) -> str:
    """Translate a count: `{n} round` or `{n} rounds` becomes `1 round`, `5 rounds`."""
    return ngettext(one, many, number).format(n=format_value(number))


@frozen
class Count:
    """A count that is translated when it is read; see `format_count`."""

    number: int
    one: str
    many: str

    def __str__(self) -> str:
        return format_count(self.number, self.one, self.many)


@frozen
class Text:
    """A template with values for its {fields} that is translated when it is read."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return translate(self.template, **self.values)


@frozen
class PluralTemplate:
    """A template in its two forms, for one and for several: of players, or of the `Count` named `counted`."""

    one: str
    many: str
    counted: str = ""

    def translate_for(self, number: int, /, **values: object) -> str:
        """Translate the template in the plural form for a number, and put values into its {fields}."""
        return format_message(ngettext(self.one, self.many, number), values)


def bidi_isolate(name: str) -> str:
    """Isolate a right-to-left name, so that it does not reorder the sentence around it."""
    is_rtl = not name.isascii() and any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if is_rtl else name


def plain(typed: str) -> str:
    """Return typed or pasted text without what nobody sees: spaces around it, and marks such as U+200B."""
    if typed.isascii():
        return typed.strip()
    return "".join(sign for sign in typed if unicodedata.category(sign) != "Cf").strip()


def plain_nfkc(typed: str) -> str:
    """Return typed or pasted text as `plain` does, with signs of full width as usual ones."""
    return plain(unicodedata.normalize("NFKC", typed))


UNPRINTABLE = re.compile(r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line breaks, what changes the direction of text, and surrogates."""


def printable(text: str) -> str:
    """Replace by spaces what would do something on a terminal."""
    return UNPRINTABLE.sub(" ", text)
