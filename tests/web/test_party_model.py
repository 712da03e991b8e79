"""Random sequences of acts of phones, hosts, restarts and clocks; `tests.tools.faults` runs more of them."""

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.support.party_model import CardParty, Party

SHORT = settings(
    max_examples=6,
    stateful_step_count=20,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_a_party_stays_consistent_and_goes_on_whatever_is_done() -> None:
    run_state_machine_as_test(Party, settings=SHORT)  # type: ignore[no-untyped-call]


def test_a_party_with_cards_does_so_too() -> None:
    run_state_machine_as_test(CardParty, settings=SHORT)  # type: ignore[no-untyped-call]
