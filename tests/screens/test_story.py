"""The story of the TV: when it announces what a reveal has brought, and what the room is until then."""

import re
from copy import copy
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.room.commands import corrections, room_control
from companion.room.game_state import BEGINNING
from companion.screens import story as module
from companion.screens.results import results_view
from companion.screens.scenes import times
from companion.screens.story import room_as_announced, story
from tests.support.front import files_below
from tests.support.played_scenes import played_scenes
from tests.support.room_driver import HOST, RoomDriver, device
from tests.support.scenes import started_game, submit_plays

NAMES = ("Ann", "Bob", "Cyd")


@pytest.fixture(autouse=True)
def scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "scenes_of", played_scenes)


@pytest.fixture
def driver() -> RoomDriver:
    return started_game("good-enough", NAMES, rounds=3, tie_break="peel")


def at(seconds: float) -> datetime:
    return BEGINNING + timedelta(seconds=seconds)


def reveal(driver: RoomDriver, *seconds: float) -> None:
    for second in seconds:
        driver.now = at(second)
        submit_plays(driver, (1, 5, 9))


def moments(driver: RoomDriver) -> tuple[float, float, float]:
    """Return when the TV announces the last round, the winner and all, in seconds."""
    found_story = story(driver.room, driver.now)
    first, second, third = (
        (each - BEGINNING).total_seconds()
        for each in (found_story.announced("round"), found_story.winner, found_story.all)
    )
    return first, second, third


def rounds_announced(driver: RoomDriver, *seconds: float) -> list[int]:
    games = [room_as_announced(driver.room, at(second)).current_game for second in seconds]
    return [len(game.rounds) if game else -1 for game in games]


def test_a_reveal_is_announced_when_its_scene_shows_the_result(driver: RoomDriver) -> None:
    reveal(driver, 100)
    assert moments(driver) == (103, 103, 103)
    assert rounds_announced(driver, 102.9, 103) == [0, 1]


def test_a_reveal_in_the_middle_of_another_takes_it_to_its_end_which_stands_for_a_moment(driver):
    reveal(driver, 100, 101)
    assert moments(driver) == (105.5, 105.5, 105.5)
    assert rounds_announced(driver, 101, 105.4, 105.5) == [1, 1, 2]


def test_of_three_reveals_within_a_second_each_result_stands_for_a_moment_in_order(driver):
    reveal(driver, 100, 100.4, 100.8)
    # the first stands from 100.4, the second from 101.9, and the third is played from 103.4
    assert rounds_announced(driver, 101.8, 101.9, 106.3) == [1, 2, 2]
    assert moments(driver)[0] == 106.4


def test_a_result_that_stands_for_long_enough_puts_nothing_off(driver: RoomDriver) -> None:
    reveal(driver, 100, 104.4)
    assert moments(driver)[0] == 107.5
    reveal(driver, 120)
    assert moments(driver)[0] == 123


def test_phones_wait_for_the_evening_where_the_TV_has_yet_to_tell_it(driver: RoomDriver) -> None:
    reveal(driver, 100, 200, 300)
    assert moments(driver) == (303, 308.5, 308.5)
    then = room_as_announced(driver.room, at(308))
    assert (then.is_playing, *rounds_announced(driver, 308, 308.5)) == (True, 2, 3)
    assert results_view(then).games[0].final is None


def test_a_game_that_the_host_ends_is_over_when_the_TV_says_so(driver: RoomDriver) -> None:
    reveal(driver, 100)
    driver.now = at(200)
    driver.apply(room_control.end_game(driver.room, HOST, driver.round_id))
    assert moments(driver) == (200, 203.5, 203.5)
    assert [room_as_announced(driver.room, at(seconds)).is_playing for seconds in (203, 204)] == [True, False]
    assert rounds_announced(driver, 203) == [1]


def test_the_end_of_a_game_is_announced_at_once_if_the_next_game_is_revealed(driver: RoomDriver) -> None:
    reveal(driver, 100, 200, 300)
    driver.now = at(301)
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {"rounds": 3, "tie_break": "peel"}))
    reveal(driver, 302)
    assert moments(driver)[0] == 306.5
    assert [room_as_announced(driver.room, at(seconds)).games[0].next_round for seconds in (302.5, 305)] == [
        None,
        None,
    ]
    assert rounds_announced(driver, 306.4, 306.5) == [0, 1]


def test_a_reveal_that_is_taken_back_is_not_waited_for(driver: RoomDriver) -> None:
    reveal(driver, 100, 200)
    driver.now = at(201)
    driver.apply(corrections.reopen_round(driver.room, HOST, "1.2"))
    assert moments(driver) == (103, 103, 103)
    assert room_as_announced(driver.room, at(201)) == driver.room


def test_what_happens_besides_does_not_wait(driver: RoomDriver) -> None:
    reveal(driver, 100)
    driver.submit("1", 7)
    assert rounds_announced(driver, 102) == [0]
    assert device("1") in room_as_announced(driver.room, at(102)).devices


@pytest.mark.parametrize("pauses", [(1, 1, 1), (5, 0.2, 3), (30, 4, 0.5), (2, 9, 2)])
def test_a_server_that_has_just_started_announces_at_the_same_moments(driver, pauses):
    seconds, known = 100.0, []
    for pause in pauses:
        seconds += pause
        reveal(driver, seconds)
        known.append(moments(driver))
    module._known.clear()
    module._latest_stories.clear()
    assert known[-1] == moments(driver)


def test_everything_of_a_kind_takes_as_many_times_as_long_as_its_pace_says(monkeypatch):
    monkeypatch.undo()
    driver = started_game("good-enough", NAMES, rounds=3)
    reveal(driver, 100)
    usual = module.scenes_of(driver.room)[0]
    monkeypatch.setattr(times, "PACE", {"reveal": 2.0})
    slow = module.scenes_of(copy(driver.room))[0]
    assert slow.times == {name: [2 * at for at in each] for name, each in usual.times.items()}


def test_scripts_of_scenes_have_no_time_of_their_own() -> None:
    for path in (Path("static/scenes.js"), *files_below("static/scenes", ".js")):
        code = re.sub(r"//.*|\"[^\"\n]*\"|`[^`]*`", "", path.read_text())
        assert [] == re.findall(r"(?<![\w.])\d[\d_]{2,}", code), path.name
