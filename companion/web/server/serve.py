"""The server: uvicorn, with Flask in a few threads for pages, and one event loop for open streams.

Of the servers that were measured (.github/CAPACITY.md) it takes the least memory for a stream, and no more
time than another. Its parser is httptools, which is quicker than h11 and bounds no head: connection.py does.
"""

import asyncio
import errno
import gc
import math
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any, cast
from urllib.parse import urlsplit

import uvicorn
from flask import Flask
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from werkzeug.exceptions import BadRequest, HTTPException
from werkzeug.sansio.utils import host_is_trusted

from companion.config.settings import Settings
from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.storage.event_store import CODE_LENGTH
from companion.web.server.connection import HEAD_TIMEOUT, Connection
from companion.web.server.health import Watchdog
from companion.web.server.housekeeping import DAY, QUARTER, Housekeeping, daily_tasks
from companion.web.server.stream import StreamEndpoint
from companion.web.server.threads import ThreadPools
from companion.web.server.wsgi import UNREADABLE, Message, Receive, Send, WsgiBridge, send_refusal
from companion.web.services import Services

_STREAM = re.compile(rf"/([0-9A-Za-z]{{{CODE_LENGTH}}})/stream")


class Application:
    """All that the server answers."""

    def __init__(self, app: Flask) -> None:
        self._count_refusal = Services.of(app).metrics.count_refusal
        self._streams = StreamEndpoint(app, pools := ThreadPools(app))
        self._pages = WsgiBridge(app, Services.of(app).settings.urls, self._count_refusal, pools)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        connection: Connection = scope["state"]["connection"]
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        try:
            if not connection.begin_answer(send):
                raise BadRequest(UNREADABLE)
            is_missing = not hosts and scope["http_version"] == "1.1"
            if is_missing or len(hosts) > 1 or not all(map(_is_host, hosts)):
                self._count_refusal("unreadable")
                raise BadRequest(UNREADABLE)
            if path := _STREAM.fullmatch(scope["path"]):
                await self._streams.answer(path[1].upper(), scope, receive, send)
            else:
                await self._pages(scope, receive, send)
        except HTTPException as refusal:
            await send_refusal(send, refusal)
        finally:
            connection.end_answer()


def _is_host(header: bytes) -> bool:
    """Tell whether a Host header can be the name of a server, also as text in another script (IDNA)."""
    try:
        urlsplit(f"//{header.decode('idna')}")
    except ValueError:
        return False
    return host_is_trusted(header.decode("ascii", "replace"))


_UNUSABLE = N_("Port {port} of {host} cannot be used ({error}).")
_TAKEN = N_(
    "Port {port} of {host} cannot be used ({error}). "
    "Is companion running already? Another port can be chosen with --port."
)
_SILENCE = 60_000  # milliseconds in which a client must have received something
_GC_THRESHOLDS = 2_000, 10, 250  # with many rooms, which have no cycles, a full collection is a long pause
_GC_WITH_RESTS = 200_000, 10, 1_000  # where garbage is collected at rest: in a burst nearly all is in use
_REST = 0.002  # seconds that the loop is late at most when it rests
_LAG_INTERVAL = 0.25  # seconds
_SWITCH_INTERVAL = 0.002  # seconds after which a thread lets another one run, as the event loop
_BACKLOG = 2048  # connections that wait to be accepted
_SHUTDOWN_TIMEOUT = 2  # seconds that a request may still take when the server stops
_LAST_REQUESTS = 0.2  # seconds in which the request arrives on a connection that was just made


def open_socket(settings: Settings) -> socket.socket:
    """Return a socket for the host and port of the settings; raises `Refused` if that fails."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is named; without it, answers wait for a delayed ACK
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it would let two servers share the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if timeout := getattr(socket, "TCP_USER_TIMEOUT", None):  # Linux: a phone that has left is noticed soon
        listener.setsockopt(socket.IPPROTO_TCP, timeout, _SILENCE)
    with _refusing(settings, listener):
        listener.bind((settings.host, settings.port))
    return listener


@contextmanager
def _refusing(settings: Settings, listener: socket.socket) -> Iterator[None]:
    """Turn errors of a socket into `Refused`."""
    try:
        yield
    except OSError as error:
        listener.close()
        found = {"port": settings.port, "host": settings.host, "error": error.strerror or str(error)}
        sentence = _TAKEN if error.errno == errno.EADDRINUSE else _UNUSABLE
        raise Refused(sentence, **found) from None


def serve(app: Flask, listener: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until Ctrl-C, SIGTERM or the button that stops; call `ready` when requests are accepted.

    `listener` is closed at the end, but stays open for the next run if a page wants one.
    """
    services = Services.of(app)
    watchdog = Watchdog(listener)
    watched = services.limiter.connections, services.metrics.count_refusal, services.failed_visits

    def on_ready() -> None:
        ready()
        watchdog.start()
        if services.announcer:
            services.announcer.start()

    config = uvicorn.Config(
        Application(app),
        http=cast(Any, partial(Connection, AutoHTTPProtocol, *watched)),
        ws="none",
        timeout_keep_alive=2 * int(HEAD_TIMEOUT),  # the connection itself closes it before
        log_config=None,  # as that of all else
        log_level="error",  # warnings are about invalid requests
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=max(_SHUTDOWN_TIMEOUT, services.settings.drain_seconds),
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a graceful shutdown, as by Ctrl-C
    with working(services), closing(watchdog), suppress(KeyboardInterrupt):  # uvicorn raises it again
        with _refusing(services.settings, listener):  # not before it can answer: a proxy would wait for it
            listener.listen(_BACKLOG)
        _Server(config, services, listener, on_ready).run(sockets=[listener.dup()])


@contextmanager
def working(services: Services) -> Iterator[None]:
    """Do meanwhile what a server does besides answering, and close the services at the end."""
    _raise_file_limit()
    gc.freeze()  # modules stay in memory
    gc.set_threshold(*_GC_THRESHOLDS)
    sys.setswitchinterval(_SWITCH_INTERVAL)
    services.sync.start(services.store, services.hub)
    housekeeping = Housekeeping(daily_tasks(services), interval=QUARTER if services.settings.open else DAY)
    housekeeping.start()
    parts: Any = services.store, services.limiter, services.sync, services.announcer, housekeeping
    with ExitStack() as stack:
        for part in filter(None, parts):
            stack.callback(part.close)  # the last first
        with services.metrics.counting_faults():
            yield


def _raise_file_limit() -> None:
    """Raise the limit of open files: each screen is one, and the default is 256 or 1024."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:  # Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (65_536, 10_240):  # macOS allows fewer
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                return


def collect_garbage() -> None:
    """Collect garbage among new objects if they are many; now and then among all, so that no burst has to."""
    enough, _, many = _GC_THRESHOLDS
    new, _, collected = gc.get_count()
    if new > enough:
        gc.collect(2 if collected > many else 1)


class _Server(uvicorn.Server):
    """Measures the event loop, and ends open streams before uvicorn waits for the answers in progress.

    Before that it drains, if there are other servers: so that a proxy asks these, and never has to guess
    whether a request that it has sent was read.
    """

    def __init__(
        self, config: uvicorn.Config, services: Services, listener: socket.socket, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._services = services
        self._listener = listener
        self._ready = ready
        self._drained_at = math.inf  # by the monotonic clock

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain on the first SIGTERM; all else stops the server at once."""
        services = self._services
        if sig != signal.SIGTERM or not services.settings.drain_seconds or services.draining.is_set():
            super().handle_exit(sig, frame)
            return
        self._drained_at = time.monotonic() + services.settings.drain_seconds
        self.config.encoded_headers.append((b"connection", b"close"))  # of all answers from now on
        services.draining.set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.set_threshold(*_GC_WITH_RESTS)
        self._watching = asyncio.create_task(self._watch_loop())
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Tell whether to shut down; asked ten times a second."""
        is_over = self._services.stopping.is_set() or time.monotonic() > self._drained_at
        return await super().on_tick(counter) or is_over

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._watching.cancel()
        await self._stop_listening()
        self._services.hub.close()
        await super().shutdown(sockets)

    async def _stop_listening(self) -> None:
        """Accept who is connected already, whom closing would reset; then read what they ask."""
        waiting, config = [], self.config
        with suppress(OSError):
            while True:
                waiting.append(self._listener.accept()[0])
        for server in self.servers:
            server.close()
        if not self._services.restart.work:  # or else who connects waits for the next run
            self._listener.close()
        state = {"server_state": self.server_state, "app_state": self.lifespan.state}
        connect = partial(cast(Any, config.http_protocol_class), config=config, **state)
        for each in waiting:
            await asyncio.get_running_loop().connect_accepted_socket(connect, each)
        await asyncio.sleep(_LAST_REQUESTS)

    async def _watch_loop(self) -> None:
        """Count over and over how late the event loop comes to this, and collect garbage when it rests."""
        while True:
            due = time.monotonic() + _LAG_INTERVAL
            await asyncio.sleep(_LAG_INTERVAL)
            self._services.metrics.lag.observe(lag := max(0.0, time.monotonic() - due))
            if lag < _REST:
                collect_garbage()
