"""The computer that measures: the cores of server and client, and the use of a process."""

import os
import platform
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

CORES = sorted(os.sched_getaffinity(0))
SERVERS, OURS = CORES[0], CORES[-1]
"""The cores of the servers and of this client; the same where there is only one."""


@contextmanager
def on_the_servers_core() -> Iterator[None]:
    """Start processes on the core of the servers."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {SERVERS})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cpu(pids: Iterable[int]) -> float:
    """Return the seconds that processes have computed, with all their threads, those that are gone too.

    It is what /proc/PID/stat says, in nanoseconds instead of hundredths of a second: the clock that
    clock_getcpuclockid(3) names.
    """
    return sum(time.clock_gettime((~pid << 3) | 2) for pid in pids)


def memory(pids: Iterable[int]) -> int:
    """Return the resident memory of processes in bytes."""
    pages = (int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


def described() -> str:
    """Say what this computer is like at this moment: others who use it make all figures worse."""
    load, waited = os.getloadavg()[0], sorted(_fsyncs(50))
    fsync = f"{1000 * waited[len(waited) // 2]:.1f} ms ({1000 * waited[-1]:.1f} at worst)"
    cores = f"servers on core {SERVERS}, the client on core {OURS} of {len(CORES)}"
    return f"Python {platform.python_version()}, {cores}, an fsync takes {fsync}, load {load:.1f}"


def _fsyncs(times: int) -> Iterator[float]:
    with tempfile.TemporaryFile() as file:
        for _ in range(times):
            file.write(bytes(4096))
            begin = time.perf_counter()
            file.flush()
            os.fsync(file.fileno())
            yield time.perf_counter() - begin
