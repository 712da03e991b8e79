"""Phones, the host, restarts and clocks in any order. `tests.tools.faults` tries many more."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.support.party_model import CardPartyModel, PartyModel

pytestmark = pytest.mark.slow

SHORT = settings(
    max_examples=6,
    stateful_step_count=20,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_a_party_stays_consistent_and_goes_on_whatever_is_done() -> None:
    run_state_machine_as_test(PartyModel, settings=SHORT)  # type: ignore[no-untyped-call]


def test_a_party_with_cards_does_so_too() -> None:
    run_state_machine_as_test(CardPartyModel, settings=SHORT)  # type: ignore[no-untyped-call]
