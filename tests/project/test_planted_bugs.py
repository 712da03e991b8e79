"""Bugs that are planted in the application: the party simulator finds each, and nothing without them."""

import pytest

from tests.tools.simulate.bugs import BUGS, PlantedBug, find, play_for

FEWEST = 20
"""The bugs that the list must have at least, each of another kind."""


def test_there_are_many_bugs_in_different_functions() -> None:
    assert len(BUGS) >= FEWEST
    assert len({each.name for each in BUGS}) == len(BUGS)
    assert len({(each.owner, each.function) for each in BUGS}) >= FEWEST
    assert all(each.breaks for each in BUGS)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("bug", BUGS, ids=[each.name.replace(" ", "-") for each in BUGS])
def test_a_planted_bug_is_found_in_time(bug: PlantedBug) -> None:
    found = find(bug)
    assert found.failure is not None
    assert play_for(bug, found.failure.plan.seed) is None, "it fails without the bug, too"
