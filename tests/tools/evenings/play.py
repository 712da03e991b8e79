"""Plays many evenings on one server, and compares some of them at a time."""

import tempfile
from collections.abc import Iterable, Iterator
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
    """Play so many evenings, of the seeds from `seed` on."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), environ=FREE)
        try:
            server.start()
            for begin in range(seed, seed + number, _AT_A_TIME):
                seeds = range(begin, min(begin + _AT_A_TIME, seed + number))
                compare([*_played(server.url, seeds, tally)], tally)
        finally:
            server.stop()
    return tally


def _played(url: str, seeds: Iterable[int], tally: Tally) -> Iterator[Played]:
    """Play evenings, and yield those that the server has not failed in."""
    for seed in seeds:
        try:
            yield play_evening(url, seed, tally.counts)
        except ServerError as failed:
            tally.differences.append(f"seed {seed}, the server: {failed}")
        except Exception as error:
            error.add_note(f"in the evening of seed {seed}")
            raise
