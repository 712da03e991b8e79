"""Trials other than faults of the machine: bad input, parties in any order, and an evening of hours."""

import random
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.support import bad_records
from tests.support.clients import SCRATCH, Clients, captured_log
from tests.support.fuzz import Fuzz
from tests.support.party_model import PartyModel
from tests.support.server import Server
from tests.tools.faults import held, raw
from tests.tools.faults.trials import Result

SAID = 5  # complaints that are shown


def addresses(times: int) -> Result:
    """Send random requests to every address."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder, captured_log() as lines:
        clients = Clients(Path(folder))
        fuzz = Fuzz(clients, random.Random(times), lines)
        try:
            fuzz.run(times)
        finally:
            clients.close()
    broken = sum(number for status, number in fuzz.statuses.items() if status >= 500)
    return _inputs("any form, any address", fuzz.tried, fuzz.faults, broken)


def lines(server: Server, times: int) -> Result:
    """Send broken requests."""
    statuses = raw.tried(server, times)
    broken = [f"{number} times {status}" for status, number in statuses.items() if status >= 500]
    return _inputs("broken requests", times, broken, len(broken))


def records(times: int) -> Result:
    """Score broken files."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        file = Path(folder) / "file"
        found = [bad_records.fault(each, file) for each in bad_records.files(random.Random(times), times)]
    return _inputs("broken records", times, [each for each in found if each], 0)


def _inputs(name: str, tried: int, complaints: list[str], broken: int) -> Result:
    kept = tuple(complaints[:SAID])
    return Result(name, tried, tried - len(complaints), 0, 0, broken, kept, inputs=tried)


def parties(what: str, party: type[PartyModel], times: int, steps: int = 60) -> Result:
    """Run the model of a party, which checks its invariants after each step."""
    chosen = settings(
        max_examples=times,
        stateful_step_count=steps,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    said, survived = (), times
    try:
        run_state_machine_as_test(party, settings=chosen)  # type: ignore[no-untyped-call]
    except Exception as error:  # noqa: BLE001 - a party that went wrong is a row of the table
        said, survived = (f"{error!r}"[:2000], *getattr(error, "__notes__", ())), 0
    return Result(what, times, survived, 0, 0, 0, said, f"of {steps} steps each")


def hours(server: Server, seconds: float) -> tuple[Result, held.Held]:
    """Play game after game, and compare the resources."""
    found = held.evening(server, seconds)
    notes = (
        f"{found.games} games, {found.streams} streams, threads {found.before.threads} to "
        f"{found.after.threads}, files {found.before.files} to {found.after.files}, "
        f"{found.bytes_an_act:.0f} bytes an act"
    )
    return Result("hours of games", 1, int(found.light and found.steady), 0, 0, 0, (), notes), found
