"""The truth of a question on the TV: where it stands, how far off the middle was, and when it is told."""

from datetime import timedelta
from typing import Any

import pytest

from companion.room.commands import corrections, submissions
from companion.room.game_state import BEGINNING
from companion.screens.story import room_as_announced, story
from tests.support.played_scenes import Shown, scenes_shown
from tests.support.room_driver import HOST, RoomDriver, start_game_driver
from tests.support.views import results_view


def told_truth(numbers: str, truth: object, **options: Any) -> RoomDriver:
    driver = start_game_driver("good-enough", len(numbers.split()), **options)
    driver.do(HOST, submissions.ask_question, driver.round_id, "How many windows?")
    driver.play_trick(numbers)
    tell(driver, truth)
    return driver


def tell(driver: RoomDriver, truth: object, at: str = "1.1") -> None:
    driver.do(HOST, corrections.tell_truth, at, str(truth))


def scene(driver: RoomDriver) -> Shown:
    [found] = scenes_shown(driver.room, "truth")
    return found


def test_it_measures_from_the_middle_of_the_numbers_that_count() -> None:
    found = scene(told_truth("19 34 41 47 38 60 52 29", 34))
    assert ("34. You were 5½ off.", "39½", 5, 8) == (found.heading, found.middle, found.closer, found.players)
    assert found.at is not None
    assert found.truth_at < found.at
    assert (found.truth_at, found.at - found.truth_at) == pytest.approx(found.off)
    assert ("15", "65", "") == (found.low, found.high, found.far)


@pytest.mark.parametrize(
    ("numbers", "truth", "options", "heading", "closer"),
    [
        ("10 20 30", 20, {}, "20. You were right.", 2),
        ("10 20 60", 20, {"scoring": "mean"}, "20. You were 10 off.", 1),
        ("10 10 10", 7, {}, "7. You had no middle.", 0),
    ],
)
def test_whatever_decides_the_round_the_truth_has_a_sentence(numbers, truth, options, heading, closer):
    found = scene(told_truth(numbers, truth, **options))
    assert (heading, closer) == (found.heading, found.closer)


@pytest.mark.parametrize(("truth", "far"), [(340_000, "high"), (-5_000, "low")])
def test_a_truth_outside_the_range_still_shows(truth: int, far: str) -> None:
    found = scene(told_truth("10 40 90", truth))
    assert far == found.far
    assert 0 < found.truth_at < 128
    assert 2 <= found.sign_at <= 108
    assert all(0 < x < 128 for _, _, x, _, _ in found.guesses)


def test_nobody_knows_the_truth_before_the_tv_has_told_it() -> None:
    driver = told_truth("10 20 30", "")
    driver.now = BEGINNING + timedelta(seconds=60)
    tell(driver, 34)
    moments = story(driver.room, driver.now)
    assert moments.announced("round") == driver.now
    assert moments.all > driver.now
    for seconds, truth in ((-0.1, None), (0.1, 34)):
        room = room_as_announced(driver.room, moments.all + timedelta(seconds=seconds))
        assert truth == room.games[0].rounds[0].reveal.truth
        [(_, asked)] = results_view(room).games[0].asked
        assert (truth is not None) == bool(asked.sentence)


def test_the_truth_of_an_earlier_round_can_be_told_later() -> None:
    driver = told_truth("10 20 30", "")
    driver.play_trick("1 2 3")
    tell(driver, 34)
    assert "How many windows?" == scene(driver).question
