"""A phone that never reads its open stream; it must not delay the others."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.tools.bench import reveals
from tests.tools.bench.figures import median, percentile
from tests.tools.bench.party import Party, Shown
from tests.tools.bench.report import Limit, Report
from tests.tools.bench.servers import serving

_SMALL = 2048  # bytes that the system takes in for the dead phone
_LARGEST = 3 << 20  # bytes that a system keeps for a line that nobody reads: so many are written first


def part(size: int, times: int) -> Report:
    """Measure without a dead phone, with one, and without it again."""
    with serving() as servers, reveals.gathered(servers, size) as party:
        party.quiet()
        alive = [party.quiet() for _ in range(times)]
        with _dead(party):
            dead = [party.quiet() for _ in range(2 * times)]
        alive += [party.quiet() for _ in range(times)]
    rows = [_row("none", alive), _row("one", dead)]
    change = 100 * (rows[1]["screens 95 %"] / rows[0]["screens 95 %"] - 1)
    limit = Limit(f"the 95th percentile of all screens with a dead one among {size}, % more", change, 20.0)
    return Report(f"A dead phone among {size}: quiet reveals, ms", rows, [limit])


@contextmanager
def _dead(party: Party) -> Iterator[None]:
    """Open a stream that is never read, and play until nothing more can be written to it."""
    phone = party.phones[0]
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL)
        line.connect(phone.line.address)
        line.send(party.stream(phone))
        size = len(party.tv.screen.html.encode()) if not party.tv.screen.fetches else _LARGEST
        for _ in range(1 + _LARGEST // size):
            party.burst()
        yield


def _row(name: str, shown: list[Shown]) -> dict[str, Any]:
    every = [1000 * seconds for each in shown for seconds in each.seconds]
    last = [1000 * each.last for each in shown]
    return {
        "dead": name,
        "screens median": median(every),
        "screens 95 %": percentile(every, 95),
        "last median": median(last),
        "last 95 %": percentile(last, 95),
        "right": f"{sum(each.right for each in shown)}/{sum(each.screens for each in shown)}",
    }
