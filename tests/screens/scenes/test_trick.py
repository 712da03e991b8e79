"""The scene of a round of cards: order and fates, heading, strip and times follow from the score."""

from dataclasses import replace

import pytest

from companion.rules import games
from tests.support.played_scenes import Shown, scenes_shown, strip
from tests.support.room_driver import RoomDriver, open_room_with, play_moments, with_table
from tests.support.scenes import start_game, started_game

FOUR = ("Ann", "Bob", "Cyd", "Dan")


def scene_of(driver: RoomDriver) -> Shown:
    [scene] = scenes_shown(driver.room, "trick")
    return scene


def played(game: str, names: tuple[str, ...], *tricks: str, **options: object) -> Shown:
    driver = started_game(game, names, **options)
    for trick in tricks:
        driver.play_trick(trick)
    return scene_of(driver)


def sides(scene: Shown) -> tuple[str, str, str]:
    """Return the cards below the middle, in it and above it."""
    low, middle, high = (
        " ".join(each.card.text for each in side) for side in (scene.low, scene.middle, scene.high)
    )
    return low, middle, high


@pytest.mark.parametrize(
    ("trick", "expected", "heading"),
    [
        ("Q J 7 2", ("2", "7 J", "Q"), "7 and J are gone"),
        ("K K 7 K", ("7", "K K K", ""), "Nothing in between: K, K and K are gone"),
    ],
)
def test_M3_M4_mediocre_cards_fall_between_those_that_go_back(trick, expected, heading):
    scene = played("mediocrity", FOUR, trick)
    assert scene.layout == "trapdoor"
    assert sides(scene) == expected
    assert scene.heading == heading
    assert {each.fate for each in scene.middle} == {"discarded"}
    assert {each.fate for each in (*scene.low, *scene.high)} <= {"kept"}
    assert scene.lit


@pytest.mark.parametrize(
    ("trick", "expected", "heading", "leans"),
    [
        ("high 3C 8S 5D QH", ("3C 5D", "8S", "QH"), "Called high: the 8 wins", "right"),
        ("low 3C 8S 5D QH", ("3C", "5D", "8S QH"), "Called low: the 5 wins", "left"),
        ("low 3H 3S 5C 9D", ("", "3H 3S", "5C 9D"), "3 twice: into the pool", ""),
    ],
)
def test_D5_of_two_in_the_middle_the_lamp_leans_to_the_one_that_was_called(trick, expected, heading, leans):
    scene = played("median", FOUR, trick)
    assert scene.layout == "row"
    assert sides(scene) == expected or sides(scene)[1:] == expected[1:]
    assert (scene.heading, scene.leans) == (heading, leans)
    assert scene.lit == bool(leans)
    assert [(each.name, each.call) for each in (*scene.low, *scene.middle, *scene.high) if each.call] == [
        ("Ann", trick.split()[0])
    ]


def test_D6_tied_cards_are_piled_up_until_somebody_takes_them():
    driver = started_game("median", FOUR)
    driver.play_trick("low 3H 5S 5C 9D")
    tied = scene_of(driver)
    assert (tied.pool.cards, tied.pool.next) == (4, 2)
    assert not tied.lit
    assert {each.fate for each in tied.middle} == {"tied"}
    driver.play_trick("low 2H 2S 7C 9H")
    again = scene_of(driver)
    assert (again.pool.cards, again.pool.next) == (8, 3)
    driver.play_trick("high 3C 8S 5D QH")
    won = scene_of(driver)
    assert won.pool is None
    assert strip(won) == {"Ann": (0, 0), "Bob": (0, 3), "Cyd": (0, 0), "Dan": (0, 0)}
    assert [row.note for row in won.strip.rows] == ["", "2 from the pool", "", ""]
    assert won.strip.label == "rounds taken"


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
    driver.play_trick("2S 3S 4S", "2H 3H 4H")
    assert strip(scene_of(driver)) == {"Ann": (0, 0), "Bob": (0, 3), "Cyd": (0, 0)}


def test_a_round_in_which_a_card_is_missing_has_no_result():
    driver = started_game("median", FOUR[:3])
    driver.play_trick("3C 8S QH")
    record = driver.game.record
    plays = {seat: card for seat, card in record.reveals[0].plays.items() if seat != "2"}
    record = replace(record, reveals=(replace(record.reveals[0], plays=plays),))
    scene = scene_of(with_table(driver, scored=games.score_record(record)))
    assert scene.heading == "A card is struck: nobody wins"
    assert not scene.lit
    assert [each.name for each in (*scene.low, *scene.middle, *scene.high)] == ["Ann", "Cyd"]
    assert [(row.name, row.note) for row in scene.strip.rows if row.note] == [("Bob", "absent")]


def test_in_a_crowd_equal_cards_are_one_and_the_strip_names_only_who_took_the_round():
    names = tuple(f"P{n}" for n in range(45))
    cards = ["2"] * 16 + ["3"] * 6 + ["7"] + ["Q"] * 12 + ["K"] * 10
    driver = open_room_with("median", names)
    start_game(driver, decks=4, hand=1)
    driver.play_trick(" ".join(cards))
    scene = scene_of(driver)
    assert sides(scene) == ("2 3", "7", "Q K")
    assert [each.name for each in (*scene.low, *scene.middle, *scene.high)] == [
        "16 players",
        "6 players",
        "P22",
        "12 players",
        "10 players",
    ]
    assert [row.name for row in scene.strip.rows] == ["P22"]


def test_the_sums_of_a_new_round_begin_at_0_whatever_is_in_the_hands():
    driver = started_game("saichugen", FOUR[:3], dealt=True, rounds=3, tricks=1)
    rounds = 0
    for _ in play_moments(driver, 1):
        found = scenes_shown(driver.room, "trick")
        rounds += len(found)
        assert {row.was for each in found for row in each.strip.rows} <= {0}
    assert rounds >= 3
