"""A practice round: it is played and revealed as any other, and counts for nothing."""

import pytest

from companion.formats import evening_record
from companion.i18n.errors import Refused
from companion.room.commands import corrections, room_control
from companion.room.player_reducer import can_merge
from companion.room.state import Room
from companion.screens.changes import change_notes
from companion.screens.corrections import revealed_rounds
from companion.screens.evening import evening_view
from companion.screens.evenings import summarize_room
from companion.screens.host import host_view
from companion.screens.outcomes import all_outcomes
from companion.screens.phone import phone_view
from companion.screens.public import public_part
from companion.screens.results import results_view
from companion.screens.story import scenes_of
from tests.support.exports import rounds_csv, scores_csv
from tests.support.room_driver import HOST, RoomDriver, is_consistent, open_room, play_out


def practise(driver: RoomDriver) -> None:
    chosen = driver.room.next_game.options
    driver.do(HOST, room_control.start_game, lambda _: chosen, practice=True)
    play_out(driver, 1)


def what_counts(room: Room) -> object:
    """Return all that is told, kept or downloaded of an evening."""
    evening = evening_record.evening_of_room(room)
    document = evening_record.dump_evening(evening_record.evening_to_document(evening))
    scores = scores_csv(evening.games)
    return (
        document,
        rounds_csv(evening.games),
        scores,
        evening_view(room),
        summarize_room(room),
        room.next_game,
    )


@pytest.mark.parametrize("rounds", [3, 5])
def test_an_evening_with_practice_rounds_equals_the_one_without(rounds: int) -> None:
    with_practice, without = (open_room("good-enough", 4, rounds=rounds) for _ in range(2))
    for turn in range(2):
        practise(with_practice)
        practise(with_practice)
        assert what_counts(without.room) == what_counts(with_practice.room)
        for driver in (with_practice, without):
            driver.do(HOST, room_control.start_game, lambda _: {"rounds": rounds})
            play_out(driver, turn)
    practise(with_practice)
    assert what_counts(without.room) == what_counts(with_practice.room)
    names = [
        [played.heading for played in revealed_rounds(driver.room)] for driver in (without, with_practice)
    ]
    assert names[0] == names[1]
    assert [1, 2] == [game.number for game in results_view(with_practice.room).games]
    assert is_consistent(with_practice.room)


def test_a_practice_round_ends_with_its_reveal_which_the_tv_and_the_phones_tell_whole() -> None:
    driver = open_room("good-enough", 4)
    practise(driver)
    assert (True, False, 1) == (driver.game.is_thrown_away, driver.room.is_playing, len(driver.game.rounds))
    assert ["reveal"] == [each.kind for each in scenes_of(driver.room)]
    assert {*driver.game.record.players} == {
        seat for outcome in all_outcomes(driver.room) for seat in outcome.seats.split()
    }


def test_undo_takes_back_the_reveal_of_a_practice_round_and_then_its_start() -> None:
    driver = open_room("good-enough", 4)
    before = driver.room.next_game
    practise(driver)
    for is_playing in (True, False):
        driver.do(HOST, corrections.undo_last, str(corrections.last_undoable(driver.room)))
        assert is_playing == driver.room.is_playing
    assert ((), before) == (driver.room.games, driver.room.next_game)
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    play_out(driver, 1)
    assert () == change_notes(driver.room)


def test_two_seats_that_held_cards_in_a_practice_round_can_be_merged() -> None:
    driver = open_room("saichugen", 3)
    driver.do(HOST, room_control.start_game, lambda _: {}, dealt=True, practice=True)
    assert not can_merge(driver.room, "2", "3")
    play_out(driver, 1)
    assert can_merge(driver.room, "2", "3")


def test_after_a_practice_round_the_desk_and_each_phone_show_its_verdict_and_no_score() -> None:
    driver = open_room("good-enough", 4)
    practise(driver)
    desk = host_view(driver.room, (), None)
    assert ("over", True, True) == (desk.state, bool(desk.verdict.headline), "practise" in desk.game.can)
    assert ["watch"] * 4 == [phone_view(driver.room, seat).own.screen for seat in "1234"]
    assert [None] * 4 == [row.points for row in public_part(driver.room).rows]


def test_a_practice_round_is_not_there_to_be_corrected() -> None:
    driver = open_room("good-enough", 4)
    practise(driver)
    with pytest.raises(Refused, match="no such round"):
        driver.do(HOST, corrections.void_round, "1.1")


@pytest.mark.parametrize("game", ["saichugen", "median"])
def test_there_is_no_practice_of_cards_that_nobody_deals(game: str) -> None:
    driver = open_room(game, 3)
    with pytest.raises(Refused, match="practice"):
        driver.do(HOST, room_control.start_game, lambda _: {}, practice=True)
    driver.do(HOST, room_control.start_game, lambda _: {}, dealt=True, practice=True)
    play_out(driver, 1)
    assert 1 == len(driver.game.rounds)
