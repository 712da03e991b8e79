"""A client of a room's stream that reconnects whenever the stream is lost."""

import http.client
import re
import threading
import time
from types import TracebackType

from tests.support.backing_services import until
from tests.support.guest import Guest
from tests.support.server import Server

SOON = 5.0
"""Seconds until a screen is up to date again after an outage."""


class StreamClient:
    """Follows the version of a room, as the script of the pages does."""

    def __init__(self, server: Server, code: str) -> None:
        self._server = server
        self.code = code
        self.version = 0
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def __enter__(self) -> "StreamClient":
        self._thread.start()
        until(lambda: self.version > 0, "the stream sent no version")
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._closed.set()

    def reaches(self, version: int, patience: float = SOON) -> None:
        """Wait until the screen has this version or a later one; fail if it takes too long."""
        until(lambda: self.version >= version, f"{self.version} of {version} on the screen", patience)

    def _follow(self) -> None:
        while not self._closed.is_set():
            try:
                self._read()
            except (OSError, http.client.HTTPException):
                time.sleep(0.2)

    def _read(self) -> None:
        with Guest(self._server.url).opened(f"/{self.code}/stream") as answer:
            for line in answer:
                if self._closed.is_set():
                    return
                if match := re.match(rb"data: (\d+)", line):
                    self.version = int(match[1])
