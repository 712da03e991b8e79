"""Bytes to one phone for a whole round with its reveal, as they come over its connections.

The air is what people wait for, as all phones share it: numbers that are sent one after the other bring each
phone a message for each of them, unless the server collects them.
"""

from collections.abc import Callable, Sequence

from tests.tools.bench import reveals
from tests.tools.bench.figures import median
from tests.tools.bench.party import Party, Shown
from tests.tools.bench.report import Limit, Report
from tests.tools.bench.servers import serving

SIZES = (8, 30, 40, 120, 2000)

_MOST = {8: 4.0, 30: 12.0, 40: 12.0, 120: 8.0, 2000: 8.0}  # KB of a round to one phone, numbers one by one
_GAP = 0.25  # seconds between two numbers, in which each is told by itself
_WHOLE = 30.0  # seconds that a round takes at the most
_AFTER = 1.0  # seconds in which more may come after a reveal
_KB = 1024


def part(sizes: Sequence[int], times: int) -> Report:
    """Measure every size on its own server."""
    report = Report("Bytes to one phone for a whole round with its reveal, over stream and responses")
    for size in sizes:
        with serving() as servers, reveals.gathered(servers, size) as party:
            _measure(party, times, report)
    report.notes = [
        f"one by one: a number every {_GAP} s, the whole round within {_WHOLE:.0f} s; most: of any phone;",
        "last: from the last number to the last screen, which receives it while nobody else sends.",
    ]
    return report


def _measure(party: Party, times: int, report: Report) -> None:
    party.quiet()
    party.burst()
    gap = min(_GAP, _WHOLE / party.size)
    spaced = [_round(party, lambda: party.spaced(gap)) for _ in range(times)]
    bursts = [_round(party, party.burst) for _ in range(times)]
    typical = median([median(to_phones) for _, to_phones in spaced])
    shown = [each for each, _ in [*spaced, *bursts]]
    right, screens = sum(each.right for each in shown), sum(each.screens for each in shown)
    report.figures.append(
        {
            "phones": party.size,
            "one by one KB": typical,
            "most KB": max(max(to_phones) for _, to_phones in spaced),
            "at once KB": median([median(to_phones) for _, to_phones in bursts]),
            "most at once KB": max(max(to_phones) for _, to_phones in bursts),
            "last ms": 1000 * median([each.last for each, _ in spaced]),
            "right": f"{right}/{screens}",
        }
    )
    if party.size in _MOST:
        says = f"KB to one of {party.size} phones for a round, one by one"
        report.limits.append(Limit(says, typical, _MOST[party.size]))
    report.limits.append(Limit(f"screens of {party.size} phones right", right, screens, exact=True))


def _round(party: Party, play: Callable[[], Shown]) -> tuple[Shown, list[float]]:
    """Play a round, and return the KB that came to each phone with it."""
    before = party.received()
    shown = play()
    party.rest(_AFTER)
    return shown, [(now - then) / _KB for then, now in zip(before, party.received(), strict=True)]
