"""Finishing an evening, and its grand final, in a room (H4, H5)."""

from datetime import timedelta
from typing import Any

import pytest

from companion.formats import evening_record
from companion.formats.csv_files import rounds_table
from companion.i18n.errors import Refused
from companion.room.commands import corrections, membership, room_control, scheduled
from companion.room.reducer import apply_all
from companion.room.state import LogEntry
from companion.rules import games
from companion.screens.corrections import revealed_rounds
from companion.screens.evening import evening_view
from companion.screens.results import results_view
from companion.screens.story import room_as_announced, scenes_of
from companion.screens.tv import tv_view
from tests.support.records import read_evening
from tests.support.room_driver import HOST, RoomDriver, correct_play, device, open_room

OPTIONS = {"rounds": 3, "tie_break": "peel"}
ANN_WINS = ("5 1 9", "9 9 1", "9 9 5")  # with one point; Bob has none, Cyd two
TWINS = ("1 1 5", "9 9 5", "2 2 5")


def start(driver: RoomDriver) -> None:
    driver.do(HOST, room_control.start_game, lambda _: dict(OPTIONS))


def play(driver: RoomDriver, *rounds: str) -> None:
    start(driver)
    for row in rounds:
        driver.play_trick(row)


def evening_of(*games_played: tuple[str, ...], players: int = 3) -> RoomDriver:
    driver = open_room("good-enough", players)
    for rounds in games_played:
        play(driver, *rounds)
    return driver


def finish(driver: RoomDriver) -> RoomDriver:
    driver.do(HOST, room_control.finish_evening)
    return driver


def document(driver: RoomDriver) -> dict[str, Any]:
    return evening_record.evening_to_document(evening_record.evening_of_room(driver.room))


@pytest.fixture
def tied() -> RoomDriver:
    """Return a room of four in which two are tied after two games, and the evening is finished."""
    driver = open_room("good-enough", 4)
    play(driver, "1 2 3 50", "1 2 3 50", "1 2 3 50")
    play(driver, "1 2 3 50", "1 2 3 50", "3 2 1 50")
    return finish(driver)


def test_H4_it_cannot_be_finished_before_two_games_count_or_while_one_is_open_or_twice() -> None:
    driver = evening_of(TWINS)
    with pytest.raises(Refused, match="at least two games"):
        room_control.finish_evening(driver.room, HOST)
    start(driver)
    with pytest.raises(Refused, match="going on already"):
        room_control.finish_evening(driver.room, HOST)
    for row in ANN_WINS:
        driver.play_trick(row)
    finish(driver)
    with pytest.raises(Refused, match="is finished already"):
        room_control.finish_evening(driver.room, HOST)


def test_H4_one_with_the_fewest_steps_wins_at_once() -> None:
    driver = finish(evening_of(ANN_WINS, TWINS))
    found = evening_view(driver.room)
    assert found
    assert (driver.room.is_playing, found.is_over) == (False, True)
    assert [row.name for row in found.rows if row.leads] == list(found.winners)
    assert ["evening", "evening_photo"] == [scene.kind for scene in scenes_of(driver.room)]
    rest = tv_view(driver.room, ()).rest
    assert rest
    assert "evening_photo" == rest.kind  # it stays, also on a TV that is opened later
    assert {"finished": True} == {
        key: value for key, value in document(driver).items() if key in ("finished", "final")
    }


def test_H4_of_those_who_are_tied_one_number_decides(tied: RoomDriver) -> None:
    assert ("1", "3") == tied.game.open_round.contenders
    assert ["final_title"] == [scene.kind for scene in scenes_of(tied.room)]
    assert {"tied": ["Ann", "Cyd"], "rounds": []} == document(tied)["final"]
    assert "Ann and Cyd stand in the middle" == evening_view(tied.room).headline
    tied.play_trick("1 2 30 50")
    found = evening_view(tied.room)
    assert ("Cyd wins the evening", ("3",)) == (found.headline, found.seats)
    assert ["showdown", "evening", "evening_photo"] == [scene.kind for scene in scenes_of(tied.room)]
    assert tied.is_replayed()


def test_H4_who_comes_later_may_only_spoil_and_who_leaves_cannot_stay(tied: RoomDriver) -> None:
    tied.apply(membership.join_room(tied.room, device("5"), "Eve"))
    assert "5" in tied.game.open_round.allowed
    tied.do(device("1"), membership.leave_room)
    for seat in "2345":
        tied.submit(seat, 10 * int(seat))
    assert ("3",) == tied.game.score.root.winners


def test_H4_the_host_can_end_it_at_any_time_and_those_tied_share(tied: RoomDriver) -> None:
    tied.do(HOST, room_control.end_game, tied.round_id, "throw")
    assert ("1", "3") == tied.game.score.root.winners
    assert {"tied": ["Ann", "Cyd"], "rounds": [], "ended": True} == document(tied)["final"]
    assert "Ann and Cyd share the evening" == evening_view(tied.room).headline


def test_H4_it_is_no_game_of_the_evening_and_counts_for_nothing(tied: RoomDriver) -> None:
    before = evening_view(tied.room)
    tied.play_trick("1 2 30 50")
    after = evening_view(tied.room)
    assert (before.rows, before.after) == (after.rows, after.after)
    assert 2 == len(tied.room.finished_games) == len(document(tied)["games"])


def test_H5_a_game_that_begins_afterwards_goes_on_with_the_evening(tied: RoomDriver) -> None:
    tied.play_trick("1 2 30 50")
    start(tied)
    assert tied.room.final is None
    for _ in range(3):
        tied.play_trick("1 2 3 50")
    assert "finished" not in document(tied)
    finish(tied)
    assert tied.room.final
    assert tied.is_replayed()


def test_H5_undo_goes_back_over_the_rounds_to_before_the_finish(tied: RoomDriver) -> None:
    tied.play_trick("1 2 30 50")
    tied.do(HOST, corrections.undo_last, str(corrections.last_undoable(tied.room)))
    assert (0, True) == (len(tied.game.rounds), tied.room.is_playing)
    tied.undo()
    assert (None, False) == (tied.room.final, tied.room.is_playing)
    finish(tied)
    assert 4 == tied.game.number  # no number is given twice
    assert tied.is_replayed()


def test_H5_a_correction_works_out_anew_who_is_tied_and_strikes_what_nobody_needs(tied: RoomDriver) -> None:
    tied.play_trick("1 2 30 50")
    plays = [("2.3", seat, number) for seat, number in (("1", "10"), ("2", "10"), ("3", "10"))]
    for at, seat, number in plays:
        tied.apply(correct_play(tied.room, HOST, at, seat, number), HOST)
    finish_now = games.evening_of(tied.game.record.rules)
    assert finish_now
    assert ("4",) == finish_now.fewest == tied.game.score.root.winners
    assert [1] == [number for number, _ in tied.game.late_rounds]
    assert tied.is_replayed()


def test_H5_merged_seats_are_one_person_on_the_stairs_and_in_the_final(tied: RoomDriver) -> None:
    tied.apply(membership.merge_players(tied.room, HOST, "4", "2"), HOST)
    finish_now = games.evening_of(tied.game.record.rules)
    assert finish_now
    assert {"1", "2", "3"} == {*finish_now.steps} == {*finish_now.here}
    assert tied.is_replayed()


def test_its_rounds_are_called_so_on_every_screen_and_in_files(tied: RoomDriver) -> None:
    tied.play_trick("1 2 30 50")
    names = [shown.heading for shown in revealed_rounds(tied.room)]
    assert ["Grand final, round 1"] == [name for name in names if "final" in name]
    assert not any("howdown" in name for name in names)
    report = results_view(tied.room).games[-1]
    assert ("Grand final", None, True) == (report.title, report.number, report.is_final)
    rows = rounds_table(evening_record.evening_of_room(tied.room))
    assert [("", "Grand final", 1, "grand final, round 1", "Ann", 1, "leaves", 0)] == [
        row for row in rows if row[0] == "" and row[4] == "Ann"
    ]


def test_a_bot_plays_it_as_any_other() -> None:
    driver = open_room("good-enough", 3)
    driver.apply(scheduled.add_bot(driver.room, HOST, "middle"), HOST)
    for _ in range(2):
        start(driver)
        for _ in range(3):
            one_round(driver, 10)
    finish(driver)
    one_round(driver, 11)
    assert {"1", "2", "3", "4"} == set(driver.game.rounds[0].reveal.plays)


def one_round(driver: RoomDriver, times: int) -> None:
    """Let three people send numbers, and the bot think as long as it does."""
    for seat in "123":
        driver.submit(seat, times * int(seat))
    while driver.room.current_game and driver.game.hidden:
        assert driver.advance()


def test_nobody_knows_who_won_before_the_tv_has_told_it(tied: RoomDriver) -> None:
    tied.now += timedelta(minutes=5)
    tied.play_trick("1 2 30 50")
    soon = room_as_announced(tied.room, tied.now + timedelta(seconds=1))
    assert soon.final
    assert (soon.final.next_round is None, evening_view(soon).is_over) == (False, False)
    late = room_as_announced(tied.room, tied.now + timedelta(seconds=30))
    assert late is tied.room


def test_an_older_server_knows_that_it_does_not_know_the_whole_room(tied: RoomDriver) -> None:
    entry = LogEntry(tied.room.version + 1, tied.now, HOST, None)
    assert apply_all(tied.room, [entry]).is_later


def test_H4_the_file_of_an_evening_is_read_back_as_it_was(tied: RoomDriver) -> None:
    shared = finish(evening_of(TWINS, TWINS))
    for driver, numbers in ((tied, ""), (tied, "1 2 30 50"), (shared, "")):
        if numbers:
            driver.play_trick(numbers)
        kept = evening_record.evening_of_room(driver.room)
        text = evening_record.dump_evening(evening_record.evening_to_document(kept))
        again = read_evening(text)
        assert evening_record.evening_result(kept) == evening_record.evening_result(again)
        assert evening_record.evening_to_document(kept) == evening_record.evening_to_document(again)
