"""A hand or round that was forgotten is put in before another one, and all that follows moves up."""

import random
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.errors import Refused
from companion.room import game_events
from companion.room.commands import corrections, room_control
from companion.room.commands.access import Forbidden, TooLate
from companion.room.game_state import PlayedRound
from companion.room.reducer import apply
from companion.screens.changes import change_notes, describe_event
from companion.screens.story import story
from tests.support.examples import at_most
from tests.support.room_driver import HOST, RoomDriver, played, random_result, start_game_driver

KEPT = [("mediocrity", 3, {"target": 4}), ("median", 4, {"lowest": "10"}), ("saichugen", 3, {"games": 2})]


def keeper(game: str = "mediocrity", players: int = 3, *rows: tuple[int, ...], **options: Any) -> RoomDriver:
    """Start a game that is kept by results, and enter these rows."""
    driver = start_game_driver(game, players, keep="results", phones=False, **options)
    for row in rows:
        driver.enter(*row)
    return driver


def insert(driver: RoomDriver, at: str, *row: object, shown: str = "") -> bool:
    typed = {seat: str(each) for seat, each in zip(driver.game.record.players, row, strict=False)}
    return driver.do(HOST, corrections.insert_round, at, typed, shown)


def rows(driver: RoomDriver) -> list[tuple[object, ...]]:
    return [tuple(each_played.reveal.plays.values()) for each_played in driver.game.rounds]


@at_most(40)
@given(st.sampled_from(KEPT), st.integers(0, 999), st.data())
def test_a_game_with_a_round_put_in_scores_as_if_it_had_never_been_forgotten(
    kind: tuple[str, int, dict[str, Any]], seed: int, data: st.DataObject
) -> None:
    game, players, options = kind
    whole, rng = keeper(game, players, **options), random.Random(seed)
    for _ in range(data.draw(st.integers(2, 9))):
        if whole.game.next_round:
            whole.enter(*random_result(whole.game, rng))
    forgotten = data.draw(st.integers(1, len(whole.game.rounds) - 1))
    entered = rows(whole)
    driver = keeper(game, players, *(row for n, row in enumerate(entered, 1) if n != forgotten), **options)
    insert(driver, f"1.{forgotten}", *entered[forgotten - 1])
    assert (whole.game.score, whole.game.rounds) == (driver.game.score, driver.game.rounds)
    assert driver.is_replayed()
    driver.undo()
    assert len(entered) - 1 == len(driver.game.rounds)
    driver.redo()
    assert whole.game.score == driver.game.score


def test_later_rounds_keep_their_corrections_and_that_they_are_void() -> None:
    driver = keeper("mediocrity", 3, (0, 1, 2), (1, 0, 2), (1, 2, 0))
    driver.do(HOST, corrections.void_round, "1.2")
    driver.apply(game_events.PlaysCorrected(1, (game_events.CorrectedPlay(3, "2", 5),)), HOST)
    insert(driver, "1.2", 7, 8, 0)
    found = [(each_played.void, sorted(each_played.corrected)) for each_played in driver.game.rounds]
    assert [(False, []), (False, []), (True, []), (False, ["2"])] == found
    assert [
        "Hand 3, void: the host took it out.",
        "Hand 3: the host corrected Bob from 2 to 5.",
        "Hand 2: the host put it in, as it had been forgotten.",
    ] == [sentence for _, sentence in change_notes(driver.room)]
    assert "Put in hand 2" == describe_event(driver.room, driver.acts[-1])


def test_M7_rounds_that_come_after_the_end_then_are_struck() -> None:
    driver = keeper("mediocrity", 3, (0, 1, 2), (2, 1, 0), (0, 2, 1), target=3)
    insert(driver, "1.2", 0, 1, 2)
    assert ([4], None) == ([number for number, _ in driver.game.late_rounds], driver.game.next_round)
    sentence = (Refused, "The game was over before this round")
    assert sentence == driver.refusal(HOST, corrections.insert_round, "1.4", {"1": "0", "2": "1", "3": "2"})


def test_a_round_put_in_is_nothing_that_the_TV_plays() -> None:
    driver = keeper("mediocrity", 3, (0, 1, 2))
    driver.now += timedelta(seconds=50)
    driver.enter(1, 0, 2)
    before, reached = story(driver.room, driver.now), [milestone.at for milestone in driver.room.milestones]
    driver.now += timedelta(seconds=5)
    insert(driver, "1.1", 5, 0, 5)
    after = story(driver.room, driver.now)
    assert reached == [milestone.at for milestone in driver.room.milestones]
    assert before
    assert after
    assert (before.start, [scene.kind for scene in before.scenes]) == (
        after.start,
        [scene.kind for scene in after.scenes],
    )


def test_what_was_entered_for_a_later_round_stays_there_while_an_earlier_one_is_open_again() -> None:
    driver = keeper("mediocrity", 3, (0, 1, 2), (1, 0, 2))
    driver.do(HOST, corrections.reopen_round, "1.2")
    driver.apply(game_events.PlaysEntered(1, 3, {"1": 3, "2": 0, "3": 4}), HOST)
    insert(driver, "1.1", 5, 6, 0)
    driver.enter(1, 0, 2)
    assert [(5, 6, 0), (0, 1, 2), (1, 0, 2), (3, 0, 4)] == rows(driver)


def test_a_round_sent_again_is_put_in_once_and_nothing_after_another_change() -> None:
    driver = keeper("median", 3, (0, 0, 1), (1, 0, 0))
    assert insert(driver, "1.2", 1, 0, 0, shown="2")
    assert not insert(driver, "1.2", 1, 0, 0, shown="2")
    typed = {"1": "0", "2": "1", "3": "0"}
    assert (TooLate, "Something else was done meanwhile: look again") == (
        driver.refusal(HOST, corrections.insert_round, "1.2", typed, "2")
    )
    assert insert(driver, "1.2", 1, 0, 0, shown="3")
    assert 4 == len(driver.game.rounds)


@pytest.mark.parametrize(
    ("at", "typed", "sentence"),
    [
        ("1.3", {"1": "0", "2": "1", "3": "2"}, "There is no such round in this room"),
        ("1.1", {"1": "1", "2": "1", "3": "2"}, "nobody is out of cards: a hand ends when somebody is"),
        ("1.1", {"1": "0", "2": "14", "3": "2"}, "Bob: 14 cards cannot be left: a hand has 13"),
        ("1.1", {"1": "0", "2": "1", "3": "2", "9": "3"}, "? is not in this game"),
        ("1.1", {"1": " ", "2": "", "3": ""}, "Nothing is entered yet"),
    ],
)
def test_a_round_that_the_rules_do_not_allow_is_refused(
    at: str, typed: dict[str, str], sentence: str
) -> None:
    driver = keeper("mediocrity", 3, (0, 1, 2), (1, 0, 2))
    assert (Refused, sentence) == driver.refusal(HOST, corrections.insert_round, at, typed)


def test_only_a_host_puts_in_a_round_and_only_where_results_are_kept() -> None:
    driver = keeper("mediocrity", 3, (0, 1, 2))
    kind, _ = driver.refusal("device1", corrections.insert_round, "1.1", {"1": "0", "2": "1", "3": "2"})
    assert Forbidden is kind
    for cards in (played("good-enough", "1 2 3"), played("mediocrity", "2 7 K")):
        _, sentence = cards.refusal(HOST, corrections.insert_round, "1.1", {"1": "0", "2": "1", "3": "2"})
        assert "Only where results are kept can one be put in that was forgotten" == sentence
        event = game_events.RoundInserted(1, 1, {"1": 1})
        assert cards.game.rounds == apply(cards.room, event, HOST).games[0].rounds


def test_a_round_is_put_into_an_earlier_game_which_stays_over() -> None:
    driver = keeper("mediocrity", 3, (0, 1, 2), target=1)
    driver.do(HOST, room_control.start_game, lambda _: {"keep": "results", "target": 1})
    insert(driver, "1.1", 0, 2, 1)
    first, second = driver.room.games
    assert ([(0, 2, 1), (0, 1, 2)], ("1", "2")) == (
        [tuple(each_played.reveal.plays.values()) for each_played in first.rounds],
        first.score.root.winners,
    )
    assert (None, ()) == (first.next_round, second.rounds)


def test_whoever_is_not_in_the_game_is_left_out_of_a_stored_round() -> None:
    driver = keeper("mediocrity", 3, (0, 1, 2))
    stored = game_events.RoundInserted(1, 1, {"1": 0, "2": 1, "3": 3, "9": 2})
    first = apply(driver.room, stored, HOST).games[0].rounds[0]
    assert PlayedRound(first.reveal, ("1", "2", "3")) == first
    assert {"1", "2", "3"} == {*first.reveal.plays}


def test_R6_nothing_is_put_in_where_one_entry_is_the_whole_game() -> None:
    driver = start_game_driver("median", 3, keep="totals", phones=False)
    driver.enter(5, 6, 4)
    _, sentence = driver.refusal(HOST, corrections.insert_round, "1.1", {"1": "1", "2": "0", "3": "0"})
    assert "Only where results are kept can one be put in that was forgotten" == sentence
