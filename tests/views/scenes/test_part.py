"""The scene of a hand or a round that ended: who stands where, with which word, and what the strip counts."""

import pytest

from companion.views.scenes.part import PartScene, part_scenes
from companion.views.scenes.program import scenes_of
from tests.support.room_driver import RoomDriver, play_moments
from tests.support.scenes import started_game, submit_plays

THREE = ("Ann", "Bob", "Cyd")


def scenes(driver: RoomDriver) -> list[PartScene]:
    return [*part_scenes(driver.room, driver.game)]


def ended_round(*tricks: str, **options: object) -> RoomDriver:
    driver = started_game("saichugen", THREE, **options)
    for trick in tricks:
        driver.play_trick(trick)
    return driver


def words(scene: PartScene) -> dict[str, tuple[int, str]]:
    return {each.name: (each.score, each.word) for each in (*scene.low, *scene.middle, *scene.high)}


def strip(scene: PartScene) -> dict[str, tuple[int, int]]:
    return {row.name: (row.was, row.score) for row in scene.strip.rows}


def test_nothing_ends_with_a_trick_in_the_middle_of_a_round():
    assert [] == scenes(ended_round("5S 9C KS"))


def test_S5_the_middle_sum_is_kept_and_the_others_are_lost():
    [scene] = scenes(ended_round("5S 9C KS", "8H 3C KD", "JD 10D QD"))
    assert scene.kicker == "Saichugen, round 1 is over"
    assert scene.heading == "Bob keeps 9"
    assert [[each.name for each in side] for side in (scene.low, scene.middle, scene.high)] == [
        ["Cyd"],
        ["Bob"],
        ["Ann"],
    ]
    assert words(scene) == {"Ann": (19, "lost"), "Bob": (9, "kept"), "Cyd": (0, "lost")}
    assert strip(scene) == {"Ann": (0, 0), "Bob": (0, 9), "Cyd": (0, 0)}
    assert scene.strip.label == "After 1 round of 5. The middle total wins."
    opened = {each.name: [card.text if card else "" for card in each.open] for each in scene.high}
    assert opened == {"Ann": ["", "8H", "JD"]}


def test_S5_two_with_the_middle_sum_keep_it_both():
    [scene] = scenes(ended_round("8S 3C KS", "9H 2C KD", "6D 4D QD"))
    assert scene.heading == "Bob and Cyd keep 0 each"
    assert [each.name for each in scene.middle] == ["Bob", "Cyd"]
    assert [each.name for each in scene.high] == ["Ann"]


def test_S7_the_end_of_a_game_in_a_match_follows_that_of_its_last_round():
    driver = ended_round("5S 9C KS", "8H 3C KD", "JD 10D QD", games=2, rounds=1)
    inner, outer = scenes(driver)
    assert inner.kicker == "Saichugen, game 1, round 1 is over"
    assert outer.kicker == "Saichugen, game 1 is over"
    assert strip(outer) == {"Ann": (0, 1), "Bob": (0, -2), "Cyd": (0, 1)}
    assert inner.key != outer.key


def test_the_only_game_of_a_match_has_no_scene_beside_that_of_the_end():
    [scene] = scenes(ended_round("5S 9C KS", rounds=1, tricks=1))
    assert scene.kicker == "Saichugen, round 1 is over"


def hands(players: int, seed: int, **options: object) -> list[PartScene]:
    """Return the scenes of the hands of a whole game that is played at random."""
    driver = started_game("mediocrity", (*THREE, "Dan", "Eve")[:players], **options)
    found: dict[str, PartScene] = {}
    for _ in play_moments(driver, seed):
        found.update({each.key: each for each in scenes(driver)})
    found.update({each.key: each for each in scenes(driver)})
    return [*found.values()]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [3, 5])
def test_M6_the_fewest_cards_but_not_none_get_the_point(players, seed):
    points: dict[str, int] = {}
    for scene in hands(players, seed, target=3):
        assert {each.word for each in scene.middle} <= {"fewest, not none"}
        assert {(each.score, each.word) for each in scene.low if scene.middle} <= {(0, "none left: too good")}
        assert {each.word for each in scene.high} <= {"too many left"}
        assert all(each.hand == each.score for each in (*scene.low, *scene.middle, *scene.high))
        winners = [each.name for each in scene.middle]
        assert {name: was for name, (was, _) in strip(scene).items()} == {
            **dict.fromkeys(strip(scene), 0),
            **points,
        }
        assert [row.name for row in scene.strip.rows if row.score > row.was] == [
            row.name for row in scene.strip.rows if row.name in winners
        ]
        points = {name: now for name, (_, now) in strip(scene).items()}
        if len(winners) == 1:
            assert scene.heading.endswith(f": {winners[0]}’s point")
        assert scene.strip.pips == 3
        assert scene.strip.label == "3 is too many"


def test_a_target_too_high_for_pips_is_shown_in_figures():
    strips = [scene.strip for scene in hands(3, 1, target=7)]
    assert {(strip.pips, strip.label) for strip in strips} == {(0, "7 is too many")}


def test_the_end_of_a_part_follows_the_scene_of_its_last_trick():
    driver = ended_round("5S 9C KS", "8H 3C KD", "JD 10D QD")
    kinds = [each.kind for each in scenes_of(driver.room)]
    assert kinds.index("part") == kinds.index("trick") + 1
    [scene] = scenes(driver)
    assert scene.telling == "part"
    assert scene.lit < scene.told < scene.counted < scene.length


def test_a_game_with_a_number_line_has_no_scene_of_this_kind():
    driver = started_game("good-enough", THREE, nesting=[3, 3])
    for _ in range(3):
        submit_plays(driver, [1, 2, 3])
    assert [] == scenes(driver)
