"""The notes on corrections: one sentence for each change, with its author."""

from companion.room import events
from companion.room.commands import corrections, membership, room_control
from companion.screens.changes import change_notes
from tests.screens.test_results import three_rounds
from tests.support.room_driver import HOST, RoomDriver, device, start_game_driver


def note_sentences(driver: RoomDriver) -> list[str]:
    return [each.sentence for each in change_notes(driver.room)]


def notes_after(driver: RoomDriver, *done: events.Event | None) -> list[str]:
    for event in done:
        driver.apply(event, HOST)
    return note_sentences(driver)


def test_a_note_of_a_correction_has_the_previous_value() -> None:
    driver = three_rounds()
    assert ["Round 1: the host corrected Bob from 2 to 8."] == notes_after(
        driver, events.PlaysCorrected(1, (events.CorrectedPlay(1, "2", 8),))
    )
    assert (
        "Round 1: the host took away 8, which Bob had not played."
        == notes_after(driver, events.PlaysCorrected(1, (events.CorrectedPlay(1, "2", None),)))[1]
    )
    assert (
        "Round 1: the host entered 3 for Bob."
        == notes_after(driver, events.PlaysCorrected(1, (events.CorrectedPlay(1, "2", 3),)))[2]
    )


def test_the_notes_name_a_host_who_plays() -> None:
    driver = three_rounds()
    driver.apply(membership.join_room(driver.room, HOST, "Hal"), HOST)
    assert ["Round 1: Hal corrected Bob from 2 to 8."] == notes_after(
        driver, events.PlaysCorrected(1, (events.CorrectedPlay(1, "2", 8),))
    )


def test_the_notes_name_no_device() -> None:
    driver = three_rounds()
    notes_after(
        driver,
        membership.rename_player(driver.room, HOST, "1", "Anna"),
        membership.remove_player(driver.room, HOST, "2"),
    )
    assert not any(device("") in sentence or "device" in sentence for sentence in note_sentences(driver))


def test_void_rounds_reopened_rounds_undo_and_redo_are_noted() -> None:
    driver = three_rounds()
    assert ["Round 2, void: the host declared it void."] == notes_after(
        driver, events.RoundVoided(1, 2, void=True)
    )
    notes_after(driver, events.RoundVoided(1, 2, void=False))
    assert ["Round 2: the host declared it void.", "Round 2: the host had it count again."] == note_sentences(
        driver
    )
    assert (
        "Round 3: the host took back the reveal."
        == notes_after(driver, corrections.reopen_round(driver.room, HOST, "1.3"))[2]
    )
    undone = notes_after(driver, corrections.undo_last(driver.room, HOST, str(driver.room.undo[-1])))
    assert "The host took back “Reopen round 3”." == undone[-1]
    redone = notes_after(driver, corrections.redo_last(driver.room, HOST, str(driver.room.redo[-1])))
    assert "The host did again “Reopen round 3”." == redone[-1]


def test_a_note_about_a_reopened_round_hides_the_corrected_number() -> None:
    driver = three_rounds()
    notes_after(
        driver,
        events.PlaysCorrected(1, (events.CorrectedPlay(3, "2", 77),)),
        corrections.reopen_round(driver.room, HOST, "1.3"),
    )
    assert "Round 3: the host corrected what Bob had played." == note_sentences(driver)[0]
    assert "77" not in str(driver.views()["results"])


def test_renamed_merged_removed_and_resting_players_are_noted() -> None:
    driver = three_rounds()
    assert ["The host renamed Ann to Anna."] == notes_after(
        driver, membership.rename_player(driver.room, HOST, "1", "Anna")
    )
    assert "The host had Bob sit out." == notes_after(driver, membership.sit_out(driver.room, HOST, "2"))[-1]
    assert (
        "The host had Bob play again." == notes_after(driver, membership.sit_in(driver.room, HOST, "2"))[-1]
    )
    assert (
        "The host removed Cyd." == notes_after(driver, membership.remove_player(driver.room, HOST, "3"))[-1]
    )
    assert "Cyd came back." == notes_after(driver, membership.return_to_room(driver.room, device("3")))[-1]
    driver.apply(membership.leave_room(driver.room, device("3")), device("3"))
    assert "Cyd left." == note_sentences(driver)[-1]
    driver.apply(membership.add_player(driver.room, HOST, "Cyd again"), HOST)
    assert (
        "The host made one of Cyd again and Cyd."
        == notes_after(driver, membership.merge_players(driver.room, HOST, "4", "3"))[-1]
    )


def test_D5_a_corrected_call_is_noted() -> None:
    driver = start_game_driver("median", 4)
    driver.play_trick("high 3 4 5 6")
    assert ["Round 1: the host corrected the call from high to low."] == notes_after(
        driver, events.PlaysCorrected(1, (), (events.CorrectedCall(1, "low"),))
    )


def test_in_an_evening_of_several_games_the_notes_name_the_game() -> None:
    driver = three_rounds()
    driver.apply(
        room_control.start_game(driver.room, HOST, lambda _: {"nesting": [3, 2]}, game="good-enough"), HOST
    )
    for numbers in ("1 2 3",) * 4:
        driver.play_trick(numbers)
    assert ["Game 2 of the evening, game 2, round 1: the host corrected Ann from 1 to 9."] == notes_after(
        driver, events.PlaysCorrected(2, (events.CorrectedPlay(4, "1", 9),))
    )


def test_several_corrected_plays_are_one_note_for_each_round_with_what_stood_there() -> None:
    driver = three_rounds()
    event = corrections.correct_plays(
        driver.room, HOST, "1.1", {(1, "1"): "2", (1, "2"): "1", (2, "3"): "", (1, "3"): "3"}
    )
    assert [
        "Round 1: the host corrected Ann 1 → 2, Bob 2 → 1.",
        "Round 2: the host took away 9, which Cyd had not played.",
    ] == notes_after(driver, event)


def test_several_corrections_of_a_round_that_is_open_again_do_not_tell_the_plays() -> None:
    driver = three_rounds()
    event = corrections.correct_plays(driver.room, HOST, "1.3", {(3, "1"): "77", (3, "2"): "78"})
    notes = notes_after(driver, event, corrections.reopen_round(driver.room, HOST, "1.3"))
    assert "Round 3: the host corrected what Ann and Bob had played." == notes[0]


def test_a_link_of_an_earlier_release_does_not_say_who_gave_it() -> None:
    for giver, sentence in (
        ("", "Ann plays on another phone now."),
        (HOST, "The host had another phone play as Ann."),
    ):
        driver = three_rounds()
        driver.apply(events.DeviceLinked("1", "new", "link", giver), "new")
        assert [sentence] == note_sentences(driver)


def test_what_happens_to_the_phones_of_a_player_and_to_the_room_is_noted() -> None:
    driver = three_rounds()
    for phone, is_own in (("new", True), ("other", False)):
        driver.apply(events.ClaimAccepted("1", phone), HOST)
        driver.apply(events.PhoneVouched("1", phone, is_own), device("1"))
    assert [
        "The host had another phone play as Ann.",
        "Ann said: the other phone is mine.",
        "The host had another phone play as Ann.",
        "Ann said: that was not me. That phone plays as Ann no more.",
        "The host removed Bob.",
        "The host unblocked Bob.",
        "Whoever runs this server closed the room.",
        "Whoever runs this server opened the room again.",
    ] == notes_after(
        driver,
        events.PlayerRemoved("2", blocked=True),
        events.PlayerUnblocked("2"),
        events.RoomClosed(closed=True),
        events.RoomClosed(closed=False),
    )
