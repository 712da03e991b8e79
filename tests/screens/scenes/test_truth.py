"""The end of a question: where all stand, what the Room says, and who scores (Q2, Q3, Q5)."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.room.commands import corrections, scheduled, submissions
from companion.room.game_state import BEGINNING
from companion.screens.results import results_view
from companion.screens.scenes import times
from companion.screens.scenes.numbers import unshown_sentences
from companion.screens.scenes.positions import WIDE, position_on_line
from companion.screens.stage import stage_view
from companion.screens.story import room_as_announced, scenes_of, story
from companion.screens.tv import is_resting
from tests.support.played_scenes import Shown, scenes_shown
from tests.support.question_nights import BONES, KARAOKE, begun_night
from tests.support.room_driver import HOST, RoomDriver, start_game_driver
from tests.support.scenes import SHORT, crowd


def told_truth(numbers: str, truth: object, **options: Any) -> RoomDriver:
    """Play a round of a game of the middle, in which the host has asked something, and tell the truth."""
    driver = start_game_driver("good-enough", len(numbers.split()), **options)
    driver.do(HOST, submissions.ask_question, driver.round_id, "How many windows?")
    driver.play_trick(numbers)
    tell(driver, truth)
    return driver


def tell(driver: RoomDriver, truth: object, at: str = "1.1") -> None:
    driver.do(HOST, corrections.tell_truth, at, str(truth))


def scene(driver: RoomDriver) -> Shown:
    return scenes_shown(driver.room, "truth")[-1]


def lit(driver: RoomDriver) -> list[str]:
    return [driver.room.name(guest.seat) for guest in scene(driver).layout.guests if guest.role == "lit"]


def lines(driver: RoomDriver) -> tuple[str, str]:
    words = scene(driver).words
    return words.verdict, words.on


def scores(driver: RoomDriver) -> dict[str, tuple[str, str]]:
    """Return of each player the score before and after."""
    return {seat.name: (seat.before, seat.score) for seat in scene(driver).desk.seats}


def test_Q3_whoever_is_closest_is_named_and_how_many_the_room_beats_with_its_number_on_the_line() -> None:
    driver = begun_night(BONES, 180, 210, 290, 150, 240, 250, 195, 300)
    assert ("206. Bob is closest.", "The Room beats six of you.") == lines(driver)
    assert ["Bob"] == lit(driver)
    shown = scene(driver)
    assert (Fraction(225), ["the Room 225"]) == (shown.layout.room, shown.axis.marks)
    assert ["You say 150 to 300.", "The Room says 225."] == [words for words, *_ in shown.words.sayings]
    assert ("206", "bones", "") == (shown.sign.number, shown.sign.unit, shown.sign.far)
    assert {"2": "+1"} == shown.gains
    assert [("Bob", ("0", "1"))] == [each for each in scores(driver).items() if each[1][0]]


@pytest.mark.parametrize(
    ("answers", "verdict", "room"),
    [
        ((100, 101, 102, 206), "206. Dan is closest.", "The Room beats two of you."),
        ((100, 101, 206), "206. Cyd is closest.", "The Room beats one of you."),
        ((100, 206, 300), "206. Bob is closest.", "So is the Room."),
        ((200, 212, 300), "206. Ann and Bob are closest.", "So is the Room."),
        ((206, 205, 205, 204, 100, 100, 100), "206. Ann is closest.", "The Room beats three of you."),
        ((200, 201, 211, 212), "206. Bob and Cyd are closest.", "Nobody beats the Room."),
        ((207, 100, 100, 100), "206. Ann is closest.", "The Room beats nobody."),
    ],
)
def test_Q3_it_is_said_in_words_how_good_the_room_was(
    answers: tuple[int, ...], verdict: str, room: str
) -> None:
    assert (verdict, room) == lines(begun_night(BONES, *answers))


def test_Q5_of_an_opinion_the_middle_is_named_between_the_words_of_both_ends_and_nothing_is_true() -> None:
    driver = begun_night(KARAOKE, 10, 50, 70, 90)
    assert ("The room stands at 60:", "Bob and Cyd are the middle") == lines(driver)
    shown = scene(driver)
    assert (["Bob", "Cyd"], {"2": "+1", "3": "+1"}) == (lit(driver), shown.gains)
    assert (None, False, ("I leave the house", "Give me that")) == (
        shown.sign,
        shown.layout.has_stool,
        shown.ends,
    )
    assert ((0, 100), ["60"]) == (shown.layout.numbers.line, shown.axis.marks)


def test_an_outcome_stands_until_it_is_read_and_then_until_the_next_question() -> None:
    driver = begun_night(f"{BONES}\n{KARAOKE}", 20, 30, 40)
    played, board = scenes_of(driver.room)
    assert ("truth", "round") == (played.kind, played.announces)
    assert played.length == played.announced + times.READ
    assert ("board", "nothing") == (board.kind, board.announces)
    assert timedelta(milliseconds=played.length + board.length - played.announced) <= scheduled.PAUSE
    assert driver.game.awaits_question
    assert is_resting(driver.room)
    driver.advance()
    assert not driver.game.awaits_question
    assert not is_resting(driver.room)


def test_a_fact_whose_truth_is_taken_back_says_that_nobody_scores_until_it_is_told() -> None:
    driver = begun_night(BONES, 180, 210, 300)
    tell(driver, "")
    assert ("The truth is not told yet", "Without a truth nobody scores.") == lines(driver)
    assert (None, [], {}) == (scene(driver).sign, lit(driver), scene(driver).gains)


def test_a_truth_that_is_corrected_is_played_again_with_who_scores_now() -> None:
    driver = begun_night(BONES, 180, 210, 300)
    tell(driver, 290)
    assert "290. Cyd is closest." == lines(driver)[0]
    assert {"Ann": ("", "0"), "Bob": ("", "0"), "Cyd": ("0", "1")} == scores(driver)
    assert ["round", "truth", "nothing"] == [each.announces for each in scenes_of(driver.room)]


def test_hidden_scores_show_what_the_question_has_brought_alone() -> None:
    driver = begun_night(BONES, 180, 210, 300, hides_scores=True)
    assert {"Ann": "", "Bob": "+1", "Cyd": ""} == {name: now for name, (_, now) in scores(driver).items()}


def test_who_was_absent_is_said_beside_it() -> None:
    driver = begun_night(BONES, 180, 210, names=SHORT[:3])
    driver.do(HOST, submissions.close_round, driver.round_id)
    assert ["No number: Cyd"] == scene(driver).words.notes


@given(st.lists(st.integers(0, 300), min_size=3, max_size=30))
def test_all_stand_on_their_own_numbers_beside_the_room_and_no_sign_covers_another(
    answers: list[int],
) -> None:
    driver = begun_night(BONES, *answers, names=crowd(30))
    shown = scene(driver)
    layout, sign = shown.layout, shown.sign
    hidden = len(answers) - len(layout.guests)  # of a column that is too high
    assert hidden < max(answers.count(each) for each in answers) - 4 or hidden == 0
    assert {*unshown_sentences(hidden)} <= {*shown.words.notes}
    for guest in layout.guests:
        assert guest.x == position_on_line(layout.numbers.plays[guest.seat], layout.numbers.line)
        reaches = (guest.width + layout.podium[0]) / 2 * 0.98
        assert guest.legs or abs(guest.x - layout.at) >= reaches - 0.1
    [(mark_at, _)] = shown.axis.signs
    assert 2 <= sign.x < sign.x + sign.width <= WIDE - 2
    assert not sign.x < mark_at < sign.x + sign.width
    assert sign.x <= sign.foot <= sign.x + sign.width


def test_a_card_says_which_question_it_is_and_that_an_opinion_has_no_right_answer() -> None:
    fact, opinion = (begun_night(question) for question in (BONES, KARAOKE))
    cards = [stage_view(each.room, each.game).card for each in (fact, opinion)]
    assert ["Question 1 of 10", "Question 1 of 10: no right answer"] == [
        card and card.kicker for card in cards
    ]
    assert ["The closest to the truth scores", "The middle answer scores"] == [
        stage_view(each.room, each.game).heading for each in (fact, opinion)
    ]
    driver = start_game_driver("good-enough", 3)
    driver.do(HOST, submissions.ask_question, driver.round_id, "How many windows?")
    assert stage_view(driver.room, driver.game).card is None


# In a game of the middle the host tells the truth after the round, which has scored already


def test_where_the_middle_scores_the_room_is_the_middle_that_counts_and_nobody_gains_by_the_truth() -> None:
    driver = told_truth("19 34 41 47 38 60 52 29", 34)
    assert ("34. Bob is closest.", "The Room beats five of you.") == lines(driver)
    shown = scene(driver)
    assert (["Bob"], {}, ["the Room 39½"]) == (lit(driver), shown.gains, shown.axis.marks)
    assert {"", "0", "1"} == {number for both in scores(driver).values() for number in both}
    assert not any(before for before, _ in scores(driver).values())
    assert ("10", "65") == shown.layout.ends


@pytest.mark.parametrize(
    ("numbers", "truth", "options", "words"),
    [
        (
            "10 20 60",
            40,
            {"scoring": "mean"},
            ("40. Bob and Cyd are closest.", "Nobody beats the Room."),
        ),
        ("10 10 10", 7, {}, ("7. Ann, Bob and Cyd are closest.", "")),
    ],
)
def test_whatever_decides_the_round_whoever_is_closest_to_the_truth_is_named(
    numbers: str, truth: int, options: dict[str, str], words: tuple[str, str]
) -> None:
    assert words == lines(told_truth(numbers, truth, **options))


@pytest.mark.parametrize(("truth", "far"), [(340_000, "high"), (-5_000, "low")])
def test_a_truth_outside_the_range_still_shows(truth: int, far: str) -> None:
    shown = scene(told_truth("10 40 90", truth))
    assert far == shown.sign.far
    assert 0 < shown.sign.at < WIDE
    assert 2 <= shown.sign.x <= WIDE - 2 - shown.sign.width
    assert all(0 < guest.x < WIDE for guest in shown.layout.guests)


def test_nobody_knows_the_truth_before_the_tv_has_told_it() -> None:
    driver = told_truth("10 20 30", "")
    driver.now = BEGINNING + timedelta(seconds=60)
    tell(driver, 34)
    moments = story(driver.room, driver.now)
    assert moments
    assert moments.announced("round") == driver.now
    assert moments.all > driver.now
    for seconds, truth in ((-0.1, None), (0.1, 34)):
        room = room_as_announced(driver.room, moments.all + timedelta(seconds=seconds))
        assert truth == room.games[0].rounds[0].reveal.truth
        [(_, asked)] = results_view(room).games[0].questions
        assert (truth is not None) == bool(asked.sentence)


def test_the_truth_of_an_earlier_round_can_be_told_later() -> None:
    driver = told_truth("10 20 30", "")
    driver.play_trick("1 2 3")
    tell(driver, 34)
    assert "How many windows?" == scene(driver).words.kicker
