"""Plays many evenings on one server, and compares some of them at a time."""

import tempfile
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tests.support.server import Server
from tests.tools.evenings.comparison import compare
from tests.tools.evenings.evening import Played, play_evening
from tests.tools.evenings.party import ServerError
from tests.tools.evenings.tally import Tally

FREE = {"COMPANION_LIMIT_REQUESTS_PER_SECOND": "0", "COMPANION_LIMIT_ROOMS_PER_HOUR": "0"}
"""Settings of a server that one computer may ask as much as it wants."""
_AT_A_TIME = 25
"""So many evenings are scored by one process."""


def play_evenings(number: int, seed: int) -> Tally:
    """Play so many evenings, of the seeds from `seed` on; fewer where Ctrl-C ends it."""
    tally, seeds = Tally(), iter(range(seed, seed + number))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), environ=FREE)
        try:
            server.start()
            while played := [*islice(_played(server.url, seeds, tally), _AT_A_TIME)]:
                compare(played, tally)
        finally:
            server.stop()
    return tally


def _played(url: str, seeds: Iterator[int], tally: Tally) -> Iterator[Played]:
    """Play evenings, and yield those that the server has not failed in."""
    for seed in seeds:
        try:
            played = play_evening(url, seed, tally.counts)
        except ServerError as failed:
            tally.differences.append(f"seed {seed}, the server: {failed}")
        except KeyboardInterrupt:
            deque(seeds, maxlen=0)
        except Exception as error:
            error.add_note(f"in the evening of seed {seed}")
            raise
        else:
            yield played
