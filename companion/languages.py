"""The languages of the screens: which one is spoken now, and what a text is in it.

Texts stand in the code in English; the catalogues in `companion/locales` hold the others. Whatever is
said while `speaking` a language comes out in it, whoever builds the sentence.
"""

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES: Mapping[str, str] = {"en": "English", "ja": "日本語"}
"""Their codes (BCP 47), and how each calls itself; the first one is the language of the code."""

_FOLDER = Path(__file__).parent / "locales"
_DOMAIN = "companion"
_ENGLISH = next(iter(LANGUAGES))
_spoken: ContextVar[str] = ContextVar("spoken", default=_ENGLISH)


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the texts of a language; those of one that has none are the English ones."""
    return gettext.translation(_DOMAIN, _FOLDER, [language], fallback=True)


def speak(language: str) -> None:
    """Speak a language from now on, as far as this request or thread goes."""
    _spoken.set(language if language in LANGUAGES else _ENGLISH)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for as long as the context lasts."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> str:
    """Return the code of the language that is spoken now."""
    return _spoken.get()


def translated(text: str) -> str:
    """Return a text in the language that is spoken now; the text itself where that has none."""
    return catalogue(spoken()).gettext(text) if text else text


def numbered(one: str, many: str, number: int) -> str:
    """Return the form of a text that goes with a number, in the language that is spoken now."""
    return catalogue(spoken()).ngettext(one, many, number)
