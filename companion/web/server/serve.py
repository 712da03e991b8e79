"""The server: pages are Flask's and run in a few threads, open streams wait in one event loop."""

import errno
import gc
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any, cast

import uvicorn
from flask import Flask
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from companion.config.settings import Settings
from companion.i18n.errors import Refused
from companion.web.server import connection_limit
from companion.web.server.asgi import ASGI
from companion.web.server.stream import StreamEndpoint
from companion.web.server.wsgi import WsgiBridge
from companion.web.services import Services

resource: ModuleType | None
try:
    import resource
except ImportError:  # Windows, which has no such limit
    resource = None

_FILES = 10_000  # files and connections that we would like to have open at once
_COLLECTIONS = 2_000, 10, 250  # see gc.set_threshold; of all that is old, after five million new objects
_GRACE = 2  # seconds that a page which is being made may still take when the server stops


def asgi_application(app: Flask) -> ASGI:
    """Join the pages and the streams to one ASGI application."""
    return StreamEndpoint(app, WsgiBridge(app))


def open_socket(settings: Settings) -> socket.socket:
    """Take the port; raises `Refused` where that cannot be, with a sentence that helps."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    taken = socket.socket(family)
    if os.name == "posix":  # elsewhere it would let two servers share the port
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((settings.host, settings.port))
        taken.listen(2048)
    except OSError as error:
        taken.close()
        raise _unusable(settings, error) from None
    return taken


def _unusable(settings: Settings, error: OSError) -> Refused:
    about = {"port": settings.port, "host": settings.host, "error": error.strerror or str(error)}
    if error.errno != errno.EADDRINUSE:
        return Refused("Port {port} of {host} cannot be used ({error}).", **about)
    return Refused(
        "Port {port} of {host} cannot be used ({error}). "
        "Is companion running already? Another port can be chosen with --port.",
        **about,
    )


def serve(app: Flask, listening: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until Ctrl-C or a termination signal; open streams are ended at once."""
    config = uvicorn.Config(
        asgi_application(app),
        http=cast(
            Any, connection_limit.limit_connections(AutoHTTPProtocol, Services.of(app).settings.limits)
        ),
        log_level="error",  # what strangers send is no concern of the host's
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
    )
    parts = Services.of(app)
    _take_many_connections()
    _collect_rarely()
    if parts.poller:
        parts.poller.start()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends in good order, as Ctrl-C does
    try:
        _Server(config, parts.hub.close, ready).run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # uvicorn has stopped in good order, and raises it once more
    finally:
        if parts.poller:
            parts.poller.close()
        parts.store.close()


def _take_many_connections() -> None:
    """Ask for as many open files as we may have: each screen is one, and the usual 256 or 1024 are few."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _collect_rarely() -> None:
    """Look for garbage among what is old less often: with many rooms in memory it stops everything for long.

    Rooms need no such search: nothing in them refers back, so they go with the last who holds them.
    """
    gc.freeze()  # what was loaded stays
    gc.set_threshold(*_COLLECTIONS)


class _Server(uvicorn.Server):
    """Uvicorn waits for open answers before it stops, and a stream is one that never ends by itself."""

    def __init__(self, config: uvicorn.Config, stopping: Callable[[], None], ready: Callable[[], None]):
        super().__init__(config)
        self._stopping = stopping
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stopping()
        await super().shutdown(sockets)
