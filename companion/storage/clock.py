"""A clock for evenings that does not follow the computer's clock backwards."""

import threading
import time
from datetime import UTC, datetime


class MonotonicClock:
    """The computer's clock, except that it never goes back.

    A clock that is set forward is followed. One that is set back is not, until the server restarts: time
    goes on from where it was, or a round that has ten seconds left would have an hour and ten seconds.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._latest = time.time()
        self._read_at = time.monotonic()

    def now(self) -> datetime:
        """Return the time, rounded to the milliseconds in which it is stored."""
        with self._lock:
            steady = time.monotonic()
            self._latest = max(time.time(), self._latest + steady - self._read_at)
            self._read_at = steady
            return datetime.fromtimestamp(int(self._latest * 1000) / 1000, UTC)
