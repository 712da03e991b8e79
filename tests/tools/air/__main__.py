"""How quickly a hundred screens follow over poor Wi-Fi: `python -m tests.tools.air`, a minute (Linux).

Puts a real server and the phones into two networks with poor air between them: 20 Mb/s for all together,
30 ms there and back, 2 % of the packets lost. Plays rounds, checks what every screen received, and prints how
long it took from the last number until all had it. No address outside of this computer is reached.
"""

import argparse
import gc
import sys
from collections.abc import Sequence
from statistics import median, quantiles

from tests.support.service import Service, serving
from tests.tools.air.link import Conditions
from tests.tools.air.network import SERVER, Network, NoNetwork
from tests.tools.bench.__main__ import show
from tests.tools.bench.party import Party, Shown

SKIPPED = 77
"""The status where this computer gives us no network of our own."""

_SOON = 300.0  # ms within which the last screen is to be right
_GAP = 0.1  # seconds between two numbers of those who send one after the other


def main() -> int:
    """Print the table; the status is 1 if a screen was wrong, or the last one late."""
    chosen = _parser().parse_args()
    conditions = Conditions(chosen.rate, chosen.delay, chosen.loss)
    gc.disable()
    try:
        network = Network(conditions)
    except NoNetwork as reason:
        print(f"Skipped: {reason}")
        return SKIPPED
    with serving(host=SERVER) as service, network.phones():
        rows = _measured(service, chosen.screens, chosen.rounds)
    show(f"{chosen.screens} screens over the air: {conditions}", rows)
    is_late = rows[0]["last screen ms"] > _SOON and not chosen.any_time
    return int(is_late or any(row["wrong"] for row in rows))


def _measured(service: Service, screens: int, times: int) -> list[dict[str, float]]:
    party = Party(service, screens - 1)
    party.join()
    party.follow()
    party.quiet()
    lone = [party.quiet() for _ in range(times)]
    spaced = [party.quiet(_GAP) for _ in range(max(1, times // 4))]
    bursts = [party.play(party.draw()) for _ in range(max(1, times // 2))]
    kinds = {"the last number alone": lone, "one by one": spaced, "all at once": bursts}
    return [_row(name, shown) for name, shown in kinds.items()]


def _row(name: str, shown: Sequence[Shown]) -> dict[str, float]:
    last = [1000 * each.screens[-1] for each in shown]
    every = [1000 * seconds for each in shown for seconds in each.screens]
    return {
        "numbers": name,
        "rounds": len(shown),
        "a screen ms": median(every),
        "a screen 95 %": quantiles(every, n=20)[-1],
        "last screen ms": median(last),
        "last screen 95 %": quantiles([*last, *last], n=20, method="inclusive")[-1],
        f"% within {_SOON:.0f} ms": 100 * sum(each <= _SOON for each in every) / len(every),
        "wrong": sum(each.wrong for each in shown),
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
