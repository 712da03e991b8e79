"""A network of two or three computers that exists only in this one: namespaces of Linux, joined by a bridge.

Nothing that is sent in them reaches another network: they have no device and no route of the real one.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import pytest

from tests.support.backing_services import found


class Computer(NamedTuple):
    """A network namespace with one device, `wlan0`."""

    address: str
    within: tuple[str, ...]
    """The beginning of a command that is to run on it."""

    def run(self, *command: str) -> str:
        """Run a command on it and return what it prints; raises `CalledProcessError`."""
        whole = [*self.within, *command]
        return subprocess.run(whole, capture_output=True, text=True, timeout=60, check=True).stdout


@contextmanager
def joined(*addresses: str) -> Iterator[list[Computer]]:
    """Join computers with these addresses; skips without the right to have networks."""
    root = os.geteuid() == 0
    with ExitStack() as stack:
        switch = stack.enter_context(_network())
        _, _, pid, *alike, _ = switch
        more = ("unshare", "-n") if root else ("nsenter", "-t", pid, *alike, "unshare", "-n")
        _sh(*switch, "ip", "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        _sh(*switch, "ip", "link", "set", "br0", "up")
        pids = [str(stack.enter_context(_kept(*more))) for _ in addresses]
        for number, each_pid in enumerate(pids):
            plug = "type", "veth", "peer", "name", "wlan0", "netns", each_pid
            _sh(*switch, "ip", "link", "add", f"port{number}", *plug)
            _sh(*switch, "ip", "link", "set", f"port{number}", "master", "br0", "up")
        withins = [("nsenter", "-t", each_pid, *alike, "-n") for each_pid in pids]
        yield [_started(Computer(*each)) for each in zip(addresses, withins, strict=True)]


@contextmanager
def alone() -> Iterator[tuple[str, ...]]:
    """Make a computer without a network, and yield how commands begin on it; skips without the right."""
    with _network() as within:
        _sh(*within, "ip", "link", "set", "lo", "up")
        yield within


@contextmanager
def _network() -> Iterator[tuple[str, ...]]:
    """Make a namespace; yields the beginning of a command that is to run in it."""
    for command in ("ip", "nsenter", "unshare"):
        found(command)
    root = os.geteuid() == 0
    with _kept("unshare", *([] if root else ["-r"]), "-n") as pid:
        yield "nsenter", "-t", str(pid), *(() if root else ("-U", "--preserve-credentials")), "-n"


def _started(computer: Computer) -> Computer:
    for device in ("lo", "wlan0"):
        _sh(*computer.within, "ip", "link", "set", device, "up")
    moved(computer, computer.address)
    return computer


def moved(computer: Computer, address: str) -> None:
    """Give a computer another address, as another Wi-Fi does."""
    _sh(*computer.within, "ip", "address", "flush", "dev", "wlan0")
    _sh(*computer.within, "ip", "address", "add", f"{address}/16", "dev", "wlan0")


@contextmanager
def _kept(*command: str) -> Iterator[int]:
    """Keep a namespace by a process that waits in it; yields the id of that process."""
    waits = ["sh", "-c", "echo ready && exec cat"]
    with subprocess.Popen(
        [*command, *waits], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        if process.stdout.readline() != b"ready\n":
            _refused(process.stderr.read().decode().strip())
        try:
            yield process.pid
        finally:
            process.kill()


def _sh(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        _refused(f"{' '.join(command)}: {done.stderr.strip()}")


def _refused(why: str) -> None:
    """Skip, under CI too: the right to have networks is the kernel's, and no package brings it."""
    pytest.skip(f"no network of our own: {why}")
