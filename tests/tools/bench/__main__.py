"""How fast every screen follows, and what it costs: `python -m tests.tools.bench`, some minutes.

Starts the real server on one core and plays thousands of phones on another, over real connections. A reveal
takes from the last number until every screen has the result in the bytes it received; phones cover it until
the TV has told it, which is the page's part and not measured. Checks what every screen received, and every
number that was stored; prints tables, and which limits were met. Choose parts by name to measure only them.
Data lie in a temporary folder: TMPDIR chooses the disk.
"""

import argparse
import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

from tests.tools.bench import costs, dead, machine, machines, report, reveals, rooms, servers, traffic
from tests.tools.bench.report import Report

_SIZES = (8, 30, 40, 120, 1000, 2000)


def main() -> int:
    """Print all reports; the status is 1 if a limit was exceeded."""
    chosen = _parser().parse_args()
    parts = _parts(chosen)
    servers.take_many_connections()
    os.sched_setaffinity(0, {machine.OURS})
    gc.disable()  # what the client itself does must not come in between
    about = [machine.described()]
    print(about[0], end="\n\n", flush=True)
    found: dict[str, Report] = {}
    for name in chosen.parts or parts:
        found[name] = parts[name]()
        print(found[name].text(), flush=True)
    print(report.limits(list(found.values())))
    about.append(machine.described())
    print("\n" + about[1])
    if chosen.json:
        chosen.json.write_text(report.dumps(about, found))
    return int(not all(limit.is_met for each in found.values() for limit in each.limits))


def _parts(chosen: argparse.Namespace) -> dict[str, Callable[[], Report]]:
    quick = chosen.quick
    sizes = chosen.sizes or (_SIZES[:3] if quick else _SIZES)
    quiet = chosen.repeat or (5 if quick else 20)
    bursts = max(1, quiet // 3)
    return {
        "reveal": lambda: reveals.part(sizes, quiet, bursts),
        "bytes": lambda: traffic.part(
            chosen.sizes or traffic.SIZES[: 3 if quick else None], 1 if quick else 3
        ),
        "memory": lambda: costs.memory(sizes),
        "start": lambda: costs.start(bursts),
        "rounds": lambda: costs.rounds(100 if quick else 1000, quiet),
        "rooms": lambda: rooms.part(chosen.rooms or (50 if quick else 250), 2 if quick else 5),
        "dead": lambda: dead.part(50 if quick else 200, quiet),
        "machines": lambda: machines.part(min(max(sizes), reveals.MANY), quiet, bursts),
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench", description=__doc__)
    names = "reveal, bytes, memory, start, rounds, rooms, dead, machines"
    parser.add_argument("parts", nargs="*", help=f"what to measure: {names}; all if none is named")
    parser.add_argument("--sizes", type=int, nargs="+", help="how many phones; 8 30 40 120 1000 2000")
    parser.add_argument("--repeat", type=int, help="quiet rounds of each size, a third as many bursts; 20")
    parser.add_argument("--rooms", type=int, help="how many rooms at once; 250")
    parser.add_argument("--quick", action="store_true", help="fewer phones and repetitions")
    parser.add_argument("--json", type=Path, help="a file to write all figures to")
    return parser


if __name__ == "__main__":
    sys.exit(main())
