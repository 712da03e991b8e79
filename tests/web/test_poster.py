"""What is drawn: the guests, and the poster over HTTP and what becomes of it after a correction."""

import gzip
from itertools import combinations
from xml.etree import ElementTree

import pytest

from companion.web.drawings import OUTLINES, SPRITE, Guest, guest, guest_of, small_guest
from tests.support.clients import Clients
from tests.support.correction_fields import confirmed

NAMES = ("Ann", "B<b>", "Cid")

ROUNDS = ((5, 1, 9), (5, 6, 9), (5, 6, 9))

"""Ann wins the first, and the second player the others: the middle of 0, 1 and 2 points is Ann's."""


@pytest.fixture
def clients(clients: Clients) -> Clients:
    clients.gather(*NAMES, rounds=3, tie_break="peel")
    return clients


def play(clients: Clients, rounds: tuple[tuple[int, ...], ...] = ROUNDS) -> None:
    for numbers in rounds:
        clients.play(*numbers, names=NAMES)


def test_until_a_game_is_over_the_page_has_no_poster(clients: Clients) -> None:
    play(clients, ROUNDS[:2])
    page = clients.ask("Ann", "result").text
    assert "poster.svg" not in page
    assert "The evening of " in page
    assert clients.ask("Ann", "result/poster.svg").status_code == 404


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


def parsed(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing


@pytest.mark.parametrize("seat", ["1", "8", "9", "33", "1000"])
def test_a_guest_is_one_svg_in_the_colour_of_its_seat(seat: str) -> None:
    for drawn in (guest(seat), guest(seat, "100", "wins"), small_guest(seat), small_guest(seat, "7")):
        root = parsed(drawn)
        assert root.tag == "svg"
        assert f"c{(int(seat) - 1) % 8}" in root.attrib["class"].split()


def test_what_a_guest_wears_is_escaped() -> None:
    assert "<b>" not in guest("1", "<b>")
    assert "&lt;b&gt;" in guest("1", "<b>")
    assert "&lt;b&gt;" in small_guest("1", "<b>")


def test_everything_that_guests_refer_to_is_in_the_sprite_and_no_style_is_inline() -> None:
    assert "style" not in SPRITE + "".join(guest(str(seat)) for seat in range(1, len(OUTLINES) + 1))
    known = {each.attrib["id"] for each in parsed(SPRITE).iter() if "id" in each.attrib}
    for seat in range(1, 97):
        for drawn in (guest(str(seat)), small_guest(str(seat)), small_guest(str(seat), "7")):
            for each in parsed(drawn).iter():
                if reference := each.attrib.get("href"):
                    assert reference.removeprefix("#") in known
                if "url(" in (fill := each.attrib.get("fill", "")):
                    assert fill[5:-1] in known


def first(seats: int) -> list[Guest]:
    return [guest_of(str(seat)) for seat in range(1, seats + 1)]


def test_the_first_eight_guests_share_neither_colour_nor_outline() -> None:
    for one, other in combinations(first(8), 2):
        assert one.colour != other.colour
        assert one.outline != other.outline


def test_the_first_96_guests_all_differ() -> None:
    assert len(set(first(96))) == 96


def test_the_first_36_guests_differ_in_outline_or_pattern_so_that_nobody_needs_colour() -> None:
    assert len({(each.outline, each.pattern) for each in first(36)}) == 36
