"""Runs worlds one after the other, and counts what was tried."""

import gc
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.tools.simulate import secrecy
from tests.tools.simulate.checks import Failed
from tests.tools.simulate.plan import Plan, make_plan
from tests.tools.simulate.world import Bug, World

ROUNDS = 24
"""The rounds that a world plans."""

LONG = 48
"""The rounds that it plans in a long run: of the same seed it begins with the same steps."""

TWIN = ".twin"
"""How the seed of two worlds ends that differ in one hidden number or card."""

_TWINS = 4  # one in so many worlds is followed by such twins


@dataclass(frozen=True)
class Failure:
    """What did not hold in a world: the check, what it found, the plan, and at which of its steps."""

    check: str
    found: str
    plan: Plan
    step: int


@dataclass
class Outcome:
    """What a run has tried, and the first thing that failed, if any."""

    seed: str
    worlds: int = 0
    rounds: int = 0
    steps: int = 0
    seconds: float = 0.0
    """Processor time."""
    tried: Counter[str] = field(default_factory=Counter)
    checked: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    @property
    def failure(self) -> Failure | None:
        return self.failures[0] if self.failures else None


def run(
    seed: object, rounds: int, bugs: Sequence[Bug] = (), *, most_failures: int = 1, each: int = ROUNDS
) -> Outcome:
    """Simulate at least so many rounds, in worlds of about `each`; stop after so many failures."""
    outcome, begun = Outcome(str(seed)), time.process_time()
    gc.freeze()  # modules stay, and need not be looked through after each world
    while outcome.rounds < rounds and len(outcome.failures) < most_failures:
        plan = make_plan(f"{seed}.{outcome.worlds}", min(each, max(1, rounds - outcome.rounds)))
        failure = play(plan, bugs, outcome)
        if not failure and outcome.worlds % _TWINS == 0:
            failure = play_twins(f"{plan.seed}{TWIN}", bugs, outcome)
        if failure:
            outcome.failures.append(failure)
        gc.collect()  # now, and not while a thread waits
    gc.unfreeze()
    outcome.seconds = time.process_time() - begun
    return outcome


def play(plan: Plan, bugs: Sequence[Bug] = (), outcome: Outcome | None = None) -> Failure | None:
    """Play one world, and return what did not hold; `outcome` counts it."""
    world = World(plan, bugs)
    failure = None
    gc.disable()
    try:
        with world:
            try:
                world.run()
            except Failed as failed:
                failure = Failure(failed.check, failed.found, plan, world.step)
    finally:
        gc.enable()
    if outcome:
        outcome.worlds += 1
        outcome.rounds += world.checks.rounds
        outcome.steps += world.step + 1
        outcome.tried += world.counts
        outcome.checked += world.checks.done
    return failure


def play_twins(seed: str, bugs: Sequence[Bug] = (), outcome: Outcome | None = None) -> Failure | None:
    """Play two worlds that differ in one hidden number or card, and return what tells them apart."""
    outcome = outcome or Outcome(seed)
    kind = "numbers" if secrecy.twin_plans(seed)[0].secret else "cards"
    outcome.tried[f"two worlds with different {kind}"] += 1
    outcome.checked[secrecy.CHECK] += 1
    try:
        world = secrecy.compare_twins(seed, bugs)
    except Failed as failed:
        return Failure(failed.check, failed.found, secrecy.twin_plans(seed)[0], 0)
    outcome.rounds += world.checks.rounds
    return None
