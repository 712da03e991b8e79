"""Latency of a reveal from the last number to the last screen, in an idle room and when all send at once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.tools.bench.bare import Bare
from tests.tools.bench.figures import median, percentile
from tests.tools.bench.party import Party, Shown
from tests.tools.bench.poller import Poller
from tests.tools.bench.report import Limit, Report
from tests.tools.bench.servers import Serving, serving

MANY = 1000
"""Phones from which a reveal is compared with the floor alone, as one submission costs little."""

_FEW = 40  # phones of whom a submission is compared with one of many
_LONE = 3.0  # ms in which a number that is sent alone is acknowledged


@dataclass(slots=True)
class Measured:
    """The measurements of one size."""

    party: Party
    payload: int
    quiet: list[Shown] = field(default_factory=list)
    burst: list[Shown] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)
    kept: int = 0

    @property
    def last(self) -> list[float]:
        """Seconds until the last screen had the reveal, in each quiet round."""
        return [shown.last for shown in self.quiet]

    @property
    def lone(self) -> float:
        """Seconds until one number is acknowledged."""
        return median([shown.lone for shown in self.quiet])

    @property
    def cpu(self) -> float:
        """Processor seconds of the servers for one number of a burst, with its updates."""
        return median([shown.cpu for shown in self.burst]) / self.party.size

    @property
    def rounds(self) -> list[Shown]:
        """All measured rounds."""
        return [*self.quiet, *self.burst]

    def row(self) -> dict[str, Any]:
        """Return the figures of a row; times in milliseconds."""
        bursts = [shown.last for shown in self.burst]
        right, screens = sum(each.right for each in self.rounds), sum(each.screens for each in self.rounds)
        sent = sum(map(len, self.party.sent))
        return {
            "phones": self.party.size,
            "quiet ms": _ms(median(self.last)),
            "95 %": _ms(percentile(self.last, 95)),
            "floor ms": _ms(median(self.floor)),
            "floor 95 %": _ms(percentile(self.floor, 95)),
            "ratio": median(self.last) / median(self.floor),
            "lone ms": _ms(self.lone),
            "burst ms": _ms(median(bursts)),
            "burst 95 %": _ms(percentile(bursts, 95)),
            "CPU ms": _ms(self.cpu),
            "kept": f"{self.kept}/{self.party.acknowledged}/{sent}",
            "right": f"{right}/{screens}",
            "KB": self.payload / 1024,
            "joins/s": self.party.size / self.party.joining,
        }


def part(sizes: Sequence[int], quiet: int, bursts: int) -> Report:
    """Measure every size on its own server."""
    found = {size: _alone(size, quiet, bursts) for size in sizes}
    report = Report("Reveal: from the last number to the last screen, with one TV", [*_rows(found)])
    report.limits += [limit for each in found.values() for limit in _bars(each)]
    if {_FEW, MANY} <= found.keys():
        few, many = (found[size].cpu for size in (_FEW, MANY))
        report.limits.append(Limit(f"CPU a submission of {MANY} phones against {_FEW}", many / few, 1.3))
    report.notes = [
        "kept: numbers stored/acknowledged/sent; CPU: of the server, for one submission of a burst;",
        "floor: a bare program that writes the same bytes, KB to a phone; lone: one number until its answer.",
    ]
    if any(each.party.tv.screen.fetches for each in found.values()):
        report.notes.append("The stream carries versions only: every screen fetches what it shows.")
    return report


def measured(party: Party, quiet: int, bursts: int) -> Measured:
    """Measure rounds, each quiet one followed by the floor's, so that both have the same disturbances."""
    party.burst()
    party.quiet()
    found = Measured(party, len(party.phones[0].screen.awaited))
    with _bare(party) as bare:
        for _ in range(quiet):
            found.quiet.append(party.quiet())
            found.floor.append(bare.reveal())
    found.burst = [party.burst() for _ in range(bursts)]
    found.kept = party.kept()
    return found


@contextmanager
def gathered(servers: Serving, size: int) -> Iterator[Party]:
    """Open a party that has joined, started and opened its streams."""
    party = Party(servers, Poller(), size)
    try:
        party.join()
        party.begin()
        party.follow()
        yield party
    finally:
        party.leave()


@contextmanager
def _bare(party: Party) -> Iterator[Bare]:
    bare = Bare(Poller(), party.size, party.phones[0].screen, party.tv.screen)
    try:
        yield bare
    finally:
        bare.stop()


def _alone(size: int, quiet: int, bursts: int) -> Measured:
    with serving() as servers, gathered(servers, size) as party:
        return measured(party, quiet, bursts)


def _rows(found: dict[int, Measured]) -> Iterator[dict[str, Any]]:
    return (each.row() for each in found.values())


def _bars(found: Measured) -> Iterator[Limit]:
    size, floor = found.party.size, median(found.floor)
    if size >= MANY:
        yield Limit(f"quiet reveal of {size} phones, times the floor", median(found.last) / floor, 2.5)
    else:
        most = _ms(floor + 2 * found.lone)
        says = f"quiet reveal of {size} phones, ms (floor + 2 lone submissions)"
        yield Limit(says, _ms(median(found.last)), most)
    if size == MANY:
        yield Limit(f"CPU of a submission of {size} phones, ms", _ms(found.cpu), 0.6)
    yield Limit(f"a number alone among {size} phones, ms", _ms(found.lone), _LONE)
    yield from kept_bars(found)


def kept_bars(found: Measured) -> Iterator[Limit]:
    """Return the limits of lost numbers and wrong screens: none."""
    size = found.party.size
    sent = sum(map(len, found.party.sent))
    yield Limit(f"numbers of {size} phones acknowledged", found.party.acknowledged, sent, exact=True)
    yield Limit(f"numbers of {size} phones kept", found.kept, sent, exact=True)
    shown = sum(each.screens for each in found.rounds)
    yield Limit(f"screens right, {size} phones", sum(each.right for each in found.rounds), shown, exact=True)


def _ms(seconds: float) -> float:
    return 1000 * seconds
