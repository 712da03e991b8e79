"""How quickly a hundred screens follow over poor Wi-Fi: `python -m tests.tools.air`, a minute (Linux).

Puts a real server and the phones into two networks with poor air between them: 20 Mb/s for all together,
30 ms there and back, 2 % of the packets lost. Plays rounds, checks what every screen received, and prints how
long it took from the last number until all had it. No address outside of this computer is reached.
"""

import argparse
import gc
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.tools.air.link import Conditions
from tests.tools.air.network import SERVER, Network, NoNetwork
from tests.tools.bench import machine, report, reveals, servers
from tests.tools.bench.figures import median, percentile
from tests.tools.bench.party import Party, Shown
from tests.tools.bench.report import Limit, Report
from tests.tools.bench.servers import Serving

SKIPPED = 77
"""The status where this computer gives us no network of our own."""

_SOON = 300.0  # ms within which the last screen is to be right
_GAP = 0.1  # seconds between two numbers of those who send one after the other


def main() -> int:
    """Print the table; the status is 1 if a limit was exceeded."""
    chosen = _parser().parse_args()
    conditions = Conditions(chosen.rate, chosen.delay, chosen.loss)
    servers.take_many_connections()
    gc.disable()
    print(machine.described(), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            network = Network(conditions)
        except NoNetwork as reason:
            print(f"Skipped: {reason}")
            return SKIPPED
        server = servers.started(Path(folder), host=SERVER)
        try:
            with network.phones():
                os.sched_setaffinity(0, {machine.OURS})
                found = _measured(Serving((server,)), chosen, conditions)
        finally:
            server.stop()
    print(found.text())
    print(report.limits([found]))
    return int(not all(limit.is_met for limit in found.limits))


def _measured(serving: Serving, chosen: argparse.Namespace, conditions: Conditions) -> Report:
    screens, times = chosen.screens, chosen.rounds
    with reveals.gathered(serving, screens - 1) as party:
        party.quiet()
        lone = [party.quiet() for _ in range(times)]
        spaced = [_spaced(party) for _ in range(max(1, times // 4))]
        bursts = [party.burst() for _ in range(max(1, times // 2))]
    found = Report(f"{screens} screens over the air: {conditions}")
    for name, shown in (("the last number alone", lone), ("one by one", spaced), ("all at once", bursts)):
        found.figures.append(_row(name, shown))
    every = [*lone, *spaced, *bursts]
    right, shows = sum(each.right for each in every), sum(each.screens for each in every)
    says = f"median until the last of {screens} screens is right, ms"
    if not chosen.any_time:
        found.limits.append(Limit(says, 1000 * median([each.last for each in lone]), _SOON))
    found.limits.append(Limit("screens right", right, shows, exact=True))
    return found


def _spaced(party: Party) -> Shown:
    return party.spaced(_GAP)


def _row(name: str, shown: Sequence[Shown]) -> dict[str, Any]:
    last = [1000 * each.last for each in shown]
    every = [1000 * seconds for each in shown for seconds in each.seconds]
    return {
        "numbers": name,
        "rounds": len(shown),
        "a screen ms": median(every),
        "a screen 95 %": percentile(every, 95),
        "last screen ms": median(last),
        "last screen 95 %": percentile(last, 95),
        f"% within {_SOON:.0f} ms": 100 * sum(each <= _SOON for each in every) / len(every),
        "right": f"{sum(each.right for each in shown)}/{sum(each.screens for each in shown)}",
    }


def _parser() -> argparse.ArgumentParser:
    usual = Conditions()
    parser = argparse.ArgumentParser(prog="python -m tests.tools.air", description=__doc__)
    parser.add_argument("--screens", type=int, default=100, help="phones and a TV; 100")
    parser.add_argument("--rounds", type=int, default=20, help="how many rounds are played; 20")
    parser.add_argument("--rate", type=float, default=usual.rate, help="Mb/s for all together; 20")
    parser.add_argument("--delay", type=float, default=usual.delay, help="ms there and back; 30")
    parser.add_argument("--loss", type=float, default=usual.loss, help="percent of the packets; 2")
    parser.add_argument("--any-time", action="store_true", help="only what screens show counts, not when")
    return parser


if __name__ == "__main__":
    sys.exit(main())
