"""A showdown on the TV (G16): its title, who stands where in a round, and when it is told."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.room.commands import submissions
from companion.screens.scenes.places import WIDE, Contest, Numbers, place_on_line
from companion.screens.story import scenes_of
from companion.screens.tv import tv_view
from tests.support.played_scenes import Shown, scenes_shown
from tests.support.room_driver import HOST, RoomDriver
from tests.support.scenes import (
    first_of_showdown,
    rounds_won,
    started_game,
    submit_plays,
    tie_of_three,
    win_rounds,
)

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus")
LINE = (0, 100)


def kinds(driver: RoomDriver) -> list[str]:
    return [scene.kind for scene in scenes_of(driver.room)]


def played(driver: RoomDriver, *numbers: int) -> Shown:
    submit_plays(driver, numbers)
    return scenes_shown(driver.room, "showdown")[0]


def contest(numbers: list[int], tied: int) -> Contest:
    """Return a round in which the first so many players are tied, by the rule in as few words as possible."""
    plays = {str(seat): number for seat, number in enumerate(numbers, 1)}
    times = Counter(numbers)
    counting = sorted(number for number in numbers if times[number] == 1)
    half = len(counting) // 2
    middle = counting[half - (len(counting) % 2 == 0) : half + 1] if counting else []
    seats = tuple(plays)[:tied]
    far = {seat: min(abs(plays[seat] - each) for each in middle) for seat in seats if times[plays[seat]] == 1}
    scoring = [seat for seat in far if far[seat] == min(far.values())]
    out = frozenset(seat for seat in plays if times[plays[seat]] > 1)
    return Contest(Numbers(plays, plays, scoring, out, LINE), seats, tuple(map(Fraction, middle)))


CONTESTS = st.lists(st.integers(0, 100), min_size=3, max_size=60).flatmap(
    lambda numbers: st.integers(2, len(numbers)).map(lambda tied: contest(numbers, tied))
)


def test_G16_the_title_comes_once_after_the_peels_and_shows_only_the_tied() -> None:
    driver = tie_of_three()
    assert ["reveal", "tie_title", "tie", "showdown_title"] == kinds(driver)
    [title], [tie] = (scenes_shown(driver.room, kind) for kind in ("showdown_title", "tie"))
    assert "No peel decides: the game goes on" == tie.stands
    assert "All pick a number. Of these 3, whoever is closest to the middle stays." == title.lead
    assert ("Showdown", "It's Good Enough: 1 point each") == (title.heading, title.kicker)
    assert [("Ann", False), ("Bob", False), ("Cyd", False)] == [
        (row.name, row.central) for line in title.guests.lines for row in line
    ]
    assert title.scene.length == 2000
    rest = tv_view(driver.room, ()).rest
    assert title.scene.key == rest.key
    played(driver, *first_of_showdown(7))
    assert ["showdown"] == kinds(driver)


def test_no_showdown_is_announced_where_the_tie_stands_or_is_decided() -> None:
    assert "showdown_title" not in kinds(tie_of_three(tie_break="peel"))
    driver = rounds_won("ABB", rounds=3, tie_break="showdown")
    assert ["reveal", "final"] == kinds(driver)


def test_G16_those_in_the_light_are_the_closest_and_the_heading_names_them() -> None:
    scene = played(tie_of_three(), *first_of_showdown(7))
    assert "Ann and Bob stay" == scene.verdict
    assert "Showdown, round 1" == scene.kicker
    assert "Showdown, round 1: the middle is 40" == scene.then
    assert (("40",), place_on_line(40, LINE)) == (scene.marks, scene.contest.at)
    assert {"36", "44"} == {each.number for each in scene.actors if each.role == "middle"}
    assert [("Ann", "stays"), ("Bob", "stays"), ("Cyd", "gone")] == [
        (guest.name, state) for guest, state in scene.tied
    ]
    assert ["1", "40", "60"] == [number for _, number, _, _ in scene.others]  # 2 would overlap 1


def test_G16_who_left_before_stays_at_the_desk_and_the_last_one_goes_straight_to_the_end() -> None:
    driver = tie_of_three()
    played(driver, *first_of_showdown(7))
    scene = played(driver, 30, 55, 50, 51, 52, 53, 54)
    assert ["showdown", "final"] == kinds(driver)
    assert "Bob is closest" == scene.verdict
    assert ["gone", "stays", "gone-before"] == [state for _, state in scene.tied]
    [final] = scenes_shown(driver.room, "final")
    assert ("Bob wins", "The most mediocre player") == (final.heading, final.kicker)
    low, middle, high = final.podium.steps
    assert ["Bob"] == [guest.name for guest in middle.guests]
    assert {"Ann", "Cyd"} <= {guest.name for guest in low.guests}
    assert (True, False, ["Dan"]) == (low.has_beaten, high.has_beaten, [guest.name for guest in high.guests])


def test_G16_where_no_number_of_the_tied_counts_the_lamp_finds_nobody_and_all_stay() -> None:
    scene = played(tie_of_three(), 36, 36, 36, 12, 22, 40, 41)
    assert ("Nobody counts: all stay", "none", 0) == (scene.verdict, scene.lit, scene.scoring)
    assert {"out"} == {each.role for each in scene.actors}
    assert ("36, 3 times: all out",) == scene.notes
    assert ["stays"] * 3 == [state for _, state in scene.tied]
    assert 5600 == scene.scene.length


def test_G16_two_who_are_equally_close_are_told_to_stay() -> None:
    driver = tie_of_three()
    played(driver, *first_of_showdown(7))
    assert "Equally close: both stay" == played(driver, 36, 44, 1, 40, 2, 60, 61).verdict


def test_G16_a_tied_player_without_a_number_leaves_and_is_named() -> None:
    driver = tie_of_three()
    for seat, number in (("1", 36), ("2", 44), ("4", 40)):
        driver.submit(seat, number)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    [scene] = scenes_shown(driver.room, "showdown")
    assert (["1", "2"], ("No number: Cyd",)) == ([each.seat for each in scene.actors], scene.notes)


def test_G17_the_lamp_goes_to_the_mean_first_and_then_to_its_multiple() -> None:
    driver = started_game(
        "good-enough", NAMES[:3], rounds=3, tie_break="showdown", scoring="mean", factor="0.8"
    )
    win_rounds(driver, "ABC")
    scene = played(driver, 10, 20, 30)
    assert "Showdown, round 1: 0.8 × 20 = 16" == scene.then
    assert (("16",), "mean 20") == (scene.marks, scene.flag)
    assert [2000] == scene.scene.times["target"]
    assert (scene.contest.at, scene.contest.mean_at) == (place_on_line(16, LINE), place_on_line(20, LINE))
    assert "Bob is closest" == scene.verdict


@given(CONTESTS)
def test_everybody_who_is_tied_and_has_a_number_stands_on_the_line_within_the_frame(contest: Contest) -> None:
    actors, numbers = contest.actors, contest.numbers
    assert [*contest.shown] == [each.seat for each in actors]
    assert {*numbers.scoring} == {each.seat for each in actors if each.role == "middle"}
    assert all(each.role == "out" for each in actors if each.seat in numbers.out)
    assert all(0 < each.x < WIDE and 0 < each.true < WIDE for each in actors)
    assert sorted(each.true for each in actors) == [each.true for each in actors]
    assert all(
        (each.true - contest.at) * each.side >= 0 != each.side for each in actors if each.role == "outer"
    )


@given(CONTESTS)
def test_the_light_touches_the_closest_and_nobody_of_the_tied_before(contest: Contest) -> None:
    half = contest.reach + contest.apart / 2 - 1e-9
    lit = [each for each in contest.actors if abs(each.true - contest.at) < half and each.role != "out"]
    assert [] == [each for each in lit if each.role != "middle"]


@pytest.mark.parametrize("players", [3, 60])
def test_any_number_of_players_can_be_tied(players: int) -> None:
    driver = started_game("good-enough", [f"P{n}" for n in range(players)], rounds=3, tie_break="showdown")
    win_rounds(driver, "...")
    assert ["reveal", "showdown_title"] == kinds(driver)
    [title] = scenes_shown(driver.room, "showdown_title")
    assert players == sum(map(len, title.guests.lines)) + title.guests.more
    scene = played(driver, *(n % 101 for n in range(players)))
    assert players == len(scene.actors) == len(scene.tied)


def test_G10_the_mean_that_a_showdown_aims_at_is_named() -> None:
    driver = rounds_won("ABC", rounds=3, tie_break="showdown", scoring="mean")
    assert "Showdown, round 1: the mean is 20" == played(driver, 10, 21, 29).then
