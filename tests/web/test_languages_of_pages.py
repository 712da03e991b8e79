"""Languages of the pages: every text on every page is in the catalogues, and translated."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask

import companion
from companion.i18n import languages
from companion.room import bots
from companion.web.middleware.language import width
from tests.i18n.test_languages import Pseudo
from tests.support.evening import NAMES
from tests.support.visits import Visits, visited
from tests.tools import catalogue

ROOT = Path(companion.__file__).parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SAID = {"aria-label", "placeholder", "title", "alt"}
SAID |= {f"data-{each}" for each in ("news", "lost", "off", "on", "muted")}
"""Attributes that are read, by eye or by a screen reader."""

TYPED = ("Zoe", "O'Brien & Sons", "How many windows?")
"""What people of an evening call each other, and ask."""

SAME = {
    *("companion", "English", "CSV", "ZZZZ", "result", "Guest"),
    *("Linux", "ufw", "firewalld", "Windows", "macOS"),
    *re.findall(r"\w+", " ".join((*NAMES, *TYPED, *(each.name for each in bots.STRATEGIES.values())))),
}
"""Words that are the same in every language: names, a format, an address, and the code of an unknown room."""

ADDRESS = re.compile(r"(https?://)?(\d+(\.\d+){3}|localhost|\[[\da-f:]+\])(:\d+)?(/\S*)?")


class Texts(HTMLParser):
    """Collects the texts of a page, with those for screen readers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style", "code")
        self.found += [value or "" for name, value in attrs if name in SAID]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style", "code")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found.append(data)


@pytest.fixture(scope="module")
def disguised(tmp_path_factory: pytest.TempPathFactory) -> Visits:
    """All pages in a pseudo language, in which texts of the catalogues have no letters."""
    with pytest.MonkeyPatch.context() as patch:
        pseudo = Pseudo()
        patch.setattr(languages, "load_catalogue", lambda _language: pseudo)
        return visited(tmp_path_factory.mktemp("pseudo"), "ja")


@pytest.fixture(scope="module")
def japanese(tmp_path_factory: pytest.TempPathFactory) -> Visits:
    return visited(tmp_path_factory.mktemp("japanese"), "ja")


def words(page: str, codes: set[str]) -> Iterator[str]:
    """Find the words of a page that are in no catalogue."""
    for text in Texts(page).found:
        for each in re.findall(r"[A-Za-z]{2,}", ADDRESS.sub("", text)):
            if each not in SAME and not any(each in code for code in codes):
                yield each


@pytest.mark.slow
def test_every_text_on_every_page_is_in_the_catalogues(disguised: Visits) -> None:
    for name, page in disguised.pages.items():
        assert set() == set(words(page, disguised.codes)), name


@pytest.mark.slow
def test_no_sentence_of_a_template_stays_English_on_a_Japanese_page(japanese: Visits) -> None:
    shown = "\n".join(text for page in japanese.pages.values() for text in Texts(page).found)
    for fragment in fragments():
        assert fragment not in shown
    assert all('<html lang="ja"' in page for page in japanese.pages.values() if "<html" in page)


def fragments() -> Iterator[str]:
    """Split the texts of the templates at their values; single words are tested elsewhere."""
    for message in catalogue.messages(catalogue.extracted()):
        if any(path.startswith("templates/") for path, _ in message.locations):
            for text in catalogue.forms(message.id):
                parts = re.split(r"%\(\w+\)s|<[^>]*>", text)
                yield from (part.strip() for part in parts if re.search(r"[A-Za-z]{3,} [a-z]{2,}", part))


@pytest.mark.slow
def test_names_are_escaped_in_every_language(japanese: Visits, disguised: Visits) -> None:
    for each in (japanese, disguised):
        for name, page in each.pages.items():
            assert "D&n" not in page, name


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_holds_no_text_outside_the_catalogues(path: Path) -> None:
    said_elsewhere = (
        r"{%\s*trans\b.*?{%\s*endtrans\s*%}"
        r"|{% block (kind|plain) %}.*?{% endblock %}"
        r"|{% macro (to|sized|timed|turn|during|small)\(.*?{% endmacro %}"
    )
    source = re.sub(said_elsewhere, "", path.read_text(), flags=re.S)
    plain = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", source, flags=re.S)
    assert set() == {word for text in Texts(plain).found for word in re.findall(r"[A-Za-z]{2,}", text)} - SAME


def test_a_template_that_is_imported_says_nothing_while_it_is_loaded() -> None:
    """Its module is cached: a text outside its macros would stay in the language of the first request."""
    folder = ROOT / "templates"
    imports = re.compile(r'{% from "([^"]*)" import')
    imported = {name for path in TEMPLATES for name in imports.findall(path.read_text())}
    assert "parts/live.html" in imported
    for name in imported:
        outside = re.sub(r"{% macro .*?{% endmacro %}", "", (folder / name).read_text(), flags=re.S)
        assert "_(" not in outside, name


def tv(app: Flask, address: str, language: str) -> tuple[str, str]:
    """Return the language of a TV page, and the address under which it asks for what has changed."""
    page = app.test_client().get(address, headers={"Accept-Language": language}).text
    return re.findall(r'<html lang="(\w+)"', page)[0], re.findall(r'hx-get="([^"]*)"', page)[0]


def test_a_TV_speaks_the_language_of_its_browser_or_of_its_address(japanese: Visits) -> None:
    there = f"/{japanese.clients.code}/tv"
    assert ("en", f"{there}?lang=en") == tv(japanese.clients.app, there, "en")
    assert ("ja", f"{there}?lang=ja") == tv(japanese.clients.app, there, "ja")
    assert ("ja", f"{there}?lang=ja") == tv(japanese.clients.app, f"{there}?lang=ja", "en")
    assert ("en", f"{there}?lang=en") == tv(japanese.clients.app, f"{there}?lang=en", "ja")
    assert "ja" == tv(japanese.clients.app, f"{there}?lang=x", "ja")[0]


def test_only_the_TV_has_its_language_in_its_address(japanese: Visits) -> None:
    page = japanese.clients.app.test_client().get(f"/{japanese.clients.code}/result?lang=ja").text
    assert '<html lang="en"' in page


@pytest.mark.parametrize("path", ["host", "host/people", "host/room", "host/games", "result", "result/1/1"])
def test_pages_for_people_offer_the_other_languages_at_their_foot(japanese: Visits, path: str) -> None:
    *_, page = (page for name, page in japanese.pages.items() if name.endswith(f" host /CODE/{path}"))
    assert 'name="language" value="en"' in page


def test_a_TV_offers_no_language(japanese: Visits) -> None:
    assert 'name="language"' not in japanese.ask("host", "tv").text


def test_letters_of_East_Asia_count_as_wide() -> None:
    assert [3, 6, 4] == [width(text) for text in ("Ann", "さくら", "ミA!")]


def test_a_choice_of_an_option_is_said_and_what_is_posted_stays(japanese: Visits) -> None:
    japanese.clients.code = next(each for each in japanese.codes if len(each) == 4)
    page = japanese.ask("host", "host/games?choice=good-enough").text
    assert '<option value="sudden-death">サドンデス：1ラウンドずつ追加する</option>' in page
    assert '<option value="each-round" selected>ラウンドごとに</option>' in page
    assert '<option value="">その場の人数に合わせて（おまかせ）</option>' in page
