"""What may be a name, and who is named: the dealer of a Median game (D3)."""

from typing import Any

import pytest

from companion.i18n.errors import Refused
from companion.room import events, game_events, names
from companion.room.commands import membership, room_control
from companion.room.next_game import chosen_players
from tests.support.room_driver import HOST, RoomDriver, device, open_room, open_room_with, play_out, refused


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
    unique = names.free_name("x" * 20, {"x" * 20}.__contains__)
    assert ("x" * 18 + " 2", 20) == (unique, names.visible_length(unique))


def joined(*typed: str) -> list[str]:
    """Return the names of those who join a new room under what they typed."""
    return [player.name for player in open_room_with("median", typed).room.players]


def test_numbers_go_on_until_one_is_free() -> None:
    assert ["Sam", "SAM 2", "Ｓam 3", "sam 4"] == joined("Sam", "SAM 2", "Ｓam　3", "sam")


ALIKE = [
    ("Ann", "\u0410nn"),  # Cyrillic A
    ("ann", "\u0391nn"),  # Greek Alpha
    ("Bob", "b\u03bfb"),
    ("Bob", "B0b"),
    ("Ian", "lan"),
    ("Bill", "Bi1I"),
    ("\u0412\u041e\u0412\u0410", "BOBA"),
    ("Zoë", "Z\u043e\u0451"),
    ("Ann", "A\u200dnn"),
    ("Ann", "An\ufe0fn"),
    ("Jo Lee", "Jo\u3164Lee"),
    ("O\u2019Neil", "O'Neil"),
    ("カナ", "力ナ"),
    ("ニコ", "二コ"),
    ("ペコ", "ぺコ"),
]


@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_a_name_that_looks_like_another_gets_a_number_whoever_comes_first(first: str, second: str) -> None:
    assert [first, f"{second} 2"] == joined(first, second)
    assert [second, f"{first} 2"] == joined(second, first)


def test_names_that_are_different_to_the_eye_stay_as_they_are() -> None:
    honest = "Ann Anna Aнна Anne Án Lan Ian Lia Соня Саня Вова Boba Ева Ива Eve Νίκος Νίνος Zoe Zoë"
    honest += " ア イ ハナ ハチ 一郎 二郎 三郎"
    assert honest.split() == joined(*honest.split())
    assert ["Sam", *(f"Sam {number}" for number in range(2, 112))] == joined(*["Sam"] * 111)


def test_nobody_is_renamed_to_what_looks_like_another_but_may_get_another_case() -> None:
    driver = open_room("median", 3)
    name = driver.room.name("1")
    driver.do(HOST, membership.rename_player, "2", "Ian")
    refusal = driver.refusal(HOST, membership.rename_player, "1", "lan")
    assert (Refused, "Somebody else is called lan already") == refusal
    driver.do(HOST, membership.rename_player, "2", "lan")
    assert [name, "lan"] == [driver.room.name("1"), driver.room.name("2")]


def test_names_that_look_alike_in_a_room_of_an_earlier_release_stay_as_they_are() -> None:
    driver = open_room("median", 0)
    for number, name in enumerate(["Ann", "\u0410nn", "Ian", "lan"], start=1):
        driver.apply(events.PlayerJoined(str(number), name, f"phone {number}"), f"phone {number}")
    driver.do("phone 2", membership.leave_room)
    driver.do("phone 2", membership.return_to_room)
    assert ["Ann", "\u0410nn", "Ian", "lan"] == [player.name for player in driver.room.players]


# D3: who deals in Median game: the first player, then the next one, unless the host names another.


SHORT = {"lowest": "J", "hand": 2}


def begin(driver: RoomDriver, game: str = "median", **options: Any) -> None:
    driver.do(HOST, room_control.start_game, lambda _: {**SHORT, **options}, game=game)


def play_a_game(driver: RoomDriver, **options: Any) -> str:
    """Play a game to its end, and return who dealt."""
    begin(driver, **options)
    dealer = driver.game.must_lead or ""
    play_out(driver, 1)
    return dealer


def offered(driver: RoomDriver) -> list[str]:
    return [seat for _, seat in chosen_players(driver.room, driver.room.next_game.rules)]


def test_D3_the_first_player_deals_first_and_then_the_deal_passes_on() -> None:
    driver = open_room("median", 3)
    assert ["1"] == offered(driver)
    assert ["1", "2", "3", "1"] == [play_a_game(driver) for _ in range(4)]


def test_D3_the_host_names_the_dealer_and_the_deal_passes_on_from_there() -> None:
    driver = open_room("median", 3)
    assert ["3", "1", "2", "2"] == [
        play_a_game(driver, **named) for named in ({"dealer": "3"}, {}, {"dealer": "2"}, {"dealer": "2"})
    ]
    assert ["3"] == offered(driver)


def test_the_deal_passes_over_those_who_are_not_there() -> None:
    driver = open_room("median", 4)
    play_a_game(driver, dealer="1")
    driver.do(device("2"), membership.leave_room)
    assert ["3"] == offered(driver)
    driver.do(device("1"), membership.leave_room)
    play_a_game(driver, dealer="4", lead="winner")
    assert ["3"] == offered(driver)


def test_a_game_that_was_thrown_away_or_never_played_passes_nothing_on() -> None:
    driver = open_room("median", 3)
    begin(driver, dealer="2")
    driver.do(HOST, room_control.end_game, driver.round_id)
    assert ["1"] == offered(driver)
    begin(driver, dealer="2")
    driver.play_trick("J Q K")
    driver.do(HOST, room_control.end_game, driver.round_id, "throw")
    assert ["1"] == offered(driver)
    begin(driver, dealer="2")
    driver.play_trick("J Q K")
    driver.do(HOST, room_control.end_game, driver.round_id, "count")
    assert ["3"] == offered(driver)


def test_a_dealer_must_play() -> None:
    driver = open_room("median", 3)
    driver.do("new", membership.join_room, "Dan")
    driver.do("new", membership.leave_room)
    sentence = "Dealer: Dan does not play, choose somebody else"
    assert sentence == refused(lambda: begin(driver, dealer="4"))
    assert (Refused, sentence) == driver.refusal(
        HOST, room_control.choose_game, "median", lambda _: {"dealer": "4"}
    )
    assert "Dealer: ? does not play, choose somebody else" == refused(lambda: begin(driver, dealer="nobody"))


def test_a_chosen_dealer_is_for_one_game() -> None:
    driver = open_room("median", 3)
    driver.do(HOST, room_control.choose_game, "median", lambda _: {**SHORT, "dealer": "3"})
    chosen = driver.room.next_game.options
    driver.do(HOST, room_control.start_game, lambda _: chosen)
    assert "3" == driver.game.must_lead
    play_out(driver, 1)
    assert "dealer" not in driver.room.next_game.options
    assert ["1"] == offered(driver)


def test_who_was_chosen_and_leaves_before_the_start_is_not_offered_any_more() -> None:
    driver = open_room("median", 4)
    driver.do(HOST, room_control.choose_game, "median", lambda _: {**SHORT, "dealer": "2"})
    assert ["2"] == offered(driver)
    driver.do(device("2"), membership.leave_room)
    assert ["1"] == offered(driver)


def test_a_dealer_of_an_older_room_is_for_one_game_too() -> None:
    driver = open_room("median", 3)
    driver.apply(game_events.GameStarted("median", {**SHORT, "dealer": "2"}), HOST)
    assert SHORT == driver.room.options
