"""Token buckets: how often somebody may do something, with a reserve for when much comes at once."""

import threading
from collections import OrderedDict

_NEARLY = 1e-6  # seconds by which sums of fractions may be wrong


class TokenBuckets:
    """A bucket for each key: `size` tokens, of which `rate` a second come back. Size 0: no limit.

    Time is whatever the caller says it is, in seconds, and must not run backwards. Of a bucket only the
    moment is kept at which it is full again; full ones are forgotten, and so are the ones that were
    used longest ago where there are more than `most`.
    """

    def __init__(self, size: float, rate: float, most: int = 10_000) -> None:
        self._size = size
        self._rate = rate
        self._most = most
        self._full: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, key: str, now: float) -> float:
        """Return after how many seconds there is a token; 0 if there is one now."""
        if not self._size:
            return 0.0
        with self._lock:
            lacking = self._after_one(key, now) - now - self._size / self._rate
            return lacking if lacking > _NEARLY else 0.0

    def take(self, key: str, now: float) -> bool:
        """Take a token; False if there is none, and then nothing is taken."""
        if not self._size:
            return True
        with self._lock:
            full = self._after_one(key, now)
            if full - now > self._size / self._rate + _NEARLY:
                return False
            self._full[key] = full
            self._full.move_to_end(key)
            self._forget(now)
        return True

    def __len__(self) -> int:
        return len(self._full)

    def _after_one(self, key: str, now: float) -> float:
        """Return when the bucket would be full again if a token were taken now."""
        return max(self._full.get(key, now), now) + 1 / self._rate

    def _forget(self, now: float) -> None:
        while self._full:
            key, full = next(iter(self._full.items()))
            if full > now and len(self._full) <= self._most:
                return
            del self._full[key]
