"""A real server process that tests can kill and start again."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Protocol

PROGRAM = (sys.executable, "-W", "error", "-m", "companion")


def companion(
    *words: object, environ: Mapping[str, str] | None = None, given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command of `companion` to its end, in a process of its own."""
    command = [sys.executable, "-m", "companion", *map(str, words)]
    whole = {**os.environ, **(environ or {})}
    return subprocess.run(command, env=whole, input=given, capture_output=True, text=True, check=False)


class Process(Protocol):
    """A running process."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def send_signal(self, number: int) -> None: ...

    def wait(self, timeout: float) -> int: ...


class Server:
    """`companion` on a free port; its data outlives it, and only by `environ` it announces a name."""

    def __init__(
        self,
        data: Path,
        *options: str,
        host: str = "127.0.0.1",
        port: int = 0,
        environ: Mapping[str, str] | None = None,
        program: Sequence[str] = PROGRAM,
        within: Sequence[str] = (),
    ) -> None:
        """Make a server; `within` is a command that runs the `program` elsewhere, in another network, say."""
        self.data = data
        self._program = program
        self._within = within
        self.host = host
        self._environ = environ or {}
        self._options = options
        self.port = port
        self._process: Process | None = None
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - open as long as the server
        self._output = tempfile.TemporaryFile("w+")  # noqa: SIM115

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def database_url(self) -> str:
        """The URL of its database."""
        return self._environ.get("COMPANION_DATABASE_URL", f"sqlite:///{self.data / 'companion.db'}")

    def start(self) -> "Server":
        words = ["--host", self.host, "--port", str(self.port), "--data", str(self.data), *self._options]
        environ = {key: value for key, value in os.environ.items() if not key.startswith("COMPANION_")}
        environ |= {"COMPANION_MDNS": "0"} | self._environ
        begins = self._output.seek(0, os.SEEK_END)
        self._process = self._run(words, environ)
        self.greeting = self._wait_for_greeting(begins)
        match = re.search(r"localhost:(\d+)", self.greeting)
        assert match
        self.port = int(match[1])
        return self

    def _run(self, words: list[str], environ: Mapping[str, str]) -> Process:
        command = [*self._within, *self._program, *words]
        return subprocess.Popen(command, stdout=self._output, stderr=self._errors, env=environ)

    def _wait_for_greeting(self, begins: int, patience: float = 60) -> str:
        """Wait for the greeting. Output goes to a file, as a pipe could fill up."""
        assert self._process is not None
        end = time.monotonic() + patience
        while time.monotonic() < end and self._process.poll() is None:
            greeting = os.pread(self._output.fileno(), 100_000, begins).decode()
            if "Ctrl-C" in greeting or "is ready at" in greeting:  # as text, or as JSON
                return greeting
            time.sleep(0.02)
        raise AssertionError(f"the server did not start: {self.errors()}")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def seconds(self) -> float:
        """Return what it has computed (see clock_getcpuclockid(3))."""
        return time.clock_gettime((~self.pid << 3) | 2)

    def kilobytes(self) -> float:
        """Return its memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self, seconds: float = 10) -> int:
        assert self._process is not None
        return self._process.wait(seconds)

    def kill(self) -> None:
        """Kill it; what it has written, the system still has. A power cut takes that (forgetful_disk.py)."""
        self.signal(signal.SIGKILL)
        self.wait()

    def stopping(self) -> None:
        """Shut it down cleanly, so that all output is written."""
        self.signal(signal.SIGTERM)
        self.wait(30)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.stopping()
        self._errors.close()
        self._output.close()

    def output(self) -> str:
        """Return its standard output so far."""
        return _all_of(self._output)

    def errors(self) -> str:
        """Return its standard error so far."""
        return _all_of(self._errors)


def _all_of(written: IO[str]) -> str:
    """Return the whole file, which can have megabytes."""
    file = written.fileno()
    return os.pread(file, os.fstat(file).st_size, 0).decode()
