"""Simulated score-keepers in a browser: whatever they do, the record is that of their taps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.keepers import KINDS, Table, table
from tests.support.seeded_server import SeededServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def seats(chromium: Browser, stage: SeededServer) -> Iterator[Table]:
    """Yield a phone that one keeper has after the other."""
    made = table(chromium, stage)
    yield made
    made.page.context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_a_keeper_does_in_any_order_the_record_is_that_of_the_taps(seats: Table, kind: str) -> None:
    """And the open row holds what was typed there and not sent, after each step."""
    for seed in range(12):
        seats.seat(seed, kind)
