"""Corrections of all kinds, one after another: the room equals its replayed event log, and goes on."""

from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.formats.record import record_to_document, result_document
from companion.i18n.errors import Refused
from companion.room import events, game_events
from companion.room.commands import corrections, membership, room_control, submissions
from companion.room.game_changes import end_now
from companion.room.reducer import replay
from companion.screens.changes import to_redo
from companion.screens.sheet import sheet_view
from tests.room.test_whole_rooms import check_exports
from tests.support import naive_cards, naive_numbers
from tests.support.clients import Clients
from tests.support.evening import Evening
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    device,
    is_consistent,
    open_room,
    played,
    start_game_driver,
)


def check(clients: Clients, *, whole: bool) -> None:
    """Check that a room is the replay of its log, and its indexes; if `whole`, all that is exported then."""
    assert clients.replays()
    room = clients.room
    assert is_consistent(room)
    assert [*replay(room.code, reversed([*room.entries()])).changes()] == [*room.changes()]
    entries = tuple(reversed(tuple(room.entries())))
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    if whole:
        check_exports(room)
        for game in room.games:
            check_score(record_to_document(game.exported_record), result_document(game.score))


def check_score(record: Any, found: Any) -> None:
    """Compare a score with that of a second scorer, which shares no code.

    Nothing where a play in the middle was struck, or the host ended a game of cards between two results.
    """
    rounds = [each for each in record["rounds"] if each.get("plays") or "struck" not in each]
    if any("struck" in each_played for each_played in rounds) or not rounds:
        return
    counted = {**record, "rounds": rounds}
    second: Any
    if record["game"] == "lowest-alone":
        second = naive_numbers.lowest_alone(counted)
    elif record["game"] == "middle-bid":
        second = naive_numbers.middle_bid(counted)
    elif record["game"] == "good-enough":
        second = naive_numbers.result_of(counted)[0]
    else:
        second = naive_cards.result_of(counted)
    for name in ("scores", "winners", "finished") if second else ():
        assert second[name] == found[name], (record["game"], name)


@pytest.mark.parametrize(
    "seed", [2, 3, 9, *(pytest.param(each, marks=pytest.mark.slow) for each in (0, *range(4, 9)))]
)
def test_a_room_equals_the_replay_of_its_event_log_however_it_was_played(seed: int, tmp_path: Path) -> None:
    """Its indexes agree with its contents after each step, its records score as it does, and it goes on."""
    with closing(Clients(tmp_path)) as clients:
        evening = Evening(clients, seed)
        for step in evening.steps():
            clients.code = evening.party.code
            check(clients, whole=step != "turn")
        assert not evening.party.counts["games that did not end"]


def test_undoing_a_close_keeps_the_plays_of_the_next_round() -> None:
    driver = start_game_driver("good-enough", 4, rounds=3)
    for seat in "123":
        driver.submit(seat, 10 * int(seat))
    driver.apply(game_events.RoundClosed(1, 1), HOST)
    driver.play_trick("1 2 3 4")
    driver.undo()
    assert ((), ("4",), 1) == (driver.game.record.reveals, driver.game.thinking, driver.game.round_number)
    driver.do(device("4"), submissions.submit_play, driver.round_id, "50")
    assert [{"1": 10, "2": 20, "3": 30, "4": 50}, {"1": 1, "2": 2, "3": 3, "4": 4}] == [
        dict(reveal.plays) for reveal in driver.game.record.reveals
    ]


def test_redo_restores_what_was_undone() -> None:
    driver = played("good-enough", "1 2 3 4", rounds=3)
    driver.apply(game_events.PlaysCorrected(1, (game_events.CorrectedPlay(1, "1", 9),)), HOST)
    corrected = driver.game
    driver.undo()
    assert 1 == driver.game.rounds[0].reveal.plays["1"]
    driver.redo()
    assert corrected == driver.game
    driver.undo()
    driver.apply(events.PlayerRenamed("1", "Anna"), HOST)
    assert () == driver.room.redo


def submitted(driver: RoomDriver) -> None:
    driver.submit("4", 50)


def gone(driver: RoomDriver) -> None:
    driver.do(device("4"), membership.leave_room)


def revealed_and_undone() -> RoomDriver:
    """Reveal a round before the fourth player has sent a number, and take that back."""
    driver = start_game_driver("good-enough", 4, rounds=3)
    for seat in "123":
        driver.submit(seat, 10 * int(seat))
    driver.do(HOST, submissions.close_round, driver.round_id)
    driver.undo()
    return driver


@pytest.mark.parametrize("happen", [submitted, gone])
def test_what_was_undone_is_not_redone_once_something_new_has_happened(
    happen: Callable[[RoomDriver], None],
) -> None:
    driver = revealed_and_undone()
    [closed] = driver.room.redo
    assert "Reveal round 1" == to_redo(driver.room)
    happen(driver)
    assert "" == to_redo(driver.room)
    assert (Refused, "There is nothing to redo") == driver.refusal(HOST, corrections.redo_last, str(closed))
    assert 1 == len(driver.game.rounds)


def test_a_late_redo_that_is_stored_is_applied_as_ever() -> None:
    driver = revealed_and_undone()
    [closed] = driver.room.redo
    driver.submit("4", 50)
    driver.apply(events.EventUndone(closed, undone=False), HOST)
    assert [{"1": 10, "2": 20, "3": 30}] == [dict(reveal.plays) for reveal in driver.game.record.reveals]
    assert driver.is_replayed()


def test_a_reopened_round_keeps_its_plays_and_waits_for_the_host() -> None:
    driver = played("good-enough", "1 2 3 4", rounds=3)
    driver.submit("2", 77)
    driver.apply(game_events.RoundReopened(1, 1), HOST)
    assert ({"1": 1, "2": 2, "3": 3, "4": 4}, True) == (driver.game.hidden, driver.game.is_reopened)
    driver.submit("1", 8)
    assert () == driver.game.record.reveals
    driver.do(HOST, submissions.close_round, driver.round_id)
    assert (8, {"2": 77}) == (driver.game.record.reveals[0].plays["1"], driver.game.hidden)


def test_names_stay_unique_after_an_undo() -> None:
    driver = open_room("good-enough", 3)
    driver.do(HOST, membership.rename_player, "2", "Robert")
    driver.do("new", membership.join_room, "Bob")
    driver.undo()
    assert ["Ann", "Bob", "Cyd", "Bob 2"] == [player.name for player in driver.room.players]


def test_a_blocked_player_is_present_again_once_unblocked() -> None:
    driver = open_room("good-enough", 4)
    driver.do(HOST, membership.block_player, "4")
    driver.do(HOST, membership.unblock_player, "4")
    assert (4, frozenset()) == (len(driver.room.present), driver.room.blocked)


def test_a_seat_number_is_not_reused_after_its_player_was_undone() -> None:
    driver = open_room("good-enough", 3)
    driver.do(HOST, membership.add_player, "Dan")
    driver.apply(events.EventUndone(driver.room.undo[-1]), HOST)
    assert ("1", "2", "3") == tuple(driver.room.seats)
    assert events.PlayerJoined("5", "Eve", "e") == membership.join_room(driver.room, "e", "Eve")


def test_a_game_number_is_not_reused_after_its_start_was_undone() -> None:
    driver = start_game_driver("good-enough", 4, rounds=3)
    driver.undo()
    driver.do(HOST, room_control.start_game, lambda _: {})
    assert 2 == driver.game.number


def test_a_round_that_an_undo_opens_again_gets_its_full_time() -> None:
    driver = start_game_driver("good-enough", 4, rounds=3)
    driver.do(HOST, room_control.set_round_time, "10")
    driver.submit("1", 10)
    driver.do(HOST, submissions.close_round, driver.round_id)
    driver.now += timedelta(seconds=60)
    driver.undo()
    assert (1, driver.now + timedelta(seconds=10)) == (driver.game.round_number, driver.game.timer.until)


def test_a_merge_keeps_an_earlier_game_over_and_reveals_a_round_that_waited_for_the_merged_seat() -> None:
    driver = open_room("good-enough", 5)
    driver.do(HOST, room_control.start_game, lambda _: {"points_target": 2, "tie_break": "peel"})
    driver.play_trick("1 1 5 7 7", "1 1 5 7 7")
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    for seat in "1234":
        driver.submit(seat, int(seat))
    driver.do(HOST, membership.merge_players, "5", "4")
    assert [None, 2] == [driver.room.games[0].next_round, driver.game.round_number]


def test_a_merge_keeps_queued_plays() -> None:
    driver = played("good-enough", "1 2 3 4", rounds=3)
    driver.submit("4", 44)
    driver.apply(game_events.RoundReopened(1, 1), HOST)
    driver.do(HOST, membership.merge_players, "4", "3")
    driver.do(HOST, submissions.close_round, driver.round_id)
    assert {"3": 44} == driver.game.hidden


def test_only_the_last_round_of_cards_can_be_void() -> None:
    driver = played("median", "3 7 9", "4 8 10")
    sentence = driver.refusal(HOST, corrections.void_round, "1.1")[1]
    assert "Only what was laid last can be void" in sentence
    assert game_events.RoundVoided(1, 2, void=True) == corrections.void_round(driver.room, HOST, "1.2")


def test_the_host_changes_clashing_cards_without_seeing_them() -> None:
    driver = start_game_driver("saichugen", 3)
    driver.play_trick("7H 7H 9S")
    assert driver.game.has_clash
    pad = sheet_view(driver.room)
    assert [("1", "in", None, True), ("2", "in", None, True), ("3", "in", None, True)] == [
        (player.seat, player.state, player.face, player.can_enter) for player in pad.players
    ]
    driver.do(HOST, submissions.enter_plays, driver.round_id, {"2": "8H"})
    assert 2 == driver.game.round_number


def test_who_has_played_once_stays_when_the_phone_takes_another_seat() -> None:
    driver = played("good-enough", "1 2 3 4", rounds=3)
    for seat in "234":
        driver.submit(seat, 7)
    driver.do(HOST, submissions.close_round, driver.round_id)
    driver.apply(events.ClaimAccepted("2", device("1")), HOST)
    assert (frozenset(), False) == (driver.room.seats["1"].devices, driver.room.seats["1"].away)


def test_a_game_that_is_over_has_no_clock_and_nothing_waits_for_its_rounds() -> None:
    driver = start_game_driver("good-enough", 4, rounds=3)
    driver.do(HOST, room_control.set_round_time, "10")
    driver.play_trick("1 2 3 4", "1 2 3 4")
    driver.submit("2", 77)
    assert (True, None) == (driver.game.timer is not None, end_now(driver.game).timer)
    driver.apply(game_events.RoundReopened(1, 2), HOST)
    assert driver.game.queued
    driver.apply(game_events.GameEnded(1, throws_away=True), HOST)
    assert ((), None, True) == (driver.game.queued, driver.game.timer, driver.game.throws_away)
    driver.apply(game_events.RoundReopened(1, 1), HOST)
    assert not driver.game.throws_away
