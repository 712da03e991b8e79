"""systemd: tells it when requests are accepted, and from then on that they are answered.

The protocol is a datagram to a socket (sd_notify). Under no systemd, or if the unit does not ask for it,
nothing is sent.
"""

import http.client
import os
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

_EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - to connect to, not to listen on


class Watchdog:
    """Asks the own server for its health, and tells systemd of each answer; without one it is restarted.

    An answer that the database is lost counts too: a restart would not bring it back.
    """

    def __init__(self, listener: socket.socket, environ: Mapping[str, str] = os.environ) -> None:
        """Prepare for the server that accepts connections on `listener`."""
        self._address = listener.getsockname()
        self._socket = environ.get("NOTIFY_SOCKET", "")
        self._patience = _patience(environ)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Tell systemd that the server has started, and go on telling if it asked for that."""
        self._notify("READY=1")
        if self._socket and self._patience:
            self._thread.start()

    def close(self) -> None:
        """Tell systemd that the server ends."""
        self._closing.set()
        self._notify("STOPPING=1")

    def _watch(self) -> None:
        while not self._closing.wait(self._patience / 3):
            if self._is_answered():
                self._notify("WATCHDOG=1")

    def _is_answered(self) -> bool:
        host, port = self._address[:2]
        connection = http.client.HTTPConnection(
            _EVERY_ADDRESS.get(host, host), port, timeout=self._patience / 3
        )
        try:
            connection.request("GET", "/healthz", headers={"Connection": "close"})
            connection.getresponse()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        return True

    def _notify(self, state: str) -> None:
        if not self._socket:
            return
        family: Any = getattr(socket, "AF_UNIX", None)
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sender:
            sender.sendto(state.encode(), self._socket.replace("@", "\0", 1))


def _patience(environ: Mapping[str, str]) -> float:
    """Return the seconds within which systemd wants to be told; 0 if it does not ask this process."""
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0
    text = environ.get("WATCHDOG_USEC", "")
    return int(text) / 1_000_000 if text.isdecimal() else 0
