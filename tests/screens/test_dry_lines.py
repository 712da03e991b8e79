"""Dry lines on the TV: which one comes when, that it fits, and that none comes twice."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.i18n.languages import LANGUAGES, gettext, use_language
from companion.i18n.lettering import columns, ems
from companion.room.commands import room_control, submissions
from companion.screens.dry_lines import LINES, DryLine, dry_line
from companion.screens.story import scenes_of
from tests.support.played_scenes import Shown
from tests.support.room_driver import HOST, RoomDriver
from tests.support.scenes import LONG, SHORT, crowd, start_game, started_game, submit_plays, win_rounds

TWINS = (7, 7, 20, 30)
"""A round in which Ann and Bob say the same."""


def dry(driver: RoomDriver) -> DryLine | None:
    """Return the line beside the last reveal."""
    [scene] = [Shown(each) for each in scenes_of(driver.room) if each.kind in ("reveal", "mean")]
    line: DryLine | None = scene.words.dry
    return line


def lines_of_twins(driver: RoomDriver, rounds: int) -> Sequence[DryLine | None]:
    """Play rounds in which the same two say the same, and return the line of each."""
    found = []
    for _ in range(rounds):
        submit_plays(driver, TWINS)
        found.append(dry(driver))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", LINES)
def test_each_kind_has_twenty_lines_that_are_short_enough_to_be_read_from_far_away(kind, language):
    with use_language(language):
        lines = gettext(LINES[kind]).splitlines()
    assert 20 == len(lines) == len({*lines})
    for line in lines:
        who, what = line.split("|")
        assert who.startswith("{who}")
        assert columns(who.removeprefix("{who}")) <= 7
        assert columns(what.format(n="eleven", away="100½")) <= 22


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_an_evening_no_line_comes_twice_and_when_all_are_told_there_is_none(language: str) -> None:
    driver = started_game("good-enough", SHORT[:4], rounds=15)
    with use_language(language):
        first = lines_of_twins(driver, 14)
        driver.do(HOST, room_control.end_game, driver.round_id)
        start_game(driver, rounds=15)
        second = lines_of_twins(driver, 9)
    assert [None, None, None] == [first[0], second[0], second[8]]
    told = [*first[1:], *second[1:8]]
    assert 20 == len(told) == len({*told} - {None})


def test_each_room_has_an_order_of_its_own() -> None:
    driver = started_game("good-enough", SHORT[:4], rounds=9)
    found = []
    for _ in range(8):
        submit_plays(driver, TWINS)
        found.append([dry_line(replace(driver.room, code=code), driver.game) for code in ("AB23", "XY45")])
    one, other = zip(*found[1:], strict=True)
    assert one != other


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [
        ((TWINS, TWINS), "twins"),
        (((5, 5, 20, 30), (6, 9, 6, 30), (7, 9, 20, 7)), "out"),
        (((10, 20, 30, 1),) * 3, "middle"),
        (((10, 20, 30, 1),) * 4, "streak"),
        (((10, 20, 30, 1), (10, 20, 30, 90)), "miss"),
    ],
)
def test_a_line_is_of_the_kind_of_the_coincidence_and_names_whose_that_is(numbers, kind):
    driver = started_game("good-enough", SHORT[:4], rounds=9)
    for each in numbers:
        submit_plays(driver, each)
    line = dry(driver)
    assert line
    who = {"twins": "Ann and Bob", "out": "Ann", "miss": "Dan"}.get(kind, "Ann and Bob")
    forms = [each.split("|") for each in gettext(LINES[kind]).splitlines()]
    values = {"who": who, "n": "four", "away": "70"}
    assert line in [(first.format(**values), second.format(**values)) for first, second in forms]


def test_the_last_reveal_has_no_line_as_the_winner_follows() -> None:
    driver = started_game("good-enough", SHORT[:4], rounds=3)
    assert [False, True, False] == [line is not None for line in lines_of_twins(driver, 3)]


def test_G16_G12_a_round_after_which_the_tie_is_told_has_no_line() -> None:
    for tie_break in ("showdown", "sudden-death"):
        driver = started_game("good-enough", SHORT[:3], rounds=3, tie_break=tie_break)
        win_rounds(driver, "ABC")
        assert dry(driver) is None
        driver = started_game("good-enough", SHORT[:3], rounds=5, tie_break=tie_break)
        win_rounds(driver, "ABA")
        assert dry(driver)


def test_G15_a_round_that_ends_a_part_has_no_line() -> None:
    driver = started_game("good-enough", SHORT[:4], nesting=[3, 3])
    assert [False, True, False] == [line is not None for line in lines_of_twins(driver, 3)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_20_letters_are_cut_so_that_both_are_there(language: str) -> None:
    for names in ((LONG[3], LONG[6]), (LONG[0], LONG[1])):
        driver = started_game("good-enough", [*names, *SHORT[:2]], rounds=9)
        with use_language(language):
            line = lines_of_twins(driver, 2)[1]
        assert line
        assert ems(line.who) <= 15
        assert all(name[:2] in line.who for name in names)


@pytest.mark.parametrize(("players", "is_there"), [(8, True), (30, False)])
def test_where_there_is_no_room_for_both_a_note_goes_before_a_line(players: int, is_there: bool) -> None:
    names = crowd(players)
    driver = started_game("good-enough", [*SHORT[:2], *names[2:]], rounds=9)
    plays = (7, 7, *range(20, 18 + players))
    submit_plays(driver, plays)
    submit_plays(driver, plays)
    assert dry(driver)
    submit_plays(driver, plays[:-1])
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    assert is_there == (dry(driver) is not None)


def test_G10_at_an_axis_it_stands_in_one_line_over_the_heading() -> None:
    driver = started_game("good-enough", SHORT[:4], rounds=9, scoring="mean")
    submit_plays(driver, TWINS)
    submit_plays(driver, TWINS)
    [scene] = [Shown(each) for each in scenes_of(driver.room) if each.kind == "mean"]
    assert scene.words.told.startswith("Ann and Bob")
    assert scene.words.dry is None
