"""Token buckets: rate limits that allow bursts, of one server or of all that share a Redis."""

import hashlib
import hmac
import threading
import time
from collections import OrderedDict

from companion.live.sync import connection_errors, open_client

_MOST_KEYS = 10_000
_ROUNDING = 1e-6  # seconds by which sums of fractions may be wrong
_TIMEOUT = 0.25  # seconds to ask Redis: a guest waits for it
_PAUSE = 5.0  # seconds after a failure in which Redis is not asked
_PREFIX = "companion bucket"
_SCRIPT = """
local now = redis.call('TIME')
now = now[1] + now[2] / 1000000
local size, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + 1 / rate
local missing = full_at - now - size / rate
if missing > 0.00001 then
    return string.format('%.6f', missing)
end
if ARGV[3] == '1' then
    redis.call('SET', KEYS[1], string.format('%.6f', full_at), 'PX', math.ceil((full_at - now) * 1000))
end
return '0'
"""
"""Returns the seconds until there is a token, and takes one if there is and that is asked for."""


class SharedBuckets:
    """The buckets of all servers that share a Redis. May be used from any thread.

    Of each bucket Redis has the moment at which it is full again, by its own clock, and forgets it then. A
    key is a fingerprint that needs the servers' secret key: no address and no browser can be read from it,
    or guessed. They never raise, and nobody waits long: while Redis cannot be used, every bucket has a token.
    """

    def __init__(self, url: str, secret_key: bytes) -> None:
        """Prepare for the Redis at a URL; raises `Refused`."""
        self._client = open_client(url, _TIMEOUT)
        self._secret_key = secret_key
        self._script = self._client.register_script(_SCRIPT)
        self._paused_until = 0.0

    def seconds_to_wait(self, name: str, size: float, rate: float, *, take: bool) -> float:
        """Return after how many seconds a bucket of `size` tokens, `rate` a second, has one.

        0 if it has one now, which `take` takes.
        """
        if time.monotonic() < self._paused_until:
            return 0.0
        digest = hmac.new(self._secret_key, name.encode(), hashlib.sha256).hexdigest()[:32]
        try:
            return float(self._script([f"{_PREFIX} {digest}"], [size, rate, int(take)]))
        except connection_errors():
            self._paused_until = time.monotonic() + _PAUSE
            return 0.0

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


class TokenBuckets:
    """A bucket for each browser, and one for each group of browsers, such as all that have one address.

    A browser has `size` tokens at once and `rate` more a second, and a group `times` as many. Size 0: no
    limit. Of each bucket only the moment is stored at which it is full again. Full buckets are forgotten, and
    of very many the least recently used.

    With `shared` they are counted there too, under `name`: what one server counts, all do. While Redis cannot
    be used, each server counts for itself.
    """

    def __init__(
        self,
        size: float,
        rate: float,
        times: float = 1.0,
        name: str = "",
        shared: SharedBuckets | None = None,
    ) -> None:
        self._size = size
        self._rate = rate
        self._times = times
        self._name = name
        self._shared = shared
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def seconds_to_wait(self, browser: str, group: str = "", *, take: bool = False) -> float:
        """Return after how many seconds each of the two has a token; 0 if now, and `take` takes it then.

        What is not known of a client is empty, and has no limit.
        """
        both = (browser, 1.0), (group, self._times)
        known = both if self._size else ()
        return max((self._wait(key, times, take=take) for key, times in known if key), default=0.0)

    def _wait(self, key: str, times: float, *, take: bool) -> float:
        name, rate = f"{self._name} {times:g} {key}", self._rate * times
        with self._lock:
            now = time.monotonic()
            full_at = max(self._full_at.get(name, now), now) + 1 / rate
            missing = full_at - now - self._size / self._rate
            if missing > _ROUNDING:
                return missing
            if take:
                self._full_at[name] = full_at
                self._full_at.move_to_end(name)
                self._evict(now)
        return (
            self._shared.seconds_to_wait(name, times * self._size, rate, take=take) if self._shared else 0.0
        )

    def _evict(self, now: float) -> None:
        while self._full_at:
            name, full_at = next(iter(self._full_at.items()))
            if full_at > now and len(self._full_at) <= _MOST_KEYS:
                return
            del self._full_at[name]
