"""Servers for tools that measure: without limits, and on a core of their own."""

import os
import resource
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

from companion.config.settings import Limits
from tests.support.backing_services import Engine, Postgres, RedisServer, free_port
from tests.support.proxies import WideNginx
from tests.support.server import Server

CORES = sorted(os.sched_getaffinity(0))  # the servers run on the first, and the phones on the last

_BOUNDLESS = {f"COMPANION_LIMIT_{field.name.upper()}": "0" for field in fields(Limits)}


class Service(NamedTuple):
    """Where phones go, the servers, and what is around several of them: PostgreSQL, Redis and nginx."""

    at: tuple[str, int]
    servers: Sequence[Server]
    others: Sequence[Engine]

    def used(self) -> tuple[float, float, float]:
        """Return the seconds that servers have computed, and the others, and the servers' memory in KB."""
        seconds, others = (sum(each.seconds() for each in some) for some in (self.servers, self.others))
        return seconds, others, sum(server.kilobytes() for server in self.servers)


@contextmanager
def serving(count: int = 1, host: str = "127.0.0.1") -> Iterator[Service]:
    """Run servers without limits, on a core of their own, with an empty folder; several share their rooms."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        environ, others, ports = dict(_BOUNDLESS), list[Engine](), [free_port() for _ in range(count)]
        if count > 1:
            postgres, redis = Postgres("fsync=on", "max_connections=200"), RedisServer()
            for other in (postgres, redis, WideNginx(*ports)):
                stack.callback(other.remove)
                other.start()
                others.append(other)
            environ |= {"COMPANION_DATABASE_URL": postgres.database(), "COMPANION_REDIS_URL": redis.url}
            environ["COMPANION_DRAIN_SECONDS"] = "0"
        servers = [Server(folder, "--quiet", host=host, port=each, environ=environ) for each in ports]
        os.sched_setaffinity(0, CORES[:1])
        for server in servers:
            stack.callback(server.start().stop)
        os.sched_setaffinity(0, CORES[-1:])
        yield Service((host, others[-1].port if others else ports[0]), servers, others)
        assert not any(server.errors() for server in servers), servers[0].errors()
