"""The languages of the screens: which one is spoken now, and what a text is in it.

Texts stand in the code in English; the catalogues in `companion/locales` hold the others. Whatever is
said while `speaking` a language comes out in it, whoever builds the sentence.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

LANGUAGES: Mapping[str, str] = {"en": "English", "ja": "日本語"}
"""Their codes (BCP 47), and how each calls itself; the first one is the language of the code."""

_FOLDER = Path(__file__).parent / "locales"
_DOMAIN = "companion"
_ENGLISH = next(iter(LANGUAGES))
_spoken: ContextVar[str] = ContextVar("spoken", default=_ENGLISH)


@cache
def load_catalogue(language: str) -> NullTranslations:
    """Return the texts of a language; those of one that has none are the English ones."""
    return translation(_DOMAIN, _FOLDER, [language], fallback=True)


def set_language(language: str) -> None:
    """Speak a language from now on, as far as this request or thread goes."""
    _spoken.set(language if language in LANGUAGES else _ENGLISH)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Speak a language for as long as the context lasts."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def current_language() -> str:
    """Return the code of the language that is spoken now."""
    return _spoken.get()


def gettext(text: str) -> str:
    """Return a text in the language that is spoken now; the text itself where that has none."""
    return load_catalogue(current_language()).gettext(text) if text else text


def ngettext(one: str, many: str, number: int) -> str:
    """Return the form of a text that goes with a number, in the language that is spoken now."""
    return load_catalogue(current_language()).ngettext(one, many, number)
