"""The all-time table: a recount of the rooms' logs, whatever was corrected, joined or forgotten."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.room import events
from companion.room.commands import bot_turns, room_control
from companion.room.namebook import NameBook, NameForgotten, NamesJoined, Remark, with_remark
from companion.room.names import name_key
from companion.rules.insights.rating import Rating, ratings
from companion.views.alltime import (
    AllTimeRow,
    AllTimeView,
    Appearance,
    EveningTally,
    all_time_view,
    joined_preview,
    remark_items,
    tally_evening,
)
from tests.support.room_driver import HOST, RoomDriver, open_room_with, play_out, whole_evening

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


def book(*remarks: Remark) -> NameBook:
    found = NameBook()
    for each in remarks:
        found = with_remark(found, each)
    return found


def table(*drivers: RoomDriver, said: Sequence[Remark] = ()) -> AllTimeView:
    return all_time_view([tally_evening(each.room) for each in drivers], book(*said))


def rows(*drivers: RoomDriver, said: Sequence[Remark] = ()) -> dict[str, AllTimeRow]:
    return {row.name: row for row in table(*drivers, said=said).rows}


GAME = ((1, 40, 50, 99, 39), (2, 41, 51, 98, 97), (60, 42, 52, 97, 3))
"""Bob is in the middle once and Cyd twice: only Bob has the middle score, and wins."""


def test_a_row_has_games_wins_and_the_rating_of_the_games_of_all_evenings() -> None:
    first, second = driver_with(*GAME), driver_with(*GAME, names=("Bob", "Ann", "Eve", "Cyd", "Flo"))
    play_game(second, *GAME)
    rated = [
        ratings(game.record.rules, tuple(game.score.leaves()), game.record.players)
        for driver in (first, second)
        for game in driver.room.games
    ]
    bob = rated[0]["2"] + rated[1]["1"] + rated[2]["1"]
    found = rows(first, second)
    assert "2 evenings, 3 games" == table(first, second).about
    assert (str(round(bob.value)), 3) == (found["Bob"].rating, found["Bob"].games)
    assert {"Ann": 3, "Bob": 3, "Cyd": 3, "Dan": 1, "Eve": 3, "Flo": 2} == {
        n: row.games for n, row in found.items()
    }
    winners = [game.score.root.winners for driver in (first, second) for game in driver.room.games]
    assert winners[0].count("2") + winners[1].count("1") + winners[2].count("1") == found["Bob"].wins


def test_five_rounds_of_fifty_are_added_once_and_not_for_each_evening() -> None:
    evenings = [driver_with(*GAME) for _ in range(4)]
    one = ratings(evenings[0].game.record.rules, tuple(evenings[0].game.score.leaves()), ("2",))["2"]
    assert Fraction(4 * one.total + 250, 4 * one.rounds + 5) == Rating(4 * one.total, 4 * one.rounds).value
    assert str(round(Rating(4 * one.total, 4 * one.rounds).value)) == rows(*evenings)["Bob"].rating


def test_a_shared_win_is_one_for_each() -> None:
    driver = driver_with(*[(1, 40, 50, 99)] * 3, names=NAMES[:4])
    assert 1 < len(driver.game.score.root.winners)
    found = rows(driver)
    assert set(driver.game.score.root.winners) == {
        seat for seat, name in zip("1234", NAMES, strict=False) if found[name].wins
    }


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


def test_an_evening_without_a_finished_game_is_none() -> None:
    assert AllTimeView("0 evenings, 0 games", ()) == table(open_room_with("good-enough", NAMES))


def test_bots_do_not_appear() -> None:
    driver = open_room_with("good-enough", ("Ann", "Bob"))
    driver.apply(bot_turns.add_bot(driver.room, HOST, "middle"))
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {"rounds": 3}))
    play_out(driver, 1)
    assert {"Ann", "Bob"} == set(rows(driver))


def test_games_without_numbers_count_and_leave_the_rating_as_it_is() -> None:
    driver = open_room_with("saichugen", NAMES[:3])
    driver.apply(events.GameStarted("saichugen", {"rounds": 1}, True))
    play_out(driver, 3)
    assert [("50", False, 1)] * 3 == [(row.rating, row.middle, row.games) for row in table(driver).rows]


def test_a_correction_changes_the_table_as_if_it_had_been_played_right() -> None:
    wrong = driver_with((1, 90, 50, 99, 39), *GAME[1:])
    assert table(wrong) != table(driver_with(*GAME))
    wrong.apply(events.PlayCorrected("2", 1, 1, 40), HOST)
    assert table(wrong) == table(driver_with(*GAME))


def test_a_new_name_in_a_room_is_the_name_in_the_table() -> None:
    driver = driver_with(*GAME)
    driver.apply(events.PlayerRenamed("2", "Robert"), HOST)
    assert {"Ann", "Robert", "Cyd", "Dan", "Eve"} == set(rows(driver))


def test_one_name_in_another_case_or_width_is_one_person_as_written_last() -> None:
    later, earlier = driver_with(*GAME, names=("ANN", *NAMES[1:])), driver_with(*GAME)
    found = rows(later, earlier)
    assert {"ANN", "Bob", "Cyd", "Dan", "Eve"} == set(found)
    assert (2, "") == (found["ANN"].games, found["ANN"].also)


def test_two_names_that_are_one_person_are_one_row_that_names_both() -> None:
    one, other = driver_with(*GAME), driver_with(*GAME, names=("Ann", "Bobby", *NAMES[2:]))
    found = rows(one, other, said=[NamesJoined("Bobby", "Bob")])
    assert (2, "also Bobby") == (found["Bob"].games, found["Bob"].also)
    assert "Bobby" not in found
    assert rows(one, driver_with(*GAME))["Bob"].rating == found["Bob"].rating


def test_a_game_that_one_person_played_under_both_names_is_one_game() -> None:
    driver = driver_with(*GAME)
    found = rows(driver, said=[NamesJoined("Ann", "Bob")])
    assert (1, 1) == (found["Bob"].games, found["Bob"].wins)


def test_who_is_forgotten_is_not_in_the_table_and_all_others_are_as_before() -> None:
    driver = driver_with(*GAME)
    before, after = rows(driver), rows(driver, said=[NameForgotten("Dan")])
    assert {name: row for name, row in before.items() if name != "Dan"} == after
    said = [NamesJoined("Dan", "Ann"), NameForgotten("Ann")]
    assert {"Bob", "Cyd", "Eve"} == set(rows(driver, said=said))


def test_the_best_evening_is_the_one_with_the_most_games_won_and_all_of_three_are_shameless() -> None:
    def tally(won: int, games: int) -> EveningTally:
        numbers = range(1, games + 1)
        each = Appearance("Ann", "1", frozenset(numbers), frozenset(numbers[:won]), Rating())
        return EveningTally(games, (each,))

    def best(*evenings: EveningTally) -> str:
        return all_time_view(evenings, NameBook()).rows[0].best

    assert "6 of 8" == best(tally(3, 3), tally(6, 8), tally(6, 9))
    assert "3 of 3: shameless" == best(tally(3, 8), tally(3, 3))
    assert "2 of 2" == best(tally(2, 2))
    assert "none won yet" == best(tally(0, 4))


def test_the_best_rating_is_in_the_middle_of_attention_and_nobodys_before_a_number_counted() -> None:
    view = table(driver_with(*GAME))
    assert [True, False, False, False, False] == [row.middle for row in view.rows]
    assert sorted((int(row.rating) for row in view.rows), reverse=True) == [int(r.rating) for r in view.rows]


def test_the_table_holds_games_of_all_kinds() -> None:
    driver = whole_evening()
    assert 5 == len(driver.room.games) == max(row.games for row in table(driver).rows)


def test_a_preview_says_both_rows_and_the_one_they_would_be() -> None:
    tallies = [tally_evening(driver_with(*GAME).room)]
    found = joined_preview(tallies, NameBook(), NamesJoined("Ann", "Bob"))
    said = rows(driver_with(*GAME), said=[NamesJoined("Ann", "Bob")])["Bob"]
    assert found[0].startswith("Ann: 1 game, ")
    assert f"Together: 1 game, 1 win, rating {said.rating}" == found[2]


def test_what_was_said_about_names_is_listed_the_last_first() -> None:
    said = remark_items(book(NamesJoined("Bobby", "Bob"), NameForgotten("Dan")))
    assert [(2, "Dan is forgotten"), (1, "Bobby is Bob")] == [(each.number, each.sentence) for each in said]


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
                st.builds(Rating, st.integers(0, 500).map(Fraction), st.integers(0, 5).map(Fraction)),
            )
        )

    return st.tuples(*map(one, names))


@st.composite
def tallies(draw: st.DrawFn) -> EveningTally:
    games = draw(st.integers(1, 4))
    names = draw(st.lists(st.sampled_from(SPELLINGS), unique_by=name_key, min_size=1))
    return EveningTally(games, draw(appearances(names, games)))


known = st.sampled_from(SPELLINGS)
said = st.lists(st.one_of(st.builds(NamesJoined, known, known), st.builds(NameForgotten, known)), max_size=4)


@given(st.lists(tallies(), max_size=5), said)
def test_the_table_is_a_plain_recount(evenings: list[EveningTally], remarks: list[Remark]) -> None:
    names = book(*remarks)
    people = {names.person_of(each.name) for evening in evenings for each in evening.appearances}
    expected = set()
    for person in people - names.forgotten:
        played, won, rating = set(), set(), Rating()
        for number, evening in enumerate(evenings):
            for each in evening.appearances:
                if names.person_of(each.name) == person:
                    played |= {(number, game) for game in each.games}
                    won |= {(number, game) for game in each.wins}
                    rating += each.rating
        expected.add((person, len(played), len(won), str(round(rating.value))))
    view = all_time_view(evenings, names)
    assert expected == {(names.person_of(row.name), row.games, row.wins, row.rating) for row in view.rows}
    assert len(expected) == len(view.rows)
