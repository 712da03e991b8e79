"""The poster over HTTP: the page, the picture by itself, and what becomes of both after a correction."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.clients import Clients
from tests.support.correction_fields import confirmed

NAMES = ("Ann", "B<b>", "Cid")
ROUNDS = ((5, 1, 9), (5, 6, 9), (5, 6, 9))
"""Ann wins the first, and the second player the others: the middle of 0, 1 and 2 points is Ann's."""


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    made = Clients(tmp_path)
    made.gather(*NAMES, rounds=3, tie_break="peel")
    yield made
    made.close()


def play(clients: Clients, rounds: tuple[tuple[int, ...], ...] = ROUNDS) -> None:
    for numbers in rounds:
        for name, number in zip(NAMES, numbers, strict=True):
            assert clients.send(name, number).status_code == 303


def test_until_a_game_is_over_the_page_has_no_poster(clients: Clients) -> None:
    play(clients, ROUNDS[:2])
    page = clients.ask("Ann", "result").text
    assert "poster.svg" not in page
    assert "The evening of " in page
    assert clients.ask("Ann", "result/poster.svg").status_code == 404


def test_the_page_shows_the_picture_the_facts_and_every_round(clients: Clients) -> None:
    play(clients)
    page = clients.ask("stranger", "result").text
    assert f'src="/{clients.code}/result/poster.svg"' in page
    assert "The poster: Ann is perfectly average" in page
    assert "was the middle at first, 6 at the end: you drifted up" in page
    assert 'aria-label="The middle of 3 rounds: 5 at first, 6 at the end"' in page
    assert 'href="#rounds"' in page
    assert f'href="/{clients.code}/result/1/3"' in page


def test_the_text_on_the_page_ends_with_the_address_that_phones_use(clients: Clients) -> None:
    play(clients)
    [text] = re.findall(r"<textarea[^>]*>(.*?)</textarea>", clients.ask("host", "result").text, re.DOTALL)
    assert "Ann is perfectly average" in text
    assert "B&lt;b&gt;" in text
    assert re.fullmatch(rf"http://\S+/{clients.code}/result", text.splitlines()[-1])


def test_the_picture_may_run_nothing_and_load_nothing(clients: Clients) -> None:
    play(clients)
    answer = clients.ask("stranger", "result/poster.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")  # noqa: S314 - our own drawing
    assert "<b>" not in answer.text


def test_the_picture_is_sent_again_only_if_it_has_changed(clients: Clients) -> None:
    play(clients)
    first = clients.ask("Ann", "result/poster.svg")
    assert "no-store" not in first.headers["Cache-Control"]
    asked = {"If-None-Match": first.headers["ETag"]}
    for accepted in ("identity", "gzip"):
        same = clients.ask("Ann", "result/poster.svg", headers={**asked, "Accept-Encoding": accepted})
        assert (304, b"") == (same.status_code, same.data)
        assert "Content-Encoding" not in same.headers
        assert "Accept-Encoding" in same.headers["Vary"]
    zipped = clients.ask("Ann", "result/poster.svg", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(zipped.data) == first.data
    assert len(zipped.data) < 30_000
    clients.host("correct", **confirmed("1.3", "3", "7"))
    again = clients.ask("Ann", "result/poster.svg", headers=asked)
    assert again.status_code == 200
    assert again.headers["ETag"] != first.headers["ETag"]


def test_the_picture_has_the_language_of_its_reader(clients: Clients) -> None:
    play(clients)
    english, japanese = (
        clients.ask("Ann", "result/poster.svg", headers={"Accept-Language": each}).text
        for each in ("en", "ja")
    )
    assert english != japanese
    assert "Accept-Language" in clients.ask("Ann", "result/poster.svg").headers["Vary"]


def test_a_hidden_number_of_the_next_game_is_not_in_the_poster(clients: Clients) -> None:
    play(clients)
    before = clients.ask("Ben", "result/poster.svg").data
    clients.host("begin", rounds=3, tie_break="peel")
    clients.send("Ann", 77)
    assert clients.ask("Ben", "result/poster.svg").data == before


def test_a_deleted_room_has_no_poster(clients: Clients) -> None:
    play(clients)
    clients.code = "AAA9"
    assert clients.ask("Ann", "result/poster.svg").status_code == 404
