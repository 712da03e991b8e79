"""The words for events: on the button that undoes them, and in the list of changes with their author."""

import pytest

from companion.room import events
from companion.room.commands import corrections, membership, room_control
from companion.screens.changes import change_notes, describe_event
from tests.screens.test_results import three_rounds
from tests.support.room_driver import HOST, RoomDriver, device, played

LABELS: list[tuple[events.Event, str]] = [
    (events.GameStarted("good-enough", {}), "Start It's Good Enough"),
    (events.RoundClosed(1, 2), "Reveal round 2"),
    (events.ListRoundRevealed(1, 2), "Reveal round 2"),
    (events.GameEnded(1), "End game"),
    (events.GameEnded(1, throws_away=True), "Throw the game away"),
    (events.TiePlayedOn(1), "Play on"),
    (events.TiePlayedOn(1, showdown=True), "Showdown"),
    (events.RoundReopened(1, 2), "Reopen round 2"),
    (events.RoundVoided(1, 2, void=True), "Void round 2"),
    (events.RoundVoided(1, 2, void=False), "Count round 2"),
    (events.HighLowCalled(1, 2, "high"), "Call high"),
    (events.HighLowCalled(1, 2, "low"), "Call low"),
    (events.PlayersMerged("1", "2"), "Merge Ann into Bob"),
    (events.PlayerJoined("4", "Dan", "device"), "Add Dan"),
    (events.EventUndone(99), "Undo: The last change"),
    (events.EventUndone(99, undone=False), "Redo: The last change"),
    (events.QuestionAsked(1, 2, "How many?"), "Ask a question"),
    (events.QuestionAsked(1, 2, ""), "Take the question away"),
    (events.TruthTold(1, 2, 7), "Tell the truth of round 2"),
    (events.TruthTold(1, 2, None), "Take back the truth of round 2"),
    (events.PlaysCorrected(1, (), (events.CorrectedCall(2, "high"),)), "Correct the call of round 2"),
    (events.PlaysCorrected(1, (events.CorrectedPlay(2, "1", 7),)), "Correct Ann in round 2"),
    (events.PlaySubmitted(1, 2, "1", 7), "Enter for Ann in round 2"),
    (events.ListSubmitted(1, 2, "1", (7, 8)), "Enter for Ann in round 2"),
    (events.PlaysEntered(1, 2, {"1": 7}), "Enter round 2"),
    (events.SatOut("1"), "Ann sits out"),
    (events.SatOut("1", out=False), "Ann is back"),
    (events.BotPlaysOn("1", 1), "A bot plays on for Ann"),
    (events.PlayerRenamed("1", "Anna"), "Rename to Anna"),
    (events.PlayerRemoved("1"), "Send Ann away"),
    (events.RoomSet({"locked": True}), "The last change"),
]


@pytest.mark.parametrize(("event", "words"), LABELS, ids=lambda each: type(each).__name__)
def test_an_event_has_its_words(event: events.Event, words: str) -> None:
    assert words == describe_event(three_rounds().room, event)


def notes_after(driver: RoomDriver, *done: events.Event | None) -> list[str]:
    for event in done:
        driver.apply(event, HOST)
    return [sentence for _, sentence in change_notes(driver.room)]


def corrected(*plays: tuple[int, str, int | None]) -> events.PlaysCorrected:
    return events.PlaysCorrected(1, tuple(events.CorrectedPlay(*each) for each in plays))


def test_a_note_of_a_correction_has_the_previous_value() -> None:
    assert [
        "Round 1: the host corrected Bob from 2 to 8.",
        "Round 1: the host took away 8, which Bob had not played.",
        "Round 1: the host entered 3 for Bob.",
        "Round 1: the host corrected Ann 1 → 2, Bob 3 → 1.",
        "Round 2: the host took away 9, which Cyd had not played.",
    ] == notes_after(
        three_rounds(),
        corrected((1, "2", 8)),
        corrected((1, "2", None)),
        corrected((1, "2", 3)),
        corrected((1, "1", 2), (1, "2", 1), (2, "3", None)),
    )


def test_the_notes_name_a_host_who_plays_and_no_device() -> None:
    driver = three_rounds()
    driver.do(HOST, membership.join_room, "Hal")
    notes = notes_after(driver, corrected((1, "2", 8)), events.PlayerRemoved("2"))
    assert ["Round 1: Hal corrected Bob from 2 to 8.", "Hal removed Bob."] == notes


def test_void_rounds_reopened_rounds_undo_and_redo_are_noted() -> None:
    driver = three_rounds()
    assert ["Round 2, void: the host declared it void."] == notes_after(
        driver, events.RoundVoided(1, 2, void=True)
    )
    notes_after(driver, events.RoundVoided(1, 2, void=False), events.RoundReopened(1, 3))
    number = driver.room.undo[-1]
    notes_after(driver, events.EventUndone(number))
    assert [
        "Round 2: the host declared it void.",
        "Round 2: the host had it count again.",
        "Round 3: the host took back the reveal.",
        "The host took back “Reopen round 3”.",
        "The host did again “Reopen round 3”.",
    ] == notes_after(driver, events.EventUndone(number, undone=False))


def test_a_note_about_a_reopened_round_hides_the_corrected_number() -> None:
    driver = three_rounds()
    notes = notes_after(driver, corrected((3, "2", 77)), corrected((3, "1", 78), (3, "3", 79)))
    assert any("77" in each for each in notes)
    notes = notes_after(driver, events.RoundReopened(1, 3))
    assert [
        "Round 3: the host corrected what Bob had played.",
        "Round 3: the host corrected what Ann and Cyd had played.",
    ] == notes[:2]
    assert "77" not in str(driver.views()["results"])


def test_renamed_merged_removed_and_resting_players_are_noted() -> None:
    driver = three_rounds()
    driver.do(device("3"), membership.leave_room)
    assert [
        "Cyd left.",
        "The host renamed Ann to Anna.",
        "The host had Bob sit out.",
        "The host had Bob play again.",
        "Cyd came back.",
        "The host removed Bob.",
        "The host unblocked Bob.",
        "The host made one of Cyd again and Cyd.",
        "Whoever runs this server closed the room.",
        "Whoever runs this server opened the room again.",
    ] == notes_after(
        driver,
        events.PlayerRenamed("1", "Anna"),
        events.SatOut("2"),
        events.SatOut("2", out=False),
        events.PlayerReturned("3"),
        events.PlayerRemoved("2", blocked=True),
        events.PlayerUnblocked("2"),
        events.PlayerJoined("4", "Cyd again", ""),
        events.PlayersMerged("4", "3"),
        events.RoomClosed(closed=True),
        events.RoomClosed(closed=False),
    )


def test_D5_a_corrected_call_is_noted() -> None:
    driver = played("median", "high 3 4 5 6")
    assert ["Round 1: the host corrected the call from high to low."] == notes_after(
        driver, events.PlaysCorrected(1, (), (events.CorrectedCall(1, "low"),))
    )


def test_in_an_evening_of_several_games_the_notes_name_the_game() -> None:
    driver = three_rounds()
    options = {"nesting": [3, 2]}
    driver.do(HOST, room_control.start_game, lambda _: options, game="good-enough")
    for numbers in ("1 2 3",) * 4:
        driver.play_trick(numbers)
    event = corrections.correct_plays(driver.room, HOST, "2.4", {(4, "1"): "9"})
    assert ["Game 2 of the evening, game 2, round 1: the host corrected Ann from 1 to 9."] == notes_after(
        driver, event
    )


def test_phones_that_were_given_a_seat_are_noted_with_what_their_players_say() -> None:
    driver = three_rounds()
    for giver in ("", HOST):  # earlier releases did not store who had given a link
        driver.apply(events.DeviceLinked("1", "new", f"link{giver}", giver), "new")
    for phone, is_own in (("new", True), ("other", False)):
        driver.apply(events.ClaimAccepted("1", phone), HOST)
        driver.apply(events.PhoneVouched("1", phone, is_own), device("1"))
    assert [
        "Ann plays on another phone now.",
        "The host had another phone play as Ann.",
        "The host had another phone play as Ann.",
        "Ann said: the other phone is mine.",
        "The host had another phone play as Ann.",
        "Ann said: that was not me. That phone plays as Ann no more.",
    ] == notes_after(driver)
