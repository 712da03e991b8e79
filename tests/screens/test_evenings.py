"""A host's rooms, the all-time table as a plain recount, and the standing of an evening (H1)."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formats import evening_record
from companion.i18n.dates import format_evening
from companion.room import events, game_events
from companion.room.commands import room_control, scheduled
from companion.room.names import name_key
from companion.room.state import Room
from companion.screens.evening import evening_view
from companion.screens.evenings import (
    Appearance,
    ListedRoom,
    RoomSummary,
    all_time_view,
    is_tonight,
    known_people,
    summarize_room,
    tonight_room_row,
)
from companion.screens.story import scenes_of
from tests.support.phone_words import rendered
from tests.support.room_driver import HOST, RoomDriver, open_room, open_room_with, play_out, whole_evening
from tests.support.scenes import started_game, submit_plays
from tests.support.views import with_attributes

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve")

SPELLINGS = (*NAMES, "ANN", "ｂｏｂ", "Bobby")

GAME = ((1, 40, 50, 99, 39), (2, 41, 51, 98, 97), (60, 42, 52, 97, 3))

"""Bob is in the middle once and Cyd twice: only Bob has the middle score, and wins."""

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def driver_with(*rounds: Sequence[int], names: Sequence[str] = NAMES) -> RoomDriver:
    driver = open_room_with("good-enough", names)
    play_game(driver, *rounds)
    return driver


def begin(driver: RoomDriver, rounds: int = 3) -> None:
    """Start a game, in which everybody sends the number of the seat in the first round."""
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {"rounds": rounds}))
    for seat in driver.game.record.players:
        driver.submit(seat, int(seat))


def play_game(driver: RoomDriver, *rounds: Sequence[int]) -> None:
    driver.apply(game_events.GameStarted("good-enough", {"rounds": len(rounds)}))
    for numbers in rounds:
        for seat, number in zip(driver.game.record.players, numbers, strict=True):
            driver.submit(seat, number)


# The list of rooms
def past(room: Room) -> tuple[str, str, bool]:
    evening = format_evening(NOW - timedelta(days=7), NOW)
    return _told(ListedRoom("AB23", summarize_room(room), evening))


def _told(row: Any) -> tuple[str, str, bool]:
    imported = '{% from "evenings/words.html" import title, line %}'
    return *rendered(imported + "{{ title(it) }}\n{{ line(it)|trim }}", row), row.goes_on


def test_a_room_of_tonight_says_how_many_are_there_and_how_far_it_is() -> None:
    driver = open_room_with("good-enough", NAMES)
    assert ("Tonight, AB23", "5 people", True) == _told(tonight_room_row(driver.room))
    begin(driver)
    assert "5 people, round 2 of 3" == _told(tonight_room_row(driver.room))[1]


@pytest.mark.parametrize(
    ("names", "bots", "line"), [((), 0, "nobody yet"), ((), 1, "only bots"), (("Ann",), 1, "1 person")]
)
def test_bots_are_no_people(names: tuple[str, ...], bots: int, line: str) -> None:
    driver = open_room_with("good-enough", names)
    for _ in range(bots):
        driver.apply(scheduled.add_bot(driver.room, HOST, "middle"))
    row = tonight_room_row(driver.room)
    assert (line, bool(names)) == (_told(row)[1], bool(row.summary.names))


def test_an_earlier_evening_says_who_was_the_most_mediocre_of_how_many() -> None:
    room = driver_with(*GAME).room
    assert ("Friday, 13 November", "Bob was the most mediocre of 5", False) == past(room)
    assert "2" == summarize_room(room).seat
    tied = driver_with(*[tuple(range(0, 80, 10))] * 3, names=tuple("ABCDEFGH"))
    assert "8 players were the most mediocre of 8" == past(tied.room)[1]
    few = driver_with((1, 40, 50, 99), (41, 2, 51, 98), (1, 42, 52, 97), names=NAMES[:4])
    assert "Ann and Bob were the most mediocre of 4" == past(few.room)[1]


def test_R5_a_game_counts_for_those_who_are_in_an_entry_of_it() -> None:
    driver = open_room_with("mediocrity", NAMES[:4], phones=False)
    driver.apply(game_events.GameStarted("mediocrity", {"keep": "results", "target": 1}))
    driver.apply(events.SatOut("4"))
    driver.enter(0, 1, 2, None)
    assert ["Ann", "Bob", "Cyd"] == [
        appearance.name for appearance in summarize_room(driver.room).appearances
    ]


def test_a_host_is_offered_the_names_of_earlier_evenings_and_all_of_a_small_last_one() -> None:
    names = (("Bob", "Cyd", "Ann"), (), ("Dan", "cyd", "Eve"))
    earlier = [summarize_room(open_room_with("good-enough", name).room) for name in names]
    tonight = open_room_with("good-enough", ["ANN"]).room
    people = known_people(tonight, earlier, forgotten={"eve"})
    assert (["Bob", "Cyd"], ["bob", "cyd", "dan"]) == (people.again, [*map(str.casefold, people.known)])
    erased = summarize_room(open_room_with("good-enough", ("Guest 1", "Guest of Bob")).room)
    assert ["Guest of Bob"] == known_people(tonight, [erased], ()).known
    crowded = summarize_room(open_room_with("good-enough", tuple("ABCDEFGHI")).room)
    assert [] == known_people(tonight, [crowded, *earlier], ()).again


def test_an_evening_without_a_game_says_so_and_leads_to_the_host_screen() -> None:
    driver = open_room_with("good-enough", NAMES)
    assert ("5 people, no game finished", True) == past(driver.room)[1:]
    assert ("Nobody came", True) == past(open_room_with("good-enough", ()).room)[1:]
    begin(driver)
    assert ("5 people, no game finished", False) == past(driver.room)[1:]


def test_a_night_is_over_twelve_hours_after_the_last_event() -> None:
    assert [True, False] == [is_tonight(NOW - timedelta(hours=hours), NOW) for hours in (11, 12)]


# The all-time table
def table(*drivers: RoomDriver) -> Any:
    return with_attributes(all_time_view([summarize_room(driver.room) for driver in drivers]))


def test_a_row_has_the_games_wins_and_numbers_in_the_middle_of_all_evenings() -> None:
    first, second = driver_with(*GAME), driver_with(*GAME, names=("Bob", "Ann", "Eve", "Cyd", "Flo"))
    play_game(second, *GAME)
    found_table = table(first, second)
    assert "2 evenings, 3 games" == found_table.about
    assert [
        ("Ann", 2, 3, "2 of 9"),
        ("Bob", 1, 3, "1 of 9"),
        ("Cyd", 0, 3, "2 of 9"),
        ("Dan", 0, 1, "0 of 3"),
        ("Eve", 0, 3, "4 of 9"),
        ("Flo", 0, 2, "0 of 6"),
    ] == [(row.name, row.wins, row.games, row.middle) for row in found_table.rows]


def test_the_middle_has_a_column_only_where_a_game_with_one_was_played() -> None:
    lowest = started_game("lowest-alone", ("Ann", "Bob", "Cyd"), points_target=1)
    submit_plays(lowest, (1, 2, 3))
    assert not table(lowest).has_middle
    assert table(lowest, driver_with(*GAME)).has_middle


def test_a_game_counts_that_is_finished_and_not_thrown_away() -> None:
    driver, thrown = driver_with(*GAME), driver_with(*GAME)
    before = table(driver)
    for each in (driver, thrown):
        begin(each)
    thrown.do(HOST, room_control.end_game, thrown.round_id, "throw")
    assert before == table(driver) == table(thrown)
    driver.apply(game_events.GameEnded(2), HOST)
    assert "1 evening, 2 games" == table(driver).about


def test_bots_do_not_appear() -> None:
    driver = open_room_with("good-enough", ("Ann", "Bob"))
    driver.apply(scheduled.add_bot(driver.room, HOST, "middle"))
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {"rounds": 3}))
    play_out(driver, 1)
    assert {"Ann", "Bob"} == {row.name for row in table(driver).rows}


def summary(*appearances: Appearance, games: int = 9) -> RoomSummary:
    of_room = {"closed": False, "owners": frozenset(), "game": ""}
    return RoomSummary(
        5, 0, (), False, (), 5, "1", revealed=True, games=games, appearances=appearances, **of_room
    )


def test_the_best_evening_is_the_one_with_the_most_games_won_and_all_of_three_are_shameless() -> None:
    def best(*evenings: tuple[int, int]) -> str:
        found = [
            summary(*(Appearance("Ann", "1", game < won, 0, 0) for game in range(games)))
            for won, games in evenings
        ]
        return str(all_time_view(found).rows[0].best)

    assert "6 of 8" == best((3, 3), (6, 8), (6, 9))
    assert "3 of 3: shameless" == best((3, 8), (3, 3))
    assert "2 of 2" == best((2, 2))
    assert "none won yet" == best((0, 4))


APPEARANCES = st.builds(
    Appearance, st.sampled_from(SPELLINGS), st.just("1"), st.booleans(), st.integers(5, 9), st.integers(0, 5)
)


@given(st.lists(st.lists(APPEARANCES), max_size=5), st.sets(st.sampled_from(SPELLINGS).map(name_key)))
def test_the_table_is_a_plain_recount_by_names_in_any_case_or_width(evenings, forgotten):
    expected: dict[str, tuple[str, int, int, str]] = {}
    for person in {name_key(each.name) for evening in evenings for each in evening} - forgotten:
        own = [each for evening in evenings for each in evening if name_key(each.name) == person]
        middle, rounds = sum(each.middle for each in own), sum(each.rounds for each in own)
        expected[person] = own[0].name, len(own), sum(each.won for each in own), f"{middle} of {rounds}"
    rows = with_attributes(all_time_view([summary(*evening) for evening in evenings], forgotten)).rows
    assert expected == {name_key(row.name): (row.name, row.games, row.wins, row.middle) for row in rows}
    assert len(expected) == len(rows)


def played(*winners: str, players: int = 3) -> RoomDriver:
    """Play games of three rounds, each won by one player or (`.`) shared by all."""
    driver = open_room("good-enough", players, rounds=3)
    for winner in winners:
        driver.apply(game_events.GameStarted("good-enough", {"rounds": 3}), HOST)
        for _ in range(3):
            if driver.game.next_round:
                driver.play_trick(" ".join(_numbers(winner, driver)))
        if driver.game.next_round:
            driver.apply(game_events.GameEnded(driver.game.number), HOST)
    return driver


def _numbers(winner: str, driver: RoomDriver) -> list[str]:
    """Return plays after which two players have 0 and 3 points and the winner has 1."""
    turn, seats = driver.game.round_number, driver.game.record.players
    if winner == ".":
        return ["1"] * len(seats)
    most = next(seat for seat in seats if seat != winner)
    middle = winner if turn == 1 else most
    return ["5" if seat == middle else "1" for seat in seats]


def test_H1_the_evening_is_shown_only_after_two_finished_games() -> None:
    assert evening_view(played("1").room) is None
    assert evening_view(played("1", "2").room) is not None
    driver = played("1")
    driver.apply(game_events.GameStarted("good-enough", {"rounds": 3}), HOST)
    driver.play_trick("1 2 3")
    assert evening_view(driver.room) is None


def test_H3_from_the_second_game_on_it_is_shown_who_has_the_fewest_steps() -> None:
    found = evening_view(played("1", "1", "2").room)
    assert found
    assert ("Ann is one step away", "After 3 games", ()) == (found.headline, found.after, found.winners)
    assert [("Ann", (0, 0, 1), 1, 2)] == [
        (row.name, row.by_game, row.steps, row.won) for row in found.rows if row.leads
    ]
    assert [0, 1] == [stair.steps for stair in found.stairs][:2]
    assert {1: ("Ann",)} == {
        stair.steps: tuple(guest.name for guest in stair.guests) for stair in found.stairs[:2] if stair.guests
    }


def test_H1_screens_and_files_have_the_same_standing() -> None:
    driver = whole_evening()
    found = evening_view(driver.room)
    kept = evening_record.evening_result(evening_record.evening_of_room(driver.room)).standing
    assert found
    assert {row.name: (row.steps, row.won) for row in found.rows} == {
        player: (kept.steps[player], kept.won[player]) for player in kept.steps
    }


def test_the_TV_shows_who_has_won_the_evening_only_between_two_games() -> None:
    driver = played("1", "2")
    found = evening_view(driver.room)
    [so_far] = [scene for scene in scenes_of(driver.room) if scene.kind == "so_far"]
    assert found
    assert found.headline == so_far.content().headline
    driver.apply(game_events.GameStarted("good-enough", {"rounds": 3}), HOST)
    assert "so_far" not in {scene.kind for scene in scenes_of(driver.room)}
