"""Memory for a phone, time for a start, and processor time for a round late in the evening."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.support.guest import Guest
from tests.tools.bench import machine, reveals
from tests.tools.bench.figures import median
from tests.tools.bench.party import Party
from tests.tools.bench.poller import Poller
from tests.tools.bench.report import Limit, Report
from tests.tools.bench.servers import serving, started

_FEW = 10  # phones that are compared with
_KB = 1024


def memory(sizes: Sequence[int]) -> Report:
    """Measure the memory that phones add to a server with ten."""
    few, *many = [_memory(size) for size in [_FEW, *(size for size in sizes if size > _FEW)]]
    report = Report("Memory of the server in KB, with so many phones, and for each beyond ten", [few])
    for row in many:
        beyond = row["phones"] - _FEW
        opened = (row["following"] - row["joined"]) - (few["following"] - few["joined"])
        report.figures.append(
            {**row, "a stream": opened / beyond, "a phone": (row["played"] - few["played"]) / beyond}
        )
    few |= {"a stream": "", "a phone": ""}
    if many:
        phones, most = many[-1]["phones"], report.figures[-1]["a stream"]
        report.limits.append(Limit(f"memory a stream, with {phones} phones, KB", most, 16.0))
    report.notes = [
        "following: all streams are open; played: a round, after which only the streams are open.",
        "a phone: with what is left of all joining in the same seconds, most of which is used again.",
    ]
    return report


def _memory(size: int) -> dict[str, Any]:
    with serving() as servers:
        party = Party(servers, Poller(), size)
        party.join()
        party.begin()
        party.hang_up()
        joined = machine.memory(servers.pids)
        party.follow()
        following = machine.memory(servers.pids)
        party.burst()
        party.hang_up()
        played = machine.memory(servers.pids)
        party.leave()
    found = {"joined": joined, "following": following, "played": played}
    return {"phones": size, **{name: size / _KB for name, size in found.items()}}


def start(times: int) -> Report:
    """Measure the time until a new server responds, on its first start and later."""
    found = [_start() for _ in range(times)]
    row = {"first ms": 1000 * median([first for first, _ in found])}
    row["later ms"] = 1000 * median([later for _, later in found])
    notes = ["from the command until /healthz answers; the first time the database and the key are made"]
    return Report("Start", [row], notes=notes)


def _start() -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        return _started(Path(folder)), _started(Path(folder))


def _started(folder: Path) -> float:
    begin = perf_counter()
    server = started(folder)
    try:
        assert Guest(server.url).ask("/healthz").status == 200
        return perf_counter() - begin
    finally:
        server.stop()


def rounds(late: int, times: int, size: int = 8) -> Report:
    """Measure the cost of a round early and late in a game."""
    with serving() as servers, reveals.gathered(servers, size) as party:
        rows = [_late(party, before, times) for before in (10, late)]
        limit = Limit("numbers kept of all rounds", party.kept(), sum(map(len, party.sent)), exact=True)
    ratio = rows[1]["CPU ms a round"] / rows[0]["CPU ms a round"]
    limits = [Limit(f"a round after {late} rounds against one after 10", ratio, 1.3), limit]
    return Report(f"A round of {size} phones, early and late in a game", rows, limits)


def _late(party: Party, before: int, times: int) -> dict[str, Any]:
    """Play up to a round, and measure those after it."""
    while len(party.sent) < before:
        party.play()
    found = [party.burst() for _ in range(times)]
    return {
        "after": before,
        "CPU ms a round": 1000 * median([shown.cpu for shown in found]),
        "burst ms": 1000 * median([shown.last for shown in found]),
        "right": f"{sum(shown.right for shown in found)}/{sum(shown.screens for shown in found)}",
    }
