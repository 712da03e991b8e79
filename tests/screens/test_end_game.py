"""The question how a game ends: what is lost, and who would win."""

import pytest

from companion.screens.endings import end_game_view
from tests.support.room_driver import RoomDriver
from tests.support.scenes import started_game, win_rounds

NAMES = ("Ann", "Bob", "Cyd")


def after(winners: str, **options: object) -> RoomDriver:
    driver = started_game("good-enough", NAMES, rounds=9, **options)
    win_rounds(driver, winners)
    return driver


@pytest.mark.parametrize(
    ("winners", "options", "count"),
    [
        ("A", {}, "0 and 1 are in the middle: all 3 share the win."),
        ("ABB", {}, "1 is in the middle: Ann wins."),
        (".", {}, "0 is in the middle: all 3 share the win."),
        ("BBCC.", {"tie_break": "peel"}, "Bob wins."),
    ],
)
def test_it_says_who_would_win_now(winners: str, options: dict[str, object], count: str) -> None:
    driver = after(winners, **options)
    assert count == end_game_view(driver.room, driver.game, is_announced=True)["outcome"]
    assert "" == end_game_view(driver.room, driver.game, is_announced=False)["outcome"]


def test_where_the_most_win_no_middle_is_named() -> None:
    driver = started_game("median", NAMES, hand=3, lowest="9")
    driver.play_trick("9 10 J")
    assert "Bob wins." == end_game_view(driver.room, driver.game, is_announced=True)["outcome"]


def test_it_says_what_of_the_open_round_is_lost() -> None:
    driver = after("AB")
    view = end_game_view(driver.room, driver.game, is_announced=True)
    assert ("1.3", "End it after round 2?", "") == (view["round_id"], view["heading"], view["dropped"])
    driver.submit("1", 5)
    view = end_game_view(driver.room, driver.game, is_announced=True)
    assert view["dropped"].endswith("is open: what was sent for it does not count.")
