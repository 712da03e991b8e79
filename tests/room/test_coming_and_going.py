"""People come and go between the hands of a game that is kept by results: nobody is asked who is not here."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formats.record import record_to_document, result_document
from companion.i18n.errors import Refused
from companion.room import events, game_events
from companion.room.commands import corrections, membership, room_control, scheduled, submissions
from companion.room.reducer import apply
from tests.support import naive_results
from tests.support.examples import at_most
from tests.support.room_driver import HOST, RoomDriver, device, random_result, start_game_driver


def keeper(game: str = "mediocrity", players: int = 4, **options: Any) -> RoomDriver:
    return start_game_driver(game, players, phones=False, **{"keep": "results", **options})


def enter(driver: RoomDriver, **typed: object) -> bool:
    """Enter results of some, by seat: `s1=0`."""
    by_seat = {name.removeprefix("s"): str(play) for name, play in typed.items()}
    return driver.do(HOST, submissions.enter_plays, driver.round_id, by_seat)


def missing(driver: RoomDriver, **typed: object) -> str:
    by_seat = {name.removeprefix("s"): str(play) for name, play in typed.items()}
    return driver.refusal(HOST, submissions.enter_plays, driver.round_id, by_seat)[1]


def plays(driver: RoomDriver, number: int) -> dict[str, object]:
    return dict(driver.game.rounds[number - 1].reveal.plays)


def test_R5_nobody_is_asked_who_has_left_or_sits_out_and_whoever_is_here_is() -> None:
    driver = start_game_driver("mediocrity", 5, keep="results")
    driver.do(device("2"), membership.leave_room)
    driver.do(HOST, membership.sit_out, "4")
    assert "Still missing: Eve" == missing(driver, s1=0, s3=4)
    assert enter(driver, s1=0, s3=4, s5=2)
    assert {"1": 0, "3": 4, "5": 2} == plays(driver, 1)
    driver.do(device("2"), membership.return_to_room)
    assert "Still missing: Bob" == missing(driver, s1=0, s3=4, s5=2)
    assert enter(driver, s1=0, s2=3, s3=4, s5=2)


def test_R5_whoever_has_gone_may_have_an_entry_for_the_hand_before_that() -> None:
    driver = keeper()
    driver.do(HOST, membership.sit_out, "4")
    assert enter(driver, s1=0, s2=3, s3=4, s4=1)
    assert {"1": 0, "2": 0, "3": 0, "4": 1} == dict(driver.game.score.root.scores)


def test_R5_whoever_joins_plays_from_the_next_hand_and_keeps_to_no_earlier_one() -> None:
    driver = keeper(players=3)
    enter(driver, s1=0, s2=2, s3=5)
    driver.do(HOST, membership.add_player, "Dan")
    assert "Still missing: Dan" == missing(driver, s1=3, s2=0, s3=1)
    enter(driver, s1=3, s2=0, s3=1, s4=4)
    assert {"1": 0, "2": 1, "3": 1, "4": 0} == dict(driver.game.score.root.scores)
    assert ("1", "2", "3") == driver.game.rounds[0].players


def test_R5_fewer_than_three_are_refused() -> None:
    driver = keeper()
    for seat in "34":
        driver.do(HOST, membership.sit_out, seat)
    with pytest.raises(Refused):
        enter(driver, s1=0, s2=2)
    assert () == driver.game.rounds


def test_in_a_game_of_exactly_three_everybody_is_asked_also_who_has_left() -> None:
    driver = start_game_driver("saichugen", 3, keep="results")
    driver.do(device("2"), membership.leave_room)
    assert "Still missing: Bob" == missing(driver, s1=0, s3=4)


def test_R5_a_round_of_median_game_needs_those_who_are_here() -> None:
    driver = keeper("median")
    driver.do(HOST, membership.sit_out, "1")
    assert enter(driver, s2=1, s3=0, s4=0)
    assert ("1", 52 // 4) == (driver.game.record.players[0], driver.game.open_round.position[-1].of)


def reopened_before_dan() -> RoomDriver:
    """Return a room whose first hand is open again, after somebody has joined who was not there."""
    driver = keeper(players=3)
    enter(driver, s1=0, s2=2, s3=5)
    driver.do(HOST, membership.add_player, "Dan")
    driver.do(HOST, corrections.reopen_round, "1.1")
    return driver


def test_a_hand_that_is_open_again_asks_for_nobody_who_was_not_there() -> None:
    driver = reopened_before_dan()
    assert enter(driver, s1=0, s2=6, s3=5)
    assert {"1": 0, "2": 6, "3": 5} == plays(driver, 1)


def test_a_hand_that_is_open_again_is_entered_as_it_stood() -> None:
    driver = reopened_before_dan()
    assert enter(driver, s1=0, s2=2, s3=5)
    driver.do(HOST, corrections.reopen_round, "1.1")
    assert driver.do(HOST, submissions.close_round, driver.round_id)
    assert {"1": 0, "2": 2, "3": 5} == plays(driver, 1)


def test_a_correction_says_that_somebody_was_not_there_or_was() -> None:
    driver = keeper()
    enter(driver, s1=0, s2=1, s3=2, s4=5)
    driver.do(HOST, corrections.correct_plays, "1.1", {(1, "2"): ""})
    assert {"1": 0, "3": 2, "4": 5} == plays(driver, 1)
    assert {"1": 0, "2": 0, "3": 1, "4": 0} == dict(driver.game.score.root.scores)
    with pytest.raises(Refused):
        corrections.correct_plays(driver.room, HOST, "1.1", {(1, "3"): ""})
    driver.do(HOST, corrections.correct_plays, "1.1", {(1, "2"): "2"})
    assert {"1": 0, "2": 1, "3": 1, "4": 0} == dict(driver.game.score.root.scores)


def test_a_round_put_in_needs_only_those_who_were_there() -> None:
    driver = keeper()
    enter(driver, s1=0, s2=1, s3=2, s4=5)
    driver.do(HOST, corrections.insert_round, "1.1", {"1": "", "2": "0", "3": "7", "4": "6"})
    assert {"2": 0, "3": 7, "4": 6} == plays(driver, 1)


def test_a_game_by_results_has_no_clock_that_could_close_it() -> None:
    driver = keeper()
    driver.do(HOST, room_control.set_round_time, "30")
    assert driver.game.timer is None


def test_who_has_gone_is_no_reason_to_close_a_hand() -> None:
    driver = keeper()
    for seat in "1234":
        driver.do(HOST, membership.sit_out, seat)
    assert () == driver.game.rounds


def test_a_bot_that_comes_has_no_hand_of_real_cards_and_is_not_asked_for() -> None:
    driver = keeper(players=3)
    driver.do(HOST, scheduled.add_bot, "random")
    assert ("1", "2", "3") == driver.game.record.players
    assert enter(driver, s1=0, s2=1, s3=2)


def test_two_who_were_in_one_hand_are_not_merged_and_somebody_who_came_back_is() -> None:
    driver = keeper()
    driver.do(HOST, membership.sit_out, "4")
    enter(driver, s1=0, s2=1, s3=2)
    driver.do(HOST, membership.add_player, "Bob again")
    driver.do(HOST, membership.sit_out, "2")
    enter(driver, s1=0, s3=2, s5=1)
    with pytest.raises(Refused):
        membership.merge_players(driver.room, HOST, "3", "1")
    driver.do(HOST, membership.merge_players, "5", "2")
    assert {"1": 0, "3": 2, "2": 1} == plays(driver, 2)


Step = tuple[str, int, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("enter", "enter", "out", "in", "join", "correct", "gone", "put in", "void", "undo")),
        st.integers(0, 99),
        st.integers(0, 999),
    ),
    min_size=5,
    max_size=30,
)


def step(driver: RoomDriver, what: str, which: int, seed: int) -> None:
    """Do one thing, if it can be done now."""
    rng, game = random.Random(seed), driver.game
    seats, rounds = game.record.players, len(game.rounds)
    seat, number = seats[which % len(seats)], which % max(rounds, 1) + 1
    at = f"{game.number}.{number}"
    row = (
        {each_seat: str(play) for each_seat, play in zip(seats, random_result(game, rng), strict=True)}
        if game.next_round
        else {}
    )
    match what:
        case "enter" if game.next_round:
            here = [each_seat for each_seat in seats if game.waits_for(each_seat)]
            driver.do(HOST, submissions.enter_plays, driver.round_id, {each: row[each] for each in here})
        case "out":
            driver.do(HOST, membership.sit_out, seat)
        case "in":
            driver.do(HOST, membership.sit_in, seat)
        case "join" if len(driver.room.seats) < 8:
            driver.do(HOST, membership.add_player, f"New {len(driver.room.seats)}")
        case "correct" if rounds:
            driver.do(HOST, corrections.correct_plays, at, {(number, seat): str(seed % 2)})
        case "gone" if rounds:
            driver.do(HOST, corrections.correct_plays, at, {(number, seat): ""})
        case "put in" if rounds:
            typed = {each: text for each, text in row.items() if rng.random() < 0.8}
            driver.do(HOST, corrections.insert_round, at, typed)
        case "void" if rounds:
            driver.do(HOST, corrections.void_round, at, is_void=bool(seed % 2))
        case "undo" if driver.room.undo[5:]:
            driver.undo()


@at_most(40)
@given(st.sampled_from((("mediocrity", {"target": 3}), ("median", {"lowest": "8"}))), STEPS)
def test_R5_whoever_comes_and_goes_and_whatever_is_mended_a_second_scorer_agrees(
    kind: tuple[str, dict[str, Any]], steps: list[Step]
) -> None:
    driver = keeper(kind[0], 4, **kind[1])
    for each_step in steps:
        try:
            step(driver, *each_step)
        except Refused:
            continue
    assert driver.is_replayed()
    document, found = record_to_document(driver.game.exported_record), result_document(driver.game.score)
    counting = [each for each in document["rounds"] if each.get("plays")]
    expected = naive_results.result_of({**document, "rounds": counting})
    if any(each.get("struck") for each in document["rounds"]):
        return
    assert expected == found


def test_an_entry_that_was_stored_before_people_could_go_closes_its_hand() -> None:
    driver = keeper(players=3)
    joined = apply(driver.room, events.PlayerJoined("4", "Dan", ""))
    after = apply(joined, game_events.PlaysEntered(1, 1, {"1": 0, "2": 1, "3": 2}), HOST)
    assert 1 == len(after.games[0].rounds)
