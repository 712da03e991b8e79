"""What may be a name, and how long it looks."""

import pytest

from companion.i18n.errors import Refused
from companion.room import names


@pytest.mark.parametrize("name", ["Ann", "最中限", "عبد الرحمن", "👨‍👩‍👧‍👦", "🦄", "7", "नमस्ते", "x" * 20])
def test_any_script_may_be_used(name: str) -> None:
    assert name == names.clean_name(name)


@pytest.mark.parametrize("emoji", ["👨‍👩‍👧‍👦", "👍🏻", "👍🏽", "👍🏿", "❤️‍🔥", "👩🏽‍🚀", "🏽"])
def test_an_emoji_with_all_that_is_joined_to_it_counts_as_one_character(emoji: str) -> None:
    assert 1 == names.visible_length(emoji)
    assert 3 == names.visible_length(f"x{emoji}x")


@pytest.mark.parametrize("two", ["🦄🦄", "a\u200d🦄", "🦄\u200da", "a🏽", "🦄a"])
def test_nothing_but_pictures_is_joined(two: str) -> None:
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
def test_an_initial_is_one_character_as_people_see_it(name: str, first: str) -> None:
    assert first == names.first_character(name)


def test_spaces_are_tidied_and_control_characters_dropped() -> None:
    assert "Ann Lee" == names.clean_name("  Ann\t \u202eLee\x00 ")


def test_a_tower_of_marks_is_cut_down() -> None:
    assert "Q" + "\u0301" * 4 == names.clean_name("Q" + "\u0301" * 50)


@pytest.mark.parametrize("hostile", ["a" + "\u200da" * 40, "👍" + "🏽" * 200, "ﷺ" * 21, "x" * 10_000])
def test_a_name_cannot_be_longer_than_it_looks(hostile: str) -> None:
    with pytest.raises(Refused, match="too long"):
        names.clean_name(hostile)


@pytest.mark.parametrize("blank", ["\u3164", "\u2800", "\u115f\u1160", "\u200d"])
def test_a_name_that_shows_nothing_is_none(blank: str) -> None:
    with pytest.raises(Refused, match="Enter a name"):
        names.clean_name(blank)


def test_a_long_name_makes_room_for_its_number() -> None:
    unique = names.free_name("x" * 20, [names.name_key("X" * 20)])
    assert ("x" * 18 + " 2", 20) == (unique, names.visible_length(unique))


def test_numbers_go_on_until_one_is_free() -> None:
    assert "Sam 4" == names.free_name("Sam", list(map(names.name_key, ("sam", "SAM 2", "Ｓam　3"))))
