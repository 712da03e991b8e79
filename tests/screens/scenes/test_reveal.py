"""The reveal of numbers on the TV: who falls where, who is out, and who leaves the light when."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.room.commands import submissions
from companion.room.commands.membership import add_player
from companion.screens.scenes.places import FLOOR, MOST_OUT, WIDE, Actor, Cast, Numbers, place_on_line
from tests.support.played_scenes import Shown, scenes_shown
from tests.support.room_driver import HOST, RoomDriver, correct_play
from tests.support.scenes import started_game, submit_plays

NAMES = tuple(f"P{n}" for n in range(1, 101))

PLAYS = st.lists(st.integers(0, 100), min_size=2, max_size=60)
RANGE = (0, 100)


def revealed(
    numbers: Sequence[object], game: str = "good-enough", rounds: int = 5, **options: Any
) -> RoomDriver:
    lasts = {} if "nesting" in options else {"rounds": rounds}
    driver = started_game(game, NAMES[: len(numbers)], **lasts, **options)
    submit_plays(driver, numbers)
    return driver


def reveal(driver: RoomDriver, kind: str = "reveal") -> Shown:
    [scene] = scenes_shown(driver.room, kind)
    return scene


def aimed(driver: RoomDriver) -> Shown:
    return reveal(driver, "mean")


def cast_of(numbers: Sequence[int]) -> tuple[tuple[Actor, ...], tuple[str, ...]]:
    """Place the guests of a round of It's Good Enough; return them, and the seats that score."""
    leaf = tuple(revealed(numbers).game.score.leaves())[-1]
    plays = {seat: int(str(play)) for seat, play in leaf.plays.items()}
    times_of = Counter(plays.values())
    out = [seat for seat, number in plays.items() if times_of[number] > 1]
    return Cast(Numbers(plays, plays, leaf.winners, frozenset(out), RANGE)).actors, leaf.winners


@pytest.mark.parametrize(("players", "shown"), [(60, 60), (61, 60), (100, 60)])
def test_of_a_crowd_sixty_and_those_who_score_stand_on_the_line(players: int, shown: int) -> None:
    actors, winners = cast_of(range(players))
    seats = {each.seat for each in actors}
    assert set(winners) <= seats
    assert shown <= len(seats) <= shown + len(winners)
    assert {"1", str(players)} <= seats


@given(PLAYS.filter(lambda numbers: len(numbers) > 2))
def test_G4_those_in_the_light_are_those_who_score_and_G3_equal_numbers_are_out(numbers: list[int]) -> None:
    actors, winners = cast_of(numbers)
    assert set(winners) == {each.seat for each in actors if each.role == "middle"}
    out = sum(times for times in Counter(numbers).values() if times > 1)
    assert min(out, MOST_OUT) == sum(each.role == "out" for each in actors)
    assert len(numbers) - out == sum(each.role != "out" for each in actors)


@given(PLAYS.filter(lambda numbers: len(numbers) > 2))
def test_all_fall_on_their_true_places_and_end_within_the_frame_in_the_order_of_numbers(numbers):
    actors, _ = cast_of(numbers)
    assert all(each.true == pytest.approx(10 + 1.08 * int(each.number)) for each in actors)
    assert len(actors) == len({each.drop for each in actors if 0 <= each.drop < 1})
    for each in actors:
        assert 3 <= each.x <= WIDE - 3
        assert each.height <= each.y <= FLOOR
    standing = [each for each in actors if each.role != "out"]
    rows = sorted({each.floor for each in standing})
    assert all(below - above > standing[0].width for above, below in pairwise(rows))
    for attribute in ("slot", "x"):
        assert all(getattr(one, attribute) < getattr(other, attribute) for one, other in pairwise(standing))


@pytest.mark.parametrize(
    ("numbers", "verdict", "excluded"),
    [
        ((12, 50, 37, 71, 42, 50, 23, 88), "37 and 42 are the middle", "50 twice: both out"),
        ((12, 61, 37), "37 is the middle", ""),
        ((50, 50, 7, 7), "Nobody is in the middle", "7 and 50 more than once: all out"),
        ((50, 50, 50, 7), "7 is the middle", "50, 3 times: all out"),
        ((1, 1, 2, 2, 3, 3, 9), "9 is the middle", "Same number, out: 6"),
    ],
)
def test_the_heading_says_who_is_in_the_middle_and_the_shelf_who_is_out(numbers, verdict, excluded):
    scene = reveal(revealed(numbers))
    assert (verdict, excluded) == (scene.verdict, scene.excluded)
    assert ("It's Good Enough, round 1", "0", "100") == (scene.kicker, scene.low, scene.high)


def test_the_desk_has_every_score_before_and_after() -> None:
    driver = revealed((12, 61, 37))
    submit_plays(driver, (10, 20, 30))
    scene = reveal(driver)
    assert [("1", "P1", "0", ""), ("2", "P2", "1", "0"), ("3", "P3", "1", "")] == [
        (each.seat, each.name, each.score, each.before) for each in scene.places
    ]
    assert {"2": "+1"} == scene.gains
    assert all(each.awaited and not each.absent for each in scene.places)


def test_a_correction_changes_the_picture_and_is_not_played_again() -> None:
    driver = revealed((12, 61, 37))
    before = reveal(driver)
    driver.apply(correct_play(driver.room, HOST, "1.1", "2", "20"))
    after = reveal(driver)
    assert (before.scene.key, "20 is the middle") == (after.scene.key, after.verdict)
    assert ("Corrected: P2",) == after.notes


def test_who_presented_nothing_sleeps_at_the_desk_and_is_named() -> None:
    driver = started_game("good-enough", NAMES[:4], rounds=5)
    for seat, number in (("1", 12), ("2", 37), ("3", 61)):
        driver.submit(seat, number)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    scene = reveal(driver)
    assert ("No number: P4",) == scene.notes
    assert [False, False, False, True] == [each.absent for each in scene.places]


def test_who_joins_after_a_reveal_was_not_missed_in_it() -> None:
    driver = revealed((12, 61, 37))
    assert driver.apply(add_player(driver.room, HOST, "P4"))
    assert "4" in driver.game.record.players
    assert () == reveal(driver).notes


def test_G10_the_lamp_stands_over_the_mean_and_the_closest_in_its_light() -> None:
    scene = aimed(revealed((0, 10, 50), scoring="mean"))
    assert ("10 is closest", "mean 20", "") == (scene.verdict, *scene.marks, getattr(scene, "flag", ""))
    assert not hasattr(scene, "then")
    assert scene.contest.at == scene.contest.mean_at == place_on_line(20, RANGE)
    assert ["outer", "middle", "outer"] == [each.role for each in scene.actors]
    assert scene.contest.reach == pytest.approx(10.8)
    assert "right" == scene.contest.corner_side


@given(st.lists(st.integers(0, 100), min_size=3, max_size=40))
@example([0, 1, 2, 3, 4, 5])
@example([*range(11)])
@example([*range(8), 13])
@example([*range(85, 101)])
def test_G10_those_who_are_touched_are_those_who_score_and_all_stand_in_order_within_the_frame(numbers):
    driver = revealed(numbers, scoring="mean")
    leaf = tuple(driver.game.score.leaves())[-1]
    if driver.game.record.rules.aim(leaf) is None:
        assert "Nobody is in the middle" == reveal(driver).verdict
        return
    standing = [each for each in aimed(driver).actors if each.role != "out"]
    assert set(leaf.winners) == {each.seat for each in standing if each.role == "middle"}
    assert all((each.role == "middle") == (each.side == 0) for each in standing)
    assert sorted(each.side for each in standing) == [each.side for each in standing]
    places = [round(each.x, 6) for each in standing]
    assert sorted(places) == places
    assert 7 <= places[0] <= places[-1] <= WIDE - 7
    lit = [each.x for each in standing if each.role == "middle"]
    assert all(abs(each.x - place) > 5 for each in standing if each.side for place in lit)
    assert all(each.floor <= FLOOR for each in standing)


def test_G19_equal_numbers_that_have_an_order_stand_apart_and_are_written_as_they_were_picked() -> None:
    plays = {"1": 5, "2": 5, "3": 9}
    values = {"1": Fraction(11, 2), "2": Fraction(5), "3": Fraction(9)}
    actors = Cast(Numbers(plays, values, ("1",), frozenset(), (0, 10))).actors
    assert [("2", "5"), ("1", "5"), ("3", "9")] == [(each.seat, each.number) for each in actors]
    assert [place_on_line(values[each.seat], (0, 10)) for each in actors] == [each.true for each in actors]
