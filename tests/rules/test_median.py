"""The middle of a sorted list."""

import pytest

from companion.rules.median import middle


@pytest.mark.parametrize(
    ("ordered", "central"),
    [((), ()), ((7,), (7,)), ((1, 2, 9), (2,)), ((1, 8), (1, 8)), ((1, 2, 3, 9), (2, 3)), (range(5), (2,))],
)
def test_an_odd_count_has_one_middle_value_and_an_even_one_two_lower_first(ordered, central):
    assert central == middle(list(ordered))
