"""The order of the show: what decides stands until it is read, then the winner, the photo, and the awards."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from companion.room.commands import room_control
from companion.screens.scenes import times
from companion.screens.story import Scene, scenes_of
from tests.support.room_driver import HOST, RoomDriver
from tests.support.scenes import start_game, started_game, submit_plays

PARTIES = (3, 4, 8, 12, 30)
ENDINGS = ("peel", "peel+sudden-death", "showdown", "peel+showdown")
ORDER = ("round", "truth", "part", "winner", "evening", "nothing")
"""What scenes announce, in the order in which that comes."""
NAMES = [f"Player {number}" for number in range(1, 31)]


def shows(players: int, ending: str) -> Iterator[tuple[RoomDriver, Sequence[Scene]]]:
    """Play two games and the end of their evening at random; yield what the TV plays after each reveal."""
    rng = random.Random(f"{players} {ending}")
    driver = started_game("good-enough", NAMES[:players], rounds=3, tie_break=ending)
    for number in range(3):
        if number == 1:
            start_game(driver, rounds=3, tie_break=ending)
        elif number == 2:
            driver.do(HOST, room_control.finish_evening)
            yield driver, scenes_of(driver.room)
        for _ in range(12):
            if driver.game.next_round is None:
                break
            submit_plays(driver, [rng.randint(0, 100) for _ in driver.game.record.players])
            yield driver, scenes_of(driver.room)
        if driver.game.next_round:
            driver.do(HOST, room_control.end_game, driver.round_id)


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("players", PARTIES)
def test_what_decides_stands_three_seconds_before_anything_follows(players: int, ending: str) -> None:
    for driver, scenes in shows(players, ending):
        for scene, following in pairwise(scenes):
            if scene.kind == "tie":
                continue  # the winner's name is what it decides
            if scene.announces in ("round", "truth", "part", "evening") and following.kind != "mention":
                assert scene.length - scene.announced >= times.READ, (scene.kind, following.kind)
        turns = [ORDER.index(scene.announces) for scene in scenes]
        assert turns == sorted(turns), [scene.kind for scene in scenes]
        assert driver.game.next_round is None or not {"winner", "evening"} & {s.announces for s in scenes}


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize("players", PARTIES)
def test_the_photo_follows_the_winner_and_awards_come_last_of_all(players: int) -> None:
    kinds = [[scene.kind for scene in scenes] for _, scenes in shows(players, "peel")]
    ends = [found for found in kinds if "final" in found]
    assert 2 == len(ends)
    for found in ends:
        after = found[found.index("final") + 1 :]
        awards = after[after.index("mention") :] if "mention" in after else []
        assert {*awards} <= {"mention"}
        assert [kind for kind in after if kind != "mention"] in (["photo"], ["photo", "so_far"])
