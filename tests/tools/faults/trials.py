"""Faults that hit an evening, and whether it recovered."""

import random
import resource
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.backing_services import Engine, Postgres, RedisServer
from tests.support.server import Server
from tests.support.stream_client import SOON, StreamClient
from tests.tools.faults.evening import Evening

Ways = tuple[Callable[[], None], Callable[[], None]]
"""How to fill the disk, and how to free it again."""


@dataclass(frozen=True)
class Result:
    """A row of the table."""

    fault: str
    tried: int
    survived: int
    acknowledged: int
    kept: int
    faults: int
    sentences: tuple[str, ...]
    notes: str = ""
    inputs: int = 0
    """How many of the tries were bad inputs."""


def _result(evening: Evening, fault: str, tried: int, survived: int, notes: str = "") -> Result:
    evening.close()
    seen = evening.seen
    replays = evening.replays()
    return Result(
        fault,
        tried,
        int(survived) if replays else 0,
        len(seen.acknowledged),
        evening.kept(),
        seen.faults(),
        tuple(sorted(seen.sentences)),
        notes if replays else "the events make another room",
    )


def kills(server: Server, times: int) -> Result:
    """Kill the server at random moments."""
    chance, survived = random.Random(times), 0
    with Evening(server) as evening:
        for _ in range(times):
            time.sleep(chance.uniform(0.02, 0.6))
            server.kill()
            server.start()
            survived += evening.goes_on(8)
        return _result(evening, "kill -9", times, survived, f"{evening.seen.broken} broken connections")


def locked(server: Server, seconds: float) -> Result:
    """Lock the database from another program for some time; the TV must not be delayed."""
    with Evening(server) as evening:
        begun = evening.goes_on()
        with closing(sqlite3.connect(server.data / "companion.db", isolation_level=None)) as other:
            other.execute("PRAGMA busy_timeout=5000")
            other.execute("BEGIN EXCLUSIVE")
            slowest = _slowest_page(evening, seconds)
            other.execute("ROLLBACK")
        survived = begun and evening.goes_on() and slowest < 3
        return _result(evening, f"locked for {seconds:g} s", 1, survived, f"TV within {slowest:.2f} s")


def _slowest_page(evening: Evening, seconds: float) -> float:
    slowest, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        assert evening.host.page("/tv").status == 200
        slowest = max(slowest, time.monotonic() - begun)
        time.sleep(0.1)
    return slowest


def full(server: Server, fill: Callable[[], None], empty: Callable[[], None], name: str) -> Result:
    """Fill the disk for a while; pages must still be served, and nothing may be half written."""
    with Evening(server) as evening:
        begun = evening.goes_on()
        fill()
        refused = _until(lambda: evening.seen.statuses[507] >= 8)
        pages = {each.page(path).status for each in (evening.host, *evening.phones) for path in ("", "/tv")}
        empty()
        survived = begun and refused and pages == {200} and evening.goes_on()
        return _result(evening, name, 1, survived, f"{evening.seen.statuses[507]} times 507")


def _until(reached: Callable[[], bool], patience: float = 20) -> bool:
    end = time.monotonic() + patience
    while not reached() and time.monotonic() < end:
        time.sleep(0.02)
    return reached()


@contextmanager
def small_disk(
    folder: Path, megabytes: int = 3
) -> Iterator[tuple[Callable[[], None], Callable[[], None]] | None]:
    """Mount a small file system on a folder; None without the permission."""
    folder.mkdir(parents=True, exist_ok=True)
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "companion-test", str(folder)]
    try:
        mounted = subprocess.run(mounting, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        yield None
        return
    ballast = folder / "ballast"
    try:
        yield lambda: _fill(ballast), ballast.unlink
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass


def quota(server: Server) -> Ways:
    """Return functions that limit the server's file size to what it has, and lift the limit."""

    def limited(size: int) -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    log = server.data / "companion.db-wal"
    return lambda: limited(log.stat().st_size), lambda: limited(resource.RLIM_INFINITY)


def shared(database: Postgres, bus: RedisServer) -> dict[str, str]:
    """Return the settings of servers that share a new database and a bus."""
    key = "one key for all servers of this evening"
    urls = {"COMPANION_DATABASE_URL": database.database(), "COMPANION_REDIS_URL": bus.url}
    return urls | {"COMPANION_SECRET_KEY": key}


def away(one: Server, two: Server, engine: Engine, seconds: float, name: str, *, goes_on: bool) -> Result:
    """Stop a service that two servers share for a while; screens are up to date soon after its return.

    `goes_on`: whether numbers are to be taken meanwhile.
    """
    with (
        Evening(one, two) as evening,
        StreamClient(one, evening.host.code) as tv,
        StreamClient(two, tv.code) as phone,
    ):
        begun = evening.goes_on()
        engine.stop()
        end = time.monotonic() + seconds
        time.sleep(1)  # requests that were under way have ended
        stood = max(tv.version, phone.version)
        as_meant = evening.goes_on(patience=seconds - 1) == goes_on
        time.sleep(max(0.0, end - time.monotonic()))
        followed = (min(tv.version, phone.version) > stood) == goes_on
        stood = max(tv.version, phone.version)
        engine.start()
        started = time.monotonic()
        back = _until(lambda: min(tv.version, phone.version) > stood, SOON)
        took = time.monotonic() - started
        survived = begun and as_meant and followed and back and evening.goes_on()
        evening.close()
        version = evening.host.version()
        survived = survived and _until(lambda: tv.version == phone.version == version, SOON)
        notes = f"all screens right after {took:.1f} s"
        return _result(evening, f"{name} gone for {seconds:g} s", 1, survived, notes)


def stopped(server: Server, streams: int) -> Result:
    """Stop the server with many streams open; they reconnect to the next one."""
    with Evening(server) as evening:
        begun = evening.goes_on()
        lines = _streams(server, evening.host.code, streams)
        asked = time.monotonic()
        server.signal(signal.SIGTERM)
        status, took = server.wait(), time.monotonic() - asked
        ended = all(_has_ended(line) for line in lines)
        server.start()
        started = time.monotonic()
        for line in _streams(server, evening.host.code, streams):
            line.close()
        back = time.monotonic() - started
        survived = begun and status == 0 and took < 3 and ended and back < 5 and evening.goes_on()
        notes = f"stopped in {took:.1f} s, all screens back in {back:.1f} s"
        return _result(evening, f"SIGTERM, {streams} streams", 1, survived, notes)


def _streams(server: Server, code: str, number: int) -> list[socket.socket]:
    lines = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(number)]
    for line in lines:
        line.sendall(f"GET /{code}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    for line in lines:
        assert b"200 OK" in line.recv(4096)
    return lines


def _has_ended(line: socket.socket) -> bool:
    with line:
        try:
            while line.recv(65536):
                pass
        except ConnectionResetError:
            pass
        except TimeoutError:
            return False
    return True
