"""Random evenings over HTTP: `tests.tools.evenings` plays many more."""

import pytest

from tests.tools.evenings import play_evenings


@pytest.mark.slow
def test_screens_exports_and_second_scorers_agree_about_random_evenings() -> None:
    tally = play_evenings(3, seed=0)
    assert [] == tally.differences
    assert 3 == tally.counts["evenings"]
