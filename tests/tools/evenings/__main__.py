"""Play random evenings: `python -m tests.tools.evenings --evenings 20 --seed 0`.

Prints what was played and compared, and each difference with the seed of its evening. Exits with 1 if there
is any. Ctrl-C ends it after the last whole evening.
"""

import argparse
import signal
import sys

from tests.tools.evenings import play_evenings


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.evenings", description=__doc__)
    parser.add_argument("--evenings", type=int, default=20, help="how many evenings (20)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first one (0)")
    asked = parser.parse_args()
    # A shell has what it starts in the background ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    tally = play_evenings(asked.evenings, asked.seed)
    print(tally.table())
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
