"""Question nights in a room: questions are drawn, skipped, answered and told (Q1 to Q6)."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from companion.decks import files
from companion.room import bots, events, game_events
from companion.room.commands import corrections, questions, room_control, scheduled, submissions
from companion.room.commands.scheduled import PAUSE, due_event
from companion.rules.games.numbers import NumberRange
from tests.support.room_driver import HOST, RoomDriver, device, open_room_with

NAMES = ("Ann", "Bob", "Cyd")


def night(deck: str = "en/half-known", written: str = "", **options: object) -> RoomDriver:
    """Open a room in which a question night has begun."""
    driver = open_room_with("question-night", NAMES)
    driver.do(HOST, questions.choose_questions, deck, written)
    driver.do(HOST, room_control.start_game, lambda _: options)
    return driver


def drawn(driver: RoomDriver) -> game_events.QuestionDrawn:
    assert driver.game.drawn is not None
    return driver.game.drawn


def answer(driver: RoomDriver, *numbers: int) -> None:
    for seat, number in zip("123", numbers, strict=False):
        driver.submit(seat, number)


def test_a_question_is_drawn_when_its_round_opens_with_its_whole_text() -> None:
    driver = night()
    known = {question.id: question for question in files.find_questions("en/half-known")}
    question = known[drawn(driver).id]
    assert (question.text, question.low, question.high) == (
        driver.game.question,
        drawn(driver).low,
        drawn(driver).high,
    )
    allowed = driver.game.open_round.allowed["1"].typed_range
    assert (question.low, question.high) == allowed
    assert question.truth == drawn(driver).truth


def test_the_next_question_is_drawn_once_the_answer_was_read_and_exists_nowhere_before() -> None:
    driver = night()
    low = drawn(driver).low
    answer(driver, low, low, low)
    assert driver.game.drawn is None
    assert not driver.game.takes_plays
    early = driver.now + PAUSE - timedelta(milliseconds=1)
    assert due_event(driver.room, early, random.Random(1)) is None
    driver.advance()
    assert 2 == driver.game.round_number
    assert driver.game.takes_plays
    assert driver.is_replayed()


def test_no_question_comes_twice_while_others_are_left_in_this_room_or_elsewhere() -> None:
    driver = night(rounds=5)
    everything = [question.id for question in files.find_questions("en/half-known")]
    seen = [drawn(driver).id]
    for _ in range(4):
        low = drawn(driver).low
        answer(driver, low, low, low)
        driver.advance()
        seen.append(drawn(driver).id)
    assert len({*seen}) == 5
    driver = night()
    elsewhere = [each for each in everything if each != drawn(driver).id][1:]
    driver.do(HOST, questions.skip_question, driver.round_id)
    driver = night()
    left = {each for each in everything if each not in elsewhere}
    room = replace(driver.room, current_game=replace(driver.game, drawn=None, question=""))
    event = questions.draw_question(room, random.Random(1), elsewhere)
    assert isinstance(event, game_events.QuestionDrawn)
    assert event.id in left - {drawn(driver).id} or left == {drawn(driver).id}


def test_a_skipped_question_is_in_no_record_and_another_one_is_drawn_at_once() -> None:
    driver = night()
    first = drawn(driver)
    driver.submit("1", first.low)
    driver.do(HOST, questions.skip_question, driver.round_id)
    assert first.id != drawn(driver).id
    assert not driver.game.hidden
    assert () == driver.game.exported_record.reveals
    assert driver.game.rounds[0].drawn == replace(first, truth=None)
    assert first.id in questions.asked_in(driver.room)
    assert driver.is_replayed()


def test_a_skip_is_undone_until_the_next_reveal_and_nothing_goes_to_the_wrong_question() -> None:
    driver = night()
    first = drawn(driver)
    driver.do(HOST, questions.skip_question, driver.round_id)
    second = drawn(driver)
    driver.submit("1", second.low)
    driver.undo()
    assert (first, {}) == (driver.game.drawn, driver.game.hidden)
    answer(driver, first.low, first.low, first.low)
    assert (second.id, {"1": second.low}) == (drawn(driver).id, driver.game.hidden)
    assert driver.is_replayed()


def test_taking_back_a_told_fact_strikes_it_and_draws_another() -> None:
    driver = night(rounds=1)
    low = drawn(driver).low
    answer(driver, low, low, low)
    assert driver.game.next_round is None
    [number] = [corrections.last_undoable(driver.room)]
    driver.do(HOST, corrections.undo_last, str(number))
    assert driver.game.rounds[0].void
    assert driver.game.next_round is not None
    driver.advance()
    assert driver.game.takes_plays
    assert driver.is_replayed()


def test_an_opinion_that_is_taken_back_is_open_again_with_its_question() -> None:
    driver = night("en/friends", rounds=2)
    first = drawn(driver)
    answer(driver, 1, 2, 3)
    driver.advance()
    second = drawn(driver)
    driver.do(HOST, corrections.reopen_round, f"{driver.game.number}.1")
    assert (first, first.question) == (driver.game.drawn, driver.game.question)
    driver.do(HOST, submissions.close_round, driver.round_id)
    assert second.id == drawn(driver).id
    assert driver.is_replayed()


def test_facts_and_opinions_come_in_turn_where_a_language_is_mixed() -> None:
    driver = night(f"en/{files.MIXED}", rounds=4)
    kinds = []
    for _ in range(4):
        kinds.append(bool(drawn(driver).ends))
        low = drawn(driver).low
        answer(driver, low, low, low)
        driver.advance()
    assert [False, True, False, True] == kinds


OWN = """
How many steps? = 57 steps
Pineapple on pizza? never ... always
How many sweets? = ?
How far is the sea
"""
FACTS = ("How many steps?", "How many sweets?")


def test_lines_of_the_host_are_asked_and_whoever_wrote_a_fact_is_not() -> None:
    driver = open_room_with("question-night", NAMES)
    driver.apply(events.HostAdded(device("1")), "")
    driver.do(device("1"), questions.choose_questions, questions.OWN, OWN)
    assert driver.room.questions_chosen
    assert 3 == len(driver.room.questions_chosen.lines)
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    asked = {}
    for _ in range(3):
        asked[drawn(driver).question] = {*driver.game.open_round.allowed}
        for seat in sorted(driver.game.open_round.allowed):
            driver.submit(seat, 5)
        if driver.game.awaits_truth:
            assert driver.game.takes_plays
            driver.do(HOST, questions.give_truth, driver.round_id, "40")
        driver.advance()
    others = {"2", "3"}
    assert {
        "How many steps?": others,
        "Pineapple on pizza?": {"1", *others},
        "How many sweets?": others,
    } == asked
    assert driver.game.next_round is None
    assert driver.is_replayed()


def test_a_truth_that_is_given_after_the_guesses_reveals_the_round_and_can_be_taken_back() -> None:
    driver = night(questions.OWN, "How many sweets are in the jar? = ?", rounds=1)
    for seat in ("1", "2"):
        driver.submit(seat, 30 + int(seat))
    assert driver.refusal(HOST, questions.give_truth, driver.round_id, " ")[1] == "Enter what is true"
    driver.submit("3", 90)
    assert driver.game.next_round is not None
    driver.do(HOST, questions.give_truth, driver.round_id, "33")
    assert ("2",) == driver.game.root.winners
    driver.undo()
    assert driver.game.awaits_truth
    assert 3 == len(driver.game.hidden)
    assert driver.is_replayed()


def test_a_night_that_has_no_question_left_in_sudden_death_is_shared() -> None:
    driver = night(questions.OWN, "Yes? = 5", rounds=1, tie_break="sudden-death")
    answer(driver, 5, 5, 5)
    assert driver.game.next_round is not None
    driver.advance()
    assert ("1", "2", "3") == driver.game.root.winners
    assert driver.is_replayed()


@pytest.mark.parametrize("deck", ["en/none", "xx/half", ""])
def test_an_unknown_deck_is_refused(deck: str) -> None:
    driver = open_room_with("question-night", NAMES)
    assert driver.refusal(HOST, questions.choose_questions, deck)[1] == "There is no such deck"


def test_bots_answer_from_the_range_alone_each_with_a_lean_of_its_own() -> None:
    allowed = NumberRange(1000, 2000)
    rng = random.Random(4)
    found = [sum(bots.choose_answer(turn, allowed, rng) for _ in range(200)) / 200 for turn in range(3)]
    assert [1500, 1300, 1700] == pytest.approx(found, abs=50)


def test_a_night_of_bots_goes_on_by_itself() -> None:
    driver = open_room_with("question-night", ())
    for strategy in bots.STRATEGIES:
        driver.do(HOST, scheduled.add_bot, strategy)
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 4})
    for _ in range(60):
        if driver.game.next_round is None:
            break
        assert driver.advance()
    assert 4 == len(driver.game.reveals)
    assert driver.is_replayed()
