"""Everything that may go wrong, in full: `python -m tests.faults`, some minutes.

Prints what was tried and survived, how many numbers were acknowledged and are in the journal exactly once,
and what people read meanwhile. `--kills` says how often the server is killed.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion import tables
from tests.faults import trials
from tests.faults.trials import Result
from tests.server import Server


def run(folder: Path, kills: int) -> Iterator[Result]:
    """Try one fault after the other, each on a server of its own."""
    yield _on(folder / "kills", lambda server: trials.kills(server, kills))
    for seconds in (2, 10, 25):
        yield _on(folder / f"lock{seconds}", lambda server, s=seconds: trials.locked(server, s))
    with trials.small_disk(folder / "disk") as ways:
        if ways:
            yield _on(folder / "disk", lambda server: trials.full(server, *ways, "the disk full"))
    yield _on(folder / "quota", lambda server: trials.full(server, *trials.quota(server), "a quota reached"))
    yield _on(folder / "stop", lambda server: trials.stopped(server, 200))


def _on(folder: Path, trial) -> Result:  # type: ignore[no-untyped-def]
    server = Server(folder).start()
    try:
        result: Result = trial(server)
        complaints = server.errors()
    finally:
        server.stop()
    if complaints:
        print(complaints, file=sys.stderr)
    return result


def main() -> int:
    """Print a row for each fault; the status is 1 if anything was not survived, or lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("--kills", type=int, default=100)
    chosen = parser.parse_args()
    head = ("fault", "tried", "survived", "acknowledged", "kept", "5xx", "")
    rows, sentences = [], set()
    with tempfile.TemporaryDirectory() as folder:
        for each in run(Path(folder), chosen.kills):
            numbers = (each.tried, each.survived, each.acknowledged, each.kept, each.faults)
            rows.append((each.fault, *map(str, numbers), each.notes))
            sentences |= set(each.sentences)
            print(f"{each.fault}: {each.survived} of {each.tried}", file=sys.stderr)
    print(*tables.aligned([head, *rows], left=(0, 6)), sep="\n")
    print("\nWhat people read meanwhile:", *sorted(sentences), sep="\n  ")
    return int(any(row[1] != row[2] or row[3] != row[4] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
