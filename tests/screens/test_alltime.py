"""The all-time table: a recount of the rooms' logs, whatever was corrected, joined or forgotten."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.room import events
from companion.room.commands import bot_turns, room_control
from companion.room.names import name_key
from companion.screens.alltime import (
    AllTimeRow,
    AllTimeView,
    Appearance,
    EveningTally,
    all_time_view,
    tally_evening,
)
from tests.support.room_driver import HOST, RoomDriver, open_room_with, play_out

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve")
SPELLINGS = (*NAMES, "ANN", "ｂｏｂ", "Bobby")


def driver_with(*rounds: Sequence[int], names: Sequence[str] = NAMES, **options: Any) -> RoomDriver:
    """Play one game with these numbers of the players."""
    driver = open_room_with("good-enough", names)
    play_game(driver, *rounds, **options)
    return driver


def play_game(driver: RoomDriver, *rounds: Sequence[int], **options: Any) -> None:
    driver.apply(events.GameStarted("good-enough", {"rounds": len(rounds), **options}))
    for numbers in rounds:
        for seat, number in zip(driver.game.record.players, numbers, strict=True):
            driver.submit(seat, number)


def table(*drivers: RoomDriver, forgotten: Sequence[str] = ()) -> AllTimeView:
    return all_time_view([tally_evening(each.room) for each in drivers], forgotten)


def rows(*drivers: RoomDriver, forgotten: Sequence[str] = ()) -> dict[str, AllTimeRow]:
    return {row.name: row for row in table(*drivers, forgotten=forgotten).rows}


GAME = ((1, 40, 50, 99, 39), (2, 41, 51, 98, 97), (60, 42, 52, 97, 3))
"""Bob is in the middle once and Cyd twice: only Bob has the middle score, and wins."""


def test_a_row_has_the_games_wins_and_numbers_in_the_middle_of_all_evenings() -> None:
    first, second = driver_with(*GAME), driver_with(*GAME, names=("Bob", "Ann", "Eve", "Cyd", "Flo"))
    play_game(second, *GAME)
    found = rows(first, second)
    assert "2 evenings, 3 games" == table(first, second).about
    assert {"Ann": 3, "Bob": 3, "Cyd": 3, "Dan": 1, "Eve": 3, "Flo": 2} == {
        n: row.games for n, row in found.items()
    }
    assert {"Ann": 2, "Bob": 1} == {n: row.wins for n, row in found.items() if row.wins}
    assert ("2 of 9", "1 of 9", "2 of 9", "4 of 9") == tuple(
        found[name].middle for name in ("Ann", "Bob", "Cyd", "Eve")
    )


def test_a_game_that_is_not_finished_does_not_count() -> None:
    driver = driver_with(*GAME)
    before = table(driver)
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {"rounds": 3}))
    for seat in driver.game.record.players:
        driver.submit(seat, int(seat))
    assert before == table(driver)
    driver.apply(events.GameEnded(2), HOST)
    assert "1 evening, 2 games" == table(driver).about


def test_a_game_that_was_thrown_away_does_not_count() -> None:
    driver = driver_with(*GAME)
    before = table(driver)
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {"rounds": 3}))
    for seat in driver.game.record.players:
        driver.submit(seat, int(seat))
    driver.apply(room_control.end_game(driver.room, HOST, driver.round_id, "throw"), HOST)
    assert before == table(driver)


def test_bots_do_not_appear() -> None:
    driver = open_room_with("good-enough", ("Ann", "Bob"))
    driver.apply(bot_turns.add_bot(driver.room, HOST, "middle"))
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {"rounds": 3}))
    play_out(driver, 1)
    assert {"Ann", "Bob"} == set(rows(driver))


def test_a_correction_changes_the_table_as_if_it_had_been_played_right() -> None:
    wrong = driver_with((1, 90, 50, 99, 39), *GAME[1:])
    assert table(wrong) != table(driver_with(*GAME))
    wrong.apply(events.PlaysCorrected(1, (events.CorrectedPlay(1, "2", 40),)), HOST)
    assert table(wrong) == table(driver_with(*GAME))


def test_one_name_in_another_case_or_width_is_one_person_as_written_last() -> None:
    later, earlier = driver_with(*GAME, names=("ANN", *NAMES[1:])), driver_with(*GAME)
    found = rows(later, earlier)
    assert {"ANN", "Bob", "Cyd", "Dan", "Eve"} == set(found)
    assert 2 == found["ANN"].games


def test_the_best_evening_is_the_one_with_the_most_games_won_and_all_of_three_are_shameless() -> None:
    def tally(won: int, games: int) -> EveningTally:
        numbers = range(1, games + 1)
        each = Appearance("Ann", "1", frozenset(numbers), frozenset(numbers[:won]), 0, 0)
        return EveningTally(games, (each,))

    def best(*evenings: EveningTally) -> str:
        return all_time_view(evenings).rows[0].best

    assert "6 of 8" == best(tally(3, 3), tally(6, 8), tally(6, 9))
    assert "3 of 3: shameless" == best(tally(3, 8), tally(3, 3))
    assert "2 of 2" == best(tally(2, 2))
    assert "none won yet" == best(tally(0, 4))


def appearances(names: Sequence[str], games: int) -> st.SearchStrategy[tuple[Appearance, ...]]:
    numbers = st.sets(st.integers(1, games), min_size=1) if games else st.just(set())

    def one(name: str) -> st.SearchStrategy[Appearance]:
        return numbers.flatmap(
            lambda played: st.builds(
                Appearance,
                st.just(name),
                st.just("1"),
                st.just(frozenset(played)),
                st.sets(st.sampled_from(sorted(played)) if played else st.nothing()).map(frozenset),
                st.integers(5, 9),
                st.integers(0, 5),
            )
        )

    return st.tuples(*map(one, names))


@st.composite
def tallies(draw: st.DrawFn) -> EveningTally:
    games = draw(st.integers(1, 4))
    names = draw(st.lists(st.sampled_from(SPELLINGS), unique_by=name_key, min_size=1))
    return EveningTally(games, draw(appearances(names, games)))


@given(st.lists(tallies(), max_size=5), st.sets(st.sampled_from(SPELLINGS).map(name_key)))
def test_the_table_is_a_plain_recount(evenings: list[EveningTally], forgotten: set[str]) -> None:
    people = {name_key(each.name) for evening in evenings for each in evening.appearances}
    expected = set()
    for person in people - forgotten:
        played, won, rounds, middle = set(), set(), 0, 0
        for number, evening in enumerate(evenings):
            for each in evening.appearances:
                if name_key(each.name) == person:
                    played |= {(number, game) for game in each.games}
                    won |= {(number, game) for game in each.wins}
                    rounds += each.rounds
                    middle += each.middle
        expected.add((person, len(played), len(won), f"{middle} of {rounds}"))
    view = all_time_view(evenings, forgotten)
    assert expected == {(name_key(row.name), row.games, row.wins, row.middle) for row in view.rows}
    assert len(expected) == len(view.rows)
