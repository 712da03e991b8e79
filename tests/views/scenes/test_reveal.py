"""The reveal of numbers on the TV: who falls where, who is out, and who leaves the light when."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.i18n.languages import use_language
from companion.room.commands import submissions
from companion.room.commands.membership import add_player
from companion.rules import games
from companion.views.scenes.actors import (
    FLOOR,
    MOST_OUT,
    MOST_SHOWN,
    WIDE,
    Actor,
    Ranks,
    beside,
    cast,
    pile_of,
    place_on_line,
    short,
)
from companion.views.scenes.aim import AimScene, aim_times
from companion.views.scenes.program import is_resting, resting_scene, scenes_of
from companion.views.scenes.reveal import LISTED, RevealScene, count_pairs, times
from tests.support.room_driver import HOST, RoomDriver, correct_play, device
from tests.support.scenes import started_game, submit_plays
from tests.support.toy_game import SecondBest

NAMES = tuple(f"P{n}" for n in range(1, 101))

PLAYS = st.lists(st.integers(0, 100), min_size=2, max_size=60)
RANGE = (0, 100)


def revealed(
    numbers: Sequence[object], game: str = "good-enough", rounds: int = 5, **options: Any
) -> RoomDriver:
    """Play one round."""
    lasts = {} if "nesting" in options else {"rounds": rounds}
    driver = started_game(game, NAMES[: len(numbers)], **lasts, **options)
    submit_plays(driver, numbers)
    return driver


def reveal(driver: RoomDriver) -> RevealScene:
    [scene] = [each for each in scenes_of(driver.room) if isinstance(each, RevealScene)]
    return scene


def aimed(driver: RoomDriver) -> AimScene:
    [scene] = [each for each in scenes_of(driver.room) if isinstance(each, AimScene)]
    return scene


def cast_of(numbers: Sequence[int]) -> tuple[tuple[Actor, ...], tuple[str, ...]]:
    """Place the guests of a round of It's Good Enough; return them, and the seats that score."""
    leaf = tuple(revealed(numbers).game.score.leaves())[-1]
    plays = {seat: int(str(play)) for seat, play in leaf.plays.items()}
    times_of = Counter(plays.values())
    out = [seat for seat, number in plays.items() if times_of[number] > 1]
    return cast(plays, leaf.winners, out, RANGE), leaf.winners


@given(PLAYS.filter(lambda numbers: len(numbers) > 2))
def test_G4_those_in_the_light_are_those_who_score_and_G3_equal_numbers_are_out(numbers: list[int]) -> None:
    actors, winners = cast_of(numbers)
    assert set(winners) == {each.seat for each in actors if each.role == "middle"}
    out = sum(times for times in Counter(numbers).values() if times > 1)
    assert min(out, MOST_OUT) == sum(each.role == "out" for each in actors)
    assert len(numbers) - out == sum(each.role != "out" for each in actors)


@given(PLAYS.filter(lambda numbers: len(numbers) > 2))
def test_the_outermost_two_leave_the_light_at_each_tick_until_only_the_middle_is_left(
    numbers: list[int],
) -> None:
    actors = [each for each in cast_of(numbers)[0] if each.role != "out"]
    assert 2 * count_pairs(actors) == sum(each.role == "outer" for each in actors)
    for tick in range(count_pairs(actors)):
        lit = [each for each in actors if each.role == "middle" or each.tick >= tick]
        assert {lit[0].rank, lit[-1].rank} == {
            each.rank for each in actors if each.side and each.tick == tick
        }
        assert len(lit) - 2 == sum(each.role == "middle" or each.tick > tick for each in actors)


@given(PLAYS.filter(lambda numbers: len(numbers) > 2))
def test_all_fall_on_their_true_places_and_end_within_the_frame_in_the_order_of_numbers(
    numbers: list[int],
) -> None:
    actors, _ = cast_of(numbers)
    assert all(each.true == pytest.approx(10 + 1.08 * int(each.number)) for each in actors)
    assert sorted(range(len(actors))) == sorted(each.drop for each in actors)
    for each in actors:
        assert 3 <= each.x <= WIDE - 3
        assert each.height <= each.y <= FLOOR
    standing = [each for each in actors if each.role != "out"]
    rows = sorted({each.floor for each in standing})
    assert all(below - above > standing[0].width for above, below in pairwise(rows))
    for attribute in ("slot", "x"):
        assert all(getattr(one, attribute) < getattr(other, attribute) for one, other in pairwise(standing))


@given(st.integers(3, 60), st.booleans(), st.booleans())
def test_a_reveal_takes_five_seconds_for_any_number_of_players(
    players: int, some_out: bool, first: bool
) -> None:
    when = times((players - 1) // 2, some_out=some_out, scores=True, explained=first)
    assert 3500 < when.length <= 5500
    assert when.bounce <= when.shuffle < when.ticks < when.light < when.told < when.point < when.length


@given(st.floats(0, 108), st.booleans())
def test_the_lamp_that_looks_for_a_mean_tells_before_it_is_over(reach: float, some_out: bool) -> None:
    when = aim_times(reach, some_out=some_out, two_stops=False)
    assert when.slide < when.stop < when.open < when.touch < when.told < when.length <= 5500


@given(st.integers(1, 60), st.integers(1, 4))
def test_guests_are_large_enough_and_leave_room_for_the_shelf(count: int, scoring: int) -> None:
    ranks = Ranks(count, min(scoring, count))
    assert 4.4 <= ranks.width <= 13.5
    top = ranks.floor(ranks.levels - 1) - ranks.width * 126 / 108
    assert top >= 31.4


def test_a_crowd_is_shown_by_sixty_guests_with_the_middle_between_equal_sides() -> None:
    plays = {str(seat): 10 * seat for seat in range(1, 402)}
    actors = cast(plays, ("201",), (), (0, 5000))
    assert len(actors) <= MOST_SHOWN
    assert Counter({-1: 29, 0: 1, 1: 29}) == Counter(each.side for each in actors)
    assert ("10", "4010") == (actors[0].number, actors[-1].number)


def test_long_numbers_are_on_plates_and_the_longest_are_cut() -> None:
    plays = {"1": -1_000_000, "2": 5, "3": 1_000_000, "4": 123_456_789_012}
    actors = {each.seat: each for each in cast(plays, ("2",), (), (-(10**7), 10**12))}
    assert ("", "5", "−1000000") == (actors["1"].worn, actors["2"].worn, actors["1"].number)
    assert "123456789…" == actors["4"].number
    assert actors["1"].plate
    assert 10 == place_on_line(-(10**90), (-(10**90), 10**90))


@pytest.mark.parametrize(
    ("numbers", "verdict", "shelf"),
    [
        ((12, 50, 37, 71, 42, 50, 23, 88), "37 and 42 are the middle", "50 twice: both out"),
        ((12, 61, 37), "37 is the middle", ""),
        ((50, 50, 7, 7), "Nobody is in the middle", "7 and 50 more than once: all out"),
        ((50, 50, 50, 7), "7 is the middle", "50, 3 times: all out"),
        ((1, 1, 2, 2, 3, 3, 9), "9 is the middle", "Same number, out: 6"),
    ],
)
def test_the_heading_says_who_is_in_the_middle_and_the_shelf_who_is_out(
    numbers: Sequence[int], verdict: str, shelf: str
) -> None:
    scene = reveal(revealed(numbers))
    assert (verdict, shelf) == (scene.numbers.verdict, scene.numbers.shelf)
    assert ("It's Good Enough, round 1", "0", "100") == (
        scene.numbers.kicker,
        scene.numbers.low,
        scene.numbers.high,
    )


def test_where_nobody_scores_the_light_goes_out() -> None:
    scene = reveal(revealed((50, 50, 7, 7)))
    assert ("none", {}, 0) == (scene.lit, scene.numbers.gains, scene.pairs)


def test_the_desk_has_every_score_before_and_after() -> None:
    driver = revealed((12, 61, 37))
    submit_plays(driver, (10, 20, 30))
    scene = reveal(driver)
    assert [("1", "P1", "0", ""), ("2", "P2", "1", "0"), ("3", "P3", "1", "")] == [
        (each.seat, each.name, each.score, each.before) for each in scene.numbers.desk.places
    ]
    assert {"2": "+1"} == scene.numbers.gains
    assert all(each.awaited and not each.absent for each in scene.numbers.desk.places)


def test_many_players_have_no_room_for_names_and_a_crowd_is_counted() -> None:
    few, many, crowd = (reveal(revealed(range(n), high=1000)) for n in (9, 59, 99))
    assert ((1, True), (3, False)) == tuple(
        (each.numbers.desk.rows, each.numbers.desk.is_named) for each in (few, many)
    )
    assert ({}, {"30": "P30"}, {"50": "P50"}) == (few.numbers.names, many.numbers.names, crowd.numbers.names)
    assert not crowd.numbers.desk.is_wide
    assert [("1", "1 player"), ("0", "98 players")] == [
        (each.score, each.players) for each in crowd.numbers.desk.groups
    ]
    assert ("39 more numbers are not shown",) == crowd.numbers.notes


def test_only_the_first_reveal_of_an_evening_is_explained() -> None:
    driver = revealed((12, 50, 37, 71, 42, 50))
    first = reveal(driver)
    assert [
        "Everybody's number",
        "Same number: out",
        "The outer ones go, two by two",
        "What is left is the middle",
    ] == [each.text for each in first.sayings]
    assert [0, *(each.ends for each in first.sayings)] == [
        *(each.begins for each in first.sayings),
        first.times.light,
    ]
    submit_plays(driver, (1, 2, 3, 4, 5, 6))
    assert ["The numbers are in"] == [each.text for each in reveal(driver).sayings]
    with use_language("ja"):
        assert reveal(driver).numbers.verdict


def test_the_rounds_of_lists_are_played_faster() -> None:
    driver = started_game("good-enough", NAMES[:3], rounds=3, entry="lists")
    for seat in ("1", "2", "3"):
        driver.apply(submissions.submit_list(driver.room, device(seat), driver.round_id, [seat] * 3))
    driver.apply(submissions.reveal_list_round(driver.room, HOST, driver.round_id))
    scene = reveal(driver)
    assert LISTED == scene.length > scene.told
    assert scene.pace == scene.times.length / LISTED
    assert is_resting(driver.room)


def test_the_reveal_stays_until_the_next_number_is_in() -> None:
    driver = revealed((12, 61, 37))
    assert resting_scene(driver.room, scenes_of(driver.room)) == reveal(driver)
    assert reveal(driver).length == reveal(driver).times.length
    driver.submit("1", 5)
    assert resting_scene(driver.room, scenes_of(driver.room)) is None


def test_a_correction_changes_the_picture_and_is_not_played_again() -> None:
    driver = revealed((12, 61, 37))
    before = reveal(driver)
    driver.apply(correct_play(driver.room, HOST, "1.1", "2", "20"))
    after = reveal(driver)
    assert (before.key, "20 is the middle", ("Corrected: P2",)) == (
        after.key,
        after.numbers.verdict,
        after.numbers.notes,
    )


def test_who_presented_nothing_sleeps_at_the_desk_and_is_named() -> None:
    driver = started_game("good-enough", NAMES[:4], rounds=5)
    for seat, number in (("1", 12), ("2", 37), ("3", 61)):
        driver.submit(seat, number)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    scene = reveal(driver)
    assert ("No number: P4",) == scene.numbers.notes
    assert [False, False, False, True] == [each.absent for each in scene.numbers.desk.places]


def test_who_joins_after_a_reveal_was_not_missed_in_it() -> None:
    driver = revealed((12, 61, 37))
    assert driver.apply(add_player(driver.room, HOST, "P4"))
    assert "4" in driver.game.record.players
    assert () == reveal(driver).numbers.notes


def test_G15_a_part_of_a_match_has_its_standing_beside_its_last_round() -> None:
    driver = revealed((1, 2, 3), nesting=[3, 2])
    assert () == reveal(driver).numbers.standing
    for numbers in ((1, 2, 3), (3, 5, 4)):
        submit_plays(driver, numbers)
    scene = reveal(driver)
    assert ("It's Good Enough, game 1, round 3", "Game 1: P3 wins") == (
        scene.numbers.kicker,
        scene.numbers.notes[0],
    )
    assert [(0, False), (1, True), (2, False)] == [
        (each.points, each.central) for each in scene.numbers.standing
    ]


def test_G10_the_lamp_stands_over_the_mean_and_the_closest_in_its_light() -> None:
    scene = aimed(revealed((0, 10, 50), scoring="mean"))
    assert ("10 is closest", "mean 20", "") == (scene.numbers.verdict, scene.mark, scene.flag)
    assert "" == scene.told_kicker
    assert scene.at == scene.mean_at == place_on_line(20, RANGE)
    assert ["outer", "middle", "outer"] == [each.role for each in scene.numbers.actors]
    assert scene.reach == pytest.approx(10.8)
    assert "right" == scene.shelf_side


@given(st.lists(st.integers(0, 100), min_size=3, max_size=40))
@example([0, 1, 2, 3, 4, 5])
@example([*range(11)])
@example([*range(8), 13])
@example([*range(85, 101)])
def test_G10_those_who_are_touched_are_those_who_score_and_all_stand_in_order_within_the_frame(
    numbers: list[int],
) -> None:
    driver = revealed(numbers, scoring="mean")
    leaf = tuple(driver.game.score.leaves())[-1]
    if driver.game.record.rules.aim(leaf) is None:
        assert "Nobody is in the middle" == reveal(driver).numbers.verdict
        return
    standing = [each for each in aimed(driver).numbers.actors if each.role != "out"]
    assert set(leaf.winners) == {each.seat for each in standing if each.role == "middle"}
    assert all((each.role == "middle") == (each.side == 0) for each in standing)
    assert sorted(each.side for each in standing) == [each.side for each in standing]
    places = [round(each.x, 6) for each in standing]
    assert sorted(places) == places
    assert 7 <= places[0] <= places[-1] <= WIDE - 7
    lit = [each.x for each in standing if each.role == "middle"]
    assert all(abs(each.x - place) > 5 for each in standing if each.side for place in lit)
    assert all(each.floor <= FLOOR for each in standing)


def test_a_game_in_which_others_score_than_the_middle_is_shown_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, SecondBest.name, SecondBest)
    driver = revealed((-7, 5, 13, 24, 24), "second-best", reveal="on a line")
    scene = reveal(driver)
    assert ("P2 scores", "24 twice: both out", {"2": "+5"}) == (
        scene.numbers.verdict,
        scene.numbers.shelf,
        scene.numbers.gains,
    )
    assert [("-1", 0), ("0", 0), ("1", 0)] == [
        (str(each.side), each.tick) for each in scene.numbers.actors if each.role != "out"
    ]
    assert ["The numbers are in"] == [each.text for each in scene.sayings]


def test_equal_numbers_lie_in_the_order_of_joining_whatever_order_a_set_has() -> None:
    plays = {"1": 50, "2": 7, "3": 50, "4": 7}
    assert ("2", "4", "1", "3") == pile_of(plays, ("4", "3", "2", "1")) == pile_of(plays, set(plays))


@pytest.mark.parametrize("out", [2, 6, 7, 12])
def test_those_who_are_out_lie_on_the_shelf_and_the_more_there_are_the_smaller_they_are(out: int) -> None:
    piled = [each for each in cast_of([*[50] * out, 1, 2, 3])[0] if each.role == "out"]
    assert len(piled) == out
    assert {6.4 if out <= 6 else 4.4} == {each.width for each in piled}
    assert all(after.x > before.x for before, after in pairwise(piled))
    assert all(
        6.4 - 0.01 <= each.x - each.width / 2 and each.x <= 41.4 - each.width / 2 + 0.01 for each in piled
    )


def test_guests_beside_the_light_stand_apart_and_within_the_frame_however_many_they_are() -> None:
    assert [70, 75, 90] == beside([60, 61, 90], 70, 1, 5)
    assert [50, 45, 20] == beside([60, 61, 20], 50, -1, 5)
    many = beside([60] * 30, 70, 1, 5)
    assert all(after > before for before, after in pairwise(many))
    assert 60 <= many[0] < many[-1] <= WIDE - 7
    assert [] == beside([], 70, 1, 5)
    assert pytest.approx([7, 7, 7]) == beside([12, 11, 10], -30, -1, 5)


def test_a_number_is_written_whole_as_long_as_a_guest_can_wear_it() -> None:
    assert [short(10**9), short(10**10)] == ["1000000000", "100000000…"]


def test_the_first_round_of_an_evening_is_explained_where_numbers_aim_at_something() -> None:
    scene = aimed(revealed((0, 10, 50, 7, 7), scoring="mean"))
    assert [
        ("Everybody's number", 0, scene.times.bounce),
        ("Same number: out", scene.times.bounce, scene.times.slide),
        ("The lamp looks for the mean", scene.times.slide, scene.times.open),
        ("The closest number scores", scene.times.open, scene.times.told),
    ] == [(each.text, each.begins, each.ends) for each in scene.sayings]


def test_G19_equal_numbers_that_have_an_order_stand_apart_and_are_written_as_they_were_picked() -> None:
    plays = {"1": 5, "2": 5, "3": 9}
    values = {"1": Fraction(11, 2), "2": Fraction(5), "3": Fraction(9)}
    actors = cast(plays, ("1",), (), (0, 10), values)
    assert [("2", "5"), ("1", "5"), ("3", "9")] == [(each.seat, each.number) for each in actors]
    assert [place_on_line(values[each.seat], (0, 10)) for each in actors] == [each.true for each in actors]
