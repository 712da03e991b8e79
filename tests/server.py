"""A real server in a process of its own, for tests to talk to, kill and start again."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path


class Server:
    """`companion` on a free port of this computer, with its data in a folder that outlives it."""

    def __init__(self, data: Path, *options: str, port: int = 0) -> None:
        self.data = data
        self._options = options
        self.port = port
        self._process: subprocess.Popen[str] | None = None
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - lives as long as the server

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        command = [sys.executable, "-W", "error", "-m", "companion", *self._options]
        command += ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        environ = {key: value for key, value in os.environ.items() if not key.startswith("COMPANION_")}
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._errors, text=True, env=environ
        )
        assert self._process.stdout is not None
        self.greeting = ""
        for line in self._process.stdout:
            self.greeting += line
            if "Ctrl-C" in line:
                break
        else:
            raise AssertionError(f"the server did not start: {self.errors()}")
        found = re.search(r"localhost:(\d+)", self.greeting)
        assert found
        self.port = int(found[1])
        return self

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self, seconds: float = 10) -> int:
        assert self._process is not None
        assert self._process.stdout is not None
        status = self._process.wait(seconds)
        self._process.stdout.close()
        return status

    def kill(self) -> None:
        """End it as a power cut would."""
        self.signal(signal.SIGKILL)
        self.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.signal(signal.SIGTERM)
            self.wait()
        self._errors.close()

    def errors(self) -> str:
        """Return what it has complained about so far."""
        self._errors.seek(0)
        return self._errors.read()
