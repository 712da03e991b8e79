"""What time it is, for an evening that goes on evenly whatever happens to the computer's clock."""

import threading
import time
from datetime import UTC, datetime


class MonotonicClock:
    """The computer's clock, except that it never goes back.

    A clock that is set forward is followed. One that is set back is not, until the server starts anew: time
    goes on from where it was, or a round that has ten seconds left would have an hour and ten seconds.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reached = time.time()
        self._since = time.monotonic()

    def now(self) -> datetime:
        """Return the time in milliseconds, as they are stored: reading it again gives the same."""
        with self._lock:
            steady = time.monotonic()
            self._reached = max(time.time(), self._reached + steady - self._since)
            self._since = steady
            return datetime.fromtimestamp(int(self._reached * 1000) / 1000, UTC)
