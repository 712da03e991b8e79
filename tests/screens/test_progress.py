"""Progress of a round: a page to which it is applied shows what everybody may know now."""

from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.i18n import languages
from companion.room import game_events
from companion.room.commands import membership, room_control, submissions
from companion.room.events import Seat
from companion.room.state import Room
from companion.screens.progress import seats_come_in
from companion.screens.public import PublicPart, public_part
from companion.screens.scoreboard import ScoreRow
from tests.screens.test_secrets import GAMES
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    device,
    each_kind,
    open_room,
    play_moments,
    start_game_driver,
)

PLAYS = (game_events.PlaySubmitted, game_events.ListSubmitted)
CROWD = 41


def applied(before: PublicPart, room: Room, seats: Collection[Seat]) -> PublicPart:
    """Do what a page does: it knows the sentence of the status, and the row of each seat."""

    def row(each: ScoreRow) -> ScoreRow:
        return each._replace(state="in") if each.seat and each.seat in seats else each

    count = room.current_game.submitted_count if room.current_game else 0
    return replace(
        before,
        version=room.version,
        status=before.counting.replace("{}", str(count)),
        rows=tuple(map(row, before.rows)),
    )


@pytest.mark.slow(keep=10)
@each_kind(*GAMES)
@pytest.mark.parametrize("seconds", [0, 60])
@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_whatever_is_submitted_a_page_with_the_progress_is_the_newest_page(kind, seconds, language):
    driver = open_room(kind.game, kind.players)
    driver.apply(room_control.set_round_time(driver.room, HOST, str(seconds)))
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: kind.options, dealt=kind.dealt))
    with languages.use_language(language):
        moments = [driver.room, *(driver.room for _ in play_moments(driver, 1)), driver.room]
        told = 0
        for before, after in pairwise(moments):
            since = [entry.event for entry in after.entries() if entry.number > before.version]
            seats = seats_come_in(before, after)
            if seats is not None and since:
                assert applied(public_part(before), after, seats) == public_part(after)
                assert all(isinstance(each, PLAYS) for each in since)
                told += 1
    assert told


def test_it_names_who_has_come_in_since() -> None:
    driver = start_game_driver("good-enough", 4)
    first = driver.room
    driver.submit("3", 5)
    second = driver.room
    driver.submit("1", 5)
    driver.submit("3", 6)
    assert ("1", "3") == seats_come_in(first, driver.room)
    assert ("1",) == seats_come_in(second, driver.room)


def test_in_a_crowd_only_the_count_changes() -> None:
    driver = start_game_driver("good-enough", CROWD)
    for round_number in range(2):
        before = driver.room
        driver.submit("7", 5)
        assert () == seats_come_in(before, driver.room)
        for seat in driver.game.thinking:
            driver.submit(seat, int(seat) + round_number)


ELSE: list[Callable[[RoomDriver], object]] = [
    lambda driver: driver.submit("2", 9),  # the last one: a reveal
    lambda driver: driver.apply(membership.join_room(driver.room, "device9", "Zoe"), "device9"),
    lambda driver: driver.apply(membership.leave_room(driver.room, device("2")), device("2")),
    lambda driver: driver.apply(membership.rename_player(driver.room, HOST, "3", "Cyndy"), HOST),
    lambda driver: driver.apply(membership.sit_out(driver.room, HOST, "4"), HOST),
    lambda driver: driver.apply(room_control.set_round_time(driver.room, HOST, "60"), HOST),
    lambda driver: driver.apply(submissions.ask_question(driver.room, HOST, driver.round_id, "How?"), HOST),
]


@pytest.mark.parametrize("change", ELSE)
def test_whatever_else_happens_is_no_progress_also_together_with_a_number(change):
    driver = start_game_driver("good-enough", 4)
    driver.submit("1", 1)
    before = driver.room
    driver.submit("3", 3)
    driver.submit("4", 4)
    assert seats_come_in(before, driver.room)
    assert change(driver)
    assert seats_come_in(before, driver.room) is None


def in_and_thinking(room: Room) -> list[Seat]:
    return [row.seat for row in public_part(room).rows if row.state in ("in", "thinking")]


def test_who_sat_out_and_plays_after_all_changes_what_is_awaited() -> None:
    driver = start_game_driver("good-enough", 4)
    driver.do(HOST, membership.sit_out, "4")
    before = driver.room
    driver.submit("4", 4)
    assert (["1", "2", "3"], ["1", "2", "3", "4"]) == (in_and_thinking(before), in_and_thinking(driver.room))
    assert seats_come_in(before, driver.room) is None


def test_a_number_that_is_taken_back_is_no_progress() -> None:
    driver = start_game_driver("good-enough", 4)
    before = driver.room
    driver.submit("1", 1)
    assert seats_come_in(driver.room, before) is None
