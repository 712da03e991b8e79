"""Taking a seat: by code or QR, under a name, once for each browser."""

import re
from collections.abc import Callable

import pytest

from companion.i18n.errors import Refused
from companion.room import names
from companion.storage.event_store import DIGITS, LETTERS
from tests.support.guest import Guest, error_message
from tests.support.server import Server


@pytest.fixture
def host(server: Server) -> Guest:
    guest = Guest(server.url)
    guest.start_room()
    return guest


def seated(host: Guest) -> list[str]:
    [tiles] = re.findall(r'<ol class="folk.*?</ol>', host.page("/host").text, re.DOTALL) or [""]
    return re.findall(r"<bdi[^>]*>([^<]*)</bdi>", tiles)


def test_a_room_code_has_no_character_that_looks_like_another(host: Guest) -> None:
    assert not set("01OIL") & set(LETTERS + DIGITS)
    assert set(host.code) <= set(LETTERS + DIGITS)


@pytest.mark.parametrize("written", [str.lower, str.upper, lambda code: f" {code[:2]}-{code[2:]} "])
def test_a_code_is_found_in_any_case_and_with_hyphens(
    server: Server, host: Guest, written: Callable[[str], str]
) -> None:
    typed = written(host.code).replace(" ", "%20")
    answer = Guest(server.url).ask(f"/join?code={typed}")
    assert answer.url.endswith(f"/{host.code}")
    assert "Your name" in answer.text


def test_the_address_of_the_qr_code_leads_straight_to_your_name(server: Server, host: Guest) -> None:
    for code in (host.code, host.code.lower()):
        assert "Your name" in Guest(server.url).ask(f"/{code}").text


def test_a_name_that_is_taken_gets_a_number(server: Server, host: Guest) -> None:
    for name in ("Sam", "sam", "Ｓａｍ", "Sam 2"):
        Guest(server.url).join(host.code, name)
    assert ["Sam", "sam 2", "Ｓａｍ 3", "Sam 2 2"] == seated(host)


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "x" * 21])
def test_a_name_that_is_none_is_refused_and_stays_in_the_field(
    server: Server, host: Guest, name: str
) -> None:
    answer = Guest(server.url).join(host.code, name)
    assert 422 == answer.status
    assert error_message(answer)
    assert f'value="{name}"' in answer.text
    assert [] == seated(host)


def test_a_page_shows_no_personal_part_to_a_browser_without_a_seat(server: Server, host: Guest) -> None:
    answer = Guest(server.url).ask(f"/{host.code}", headers={"HX-Request": "true"})
    assert ("", "true") == (answer.text, answer.headers["HX-Refresh"])


@pytest.mark.parametrize(
    ("name", "source"), [("mediocrity", "Greg Weidman"), ("saichugen", "最中限"), ("median", "João Vitor")]
)
def test_every_game_has_a_page_of_rules_that_names_its_source_and_leads_back(
    server: Server, host: Guest, name: str, source: str
) -> None:
    page = host.ask(f"/rules/{name}?room={host.code}").text
    assert source in page
    assert f'href="/{host.code}"' in page
    assert 404 == host.ask("/rules/chess").status


class TestNames:
    """The rules of names, without a server."""

    @pytest.mark.parametrize("name", ["Ann", "最中限", "عبد الرحمن", "👨‍👩‍👧‍👦", "🦄", "7", "नमस्ते", "x" * 20])
    def test_any_script_may_be_used(self, name: str) -> None:
        assert name == names.clean_name(name)

    @pytest.mark.parametrize("emoji", ["👨‍👩‍👧‍👦", "👍🏻", "👍🏽", "👍🏿", "❤️‍🔥", "👩🏽‍🚀", "🏽"])
    def test_an_emoji_with_all_that_is_joined_to_it_counts_as_one_character(self, emoji: str) -> None:
        assert 1 == names.visible_length(emoji)
        assert 3 == names.visible_length(f"x{emoji}x")

    @pytest.mark.parametrize("two", ["🦄🦄", "a\u200d🦄", "🦄\u200da", "a🏽", "🦄a"])
    def test_nothing_but_pictures_is_joined(self, two: str) -> None:
        assert 2 == names.visible_length(two)

    @pytest.mark.parametrize(
        ("name", "first"),
        [
            ("Ann", "A"),
            ("最中限", "最"),
            ("عبد", "ع"),
            ("👨‍👩‍👧‍👦 Family", "👨‍👩‍👧‍👦"),
            ("👍🏽 Bo", "👍🏽"),
            ("🇯🇵🇩🇪", "🇯🇵"),
            ("e\u0301a", "e\u0301"),
            ("7", "7"),
        ],
    )
    def test_an_initial_is_one_character_as_people_see_it(self, name: str, first: str) -> None:
        assert first == names.first_character(name)

    def test_spaces_are_tidied_and_control_characters_dropped(self) -> None:
        assert "Ann Lee" == names.clean_name("  Ann\t \u202eLee\x00 ")

    def test_a_tower_of_marks_is_cut_down(self) -> None:
        assert "Q" + "\u0301" * 4 == names.clean_name("Q" + "\u0301" * 50)

    @pytest.mark.parametrize("hostile", ["a" + "\u200da" * 40, "👍" + "🏽" * 200, "ﷺ" * 21, "x" * 10_000])
    def test_a_name_cannot_be_longer_than_it_looks(self, hostile: str) -> None:
        with pytest.raises(Refused, match="too long"):
            names.clean_name(hostile)

    @pytest.mark.parametrize("blank", ["\u3164", "\u2800", "\u115f\u1160", "\u200d"])
    def test_a_name_that_shows_nothing_is_none(self, blank: str) -> None:
        with pytest.raises(Refused, match="Enter a name"):
            names.clean_name(blank)

    def test_a_long_name_makes_room_for_its_number(self) -> None:
        unique = names.free_name("x" * 20, [names.name_key("X" * 20)])
        assert ("x" * 18 + " 2", 20) == (unique, names.visible_length(unique))

    def test_numbers_go_on_until_one_is_free(self) -> None:
        assert "Sam 4" == names.free_name("Sam", list(map(names.name_key, ("sam", "SAM 2", "Ｓam　3"))))
