"""Token buckets in Redis: what servers that share one count together.

Of each bucket Redis has the moment at which it is full again, by its own clock, and forgets it then. A key is
a fingerprint that needs the servers' secret key: no address and no browser can be read from it, or guessed.
"""

import hashlib
import hmac
import time
from typing import TYPE_CHECKING

from companion.live.bus import connection_errors, open_client

if TYPE_CHECKING:
    from redis import Redis

_TIMEOUT = 0.25  # seconds: a guest waits for it
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
if ARGV[3] == 'consume' then
    redis.call('SET', KEYS[1], string.format('%.6f', full_at), 'PX', math.ceil((full_at - now) * 1000))
end
return '0'
"""
"""Returns the seconds until there is a token, and takes one if there is and that is asked for."""


class SharedBuckets:
    """The buckets of all servers. May be used from any thread.

    They never raise, and no caller waits long: while Redis cannot be used, every bucket has a token.
    """

    def __init__(self, client: "Redis", secret_key: bytes) -> None:
        self._client = client
        self._secret_key = secret_key
        self._script = client.register_script(_SCRIPT)
        self._paused_until = 0.0

    def seconds_until_token(self, name: str, size: float, rate: float) -> float:
        """Return after how many seconds a bucket of `size` tokens, `rate` a second, has one; 0 if now."""
        return self._run(name, size, rate, "look")

    def consume(self, name: str, size: float, rate: float) -> bool:
        """Take a token of a bucket; return False if there is none."""
        return not self._run(name, size, rate, "consume")

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _run(self, name: str, size: float, rate: float, what: str) -> float:
        if time.monotonic() < self._paused_until:
            return 0.0
        digest = hmac.new(self._secret_key, name.encode(), hashlib.sha256).hexdigest()[:32]
        try:
            return float(self._script([f"{_PREFIX} {digest}"], [size, rate, what]))
        except connection_errors():
            self._paused_until = time.monotonic() + _PAUSE
            return 0.0


def open_shared_buckets(url: str | None, secret_key: bytes) -> SharedBuckets | None:
    """Return the buckets at a URL of Redis; None without one. Raises `Refused`."""
    return SharedBuckets(open_client(url, _TIMEOUT), secret_key) if url else None
