"""The words for each kind of event on the button that undoes it."""

import pytest

from companion.room import events
from companion.screens.changes import describe_event
from tests.screens.test_results import three_rounds
from tests.support.room_driver import HOST

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
    (events.PlaysCorrected(1, (), (events.CorrectedCall(2, "high"),)), "Correct the call of round 2"),
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
    (events.BotPlaysOn("1", 1), "A bot plays on for Ann"),
    (events.SatOut("1", out=False), "Ann is back"),
    (events.PlayerRenamed("1", "Anna"), "Rename to Anna"),
    (events.PlayerRemoved("1"), "Send Ann away"),
    (events.PlayerRemoved("1", blocked=True), "Send Ann away"),
    (events.RoomSet({"locked": True}), "The last change"),
]


@pytest.mark.parametrize(("event", "words"), LABELS, ids=lambda each: type(each).__name__)
def test_an_event_has_its_words(event: events.Event, words: str) -> None:
    assert words == describe_event(three_rounds().room, event)


def test_an_undo_and_a_redo_are_named_by_what_they_are_about() -> None:
    driver = three_rounds()
    driver.apply(events.RoundVoided(1, 2, void=True), HOST)
    number = driver.room.undo[-1]
    assert ["Undo: Void round 2, void", "Redo: Void round 2, void"] == [
        describe_event(driver.room, events.EventUndone(number, undone)) for undone in (True, False)
    ]
