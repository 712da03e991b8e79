"""Token buckets: rate limits that allow bursts."""

import threading
from collections import OrderedDict

from companion.live.shared_buckets import SharedBuckets
from companion.web.middleware.clients import Client

_MOST_KEYS = 10_000
_ROUNDING = 1e-6  # seconds by which sums of fractions may be wrong
_OF_ADDRESS = 10  # times what one phone may do, an address may: a whole party can be behind it


class TokenBuckets:
    """A bucket of `size` tokens for each key, refilled by `rate` tokens a second. Size 0: no limit.

    Time is passed by the caller, in seconds, and must not run backwards. Of each bucket only the moment is
    stored at which it is full again. Full buckets are forgotten, and of very many the least recently used.

    With `shared` they are counted there too, under `name`: what one server counts, all do. While Redis cannot
    be used, each server counts for itself.
    """

    def __init__(self, size: float, rate: float, name: str = "", shared: SharedBuckets | None = None) -> None:
        self._size = size
        self._rate = rate
        self._name = name
        self._shared = shared
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def seconds_until_token(self, key: str, now: float) -> float:
        """Return after how many seconds there is a token; 0 if there is one now."""
        if not self._size:
            return 0.0
        with self._lock:
            missing = self._full_after_next(key, now) - now - self._size / self._rate
        if missing > _ROUNDING:
            return missing
        if self._shared:
            return self._shared.seconds_until_token(f"{self._name} {key}", self._size, self._rate)
        return 0.0

    def consume(self, key: str, now: float) -> bool:
        """Take a token; return False if there is none."""
        if not self._size:
            return True
        with self._lock:
            full_at = self._full_after_next(key, now)
            is_there = full_at - now <= self._size / self._rate + _ROUNDING
            if is_there:
                self._full_at[key] = full_at
                self._full_at.move_to_end(key)
                self._evict(now)
        if self._shared:
            return self._shared.consume(f"{self._name} {key}", self._size, self._rate) and is_there
        return is_there

    def __len__(self) -> int:
        return len(self._full_at)

    def _full_after_next(self, key: str, now: float) -> float:
        """Return when the bucket would be full again if a token were taken now."""
        return max(self._full_at.get(key, now), now) + 1 / self._rate

    def _evict(self, now: float) -> None:
        while self._full_at:
            key, full_at = next(iter(self._full_at.items()))
            if full_at > now and len(self._full_at) <= _MOST_KEYS:
                return
            del self._full_at[key]


class Allowance:
    """What clients may do: a phone `size` times at once and `rate` times a second, an address `times` that.

    A browser can drop its cookie, so its address counts too. What is not known of a client does not.
    """

    def __init__(
        self,
        size: float,
        rate: float,
        times: float = _OF_ADDRESS,
        name: str = "",
        shared: SharedBuckets | None = None,
    ) -> None:
        self._devices = TokenBuckets(size, rate, f"{name} of a browser", shared)
        self._addresses = TokenBuckets(times * size, times * rate, f"{name} of an address", shared)

    def seconds_until_next(self, client: Client, now: float) -> float:
        """Return after how many seconds a client may do it again; 0 if now."""
        device = self._devices.seconds_until_token(client.device, now) if client.device else 0.0
        address = self._addresses.seconds_until_token(client.address, now) if client.address else 0.0
        return max(device, address)

    def count(self, client: Client, now: float) -> None:
        """Count that a client has done it."""
        if client.device:
            self._devices.consume(client.device, now)
        if client.address:
            self._addresses.consume(client.address, now)
