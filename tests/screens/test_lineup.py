"""Guests in lines on the TV: they fit into the frame, and names are whole wherever these fit in any way."""

import pytest

from companion.screens.lineup import SIZES, Area, Lineup, font_size, in_tiers, line_up
from companion.screens.scoreboard import ScoreRow

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


def test_a_crowd_stands_in_three_tiers_and_the_rest_is_counted() -> None:
    found = in_tiers(people(200), Area(120, 20, largest=8))
    assert ([20, 20, 20], 140) == ([len(line) for line in found.lines], found.more)
