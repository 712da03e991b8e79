"""Random evenings over HTTP: `tests.tools.evenings` plays many more."""

import pytest

from tests.support import naive_numbers
from tests.tools.evenings import compared, play_evenings


@pytest.mark.slow
def test_screens_exports_and_a_second_scorer_agree_about_random_evenings() -> None:
    tally = play_evenings(4, seed=2)
    assert [] == tally.differences
    assert 4 == tally.counts["evenings"]


def test_a_point_too_many_is_a_difference() -> None:
    plays = {"Ann": 1, "Ben": 2, "Cid": 3}
    record = {"game": "good-enough", "players": list(plays), "rounds": [{"plays": plays}] * 5}
    root, _ = naive_numbers.result_of(record)
    assert all(expected == found for _, expected, found in compared(record, root))
    wrong = {**root, "scores": {**root["scores"], "Ann": 1}}
    assert ["the second scorer (scores)"] == [
        what for what, expected, found in compared(record, wrong) if expected != found
    ]
