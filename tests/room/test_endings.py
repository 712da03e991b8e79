"""How a game ends: what the app chooses, what the host may choose, and a game that is thrown away."""

import csv
import io
from typing import Any

import pytest

from companion.formats import evening_record
from companion.i18n.errors import Refused
from companion.room import game_events
from companion.room.commands import corrections, membership, room_control
from companion.room.next_game import room_endings
from companion.room.reducer import replay
from companion.rules import games
from companion.rules.games.good_enough.game import GoodEnough
from companion.screens.evening import evening_view
from companion.screens.evenings import summarize_room
from tests.support.exports import scores_csv
from tests.support.records import read_evening
from tests.support.room_driver import (
    HOST,
    Kind,
    RoomDriver,
    correct_play,
    device,
    each_kind,
    is_consistent,
    open_room,
    play_moments,
    play_out,
    played,
    start_game_driver,
)


def start(driver: RoomDriver, **options: Any) -> str:
    """Start the game with these options, or those chosen before, and return how its ties are broken."""
    chosen = options or driver.room.next_game.options
    driver.do(HOST, room_control.start_game, lambda _: chosen)
    return tie_break(driver)


def tie_break(driver: RoomDriver) -> str:
    rules = driver.game.record.rules
    assert isinstance(rules, GoodEnough)
    return rules.tie_break


def choose(driver: RoomDriver, tie_break: str) -> None:
    driver.do(HOST, room_control.choose_ending, f"tie_break={tie_break}")


@pytest.mark.parametrize("players", [4, 30])
def test_G16_a_game_started_without_a_choice_always_ends_with_one_winner(players: int) -> None:
    driver = open_room("good-enough", players)
    assert "peel+showdown" == start(driver)
    play_out(driver, players)
    assert 1 == len(driver.game.score.root.winners)


@pytest.mark.parametrize("chosen", ["peel", "sudden-death", "showdown"])
def test_what_the_host_chose_among_the_options_is_never_overridden(chosen: str) -> None:
    driver = open_room("good-enough", 4, tie_break=chosen)
    assert chosen == start(driver)
    assert (chosen, ()) == (driver.room.options["tie_break"], driver.acts[-1].left_open)  # type: ignore[attr-defined]


def test_the_ending_that_the_app_chose_is_stored_with_the_game_and_left_open_for_the_next() -> None:
    driver = open_room("good-enough", 4, rounds=3)
    start(driver)
    options = {"rounds": 3, "tie_break": "peel+showdown"}
    assert game_events.GameStarted("good-enough", options, left_open=("tie_break",)) == driver.acts[-1]
    assert {"rounds": 3} == driver.room.options


def test_the_ending_of_a_game_that_is_played_can_change_until_it_is_decided() -> None:
    driver = open_room("good-enough", 4, rounds=3)
    start(driver)
    driver.play_trick("1 2 3 4", "1 2 3 4")
    driver.submit("1", 7)
    before = driver.game.score
    choose(driver, "peel")
    assert ("peel", before, {"1": 7}) == (tie_break(driver), driver.game.score, driver.game.hidden)
    assert is_consistent(driver.room)
    for seat, number in zip("234", (2, 3, 4), strict=True):
        driver.submit(seat, number)
    assert driver.game.next_round is None
    assert ("2", "3") < driver.game.score.root.winners or driver.game.score.root.winners


def test_an_ending_that_would_change_what_is_decided_changes_nothing() -> None:
    driver = open_room("good-enough", 4, rounds=3)
    start(driver, rounds=3, tie_break="peel+showdown")
    driver.play_trick(*["1 2 3 4"] * 3)
    assert driver.game.next_round is not None, "a showdown"
    with pytest.raises(Refused):
        choose(driver, "peel")
    before = driver.room.games
    driver.apply(game_events.EndingChosen(driver.game.number, {"tie_break": "peel"}))
    assert before == driver.room.games


# Who is there changes before the first reveal


def join(driver: RoomDriver, name: str) -> None:
    driver.do(f"phone of {name}", membership.join_room, name)


LISTS = {"entry": "lists", "rounds": 3}
"""Options with which sudden death is recommended for up to 14."""


def test_the_ending_follows_who_joins_before_the_first_reveal_and_stays_left_to_the_app() -> None:
    driver = open_room("good-enough", 14, **LISTS)
    assert "peel+sudden-death" == start(driver)
    join(driver, "Late")
    assert "peel" == tie_break(driver)
    assert (LISTS, ()) == (driver.room.options, driver.room.undo[1:])  # the app's choice is no act to undo
    driver.apply(game_events.ListSubmitted(1, 1, "1", (5, 6, 7)))
    driver.do(HOST, membership.sit_out, "15")
    assert ("peel+sudden-death", {"1": (5, 6, 7)}) == (tie_break(driver), driver.game.lists)
    assert driver.room == replay(driver.room.code, reversed(tuple(driver.room.entries())))


def test_the_ending_stays_once_a_round_is_revealed() -> None:
    driver = open_room("good-enough", 14, **LISTS)
    start(driver)
    for seat in driver.game.record.players:
        driver.apply(game_events.ListSubmitted(1, 1, seat, (1, 2, int(seat))))
    driver.apply(game_events.ListRoundRevealed(1, 1))
    join(driver, "Late")
    assert "peel+sudden-death" == tie_break(driver)


def test_G16_three_start_and_a_fourth_joins_and_one_winner_is_certain_all_the_time() -> None:
    driver = open_room("good-enough", 3)
    assert "peel+showdown" == start(driver)
    driver.do(HOST, membership.add_player, "Late")
    assert "peel+showdown" == tie_break(driver)
    play_out(driver, 3, keeper=True)
    assert 1 == len(driver.game.score.root.winners)


def test_an_ending_that_the_host_chose_before_or_during_the_game_stays_whoever_joins() -> None:
    before, during = open_room("good-enough", 3, tie_break="peel"), open_room("good-enough", 4)
    for driver in (before, during):
        start(driver)
        choose(driver, "peel")
        join(driver, "Late")
        assert "peel" == tie_break(driver)
        assert {"tie_break": "peel"} == driver.room.options


# The next game


def test_a_crowd_is_given_room_and_keeps_its_other_options() -> None:
    driver = open_room("good-enough", 30, rounds=3)
    driver.do(HOST, room_control.relieve_crowding)
    assert {"rounds": 3, "low": 0, "high": 1000} == driver.room.next_game.options
    assert room_control.relieve_crowding(driver.room, HOST) is None


def test_the_endings_of_a_game_are_for_its_players_and_those_of_the_next_for_who_is_there() -> None:
    def first(driver: RoomDriver) -> str:
        return str(room_endings(driver.room)[0].options["tie_break"])

    driver = open_room("good-enough", 15, **LISTS)
    assert "peel" == first(driver)
    start(driver)
    driver.do(HOST, membership.sit_out, "15")
    assert "peel" == first(driver)
    driver.do(HOST, room_control.end_game, "1.1", "throw")
    assert "peel+sudden-death" == first(driver)


# Ending a game: it counts as it stands, or it is thrown away and nobody has won.


KINDS: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 3, False, {"rounds": 3}),
    ("good-enough", 3, False, {"nesting": [3, 2]}),
    ("good-enough", 3, False, {"points_target": 4}),
    ("mediocrity", 3, False, {"target": 1}),
    ("median", 3, True, {"lowest": "9", "hand": 3}),
    ("saichugen", 3, True, {"games": 2, "rounds": 2}),
]


def end(driver: RoomDriver, how: str) -> None:
    driver.do(HOST, room_control.end_game, driver.round_id, how)


def play_some(driver: RoomDriver, reveals: int = 2) -> None:
    for game in play_moments(driver, 1):
        if len(game.rounds) == reveals:
            return


@each_kind(*KINDS)
def test_nobody_has_won_a_game_that_was_thrown_away(kind: Kind) -> None:
    driver = kind.start()
    play_some(driver)
    shown = driver.game.record.reveals
    end(driver, "throw")
    assert (True, None) == (driver.game.is_thrown_away, driver.game.next_round)
    assert () == driver.game.score.root.winners
    assert shown == driver.game.record.reveals
    driver.undo()
    assert driver.game.next_round is not None
    end(driver, "count")
    assert (False, True) == (driver.game.is_thrown_away, driver.game.score.root.finished)


def test_it_does_not_count_in_the_evening_nor_when_that_is_scored_again() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3)
    for how in ("", "throw", ""):
        if how:
            play_some(driver)
            end(driver, how)
        else:
            play_out(driver, 2)
        driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    evening = evening_record.evening_of_room(driver.room)
    document = evening_record.evening_to_document(evening)
    assert [2] == document["thrown_away"]
    again = read_evening(evening_record.dump_evening(document))
    assert evening == again
    assert 2 == len(evening_record.games_that_count(again))
    view = evening_view(driver.room)
    assert view is None or "2" in view.after
    won = evening_record.evening_result(again).standing.won
    assert sum(won.values()) == sum(len(root.winners) for _, root in evening_record.games_that_count(again))


def test_whoever_was_only_in_a_game_that_was_thrown_away_stands_in_no_evening() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3)
    play_out(driver, 2)
    driver.apply(membership.join_room(driver.room, device("4"), "Dan"))
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    play_some(driver)
    end(driver, "throw")
    driver.do(device("4"), membership.leave_room)
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    play_out(driver, 2)
    found = evening_record.evening_of_room(driver.room)
    kept = read_evening(evening_record.dump_evening(evening_record.evening_to_document(found)))
    standing = evening_record.evening_result(kept).standing
    view, summary = evening_view(driver.room), summarize_room(driver.room)
    assert view
    rows = csv.reader(io.StringIO(scores_csv(kept.games).decode("utf-8-sig")))
    players, names = ["Ann", "Bob", "Cyd"], ("Ann", "Bob", "Cyd", "Dan")
    assert players == [*standing.steps]
    assert players == [row[3] for row in rows if row[1] == "Evening" and row[4] == "steps"]
    assert players == sorted(row.name for row in view.rows)
    assert (3, {*players}) == (summary.among, {each.name for each in summary.appearances})
    assert names == kept.players  # their records have all who were in them


def test_a_game_that_was_thrown_away_is_not_played_on_but_can_be_reopened() -> None:
    driver = start_game_driver("good-enough", 3, nesting=[3, 2])
    play_some(driver, 4)
    end(driver, "throw")
    with pytest.raises(Refused, match="thrown away"):
        room_control.play_on_tie(driver.room, HOST, f"{driver.game.number}.0")
    driver.do(HOST, corrections.reopen_round, "1.4")
    assert driver.game.next_round is not None


def test_a_correction_that_shows_that_it_was_over_makes_it_count() -> None:
    driver = played("good-enough", "10 20 30", points_target=2, tie_break="peel")
    end(driver, "throw")
    assert driver.game.is_thrown_away
    driver.apply(correct_play(driver.room, HOST, "1.1", "1", ""), HOST)
    assert (False, True) == (driver.game.is_thrown_away, driver.game.score.root.finished)
    assert driver.game.score == games.score(driver.game.record)
