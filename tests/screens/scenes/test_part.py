"""The scene of a hand or a round that ended: who stands where, with which word, and what the strip counts."""

import pytest

from tests.support.played_scenes import Shown, scenes_shown, strip
from tests.support.room_driver import RoomDriver, play_moments, played
from tests.support.scenes import started_game

THREE = ("Ann", "Bob", "Cyd")


def scenes(driver: RoomDriver) -> list[Shown]:
    return scenes_shown(driver.room, "part")


def test_S5_the_middle_sum_is_kept_and_the_others_are_lost():
    [scene] = scenes(played("saichugen", "5S 9C KS", "8H 3C KD", "JD 10D QD"))
    assert scene.kicker == "Saichugen, round 1 is over"
    assert scene.heading == "Bob keeps 9"
    assert [[each.name for each in side] for side in (scene.low, scene.middle, scene.high)] == [
        ["Cyd"],
        ["Bob"],
        ["Ann"],
    ]
    for side, score, word in ((scene.high, 19, "lost"), (scene.middle, 9, "kept"), (scene.low, 0, "lost")):
        assert [(score, word)] == [(each.score, each.word) for each in side]
    assert strip(scene) == {"Ann": (0, 0), "Bob": (0, 9), "Cyd": (0, 0)}
    assert scene.strip.label == "After 1 round of 5. The middle total wins."
    opened = {each.name: [card.text if card else "" for card in each.open] for each in scene.high}
    assert opened == {"Ann": ["", "8H", "JD"]}


def test_S7_the_end_of_a_game_in_a_match_follows_that_of_its_last_round():
    driver = played("saichugen", "5S 9C KS", "8H 3C KD", "JD 10D QD", games=2, rounds=1)
    inner, outer = scenes(driver)
    assert inner.kicker == "Saichugen, game 1, round 1 is over"
    assert outer.kicker == "Saichugen, game 1 is over"
    assert strip(outer) == {"Ann": (0, 1), "Bob": (0, -2), "Cyd": (0, 1)}
    assert inner.scene.key != outer.scene.key


def hands(players: int, seed: int, **options: object) -> list[Shown]:
    """Return the scenes of the hands of a whole game that is played at random."""
    driver = started_game("mediocrity", (*THREE, "Dan", "Eve")[:players], **options)
    found: dict[str, Shown] = {}
    for _ in play_moments(driver, seed):
        found.update({each.scene.key: each for each in scenes(driver)})
    found.update({each.scene.key: each for each in scenes(driver)})
    return [*found.values()]


@pytest.mark.parametrize("players", [3, 5])
def test_M6_the_fewest_cards_but_not_none_get_the_point(players):
    points: dict[str, int] = {}
    for scene in hands(players, 1, target=3):
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
