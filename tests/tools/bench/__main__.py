"""How fast every screen follows, and what it costs: `python -m tests.tools.bench`, some minutes.

Starts the real server on one core and plays thousands of phones on another, over real connections. A reveal
takes from the last number until every screen has the result in the bytes it received; phones cover it until
the TV has told it, which is the page's part and not measured. Checks what every screen received: that has the
middle of all numbers only if none was lost. Data lie in a temporary folder: TMPDIR chooses the disk. Several
servers share PostgreSQL and Redis, behind nginx without TLS; these use all cores, and "others" is their CPU.
"""

import argparse
import gc
import os
import platform
import sys
from collections.abc import Sequence
from math import ceil, nan
from operator import sub
from statistics import median, quantiles
from time import perf_counter, process_time

from tests.support.reveal_cost import last_reveal
from tests.support.service import CORES, serving
from tests.tools.bench.party import Floor, Party
from tests.tools.bench.screens import Answer, Poller
from tests.tools.bench.watchers import WatchedParty

_PARTS = ("room", "rooms", "half", "watch")
_SIZES = (8, 40, 200, 1000, 2000)
_GAP, _WHOLE = 0.25, 30.0  # seconds between two numbers that are told one by one; of a whole such round
_PLAYERS = 8  # in each of many rooms
_WATCHED = 30  # players whom thousands watch
_CROWD = 200  # phones from which on two kinds of reveals are compared
_MOST = 6000  # phones that the floor serves too, which takes their files twice, and that send one by one


def main() -> int:
    """Print the tables; the status is 1 if a screen was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", help="what to measure: room, rooms, half, watch; by default all")
    parser.add_argument("--sizes", type=int, nargs="+", help="how many phones; 8 40 200 1000 2000")
    parser.add_argument("--repeat", type=int, help="quiet rounds of each size, a third as many bursts; 20")
    parser.add_argument("--languages", type=int, default=1, help="how many the phones have, in turn; 1")
    parser.add_argument("--rooms", type=int, help="how many rooms at once; 250")
    parser.add_argument(
        "--servers", type=int, default=1, help="how many, with PostgreSQL, Redis and nginx; 1"
    )
    parser.add_argument("--quick", action="store_true", help="fewer phones and repetitions")
    chosen = parser.parse_args()
    quick, parts, found = chosen.quick, chosen.parts or _PARTS, list[dict[str, float]]()
    sizes, times = chosen.sizes or _SIZES[: 3 if quick else None], chosen.repeat or (5 if quick else 20)
    gc.disable()  # what the client itself does must not come in between
    print(f"Python {platform.python_version()}, {len(CORES)} cores, load {os.getloadavg()[0]:.1f}")
    if "room" in parts:
        title = "A room: from the last number to the last screen; CPU of a number in a burst; KB to a phone"
        found += show(title, [_room(size, times, chosen.servers, chosen.languages) for size in sizes])
    if "rooms" in parts:
        title = f"Rooms of {_PLAYERS} phones, of which one after the other sends as soon as it can"
        rooms, seconds = chosen.rooms or (50 if quick else 250), 5 if quick else 20
        found += show(title, [_rooms(rooms, seconds, chosen.servers)])
    if "watch" in parts:
        title = f"Rooms of {_WATCHED} phones that others watch, who are idle and bet and react in turn"
        found += show(title, [_watched(200 if quick else 2000, max(5, times // 4))])
    crowds = [size for size in sizes if size >= _CROWD]
    if "half" in parts and crowds:
        title = "What a reveal costs in this process, in turn: of which half stay standing, and of the middle"
        show(title, [_half(size, times) for size in crowds])
    return int(any(row["wrong"] for row in found))


def show(title: str, rows: Sequence[dict[str, float]]) -> Sequence[dict[str, float]]:
    """Print a table, and return its rows."""
    print(f"\n{title}")
    texts = [[f"{each:.2f}" if type(each) is float else str(each) for each in row.values()] for row in rows]
    widths = [max(map(len, column)) for column in zip(rows[0], *texts, strict=True)]
    for row in ([*rows[0]], *texts):
        print("  ".join(map(str.rjust, row, widths)), flush=True)
    return rows


def _room(size: int, times: int, count: int, languages: int) -> dict[str, float]:
    """Measure rounds, each quiet one followed by the floor's, so that both have the same disturbances."""
    with serving(count) as service:
        party = Party(service, size, languages=languages)
        party.join()
        party.follow()
        stream = party.weigh()
        party.play(party.draw())
        party.quiet()
        floor = Floor(party).reveal if size <= _MOST else lambda: nan
        quiet = [(party.quiet(), 1000 * floor()) for _ in range(times)]
        bursts = [party.play(party.draw()) for _ in range(ceil(times / 3))]
        spaced = [party.quiet(min(_GAP, _WHOLE / size)) for _ in range(ceil(times / 7)) if size <= _MOST]
        memory = service.used()[-1] / 1024
    last, least = [1000 * each.screens[-1] for each, _ in quiet], [each for _, each in quiet]
    return {
        "phones": size,
        "quiet ms": median(last),
        "95 %": _high(last),
        "floor ms": median(least),
        "floor 95 %": _high(least),
        "ratio": median(last) / median(least),
        "lone ms": 1000 * median(each.lone for each, _ in quiet),
        "burst ms": 1000 * median(burst.screens[-1] for burst in bursts),
        "CPU ms": 1000 * median(burst.cpu for burst in bursts) / size,
        "others ms": 1000 * median(burst.others for burst in bursts) / size,
        "KB one by one": median([each.kilobytes for each in spaced] or [nan]),
        "KB at once": median(burst.kilobytes for burst in bursts),
        "KB a stream": stream,
        "server MB": memory,
        "wrong": sum(each.wrong for each in (*spaced, *bursts, *(each for each, _ in quiet))),
    }


def _watched(watchers: int, times: int) -> dict[str, float]:
    """Measure reveals for some who only watch, each idle one followed by one of whom all bet and react."""
    with serving() as service:
        party = WatchedParty(service, _WATCHED, watchers)
        party.join()
        party.follow()
        party.round(is_lively=True)
        pairs = [(party.round(is_lively=False), party.round(is_lively=True)) for _ in range(times)]
    idle, lively = ([1000 * each.screens[-1] for each in kind] for kind in zip(*pairs, strict=True))
    return {
        "watchers": watchers,
        "idle ms": median(idle),
        "idle 95 %": _high(idle),
        "lively ms": median(lively),
        "lively 95 %": _high(lively),
        "ratio": median(lively) / median(idle),
        "wrong": sum(each.wrong for pair in pairs for each in pair),
    }


def _high(values: Sequence[float]) -> float:
    """Return what 95 % of some values are not above."""
    return quantiles(values, n=20, method="inclusive")[-1]


def _half(size: int, times: int) -> dict[str, float]:
    """Measure the reveals of two games of a crowd in turn, and the second of each, in CPU."""
    kinds = [last_reveal(game, size) for game in ("last-standing", "good-enough")]
    took: list[list[float]] = [[], []]
    for _ in range(times):
        for found, reveal in zip(took, kinds, strict=True):
            begin = process_time()
            reveal()
            found.append(1000 * (process_time() - begin))
    half, middle = map(median, took)
    return {"players": size, "half ms": half, "middle ms": middle, "ratio": half / middle}


def _rooms(count: int, seconds: float, servers: int) -> dict[str, float]:
    """Play in many rooms for some seconds, in each as fast as the server answers."""
    took = list[float]()

    def play(party: Party, order: list[int]) -> None:
        begin = perf_counter()

        def answered(answer: Answer) -> None:
            took.append(1000 * (answer.at - begin))
            if order or answer.at < end:
                play(party, order or party.draw())

        number = order.pop()
        party.phones[number].ask(party.request(number), answered)

    with serving(servers) as service:
        poller = Poller()
        parties = [Party(service, _PLAYERS, seed, poller) for seed in range(count)]
        for each_party in parties:
            each_party.join()
            each_party.follow()
            each_party.play(each_party.draw())
        before, begin = service.used(), perf_counter()
        end = begin + seconds
        for each_party in parties:
            play(each_party, each_party.draw())
        poller.run(
            lambda: len(took) == _PLAYERS * sum(len(each_party.sent) - 1 for each_party in parties),
            seconds + 60,
        )
        passed = perf_counter() - begin
        cpu, others, _ = map(sub, service.used(), before)
        parties[0].rest(1)
        return {
            "rooms": count,
            "rounds/s": len(took) / _PLAYERS / passed,
            "median ms": median(took),
            "99 % ms": quantiles(took, n=100)[-1],
            "core %": 100 * cpu / passed,
            "others %": 100 * others / passed,
            "server MB": service.used()[-1] / 1024,
            "wrong": sum(each_party.wrong() for each_party in parties),
        }


if __name__ == "__main__":
    sys.exit(main())
