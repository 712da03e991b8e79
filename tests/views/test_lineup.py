"""Guests in lines on the TV: they fit into the frame, and names are whole wherever these fit in any way."""

import pytest

from companion.i18n.lettering import ems
from companion.views.lineup import SIZES, Area, Lineup, font_size, in_tiers, line_up
from companion.views.scoreboard import ScoreRow

STAGE = Area(width=116, height=30, smallest=5)
SHORT = ("Ann", "Bob", "Cyd", "Eve", "Zoë", "Gus", "Ida")
COUNTS = (1, 2, 3, 8, 12, 13, 30, 31, 60, 61, 200, 2000)


def people(count: int, *names: str) -> list[ScoreRow]:
    given = names or SHORT
    return [ScoreRow(given[n % len(given)], 0, central=False, seat=str(n + 1)) for n in range(count)]


def drawn(lineup: Lineup) -> list[ScoreRow]:
    return [row for line in lineup.lines for row in line]


def height(lineup: Lineup) -> float:
    name = 1.25 * font_size(lineup.size) if lineup.named else 0
    return len(lineup.lines) * (1.17 * lineup.size + name)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("names", [SHORT, ("W" * 20,), ("最中限の平凡な真ん中の人が今夜も勝つ夜会",)])
def test_any_number_of_guests_fits_into_the_area_in_order(count: int, names: tuple[str, ...]) -> None:
    rows = people(count, *names)
    found = line_up(rows, STAGE)
    assert drawn(found) == rows[: len(drawn(found))]
    assert len(drawn(found)) + found.more == count
    assert found.size in SIZES
    assert height(found) <= STAGE.height
    assert all(len(line) * found.size <= STAGE.width for line in found.lines)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 12, 20, 30])
def test_short_names_are_whole_up_to_30_guests(count: int) -> None:
    found = line_up(people(count), STAGE)
    assert (True, 0, 0) == (found.named, found.cut, found.more)


def test_two_lines_are_taken_where_names_would_be_cut_in_one() -> None:
    found = line_up(people(4, "Wilhelmina-Charlotte"), Area(width=90, height=30))
    assert (2, 0) == (len(found.lines), found.cut)


def test_names_that_fit_in_no_way_are_cut_before_they_become_initials() -> None:
    assert line_up(people(8, "W" * 20), STAGE).cut > 0
    assert not line_up(people(30, "W" * 20), STAGE).named


def test_nobody_has_a_name_in_a_crowd() -> None:
    assert not line_up(people(31), STAGE).named


def test_guests_with_initials_are_wide_enough_for_letters_that_can_be_read() -> None:
    for count in COUNTS:
        assert in_tiers(people(count), Area(120, 20, largest=8)).size >= 6


def test_a_crowd_stands_in_three_tiers_and_the_rest_is_counted() -> None:
    found = in_tiers(people(200), Area(120, 20, largest=8))
    assert ([20, 20, 20], 140) == ([len(line) for line in found.lines], found.more)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        ("Ann", 1.9, 2.2),
        ("W" * 20, 22, 23),
        ("最中限", 3, 3.2),
        ("é", 0.5, 0.9),
        ("iii", 0.8, 1.1),
    ],
)
def test_the_width_of_a_text_is_estimated_in_font_sizes(text: str, least: float, most: float) -> None:
    assert least <= ems(text) <= most
