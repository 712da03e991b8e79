"""Simulate parties: `python -m tests.tools.simulate --rounds 1000 --seed 1`.

Prints what was tried and checked, and each failure with its plan, shrunk. `--again SEED` plays one world once
more, as a failure names it. `--bugs` plants mistakes in the application instead, and looks for each.
"""

import argparse
import sys

from tests.tools.simulate.bugs import BUGS, find
from tests.tools.simulate.plan import make_plan
from tests.tools.simulate.run import LONG, TWIN, Failure, Outcome, play, play_twins, run
from tests.tools.simulate.shrink import shrink
from tests.tools.simulate.table import bug_table, described, report


def main(arguments: list[str] | None = None) -> int:
    """Simulate, print, and return 1 if something did not hold."""
    asked = _parser().parse_args(arguments)
    if asked.bugs:
        return _find_bugs()
    if asked.again:
        outcome = _again(asked.again)
    else:
        outcome = run(asked.seed, asked.rounds, most_failures=asked.most, each=LONG)
    print(report(outcome))
    for failure in outcome.failures:
        print(f"\n{described(_shrunk(failure) if asked.shrink else failure)}")
    return 1 if outcome.failures else 0


def _find_bugs() -> int:
    """Look for all planted bugs, print which check has found which, and return 1 if one was not found."""
    found = [(bug, find(bug)) for bug in BUGS]
    print(bug_table(found))
    return int(any(each.failure is None for _, each in found))


def _again(seed: str) -> Outcome:
    outcome = Outcome(seed)
    if seed.endswith(TWIN):
        failure = play_twins(seed, (), outcome)
    else:
        failure = play(make_plan(seed, LONG), (), outcome)
    outcome.failures += [failure] if failure else []
    return outcome


def _shrunk(failure: Failure) -> Failure:
    return shrink(failure)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.simulate", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000, help="how many rounds are simulated")
    parser.add_argument("--seed", default="0", help="what decides all else")
    parser.add_argument("--again", metavar="SEED", help="play the world of this seed once more")
    parser.add_argument("--bugs", action="store_true", help="look for each planted bug instead")
    parser.add_argument("--most", type=int, default=3, help="after how many failures it ends")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false", help="print plans as they were")
    return parser


if __name__ == "__main__":
    sys.exit(main())
