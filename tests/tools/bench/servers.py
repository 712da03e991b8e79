"""Real server processes, without limits for the thousand phones of one computer."""

import resource
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from companion.config.limits import Limits
from tests.support.server import Server
from tests.tools.bench import machine

_BOUNDLESS = {f"COMPANION_LIMIT_{field.name.upper()}": "0" for field in fields(Limits)}


@dataclass(frozen=True, slots=True)
class Serving:
    """One server, or several that share their rooms as behind a load balancer."""

    servers: tuple[Server, ...]

    @property
    def urls(self) -> list[str]:
        """The URL of each server."""
        return [server.url for server in self.servers]

    @property
    def pids(self) -> list[int]:
        """The process id of each server."""
        return [server.pid for server in self.servers]


@contextmanager
def serving(environ: Mapping[str, str] | None = None, count: int = 1) -> Iterator[Serving]:
    """Run servers on their core, with an empty data folder and these settings."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = []
        for _ in range(count):
            servers.append(started(folder, environ))
            stack.callback(servers[-1].stop)
        yield Serving(tuple(servers))
        for server in servers:
            assert server.errors() == "", server.errors()


def started(folder: Path, environ: Mapping[str, str] | None = None, host: str = "127.0.0.1") -> Server:
    """Start one server, and wait until it accepts requests."""
    with machine.on_the_servers_core():
        return Server(folder, "--quiet", host=host, environ={**_BOUNDLESS, **(environ or {})}).start()


def take_many_connections() -> None:
    """Raise the limit of open files of this process and its servers to the maximum."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
