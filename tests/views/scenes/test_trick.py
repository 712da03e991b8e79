"""The scene of a round of cards: order and fates, heading, strip and times follow from the score."""

from dataclasses import replace

import pytest

from companion.i18n.languages import use_language
from companion.rules import games
from companion.views.scenes.trick import TrickScene, trick_scenes
from tests.support.room_driver import HOST, RoomDriver, correct_play, open_room_with, play_moments, with_table
from tests.support.scenes import start_game, started_game, submit_plays

FOUR = ("Ann", "Bob", "Cyd", "Dan")


def scene_of(driver: RoomDriver) -> TrickScene:
    [scene] = trick_scenes(driver.room, driver.game)
    return scene


def played(game: str, names: tuple[str, ...], *tricks: str, **options: object) -> TrickScene:
    driver = started_game(game, names, **options)
    for trick in tricks:
        driver.play_trick(trick)
    return scene_of(driver)


def sides(scene: TrickScene) -> tuple[str, str, str]:
    """Return the cards below the middle, in it and above it."""
    low, middle, high = (
        " ".join(each.card.text for each in side) for side in (scene.low, scene.middle, scene.high)
    )
    return low, middle, high


def strip(scene: TrickScene) -> dict[str, tuple[int, int]]:
    """Return what each player had before the last reveal, and has now."""
    return {row.name: (row.was, row.score) for row in scene.strip.rows}


def lit(scene: TrickScene) -> list[str]:
    return [row.name for row in scene.strip.rows if row.lit]


@pytest.mark.parametrize(
    ("trick", "expected", "heading"),
    [
        ("Q J 7 2", ("2", "7 J", "Q"), "7 and J are gone"),
        ("K K 7 K", ("7", "K K K", ""), "Nothing in between: K, K and K are gone"),
        ("8 3 A A", ("A A", "3", "8"), "3 is gone"),
        ("J J 3 3", ("", "3 3 J J", ""), "Nothing in between: 3, 3, J and J are gone"),
    ],
)
def test_M3_M4_mediocre_cards_fall_between_those_that_go_back(trick, expected, heading):
    scene = played("mediocrity", FOUR, trick)
    assert scene.layout == "trapdoor"
    assert sides(scene) == expected
    assert scene.heading == heading
    assert {each.fate for each in scene.middle} == {"discarded"}
    assert {each.fate for each in (*scene.low, *scene.high)} <= {"kept"}
    assert scene.is_lit


def test_M5_the_strip_counts_the_cards_that_are_left():
    driver = started_game("mediocrity", FOUR)
    driver.play_trick("Q J 7 2")
    first = scene_of(driver)
    assert first.strip.label == "cards left"
    assert strip(first) == {"Ann": (13, 13), "Bob": (13, 12), "Cyd": (13, 12), "Dan": (13, 13)}
    assert lit(first) == ["Bob", "Cyd"]
    driver.play_trick("A 2 3 4")
    assert strip(scene_of(driver)) == {"Ann": (13, 13), "Bob": (12, 11), "Cyd": (12, 11), "Dan": (13, 13)}


@pytest.mark.parametrize(
    ("trick", "expected", "heading", "leans"),
    [
        ("high 3C 8S 5D QH", ("3C 5D", "8S", "QH"), "Called high: the 8 wins", "right"),
        ("low 3C 8S 5D QH", ("3C", "5D", "8S QH"), "Called low: the 5 wins", "left"),
        ("high 3H 3S 5C 9D", ("3H 3S", "5C", "9D"), "Called high: the 5 wins", "right"),
        ("low 3H 3S 5C 9D", ("", "3H 3S", "5C 9D"), "3 twice: into the pool", ""),
        ("low 3H 5S 5C 5D", ("3H", "5C 5D 5S", ""), "5 3 times: into the pool", ""),
    ],
)
def test_D5_of_two_in_the_middle_the_lamp_leans_to_the_one_that_was_called(trick, expected, heading, leans):
    scene = played("median", FOUR, trick)
    assert scene.layout == "row"
    assert sides(scene) == expected or sides(scene)[1:] == expected[1:]
    assert (scene.heading, scene.leans) == (heading, leans)
    assert scene.is_lit == bool(leans)
    assert [(each.name, each.call) for each in scene.cards if each.call] == [("Ann", trick.split()[0])]


def test_D4_of_three_cards_the_lamp_hangs_straight_over_the_middle_one():
    scene = played("median", FOUR[:3], "3C AS QH")
    assert sides(scene) == ("3C", "QH", "AS")
    assert (scene.heading, scene.leans) == ("Cyd’s Q wins", "")
    assert not any(each.call for each in scene.cards)


def test_D6_tied_cards_are_piled_up_until_somebody_takes_them():
    driver = started_game("median", FOUR)
    driver.play_trick("low 3H 5S 5C 9D")
    tied = scene_of(driver)
    assert tied.pool is not None
    assert (tied.pool.cards, tied.pool.next) == (4, 2)
    assert not tied.is_lit
    assert {each.fate for each in tied.middle} == {"tied"}
    driver.play_trick("low 2H 2S 7C 9H")
    again = scene_of(driver)
    assert again.pool is not None
    assert (again.pool.cards, again.pool.next) == (8, 3)
    driver.play_trick("high 3C 8S 5D QH")
    won = scene_of(driver)
    assert won.pool is None
    assert strip(won) == {"Ann": (0, 0), "Bob": (0, 3), "Cyd": (0, 0), "Dan": (0, 0)}
    assert [row.note for row in won.strip.rows] == ["", "2 from the pool", "", ""]
    assert won.strip.label == "rounds taken"


def test_D8_a_pool_at_the_end_of_the_game_is_for_nobody():
    driver = started_game("median", FOUR[:3], hand=1, lowest="A", decks=1)
    driver.play_trick("AH AS AC")
    scene = scene_of(driver)
    assert driver.game.next_round is None
    assert scene.pool is not None
    assert (scene.pool.cards, scene.pool.next) == (3, 0)


def test_S3_the_middle_card_stays_open_and_the_sums_grow():
    driver = started_game("saichugen", FOUR[:3])
    driver.play_trick("5S 9C KS")
    first = scene_of(driver)
    assert first.layout == "podium"
    assert sides(first) == ("5S", "9C", "KS")
    assert first.heading == "Bob’s 9 stays open"
    driver.play_trick("8H 3C KD")
    second = scene_of(driver)
    assert second.strip.label == "sum"
    assert strip(second) == {"Ann": (0, 8), "Bob": (9, 9), "Cyd": (0, 0)}
    opened = {row.name: [card.text if card else "" for card in row.open] for row in second.strip.rows}
    assert opened == {"Ann": ["", "8H"], "Bob": ["9C", ""], "Cyd": ["", ""]}
    for cards in ("2S 3S 4S", "2H 3H 4H"):
        driver.play_trick(cards)
    assert strip(scene_of(driver)) == {"Ann": (0, 0), "Bob": (0, 3), "Cyd": (0, 0)}


def test_S2_of_one_rank_the_suits_put_the_cards_in_order():
    assert sides(played("saichugen", FOUR[:3], "9S 9C 9H")) == ("9C", "9H", "9S")


def test_the_kicker_names_the_game_and_the_round():
    assert played("saichugen", FOUR[:3], "5S 9C KS").kicker == "Saichugen, round 1, trick 1"
    assert played("median", FOUR[:3], "5S 9C KS").kicker == "Median game, round 1"


def test_a_game_with_a_number_line_has_no_scene_of_cards():
    driver = started_game("good-enough", FOUR, rounds=3)
    assert [] == [*trick_scenes(driver.room, driver.game)]
    submit_plays(driver, [1, 2, 3, 4])
    assert [] == [*trick_scenes(driver.room, driver.game)]


def test_a_round_in_which_a_card_is_missing_has_no_result():
    driver = started_game("median", FOUR[:3])
    driver.play_trick("3C 8S QH")
    record = driver.game.record
    plays = {seat: card for seat, card in record.reveals[0].plays.items() if seat != "2"}
    record = replace(record, reveals=(replace(record.reveals[0], plays=plays),))
    scene = scene_of(with_table(driver, scored=games.score_record(record)))
    assert scene.heading == "A card is struck: nobody wins"
    assert not scene.is_lit
    assert [each.name for each in scene.cards] == ["Ann", "Cyd"]
    assert [(row.name, row.note) for row in scene.strip.rows if row.note] == [("Bob", "absent")]


def test_a_corrected_card_says_so():
    driver = started_game("median", FOUR[:3])
    driver.play_trick("3C 8S QH")
    assert driver.apply(correct_play(driver.room, HOST, "1.1", "2", "KS"))
    scene = scene_of(driver)
    assert [each.name for each in scene.cards if each.corrected] == ["Bob"]
    assert sides(scene) == ("3C", "QH", "KS")


@pytest.mark.parametrize("players", [3, 5, 8, 12, 13, 30])
def test_cards_come_up_in_order_and_tip_from_both_ends_before_anything_is_told(players):
    ranks = [f"{rank}{suit}" for suit in "CDHS" for rank in "23456789JQK"][:players]
    call = "" if players % 2 else "high "
    scene = played("median", tuple(f"P{n}" for n in range(players)), call + " ".join(ranks), hand=1)
    ups = [each.at for each in scene.cards]
    assert ups == sorted(ups)
    assert ups[-1] <= 900
    falls = [each.tips for each in scene.low]
    assert falls == sorted(falls)
    assert [each.tips for each in scene.high] == sorted((each.tips for each in scene.high), reverse=True)
    tips = [each.tips for each in (*scene.low, *scene.high)]
    assert ups[-1] < min(tips)
    assert max(tips) < scene.lit < scene.told < scene.counted < scene.length
    assert 1500 <= scene.told <= 3500
    assert len(scene.cards) == players


def test_in_a_crowd_equal_cards_are_one_and_the_strip_names_only_who_took_the_round():
    names = tuple(f"P{n}" for n in range(45))
    cards = ["2"] * 16 + ["3"] * 6 + ["7"] + ["Q"] * 12 + ["K"] * 10
    driver = open_room_with("median", names)
    start_game(driver, decks=4, hand=1)
    driver.play_trick(" ".join(cards))
    scene = scene_of(driver)
    assert sides(scene) == ("2 3", "7", "Q K")
    assert [each.name for each in scene.cards] == [
        "16 players",
        "6 players",
        "P22",
        "12 players",
        "10 players",
    ]
    assert [row.name for row in scene.strip.rows] == ["P22"]


def test_a_heading_is_in_the_language_of_the_reader():
    driver = started_game("median", FOUR[:3])
    driver.play_trick("3C AS QH")
    with use_language("ja"):
        assert scene_of(driver).heading != ""
        assert scene_of(driver).kicker != "Median game, round 1"


def test_the_sums_of_a_new_round_begin_at_0_whatever_is_in_the_hands():
    driver = started_game("saichugen", FOUR[:3], dealt=True, rounds=3, tricks=1)
    rounds = 0
    for _ in play_moments(driver, 1):
        found = list(trick_scenes(driver.room, driver.game))
        rounds += len(found)
        assert {row.was for each in found for row in each.strip.rows} <= {0}
    assert rounds >= 3
