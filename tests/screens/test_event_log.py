"""The log lines on the terminal: players, games and reveals, but never numbers or cards."""

import re

import pytest

from companion.room import events
from companion.room.commands import corrections, membership, room_control, submissions
from companion.room.events import Device
from companion.room.state import Room
from companion.screens import event_log
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    device,
    open_room,
    replayed,
    start_game_driver,
    whole_evening,
)


def logged(driver: RoomDriver, event: events.Event | None, by: Device = "") -> list[str]:
    before = driver.room
    driver.apply(event, by)
    return list(event_log.log_lines(before, driver.room))


def test_players_who_join_leave_and_return_are_logged() -> None:
    driver = open_room("good-enough", 3)
    assert ["Zoe joined"] == logged(driver, membership.join_room(driver.room, "z", "Zoe"))
    assert ["Zoe left"] == logged(driver, membership.leave_room(driver.room, "z"))
    assert ["Zoe came back"] == logged(driver, membership.return_to_room(driver.room, "z"))
    assert ["Zoe is called Zed now"] == logged(
        driver, membership.rename_player(driver.room, HOST, "4", "Zed")
    )


def test_the_start_reveal_and_end_of_games_and_rounds_are_logged() -> None:
    driver = open_room("good-enough", 3)
    assert ["game 1 began: It's Good Enough, 3 players"] == logged(
        driver, room_control.start_game(driver.room, HOST, lambda _: {"rounds": 3})
    )
    driver.submit("1", 10)
    driver.submit("2", 20)
    assert ["round 1 of game 1 was revealed"] == logged(
        driver, submissions.submit_play(driver.room, "device3", driver.round_id, "30")
    )
    assert ["round 1 of game 1 was taken back"] == logged(
        driver, corrections.reopen_round(driver.room, HOST, "1.1")
    )
    logged(driver, submissions.close_round(driver.room, HOST, driver.round_id))
    assert ["game 1 is over"] == logged(driver, room_control.end_game(driver.room, HOST, driver.round_id))


def test_a_new_host_is_logged_and_a_submitted_number_is_not() -> None:
    driver = start_game_driver("good-enough", 3)
    assert [] == logged(driver, submissions.submit_play(driver.room, "device1", driver.round_id, "77"))
    assert ["another browser is host now"] == logged(driver, events.HostAdded("other", "link"))


@pytest.mark.slow
def test_no_log_line_of_an_evening_has_a_card_or_a_device_and_numbers_are_counts() -> None:
    driver = whole_evening()
    room, lines = Room("AB23"), []
    for number in range(1, len(driver.acts) + 1):
        following = replayed(driver.acts[:number])
        lines += event_log.log_lines(room, following)
        room = following
    assert 5 == sum("began" in line for line in lines)
    assert sum(len(game.rounds) for game in room.games) == sum("revealed" in line for line in lines)
    counting = re.compile(
        r"((game|hand) \d+, )?(round \d+, )?(round|trick) \d+ of game \d+ was revealed"
        r"|game \d+ (is over|began: .*, 3 players)|\w+ joined"
    )
    assert [] == [line for line in lines if not counting.fullmatch(line)]


def test_a_game_that_is_taken_back_is_logged() -> None:
    driver = start_game_driver("good-enough", 3)
    undo = corrections.undo_last(driver.room, HOST, str(driver.room.undo[-1]))
    assert ["game 1 was taken back"] == logged(driver, undo)


def test_phones_that_are_linked_and_disowned_and_players_that_are_merged_are_logged() -> None:
    driver = open_room("good-enough", 3)
    assert ["another phone plays as Ann now"] == logged(driver, events.ClaimAccepted("1", "new"))
    assert ["a phone plays as Ann no more"] == logged(
        driver, events.PhoneVouched("1", "new", is_own=False), device("1")
    )
    assert "Cyd has no seat of his or her own any more" in logged(driver, events.PlayersMerged("3", "1"))
