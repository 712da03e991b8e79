"""Makes the plan of a failure as short as it can be: steps are left out as long as the same check fails."""

from collections.abc import Sequence
from dataclasses import replace

from tests.tools.simulate.plan import Plan
from tests.tools.simulate.run import Failure, play
from tests.tools.simulate.world import Bug

_MOST_TRIES = 150


def shrink(failure: Failure, bugs: Sequence[Bug] = (), most: int = _MOST_TRIES) -> Failure:
    """Return the same failure of a shorter plan; tries at most so many plans."""
    best = _cut(failure)
    size = max(1, len(best.plan.steps) // 2)
    tries = 0
    while size and tries < most:
        start = 0
        while start < len(best.plan.steps) and tries < most:
            tries += 1
            found = play(_without(best.plan, start, size), bugs)
            if found and found.check == failure.check:
                best = _cut(found)
            else:
                start += size
        size //= 2
    return best


def _cut(failure: Failure) -> Failure:
    """Leave out what comes after the step that failed."""
    return replace(failure, plan=replace(failure.plan, steps=failure.plan.steps[: failure.step + 1]))


def _without(plan: Plan, start: int, size: int) -> Plan:
    return replace(plan, steps=plan.steps[:start] + plan.steps[start + size :])
