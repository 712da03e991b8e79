"""A room that whoever runs the server has closed: nothing is done in it, and all of it is kept."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from companion.formats import evening_record
from companion.room import bots, events, game_events
from companion.room.commands import room_control, scheduled
from companion.room.commands.access import Closed, require_open_room
from companion.room.commands.room_control import close_room, reopen_room
from companion.room.game_state import BEGINNING
from companion.room.reducer import apply, replay
from companion.room.state import Room
from companion.rules import games
from companion.screens.evenings import summarize_room, tonight_room_row
from companion.screens.host import host_view
from companion.screens.phone import phone_view, watch_view
from companion.screens.results import results_view
from companion.screens.shared_phone import handover_view
from companion.screens.tv import tv_view
from tests.support.phone_words import rendered
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    open_room,
    play_moments,
    start_game_driver,
    whole_evening,
)


def with_secret() -> RoomDriver:
    """Return a game of three with one revealed round, in whose second one player has sent 77."""
    driver = start_game_driver("good-enough", 3)
    for seat in "123":
        driver.submit(seat, 10 * int(seat))
    driver.submit("1", 77)
    return driver


def closed(driver: RoomDriver, at: timedelta = timedelta()) -> Room:
    return apply(driver.room, close_room(driver.room), "", driver.now + at)


def test_a_room_is_closed_once_and_opened_again_once() -> None:
    driver = with_secret()
    room = closed(driver)
    assert room.is_closed
    assert close_room(room) is None
    assert reopen_room(driver.room) is None
    assert not apply(room, reopen_room(room)).is_closed
    assert (room.undo, room.redo) == (driver.room.undo, driver.room.redo), "no change of the host"


def test_a_closed_room_is_refused_with_one_sentence() -> None:
    require_open_room(with_secret().room)
    with pytest.raises(Closed) as refused:
        require_open_room(closed(with_secret()))
    assert str(refused.value) == (
        "Whoever runs this server has closed this room: nothing more can be done in it, and nothing is lost"
    )


def comparable(room: Room) -> object:
    """Return a room without what closing and opening add: two events, and the changes that tell of them."""
    told, recent = (
        [change.entry for change in found if not isinstance(change.entry.event, events.RoomClosed)]
        for found in (room.changes(), room.recent_changes())
    )
    return replace(room, version=0), told, recent


@pytest.mark.parametrize(
    ("game", "options"), [("good-enough", {}), ("median", {"dealt": True}), ("mediocrity", {"target": 1})]
)
def test_a_room_goes_on_where_it_stood_whenever_it_was_closed(game: str, options: dict[str, Any]) -> None:
    driver = start_game_driver(game, 4, seed=3, **options)
    moments = [(driver.room, driver.now) for _ in play_moments(driver, 5)]
    for before, now in moments[:: len(moments) // 10 + 1]:
        room = apply(before, close_room(before), "", now)
        again = apply(room, reopen_room(room), "", now)
        assert comparable(again) == comparable(before)
        assert again == replay(room.code, reversed([*again.entries()]))


def test_the_time_of_a_round_stops_while_the_room_is_closed() -> None:
    driver = open_room("good-enough", 4)
    driver.do(HOST, room_control.set_round_time, "60")
    driver.do(HOST, room_control.start_game, lambda _: {})
    timer = driver.game.timer
    assert timer.until == BEGINNING + timedelta(seconds=60)
    room = closed(driver, timedelta(seconds=25))
    much_later = driver.now + timedelta(days=3)
    assert scheduled.next_due_time(room) is None
    assert scheduled.due_event(room, much_later) is None
    again = apply(room, reopen_room(room), "", much_later)
    assert scheduled.next_due_time(again) == much_later + timedelta(seconds=35)
    assert scheduled.due_event(again, much_later + timedelta(seconds=34)) is None
    assert scheduled.due_event(again, much_later + timedelta(seconds=35)) == game_events.TimerExpired(1, 1)


def test_a_clock_that_the_host_had_paused_stays_paused() -> None:
    driver = open_room("good-enough", 3)
    driver.do(HOST, room_control.set_round_time, "60")
    driver.do(HOST, room_control.start_game, lambda _: {})
    driver.do(HOST, room_control.pause_timer, driver.round_id)
    room = closed(driver)
    again = apply(room, reopen_room(room), "", driver.now + timedelta(hours=1))
    assert again.games[0].timer == driver.game.timer


def test_bots_stop_in_a_closed_room_and_go_on_afterwards_in_their_time() -> None:
    driver = open_room("good-enough", 2)
    driver.do(HOST, scheduled.add_bot, next(iter(bots.STRATEGIES)))
    driver.do(HOST, room_control.start_game, lambda _: {})
    planned = scheduled.next_due_time(driver.room)
    assert planned is not None
    room = closed(driver)
    assert scheduled.next_due_time(room) is None
    assert scheduled.due_event(room, planned + timedelta(days=1)) is None
    again = apply(room, reopen_room(room), "", driver.now + timedelta(days=1))
    assert scheduled.next_due_time(again) == planned + timedelta(days=1)


def test_a_dealt_card_waits_until_the_room_is_open_again() -> None:
    driver = open_room("median", 4)
    room = apply(driver.room, room_control.start_game(driver.room, HOST, lambda _: {}, dealt=True))
    assert scheduled.due_event(room, BEGINNING) is not None
    assert scheduled.due_event(apply(room, close_room(room)), BEGINNING) is None


@pytest.mark.parametrize(
    "view",
    [
        lambda room: tv_view(room, ("http://10.0.0.1",)),
        watch_view,
        lambda room: host_view(room, (), "1"),
        lambda room: phone_view(room, "1", device="device1"),
        handover_view,
    ],
    ids=["TV", "watching", "host", "phone", "passed phone"],
)
def test_every_screen_says_that_the_room_is_closed_and_nothing_else(view: Callable[[Room], object]) -> None:
    told = repr(view(closed(with_secret())))
    assert "closed" in told
    assert "77" not in told
    assert "Ann" not in told.replace("name='Ann'", "", 1)  # whose phone it is


def test_a_game_in_a_closed_room_is_unfinished_counts_for_nobody_and_is_not_thrown_away() -> None:
    driver = whole_evening()
    before = evening_record.evening_of_room(driver.room)
    driver.do(HOST, room_control.start_game, lambda _: {}, game="good-enough")
    for seat in driver.game.record.players:
        driver.submit(seat, 10 + int(seat))
    room = closed(driver)
    after = evening_record.evening_of_room(room)
    assert evening_record.evening_result(after) == evening_record.evening_result(before)
    assert len(after.games) == len(before.games) + 1
    unfinished = games.score(after.games[-1])
    assert not unfinished.root.finished
    assert len(after.games[-1].reveals) == 1
    view = results_view(room)
    assert view.games[-1].state == "Not finished, as the room was closed: nobody won"
    assert view.games[-1].final is None
    assert view.standing == results_view(driver.room).standing
    hidden = results_view(apply(room, events.RoomSet({"hides_scores": True}))).games[-1]
    assert hidden.state == f"{view.games[-1].state}, and its scores stay hidden"
    assert hidden.rows == ()


def test_the_list_of_rooms_leads_to_the_results_of_a_closed_one() -> None:
    driver = with_secret()
    assert tonight_room_row(driver.room).goes_on
    row = tonight_room_row(closed(driver))
    line, _ = rendered('{% from "evenings/words.html" import line %}{{ line(it)|trim }}', row)
    assert (row.goes_on, line) == (False, "3 people; closed by whoever runs this server")
    assert summarize_room(closed(driver)).closed
