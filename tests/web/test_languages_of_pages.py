"""Every page of whole evenings: its texts are in the catalogues, and it loads nothing from elsewhere."""

import html
import re
from collections.abc import Iterator
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest

import companion
from companion.i18n import languages
from companion.i18n.lettering import columns
from companion.live.stream import Subscriber
from companion.room import bots
from companion.web.renderer import StreamRenderer
from tests.i18n.test_languages import Pseudo
from tests.support.clients import HTMX, Clients
from tests.support.drawn_pages import drawn
from tests.support.evening import NAMES
from tests.support.scenes import SHORT
from tests.support.streamed import VOID
from tests.support.visits import Visits, visited

ROOT = Path(companion.__file__).parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SAID = re.compile(r'\b(?:aria-label|placeholder|title|alt|data-(?:news|lost|off|on|muted))="([^"]*)"')
"""Attributes that are read, by eye or by a screen reader."""

TYPED = ("Zoe", "O'Brien & Sons", "How many windows?")
"""What people of an evening call each other, and ask."""

SAME = {
    *re.findall(r"[A-Za-z]{2,}", " ".join(languages.LANGUAGES.values())),
    *("companion", "CSV", "ZZZZ", "result", "Guest"),
    *("Linux", "ufw", "firewalld", "Windows", "macOS"),
    *re.findall(
        r"\w+", " ".join((*NAMES, *TYPED, *(strategy.name for strategy in bots.STRATEGIES.values())))
    ),
}
"""Words that are the same in every language: names, a format, an address, and the code of an unknown room."""

ADDRESS = re.compile(r"(https?://)?(\d+(\.\d+){3}|localhost|\[[\da-f:]+\])(:\d+)?(/\S*)?|/\w{4}/seat/\S+")


_OTHER_DECK = r"<label lang=.(?!ja\b)\w+.>.*?</label>"


def texts(page: str) -> Iterator[str]:
    """Find the texts of a page, with those for screen readers; decks of another language have it."""
    without = rf"<(script|style|code)\b.*?</\1>|<span class=.apart.*?</span></span>|{_OTHER_DECK}"
    page = re.sub(f"(?s){without}", "", page)
    for text in (*re.findall(r"(?:^|>)([^<]+)", page), *SAID.findall(page)):
        yield html.unescape(text)


LOADS = re.compile(
    r"""(?:<(?:script|img|iframe|embed|source|track|video|audio|link|object|form|input|use|image)\b[^>]*?\s
        |<[a-z][^>]*?\s(?=hx-|data-stream))
        (?:src|srcset|href|data|action|formaction|poster|xlink:href|hx-get|hx-post|data-stream)=["']([^"']*)""",
    re.VERBOSE | re.IGNORECASE,
)
"""Addresses that a page loads, or sends to, by itself or by a form; links that people follow are others."""


@pytest.fixture(scope="module")
def visits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visits]:
    """All pages in a pseudo language, in which texts of the catalogues have no letters."""
    with pytest.MonkeyPatch.context() as patch:
        pseudo = Pseudo()
        patch.setattr(languages, "load_catalogue", lambda _language: pseudo)
        found_visited = visited(tmp_path_factory.mktemp("pseudo"), "ja")
    with closing(found_visited.clients):
        yield found_visited


@pytest.mark.slow
def test_every_text_on_every_page_is_in_the_catalogues_and_names_are_escaped(visits: Visits) -> None:
    for name, page in visits.pages.items():
        assert "D&n" not in page, name
        assert '<html lang="ja"' in page or "<html" not in page, name
    found = {text: name for name, page in visits.pages.items() for text in texts(page)}
    assert [] == [
        (each, name)
        for text, name in found.items()
        for each in re.findall(r"[A-Za-z]{2,}", ADDRESS.sub("", text))
        if each not in SAME and not any(each in code for code in visits.codes)
    ]


@pytest.mark.slow
def test_no_page_loads_anything_from_elsewhere(visits: Visits) -> None:
    found = {(name, address) for name, page in visits.pages.items() for address in LOADS.findall(page)}
    assert any(address.startswith("/static/") for _, address in found)
    assert any(address.endswith("/stream") for _, address in found)
    assert set() == {(name, address) for name, address in found if not re.match(r"/(?!/)|#", address)}
    loading = re.compile(r"@import|url\((?!#)|<base\b|<iframe")
    assert not [name for name, page in visits.pages.items() if loading.search(page)]


@pytest.mark.slow
@pytest.mark.parametrize("path", ["host/people", "host/room", "host/games", "result", "result/1/1"])
def test_pages_for_people_offer_the_other_languages_at_their_foot(visits: Visits, path: str) -> None:
    *_, page = (page for name, page in visits.pages.items() if name.endswith(f" host /CODE/{path}"))
    assert 'name="language" value="en"' in page


def test_templates_hold_no_text_outside_the_catalogues() -> None:
    said_elsewhere = (
        r"{%-?\s*trans\b.*?{%-?\s*endtrans\s*-?%}"
        r"|{% block (kind|plain|styles|lit|guest) %}.*?{%-? endblock %}"
        r"|{% macro (to|posts|side|size|sized|timed|turn|during|small)\(.*?{%-? endmacro -?%}"
    )
    for path in TEMPLATES:
        source = re.sub(said_elsewhere, "", path.read_text(), flags=re.S)
        plain = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", source, flags=re.S)
        found = {word for text in texts(plain) for word in re.findall(r"[A-Za-z]{2,}", text)} - SAME
        assert set() == found, path


def test_a_template_that_is_imported_says_nothing_while_it_is_loaded() -> None:
    """Its module is cached: a text outside its macros would stay in the language of the first request."""
    folder = ROOT / "templates"
    imports = re.compile(r'{% from "([^"]*)" import [^%]*(?<!with context) %}')
    imported = {name for path in TEMPLATES for name in imports.findall(path.read_text())}
    assert "parts/live.html" in imported
    for name in imported:
        outside = re.sub(r"{% macro .*?{%-? endmacro -?%}", "", (folder / name).read_text(), flags=re.S)
        assert "_(" not in outside, name


def tv(clients: Clients, address: str, language: str) -> tuple[str, str]:
    """Return the language of a TV page, and the address under which it asks for what has changed."""
    page = clients.app.test_client().get(address, headers={"Accept-Language": language}).text
    return re.findall(r'<html lang="(\w+)"', page)[0], re.findall(r'hx-get="([^"]*)"', page)[0]


def test_only_a_TV_has_its_language_in_its_address_or_from_its_browser(clients: Clients) -> None:
    clients.open()
    there = f"/{clients.code}/tv"
    assert ("en", f"{there}?lang=en") == tv(clients, there, "en")
    assert ("ja", f"{there}?lang=ja") == tv(clients, there, "ja")
    assert ("ja", f"{there}?lang=ja") == tv(clients, f"{there}?lang=ja", "en")
    assert ("en", f"{there}?lang=en") == tv(clients, f"{there}?lang=en", "ja")
    assert "ja" == tv(clients, f"{there}?lang=x", "ja")[0]
    assert "causes?lang=ja" in clients.ask("TV", "tv/causes?lang=ja").text
    assert 'name="language"' not in clients.ask("host", "tv").text
    assert '<html lang="en"' in clients.ask("guest", "result?lang=ja").text


def test_letters_of_East_Asia_count_as_wide() -> None:
    assert [3, 6, 4] == [columns(text) for text in ("Ann", "さくら", "ミA!")]


def test_a_choice_of_an_option_is_said_and_what_is_posted_stays(clients: Clients) -> None:
    clients.open()
    page = clients.ask("host", "host/games?choice=good-enough", headers={"Accept-Language": "ja"}).text
    assert 'value="sudden-death"><span>サドンデス：1ラウンドずつ追加する</span>' in page
    assert '<option value="each-round" selected>ラウンドごとに</option>' in page
    assert 'value="" checked><span>勝者は1人</span>' in page


def test_the_host_chooses_the_language_of_the_TV_and_a_TV_that_is_open_follows(clients: Clients) -> None:
    clients.gather("Ann", "Ben", "Cid")
    before, address = clients.room, f"/{clients.code}/tv"
    clients.host("speak", language="de")
    assert "de" == tv(clients, address, "ja")[0]
    assert "de" == tv(clients, f"{address}?lang=ja", "en")[0]
    opened = clients.ask("TV", "tv?lang=en", headers=HTMX)
    assert ("true", "") == (opened.headers.get("HX-Refresh"), opened.text)
    assert "Punktzahl" in clients.ask("TV", "tv?lang=de", headers=HTMX).text
    change = StreamRenderer(clients.app).render_change(before, clients.room)
    sent = {each: change(Subscriber("tv", each, "http://localhost", ""))[0].plain for each in ("en", "de")}
    assert sent["en"].startswith(b"id: ")
    assert b"<section" in sent["de"]
    clients.host("speak", language="")
    assert "ja" == tv(clients, address, "ja")[0]
    assert "Choose one of the languages" in clients.host("speak", language="tlh").text


def test_a_browser_that_translates_a_page_leaves_names_codes_and_numbers(clients: Clients) -> None:
    clients.gather("Ann", "Ben", "Cid")
    clients.play(1, 5, 9)
    clients.send("Ann", 7)
    for language in languages.LANGUAGES:
        asked = {"Accept-Language": language}
        for who, path in (
            ("Ann", ""),
            ("host", "host"),
            ("host", "host/people"),
            ("TV", "tv"),
            ("Ann", "result"),
        ):
            page = clients.ask(who, path, headers=asked).text
            proper = re.findall(
                r'<bdi[^>]*>|<(?:b|p|span|strong) [^>]*class="(?:code|number|address)[^>]*>', page
            )
            assert proper
            assert [] == [each for each in proper if 'translate="no"' not in each]


class _Translated(HTMLParser):
    """The texts of a page that a browser would translate, one by one."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts = set[str]()
        self._open: list[bool] = []
        """For each element that is open, whether it is left as it is."""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            kept = ("translate", "no") in attrs or tag in ("script", "style", "svg", "title")
            self._open.append(kept or bool(self._open and self._open[-1]))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and not self._open[-1]:
            self.texts.add(data.strip())


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_name_and_no_code_that_stands_alone_is_translated_on_any_screen(language: str) -> None:
    proper, found = {*SHORT}, dict[str, str]()
    for picture, page in drawn([("good-enough", 3), ("median", 3)], language, short=True):
        if not picture.path.endswith(".svg"):
            codes = re.findall(r'data-stream="/(\w{4})/', page)
            found |= dict.fromkeys(_Translated(page).texts & {*proper, *codes}, picture.name)
    assert {} == found
