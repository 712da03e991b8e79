"""A round after which half still stand, on the TV: the axis that zooms, who is lit, who sits, words."""

from random import Random

import pytest

from companion.room.commands import submissions
from companion.screens.phone import phone_view
from companion.screens.scenes.standing import StandingScene
from companion.screens.story import scenes_of
from companion.screens.tv import tv_view
from tests.support.room_driver import HOST, RoomDriver, device, start_game_driver


def play(driver: RoomDriver, *numbers: int | None) -> StandingScene:
    """Play a round of everybody in the order of seats, and return what the TV shows of it."""
    for seat, number in zip(driver.game.players, numbers, strict=True):
        if number is not None:
            driver.submit(seat, number)
    if None in numbers:
        driver.do(HOST, submissions.close_round, driver.round_id)
    [scene] = [scene for scene in scenes_of(driver.room) if scene.kind == "half"]
    content = scene.content()
    assert isinstance(content, StandingScene)
    return content


@pytest.fixture
def five() -> RoomDriver:
    return start_game_driver("last-standing", 5)


def test_the_axis_zooms_to_who_stays_and_all_keep_their_numbers(five: RoomDriver) -> None:
    layout = play(five, 10, 40, 50, 60, 90).layout
    assert ((0, 100), (38, 62)) == (layout.before.numbers.line, layout.numbers.line)
    assert {"2": "lit", "3": "lit", "4": "lit", "1": "left", "5": "left"} == {
        guest.seat: guest.role for guest in layout.guests
    }
    fallen = {guest.seat: guest.x for guest in layout.before.guests}
    assert all(guest.true == pytest.approx(fallen[guest.seat]) for guest in layout.guests)
    on_line = {guest.seat: guest.x for guest in layout.on_line}
    assert {seat: pytest.approx(layout.numbers.true(seat)) for seat in "234"} == on_line


def test_the_light_touches_all_who_stay_and_none_of_the_others(five: RoomDriver) -> None:
    for numbers in ((10, 40, 50, 60, 90), (0, 40, 50, 60, 0)):
        layout = play(five, *numbers).layout
        half = layout.spread / 2
        for guest in layout.before.guests:
            away = abs(guest.x - layout.before.at) - half
            assert (away < 0) == (guest.seat in layout.numbers.scoring)


def test_the_last_one_stands_beside_who_has_just_lost(five: RoomDriver) -> None:
    play(five, 10, 40, 50, 60, 90)
    play(five, 0, 40, 50, 60, 0)
    scene = play(five, 0, 41, 50, 60, 0)
    assert {"2": "lit", "3": "outer"} == {guest.seat: guest.role for guest in scene.layout.guests}
    assert (["Bob"], "Bob stands alone") == ([who.name for who in scene.named], scene.words.verdict)


def test_it_says_how_many_stood_where_the_middle_is_and_whom_the_lamp_took(five: RoomDriver) -> None:
    scene = play(five, 20, 40, 60, 80, 50)
    assert "Last one standing: 5 stood, the middle is 50" == scene.words.told
    assert ["5 stand. Half will sit down."] == [text for text, *_ in scene.words.sayings]
    assert () == scene.words.notes
    assert ("Equal. The lamp took Cyd.",) == play(five, 40, 40, 60, 50, 50).words.notes


def test_who_sits_looks_on_from_behind_the_desk_and_who_has_just_sat_down_comes_first(
    five: RoomDriver,
) -> None:
    play(five, 10, 40, 50, 60, 90)
    scene = play(five, 0, 40, 50, 60, 0)
    assert [("Dan", True), ("Ann", False), ("Eve", False)] == [
        (who.name, who.seat in scene.fresh) for who in scene.seated
    ]
    assert {"4": "60", "1": "0", "5": "0"} == scene.numbers


def test_where_nobody_who_stands_sent_a_number_nobody_is_on_the_line(five: RoomDriver) -> None:
    play(five, 10, 40, 50, 60, 90)
    scene = play(five, 7, None, None, None, 9)
    assert ((), "none") == (scene.layout.guests, scene.layout.lit)
    assert ("No number: Bob, Cyd and Dan",) == scene.words.notes


def test_of_a_crowd_some_are_drawn_and_the_others_are_counted() -> None:
    driver, chance = start_game_driver("last-standing", 100), Random(1)
    scene = play(driver, *(chance.randint(0, 100) for _ in range(100)))
    assert (60, 30) == (len(scene.layout.guests), len(scene.seated))
    assert ("50 sit. Their numbers still count.", ()) == (scene.says, scene.named)
    assert "40 more numbers are not shown" in scene.words.notes


def test_phones_say_who_stands_and_who_can_only_spoil_it(five: RoomDriver) -> None:
    play(five, 10, 40, 50, 60, 90)
    stands, sits = (phone_view(five.room, seat).own for seat in "21")
    assert ("You stand.", "Of you 3 who stand, 2 stay: be near the middle") == (stands.duel, stands.stake)
    assert ("You sit. Spoil it.", True) == (sits.duel, sits.can_spoil)
    five.do(device("2"), submissions.submit_play, five.round_id, "40")
    stage = tv_view(five.room, ()).stage
    assert stage
    assert ("Waiting for Cyd and Dan", True) == (stage.heading, stage.showdown)


def test_a_crowd_is_told_what_numbers_moved_in_few_sentences() -> None:
    driver, chance = start_game_driver("last-standing", 80), Random(2)
    for _ in range(2):
        play(driver, *(chance.randint(0, 100) for _ in range(80)))
    seated = [outcome for outcome in phone_view(driver.room).outcomes if outcome.stake == "watches"]
    assert {"Without your number the middle was", "It moved nothing."} >= {
        outcome.reason if "nothing" in outcome.reason else outcome.reason[:34] for outcome in seated
    }
    assert 2 <= len(seated) <= 4
