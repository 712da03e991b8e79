"""Guests: every seat is drawn as the same guest everywhere, told apart without colour."""

from itertools import combinations

from companion.web.drawings import Guest, guest_of


def first(seats: int) -> list[Guest]:
    return [guest_of(str(seat)) for seat in range(1, seats + 1)]


def test_the_first_eight_guests_share_neither_colour_nor_outline() -> None:
    for one, other in combinations(first(8), 2):
        assert one.colour != other.colour
        assert one.outline != other.outline


def test_the_first_96_guests_all_differ() -> None:
    assert len(set(first(96))) == 96


def test_the_first_36_guests_differ_in_outline_or_pattern_so_that_nobody_needs_colour() -> None:
    assert len({(each.outline, each.pattern) for each in first(36)}) == 36
