"""The rows of a host's rooms: tonight's state, and what came of earlier evenings."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.room.commands import bot_turns, room_control
from companion.room.state import Room
from companion.screens.past_rooms import (
    RoomLine,
    is_tonight,
    past_room_row,
    summarize_room,
    tonight_room_row,
)
from tests.screens.test_alltime import GAME, NAMES, driver_with
from tests.support.room_driver import HOST, RoomDriver, open_room_with

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def past(room: Room, opened: datetime = NOW - timedelta(days=7)) -> RoomLine:
    return past_room_row("AB23", opened, NOW, summarize_room(room))


def begin(driver: RoomDriver, rounds: int = 5) -> None:
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {"rounds": rounds}))


def test_a_room_of_tonight_says_how_many_are_there_and_how_far_it_is() -> None:
    driver = open_room_with("good-enough", NAMES)
    assert ("Tonight, AB23", "5 people", True) == _told(tonight_room_row(driver.room))
    begin(driver)
    for seat in driver.game.record.players:
        driver.submit(seat, int(seat))
    assert "5 people, round 2 of 5" == tonight_room_row(driver.room).line


def _told(row: RoomLine) -> tuple[str, str, bool]:
    return row.title, row.line, row.goes_on


@pytest.mark.parametrize(
    ("names", "bots", "line"), [((), 0, "nobody yet"), ((), 1, "only bots"), (("Ann",), 1, "1 person")]
)
def test_bots_are_no_people(names: tuple[str, ...], bots: int, line: str) -> None:
    driver = open_room_with("good-enough", names)
    for _ in range(bots):
        driver.apply(bot_turns.add_bot(driver.room, HOST, "middle"))
    row = tonight_room_row(driver.room)
    assert (line, bool(names)) == (row.line, row.came)


def test_an_earlier_evening_says_who_was_the_most_mediocre_of_how_many() -> None:
    row = past(driver_with(*GAME).room)
    assert ("Friday, 13 November", "Bob was the most mediocre of 5", False) == _told(row)
    assert "2" == row.seat


def test_several_are_named_and_very_many_counted() -> None:
    tied = driver_with(*[tuple(range(0, 80, 10))] * 3, names=tuple("ABCDEFGH"))
    assert len(tied.game.score.root.winners) > 4
    assert "8 players were the most mediocre of 8" == past(tied.room).line
    few = driver_with((1, 40, 50, 99), (41, 2, 51, 98), (1, 42, 52, 97), names=NAMES[:4])
    assert "Ann and Bob were the most mediocre of 4" == past(few.room).line


def test_an_evening_without_a_game_says_so_and_leads_to_the_host_screen() -> None:
    driver = open_room_with("good-enough", NAMES)
    assert ("5 people, no game finished", True) == _told(past(driver.room))[1:]
    assert ("Nobody came", True) == _told(past(open_room_with("good-enough", ()).room))[1:]
    begin(driver)
    for seat in driver.game.record.players:
        driver.submit(seat, int(seat))
    assert ("5 people, no game finished", False) == _told(past(driver.room))[1:]


def test_a_night_is_over_twelve_hours_after_the_last_event() -> None:
    assert [True, False] == [is_tonight(NOW - timedelta(hours=hours), NOW) for hours in (11, 12)]
