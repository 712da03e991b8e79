"""Simulate parties: `python -m tests.tools.simulate --rounds 1000 --seed 1`.

The application is the real one; clocks, chance, threads, network and disk are simulated, all in one process,
and a seed decides what happens (`world.py`). `checks.py` says what must hold.

Prints what happened and was checked, and what does not hold with options that play its party again.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from tests.tools.simulate.checks import Failed
from tests.tools.simulate.world import Bug, World


def run(seed: int, rounds: int, bugs: Sequence[Bug] = (), longest: int = 48) -> tuple[Counter[str], str]:
    """Play parties from this seed on, so many rounds at least; return what happened, and what failed."""
    counts = Counter[str]()
    while counts["rounds"] < rounds:
        failure = ""
        with World(seed, bugs) as world:
            try:
                world.run(longest)
            except Failed as failed:
                failure = "\n".join([*world.story[-30:], f"{failed}", f"again: --rounds 1 --seed {seed}"])
        counts += world.counts + world.checks.done + Counter(rounds=world.checks.rounds or 1, parties=1)
        if failure:
            return counts, failure
        seed += 1
    return counts, ""


def main() -> int:
    """Simulate, print, and return 1 if something did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.simulate", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000, help="how many rounds are simulated")
    parser.add_argument("--seed", type=int, default=0, help="what decides all else")
    asked = parser.parse_args()
    counts, failure = run(asked.seed, asked.rounds)
    print(*(f"{times:>8}  {what}" for what, times in sorted(counts.items())), failure, sep="\n")
    return int(bool(failure))


if __name__ == "__main__":
    sys.exit(main())
