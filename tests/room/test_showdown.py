"""A showdown in a room: corrections, undo and the end inside it, and who may play in it (G16)."""

from datetime import timedelta
from typing import Any

import pytest

from companion.formats.record import record_to_document, result_document
from companion.room import game_events
from companion.room.commands import corrections, membership, room_control, scheduled, submissions
from companion.screens.join import join_view
from tests.support.naive_numbers import result_of
from tests.support.room_driver import HOST, RoomDriver, correct_play, device, start_game_driver

TIE = ("7 7 7 1", "1 1 1 7", "1 1 1 1")
"""Three rounds, of which Dan wins two, and all the others none: all four are tied."""


def played(*rounds: str, players: int = 4, **options: Any) -> RoomDriver:
    """Play rounds of a game of three, which ends in a showdown unless the options say otherwise."""
    driver = start_game_driver("good-enough", players, **{"rounds": 3, "tie_break": "showdown", **options})
    for each_played in rounds:
        play(driver, each_played)
    return driver


def play(driver: RoomDriver, numbers: str) -> None:
    """Play one round of everybody; `-` is absent, and then the host closes the round."""
    shown = numbers.split()
    for seat, number in enumerate(shown, 1):
        if number != "-":
            driver.submit(str(seat), number)
    if "-" in shown:
        driver.do(HOST, submissions.close_round, driver.round_id)


def correct(driver: RoomDriver, number: int, seat: str, typed: str) -> None:
    driver.apply(correct_play(driver.room, HOST, f"1.{number}", seat, typed), HOST)


def tied(driver: RoomDriver) -> tuple[str, ...]:
    return driver.game.next_round.contenders if driver.game.next_round else ()


def left(driver: RoomDriver) -> list[tuple[str, ...]]:
    return [row.left for row in driver.game.score.root.showdown]


def is_exported_right(driver: RoomDriver) -> bool:
    """Whether the export, scored by the second scorer, is what the screens show, and nothing is left over."""
    document = record_to_document(driver.game.record)
    return result_of(document) == (result_document(driver.game.score), len(document["rounds"]))


def test_G16_a_correction_in_the_showdown_changes_who_stays() -> None:
    driver = played(*TIE, "10 20 30 40")
    assert [("2", "3")] == left(driver)
    correct(driver, 4, "1", "25")  # 25 20 30 40
    assert (("1", "3"), [("1", "3")]) == (tied(driver), left(driver))
    driver.undo()
    assert ("2", "3") == tied(driver)


def test_G16_a_round_of_the_showdown_can_be_void_or_reopened() -> None:
    driver = played(*TIE, "10 20 30 40")
    driver.do(HOST, corrections.void_round, "1.4")
    assert (("1", "2", "3", "4"), []) == (tied(driver), left(driver))
    driver.do(HOST, corrections.void_round, "1.4", is_void=False)
    driver.do(HOST, corrections.reopen_round, "1.4")
    assert (("1", "2", "3", "4"), "1.4", []) == (tied(driver), driver.round_id, left(driver))
    driver.submit("1", "25")
    driver.do(HOST, submissions.close_round, driver.round_id)
    assert [("1", "3")] == left(driver)


def test_G16_who_leaves_stays_tied_but_has_no_number_that_counts() -> None:
    driver = played(*TIE)
    driver.do(device("2"), membership.leave_room)
    assert "2" in tied(driver)
    for seat, number in (("1", "10"), ("3", "30"), ("4", "40")):
        driver.submit(seat, number)
    assert [("3",)] == left(driver)


def test_G16_a_correction_that_ends_the_tie_strikes_the_showdown() -> None:
    driver = played(*TIE, "10 20 30 40", "1 2 50 3")
    correct(driver, 3, "1", "7")
    root = driver.game.score.root
    assert (("1",), "median", ()) == (root.winners, root.decided_by, root.showdown)
    assert (3, 5) == (len(driver.game.record.reveals), len(driver.game.rounds))
    assert ((), True) == (driver.game.score.problems, is_exported_right(driver))


def test_G16_a_correction_that_changes_who_is_tied_scores_the_showdown_again() -> None:
    driver = played("7 7 7 1", "1 1 1 7", "1 2 7 7", "10 20 30 40")  # 1 1 0 2: Ann and Bob are tied
    assert (("2",), [("2",)]) == (driver.game.score.root.winners, left(driver))
    correct(driver, 3, "2", "7")  # 1 0 0 2: Ann wins
    assert (("1",), []) == (driver.game.score.root.winners, left(driver))
    correct(driver, 3, "3", "3")  # 1 0 1 2: Ann and Cyd are tied
    assert (("3",), [("3",)]) == (driver.game.score.root.winners, left(driver))
    assert is_exported_right(driver)


def test_G16_where_the_host_ends_the_game_those_still_tied_share_the_win() -> None:
    driver = played(*TIE, "10 20 30 40")
    driver.submit("1", "5")
    driver.do(HOST, room_control.end_game, driver.round_id)
    root = driver.game.score.root
    assert (("2", "3"), "shared", [("2", "3")]) == (root.winners, root.decided_by, left(driver))
    assert is_exported_right(driver)


def test_G16_who_joins_in_a_showdown_watches_it() -> None:
    driver = played(*TIE)
    assert join_view(driver.room, "new").late
    driver.do("new", membership.join_room, "Eva")
    assert ("5" in driver.room.seats, "5" in driver.game.record.players) == (True, False)
    play(driver, "10 20 30 40")
    play(driver, "1 2 50 3")
    assert "5" not in driver.game.score.root.scores
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    assert "5" in driver.game.record.players


def test_G16_the_host_can_decide_a_tie_that_stands_by_a_showdown() -> None:
    driver = played(*TIE, tie_break="peel")
    assert None is driver.game.next_round
    driver.do(HOST, room_control.play_on_tie, "1.4", showdown=True)
    assert (("1", "2", "3", "4"), "peel+showdown") == (tied(driver), driver.game.record.rules.tie_break)  # type: ignore[attr-defined]
    assert [game_events.TiePlayedOn(1, showdown=True)] == [driver.room.entry(driver.room.undo[-1]).event]  # type: ignore[union-attr]
    driver.undo()
    assert ("shared", None) == (driver.game.score.root.decided_by, driver.game.next_round)


def test_G16_a_showdown_gives_the_others_10_seconds_once_those_still_in_have_sent() -> None:
    driver = played(*TIE, "10 20 30 40")
    driver.submit("1", 5)
    driver.submit("2", 20)
    assert driver.game.timer is None
    driver.submit("3", 30)
    assert driver.game.timer.until == driver.now + timedelta(seconds=10)
    assert scheduled.due_event(driver.room, driver.now + timedelta(seconds=9)) is None
    assert driver.advance()
    assert [("2", "3"), ("2",)] == left(driver)
    assert {"1": 5, "2": 20, "3": 30} == driver.game.rounds[-1].reveal.plays
    assert driver.is_replayed()


def test_G16_a_showdown_closes_at_once_when_the_last_spoiler_is_in() -> None:
    driver = played(*TIE, "10 20 30 40")
    for seat, number in zip("2314", (20, 30, 24, 25), strict=True):
        driver.submit(seat, number)
    assert 5 == len(driver.game.rounds)


@pytest.mark.parametrize(("typed", "seconds"), [("300", 10), ("5", 5)])
def test_G16_spoilers_get_no_more_time_than_the_host_gives_a_round(typed: str, seconds: int) -> None:
    driver = played(*TIE, "10 20 30 40")
    driver.do(HOST, room_control.set_round_time, typed)
    driver.submit("2", 20)
    driver.submit("3", 30)
    assert driver.game.timer.until == driver.now + timedelta(seconds=seconds)


def test_G16_nobody_waits_for_who_has_left_and_nobody_is_hurried_where_the_host_closes_rounds() -> None:
    driver = played(*TIE, "10 20 30 40")
    driver.do(device("2"), membership.leave_room)
    assert driver.game.timer is None
    driver.submit("3", 30)
    assert driver.game.timer.until == driver.now + timedelta(seconds=10)
    driver.do(HOST, room_control.set_room, auto_reveal=False)
    assert driver.game.timer is None


def test_G16_the_last_seconds_give_no_time_back_and_leave_a_clock_that_stands() -> None:
    driver = played(*TIE, "10 20 30 40")
    driver.do(HOST, room_control.set_round_time, "60")
    driver.submit("2", 20)
    driver.now += timedelta(seconds=55)
    until = driver.game.timer.until
    driver.submit("3", 30)
    assert (until, 5) == (driver.game.timer.until, (until - driver.now).seconds)
