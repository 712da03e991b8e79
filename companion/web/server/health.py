"""What a companion on this computer says of itself, and what systemd is told of it.

The protocol of systemd is a datagram to a socket (sd_notify): when requests are accepted, and from then on
that they are answered. Under no systemd, or if the unit does not ask for it, nothing is sent.
"""

import http.client
import json
import os
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from companion.config import addresses

_TIMEOUT = 3.0  # seconds in which a server on this computer answers
_MAX_BYTES = 64 * 1024  # of its answer


def fetch_status(url: str, timeout: float = _TIMEOUT) -> dict[str, str] | None:
    """Return what a companion at an address says of itself, its release and more; None if there is none."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=timeout)
    try:
        connection.request("GET", "/healthz")
        status = json.loads(connection.getresponse().read(_MAX_BYTES))
    except (OSError, ValueError, RecursionError, http.client.HTTPException):  # another program says anything
        return None
    finally:
        connection.close()
    if not (isinstance(status, dict) and isinstance(status.get("companion"), str)):
        return None
    return {name: value for name, value in status.items() if isinstance(value, str)}


class Watchdog(threading.Thread):
    """Asks the own server for its health, and tells systemd of each answer, even of a lost database."""

    def __init__(self, listener: socket.socket, environ: Mapping[str, str] = os.environ) -> None:
        """Prepare for the server that accepts connections on `listener`."""
        super().__init__(name="watchdog", daemon=True)
        self._url = addresses.own_url(*listener.getsockname()[:2])
        self._socket = environ.get("NOTIFY_SOCKET", "")
        own, microseconds = str(os.getpid()), environ.get("WATCHDOG_USEC", "")
        is_asked = environ.get("WATCHDOG_PID", own) == own and microseconds.isdecimal()
        self._patience = int(microseconds) / 1_000_000 if is_asked else 0.0
        self._closing = threading.Event()

    def start(self) -> None:
        """Tell systemd that the server has started, and go on telling if it asked for that."""
        self._notify("READY=1")
        if self._socket and self._patience:
            super().start()

    def close(self) -> None:
        """Tell systemd that the server ends."""
        self._closing.set()
        self._notify("STOPPING=1")

    def run(self) -> None:
        while not self._closing.wait(self._patience / 3):
            if fetch_status(self._url, self._patience / 3):
                self._notify("WATCHDOG=1")

    def _notify(self, state: str) -> None:
        if not self._socket:
            return
        family: Any = getattr(socket, "AF_UNIX", None)
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sender:
            sender.sendto(state.encode(), self._socket.replace("@", "\0", 1))
