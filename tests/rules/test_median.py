"""The middle of a sorted list."""

import pytest

from companion.rules.median import middle


def test_an_empty_list_has_no_middle():
    assert () == middle([])


@pytest.mark.parametrize(("ordered", "central"), [([7], (7,)), ([1, 2, 9], (2,)), ([1, 2, 3, 4, 9], (3,))])
def test_an_odd_count_has_one_middle_value(ordered, central):
    assert central == middle(ordered)


@pytest.mark.parametrize(
    ("ordered", "central"), [([1, 8], (1, 8)), ([1, 2, 3, 9], (2, 3)), ([1, 2, 3, 4, 5, 9], (3, 4))]
)
def test_an_even_count_has_two_middle_values_lower_first(ordered, central):
    assert central == middle(ordered)
