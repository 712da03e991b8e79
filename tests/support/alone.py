"""A network of a test's own, in which there is nothing but the loopback device (Linux)."""

import os
import shutil
import subprocess

import pytest

from tests.support.backing_services import found

_LOOPBACK_UP = "ip link set lo up && echo up && exec cat"  # cat ends with this process
_WAYS = [[], ["--map-root-user"]]  # as root, or where anybody may have namespaces


class Alone:
    """The network; programs are started in it with `command`."""

    def __init__(self) -> None:
        """Make the network. Where that is not allowed the test is skipped, or fails under CI."""
        unshare = found("unshare")
        found("ip")
        for way in _WAYS:
            self._holder = subprocess.Popen(
                [unshare, "--net", *way, "sh", "-c", _LOOPBACK_UP],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            assert self._holder.stdout is not None
            if self._holder.stdout.readline() == b"up\n":
                self._user = ["--user", "--preserve-credentials"] if way else []
                return
            self.close()
        if os.environ.get("CI"):
            pytest.fail("no network of a test's own on this computer")
        pytest.skip("no network of a test's own on this computer")

    def command(self, *command: str) -> list[str]:
        """Return the command that runs another one in this network, as the same process."""
        enter = shutil.which("nsenter") or "nsenter"
        return [enter, "--target", str(self._holder.pid), "--net", *self._user, "--", *command]

    def close(self) -> None:
        """Let the network go, when all that runs in it has ended."""
        self._holder.communicate()
