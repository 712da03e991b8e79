"""Questions and truths: shown with a round, never scored, and undone like all that a host does."""

from typing import Any

import pytest

from companion.i18n.errors import Refused
from companion.room.commands import corrections, submissions
from companion.room.commands.access import TooLate
from tests.support.room_driver import HOST, RoomDriver, start_game_driver


def asked(text: str = "How many windows?", **options: Any) -> RoomDriver:
    driver = start_game_driver("good-enough", 3, **options)
    ask(driver, text)
    return driver


def ask(driver: RoomDriver, text: str) -> bool:
    return driver.do(HOST, submissions.ask_question, driver.round_id, text)


def tell(driver: RoomDriver, typed: str, at: str = "1.1") -> bool:
    return driver.do(HOST, corrections.tell_truth, at, typed)


def test_a_question_goes_with_its_round_and_with_no_other() -> None:
    driver = asked()
    driver.play_trick("10 20 30")
    assert ("How many windows?", "") == (driver.game.record.reveals[0].question, driver.game.question)
    driver.play_trick("10 20 30")
    assert driver.game.record.reveals[1].question == ""


def test_a_question_can_be_changed_and_taken_away_until_the_reveal() -> None:
    driver = asked()
    driver.submit("1", 10)
    assert ask(driver, "  How   many doors? ")
    assert "How many doors?" == driver.game.question
    assert not ask(driver, "How many doors?")
    assert ask(driver, "")
    assert "" == driver.game.question
    driver.undo()
    assert "How many doors?" == driver.game.question


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("窓はいくつ?", "窓はいくつ?"),
        ("كم عدد النوافذ؟", "كم عدد النوافذ؟"),
        ("a\u202eb\x00c\n d", "abc d"),
        ("\u200b", ""),
    ],
)
def test_a_question_is_one_line_in_any_script_without_control_characters(typed: str, kept: str) -> None:
    driver = asked("before")
    ask(driver, typed)
    assert kept == driver.game.question


def test_a_question_has_a_longest_length_and_is_asked_in_an_open_round() -> None:
    driver = asked("x" * submissions.LONGEST_QUESTION)
    with pytest.raises(Refused, match="too long"):
        ask(driver, "x" * (submissions.LONGEST_QUESTION + 1))
    driver.play_trick("10 20 30")
    with pytest.raises(TooLate):
        submissions.ask_question(driver.room, HOST, "1.1", "Too late?")


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("mediocrity", 3, {}), ("median", 3, {}), ("saichugen", 3, {}), ("good-enough", 3, {"entry": "lists"})],
)
def test_games_whose_plays_answer_nothing_take_no_questions(game, players, options):
    driver = start_game_driver(game, players, **options)
    with pytest.raises(Refused, match="takes no questions"):
        ask(driver, "How many windows?")


def test_a_truth_is_told_corrected_and_taken_back_and_changes_no_score() -> None:
    driver = asked()
    driver.play_trick("10 20 30")
    score = driver.game.score
    for typed, truth in (("34", 34), ("-１2", -12), ("", None)):
        assert tell(driver, typed)
        assert truth == driver.game.record.reveals[0].truth
    assert () == driver.game.truths
    driver.undo()
    assert -12 == driver.game.record.reveals[0].truth
    driver.undo()
    driver.undo()
    assert (None, score) == (driver.game.record.reveals[0].truth, driver.game.score)


def test_a_truth_needs_a_question_and_is_a_whole_number_that_a_screen_can_show() -> None:
    driver = asked()
    driver.play_trick("10 20 30", "10 20 30")
    with pytest.raises(Refused, match="Nothing was asked"):
        tell(driver, "34", at="1.2")
    for typed in ("many", "3.5", "1000000000000"):
        with pytest.raises(Refused):
            tell(driver, typed)
    assert tell(driver, "999999999999")
    assert not tell(driver, "999999999999")


def test_a_reopened_round_has_its_question_again_and_keeps_that_of_the_next() -> None:
    driver = asked("First?")
    driver.play_trick("10 20 30")
    ask(driver, "Second?")
    driver.do(HOST, corrections.reopen_round, "1.1")
    assert "First?" == driver.game.question
    driver.do(HOST, submissions.close_round, driver.round_id)
    assert ("First?", "Second?") == (driver.game.record.reveals[0].question, driver.game.question)
