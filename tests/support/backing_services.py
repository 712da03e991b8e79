"""Real PostgreSQL and Redis servers, private to a test: to be stopped, killed and started again."""

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

_DEBIAN = Path("/usr/lib/postgresql")  # whose folders are named by version, and not searched for commands
_PATIENCE = 30


def path_of(command: str) -> str | None:
    """Return where a command is; None where it is not."""
    return shutil.which(command) or next(map(str, sorted(_DEBIAN.glob(f"*/bin/{command}"))), None)


def found(command: str) -> str:
    """Return where a command is; a test that needs it is skipped where it is missing, but never under CI."""
    path = path_of(command)
    if path is None and os.environ.get("CI"):
        pytest.fail(f"no {command} on this computer")
    if path is None:
        pytest.skip(f"no {command} on this computer")
    return path


class Engine(ABC):
    """A server process with a folder and a port of its own."""

    def __init__(self, *command: str, user: str | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="companion-engine-"))
        if user:
            shutil.chown(self.folder, user)
        self.port = free_port()
        self._command = command
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, *command: str) -> subprocess.Popen[bytes]:
        """Run a command as whoever may run this server, which never is root."""
        with (self.folder.parent / f"{self.folder.name}.log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, user=self._user)

    @abstractmethod
    def options(self) -> tuple[str, ...]:
        """Return the command's options, of which some are known only once there is a folder."""

    def answers(self) -> bool:
        """Tell whether it takes connections."""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def start(self) -> None:
        """Start it where it was, and wait until it answers."""
        self._process = self.run(*self._command, *self.options())
        until(self.answers, f"{self._command[0]} does not answer")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it; by default at once, but in good order."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(_PATIENCE)
            self._process = None

    def remove(self) -> None:
        """Stop it for good, whatever it is doing."""
        self.stop(signal.SIGKILL if self._user is None else signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder.parent / f"{self.folder.name}.log").unlink(missing_ok=True)


class Postgres(Engine):
    """A PostgreSQL server; each test may have a database of its own."""

    def __init__(self) -> None:
        initdb = found("initdb")
        super().__init__(found("postgres"), user=_unprivileged())
        self._made = 0
        making = self.run(initdb, "-D", "data", "-U", "companion", "-A", "trust", "-E", "UTF8", "--no-sync")
        assert making.wait(120) == 0, (self.folder.parent / f"{self.folder.name}.log").read_text()

    def options(self) -> tuple[str, ...]:
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off")
        return ("-D", "data", "-p", str(self.port), *(word for each in settings for word in ("-c", each)))

    def url(self, database: str = "postgres") -> str:
        return f"postgresql+psycopg://companion@127.0.0.1:{self.port}/{database}"

    def ask(self, statement: str, database: str = "postgres") -> object:
        """Say something to it, and return the first value of its answer."""
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
        """Make a new database, and return its URL."""
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
    """Return as whom to run what refuses to run as root; None for ourselves."""
    if os.geteuid() != 0:
        return None
    import pwd

    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def until(reached: Callable[[], bool], otherwise: str, patience: float = _PATIENCE) -> None:
    """Wait until something is so; fails with a sentence where it never is."""
    end = time.monotonic() + patience
    while not reached():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)
