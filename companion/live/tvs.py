"""Which rooms have a TV: those with an open stream of one here, and those that other processes announce."""

import threading
import time
from collections import Counter
from collections.abc import Callable

_KNOWN_FOR = 20.0  # seconds: a heartbeat and some more, in which the other process repeats it


class Tvs:
    """The TVs of all rooms. May be used from any thread.

    A TV of another process is known after it has opened its stream, and for a while after it has closed it.
    A process that was started since knows it with the next heartbeat, and never without a bus.
    """

    def __init__(self, announce: Callable[[str], None]) -> None:
        """Announce each room with a TV by calling `announce` with its code; that must not block."""
        self._announce = announce
        self._lock = threading.Lock()
        self._open: Counter[str] = Counter()
        self._announced: dict[str, float] = {}

    def add(self, code: str) -> None:
        """Count a TV that has opened a stream here."""
        with self._lock:
            self._open[code] += 1
        self._announce(code)

    def remove(self, code: str) -> None:
        """Count a TV that has closed its stream."""
        with self._lock:
            self._open[code] -= 1
            if not self._open[code]:
                del self._open[code]

    def announce_all(self) -> None:
        """Announce the rooms that have a TV here once more, and forget what was not repeated."""
        now = time.monotonic()
        with self._lock:
            here = tuple(self._open)
            self._announced = {code: until for code, until in self._announced.items() if until > now}
        for code in here:
            self._announce(code)

    def note(self, code: str) -> None:
        """Take note of the announcement of a process, which may be this one."""
        with self._lock:
            self._announced[code] = time.monotonic() + _KNOWN_FOR

    def has_tv(self, code: str) -> bool:
        """Tell whether a TV follows a room."""
        with self._lock:
            return code in self._open or self._announced.get(code, 0.0) > time.monotonic()
