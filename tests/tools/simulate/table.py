"""The report of a run as text."""

from collections import Counter
from collections.abc import Iterable

from companion.rules.text_table import align_columns
from tests.tools.simulate.bugs import Found, PlantedBug
from tests.tools.simulate.run import Failure, Outcome


def report(outcome: Outcome) -> str:
    """Return what was tried, checked and found."""
    speed = 60 * outcome.rounds / outcome.seconds if outcome.seconds else 0.0
    head = (
        f"{outcome.rounds} rounds in {outcome.worlds} worlds, {outcome.steps} steps, "
        f"{outcome.seconds:.1f} s of processor time: {speed:.0f} rounds a minute"
    )
    tried = _table(("what was tried", "times"), outcome.tried)
    checked = _table(("what was checked", "times"), outcome.checked)
    found = f"{len(outcome.failures)} failures"
    return "\n\n".join([head, tried, checked, found])


def described(failure: Failure) -> str:
    """Return a failure with its plan, and the command to see it again."""
    command = f"python -m tests.tools.simulate --again {failure.plan.seed}"
    return f"{failure.check} does not hold at step {failure.step}: {failure.found}\n{failure.plan}\n{command}"


def bug_table(found: Iterable[tuple[PlantedBug, Found]]) -> str:
    """Return which check has found which bug, at which seed, and what it took."""
    head = ("bug", "found by", "at seed", "worlds", "of", "rounds", "seconds")
    return "\n".join(align_columns([head, *(_bug_row(bug, each) for bug, each in found)]))


def _bug_row(bug: PlantedBug, found: Found) -> tuple[str, ...]:
    by, seed = (found.failure.check, found.failure.plan.seed) if found.failure else ("nothing", "")
    took = (found.worlds, bug.worlds, found.rounds, f"{found.seconds:.1f}")
    return bug.name, by, seed, *map(str, took)


def _table(head: tuple[str, str], counts: Counter[str]) -> str:
    rows = [(name, str(times)) for name, times in sorted(counts.items())]
    return "\n".join(align_columns([head, *rows]))
