"""The queue of the TV: when it tells what a reveal has brought, and what the room is until then."""

from datetime import datetime, timedelta

import pytest

from companion.room.commands import corrections, room_control
from companion.room.game_state import BEGINNING
from companion.screens.results import results_view
from companion.screens.scenes import told as module
from companion.screens.scenes.told import Told, queue, room_as_told, told
from tests.support.played_scenes import played_scenes
from tests.support.room_driver import HOST, RoomDriver, device
from tests.support.scenes import started_game, submit_plays

NAMES = ("Ann", "Bob", "Cyd")


@pytest.fixture(autouse=True)
def scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "scenes_of", played_scenes)


@pytest.fixture
def driver() -> RoomDriver:
    return started_game("good-enough", NAMES, rounds=3)


def at(seconds: float) -> datetime:
    return BEGINNING + timedelta(seconds=seconds)


def reveal(driver: RoomDriver, seconds: float) -> None:
    driver.now = at(seconds)
    submit_plays(driver, (1, 5, 9))


def moments(driver: RoomDriver) -> tuple[float, float, float]:
    """Return when the TV tells the last round, the winner and the evening, in seconds."""
    found = told(driver.room, driver.now)
    assert isinstance(found, Told)
    first, second, third = (
        (each - BEGINNING).total_seconds() for each in (found.round, found.winner, found.evening)
    )
    return first, second, third


def rounds_told(driver: RoomDriver, seconds: float) -> int:
    game = room_as_told(driver.room, at(seconds)).current_game
    return len(game.rounds) if game else -1


def test_a_reveal_is_told_when_its_scene_tells_it(driver: RoomDriver) -> None:
    reveal(driver, 100)
    assert moments(driver) == (103, 103, 103)
    assert (rounds_told(driver, 102.9), rounds_told(driver, 103)) == (0, 1)


def test_a_reveal_that_comes_during_another_is_told_after_that_has_made_room(driver: RoomDriver) -> None:
    reveal(driver, 100)
    reveal(driver, 101)
    assert moments(driver) == (104.9, 104.9, 104.9)
    assert [rounds_told(driver, t) for t in (101, 104.8, 104.9)] == [1, 1, 2]


def test_a_reveal_that_waits_is_told_as_soon_as_its_turn_comes(driver: RoomDriver) -> None:
    for seconds in (100, 101, 101.5):
        reveal(driver, seconds)
    # 100 shows its end until 102.4, 101 until 103.3; only then the third begins
    assert moments(driver)[0] == 106.3
    assert [rounds_told(driver, t) for t in (102.3, 102.4, 106.3)] == [1, 2, 2]


def test_the_winner_and_the_evening_are_told_one_after_the_other(driver: RoomDriver) -> None:
    for seconds in (100, 200, 300):
        reveal(driver, seconds)
    assert driver.game.next_round is None
    assert moments(driver) == (303, 306, 308.5)
    as_told = room_as_told(driver.room, at(308))
    assert [as_told.is_playing, rounds_told(driver, 308), rounds_told(driver, 308.5)] == [True, 2, 3]
    assert results_view(as_told).games[0].final is None


def test_a_game_that_the_host_ends_is_over_when_the_TV_says_so(driver: RoomDriver) -> None:
    reveal(driver, 100)
    driver.now = at(200)
    driver.apply(room_control.end_game(driver.room, HOST, driver.round_id))
    assert moments(driver) == (200, 201, 203.5)
    before, after = (room_as_told(driver.room, at(seconds)) for seconds in (203, 204))
    assert (before.is_playing, after.is_playing) == (True, False)
    assert rounds_told(driver, 203) == 1


def test_the_end_of_a_game_is_told_quickly_if_the_next_game_begins(driver: RoomDriver) -> None:
    for seconds in (100, 200, 300):
        reveal(driver, seconds)
    driver.now = at(301)
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {"rounds": 3}))
    reveal(driver, 302)
    # the round makes room until 302.9, the winner until 303.8, the evening until 304.7
    assert moments(driver)[0] == 307.7
    ends = [room_as_told(driver.room, at(seconds)).is_playing for seconds in (302.5, 303.5)]
    assert [True, True] == ends
    assert 0 == rounds_told(driver, 304)


def test_a_reveal_that_is_taken_back_is_not_waited_for(driver: RoomDriver) -> None:
    reveal(driver, 100)
    reveal(driver, 200)
    driver.now = at(201)
    driver.apply(corrections.reopen_round(driver.room, HOST, "1.2"))
    assert moments(driver) == (103, 103, 103)
    assert room_as_told(driver.room, at(201)) == driver.room


def test_what_happens_besides_does_not_wait(driver: RoomDriver) -> None:
    reveal(driver, 100)
    driver.submit("1", 7)
    assert (rounds_told(driver, 102), device("1") in room_as_told(driver.room, at(102)).devices) == (0, True)


@pytest.mark.parametrize("pauses", [(1, 1, 1), (5, 0.2, 3), (30, 4, 0.5), (2, 9, 2)])
def test_a_queue_that_goes_on_from_the_one_before_tells_the_same_as_one_from_the_start(
    driver: RoomDriver, pauses: tuple[float, ...]
) -> None:
    known, seconds = None, 100.0
    for pause in pauses:
        seconds += pause
        reveal(driver, seconds)
        known = queue(driver.room, driver.now, known)
        assert known is not None
        assert known.told == told(driver.room, driver.now)
