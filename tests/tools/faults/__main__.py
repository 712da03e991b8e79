"""All faults in full: `python -m tests.tools.faults`, about twenty minutes.

Prints what was tried and survived: faults of the machine, bad input of all kinds, parties in any order, and
an evening of hours. `--kills` says how often the server is killed, `--inputs` how much bad input is tried,
`--parties` how many parties are played, `--seconds` how long the evening is.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from companion.rules import text_table
from tests.support import backing_services
from tests.support.backing_services import Postgres, RedisServer
from tests.support.party_model import CardPartyModel, PartyModel
from tests.support.server import Server
from tests.tools.faults import suites, trials
from tests.tools.faults.held import UNLIMITED, Held
from tests.tools.faults.trials import Result

HEAD = ("what was tried", "times", "survived", "acknowledged", "kept", "5xx", "")


def faults(folder: Path, kills: int) -> Iterator[Result]:
    """Try one fault after the other, each on its own server."""
    yield _on(folder / "kills", lambda server: trials.kills(server, kills))
    for seconds in (2, 10, 25):
        yield _on(folder / f"lock{seconds}", lambda server, s=seconds: trials.locked(server, s))
    with trials.small_disk(folder / "disk") as ways:
        if ways:
            yield _on(folder / "disk", lambda server: trials.full(server, *ways, "the disk full"))
    yield _on(folder / "quota", lambda server: trials.full(server, *trials.quota(server), "a quota reached"))
    yield _on(folder / "stop", lambda server: trials.stopped(server, 200))
    if backing_services.path_of("postgres") and backing_services.path_of("redis-server"):
        yield from _away(folder / "none", 30)


def _away(folder: Path, seconds: float) -> Iterator[Result]:
    """Stop Redis under two servers, and then PostgreSQL."""
    database, bus = backing_services.Postgres(), backing_services.RedisServer()
    try:
        database.start()
        bus.start()
        yield _on_two(
            folder, database, bus, lambda *two: trials.away(*two, bus, seconds, "Redis", goes_on=True)
        )
        yield _on_two(
            folder,
            database,
            bus,
            lambda *two: trials.away(*two, database, seconds, "PostgreSQL", goes_on=False),
        )
    finally:
        database.remove()
        bus.remove()


def _on_two(
    folder: Path, database: Postgres, bus: RedisServer, trial: Callable[[Server, Server], Result]
) -> Result:
    environ = trials.shared(database, bus)
    two = [Server(folder, environ=environ).start() for _ in range(2)]
    try:
        result = trial(*two)
        complaints = "".join(each.errors() for each in two)
    finally:
        for each in two:
            each.stop()
    if complaints:
        print(complaints, file=sys.stderr)
    return result


def inputs(folder: Path, number: int, parties: int) -> Iterator[Result]:
    """Try bad input, and parties in any order."""
    yield suites.addresses(number)
    yield _on(folder / "lines", lambda server: suites.lines(server, number // 5))
    yield suites.records(number)
    yield suites.parties("parties in any order", PartyModel, parties)
    yield suites.parties("parties with cards", CardPartyModel, parties)


def _on(folder: Path, trial: Callable[[Server], Result]) -> Result:
    server = Server(folder).start()
    try:
        result = trial(server)
        complaints = server.errors()
    finally:
        server.stop()
    if complaints:
        print(complaints, file=sys.stderr)
    return result


def _hours(folder: Path, seconds: float) -> tuple[Result, Held]:
    server = Server(folder / "hours", environ=UNLIMITED).start()
    try:
        return suites.hours(server, seconds)
    finally:
        server.stop()


def _table(results: Sequence[Result], held: Held) -> Iterator[str]:
    """Yield the lines of the table, and its totals."""
    rows = []
    for each in results:
        numbers = (each.tried, each.survived, each.acknowledged, each.kept, each.faults)
        rows.append((each.fault, *map(str, numbers), each.notes))
    yield from (line.rstrip() for line in text_table.align_columns([HEAD, *rows], left=(0, 6)))
    machine, bad = [r for r in results if not r.inputs], [r for r in results if r.inputs]
    totals = {
        "faults tried": sum(each.tried for each in machine),
        "faults survived": sum(each.survived for each in machine),
        "numbers acknowledged": sum(each.acknowledged for each in results),
        "numbers kept": sum(each.kept for each in results),
        "bad inputs tried": sum(each.inputs for each in bad),
        "5xx seen for them": sum(each.faults for each in bad),
        "requests a second held": round(held.requests / held.seconds),
        "MB at the start": round(held.before.megabytes),
        "MB at the end": round(held.after.megabytes),
    }
    yield ""
    yield from text_table.align_columns([(name, str(number)) for name, number in totals.items()])


def main() -> int:
    """Print a row for each fault; the status is 1 if a fault was not survived or a number was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.faults")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--inputs", type=int, default=5000)
    parser.add_argument("--parties", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=180)
    chosen = parser.parse_args()
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tried = (faults(folder, chosen.kills), inputs(folder, chosen.inputs, chosen.parties))
        for each in (each for suite in tried for each in suite):
            results.append(each)
            print(f"{each.fault}: {each.survived} of {each.tried}", file=sys.stderr)
        hours, held = _hours(folder, chosen.seconds)
    results.append(hours)
    print(*_table(results, held), sep="\n")
    said = sorted({sentence for each in results for sentence in each.sentences})
    print("\nWhat was said meanwhile:", *said, sep="\n  ")
    return int(any(each.tried != each.survived or each.acknowledged != each.kept for each in results))


if __name__ == "__main__":
    sys.exit(main())
