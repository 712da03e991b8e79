"""Pseudo-languages: one marks all texts, so that a page tells which it has, the other makes them longer.

`python -m tests.support.texts` is `companion` with them.
"""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations
from typing import TypeVar
from unittest import mock

from companion.cli import main
from companion.i18n import languages
from tests.tools import catalogue

MARKED, LONGER = "qaa", "qab"
"""The codes of the two; they are for private use."""
PROGRAM = (sys.executable, "-m", "tests.support.texts")
_FIRST_MARK = 0xF0000  # of the signs that are for private use

T = TypeVar("T")


@cache
def messages() -> tuple[tuple[str, ...], ...]:
    """Return all texts of the catalogues, each with its plural if it has one."""
    return tuple(catalogue.forms(message.id) for message in catalogue.messages(catalogue.extracted()))


class Marked(NullTranslations):
    """A catalogue whose texts are English, each with an invisible sign of its own at its end."""

    def __init__(self) -> None:
        super().__init__()
        self._marks = {forms[0]: chr(_FIRST_MARK + place) for place, forms in enumerate(messages())}

    def gettext(self, message: str) -> str:
        return message + self._marks.get(message, "")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return (msgid1 if n == 1 else msgid2) + self._marks.get(msgid1, "")


def texts_of(page: str) -> frozenset[str]:
    """Return the texts of a page in the language that marks them."""
    return frozenset(messages()[ord(sign) - _FIRST_MARK][0] for sign in page if ord(sign) >= _FIRST_MARK)


class Longer(NullTranslations):
    """A catalogue whose texts are English, with each vowel twice, which makes them 40 % longer."""

    def gettext(self, message: str) -> str:
        return catalogue.longer(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return catalogue.longer(msgid1 if n == 1 else msgid2)


_KINDS: Mapping[str, Callable[[], NullTranslations]] = {MARKED: Marked, LONGER: Longer}


@contextmanager
def pseudo_languages() -> Iterator[None]:
    """Have both languages in this process."""
    shipped = languages.load_catalogue
    load = cache(lambda language: _KINDS[language]() if language in _KINDS else shipped(language))
    offered = {**languages.LANGUAGES, **dict.fromkeys(_KINDS, "Pseudo")}
    with (
        mock.patch.object(languages, "load_catalogue", load),
        mock.patch.dict(languages.LANGUAGES, offered),  # type: ignore[arg-type]
    ):
        yield


def cover(wanted: Collection[str], offers: Sequence[tuple[T, frozenset[str]]]) -> Iterator[T]:
    """Yield few of the offers that have all that is wanted between them, those with most of it first."""
    missing = frozenset(wanted).intersection(frozenset[str]().union(*(texts for _, texts in offers)))
    while missing:
        best, texts = max(offers, key=lambda offer: len(offer[1] & missing))
        yield best
        missing -= texts


if __name__ == "__main__":
    with pseudo_languages():
        main()
