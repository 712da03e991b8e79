"""Private PostgreSQL and Redis servers that a test may stop, kill and start again."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

import pytest

_DEBIAN = Path("/usr/lib/postgresql")  # a folder for each version, none of which is on the PATH
_PATIENCE = 60


def path_of(command: str) -> str | None:
    """Return the path of a command, or None."""
    return shutil.which(command) or next(map(str, sorted(_DEBIAN.glob(f"*/bin/{command}"))), None)


def found(command: str) -> str:
    """Return the path of a command; where it is missing the test is skipped, or fails under CI."""
    path = path_of(command)
    if path is None and os.environ.get("CI"):
        pytest.fail(f"no {command} on this computer")
    if path is None:
        pytest.skip(f"no {command} on this computer")
    return path


class Engine(ABC):
    """A server process with its own folder and port."""

    def __init__(self, *command: str, user: str | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="companion-engine-"))
        if user:
            shutil.chown(self.folder, user)
        self.port = free_port()
        self._command = command
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, *command: str) -> subprocess.Popen[bytes]:
        """Run a command as the user of this server, which is never root."""
        with (self.folder.parent / f"{self.folder.name}.log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, user=self._user)

    @abstractmethod
    def options(self) -> tuple[str, ...]:
        """Return the options of the command."""

    def answers(self) -> bool:
        """Return whether it accepts connections."""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def start(self) -> None:
        """Start it with its folder and port, and wait until it answers."""
        self._process = self.run(*self._command, *self.options())
        until(self.answers, f"{self._command[0]} does not answer")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it; by default with a fast, clean shutdown."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(_PATIENCE)
            self._process = None

    def seconds(self) -> float:
        """Return what it has computed, with the processes that it has started."""
        assert self._process is not None
        mine = Path(f"/proc/{self._process.pid}/task/{self._process.pid}")
        every = [mine, *(Path(f"/proc/{each}") for each in (mine / "children").read_text().split())]
        times = [(each / "stat").read_text().rpartition(")")[2].split()[11:15] for each in every]
        return sum(int(each) for some in times for each in some) / os.sysconf("SC_CLK_TCK")

    def remove(self) -> None:
        """Kill it and delete its files."""
        self.stop(signal.SIGKILL if self._user is None else signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder.parent / f"{self.folder.name}.log").unlink(missing_ok=True)


class Postgres(Engine):
    """A PostgreSQL server, on which each test can create its own database."""

    def __init__(self, *settings: str) -> None:
        """Make a server with further settings; without them it does not wait for the disk."""
        initdb = found("initdb")
        super().__init__(found("postgres"), user=_unprivileged())
        self._settings, self._made = settings, 0
        making = self.run(initdb, "-D", "data", "-U", "companion", "-A", "trust", "-E", "UTF8", "--no-sync")
        assert making.wait(120) == 0, (self.folder.parent / f"{self.folder.name}.log").read_text()

    def options(self) -> tuple[str, ...]:
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", *self._settings)
        return (
            "-D",
            "data",
            "-p",
            str(self.port),
            *(word for setting in settings for word in ("-c", setting)),
        )

    def url(self, database: str = "postgres") -> str:
        return f"postgresql+psycopg://companion@127.0.0.1:{self.port}/{database}"

    def ask(self, statement: str, database: str = "postgres") -> object:
        """Execute a statement and return the first value of its result."""
        import psycopg

        at = self.url(database).replace("+psycopg", "")
        with psycopg.connect(at, autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(statement)  # type: ignore[call-overload]
            row = cursor.fetchone() if cursor.description else None
            return row[0] if row else None

    def answers(self) -> bool:
        import psycopg

        try:
            return self.ask("SELECT 1") == 1
        except psycopg.OperationalError:
            return False

    def database(self) -> str:
        """Create a database and return its URL."""
        self._made += 1
        name = f"companion{self._made}"
        self.ask(f"CREATE DATABASE {name}")
        return self.url(name)


class RedisServer(Engine):
    """A Redis server."""

    def __init__(self) -> None:
        super().__init__(found("redis-server"))

    def options(self) -> tuple[str, ...]:
        return ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"


def _unprivileged() -> str | None:
    """Return a user for servers that refuse to run as root; None unless this process is root."""
    if os.geteuid() != 0:
        return None
    import pwd

    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def free_port() -> int:
    """Return a free TCP port."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def until(reached: Callable[[], bool], otherwise: str, patience: float = _PATIENCE) -> None:
    """Wait until a condition holds; fail with the message `otherwise` if it does not in time."""
    end = time.monotonic() + patience
    while not reached():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)
