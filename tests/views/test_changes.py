"""What was changed afterwards, in sentences, with who did it."""

from companion.room import events
from companion.room.commands import corrections, membership, room_control
from companion.views.changes import change_notes
from tests.support.room_driver import HOST, RoomDriver, device, start_game_driver
from tests.views.test_results import three_rounds


def said(full: RoomDriver) -> list[str]:
    return [each.sentence for each in change_notes(full.room)]


def after(full: RoomDriver, *done: events.Event | None) -> list[str]:
    for event in done:
        full.do(event, HOST)
    return said(full)


def test_joining_and_playing_are_no_changes() -> None:
    assert [] == said(three_rounds())


def test_a_correction_says_what_stood_there_before() -> None:
    full = three_rounds()
    assert ["Round 1: the host corrected Bob from 2 to 8."] == after(full, events.PlayCorrected("2", 1, 1, 8))
    assert (
        "Round 1: the host took away 8, which Bob had not played."
        == after(full, events.PlayCorrected("2", 1, 1, None))[1]
    )
    assert "Round 1: the host entered 3 for Bob." == after(full, events.PlayCorrected("2", 1, 1, 3))[2]


def test_a_host_who_plays_is_named() -> None:
    full = three_rounds()
    full.do(membership.join_room(full.room, HOST, "Hal"), HOST)
    assert ["Round 1: Hal corrected Bob from 2 to 8."] == after(full, events.PlayCorrected("2", 1, 1, 8))


def test_no_browser_is_ever_shown() -> None:
    full = three_rounds()
    after(
        full,
        membership.rename_player(full.room, HOST, "1", "Anna"),
        membership.remove_player(full.room, HOST, "2"),
    )
    assert not any(device("") in sentence or "device" in sentence for sentence in said(full))


def test_voiding_and_reopening_and_taking_back_are_told() -> None:
    full = three_rounds()
    assert ["Round 2, void: the host declared it void."] == after(full, events.RoundVoided(1, 2, void=True))
    after(full, events.RoundVoided(1, 2, void=False))
    assert ["Round 2: the host declared it void.", "Round 2: the host had it count again."] == said(full)
    assert (
        "Round 3: the host took back the reveal."
        == after(full, corrections.reopen_round(full.room, HOST, "1.3"))[2]
    )
    undone = after(full, corrections.undo_last(full.room, HOST, str(full.room.undo[-1])))
    assert "The host took back “Reopen round 3”." == undone[-1]
    redone = after(full, corrections.redo_last(full.room, HOST, str(full.room.redo[-1])))
    assert "The host did again “Reopen round 3”." == redone[-1]


def test_a_correction_of_a_round_that_is_hidden_again_keeps_its_number_to_itself() -> None:
    full = three_rounds()
    after(full, events.PlayCorrected("2", 1, 3, 77), corrections.reopen_round(full.room, HOST, "1.3"))
    assert "Round 3: the host corrected what Bob had played." == said(full)[0]
    assert "77" not in str(full.views()["results"])


def test_people_who_were_renamed_merged_removed_or_sat_out_are_told() -> None:
    full = three_rounds()
    assert ["The host renamed Ann to Anna."] == after(
        full, membership.rename_player(full.room, HOST, "1", "Anna")
    )
    assert "The host had Bob sit out." == after(full, membership.sit_out(full.room, HOST, "2"))[-1]
    assert "The host had Bob play again." == after(full, membership.sit_in(full.room, HOST, "2"))[-1]
    assert "The host removed Cyd." == after(full, membership.remove_player(full.room, HOST, "3"))[-1]
    assert "Cyd came back." == after(full, membership.return_to_room(full.room, device("3")))[-1]
    full.do(membership.leave_room(full.room, device("3")), device("3"))
    assert "Cyd left." == said(full)[-1]
    full.do(membership.add_player(full.room, HOST, "Cyd again"), HOST)
    assert (
        "The host made one of Cyd again and Cyd."
        == after(full, membership.merge_players(full.room, HOST, "4", "3"))[-1]
    )


def test_D5_a_call_that_was_corrected_is_told() -> None:
    full = start_game_driver("median", 4)
    full.trick("high 3 4 5 6")
    assert ["Round 1: the host corrected the call from high to low."] == after(
        full, events.CallCorrected(1, 1, "low")
    )


def test_in_an_evening_of_several_games_each_is_named() -> None:
    full = three_rounds()
    full.do(room_control.start_game(full.room, HOST, lambda _: {"nesting": [3, 2]}, game="good-enough"), HOST)
    for numbers in ("1 2 3",) * 4:
        full.trick(numbers)
    assert ["Game 2 of the evening, game 2, round 1: the host corrected Ann from 1 to 9."] == after(
        full, events.PlayCorrected("1", 2, 4, 9)
    )
