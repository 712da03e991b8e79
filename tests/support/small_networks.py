"""A network of two or three computers that exists only in this one: namespaces of Linux, joined by a bridge.

Nothing that is sent in them reaches another network: none has an address, route or device of the real one.
"""

import os
import subprocess
from collections.abc import Iterator, Sequence
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
    """Join so many computers with a network of their own; skips, or fails under CI, without the right to."""
    for command in ("ip", "nsenter", "unshare"):
        found(command)
    root = os.geteuid() == 0
    enter = ["-n"] if root else ["-U", "-n", "--preserve-credentials"]
    with ExitStack() as stack:
        switch = stack.enter_context(_kept(["unshare", "-n"] if root else ["unshare", "-r", "-n"]))
        middle = ["nsenter", "-t", str(switch), *enter]
        _sh(*middle, "ip", "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        _sh(*middle, "ip", "link", "set", "br0", "up")
        yield [_plugged(stack, middle, enter, number, each) for number, each in enumerate(addresses)]


def _plugged(
    stack: ExitStack, middle: Sequence[str], enter: Sequence[str], number: int, address: str
) -> Computer:
    inside = ["nsenter", *middle[1:3], *(part for part in enter if part != "-n")] if len(enter) > 1 else []
    pid = stack.enter_context(_kept([*inside, "unshare", "-n"]))
    ours = ("nsenter", "-t", str(pid), *enter)
    port = f"port{number}"
    _sh(*middle, "ip", "link", "add", port, "type", "veth", "peer", "name", "wlan0", "netns", str(pid))
    _sh(*middle, "ip", "link", "set", port, "master", "br0", "up")
    for device in ("lo", "wlan0"):
        _sh(*ours, "ip", "link", "set", device, "up")
    computer = Computer(address, ours)
    moved(computer, address)
    return computer


def moved(computer: Computer, address: str) -> Computer:
    """Give a computer another address, as another Wi-Fi does."""
    _sh(*computer.within, "ip", "address", "flush", "dev", "wlan0")
    _sh(*computer.within, "ip", "address", "add", f"{address}/16", "dev", "wlan0")
    return computer._replace(address=address)


@contextmanager
def _kept(command: Sequence[str]) -> Iterator[int]:
    """Keep a namespace by a process that waits in it; yields the id of that process."""
    waits = ["sh", "-c", "echo ready && exec cat"]
    with subprocess.Popen(
        [*command, *waits], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        if process.stdout.readline() != b"ready\n":
            _missing(process.stderr.read().decode().strip())
        try:
            yield process.pid
        finally:
            process.kill()


def _sh(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        _missing(f"{' '.join(command)}: {done.stderr.strip()}")


def _missing(why: str) -> None:
    reason = f"no network of our own: {why}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
